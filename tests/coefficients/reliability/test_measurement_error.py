"""Measurement error, variance components, Cronbach's alpha, Spearman–Brown."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import concordant as cc
from concordant.coefficients.reliability.variance_limits import limits_of_difference, limits_of_sum


def data(seed: int, n: int = 15, raters: int = 4) -> Any:
    rng = np.random.default_rng(seed)
    return 10 + rng.normal(0, 1, (n, 1)) + rng.normal(0, 0.8, raters) + rng.normal(0, 0.5, (n, raters))


def squares(x: Any) -> tuple[float, float, float]:
    n, k = x.shape
    grand = x.mean()
    items = k * ((x.mean(1) - grand) ** 2).sum() / (n - 1)
    raters = n * ((x.mean(0) - grand) ** 2).sum() / (k - 1)
    error = ((x - x.mean(1, keepdims=True) - x.mean(0) + grand) ** 2).sum() / ((n - 1) * (k - 1))
    return items, raters, error


@given(st.integers(0, 10**6))
def test_the_two_errors_of_measurement_are_f20s(seed: int) -> None:
    """F20: agreement √(σ_r² + σ_e²), a negative σ_r² as 0; consistency √MS_e."""
    x = data(seed)
    _, raters, error = squares(x)
    assert cc.sem(x, kind="consistency").estimate == pytest.approx(math.sqrt(error))
    expected = math.sqrt(error + max(0.0, (raters - error) / len(x)))
    assert cc.sem(x).estimate == pytest.approx(expected)
    change = cc.smallest_detectable_change(x)
    assert change.estimate == pytest.approx(stats.norm.ppf(0.975) * math.sqrt(2) * expected)


def test_consistency_error_has_exact_chi_square_limits() -> None:
    x = data(1)
    result = cc.sem(x, kind="consistency", level=0.9)
    df, ms = 14 * 3, squares(x)[2]
    assert result.interval is not None
    assert result.interval.low == pytest.approx(math.sqrt(df * ms / stats.chi2.ppf(0.95, df)))
    assert result.interval.high == pytest.approx(math.sqrt(df * ms / stats.chi2.ppf(0.05, df)))


def test_within_subject_sd_and_repeatability_are_bland_and_altmans() -> None:
    x = data(2, raters=2)
    s_w = math.sqrt(((x[:, 0] - x[:, 1]) ** 2).mean() / 2)  # for two readings Σd²/2n
    assert cc.within_subject_sd(x).estimate == pytest.approx(s_w)
    limit = cc.repeatability_limit(x)
    assert limit.estimate == pytest.approx(1.959963985 * math.sqrt(2) * s_w)
    assert "no-repeats" in [note.code for note in limit.notes]


def repeated(seed: int, n: int = 12) -> tuple[list[dict[str, Any]], Any]:
    """Two raters, three occasions: rows of a long table, and the numbers as items × raters × occasions."""
    rng = np.random.default_rng(seed)
    x = rng.normal(5, 1, (n, 1, 1)) + rng.normal(0, 0.5, (1, 2, 1)) + rng.normal(0, 0.3, (n, 2, 3))
    rows = [
        {"item": f"i{i}", "rater": "AB"[g], "occasion": t + 1, "value": float(x[i, g, t])}
        for i in range(n)
        for g in range(2)
        for t in range(3)
    ]
    return rows, x


def test_with_repeats_it_is_the_spread_of_a_rater_around_themself() -> None:
    rows, x = repeated(3)
    inside = x.var(axis=2, ddof=1).mean()
    result = cc.within_subject_sd(rows, repeat="occasion")
    assert result.estimate == pytest.approx(math.sqrt(inside))
    assert result.details["n_repeats"] == 12 * 2 * 2
    df = 12 * 2 * 2
    assert result.interval is not None
    assert result.interval.high == pytest.approx(math.sqrt(df * inside / stats.chi2.ppf(0.025, df)))
    assert not result.notes or "no-repeats" not in [note.code for note in result.notes]
    alone = cc.repeatability_limit(rows, repeat="occasion", raters=["A"])
    assert alone.estimate == pytest.approx(
        stats.norm.ppf(0.975) * math.sqrt(2 * x[:, 0].var(axis=1, ddof=1).mean())
    )


@pytest.mark.parametrize("by", ["mean", "items", "log"])
def test_the_coefficient_of_variation_is_its_formula(by: str) -> None:
    x = data(4, raters=3)
    within = x.var(axis=1, ddof=1)
    expected = {
        "mean": math.sqrt(within.mean()) / x.mean(),
        "items": math.sqrt((within / x.mean(1) ** 2).mean()),
        "log": math.sqrt(math.exp(np.log(x).var(axis=1, ddof=1).mean()) - 1),
    }[by]
    assert cc.within_subject_cv(x, cv_by=by).estimate == pytest.approx(expected)
    assert cc.within_subject_cv(x * 7, cv_by=by).estimate == pytest.approx(expected)


def test_a_share_of_nothing_is_refused() -> None:
    with pytest.raises(cc.OptionError, match="above 0"):
        cc.within_subject_cv(data(0) - 10, cv_by="log")
    zero = cc.within_subject_cv([[-1.0, 1.0], [1.5, -1.5]])
    assert zero.notes[0].code == "zero-mean"


def test_no_error_seen_is_zero_and_said() -> None:
    x = np.repeat([[1.5], [2.5], [4.0]], 3, axis=1)
    for name in (cc.sem, cc.smallest_detectable_change, cc.within_subject_sd, cc.repeatability_limit):
        result = name(x)
        assert result.estimate == 0
        assert "no-error" in [note.code for note in result.notes]


def test_repeated_ratings_have_no_single_sem() -> None:
    rows, _ = repeated(0)
    with pytest.raises(cc.OptionError, match="repeated their ratings"):
        cc.sem(rows, repeat="occasion")


def test_certainty_is_a_share() -> None:
    with pytest.raises(cc.OptionError, match="share between 0 and 1"):
        cc.repeatability_limit(data(0), certainty=95)


# --- variance components ----------------------------------------------------------------------------


@given(st.integers(0, 10**6))
def test_components_are_those_of_expected_mean_squares(seed: int) -> None:
    x = data(seed)
    items, raters, error = squares(x)
    result = cc.variance_components(x)
    found = {part.category: part.estimate for part in result.parts}
    assert found["items"] == pytest.approx((items - error) / 4)
    assert found["raters"] == pytest.approx((raters - error) / 15)
    assert found["error"] == pytest.approx(error)
    assert result.estimate == pytest.approx(sum(found.values()))
    assert sum(part.details["share"] for part in result.parts) == pytest.approx(1)


def test_below_zero_by_anova_and_zero_by_likelihood() -> None:
    # B10: both are shown, neither hides the other
    x = np.array([[1.0, 2.0, 3.0], [3.0, 1.0, 2.0], [2.0, 3.0, 1.0], [1.0, 3.0, 2.0]])
    by_anova, by_likelihood = (cc.variance_components(x, method=m) for m in ("anova", "reml"))
    assert by_anova.parts[0].estimate < 0
    assert by_likelihood.parts[0].estimate == 0


@pytest.mark.parametrize(("place", "true"), [(0, 1.0), (1, 0.5), (2, 0.25)])
def test_limits_of_components_cover_as_often_as_they_say(place: int, true: float) -> None:
    rng = np.random.default_rng(place)
    covered = 0
    for _ in range(600):
        x = rng.normal(0, 1, (15, 1)) + rng.normal(0, math.sqrt(0.5), 6) + rng.normal(0, 0.5, (15, 6))
        s = squares(x)
        if place == 2:
            low, high = limits_of_sum([(s[2], 70)], 0.95)
        else:
            over, df = ((6, 14), (15, 5))[place]
            low, high = limits_of_difference((s[place] / over, df), (s[2] / over, 70), 0.95)
        covered += low <= true <= high
    assert 0.93 <= covered / 600 <= 0.985


# --- Cronbach's alpha, Spearman–Brown -----------------------------------------------------------------


@given(st.integers(0, 10**6))
def test_alpha_is_its_formula_and_icc_c_k(seed: int) -> None:
    x = data(seed)
    k = x.shape[1]
    expected = k / (k - 1) * (1 - x.var(axis=0, ddof=1).sum() / x.sum(axis=1).var(ddof=1))
    result = cc.cronbach_alpha(x)
    assert result.estimate == pytest.approx(expected)
    icc = cc.icc(x, form="C,k")
    assert result.interval is not None
    assert icc.interval is not None
    assert (result.interval.low, result.interval.high) == pytest.approx((icc.interval.low, icc.interval.high))


def test_feldts_limits_use_items_and_not_cells() -> None:
    # B13: 1 − (1 − α)·F with n − 1 and (n − 1)(k − 1) degrees of freedom, n the number of items
    x = data(5, n=30)
    r = cc.cronbach_alpha(x)
    high = 1 - (1 - r.estimate) / stats.f.ppf(0.975, 29 * 3, 29)
    low = 1 - (1 - r.estimate) * stats.f.ppf(0.975, 29, 29 * 3)
    assert r.interval is not None
    assert (r.interval.low, r.interval.high) == pytest.approx((low, high))


def test_standardized_alpha_and_alpha_without_each_column() -> None:
    x = data(6)
    z = (x - x.mean(0)) / x.std(0)
    assert cc.cronbach_alpha(x, standardized=True).estimate == pytest.approx(cc.cronbach_alpha(z).estimate)
    parts = cc.cronbach_alpha(x, without_each=True).parts
    assert [p.category for p in parts] == [f"without rater {g}" for g in range(1, 5)]
    assert parts[2].estimate == pytest.approx(cc.cronbach_alpha(x[:, [0, 1, 3]]).estimate)


def test_a_sum_that_never_varies_has_no_reliability() -> None:
    assert cc.cronbach_alpha([[1.0, 3.0], [2.0, 2.0], [3.0, 1.0]]).notes[0].code == "no-variation"


def test_spearman_brown_goes_up_and_back() -> None:
    # r = 1/2: two raters 2/3, three 3/4
    assert cc.spearman_brown(0.5, 2) == pytest.approx(2 / 3)
    assert cc.spearman_brown(0.5, 3) == pytest.approx(3 / 4)
    assert cc.spearman_brown(cc.spearman_brown(0.3, 4), 1 / 4) == pytest.approx(0.3)
    with pytest.raises(cc.OptionError, match="times"):
        cc.spearman_brown(0.5, 0)


@pytest.mark.parametrize(
    ("r", "target", "needed"), [(0.5, 0.75, 3), (0.5, 0.76, 4), (0.8, 0.8, 1), (0.3, 0.9, 21)]
)
def test_as_many_raters_as_the_target_takes(r: float, target: float, needed: int) -> None:
    assert cc.raters_needed(r, target).estimate == needed
    assert cc.spearman_brown(r, needed) >= target - 1e-12
    assert needed == 1 or cc.spearman_brown(r, needed - 1) < target


def test_the_interval_of_one_rater_gives_that_of_how_many() -> None:
    one = cc.icc(data(7), form="C,1")
    many = cc.raters_needed(one, 0.95)
    assert one.interval is not None
    assert many.interval is not None
    assert many.interval.low <= many.estimate <= many.interval.high
    assert many.interval.high == cc.raters_needed(one.interval.low, 0.95).estimate
    with pytest.raises(cc.OptionError, match="one rater"):
        cc.raters_needed(cc.icc(data(7), form="C,k"), 0.95)


def test_no_number_of_raters_makes_up_for_none_reliable() -> None:
    result = cc.raters_needed(-0.1, 0.8)
    assert math.isnan(result.estimate)
    assert "no number" in result.notes[0].text
    with pytest.raises(cc.OptionError, match="below 1"):
        cc.raters_needed(0.5, 1)


def test_errors_a_hundred_million_times_smaller_than_items_are_seen() -> None:
    rng = np.random.default_rng(3)
    x = rng.normal(0, 1e6, 50)
    y = x + rng.normal(0, 1e-2, 50)
    d = y - x
    assert cc.sem(x, y, kind="consistency").estimate == pytest.approx(d.std(ddof=1) / math.sqrt(2), rel=1e-6)
    assert cc.within_subject_sd(x, y).estimate == pytest.approx(math.sqrt((d**2).mean() / 2), rel=1e-6)


def test_every_item_that_was_read_twice_counts() -> None:
    rng = np.random.default_rng(4)
    x = rng.normal(5, 1, (20, 1, 1)) + rng.normal(0, 0.3, (20, 1, 3))
    x[2:, :, 2] = np.nan  # a third reading of two items only
    squares = sum(((v := row[~np.isnan(row)]) - v.mean()) @ (v - v.mean()) for row in x[:, 0])
    result = cc.within_subject_sd(x)
    assert (result.n_items, result.details["n_repeats"]) == (20, 22)
    assert result.estimate == pytest.approx(math.sqrt(squares / 22))


def test_the_error_of_agreement_has_limits_that_do_not_jump() -> None:
    """Where the estimate of σ_r² passes 0, limits go on as before."""
    rng = np.random.default_rng(2)
    t, e = rng.normal(50, 10, (40, 1)), rng.normal(0, 2, (40, 2))
    e -= e.mean(axis=0)
    highs = [cc.sem(t + e + [0, shift]).interval.high for shift in np.linspace(0.4, 0.6, 21)]  # type: ignore[union-attr]
    assert np.abs(np.diff(highs)).max() < 0.5


def test_only_the_reliability_of_one_rater_says_how_many_are_needed() -> None:
    x = data(1)
    for result in (cc.cronbach_alpha(x), cc.g_coefficient(x), cc.sem(x), cc.icc(x, form="C,k")):
        with pytest.raises(cc.OptionError, match="one rater"):
            cc.raters_needed(result, 0.9)


def test_a_standard_error_is_tested_by_chi_square() -> None:
    # df·MS/σ₀² with 42 degrees of freedom, both tails
    x = data(8)
    r = cc.sem(x, kind="consistency", null=0.6)
    statistic = 42 * squares(x)[2] / 0.36
    p = 2 * min(stats.chi2.sf(statistic, 42), stats.chi2.cdf(statistic, 42))
    assert (r.details["statistic"], r.details["df"], r.p_value) == pytest.approx((statistic, 42, p))


@pytest.mark.parametrize(("df1", "df2"), [(5, 20), (14, 70), (2, 9)])
def test_limits_of_a_difference_reach_0_where_the_f_test_does(df1: float, df2: float) -> None:
    """MS₁ − MS₂ cannot be told from 0 at 95 % exactly where MS₁/MS₂ is the quantile of F."""
    upper, lower = stats.f.ppf([0.975, 0.025], df1, df2)
    assert limits_of_difference((upper, df1), (1.0, df2), 0.95)[0] == pytest.approx(0, abs=1e-9)
    assert limits_of_difference((lower, df1), (1.0, df2), 0.95)[1] == pytest.approx(0, abs=1e-9)


def test_textbook_errors_are_those_of_independent_mean_squares() -> None:
    """Var(MS) = 2MS²/df, so √MS_e has the error s/√(2df), and ICC(1,1) that of its derivatives."""
    x = data(9)
    n, k = x.shape
    df = (n - 1) * (k - 1)
    assert cc.sem(x, kind="consistency").se == pytest.approx(math.sqrt(squares(x)[2] / (2 * df)))
    b = k * ((x.mean(1) - x.mean()) ** 2).sum() / (n - 1)
    w = x.var(axis=1, ddof=1).mean()
    whole = (b + (k - 1) * w) ** 2  # d/db = k·w/whole, d/dw = −k·b/whole
    variance = (k * w / whole) ** 2 * 2 * b**2 / (n - 1) + (k * b / whole) ** 2 * 2 * w**2 / (n * (k - 1))
    assert cc.icc(x, form="1,1").se == pytest.approx(math.sqrt(variance))


def test_no_variance_of_items_or_of_raters_is_tested_by_f() -> None:
    x = data(10)
    items, raters, error = squares(x)
    found = {part.category: part for part in cc.variance_components(x, null=0).parts}
    assert found["items"].p_value == pytest.approx(stats.f.sf(items / error, 14, 42))
    assert found["raters"].p_value == pytest.approx(stats.f.sf(raters / error, 3, 42))
    assert math.isnan(found["error"].p_value)
