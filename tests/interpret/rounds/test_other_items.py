"""Rounds that do not have the same items: numbers that are possible, and words that claim no more."""

from __future__ import annotations

import math

import pytest

from concordant.interpret.rounds.change import change
from concordant.interpret.rounds.change_record import Change
from concordant.interpret.rounds.progress import progress
from concordant.interpret.rounds.round import ComparedRound
from concordant.language.render import LANGUAGES
from tests.interpret.rounds.made import as_round, frame


def others(n: int, error: float, seed: int, name: str, keep: int = 0) -> ComparedRound:
    """A round of other items, but for the first few."""
    data = frame(n, error, seed)
    data["item"] = [item if i < keep else f"{name} {i}" for i, item in enumerate(data["item"])]
    return as_round(data, name)


def judge(first: ComparedRound, second: ComparedRound) -> Change:
    return next(one for one in change(first, second) if one.kind == "judge")


@pytest.mark.parametrize("n", [2, 3, 6, 12])
def test_no_share_changes_by_more_than_all_of_it(n: int) -> None:
    found = judge(as_round(frame(60, 0.3, 1)), others(n, 0.6, 2, "v2"))
    for m in found.measures:
        within = m.difference.interval
        if m.measure in ("exact_agreement", "adjacent_agreement"):
            assert within is not None
            assert -1 <= within.low <= m.difference.estimate <= within.high <= 1
            assert math.isinf(m.detectable) or m.detectable <= 1
    over = progress([as_round(frame(60, 0.3, 1)), others(n, 0.6, 2, "v2")])[0].convergence
    assert over is not None
    assert over.detectable == math.inf or over.detectable <= 1


def test_a_gain_that_is_not_possible_is_not_said_to_be_seen() -> None:
    found = next(
        one for one in progress([others(6, 0.3, 1, "v1"), others(6, 0.3, 5, "v2")]) if one.kind == "judge"
    )
    assert found.convergence is not None
    assert found.convergence.detectable == math.inf
    sentences = {lang: " ".join(s.text(lang) for s in found.convergence.sentences) for lang in LANGUAGES}
    assert "even a rise to 100% in one round may go undetected" in sentences["en"]
    assert "即使一轮提升到 100%，也未必能检出" in sentences["zh"]


def test_two_perfect_rounds_of_a_dozen_items_are_not_certain() -> None:
    data = frame(12, 0.0, 1).assign(judge=lambda d: d["human_1"])
    exact = judge(as_round(data), as_round(data.assign(item=[f"x{i}" for i in range(12)]), "v2")).measure(
        "exact_agreement"
    )
    assert exact is not None
    assert exact.difference.interval is not None
    assert exact.difference.interval.low < -0.2
    assert exact.difference.interval.high > 0.2
    assert exact.difference.p_value == pytest.approx(1)


def test_better_on_other_items_is_not_surely_better() -> None:
    told = judge(as_round(frame(200, 0.8, 1)), others(200, 0.1, 2, "v2"))
    sentences = {lang: " ".join(s.text(lang) for s in told.sentences) for lang in LANGUAGES}
    assert "surely" not in sentences["en"]
    assert "higher by more than chance, but the items differ and may be easier" in sentences["en"]
    assert "The items differ and may be easier or harder" in sentences["en"]
    assert "确定" not in sentences["zh"]
    assert "也可能只是条目更容易" in sentences["zh"]
    over = progress([as_round(frame(200, 0.8, 1)), others(200, 0.1, 2, "v2")])[0].convergence
    assert over is not None
    assert "items differ in difficulty" in " ".join(s.text() for s in over.sentences)


def test_few_items_in_common_are_not_called_different_and_are_counted_once() -> None:
    rounds = [as_round(frame(150, 0.3, 1)), others(156, 0.4, 2, "v2", keep=6)]
    told = judge(*rounds)
    first = told.sentences[0]
    assert (told.n_first, told.n_second, told.n_common) == (150, 156, 6)
    assert "only 6 items in common" in first.text()
    assert "只有 6 个共同条目" in first.text("zh")
    found = next(one for one in progress(rounds) if one.kind == "judge").convergence
    assert found is not None
    text = found.sentences[0].text()
    assert "only 6 items in common (150 and 156 items)" in text
    assert "306" not in text
    assert "different items" not in text
