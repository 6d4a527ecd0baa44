"""Limits of agreement: formulas written out, coverage, plain errors (test_reference.py has more values)."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

import concordant as cc
from concordant.coefficients.limits_of_agreement.bland_altman import bland_altman
from concordant.coefficients.limits_of_agreement.intervals import Normal, VarianceTerm, interval_of_limit
from concordant.inference.measure import Measure
from concordant.reduce.item_weights import DrawWeights
from concordant.reduce.moments import of_values

REFERENCE = Path(__file__).parents[2] / "reference"


def columns(file: str, *names: str) -> list[list[float]]:
    with open(REFERENCE / file, encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    return [[float(row[name]) for row in rows] for name in names]


def pefr() -> tuple[list[float], list[float]]:
    x, y = columns("bland_altman_1986_pefr.csv", "wright1", "mini1")
    return x, y


def ends(result: cc.Result) -> tuple[float, float]:
    assert result.interval is not None
    return result.interval.low, result.interval.high


def limits(result: cc.Result) -> list[float]:
    return [part.estimate for part in result.parts]


# --- single differences and their mean are kept apart -------------------------------------------


def test_limits_are_for_single_differences_and_the_interval_is_of_the_mean() -> None:
    x, y = pefr()
    d = np.subtract(x, y)
    n, s = len(d), d.std(ddof=1)
    t = stats.t.ppf(0.975, n - 1)
    r = cc.bland_altman(x, y)
    assert ends(r) == pytest.approx((d.mean() - t * s / np.sqrt(n), d.mean() + t * s / np.sqrt(n)))
    details = r.details
    assert (details["mean_difference_low"], details["mean_difference_high"]) == pytest.approx(ends(r))
    half = t * s * np.sqrt(1 + 1 / n)
    new = details["new_difference_low"], details["new_difference_high"]
    assert new == pytest.approx((d.mean() - half, d.mean() + half))
    # mean ± t·s/√17 is √17 ≈ 4 times narrower than limits, and a new difference is expected a little wider
    low, high = limits(r)
    assert new[0] < low < ends(r)[0] < r.estimate < ends(r)[1] < high < new[1]
    assert "single differences" in details["meaning"]
    assert "mean difference only" in details["meaning"]
    assert details["difference"] == "A minus B"


def test_the_test_of_the_bias_is_student_s() -> None:
    x, y = pefr()
    r = cc.bland_altman(x, y)
    expected = stats.ttest_rel(x, y)
    assert (r.details["statistic"], r.p_value) == pytest.approx((expected.statistic, expected.pvalue))
    one_sided = cc.bland_altman(x, y, alternative="less", null=10.0)
    assert one_sided.p_value == pytest.approx(
        stats.ttest_1samp(np.subtract(x, y), 10, alternative="less").pvalue
    )
    assert all(np.isnan(part.p_value) for part in r.parts)  # a limit is not tested against 0


def test_the_confidence_level_does_not_move_the_limits_nor_their_error() -> None:
    # blandr's error: the standard error of a limit shrank with the level of its interval
    x, y = pefr()
    wide, narrow = (
        cc.bland_altman(x, y, level=level, limits_interval="approximate") for level in (0.95, 0.9)
    )
    assert limits(wide) == limits(narrow)
    assert [p.se for p in wide.parts] == [p.se for p in narrow.parts]
    assert ends(wide.parts[0])[0] < ends(narrow.parts[0])[0]


def test_the_error_of_a_limit_follows_the_share_between_the_limits() -> None:
    # pingouin's error: √(3/n) whatever the share. Here s√(1/n + z²/2(n − 1)) with the z of the share.
    x, y = pefr()
    d = np.subtract(x, y)
    for share in (0.5, 0.8, 0.95, 0.99):
        r = cc.bland_altman(x, y, agreement=share, limits_interval="approximate")
        z = stats.norm.ppf(0.5 + share / 2)
        assert limits(r) == pytest.approx([d.mean() - z * d.std(ddof=1), d.mean() + z * d.std(ddof=1)])
        assert r.parts[1].se == pytest.approx(d.std(ddof=1) * np.sqrt(1 / 17 + z**2 / 32))
    with pytest.raises(cc.OptionError, match="bland1986' is for limits of"):
        cc.bland_altman(x, y, agreement=0.8, limits_interval="bland1986")


# --- intervals of the limits --------------------------------------------------------------------


def test_exact_intervals_hold_the_true_limit_as_often_as_they_say() -> None:
    rng = np.random.default_rng(7)
    n, k, runs = 8, 1.959963984540054, 4000
    d = rng.normal(0, 1, (runs, n))
    unit = Normal(n, 0.0, 1 / np.sqrt(n), (VarianceTerm(1.0, 1.0, n - 1),))
    low, high = interval_of_limit(unit, k, "exact", 0.9)
    s, m = d.std(axis=1, ddof=1), d.mean(axis=1)
    held = (m + low * s <= k) & (k <= m + high * s)
    assert held.mean() == pytest.approx(0.9, abs=0.015)  # three standard errors of 4000 runs
    below = (m + low * s > k).mean()
    assert below == pytest.approx(0.05, abs=0.011)  # and misses alike at both ends


def test_mover_is_written_out_and_close_to_exact() -> None:
    x, y = pefr()
    d = np.subtract(x, y)
    n, s, k = 17, d.std(ddof=1), 1.959963984540054
    z = stats.norm.ppf(0.975)
    high = s * np.sqrt((n - 1) / stats.chi2.ppf(0.025, n - 1))
    low = s * np.sqrt((n - 1) / stats.chi2.ppf(0.975, n - 1))
    r = cc.bland_altman(x, y, limits_interval="mover")
    upper = d.mean() + k * s
    expected = (
        upper - np.sqrt(z**2 * s**2 / n + k**2 * (s - low) ** 2),
        upper + np.sqrt(z**2 * s**2 / n + k**2 * (high - s) ** 2),
    )
    assert ends(r.parts[1]) == pytest.approx(expected)
    exact = cc.bland_altman(x, y).parts[1]
    assert ends(exact) == pytest.approx(ends(r.parts[1]), rel=0.05)


def test_a_million_items_have_exact_intervals_too() -> None:
    # for large n the exact interval is limit ± z·s·√(1/n + k²/2n)
    n, k = 1_000_000, 1.959963984540054
    d = Normal(n, 0.0, 1e-3, (VarianceTerm(1.0, 1.0, n - 1),))
    half = k * np.sqrt(1 / n + k**2 / (2 * n))
    assert interval_of_limit(d, k, "exact", 0.95) == pytest.approx((k - half, k + half), abs=2e-5)


def test_other_roads_to_an_interval_agree_in_a_large_sample() -> None:
    rng = np.random.default_rng(3)
    x = rng.normal(50, 10, 400)
    y = x + rng.normal(1, 2, 400)
    exact = cc.bland_altman(x, y)
    for road in ("analytic", "jackknife", "bootstrap"):
        other = cc.bland_altman(x, y, interval=road, draws=500)
        for a, b in zip((exact, *exact.parts), (other, *other.parts), strict=True):
            assert b.se == pytest.approx(a.se, rel=0.15)
            assert ends(b) == pytest.approx(ends(a), abs=0.3 * (ends(a)[1] - ends(a)[0]))


@pytest.mark.parametrize(
    "options",
    [{}, {"limits": "regression"}, {"differences": "log"}, {"differences": "percent"}, {"agreement": 0.6}],
)
def test_influence_values_of_the_limits_are_derivatives(options: dict[str, Any]) -> None:
    rng = np.random.default_rng(5)
    truth = rng.uniform(5, 30, 12)
    m = of_values(
        np.stack([truth * rng.normal(1, 0.1, 12), truth + rng.normal(1, 1, 12)], axis=1), ("a", "b")
    )
    _check_slopes(m, options)


def _check_slopes(m: Any, options: dict[str, Any]) -> None:
    e = bland_altman(m, **options)
    h = 1e-6
    up, down = (
        bland_altman(m.weighed(DrawWeights(m.counts + sign * h * np.eye(len(m.counts)))), **options)
        for sign in (1, -1)
    )
    for name in ("lower limit", "upper limit"):
        numeric = (up.parts[name].value.value - down.parts[name].value.value) / (2 * h)
        assert e.parts[name].value.slope == pytest.approx(numeric, abs=1e-6)


# --- what is subtracted -------------------------------------------------------------------------


def test_percent_is_of_the_mean_of_both_raters() -> None:
    # methcomp's error was a mean of the first rater alone. (12 − 8)/10 = 40 %, (18 − 22)/20 = −20 %, 0 %
    r = cc.bland_altman([12, 18, 30], [8, 22, 30], differences="percent")
    assert r.estimate == pytest.approx(20 / 3)
    assert r.details["sd_differences"] == pytest.approx(np.std([40, -20, 0], ddof=1))
    assert r.details["difference"] == "A minus B, in percent of the mean of both"


def test_logarithms_come_back_as_ratios() -> None:
    # ratios 2, 1/2 and 4: the geometric mean is 4^(1/3); logs 1, −1, 2 in units of ln 2
    r = cc.bland_altman([2, 1, 8], [1, 2, 2], differences="log")
    assert r.estimate == pytest.approx(4 ** (1 / 3))
    s = np.log(2) * np.std([1, -1, 2], ddof=1)
    z = 1.959963984540054
    assert limits(r) == pytest.approx([4 ** (1 / 3) * np.exp(-z * s), 4 ** (1 / 3) * np.exp(z * s)])
    assert r.details["sd_log_ratios"] == pytest.approx(s)
    logs = cc.bland_altman(np.log([2, 1, 8]), np.log([1, 2, 2]))
    for a, b in zip((r, *r.parts), (logs, *logs.parts), strict=True):
        assert ends(a) == pytest.approx(np.exp(ends(b)))
    assert r.p_value == pytest.approx(logs.p_value)
    assert r.details["null_value"] == 1
    # d exp(x) = exp(x)·dx
    assert [p.se for p in r.parts] == pytest.approx([np.exp(p.estimate) * p.se for p in logs.parts])


def test_constant_differences_have_limits_without_width_and_say_so() -> None:
    r = cc.bland_altman([10.1, 20.2, 30.3, 40.7], [0.1, 10.2, 20.3, 30.7])
    assert r.estimate == pytest.approx(10)
    assert limits(r) == [r.estimate, r.estimate]
    assert r.interval is r.parts[0].interval is None  # four items do not make it certain
    assert "constant-difference" in [note.code for note in r.notes]
    assert np.isnan(r.p_value)


def test_large_numbers_keep_their_digits() -> None:
    rng = np.random.default_rng(1)
    x, y = rng.normal(0, 1, (2, 50)).round(6)
    near, far = cc.bland_altman(x, y), cc.bland_altman(x + 1e9, y + 1e9)
    assert limits(far) == pytest.approx(limits(near), abs=1e-6)


def test_sums_alone_are_enough_for_normal_limits() -> None:
    x, y = pefr()
    m = of_values(np.array([x, y]).T, ("wright", "mini"))
    whole, sums = (Measure(bland_altman, s).result() for s in (m, m.without_items()))
    assert sums.estimate == pytest.approx(whole.estimate)
    for a, b in zip(sums.parts, whole.parts, strict=True):
        assert ends(a) == pytest.approx(ends(b))
    assert sums.details["slope_on_size_p"] == pytest.approx(whole.details["slope_on_size_p"])
    with pytest.raises(cc.OptionError, match="Only sums are available"):
        Measure(bland_altman, m.without_items(), {"limits": "nonparametric"}).result()


# --- an allowed difference ----------------------------------------------------------------------


def test_limits_are_within_what_is_allowed_or_not_or_it_cannot_be_told() -> None:
    x, y = pefr()
    # exact 95 % intervals of the limits: [−124.2, −53.1] and [48.9, 119.9]
    said = {a: cc.bland_altman(x, y, allowed=a).details["limits_within_allowed"] for a in (50, 60, 130)}
    assert said == {50: "not within", 60: "cannot tell", 130: "within"}
    assert cc.bland_altman(x, y, allowed=122, level=0.9).details["limits_within_allowed"] == "within"
    assert cc.bland_altman(x, y, allowed=122).details["limits_within_allowed"] == "cannot tell"


def test_the_bias_is_tested_for_being_within_what_is_allowed() -> None:
    x, y = pefr()
    d = np.subtract(x, y)
    above = stats.ttest_1samp(d, -20, alternative="greater").pvalue
    below = stats.ttest_1samp(d, 20, alternative="less").pvalue
    got = cc.bland_altman(x, y, allowed=20).details["bias_within_allowed_p"]
    assert got == pytest.approx(max(above, below))


def test_with_clusters_the_limits_are_not_judged_as_if_items_were_independent() -> None:
    x, y = pefr()
    ratings = cc.read({"item": range(17), "a": x, "b": y, "who": [i // 2 for i in range(17)]}, clusters="who")
    r = cc.bland_altman(ratings, allowed=130)
    assert "limits_within_allowed" not in r.details
    assert "allowed-with-clusters" in [note.code for note in r.notes]
    assert r.method.endswith("clustered")


def test_an_allowed_ratio_goes_both_ways() -> None:
    x, y = pefr()
    ratio = cc.bland_altman(x, y, differences="log", allowed=1.3).details
    logs = cc.bland_altman(np.log(x), np.log(y), allowed=float(np.log(1.3))).details
    assert ratio["limits_within_allowed"] == logs["limits_within_allowed"]
    assert ratio["bias_within_allowed_p"] == pytest.approx(logs["bias_within_allowed_p"])
    with pytest.raises(cc.OptionError, match="a ratio above 1"):
        cc.bland_altman(x, y, differences="log", allowed=0.2)


# --- plain words --------------------------------------------------------------------------------


def test_one_item_is_undefined_and_says_so() -> None:
    r = cc.bland_altman([3.0], [2.0])
    assert not r.defined
    assert r.notes[0].code == "one-item"


def test_all_gaps_are_undefined_and_say_so() -> None:
    r = cc.bland_altman([1.0, None, 3.0], [None, 2.0, None])
    assert not r.defined
    assert r.notes[0].code == "no-pairs"


def test_a_constant_rater_still_has_limits() -> None:
    # differences 1 − 5, 2 − 5, 6 − 5: mean −2, s² = (4 + 1 + 9)/2 = 7
    r = cc.bland_altman([1, 2, 6], [5, 5, 5])
    assert r.estimate == pytest.approx(-2)
    assert r.details["sd_differences"] == pytest.approx(np.sqrt(7))


def test_one_rater_is_refused() -> None:
    with pytest.raises(cc.OptionError, match="bland_altman compares raters, but there is only one"):
        cc.bland_altman(np.array([[1.0], [2.0]]))


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (
            {"differences": "log"},
            r"must be above 0 for ratios .*but 2 are not, such as 0 by A \(item 1 of those measured\)",
        ),
        ({"differences": "percent"}, "must be above 0 for percentages"),
        ({"differences": "logs"}, "differences must be one of .*Did you mean 'log'"),
        ({"limits": "quantile"}, "limits must be one of"),
        ({"limits_interval": "mver"}, "Did you mean 'mover'"),
        (
            {"agreement": 95},
            "the share of differences between the limits, must be between 0 and 1, such as 0.95, got 95",
        ),
        ({"agreement": 0.9, "multiplier": 1.96}, "mean the same thing"),
        ({"multiplier": -1}, "multiplier must be a number of standard deviations above 0"),
        ({"allowed": 0}, "allowed must be a difference above 0"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_sentence(options: dict[str, Any], words: str) -> None:
    with pytest.raises(cc.ConcordantError, match=words):
        cc.bland_altman([0.0, 2, 3], [-1.0, 2, 4], **options)
