"""Total deviation index and coverage probability: normal differences, their limits and their edges."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from scipy.stats import ncx2, norm

import concordant as cc
from concordant.coefficients.distributions import covered, log_odds, reach
from concordant.coefficients.limits_of_agreement.total_deviation import (
    coverage_probability,
    total_deviation_index,
)
from concordant.errors import OptionError
from concordant.reduce.moments import of_values


def pairs(n: int = 40, bias: float = 0.8, spread: float = 1.5, seed: int = 3) -> Any:
    rng = np.random.default_rng(seed)
    x = rng.normal(20, 5, n)
    return np.stack([x, x + rng.normal(bias, spread, n)])


def moments_of(d: Any) -> tuple[float, float]:
    return float(d.mean()), float(d.std(ddof=1))


# --- values ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("bias", [0.0, 0.8, -3.0, 40.0])
@pytest.mark.parametrize("coverage", [0.3, 0.9, 0.99])
def test_the_index_is_the_quantile_of_the_size_of_normal_differences(bias: float, coverage: float) -> None:
    x, y = pairs(bias=bias)
    mean, sd = moments_of(y - x)
    # (d/σ)² is non-central chi-square with 1 degree of freedom and non-centrality (μ/σ)²
    expected = sd * math.sqrt(ncx2.ppf(coverage, 1, (mean / sd) ** 2))
    assert cc.total_deviation_index(x, y, coverage=coverage).estimate == pytest.approx(expected, rel=1e-7)


def test_without_bias_it_is_a_normal_quantile() -> None:
    x = np.arange(8.0)
    d = np.array([1, -1, 2, -2, 1, -1, 2, -2])  # mean 0, s² = 20/7
    result = cc.total_deviation_index(x, x + d)
    assert result.estimate == pytest.approx(1.6448536269514722 * math.sqrt(20 / 7), abs=1e-12)
    # Φ(1/s) − Φ(−1/s) = erf(1/(s√2))
    share = cc.coverage_probability(x, x + d, within=1).estimate
    assert share == pytest.approx(math.erf(1 / math.sqrt(40 / 7)), abs=1e-14)


def test_lins_approximation() -> None:
    x, y = pairs()
    d = y - x
    result = cc.total_deviation_index(x, y, approximate=True, coverage=0.8)
    # z_{.9}·√(Σd²/(n − 1)), Lin 2000
    assert result.estimate == pytest.approx(1.2815515655446004 * math.sqrt((d**2).sum() / 39), abs=1e-12)
    assert result.details["exact"] == cc.total_deviation_index(x, y, coverage=0.8).estimate
    assert "rough-approximation" not in [note.code for note in result.notes]
    far = cc.total_deviation_index(x, y + 10, approximate=True)
    assert "rough-approximation" in [note.code for note in far.notes]


def test_index_and_probability_are_inverse_to_each_other() -> None:
    x, y = pairs()
    kappa = cc.total_deviation_index(x, y, coverage=0.85).estimate
    assert cc.coverage_probability(x, y, within=kappa).estimate == pytest.approx(0.85, abs=1e-12)


def test_the_order_of_raters_and_a_shift_of_both_do_not_matter() -> None:
    x, y = pairs()
    for ask in (cc.total_deviation_index, cc.coverage_probability):
        once, swapped, shifted = ask(x, y), ask(y, x), ask(x + 1e6, y + 1e6)
        assert swapped.estimate == pytest.approx(once.estimate, abs=1e-12)
        assert swapped.interval.low == pytest.approx(once.interval.low, abs=1e-12)  # type: ignore[union-attr]
        assert shifted.estimate == pytest.approx(once.estimate, abs=1e-8)


def test_small_differences_of_large_values_keep_their_digits() -> None:
    rng = np.random.default_rng(5)
    x = np.round(rng.normal(0, 1e6, 30))
    d = np.round(rng.normal(0, 1, 30) * 64) / 64
    mean, sd = moments_of(d)
    expected = float(reach(np.array(mean), np.array(sd), 0.9)[0])
    assert cc.total_deviation_index(x + 1e9, x + 1e9 + d).estimate == pytest.approx(expected, rel=1e-9)


# --- slopes and limits ----------------------------------------------------------------------------


@pytest.mark.parametrize("mean", [-2.0, 0.1, 1.0])
def test_slopes_by_mean_and_spread_are_derivatives(mean: float) -> None:
    h, sd = 1e-6, 1.3
    for f in (lambda m, s: reach(m, s, 0.9), lambda m, s: covered(m, s, 1.1)):
        _, by_mean, by_sd = f(np.array(mean), np.array(sd))
        up, down = (float(f(np.array(mean + e), np.array(sd))[0]) for e in (h, -h))
        assert float(by_mean) == pytest.approx((up - down) / (2 * h), abs=1e-7)
        up, down = (float(f(np.array(mean), np.array(sd + e))[0]) for e in (h, -h))
        assert float(by_sd) == pytest.approx((up - down) / (2 * h), abs=1e-7)


@pytest.mark.parametrize("mean", [-0.7, 0.4])
def test_log_odds_are_those_of_the_share(mean: float) -> None:
    share, by_mean, by_sd = (float(x) for x in covered(np.array(mean), np.array(0.9), 1.0))
    at, there_mean, there_sd = log_odds(mean, 0.9, 1.0)
    assert at == pytest.approx(math.log(share / (1 - share)), abs=1e-12)
    assert there_mean == pytest.approx(by_mean / (share * (1 - share)), abs=1e-12)
    assert there_sd == pytest.approx(by_sd / (share * (1 - share)), abs=1e-12)


def test_the_error_of_the_index_is_by_the_delta_method() -> None:
    x, y = pairs()
    mean, sd = moments_of(y - x)
    h = 1e-5

    def kappa(m: float, s: float) -> float:
        return s * math.sqrt(ncx2.ppf(0.9, 1, (m / s) ** 2))

    by_mean = (kappa(mean + h, sd) - kappa(mean - h, sd)) / (2 * h)
    by_sd = (kappa(mean, sd + h) - kappa(mean, sd - h)) / (2 * h)
    # var d̄ = σ²/n, var s = σ²/2(n − 1)
    se = sd * math.sqrt(by_mean**2 / 40 + by_sd**2 / 78)
    result = cc.total_deviation_index(x, y)
    assert result.se == pytest.approx(se, rel=1e-4)
    factor = math.exp(1.959963984540054 * result.se / result.estimate)
    ends = (result.estimate / factor, result.estimate * factor)
    assert (result.interval.low, result.interval.high) == pytest.approx(ends)  # type: ignore[union-attr]


def test_lins_limits_of_the_approximation() -> None:
    x, y = pairs()
    d = y - x
    msd = (d**2).sum() / 39
    # var ln MSD = 2(1 − μ⁴/MSD²)/(n − 2), Lin et al. 2002
    half = 1.6448536269514722 * math.sqrt(2 * (1 - d.mean() ** 4 / msd**2) / 38) / 2
    result = cc.total_deviation_index(x, y, approximate=True, level=0.9)
    assert result.interval.high == pytest.approx(result.estimate * math.exp(half))  # type: ignore[union-attr]


def test_analytic_and_jackknife_agree_with_the_normal_error_on_normal_data() -> None:
    x, y = pairs(n=2000)
    for ask in (cc.total_deviation_index, cc.coverage_probability):
        errors = [ask(x, y, interval=how).se for how in ("classical", "analytic", "jackknife")]
        assert errors[1:] == pytest.approx([errors[0]] * 2, rel=0.06)
        assert errors[2] == pytest.approx(errors[1], rel=0.005)


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    rng = np.random.default_rng(12)
    mean, sd, n, runs = 0.5, 1.0, 20, 500
    truths = (
        float(reach(np.array(mean), np.array(sd), 0.9)[0]),
        float(norm.cdf((1.5 - mean) / sd) - norm.cdf((-1.5 - mean) / sd)),
    )
    held = np.zeros(2)
    for _ in range(runs):
        m = of_values(np.stack([np.zeros(n), rng.normal(mean, sd, n)], axis=1), ["a", "b"])
        for place, e in enumerate((total_deviation_index(m), coverage_probability(m, within=1.5))):
            low, high = e.classical.limits(0.95)  # type: ignore[union-attr]
            held[place] += low <= truths[place] <= high
    # 95 % ± 3 standard errors of 1 %
    assert np.abs(held / runs - 0.95).max() < 0.03


def test_tests_against_an_allowed_value_are_on_the_scale_of_the_interval() -> None:
    x, y = pairs()
    index = cc.total_deviation_index(x, y)
    high = index.interval.high  # type: ignore[union-attr]
    assert cc.total_deviation_index(x, y, null=high, alternative="less").p_value == pytest.approx(0.025)
    assert math.isnan(index.p_value)
    share = cc.coverage_probability(x, y, within=3)
    low = share.interval.low  # type: ignore[union-attr]
    result = cc.coverage_probability(x, y, within=3, null=low, alternative="greater")
    assert result.p_value == pytest.approx(0.025)
    assert result.details["test"] == "Wald z, log odds"
    with pytest.raises(OptionError, match="between 0 and inf"):
        cc.total_deviation_index(x, y, null=-1)


# --- edges ----------------------------------------------------------------------------------------


def test_perfect_agreement_does_not_claim_certainty() -> None:
    x = [1.5, 2.5, 7]
    index, share = cc.total_deviation_index(x, x), cc.coverage_probability(x, x)
    assert (index.estimate, share.estimate) == (0, 1)
    assert index.interval.high > 0  # type: ignore[union-attr]
    # 3 items do not rule out that 1 − .025^(1/3) = .708 would be missed
    assert share.interval.low == pytest.approx(0.025 ** (1 / 3))  # type: ignore[union-attr]


def test_a_constant_difference_is_all_within_or_all_beyond() -> None:
    x = np.array([0.1, 0.2, 0.7, 1.3])
    assert cc.total_deviation_index(x, x + 1).estimate == pytest.approx(1, abs=1e-15)
    assert cc.coverage_probability(x, x + 1, within=1).estimate == 1
    assert cc.coverage_probability(x, x + 1, within=0.999).estimate == 0
    for seed in range(20):  # whatever rounding makes of the mean difference
        y = np.random.default_rng(seed).normal(0, 100, 7)
        assert cc.coverage_probability(y, y + 0.1, within=0.1, interval="none").estimate == 1
    result = cc.coverage_probability(x, x + 1, within=2)
    assert result.interval is None
    assert result.notes[-1].code == "no-spread"


def test_all_but_certain_keeps_an_interval() -> None:
    x, y = pairs(bias=0, spread=0.1)
    result = cc.coverage_probability(x, y, within=1)
    assert result.estimate == 1
    assert 0.999 < result.interval.low < 1  # type: ignore[union-attr,operator]
    hopeless = cc.coverage_probability(x, y + 10, within=1)
    assert hopeless.estimate < 1e-300
    assert hopeless.interval is None  # numbers cannot hold its width
    assert "no-spread" in [note.code for note in hopeless.notes]


def test_differences_that_do_not_look_normal_are_spoken_of() -> None:
    x = np.arange(200.0)
    d = np.where(np.arange(200) % 20 == 0, 15.0, 0.0)
    (note,) = cc.coverage_probability(x, x + d, within=2).notes
    assert note.code == "not-normal"
    assert note.text.startswith("Differences do not look normal: 95.0% of 200 are 2 or less; ")
    assert cc.coverage_probability(*pairs(n=200), within=2).notes == ()


def test_undefined_says_why() -> None:
    for ask in (cc.total_deviation_index, cc.coverage_probability):
        assert ask([1.5], [2.5]).notes[0].code == "one-item"
        assert ask([1, None, 2.5], [None, 3, None]).notes[0].code == "no-pairs"


def test_bad_options_and_repeats_are_named() -> None:
    x, y = pairs()
    with pytest.raises(OptionError, match=r"coverage must be a share between 0 and 1, such as 0\.9, got 90"):
        cc.total_deviation_index(x, y, coverage=90)
    with pytest.raises(OptionError, match="within, the allowed difference, must be above 0, got 0"):
        cc.coverage_probability(x, y, within=0)
    with pytest.raises(OptionError, match="compares two raters, but there are 3"):
        cc.total_deviation_index(np.ones((4, 3)) * np.arange(3))
    with pytest.raises(OptionError, match="choose one occasion"):
        total_deviation_index(of_values(np.ones((3, 4)), ["A", "B"], ["1", "2"]))


def test_a_summary_gives_what_the_measurements_give() -> None:
    x, y = pairs()
    stated = cc.summary(
        n_items=40, means=[x.mean(), y.mean()], sds=[x.std(ddof=1), y.std(ddof=1)],
        correlations=np.corrcoef(x, y)[0, 1],
    )  # fmt: skip
    for ask in (cc.total_deviation_index, cc.coverage_probability):
        ours, theirs = ask(stated), ask(x, y)
        assert ours.estimate == pytest.approx(theirs.estimate, abs=1e-12)
        assert ours.interval.high == pytest.approx(theirs.interval.high, abs=1e-12)  # type: ignore[union-attr]
