"""Differences of two coefficients."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest

import concordant as cc
from concordant.coefficients.catalogue import BY_NAME
from concordant.inference.compare import compare
from concordant.inference.measure import Measure
from concordant.inference.plan import Plan
from concordant.inference.spread import Spread, minus
from concordant.ratings.factorise import factorise
from concordant.ratings.reading.arrays import from_columns
from concordant.ratings.scale import Scale
from tests.designs import make, simulated


def _pairs(seed: int = 0, gaps: float = 0.0, n: int = 300) -> tuple[Measure, Measure]:
    ratings = make(simulated(n, 3, gaps, seed))
    kappa = BY_NAME["cohen_kappa"]
    return Measure(kappa, ratings.select(["r0", "r1"])), Measure(kappa, ratings.select(["r0", "r2"]))


@pytest.mark.parametrize("gaps", [0.0, 0.3])
def test_the_difference_is_the_difference(gaps: float) -> None:
    a, b = _pairs(gaps=gaps)
    difference = compare(a, b)
    assert difference.estimate == pytest.approx(a.result().estimate - b.result().estimate)
    assert difference.details["paired"]


@pytest.mark.parametrize("gaps", [0.0, 0.3])
@pytest.mark.parametrize("interval", ["jackknife", "bootstrap", "bca"])
def test_the_analytic_error_of_a_paired_difference_agrees_with_resampling(gaps: float, interval: str) -> None:
    a, b = _pairs(1, gaps)
    analytic = compare(a, b)
    other = compare(a, b, plan=Plan(interval=interval, draws=2000))
    assert other.se == pytest.approx(analytic.se, rel=0.08)


def test_two_pairs_without_a_common_rater_are_still_on_the_same_items() -> None:
    ratings = make(simulated(200, 4, 0.1, seed=7))
    kappa = BY_NAME["cohen_kappa"]
    pair = (Measure(kappa, ratings.select(names)) for names in (["r0", "r1"], ["r2", "r3"]))
    assert compare(*pair).details["paired"]


def test_a_measure_does_not_differ_from_itself() -> None:
    a, _ = _pairs()
    difference = compare(a, a)
    assert difference.estimate == 0
    assert difference.interval is None
    assert difference.notes[0].code == "no-spread"


def test_swapping_the_two_turns_the_sign() -> None:
    a, b = _pairs(2, 0.2)
    there, back = compare(a, b), compare(b, a)
    assert there.estimate == pytest.approx(-back.estimate)
    assert there.interval is not None
    assert back.interval is not None
    assert there.interval.low == pytest.approx(-back.interval.high)
    assert there.p_value == pytest.approx(back.p_value)


def test_two_coefficients_on_the_same_ratings_can_be_compared() -> None:
    ratings = make(simulated(200, 3, 0.2, seed=3))
    fleiss, alpha = (Measure(BY_NAME[n], ratings) for n in ("fleiss_kappa", "gwet_ac"))
    analytic = compare(fleiss, alpha)
    resampled = compare(fleiss, alpha, plan=Plan(interval="bootstrap", draws=2000))
    assert analytic.se == pytest.approx(resampled.se, rel=0.1)
    assert analytic.details["correlation"] > 0.9


def test_rows_are_matched_by_item_label_whatever_their_order() -> None:
    rng = np.random.default_rng(4)
    m = simulated(150, 3, 0.0, seed=4)
    order = rng.permutation(150)
    scale = Scale.ordinal(range(4))
    items = np.array([f"item {i}" for i in range(150)])
    first = from_columns([m[:, 0], m[:, 1]], ["human", "v1"], scale=scale, items=items)
    second = from_columns([m[order, 0], m[order, 2]], ["human", "v2"], scale=scale, items=items[order])
    kappa = BY_NAME["cohen_kappa"]
    got = compare(Measure(kappa, first), Measure(kappa, second))
    whole = make(m)
    expected = compare(Measure(kappa, whole.select(["r0", "r1"])), Measure(kappa, whole.select(["r0", "r2"])))
    assert got.details["paired"]
    assert got.se == pytest.approx(expected.se)
    assert got.estimate == pytest.approx(expected.estimate)


def test_items_only_one_of_them_has_count_on_their_own_side() -> None:
    """Half the items shared: the variance lies between fully paired and independent."""
    m = simulated(400, 3, 0.0, seed=5)
    scale = Scale.ordinal(range(4))
    items = np.array([f"i{i}" for i in range(400)])
    kappa = BY_NAME["cohen_kappa"]
    first = Measure(kappa, from_columns([m[:300, 0], m[:300, 1]], ["a", "b"], scale=scale, items=items[:300]))
    second = Measure(
        kappa, from_columns([m[100:, 0], m[100:, 2]], ["a", "c"], scale=scale, items=items[100:])
    )
    paired, apart = compare(first, second), compare(first, second, paired=False)
    resampled = compare(first, second, plan=Plan(interval="bootstrap", draws=3000))
    assert paired.se < apart.se
    assert paired.se == pytest.approx(resampled.se, rel=0.08)


def test_different_items_are_independent_and_it_says_so() -> None:
    a = cc.measure("cohen_kappa", [0, 1, 1, 0, 1, 0, 0, 1], [0, 1, 0, 0, 1, 0, 1, 1])
    b = cc.measure("cohen_kappa", [0, 1, 1, 0, 1, 0], [0, 1, 1, 0, 0, 0])
    difference = cc.compare(a, b)
    assert not difference.details["paired"]
    assert difference.notes[0].code == "not-paired"
    # variances of independent numbers add; kappa's own error has the divisor n, on t it is n − 1
    assert difference.se == pytest.approx(
        math.hypot(a.result().se * math.sqrt(8 / 7), b.result().se * math.sqrt(6 / 5))
    )


def test_a_rater_in_common_pairs_rows_without_labels() -> None:
    """The example on the front page: two judges against the same human scores."""
    human, first, second = ([0, 1, 1, 0, 1, 0], [0, 1, 0, 0, 1, 0], [0, 1, 1, 0, 0, 0])
    difference = cc.compare(cc.measure("cohen_kappa", human, first), cc.measure("cohen_kappa", human, second))
    assert difference.details["paired"]
    assert difference.n_items == 6
    # the same scores with one category more in the second judge's
    wider = cc.compare(
        cc.measure("cohen_kappa", human, first), cc.measure("cohen_kappa", human, [0, 1, 1, 0, 2, 0])
    )
    assert wider.details["paired"]


def test_rows_without_labels_are_paired_when_asked() -> None:
    a = cc.measure("cohen_kappa", [0, 1, 1, 0, 1, 0], [0, 1, 0, 0, 1, 0])
    b = cc.measure("cohen_kappa", [0, 1, 1, 0, 1, 0], [0, 1, 1, 0, 0, 0])
    assert cc.compare(a, b, paired=True).details["paired"]


def test_an_undefined_side_leaves_the_difference_undefined() -> None:
    a = cc.measure("cohen_kappa", [1, 1, 1], [1, 1, 1])
    b = cc.measure("cohen_kappa", [1, 2, 1], [1, 2, 2])
    difference = cc.compare(a, b)
    assert not difference.defined
    assert difference.notes[0].text.startswith("The first (cohen_kappa) is undefined: All ratings used")


def test_the_correlation_of_the_two_is_that_of_their_resamples() -> None:
    a, b = _pairs(8, 0.2)
    details = compare(a, b).details
    rng = np.random.default_rng(0)
    m = simulated(300, 3, 0.2, 8)
    draws = []
    for _ in range(600):
        ratings = make(m[rng.integers(0, 300, 300)])
        pair = (Measure(a.coefficient, ratings.select(r)) for r in (["r0", "r1"], ["r0", "r2"]))
        draws.append([x.result(Plan(interval="none")).estimate for x in pair])
    assert details["correlation"] == pytest.approx(np.corrcoef(np.array(draws).T)[0, 1], abs=0.07)


@pytest.mark.parametrize("samples", [100, pytest.param(400, marks=pytest.mark.slow)])
def test_a_true_difference_of_nothing_is_rarely_called_one(samples: int) -> None:
    """Two raters of equal skill: 5 % tests reject about 5 % of the time."""
    rng = np.random.default_rng(6)
    kappa = BY_NAME["cohen_kappa"]
    rejected = 0
    for _ in range(samples):
        true = rng.integers(0, 4, 150)
        m = np.where(rng.random((150, 3)) < 0.7, true[:, None], rng.integers(0, 4, (150, 3)))
        ratings = make(m)
        pair = (Measure(kappa, ratings.select(["r0", r])) for r in ("r1", "r2"))
        rejected += compare(*pair).p_value < 0.05
    assert rejected / samples == pytest.approx(0.05, abs=3 * math.sqrt(0.05 * 0.95 / samples))


def test_two_sets_of_weights_cannot_be_paired() -> None:
    human, first, second = [0, 1, 1, 0, 1, 0], [0, 1, 0, 0, 1, 0], [0, 1, 1, 0, 0, 0]
    a = cc.measure("cohen_kappa", human, first, case_weights=[1, 2, 1, 1, 1, 1])
    b = cc.measure("cohen_kappa", human, second, case_weights=[2, 1, 1, 1, 1, 1])
    with pytest.raises(cc.InputError, match="different weights"):
        cc.compare(a, b, paired=True)


def test_clusters_of_one_side_hold_for_the_pair() -> None:
    m = simulated(60, 3, 0.0, seed=9)
    groups = np.arange(60) // 3
    plain, clustered = make(m), make(m, clusters=groups)
    kappa = BY_NAME["cohen_kappa"]
    both = compare(
        Measure(kappa, clustered.select(["r0", "r1"])), Measure(kappa, clustered.select(["r0", "r2"]))
    )
    one = compare(
        Measure(kappa, plain.select(["r0", "r1"])),
        Measure(kappa, clustered.select(["r0", "r2"])),
        paired=True,
    )
    assert one.se == pytest.approx(both.se)


def test_rows_of_unequal_number_without_labels_cannot_be_paired() -> None:
    a = cc.measure("cohen_kappa", [0, 1, 1, 0], [0, 1, 0, 0])
    b = cc.measure("cohen_kappa", [0, 1, 1], [0, 1, 1])
    with pytest.raises(cc.InputError, match="4 and 3 rows and no item labels"):
        cc.compare(a, b, paired=True)


def test_a_constant_rater_in_common_pairs_nothing() -> None:
    a = cc.measure("exact_agreement", [1, 1, 1, 1], [1, 2, 1, 1])
    b = cc.measure("exact_agreement", [1, 1, 1, 1], [1, 1, 1, 2])
    assert not cc.compare(a, b).details["paired"]


def test_parts_of_unrelated_ratings_are_not_paired_by_row_number() -> None:
    """Choosing rows numbers them; a number is no label."""
    parts = []
    for seed in (1, 2):
        ratings = make(simulated(60, 2, 0.0, seed=seed), slices={"s": factorise(["u", "v"] * 30)})
        parts.append(Measure(BY_NAME["cohen_kappa"], ratings.where(s="u")))
    assert not compare(*parts).details["paired"]


def test_a_missing_cluster_is_refused() -> None:
    with pytest.raises(cc.InputError, match="The cluster of row 2 is missing"):
        cc.cohen_kappa([1, 2, 1], [1, 2, 2], clusters=["a", None, "b"])


def test_the_skewness_of_a_difference_turns_with_it() -> None:
    """Σ of cubes of what items add: those of the second count against those of the first."""
    a = Spread(value=0.6, variance=0.01, df=math.inf, units=50, items=50, second=0.01, third=0.002)
    b = Spread(value=0.4, variance=0.02, df=math.inf, units=40, items=40, second=0.02, third=0.001)
    there, back = minus(a, b), minus(b, a)
    assert there.third == pytest.approx(0.001)
    assert back.third == pytest.approx(-0.001)
    assert there.second == back.second == pytest.approx(0.03)


def test_what_rounding_leaves_of_a_zero_is_zero() -> None:
    human, judge = [i % 7 for i in range(49)], [0] * 49
    for weights in ("identity", "linear", "quadratic"):
        result = cc.cohen_kappa(human, judge, weights=weights, categories=range(7))
        assert (result.estimate, result.se) == (0, 0)
        assert "se_null" not in result.details
    study = cc.study({"human": human, "judge": judge})
    text = study.to_json()
    assert not re.search(r'"(estimate|se|now|first|second)": -?[\d.]+e-1[3-9]', text)
