"""Non-inferiority: a loss as large as the margin is excluded or not: gate, rounds, people."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pandas as pd
import pytest

import concordant as cc
from concordant.errors import OptionError
from concordant.inference.items_needed import about
from concordant.inference.share_differences import score_interval, score_limits
from concordant.interpret.gate.regressions import watched
from concordant.interpret.non_inferiority import MarginTest, margin_test
from concordant.result import Interval, Result
from tests.interpret.judges import PEOPLE, like_a_person, nearly_constant


def difference(low: float, high: float) -> Result:
    around = Interval(low=low, high=high, level=0.95, method="")
    return Result(
        measure="difference", title="", estimate=(low + high) / 2, se=0.01, interval=around, method=""
    )


@pytest.mark.parametrize(
    ("low", "high", "outcome", "equivalent"),
    [
        (-0.04, 0.03, "excluded", True),
        (-0.04, 0.20, "excluded", False),
        (-0.04, -0.01, "excluded", True),  # surely worse, and surely by less than the margin
        (-0.05, 0.03, "not-excluded", False),  # the margin itself is not left out
        (-0.30, 0.03, "not-excluded", False),
        (-0.30, -0.06, "exceeded", False),
    ],
)
def test_the_interval_decides(low: float, high: float, outcome: str, equivalent: bool) -> None:
    found = margin_test(difference(low, high), "exact_agreement", 0.05)
    assert found is not None
    assert (found.outcome, found.equivalent) == (outcome, equivalent)
    turned = margin_test(difference(-high, -low), "mean_absolute_error", 0.05)  # a distance: less is better
    assert turned is not None
    assert (turned.outcome, turned.equivalent) == (outcome, equivalent)


def test_without_an_interval_nothing_is_excluded() -> None:
    bare = Result(measure="difference", title="", estimate=0.0, se=math.nan, method="")
    found = margin_test(bare, "exact_agreement", 0.05)
    assert found is not None
    assert found.outcome == "undefined"
    assert margin_test(bare, "exact_agreement", None) is None


# --- the gate ---------------------------------------------------------------------------------------


def rounds_of(up: int, down: int, n: int = 400) -> tuple[dict[str, Any], dict[str, Any]]:
    """A judge that is right on 300 items of n and then on `up` more and `down` fewer."""
    human = ["yes", "no"] * (n // 2)
    other = {"yes": "no", "no": "yes"}
    right = np.arange(n) < 300
    now = right.copy()
    now[:down], now[300 : 300 + up] = False, True
    items = [f"q{i}" for i in range(n)]
    columns = ([h if ok else other[h] for h, ok in zip(human, said, strict=True)] for said in (right, now))
    before, after = ({"item": items, "human": human, "judge": column} for column in columns)
    return before, after


@pytest.mark.parametrize(
    ("up", "down", "margin", "outcome", "state"),
    [
        # Tango's lower end for 10 up and 10 down of 400 is −2.3 points
        (10, 10, 0.05, "met", "excluded"),
        (10, 10, 0.02, "cannot-tell", "not-excluded"),
        (0, 12, 0.06, "met", "excluded"),  # a sure loss of 3 points, surely less than 6
        (0, 60, 0.05, "not-met", "lost"),
    ],
)
def test_the_gate_asks_that_a_loss_of_the_margin_is_excluded(
    up: int, down: int, margin: float, outcome: str, state: str
) -> None:
    before, after = rounds_of(up, down)
    gate = cc.check(after, baseline=before, margin=margin)
    low, high = score_interval(up, down, 400, 0.95)
    assert (low > -margin) == (state == "excluded")
    assert (high < -margin) == (state == "lost")
    assert gate.outcome == outcome
    assert [one.state for one in gate.wholes.values()] == [state]
    assert cc.Gate.from_dict(json.loads(gate.to_json())).margin == margin
    for lang in ("en", "zh"):
        assert gate.text(lang)  # type: ignore[arg-type]
        assert "gate." not in gate.text(lang)  # type: ignore[arg-type]
    assert gate.to_junit()


def test_without_a_margin_a_loss_that_is_not_excluded_passes_as_before() -> None:
    before, after = rounds_of(10, 10)
    assert cc.check(after, baseline=before).outcome == "met"


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"margin": -0.1}, "above 0"),
        ({"margin": 5}, "Did you mean 0.05"),
        ({"margin": 0.05, "allowed_loss": 0.02}, "not both"),
        ({"margin": 0.05, "baseline": None, "goal": "kappa-target"}, "needs a baseline"),
    ],
)
def test_a_margin_that_makes_no_sense_is_refused(options: dict[str, Any], complaint: str) -> None:
    before, after = rounds_of(10, 10)
    with pytest.raises(OptionError, match=complaint):
        cc.check(after, **{"baseline": before, **options})


@pytest.mark.parametrize(
    ("up", "down", "margin"), [(10, 10, 0.02), (16, 10, 0.01), (4, 12, 0.04), (3, 3, 0.011)]
)
def test_so_many_items_as_are_said_exclude_the_loss_in_four_of_five_rounds(
    up: int, down: int, margin: float
) -> None:
    before, after = rounds_of(up, down)
    gate = cc.check(after, baseline=before, margin=margin)
    (change,) = gate.changes
    test = margin_test(watched(change).difference, "exact_agreement", margin)
    assert test is not None
    assert test.outcome == "not-excluded"
    n = int(test.items_needed)
    shares = [up / 400, down / 400, 1 - (up + down) / 400]
    drawn = np.random.default_rng(3).multinomial(n, shares, 4000)
    low, _ = score_limits(drawn[:, 0], drawn[:, 1], n, 1.959964)
    assert 0.76 < float((low > -margin).mean()) < 0.85
    assert f"about {about(n):.0f} items (currently 400) would give 80% power" in gate.text()
    assert "80% 的把握" in gate.text("zh")


def test_no_number_of_items_excludes_a_loss_that_was_found() -> None:
    before, after = rounds_of(2, 12)  # 2.5 points lost
    text = cc.check(after, baseline=before, margin=0.02).text()
    assert "itself a loss of 2.0 percentage points or more, so more items would not exclude it" in text


# --- rounds, and people -----------------------------------------------------------------------------


def test_rounds_of_a_study_say_whether_a_loss_is_excluded() -> None:
    before, after = rounds_of(10, 10)
    data = pd.concat([pd.DataFrame(before).assign(round="v1"), pd.DataFrame(after).assign(round="v2")])
    study = cc.study(data, round="round", margin=0.05)
    assert study.main is not None
    assert study.main.progress is not None
    change = study.main.progress.changes[-1]
    assert change.margin is not None
    assert (change.margin.outcome, change.margin.equivalent) == ("excluded", True)
    assert (change.margin.low, change.margin.high) == pytest.approx(score_interval(10, 10, 400, 0.95))
    assert "rounds.margin-equivalent" in [said.code for said in change.sentences]
    assert "Equivalent within 5.0 percentage points" in study.text()
    assert "等效" in study.text("zh")


def test_a_judge_is_held_against_people_by_the_margin() -> None:
    like = cc.study(like_a_person(600), item="item", reference=list(PEOPLE), margin=0.1).main
    assert like is not None
    assert like.margin is not None
    assert like.margin.outcome == "excluded"
    assert any(said.code.startswith("headline.margin-") for said in like.headline)
    short = cc.study(like_a_person(40), item="item", reference=list(PEOPLE), margin=0.02).main
    assert short is not None
    assert short.margin is not None
    assert short.margin.outcome == "not-excluded"
    assert any(said.code in ("margin.items", "margin.far", "margin.beyond") for said in short.headline)
    plain = cc.study(nearly_constant(), item="item", reference=list(PEOPLE)).main
    assert plain is not None
    assert plain.margin is None


def test_a_test_goes_to_json_and_back() -> None:
    found = margin_test(difference(-0.04, 0.03), "exact_agreement", 0.05)
    assert found is not None
    assert MarginTest.from_dict(json.loads(json.dumps(found.to_dict()))) == found


@pytest.mark.slow
def test_a_loss_of_exactly_the_margin_is_seldom_excluded() -> None:
    # 300 items; true loss 5 points: 5 % of items get right, 10 % get wrong
    rng = np.random.default_rng(1)
    n, wrong = 300, 0
    for _ in range(4000):
        up, down = rng.multinomial(n, [0.05, 0.10, 0.85])[:2]
        wrong += score_interval(float(up), float(down), n, 0.95)[0] > -0.05
    assert wrong / 4000 <= 0.025 + 2 * math.sqrt(0.025 * 0.975 / 4000)
