"""The difference of a measure on two sets of ratings of the same items."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy.stats import norm

import concordant as cc
from concordant.coefficients.catalogue import BY_NAME
from concordant.inference.compare import compare
from concordant.inference.measure import Measure
from concordant.inference.paired import Paired, side
from concordant.inference.plan import Plan
from concordant.inference.share_differences import exact_p, score_interval, score_p
from concordant.ratings.ratings import Ratings


def pair(n: int, seed: int, error: float = 0.3, k: int = 4) -> Ratings:
    """One person and a judge."""
    rng = np.random.default_rng(9)
    truth = rng.integers(0, k, n)
    rng = np.random.default_rng(seed)
    judge = np.where(rng.random(n) < error, rng.integers(0, k, n), truth)
    ratings = cc.as_ratings({"human": truth.tolist(), "judge": judge.tolist()}, categories=range(k))
    return replace(ratings, clusters=np.arange(n))


def paired(first: Ratings, second: Ratings, name: str = "exact_agreement", **options: Any) -> Paired:
    one, other = (side(Measure(BY_NAME[name], r, options)) for r in (first, second))
    return Paired(first=one, second=other, title="")


def counts(first: Ratings, second: Ratings) -> tuple[int, int]:
    now, then = (r.columns[0] == r.columns[1] for r in (first, second))
    return int((now & ~then).sum()), int((~now & then).sum())


def test_the_standard_error_of_two_shares_is_the_textbook_one() -> None:
    now, then = pair(80, 1, 0.2), pair(80, 2, 0.5)
    b, c = counts(now, then)
    assert b > 0 < c
    found = paired(now, then).result()
    assert found.estimate == pytest.approx((b - c) / 80)
    assert found.se == pytest.approx(math.sqrt(b + c - (b - c) ** 2 / 80) / 80 * math.sqrt(80 / 79))


@pytest.mark.parametrize("level", [0.9, 0.95, 0.999])
def test_a_share_has_the_score_interval_and_the_exact_test_beside_it(level: float) -> None:
    now, then = pair(80, 1, 0.2), pair(80, 2, 0.5)
    b, c = counts(now, then)
    found = paired(now, then).result(level)
    assert found.interval is not None
    assert (found.interval.low, found.interval.high) == pytest.approx(score_interval(b, c, 80, level))
    assert found.p_value == pytest.approx(score_p(b, c))
    assert found.details["p_exact"] == pytest.approx(exact_p(b, c))


def test_where_no_item_changed_the_interval_of_a_share_still_has_width() -> None:
    found = paired(pair(50, 1), pair(50, 1)).result()
    assert (found.estimate, found.p_value) == (0.0, 1.0)
    assert found.interval is not None
    z = 1.959964
    assert found.interval.high == pytest.approx(z**2 / (50 + z**2), rel=1e-4)


def test_where_no_item_moves_another_measure_there_is_no_interval_and_it_says_why() -> None:
    found = paired(pair(50, 1), pair(50, 1), "cohen_kappa").result()
    assert (found.estimate, found.interval) == (0.0, None)
    assert found.notes[0].code == "no-spread"


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("cohen_kappa", {}),
        ("cohen_kappa", {"weights": "quadratic"}),
        ("mean_absolute_error", {}),
        ("ccc", {}),
    ],
)
def test_it_is_what_compare_finds_row_by_row(name: str, options: dict[str, str]) -> None:
    now, then = pair(90, 3, 0.2), pair(90, 4, 0.4)
    found = paired(now, then, name, **options).result()
    first, second = (Measure(BY_NAME[name], replace(r, clusters=None), options) for r in (now, then))
    asked = compare(first, second, paired=True, plan=Plan(test="t"))
    assert found.estimate == pytest.approx(asked.estimate)
    assert found.se == pytest.approx(asked.se)
    assert found.p_value == pytest.approx(asked.p_value)
    assert found.interval is not None
    assert asked.interval is not None
    assert (found.interval.low, found.interval.high) == pytest.approx(
        (asked.interval.low, asked.interval.high)
    )


def test_a_cluster_that_stands_for_many_is_that_many_items() -> None:
    now, then = pair(40, 1, 0.2), pair(40, 2, 0.5)
    times = np.resize([1.0, 2.0, 3.0], 40)
    again = np.repeat(np.arange(40), times.astype(int))

    def both(r: Ratings) -> tuple[Ratings, Ratings]:
        one = replace(r, weights=times, cluster_copies=times)
        many = replace(r.rows(again), clusters=np.arange(len(again)))
        return one, many

    for name in ("exact_agreement", "cohen_kappa"):
        (few_now, many_now), (few_then, many_then) = both(now), both(then)
        few, many = paired(few_now, few_then, name).result(), paired(many_now, many_then, name).result()
        assert few.se == pytest.approx(many.se)
        assert few.p_value == pytest.approx(many.p_value)


def test_the_one_sided_p_is_half_of_the_two_sided_one_at_0() -> None:
    now, then = pair(80, 1, 0.5), pair(80, 2, 0.2)
    for name in ("exact_agreement", "cohen_kappa"):
        found = paired(now, then, name)
        assert found.result().estimate < 0
        assert found.p_below(0.0) == pytest.approx(found.result().p_value / 2)


@pytest.mark.parametrize("name", ["exact_agreement", "cohen_kappa"])
def test_the_one_sided_p_is_that_of_the_end_of_the_interval(name: str) -> None:
    found = paired(pair(80, 1, 0.5), pair(80, 2, 0.2), name)
    within = found.result(0.9).interval
    assert within is not None
    assert found.p_below(within.high) == pytest.approx(0.05, abs=1e-6)
    assert found.p_below(within.low) == pytest.approx(0.95, abs=1e-6)


def test_a_side_that_is_not_defined_leaves_no_difference_and_says_why() -> None:
    one = replace(cc.as_ratings([2] * 12, [2] * 12), clusters=np.arange(12))
    found = paired(one, one, "cohen_kappa")
    assert math.isnan(found.result().estimate)
    assert found.result().notes
    assert math.isnan(found.p_below(0.0))


def test_shares_that_fell_alike_on_every_item_are_judged_by_the_score() -> None:
    """Three raters agree on all items, then one of them on none: no spread, and p of no loss is Φ(−√n)."""
    same = [0, 1] * 6
    rounds = [cc.as_ratings({"a": same, "b": same, "c": c}, categories=range(4)) for c in ([2] * 12, same)]
    now, then = (replace(one, clusters=np.arange(12)) for one in rounds)
    found = paired(now, then)
    assert found.counted is None
    assert found.spread.none
    assert found.p_below(0.0) == pytest.approx(norm.cdf(-math.sqrt(12)))
    assert found.p_below(-0.9) > 0.5
    assert paired(then, now).p_below(0.0) == pytest.approx(1 - norm.cdf(-math.sqrt(12)))


def test_a_measure_that_fell_alike_on_every_item_is_below_what_it_is_above_of() -> None:
    human = [1.0, 2.5, 4.0, 3.5]
    near, far = (
        replace(cc.as_ratings({"human": human, "judge": [x + d for x in human]}), clusters=np.arange(4))
        for d in (0.5, 1.5)
    )
    found = paired(near, far, "mean_absolute_error")
    assert [found.p_below(null) for null in (0.0, -1.5)] == [0.0, 1.0]
    assert math.isnan(found.p_below(-1.0))
