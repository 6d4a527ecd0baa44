"""Limits of agreement: reference values, published examples, formulas written out, coverage, plain errors."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

import concordant as cc
from concordant.coefficients.bland_altman import bland_altman
from concordant.coefficients.loa_intervals import Normal, Part, interval_of_limit
from concordant.inference.measure import Measure
from concordant.reduce.moments import of_values
from concordant.reduce.weighing import Drawn
from tests.reference.cases import CASES, ratings_of

REFERENCE = Path(__file__).parent.parent / "reference"
BLAND_ALTMAN = [case for case in CASES if case["statistic"] == "bland_altman"]


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


# --- reference values ---------------------------------------------------------------------------


@pytest.mark.parametrize("case", BLAND_ALTMAN, ids=[case["id"] for case in BLAND_ALTMAN])
def test_reference_values_come_out(case: dict[str, Any]) -> None:
    measure = lambda **options: Measure(bland_altman, ratings_of(case), options).result()  # noqa: E731
    plain = measure()
    got = {"n": plain.n_items, "bias": plain.estimate, "sd": plain.details["sd_differences"]}
    got["bias_ci_low"], got["bias_ci_high"] = ends(plain)
    asked = {
        "": {"limits_interval": "bland1986"},
        "_exact": {},
        "_ba1999": {"limits_interval": "approximate"},
    }
    for name, options in asked.items():
        for part, side in zip(measure(**options).parts, ("low", "high"), strict=True):
            got[f"loa_{side}"] = part.estimate
            got[f"loa_{side}{name}_ci_low"], got[f"loa_{side}{name}_ci_high"] = ends(part)
    for part, side in zip(measure(multiplier=1.96).parts, ("low", "high"), strict=True):
        got[f"loa_{side}_196"] = part.estimate
        # these cases take 1.96 for the limit but the normal quantile, 1.959964, for its error
        half = got[f"loa_{side}_ba1999_ci_high"] - got[f"loa_{side}"]
        got[f"loa_{side}_196_ba1999_ci_low"] = part.estimate - half
        got[f"loa_{side}_196_ba1999_ci_high"] = part.estimate + half
    for key, expected in case["expected"].items():
        assert got[key] == pytest.approx(expected, abs=1e-8, rel=1e-8), key


def test_all_five_reference_cases_are_asked() -> None:
    assert len(BLAND_ALTMAN) == 5


# --- single differences and their mean are kept apart -------------------------------------------


def test_limits_are_for_single_differences_and_the_interval_is_of_the_mean() -> None:
    x, y = pefr()
    d = np.subtract(x, y)
    n, s = len(d), d.std(ddof=1)
    t = stats.t.ppf(0.975, n - 1)
    r = cc.bland_altman(x, y)
    assert ends(r) == pytest.approx((d.mean() - t * s / np.sqrt(n), d.mean() + t * s / np.sqrt(n)))
    told = r.details
    assert (told["mean_difference_low"], told["mean_difference_high"]) == pytest.approx(ends(r))
    half = t * s * np.sqrt(1 + 1 / n)
    new = told["new_difference_low"], told["new_difference_high"]
    assert new == pytest.approx((d.mean() - half, d.mean() + half))
    # mean ± t·s/√17 is √17 ≈ 4 times narrower than limits, and a new difference is expected a little wider
    low, high = limits(r)
    assert new[0] < low < ends(r)[0] < r.estimate < ends(r)[1] < high < new[1]
    assert "single differences" in told["meaning"] and "mean difference only" in told["meaning"]
    assert told["difference"] == "A minus B"


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
    with pytest.raises(cc.OptionError, match="bland1986' is for limits of 1.96"):
        cc.bland_altman(x, y, agreement=0.8, limits_interval="bland1986")


# --- intervals of the limits --------------------------------------------------------------------


def test_exact_intervals_hold_the_true_limit_as_often_as_they_say() -> None:
    rng = np.random.default_rng(7)
    n, k, runs = 8, 1.959963984540054, 4000
    d = rng.normal(0, 1, (runs, n))
    unit = Normal(n, 0.0, 1 / np.sqrt(n), (Part(1.0, 1.0, n - 1),))
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
    d = Normal(n, 0.0, 1e-3, (Part(1.0, 1.0, n - 1),))
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
    m = of_values(np.stack([truth * rng.normal(1, 0.1, 12), truth + rng.normal(1, 1, 12)], axis=1), ("a", "b"))
    _check_slopes(m, options)


@pytest.mark.parametrize("repeats", ["linked", "unlinked"])
def test_influence_values_with_repeats_are_derivatives(repeats: str) -> None:
    rng = np.random.default_rng(6)
    values = rng.uniform(5, 30, 10)[:, None] + rng.normal(0, 1, (10, 6))
    values[rng.random((10, 6)) < 0.2] = np.nan
    m = of_values(values, ("a", "b"), ("1", "2", "3"))
    _check_slopes(m, {"repeats": repeats})


def _check_slopes(m: Any, options: dict[str, Any]) -> None:
    e = bland_altman(m, **options)
    h = 1e-6
    up, down = (
        bland_altman(m.weighed(Drawn(m.counts + sign * h * np.eye(len(m.counts)))), **options)
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
    assert (r.p_value, r.details["null_value"]) == (pytest.approx(logs.p_value), 1.0)


def test_constant_differences_have_limits_without_width_and_say_so() -> None:
    r = cc.bland_altman([10.1, 20.2, 30.3, 40.7], [0.1, 10.2, 20.3, 30.7])
    assert r.estimate == pytest.approx(10)
    assert limits(r) == [r.estimate, r.estimate]
    assert ends(r) == ends(r.parts[0]) == (r.estimate, r.estimate)
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
    with pytest.raises(cc.OptionError, match="Only sums are known"):
        Measure(bland_altman, m.without_items(), {"limits": "nonparametric"}).result()


# --- other shapes -------------------------------------------------------------------------------


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
    assert cc.bland_altman(d, np.zeros(4000), limits="nonparametric", interval="analytic").se == pytest.approx(
        r.se, rel=0.05
    )


def test_regression_limits_are_two_lines_on_size() -> None:
    rng = np.random.default_rng(10)
    truth = rng.uniform(10, 100, 200)
    x, y = truth * 1.1 + rng.normal(0, 0.05, 200) * truth, truth + rng.normal(0, 0.05, 200) * truth
    d, size = x - y, (x + y) / 2
    slope, intercept = np.polyfit(size, d, 1)
    spread, start = np.polyfit(size, np.abs(d - intercept - slope * size) * np.sqrt(np.pi / 2), 1)
    r = cc.bland_altman(x, y, limits="regression")
    told = r.details
    assert (told["bias_intercept"], told["bias_slope"]) == pytest.approx((intercept, slope))
    assert (told["sd_intercept"], told["sd_slope"]) == pytest.approx((start, spread))
    half = 1.959963984540054 * (start + spread * size.mean())
    middle = intercept + slope * size.mean()
    assert (r.estimate, *limits(r)) == pytest.approx((middle, middle - half, middle + half))
    assert told["limits_are"] == f"at the mean size, {size.mean():.6g}"
    boot = cc.bland_altman(x, y, limits="regression", interval="bootstrap", draws=400)
    assert r.parts[1].se == pytest.approx(boot.parts[1].se, rel=0.2)


def test_a_slope_on_size_is_noticed_and_is_the_test_of_pitman_and_morgan() -> None:
    rng = np.random.default_rng(11)
    truth = rng.uniform(10, 100, 60)
    x, y = 1.2 * truth + rng.normal(0, 3, 60), truth + rng.normal(0, 3, 60)
    r = cc.bland_altman(x, y)
    expected = stats.linregress((x + y) / 2, x - y)
    told = r.details
    assert (told["slope_on_size"], told["slope_on_size_se"]) == pytest.approx((expected.slope, expected.stderr))
    # equal variances of x and y: the correlation of x − y and x + y is none
    assert told["slope_on_size_p"] == pytest.approx(stats.pearsonr(x - y, x + y).pvalue)
    assert [n.code for n in r.notes][0] == "differences-follow-size"
    assert r.notes[0].text.startswith("Differences grow with size: by 0.159 for each unit")
    assert "differences-follow-size" not in [n.code for n in cc.bland_altman(x, x - 3 + y / 1e9).notes]


def test_scatter_that_widens_is_noticed() -> None:
    rng = np.random.default_rng(12)
    truth = rng.uniform(1, 100, 150)
    x, y = truth * rng.normal(1, 0.1, 150), truth * rng.normal(1, 0.1, 150)
    codes = [n.code for n in cc.bland_altman(x, y).notes]
    assert "spread-follows-size" in codes
    assert "spread-follows-size" not in [n.code for n in cc.bland_altman(x, y, differences="log").notes]


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


def test_an_allowed_ratio_goes_both_ways() -> None:
    x, y = pefr()
    ratio = cc.bland_altman(x, y, differences="log", allowed=1.3).details
    logs = cc.bland_altman(np.log(x), np.log(y), allowed=float(np.log(1.3))).details
    assert ratio["limits_within_allowed"] == logs["limits_within_allowed"]
    assert ratio["bias_within_allowed_p"] == pytest.approx(logs["bias_within_allowed_p"])
    with pytest.raises(cc.OptionError, match="a ratio above 1"):
        cc.bland_altman(x, y, differences="log", allowed=0.2)


# --- repeats ------------------------------------------------------------------------------------


def cardiac() -> cc.Ratings:
    """Bland and Altman 1999, table 4: cardiac output by two methods, three to six times in 12 subjects."""
    subject, occasion, rv, ic = columns("bland_altman_1999_cardiac.csv", "subject", "occasion", "rv", "ic")
    rows = [
        {"item": s, "rater": rater, "value": v, "repeat": o}
        for rater, values in (("rv", rv), ("ic", ic))
        for s, o, v in zip(subject, occasion, values, strict=True)
    ]
    import pandas as pd

    frame = pd.DataFrame(rows)
    return cc.read(frame, item="item", rater="rater", value="value", repeat="repeat", raters=["rv", "ic"])


def test_unlinked_repeats_give_the_published_limits() -> None:
    # 1999, section 5.2: mean 0.7092, variances within 0.1072 and 0.1379, Σ(1/m)/n = 0.2097,
    # limits 0.7092 ± 1.96·1.0517, that is −1.35 and 2.77
    r = cc.bland_altman(cardiac(), repeats="unlinked", multiplier=1.96)
    assert r.estimate == pytest.approx(0.7092, abs=5e-5)
    assert r.details["var_within_first"] == pytest.approx(0.1072, abs=5e-5)
    assert r.details["var_within_second"] == pytest.approx(0.1379, abs=5e-5)
    assert limits(r) == pytest.approx([-1.35, 2.77], abs=0.005)
    assert r.n_items == 12


def test_linked_repeats_are_an_analysis_of_variance_of_differences() -> None:
    subject, rv, ic = (np.array(c) for c in columns("bland_altman_1999_cardiac.csv", "subject", "rv", "ic"))
    d = rv - ic
    groups = [d[subject == k] for k in range(1, 13)]
    m = np.array([len(g) for g in groups])
    between = sum(len(g) * (g.mean() - d.mean()) ** 2 for g in groups) / 11
    within = sum(((g - g.mean()) ** 2).sum() for g in groups) / (60 - 12)
    var_items = (between - within) / ((60 - (m**2).sum() / 60) / 11)
    r = cc.bland_altman(cardiac())
    assert r.estimate == pytest.approx(d.mean())  # 0.60
    assert r.details["var_between_items"] == pytest.approx(var_items)
    assert r.details["var_within_items"] == pytest.approx(within)
    sd = np.sqrt(var_items + within)
    assert r.details["sd_differences"] == pytest.approx(sd)
    assert limits(r) == pytest.approx([d.mean() - 1.959963984540054 * sd, d.mean() + 1.959963984540054 * sd])
    assert r.notes[0].code == "repeats-linked"


def test_balanced_linked_repeats_are_the_textbook_s() -> None:
    rng = np.random.default_rng(14)
    d = rng.normal(1, 2, (9, 1)) + rng.normal(0, 1, (9, 4))
    x = rng.normal(50, 10, (9, 4))
    m = of_values(np.concatenate([x, x - d], axis=1), ("a", "b"), ("1", "2", "3", "4"))
    r = Measure(bland_altman, m, {"repeats": "linked"}).result()
    means, inside = d.mean(axis=1), d.var(axis=1, ddof=1).mean()
    assert r.details["sd_differences"] == pytest.approx(np.sqrt(means.var(ddof=1) + (1 - 1 / 4) * inside))
    half = stats.t.ppf(0.975, 8) * means.std(ddof=1) / 3
    assert ends(r) == pytest.approx((means.mean() - half, means.mean() + half))


def test_mover_limits_with_repeats_are_written_out() -> None:
    r = cc.bland_altman(cardiac(), repeats="unlinked")
    v, k, z = r.details, 1.959963984540054, stats.norm.ppf(0.975)
    share = 1 - 0.20972222222222217
    parts = [(v["var_item_means"], 11), (share * v["var_within_first"], 48), (share * v["var_within_second"], 48)]
    total = sum(p for p, _ in parts)
    most = total + np.sqrt(sum((p * (df / stats.chi2.ppf(0.025, df) - 1)) ** 2 for p, df in parts))
    least = total - np.sqrt(sum((p * (1 - df / stats.chi2.ppf(0.975, df))) ** 2 for p, df in parts))
    mean = z**2 * v["var_item_means"] / 12
    upper = r.estimate + k * np.sqrt(total)
    expected = (
        upper - np.sqrt(mean + k**2 * (np.sqrt(total) - np.sqrt(least)) ** 2),
        upper + np.sqrt(mean + k**2 * (np.sqrt(most) - np.sqrt(total)) ** 2),
    )
    assert ends(r.parts[1]) == pytest.approx(expected)


def test_mover_limits_with_repeats_hold_the_truth_often_enough() -> None:
    rng = np.random.default_rng(15)
    n, times, runs, k = 15, 3, 1500, 1.959963984540054
    sigma_items, sigma_within = 1.0, 0.8
    truth = k * np.hypot(sigma_items, sigma_within)
    d = rng.normal(0, sigma_items, (runs, n, 1)) + rng.normal(0, sigma_within, (runs, n, times))
    held = 0
    for run in d:
        means, inside = run.mean(axis=1), run.var(axis=1, ddof=1).mean()
        v = means.var(ddof=1)
        parts = (Part(1 / times, times * v, n - 1), Part(1 - 1 / times, inside, n * (times - 1)))
        low, high = interval_of_limit(Normal(n, means.mean(), np.sqrt(v / n), parts), k, "mover", 0.95)
        held += low <= truth <= high
    assert held / runs == pytest.approx(0.95, abs=0.02)


def test_gaps_among_repeats_are_left_out_where_they_break_a_pair() -> None:
    values = np.array([[10.0, np.nan, 8, 9], [12, 14, 11, 12], [20, 22, np.nan, np.nan], [7, 9, 6, np.nan]])
    m = of_values(values, ("a", "b"), ("1", "2"))
    linked = Measure(bland_altman, m, {"repeats": "linked"}).result()
    # pairs: 10 − 8; 12 − 11 and 14 − 12; none; 7 − 6
    assert linked.estimate == pytest.approx((2 + 1 + 2 + 1) / 4)
    unlinked = Measure(bland_altman, m, {"repeats": "unlinked"}).result()
    # means: 10 − 8.5; 13 − 11.5; none; 8 − 6
    assert unlinked.estimate == pytest.approx((1.5 + 1.5 + 2) / 3)
    assert linked.n_items == unlinked.n_items == 3


def test_repeats_refuse_what_takes_items_for_single() -> None:
    with pytest.raises(cc.OptionError, match="takes differences for independent"):
        cc.bland_altman(cardiac(), limits="regression")
    with pytest.raises(cc.OptionError, match="limits_interval='exact' is for single measurements"):
        cc.bland_altman(cardiac(), limits_interval="exact")


# --- plain words --------------------------------------------------------------------------------


def test_one_item_is_undefined_and_says_so() -> None:
    r = cc.bland_altman([3.0], [2.0])
    assert not r.defined and r.notes[0].code == "one-item"


def test_all_gaps_are_undefined_and_say_so() -> None:
    r = cc.bland_altman([1.0, None, 3.0], [None, 2.0, None])
    assert not r.defined and r.notes[0].code == "no-pairs"


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
        ({"differences": "log"}, "must be above 0 for ratios .*but A has 0 in item 1 of those measured, and 1 more"),
        ({"differences": "percent"}, "must be above 0 for percentages"),
        ({"differences": "logs"}, "differences must be one of .*Did you mean 'log'"),
        ({"limits": "quantile"}, "limits must be one of"),
        ({"limits_interval": "mver"}, "Did you mean 'mover'"),
        ({"agreement": 95}, "agreement is the share of differences between the limits, such as 0.95, got 95"),
        ({"agreement": 0.9, "multiplier": 1.96}, "say the same thing"),
        ({"multiplier": -1}, "multiplier is a number of standard deviations above 0"),
        ({"allowed": 0}, "allowed is a difference above 0"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_sentence(options: dict[str, Any], words: str) -> None:
    with pytest.raises(cc.ConcordantError, match=words):
        cc.bland_altman([0.0, 2, 3], [-1.0, 2, 4], **options)
