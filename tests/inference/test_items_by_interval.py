"""So many more items of the same kind settle it: one way for study, check and plan, held by simulation."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import concordant as cc
from benchmarks.calibration.power import CASES, THREE, needed, settled, settled_by_three
from concordant.coefficients.catalogue import BY_NAME
from concordant.inference.items_by_interval import items_like, recounted
from concordant.inference.items_needed import items_needed
from concordant.inference.measure import Measure
from concordant.inference.plan import Plan
from concordant.interpret.compare.comparison import judged
from concordant.planning.expected_ratings import common_correlation
from concordant.ratings.ratings import Ratings
from tests.interpret.goal_answers import goal

#: Where reading the number off one interval gave 76 and 85 % for 80.
HARD = [case for case in CASES if case[0] == "rarer category" or case[-1] == 0.9]


@pytest.mark.parametrize("case", HARD, ids=lambda case: f"{case[0]} {case[3]}")
def test_the_power_is_80_percent_where_one_interval_misleads(case: tuple[object, ...]) -> None:
    _, p, name, options, cut = case
    n = needed(cc.measure(name, cc.table(p * 60), **options), cut)  # type: ignore[arg-type, operator]
    # 4,000 samples: two standard errors are .013
    assert settled(p, name, options, cut, n, 4000) == pytest.approx(0.8, abs=0.03)  # type: ignore[arg-type]


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]} {case[2]} {case[-1]}")
def test_the_power_of_any_measure_of_two_raters_is_80_percent(case: tuple[object, ...]) -> None:
    _, p, name, options, cut = case
    n = needed(cc.measure(name, cc.table(p * 150), **options), cut)  # type: ignore[arg-type, operator]
    found = settled(p, name, options, cut, n, 2000)  # type: ignore[arg-type]
    # 80 % is exceeded in steps where disagreement is rare: one more of 177 items is worth 5 %
    assert 0.78 <= found <= (0.87 if name == "exact_agreement" else 0.83)


@pytest.mark.slow
@pytest.mark.parametrize("case", THREE, ids=lambda case: f"{case[0]} {case[2]} {case[-1]}")
def test_the_power_of_three_raters_is_80_percent(case: tuple[object, ...]) -> None:
    _, expected, name, options, cut = case
    pilot = replace(expected, weights=expected.item_weights / 10)  # type: ignore[type-var, attr-defined]
    n = needed(Measure(BY_NAME[name], pilot, options), cut)  # type: ignore[arg-type, index]
    # 400 samples: two standard errors are .04
    assert settled_by_three(expected, name, options, cut, n, 400) == pytest.approx(0.8, abs=0.06)  # type: ignore[arg-type]


def test_many_more_items_of_the_same_kind_are_the_items_written_out_often() -> None:
    rows = [("x", "x", "x"), ("x", "x", "y"), ("y", "y", "y"), ("y", "x", "x"), ("y", "y", "x")]
    once, thrice = (judged(_rated(rows * times), ["a", "b"], "c").ratings for times in (4, 12))
    found = [Measure(BY_NAME["cohen_kappa"], ratings).result() for ratings in (recounted(once, 3.0), thrice)]
    assert found[0].se == pytest.approx(found[1].se)
    assert found[0].interval.low == pytest.approx(found[1].interval.low)  # type: ignore[union-attr]


def _rated(rows: list[tuple[str, ...]]) -> Ratings:
    return cc.as_ratings(np.array(rows), raters=["a", "b", "c"])


def test_study_and_plan_ask_for_as_many_items() -> None:
    expected = common_correlation(0.6, [0.05, 0.95], 2, 400)
    measure = Measure(BY_NAME["cohen_kappa"], expected)
    own = items_like(measure, measure.result(), 0.4, 0.8, Plan())
    assert own == pytest.approx(cc.plan("kappa", kappa=0.6, null=0.4, shares=[0.05, 0.95])["items"], rel=0.01)
    assert own > 1.02 * items_needed(measure.result(), 0.4, 0.8)


@pytest.mark.parametrize(("share", "cut"), [(0.97, 0.92), (0.9, 0.95), (0.8, 0.7)])
def test_study_and_plan_ask_for_as_many_items_for_a_share(share: float, cut: float) -> None:
    cells = [[100 * share, 100 * (1 - share)], [0, 0]]
    own = needed(cc.measure("exact_agreement", cc.table(cells)), cut)
    assert own == cc.plan("share", share=share, null=cut)["items"]


def test_a_study_says_the_number_that_was_simulated() -> None:
    """Its target is asked of the ratings, not of the one interval."""
    counts = np.round(np.array([[0.93, 0.02], [0.02, 0.03]]) * 100).astype(int)
    first, second = (np.repeat(who.ravel(), counts.ravel()) for who in np.indices((2, 2)))
    study = cc.study(
        {"human": first.tolist(), "judge": second.tolist()}, raters=["human", "judge"],
        goal=goal(more_than=0.3),
    )  # fmt: skip
    target = study.main.goal.targets[0]  # type: ignore[union-attr]
    measure = cc.measure("cohen_kappa", cc.table(counts))
    assert target.items_needed == needed(measure, 0.3)
    assert target.items_needed != items_needed(measure.result(), 0.3, 0.8)
