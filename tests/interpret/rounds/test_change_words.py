"""What is said of a change, in both languages and of every shape of data; no direction that is not shown."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import concordant as cc
from concordant.interpret.rounds.change import Change, change
from concordant.interpret.rounds.change_words import difference_fact, verdict
from concordant.interpret.rounds.progress import progress
from concordant.interpret.rounds.round import ComparedRound
from concordant.language.render import render
from concordant.result import Interval, Result
from tests.interpret.rounds.made import as_round, frame, marked, two
from tests.interpret.saying import assert_same
from tests.interpret.study_cases import CASES

SHAPES = [
    "one item", "one item of three raters", "two items of many raters", "one category",
    "one of five declared categories", "a judge who always says the same", "no overlap between two raters",
    "two groups of raters without a link", "thirty raters with few ratings each", "gaps beside a judge",
    "words in a declared order", "numbers that are not ranks", "sixty names", "truth values",
    "measurements of three with gaps", "measurements of a judge and two people", "very small measurements",
    "counts of raters without names", "a table of counts", "fractional case weights",
    "case weights of nought", "one cluster", "dimensions in chinese", "rounds", "a judge with braces",
    "labels with braces",
]  # fmt: skip
_OF_A_STUDY = ("reference", "goal", "by", "engine", "preset", "weights")


def changed(one: ComparedRound) -> ComparedRound:
    """The same with one rating in five another one."""
    rng, r = np.random.default_rng(3), one.ratings
    columns = tuple(
        np.where((rng.random(len(c)) < 0.2) & (c >= 0), rng.integers(0, len(r.labels), len(c)), c).astype(
            c.dtype
        )
        for c in r.columns
    )
    return replace(one, name="v2", ratings=replace(r, columns=columns, same_rows=object()))


@pytest.mark.by_turns(3)
@pytest.mark.parametrize("name", SHAPES)
def test_every_shape_is_told_in_both_languages(name: str) -> None:
    data, options = CASES[name]()
    reading = {key: value for key, value in options.items() if key not in _OF_A_STUDY}
    first = ComparedRound(
        name="v1", ratings=cc.as_ratings(*data, **reading), reference=options.get("reference")
    )
    second = changed(first)
    told = [s for one in change(first, second) for s in one.sentences]
    told += [s for one in progress([first, second, first, second]) for c in one.changes for s in c.sentences]
    assert told
    for said in told:
        english, chinese = said.text("en"), said.text("zh")
        assert_same(english, chinese)
        for text in (english, chinese):
            assert not re.search(r"\bnan\b|None|\binf\b|rounds\.\w|\{(?!v2\}|0\})", text), text


def one_change(first: ComparedRound, second: ComparedRound) -> Change:
    return change(first, second)[-1]


def said(told: Change) -> str:
    return "\n".join(s.text() for s in told.sentences)


def test_a_change_is_told_whole() -> None:
    before, after = (list(range(5)) * 8 for _ in range(2))
    human = list(before)
    before[:12] = [(x + 1) % 5 for x in before[:12]]
    after[39] = 0
    items = [f"q{i}" for i in range(40)]
    first, second = (
        as_round({"item": items, "human": human, "judge": judge}, name, about=marked(prompt=name))
        for name, judge in (("v1", before), ("v2", after))
    )
    told = one_change(first, second)
    exact = told.measure("exact_agreement")
    assert exact is not None
    within = exact.difference.interval
    assert within is not None
    # 28 of 40 and 39 of 40 agree; 12 went up, 1 down: p of 11²/13 = 9.31 is 0.0023
    assert told.sentences[0].text() == (
        "v2 vs v1 on the same 40 items: Exact agreement went from 70% to 98%, +27.5 percentage points "
        f"(95% CI {100 * within.low:+.1f} to {100 * within.high:+.1f}, p = 0.002): improved."
    )
    assert "Newly in agreement: 12 items; no longer in agreement: 1 item." in said(told)
    assert "judge gave a different rating on 13 items." in said(told)
    assert "Recorded changes: prompt (prompt v1 → prompt v2)." in said(told)


def test_answers_that_changed_while_nothing_is_recorded_to_have() -> None:
    about = marked(prompt="a", model="b")
    first, second = (
        as_round(frame(60, 0.4, seed), name, about=about) for seed, name in ((1, "v1"), (2, "v2"))
    )
    assert "No change was recorded (prompt and model), yet the ratings changed." in said(
        one_change(first, second)
    )
    same = one_change(first, replace(first, name="v2"))
    assert "judge gave the same ratings as before on all of them." in said(same)
    assert "No change was recorded" not in said(same)


def test_only_a_mark_that_both_rounds_have_can_have_changed() -> None:
    first = as_round(frame(60, 0.4, 1), about=marked(prompt="a"))
    second = as_round(frame(60, 0.4, 2), "v2", about=marked(model="b"))
    told = one_change(first, second)
    assert told.marks == ()
    assert "recorded" not in said(told)


@pytest.mark.parametrize(
    ("measure", "low", "high", "expected"),
    [
        ("exact_agreement", 0.01, 0.2, "better"),
        ("exact_agreement", -0.2, -0.01, "worse"),
        ("exact_agreement", 0.0, 0.2, "not-sure"),
        ("exact_agreement", -0.2, 0.1, "not-sure"),
        ("mean_absolute_error", 0.01, 0.2, "worse"),
        ("mean_absolute_error", -0.2, -0.01, "better"),
        ("signed_bias", 0.01, 0.2, "moved"),
        ("signed_bias", -0.2, -0.01, "moved"),
    ],
)
def test_a_direction_is_claimed_only_where_the_interval_shows_it(
    measure: str, low: float, high: float, expected: str
) -> None:
    found = Result(
        measure="difference",
        title="",
        estimate=(low + high) / 2,
        se=0.1,
        interval=Interval(low, high, 0.95, ""),
    )
    assert verdict(measure, found) == expected


def test_an_end_that_rounds_to_nought_is_shown_with_its_digits() -> None:
    def shown(measure: str, x: float) -> str:
        fact: dict[str, Any] = difference_fact(measure, x)
        return render(fact["code"], fact["facts"])

    assert shown("exact_agreement", 0.0004) == "+0.04 percentage points"
    assert shown("exact_agreement", 0.04) == "+4.0 percentage points"
    assert shown("cohen_kappa", -0.0013) == "−0.001"  # as the tables say it
    assert shown("mean_absolute_error", 0.25) == "+0.25"


def test_shares_that_round_alike_are_told_apart() -> None:
    data = frame(120, 0.0, 1).assign(judge=lambda d: d["human_1"])
    wrong = data.assign(judge=[(v + (i < 26)) % 5 for i, v in enumerate(data["human_1"])])
    other = data.assign(judge=[(v + (i < 27)) % 5 for i, v in enumerate(data["human_1"])])
    text = said(one_change(as_round(wrong), as_round(other, "v2")))
    assert "went from 78.3% to 77.5%, −0.8 percentage points" in text


def test_where_items_differ_it_says_how_little_that_sees() -> None:
    first, second = frame(100, 0.5, 1), frame(100, 0.3, 2)
    second["item"] = [f"new {i}" for i in range(100)]
    told = one_change(as_round(first), as_round(second, "v2"))
    exact = told.measure("exact_agreement")
    assert exact is not None
    a, b = exact.first.se, exact.second.se
    paired = (1.984217 + 0.841621) * np.sqrt(a**2 + b**2 - a * b)  # t on 99 df, the normal at .8
    text = said(told)
    assert (
        f"the smallest change detectable with 80% power is {100 * exact.detectable:.1f} percentage points"
        in text
    )
    assert f"With the same 100 items in both rounds it would be {100 * paired:.1f} percentage points" in text
    assert "The rounds have no known items in common" in text


def test_a_measure_that_is_undefined_names_its_round_and_the_reason() -> None:
    first, second = two(40)
    r = first.ratings
    dull = replace(r, columns=tuple(np.zeros_like(c) for c in r.columns), same_rows=object())
    told = one_change(replace(first, ratings=dull), second)
    assert "Cohen's kappa (quadratic weights) cannot be compared: it is undefined in v1. All ratings" in said(
        told
    )
