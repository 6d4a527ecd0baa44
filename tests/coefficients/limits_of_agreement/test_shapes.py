"""Limits of agreement by quantiles and by regression on size, and what is said about size."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

import concordant as cc


def ends(result: cc.Result) -> tuple[float, float]:
    assert result.interval is not None
    return result.interval.low, result.interval.high


def limits(result: cc.Result) -> list[float]:
    return [part.estimate for part in result.parts]


def test_quantiles_are_at_rank_p_times_n_plus_one() -> None:
    # n = 39: 0.025·40 = 1 and 0.975·40 = 39, the smallest and the largest; the median has rank 20
    d = np.arange(1, 40) ** 2
    r = cc.bland_altman(d, np.zeros(39), limits="nonparametric")
    assert (r.estimate, *limits(r)) == (400, 1, 1521)
    assert "too-few-for-quantiles" not in [note.code for note in r.notes]
    few = cc.bland_altman(d[:20], np.zeros(20), limits="nonparametric")
    assert "too-few-for-quantiles" in [note.code for note in few.notes]


def test_order_statistics_around_a_median_are_the_tabled_ones() -> None:
    # for n = 100 the 95 % interval of a median runs from the 40th to the 61st value (binomial tables)
    d = np.arange(1.0, 101)
    r = cc.bland_altman(d, np.zeros(100), limits="nonparametric")
    assert r.estimate == 50.5
    assert ends(r) == (40, 61)
    assert ends(r.parts[0]) == (-np.inf, 7)  # P(Bin(100, .025) ≤ 6) = .987 ≥ .975 is the first
    assert ends(r.parts[1]) == (94, np.inf)


def test_the_median_is_tested_by_signs() -> None:
    rng = np.random.default_rng(8)
    d = rng.normal(0.4, 1, 40)
    r = cc.bland_altman(d, np.zeros(40), limits="nonparametric")
    assert r.p_value == pytest.approx(stats.binomtest(int((d > 0).sum()), 40).pvalue)


def test_quantile_limits_hold_what_they_say_of_skewed_differences() -> None:
    rng = np.random.default_rng(9)
    d = rng.exponential(1, 4000)
    r = cc.bland_altman(d, np.zeros(4000), limits="nonparametric")
    assert limits(r) == pytest.approx([np.log(1 / 0.975), np.log(1 / 0.025)], abs=0.2)
    assert ends(r.parts[1])[0] < np.log(40) < ends(r.parts[1])[1]
    assert r.parts[1].se == pytest.approx(np.sqrt(0.025 * 0.975 / 4000) / 0.025, rel=0.2)
    assert cc.bland_altman(
        d, np.zeros(4000), limits="nonparametric", interval="analytic"
    ).se == pytest.approx(r.se, rel=0.05)


def test_regression_limits_are_two_lines_on_size() -> None:
    rng = np.random.default_rng(10)
    truth = rng.uniform(10, 100, 200)
    x, y = truth * 1.1 + rng.normal(0, 0.05, 200) * truth, truth + rng.normal(0, 0.05, 200) * truth
    d, size = x - y, (x + y) / 2
    slope, intercept = np.polyfit(size, d, 1)
    spread, start = np.polyfit(size, np.abs(d - intercept - slope * size) * np.sqrt(np.pi / 2), 1)
    r = cc.bland_altman(x, y, limits="regression")
    details = r.details
    assert (details["bias_intercept"], details["bias_slope"]) == pytest.approx((intercept, slope))
    assert (details["sd_intercept"], details["sd_slope"]) == pytest.approx((start, spread))
    half = 1.959963984540054 * (start + spread * size.mean())
    middle = intercept + slope * size.mean()
    assert (r.estimate, *limits(r)) == pytest.approx((middle, middle - half, middle + half))
    assert details["limits_are"] == f"at the mean size, {size.mean():.6g}"
    boot = cc.bland_altman(x, y, limits="regression", interval="bootstrap", draws=400)
    assert r.parts[1].se == pytest.approx(boot.parts[1].se, rel=0.2)


def test_a_slope_on_size_is_noticed_and_is_the_test_of_pitman_and_morgan() -> None:
    rng = np.random.default_rng(11)
    truth = rng.uniform(10, 100, 60)
    x, y = 1.2 * truth + rng.normal(0, 3, 60), truth + rng.normal(0, 3, 60)
    r = cc.bland_altman(x, y)
    expected = stats.linregress((x + y) / 2, x - y)
    details = r.details
    assert (details["slope_on_size"], details["slope_on_size_se"]) == pytest.approx(
        (expected.slope, expected.stderr)
    )
    # equal variances of x and y: the correlation of x − y and x + y is none
    assert details["slope_on_size_p"] == pytest.approx(stats.pearsonr(x - y, x + y).pvalue)
    assert next(n.code for n in r.notes) == "differences-follow-size"
    assert r.notes[0].text.startswith("Differences increase with size: by 0.159 per unit")
    alike = cc.bland_altman(y, truth + rng.normal(0, 3, 60))
    assert "differences-follow-size" not in [n.code for n in alike.notes]


def test_scatter_that_widens_is_noticed() -> None:
    rng = np.random.default_rng(12)
    truth = rng.uniform(1, 100, 150)
    x, y = truth * rng.normal(1, 0.1, 150), truth * rng.normal(1, 0.1, 150)
    codes = [n.code for n in cc.bland_altman(x, y).notes]
    assert "spread-follows-size" in codes
    assert "spread-follows-size" not in [n.code for n in cc.bland_altman(x, y, differences="log").notes]
