"""Perfect agreement, no agreement, and other edges where a naive interval is a point."""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from scipy import stats

import concordant as cc
from concordant.coefficients.catalogue import BY_NAME
from concordant.coefficients.coefficient import Coefficient
from concordant.errors import OptionError
from concordant.inference.measure import Measure
from concordant.inference.plan import Plan
from tests.designs import every_variant, make, matrices, simulated


@pytest.mark.by_turns(4)
@every_variant
@pytest.mark.parametrize("interval", [None, "analytic", "jackknife", "bootstrap", "bca"])
def test_perfect_agreement_is_not_certainty(c: Coefficient, options: dict[str, Any], interval: Any) -> None:
    agreed = np.repeat(np.array([[0], [1], [2], [3], [1], [2], [0], [1]]), 3, axis=1)
    result = Measure(c, make(agreed, c), options).result(Plan(interval=interval, draws=100))
    if result.interval is not None:
        assert result.interval.high > result.interval.low
    else:
        assert any(note.code == "no-spread" for note in result.notes)


def test_the_limit_at_perfect_agreement_is_the_one_that_n_items_can_give() -> None:
    result = cc.cohen_kappa(cc.table([[10, 0], [0, 10]]), interval="analytic")
    # 20 items without a miss leave 1 - .025^(1/20) = 16.8 % possible; chance disagreement is 1/2:
    # the limit is 1 - .1684/.5 = .6632
    assert result.interval is not None
    assert result.interval.low == pytest.approx(1 - (1 - 0.025 ** (1 / 20)) / 0.5)
    assert result.interval.high == 1
    assert result.notes[-1].code == "at-the-edge"


def test_more_items_bring_the_limit_closer() -> None:
    lows = [cc.cohen_kappa(cc.table([[n, 0], [0, n]])).interval.low for n in (5, 50, 500)]  # type: ignore[union-attr]
    assert lows == sorted(lows)


def test_the_limit_at_the_edge_is_honest() -> None:
    """If 5 % of items were missed in truth, samples without a miss must not rule that out at 95 %."""
    rng = np.random.default_rng(0)
    covered = seen = 0
    truth = 1 - 2 * 0.04

    @cache
    def holds_the_truth(ones: int) -> bool:
        both = [1] * ones + [0] * (40 - ones)
        interval = cc.cohen_kappa(both, both).interval
        return interval is not None and interval.low <= truth

    for _ in range(3000):
        a = rng.integers(0, 2, 40)
        b = np.where(rng.random(40) < 0.04, 1 - a, a)
        if (a == b).all():
            seen += 1
            covered += holds_the_truth(int(a.sum()))
    assert seen > 300
    assert covered / seen > 0.95


def test_no_agreement_at_all_has_an_upper_limit() -> None:
    result = cc.exact_agreement([1, 2, 1, 2], [2, 1, 2, 1], interval="analytic")
    assert result.estimate == 0
    assert result.interval is not None
    # 4 items without a hit leave 1 - .025^(1/4) = .602 possible
    assert result.interval.high == pytest.approx(1 - 0.025**0.25)


def test_zero_error_in_points_has_an_upper_limit() -> None:
    result = cc.mean_absolute_error([1, 2, 3, 1, 2, 3], [1, 2, 3, 1, 2, 3])
    assert result.estimate == 0
    assert result.interval is not None
    assert 0 < result.interval.high < 2


def test_exact_intervals_are_clopper_and_pearson() -> None:
    from scipy.stats import binomtest

    result = cc.exact_agreement([1] * 8 + [2] * 2, [1] * 7 + [2] * 3, interval="exact")
    expected = binomtest(9, 10).proportion_ci(method="exact")
    assert result.interval is not None
    assert (result.interval.low, result.interval.high) == pytest.approx((expected.low, expected.high))


def test_an_interval_that_is_not_offered_is_refused_in_words() -> None:
    with pytest.raises(OptionError) as complaint:
        cc.gwet_ac([1, 2, 1], [1, 2, 2], interval="exact")
    assert str(complaint.value) == (
        "interval='exact' is not available for gwet_ac with these data; use 'analytic', 'jackknife', "
        "'bootstrap' or 'bca'."
    )


def test_sides_of_a_test_share_the_probability() -> None:
    a, b = [1, 2, 1, 2, 2, 1, 1, 2], [1, 2, 2, 2, 2, 1, 2, 2]
    two, more, less = (cc.cohen_kappa(a, b, alternative=x).p_value for x in ("two-sided", "greater", "less"))
    assert more + less == pytest.approx(1)
    assert two == pytest.approx(2 * min(more, less))


def test_a_test_against_another_value_uses_the_full_error() -> None:
    result = cc.cohen_kappa(cc.table([[28, 6, 6], [9, 22, 4], [5, 2, 18]]), null=0.4)
    z = (result.estimate - 0.4) / result.se
    assert result.details["statistic"] == pytest.approx(z)
    assert result.p_value == pytest.approx(math.erfc(abs(z) / math.sqrt(2)))


def test_strongly_negative_agreement_has_a_p_value_within_bounds() -> None:
    result = cc.gwet_ac([1, 2, 1, 2, 1, 2, 1, 1], [2, 1, 2, 1, 2, 1, 2, 1])
    assert result.estimate < -0.5
    assert 0 <= result.p_value <= 1


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("level", 95),
        ("level", 0),
        ("level", "interval"),
        ("interval", "boot"),
        ("alternative", "bigger"),
        ("null", math.nan),
        ("draws", 0),
        ("draws", 10),
        ("draws", 2.5),
        ("population", -1),
        ("variance", "gwet"),
        ("raters_are", "random"),
        ("test", "f"),
    ],
)
def test_a_wrong_option_of_inference_is_refused_in_words(option: str, value: Any) -> None:
    with pytest.raises(OptionError, match=option):
        cc.cohen_kappa([1, 2, 1], [1, 2, 2], **{option: value})


def test_a_population_smaller_than_the_sample_is_refused() -> None:
    with pytest.raises(OptionError, match="population is 2, but 3 items were rated"):
        cc.cohen_kappa([1, 2, 1], [1, 2, 2], population=2)


def test_the_same_seed_gives_the_same_interval() -> None:
    table = cc.table([[28, 6, 6], [9, 22, 4], [5, 2, 18]])
    one, two, other = (cc.cohen_kappa(table, interval="bootstrap", rng=seed) for seed in (1, 1, 2))
    assert one.interval == two.interval
    assert one.se == two.se
    assert one.se != other.se


@every_variant
@given(matrices())
def test_the_usual_interval_holds_its_estimate(c: Coefficient, options: dict[str, Any], m: Any) -> None:
    result = Measure(c, make(m, c), options).result()
    if result.interval is not None:
        assert result.interval.low <= result.estimate <= result.interval.high
        assert isinstance(result.interval.low, float)
        assert isinstance(result.interval.high, float)


def test_weighted_agreement_may_fall_below_minus_one() -> None:
    # all pairs as far apart as can be: D_o = 1; quadratic on five categories: D_e = 2·2/16 = 1/4; 1 - 4 = -3
    result = cc.brennan_prediger(
        [1, 5, 1, 5, 1], [5, 1, 5, 1, 4], weights="quadratic", categories=range(1, 6)
    )
    assert result.interval is not None
    assert result.interval.low < result.estimate < -1
    worst = cc.brennan_prediger([1, 5], [5, 1], weights="quadratic", categories=range(1, 6))
    assert worst.estimate == pytest.approx(-3)


def test_rounding_is_no_spread() -> None:
    # A says 2, 2, 1 and B always 1: kappa is 0 whatever an item is, up to rounding
    result = cc.cohen_kappa([2, 2, 1], [1, 1, 1])
    assert result.estimate == pytest.approx(0, abs=1e-15)
    assert result.interval is None
    assert [note.code for note in result.notes[-2:]] == ["no-spread", "no-test"]


@pytest.mark.parametrize("name", ["bias_index", "prevalence_index"])
def test_a_distance_is_not_tested_against_zero(name: str) -> None:
    """With more than two categories the index cannot be negative, so no one is surprised that it is not 0."""
    three = cc.agreement(cc.table([[20, 3, 1], [2, 22, 4], [3, 1, 19]]), name)
    assert math.isnan(three.p_value)
    assert three.interval is not None
    assert three.interval.low >= 0
    assert any(note.code == "near-zero" for note in three.notes)
    two = cc.agreement(cc.table([[20, 3], [9, 22]]), name)
    assert 0 < two.p_value < 1


def test_the_statistic_is_the_one_the_p_value_belongs_to() -> None:
    for result in (
        cc.cohen_kappa([1, 2, 1, 2, 2, 1], [1, 2, 2, 2, 2, 1]),
        cc.gwet_ac([1, 2, 1, 2, 2, 1], [1, 2, 2, 2, 2, 1]),
        cc.pearson([1, 2, 3, 5, 4, 1], [1, 2, 2, 5, 3, 2]),
        cc.fleiss_kappa([1, 2, 1, 2, 2, 1], [1, 2, 2, 2, 2, 1], null=0.2),
    ):
        d = result.details
        t = d["statistic"]
        expected = 2 * stats.t.sf(abs(t), d["df"]) if "df" in d else 2 * stats.norm.sf(abs(t))
        assert result.p_value == pytest.approx(expected), result.measure


def test_a_bootstrap_says_its_seed_and_a_finite_population_itself() -> None:
    a, b = [1, 2, 1, 2, 2, 1, 1, 2], [1, 2, 2, 2, 2, 1, 2, 2]
    assert cc.cohen_kappa(a, b, interval="bootstrap", rng=7).options["rng"] == 7
    assert cc.cohen_kappa(a, b, population=100).method == "score t(7), finite population"


def test_comparing_results_instead_of_measures_is_explained() -> None:
    a, b = cc.cohen_kappa([1, 2, 1], [1, 2, 2]), cc.cohen_kappa([1, 2, 1], [1, 1, 1])
    with pytest.raises(OptionError, match="compare needs the ratings behind both numbers"):
        cc.compare(a, b)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [-1, "x", None, 1.5j])
def test_a_seed_that_is_none_is_refused_in_words(seed: Any) -> None:
    with pytest.raises(OptionError, match="rng must be a seed"):
        cc.cohen_kappa([1, 2, 1], [1, 2, 2], interval="bootstrap", rng=seed)


def test_a_perfect_correlation_is_not_certainty() -> None:
    x = [1, 2, 3, 4, 5, 3, 2.5]
    for result in (
        cc.pearson(x, x),
        cc.spearman(x, x),
        cc.kendall_tau(x, x),
        cc.pearson(x, x, interval="classical"),
    ):
        assert result.estimate == pytest.approx(1)
        assert result.interval is not None
        # 7 items without a miss leave 1 - .025^(1/7) = 41.0 % that might be rated at random
        assert result.interval.low == pytest.approx(0.025 ** (1 / 7))
    w = cc.kendall_w(x, x)
    assert w.interval is not None
    assert w.interval.low == pytest.approx(1 - (1 - 0.025 ** (1 / 7)) / 2)


def test_a_census_has_no_sampling_error() -> None:
    result = cc.cohen_kappa(cc.table([[8, 2], [3, 7]]), population=20)
    assert result.se == 0
    assert result.interval is not None
    assert result.interval.low == result.interval.high == result.estimate
    assert result.notes[-1].code == "census"


def test_a_population_is_counted_in_items_also_with_clusters() -> None:
    m = simulated(60, 2, 0.0, seed=3)
    ratings = make(m, clusters=np.arange(60) // 3)
    free, half = (Measure(BY_NAME["scott_pi"], ratings).result(Plan(population=n)).se for n in (None, 120))
    assert half == pytest.approx(free * math.sqrt(0.5))


def test_few_clusters_take_t() -> None:
    ratings = make(simulated(40, 2, 0.0, seed=4), clusters=np.arange(40) % 4)
    result = Measure(BY_NAME["cohen_kappa"], ratings).result()
    assert result.method == "score t(3), clustered"


def test_one_cluster_is_too_few() -> None:
    ratings = make(simulated(40, 2, 0.0, seed=4), clusters=np.zeros(40, dtype=int))
    for interval in ("analytic", "jackknife", "bootstrap"):
        result = Measure(BY_NAME["cohen_kappa"], ratings).result(Plan(interval=interval))
        assert result.interval is None
        assert result.notes[-1].text == "Too few items or clusters for a standard error."


def test_bca_of_clusters_of_copies_is_that_of_the_items() -> None:
    m = simulated(25, 2, 0.0, seed=5)
    copies = make(np.repeat(m, 20, axis=0), clusters=np.repeat(np.arange(25), 20))
    plan = Plan(interval="bca", draws=4000)
    once, many = (Measure(BY_NAME["cohen_kappa"], r).result(plan).interval for r in (make(m), copies))
    assert once is not None
    assert many is not None
    assert many.low == pytest.approx(once.low, abs=0.03)
    assert many.high == pytest.approx(once.high, abs=0.03)


@pytest.mark.parametrize(
    "options",
    [
        {"interval": "jackknife", "variance": "irrcac"},
        {"interval": "bootstrap", "population": 100},
        {"interval": "exact", "clusters": [1, 1, 2, 2]},
        {"margins": "foo"},
    ],
)
def test_options_that_do_not_go_together_are_refused(options: dict[str, Any]) -> None:
    ask = cc.fleiss_kappa if "margins" in options else cc.exact_agreement
    with pytest.raises(OptionError):
        ask([1, 2, 1, 2], [1, 2, 2, 2], **options)


def test_asking_for_t_gives_the_p_of_t() -> None:
    a, b = [1, 2, 1, 2, 2, 1, 1, 2], [1, 2, 2, 2, 2, 1, 2, 2]
    result = cc.cohen_kappa(a, b, test="t")
    expected = 2 * stats.t.sf(abs(result.estimate / result.se), 7)
    assert result.p_value == pytest.approx(expected)


def test_one_sided_tests_of_correlation_are_halves() -> None:
    x, y = [1, 2, 3, 5, 4, 1, 2], [1, 3, 2, 5, 3, 2, 1]
    for ask in (cc.pearson, cc.spearman, cc.kendall_tau):
        both, up = ask(x, y).p_value, ask(x, y, alternative="greater").p_value
        assert up == pytest.approx(both / 2)
