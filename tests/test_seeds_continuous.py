"""Every formula, figure and worked example of the documents our users work by: the continuous half.

Document 002 is the one on measurements; 001 and 003 touch on them. Figures are in reference/seeds.toml;
formulas are written out here a second time.
"""

from __future__ import annotations

import math
import tomllib
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy import stats

import concordant as cc

TEXT = (Path(__file__).parent / "reference" / "seeds.toml").read_text(encoding="utf-8")
SEEDS: dict[str, Any] = tomllib.loads(TEXT)["002"]
X, Y = SEEDS["shift"]["x"], SEEDS["shift"]["y"]
Floats = NDArray[np.float64]


def orthogonal(n: int, k: int, seed: int = 0) -> Floats:
    """k columns of n numbers with mean 0, variance 1 over n, and no correlation at all."""
    made = np.random.default_rng(seed).normal(size=(n, k))
    return np.asarray(np.linalg.qr(np.column_stack([np.ones(n), made]))[0][:, 1:] * math.sqrt(n))


def codes(notes: Any) -> set[str]:
    return {note.code for note in notes}


numbers = st.integers(2, 5).flatmap(
    lambda k: st.lists(st.lists(st.integers(-30, 30), min_size=k, max_size=k), min_size=3, max_size=12)
)


# --- 002: X = T + E -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("true", "error"), [(100, 1), (100, 25), (1, 1), (0.5, 9.5)])
def test_002_reliability_is_the_share_of_true_variance(true: float, error: float) -> None:
    """R = σ_T²/(σ_T² + σ_E²), from how two readings of the same items go together."""
    t, e1, e2 = orthogonal(40, 3).T
    first, second = (math.sqrt(true) * t + math.sqrt(error) * e for e in (e1, e2))
    r = true / (true + error)
    assert cc.pearson(first, second).estimate == pytest.approx(r, abs=1e-12)
    for form in ("C,1", "1,1", "A,1"):  # no difference in means: agreement a little above, its own noise off
        assert cc.icc(first, second, form=form).estimate == pytest.approx(r, abs=error / (true + error) / 30)
    assert cc.icc(first, second, form="C,1").estimate == pytest.approx(r, abs=1e-12)
    items, _, rest = cc.variance_components(first, second).parts
    assert items.estimate == pytest.approx(true * 40 / 39, rel=1e-12)
    assert rest.estimate == pytest.approx(error * 40 / 39, rel=1e-12)


def test_002_a_single_reading_cannot_tell_truth_from_error() -> None:
    once = [[10.5], [12.1], [9.3], [14.0]]
    for ask in (cc.icc, cc.sem, cc.variance_components, cc.within_subject_sd, cc.repeatability_limit):
        with pytest.raises(cc.OptionError, match="only one"):
            ask(once)
    result = cc.intra_rater([[10.5, 11.0], [12.1, 12.4], [9.3, 9.1]])
    assert not result.defined
    assert "one-occasion" in codes(result.notes)


def test_002_precision_is_the_size_of_random_error_whatever_the_items() -> None:
    t, e1, e2 = orthogonal(30, 3).T
    narrow, wide = ([spread * t + 2 * e1, spread * t + 2 * e2] for spread in (1, 50))
    sems = [cc.sem(*pair, kind="consistency").estimate for pair in (narrow, wide)]
    assert sems == pytest.approx([2 * math.sqrt(30 / 29)] * 2, rel=1e-12)
    low, high = (cc.icc(*pair, form="C,1").estimate for pair in (narrow, wide))
    assert low == pytest.approx(1 / 5, abs=1e-12)
    assert high == pytest.approx(2500 / 2504, abs=1e-12)


@pytest.mark.parametrize("bias", [-7, 0, 0.5, 20])
def test_002_bias_is_not_seen_by_reliability_and_counts_squared_in_the_mse(bias: float) -> None:
    """MSE = E[(b + E)²] = b² + σ_E²."""
    t, e, e2 = orthogonal(25, 3).T
    truth, rater, again = 10 * t, 10 * t + bias + 3 * e, 10 * t + bias + 3 * e2
    result = cc.against_truth(truth, rater)
    assert result.estimate == pytest.approx(bias**2 + 9, rel=1e-12)
    assert result.details["bias"] == pytest.approx(bias, abs=1e-12)
    assert result.details["error_variance"] == pytest.approx(9, rel=1e-12)
    assert result.details["reliability"] == pytest.approx(100 / 109, abs=1e-12)
    # the reliability of two readings of this rater is the same with and without the bias
    assert cc.icc(rater, again, form="C,1").estimate == pytest.approx(100 / 109, abs=1e-12)


def test_002_two_raters_one_reliable_one_right() -> None:
    seed = SEEDS["two_raters"]
    table = cc.reliability_and_mse(
        var_true=seed["var_true"], bias=seed["bias"], error_variance=seed["error_variance"]
    )
    assert table["reliability"] == pytest.approx([100 / 101, 100 / 125], abs=1e-15)
    assert table["reliability"] == pytest.approx(seed["reliability"], abs=5e-3)
    assert table["mse"].tolist() == seed["mse"]
    assert {"reliable-not-valid", "reliability-is-not-validity"} <= codes(table.notes)


def test_002_the_same_two_raters_as_measurements() -> None:
    seed = SEEDS["two_raters"]
    t, e1, e2 = orthogonal(50, 3).T
    truth = 120 + 10 * t
    result = cc.against_truth(np.stack([truth, truth + 20 + e1, truth + 5 * e2], axis=1))
    assert [part.estimate for part in result.parts] == pytest.approx(seed["mse"], rel=1e-12)
    told = [part.details for part in result.parts]
    assert [d["reliability"] for d in told] == pytest.approx([100 / 101, 4 / 5], rel=1e-12)
    assert [d["bias"] for d in told] == pytest.approx(seed["bias"], abs=1e-11)
    assert {"reliable-not-valid", "reliability-is-not-validity"} <= codes(result.notes)
    said = next(note.text for note in result.notes if note.code == "reliable-not-valid")
    assert "rater 2" in said


@given(st.floats(-50, 50), st.floats(0, 100), st.floats(0.01, 1000))
def test_002_reliability_is_needed_for_validity_and_not_enough(
    bias: float, error: float, true: float
) -> None:
    (row,) = list(cc.reliability_and_mse(var_true=true, bias=bias, error_variance=error)["mse"])
    assert row >= error  # what scatters cannot be valid
    assert row == pytest.approx(bias**2 + error)
    exact = cc.reliability_and_mse(var_true=true, bias=bias, error_variance=0)
    assert exact["reliability"][0] == 1  # and what never scatters may be as far off as it likes
    assert exact["mse"][0] == pytest.approx(bias**2)


# --- 002: designs -------------------------------------------------------------------------------------


def test_002_between_raters_takes_two_raters_and_within_takes_two_occasions() -> None:
    rng = np.random.default_rng(3)
    y = rng.normal(10, 3, (12, 1, 1)) + rng.normal(0, 1, (12, 2, 2))
    assert cc.icc(y[:, :, 0]).defined
    assert cc.intra_rater_icc(y).defined
    assert cc.intra_rater_icc(y[:, :1]).n_raters == 1  # one rater is enough for a rater with themself
    assert not cc.intra_rater_icc(y[:, :, 0]).defined
    with pytest.raises(cc.OptionError, match="only one"):
        cc.icc(y[:, :1, 0])


def test_002_raters_who_repeat_themselves_need_not_agree_with_each_other() -> None:
    """The two designs separate two sources of error."""
    true = np.arange(1.0, 11)
    apart = np.stack([true, true + 6], axis=1)[:, :, None] + np.zeros(3)
    assert cc.intra_rater_icc(apart).estimate == pytest.approx(1, abs=1e-12)
    # variance of items 55/6, of raters 18 (differences of means 6, so 36/2)
    assert cc.icc(apart[:, :, 0]).estimate == pytest.approx((55 / 6) / (55 / 6 + 18), abs=1e-12)


def test_002_what_the_data_cannot_show_is_said() -> None:
    """Blinding, and the time between occasions: neither memory nor change."""
    rng = np.random.default_rng(3)
    y = rng.normal(10, 3, (12, 1, 1)) + rng.normal(0, 1, (12, 2, 2))
    said = " ".join(note.text for note in cc.intra_rater(y).notes)
    for word in ("blind", "time between occasions", "forget", "change"):
        assert word in said


# --- 002: correlation is not agreement -----------------------------------------------------------------


def test_002_a_shift_of_ten_is_perfect_correlation_and_imperfect_agreement() -> None:
    seed = SEEDS["shift"]
    assert cc.pearson(X, Y).estimate == pytest.approx(seed["pearson"], abs=1e-14)
    ours = cc.ccc(X, Y)
    # s² = 250 each, covariance 250, means 10 apart: 500/600
    assert ours.estimate == pytest.approx(5 / 6, abs=1e-15)
    assert ours.estimate == pytest.approx(seed["ccc"], abs=5e-5)
    assert ours.details["precision"] == pytest.approx(1, abs=1e-14)
    assert "correlation-is-not-agreement" in codes(ours.notes)
    assert "higher" in " ".join(note.text for note in ours.notes)
    assert cc.signed_bias(X, Y).estimate == 10


@pytest.mark.parametrize(("slope", "shift"), [(1, 10), (3, 0), (0.2, -40), (2, 5)])
def test_002_correlation_fits_any_line_and_agreement_only_one(slope: float, shift: float) -> None:
    x = np.array(X, dtype=float)
    y = slope * x + shift
    assert cc.pearson(x, y).estimate == pytest.approx(1, abs=1e-14)
    for ask in (cc.ccc, cc.icc):
        assert ask(x, y).estimate < 0.95
    assert cc.ccc(x, x).estimate == cc.icc(x, x).estimate == 1


# --- 002: the intraclass correlation -------------------------------------------------------------------


def mean_squares(y: Any) -> tuple[float, float, float]:
    """The two-way table of complete data."""
    y = np.asarray(y, dtype=float)
    n, k = y.shape
    rows, columns, all_of_it = y.mean(1), y.mean(0), y.mean()
    items = k * ((rows - all_of_it) ** 2).sum() / (n - 1)
    raters = n * ((columns - all_of_it) ** 2).sum() / (k - 1)
    rest = ((y - rows[:, None] - columns + all_of_it) ** 2).sum() / ((n - 1) * (k - 1))
    return float(items), float(raters), float(rest)


@given(numbers)
def test_002_components_are_those_of_the_mean_squares(data: Any) -> None:
    """σ_E² = MS_E, σ_S² = (MS_S − MS_E)/k, σ_R² = (MS_R − MS_E)/n; estimates below 0 are shown."""
    n, k = len(data), len(data[0])
    s, r, e = mean_squares(data)
    assume(e > 1e-9)
    result = cc.variance_components(data, scale="interval")
    assert [part.estimate for part in result.parts] == pytest.approx(
        [(s - e) / k, (r - e) / n, e], rel=1e-9, abs=1e-9
    )


@given(numbers)
def test_002_the_three_forms_are_shares_of_components(data: Any) -> None:
    n, k = len(data), len(data[0])
    s, r, e = mean_squares(data)
    subjects, raters = (s - e) / k, (r - e) / n
    assume(e > 1e-9)
    assume(min(subjects + raters + e, subjects + e) > 1e-6)

    def ours(form: str) -> float:
        return cc.icc(data, form=form, scale="interval", interval="none").estimate

    assert ours("ICC(2,1)") == pytest.approx(subjects / (subjects + raters + e), rel=1e-8, abs=1e-9)
    assert ours("ICC(3,1)") == pytest.approx(subjects / (subjects + e), rel=1e-8, abs=1e-9)
    # one way: raters and error are one, the mean square within items
    within = (r + (n - 1) * e) / n
    assert ours("ICC(1,1)") == pytest.approx((s - within) / (s + (k - 1) * within), rel=1e-8, abs=1e-9)


def test_002_mean_squares_18_24_4() -> None:
    seed = SEEDS["mean_squares"]
    stated = cc.mean_squares(**seed["ms"], n_items=seed["n"], n_raters=seed["k"])
    parts = {p.category: p.estimate for p in cc.variance_components(stated).parts}
    # (18 - 4)/5, (24 - 4)/20, 4
    assert parts == pytest.approx({"items": 14 / 5, "raters": 1, "error": 4}, abs=1e-13)
    assert parts == pytest.approx(seed["components"], abs=1e-12)
    exact = {"ICC(2,1)": Fraction(28, 78), "ICC(3,1)": Fraction(28, 68)}
    for form, printed in seed["icc"].items():
        ours = cc.icc(stated, form=form)
        assert ours.estimate == pytest.approx(float(exact[form]), abs=1e-13)
        assert ours.estimate == pytest.approx(printed, abs=5e-3)
        assert ours.interval is not None
        assert ours.estimate in ours.interval


def test_002_means_of_five_raters_are_more_reliable() -> None:
    seed = SEEDS["mean_squares"]
    stated = cc.mean_squares(**seed["ms"], n_items=seed["n"], n_raters=seed["k"])
    # errors over 5: 2.8/(2.8 + 5/5) = 14/19, 2.8/(2.8 + 4/5) = 7/9
    assert cc.icc(stated, form="ICC(2,k)").estimate == pytest.approx(14 / 19, abs=1e-13)
    assert cc.icc(stated, form="ICC(3,k)").estimate == pytest.approx(7 / 9, abs=1e-13)
    grown = [cc.icc(stated, form="A,k", averaged=m).estimate for m in (1, 2, 5, 50)]
    assert grown[0] == pytest.approx(28 / 78, abs=1e-13)
    assert all(a < b < 1 for a, b in pairwise(grown))
    assert cc.spearman_brown(28 / 78, 5) == pytest.approx(14 / 19, abs=1e-13)


def test_002_a_rater_effect_is_error_for_agreement_and_none_for_consistency() -> None:
    t, e1, e2, e3 = orthogonal(30, 4).T
    level = np.array([0, 5, 9])
    same = np.stack([4 * t + e for e in (e1, e2, e3)], axis=1)
    apart = same + level
    assert cc.icc(apart, form="C,1").estimate == pytest.approx(cc.icc(same, form="C,1").estimate, abs=1e-12)
    assert cc.icc(apart, form="A,1").estimate < cc.icc(same, form="A,1").estimate - 0.3
    assert cc.icc(apart, form="1,1").estimate < cc.icc(same, form="1,1").estimate - 0.3


@pytest.mark.parametrize(
    ("answers", "form", "whom"),
    [
        ({"same_raters": False}, "ICC(1)", "any raters"),
        ({"generalise": True}, "ICC(A,1)", "other raters like these"),
        ({"generalise": False, "absolute": False}, "ICC(C,1)", "these raters only"),
    ],
)
def test_002_the_design_names_the_form_and_to_whom_it_may_be_generalised(
    answers: Any, form: str, whom: str
) -> None:
    found = cc.icc_form(**answers)
    assert found.mcgraw_wong == form
    assert whom in found.meaning
    y = orthogonal(10, 3) + orthogonal(10, 1, seed=1) * 3
    assert (
        whom in cc.icc(y, form=found.key, model=None if form == "ICC(1)" else found.raters).details["meaning"]
    )


# --- 002: the concordance correlation -------------------------------------------------------------------


@given(st.lists(st.tuples(st.integers(-20, 20), st.integers(-20, 20)), min_size=3, max_size=15))
def test_002_the_concordance_correlation_is_its_formula(data: Any) -> None:
    """2s_xy/(s_x² + s_y² + (x̄ − ȳ)²) with n − 1, in whole numbers."""
    x, y = (list(map(Fraction, side)) for side in zip(*data, strict=True))
    n = len(x)
    mx, my = sum(x) / n, sum(y) / n
    sx, sy = (sum((v - m) ** 2 for v in side) / (n - 1) for side, m in ((x, mx), (y, my)))
    sxy = sum((a - mx) * (b - my) for a, b in zip(x, y, strict=True)) / (n - 1)
    below = sx + sy + (mx - my) ** 2
    assume(below > 0)
    ours = cc.ccc([float(v) for v in x], [float(v) for v in y], scale="interval").estimate
    assert ours == pytest.approx(float(2 * sxy / below), abs=1e-12)


def test_002_the_gap_between_means_is_what_lowers_it() -> None:
    x, e = orthogonal(20, 2).T
    values = [cc.ccc(x, x + 0.3 * e + gap).estimate for gap in (0, 0.5, 1, 4)]
    assert all(a > b for a, b in pairwise(values))
    # means 1 apart, over n − 1 = 19: 2·20/19/(20/19·(1 + 1.09) + 1)
    assert values[2] == pytest.approx(2 * 20 / 19 / (20 / 19 * 2.09 + 1), abs=1e-12)


def test_002_it_equals_icc_2_1_where_all_differences_are_the_same() -> None:
    """The document says 'equals' with this example in mind; F2 of our definitions says when."""
    assert cc.ccc(X, Y).estimate == pytest.approx(cc.icc(X, Y, form="ICC(2,1)").estimate, abs=1e-15)
    x = np.array([3.1, 7.4, 2.2, 9.9, 5.0, 5.1])
    for shift in (-2, 0.1, 30):
        assert cc.ccc(x, x + shift).estimate == pytest.approx(cc.icc(x, x + shift).estimate, abs=1e-13)


def test_002_it_is_not_icc_2_1_where_differences_vary_and_comes_near_with_many_items() -> None:
    x, y = np.arange(1.0, 9), np.array([2.0, 3, 2, 5, 5, 7, 7, 9])
    c, a = cc.ccc(x, y).estimate, cc.icc(x, y, form="ICC(2,1)").estimate
    # Var(x) = 6, Cov = 6, Var(y) = 46/7, gap 1/2: 12/(88/7 + 1/4); less s_d²/8 = 1/14 for the ICC
    assert c == pytest.approx(float(12 / (Fraction(88, 7) + Fraction(1, 4))), abs=1e-14)
    assert a == pytest.approx(float(12 / (Fraction(88, 7) + Fraction(1, 4) - Fraction(1, 14))), abs=1e-14)
    assert a > c + 0.005
    many = [np.tile(side, 2000) for side in (x, y)]
    assert cc.icc(*many).estimate == pytest.approx(cc.ccc(*many).estimate, abs=1e-5)


# --- 002: limits of agreement ----------------------------------------------------------------------------

FIRST = np.array([124.5, 131.0, 118.2, 142.9, 127.7, 135.1, 121.6, 139.4, 115.8, 129.3, 133.6, 126.0])
SECOND = np.array([121.9, 133.2, 116.0, 138.1, 128.9, 131.4, 122.2, 134.8, 117.1, 125.5, 131.7, 127.2])


def test_002_limits_of_agreement_step_by_step() -> None:
    d = FIRST - SECOND
    mean, sd = d.mean(), d.std(ddof=1)
    ours = cc.bland_altman(FIRST, SECOND, multiplier=1.96)
    lower, upper = ours.parts
    assert ours.estimate == pytest.approx(mean, abs=1e-12)
    assert ours.details["sd_differences"] == pytest.approx(sd, abs=1e-12)
    assert lower.estimate == pytest.approx(mean - 1.96 * sd, abs=1e-12)
    assert upper.estimate == pytest.approx(mean + 1.96 * sd, abs=1e-12)
    usual = cc.bland_altman(FIRST, SECOND).parts[1].estimate
    assert usual == pytest.approx(mean + stats.norm.ppf(0.975) * sd, abs=1e-12)


def test_002_limits_are_not_the_interval_of_the_mean_difference() -> None:
    """d̄ ± 1.96 s_d is for single differences; d̄ ± t·s_d/√n for their mean, and much narrower."""
    d = FIRST - SECOND
    n, mean, sd = len(d), d.mean(), d.std(ddof=1)
    ours = cc.bland_altman(FIRST, SECOND)
    half = stats.t.ppf(0.975, n - 1) * sd / math.sqrt(n)
    assert ours.interval is not None
    assert (ours.interval.low, ours.interval.high) == pytest.approx((mean - half, mean + half), abs=1e-12)
    lower, upper = (part.estimate for part in ours.parts)
    assert lower < ours.interval.low < ours.interval.high < upper
    # 1.96·s against 2.201·s/√12
    assert (upper - lower) / (2 * half) == pytest.approx(1.959964 * math.sqrt(12) / 2.200985, abs=1e-5)
    assert "single differences" in ours.details["meaning"]
    assert "mean difference only" in ours.details["meaning"]


def test_002_95_percent_of_new_differences_fall_between_and_few_in_the_interval_of_the_mean() -> None:
    rng = np.random.default_rng(12)
    base, noise = rng.normal(100, 15, 4000), rng.normal(3, 5, 4000)
    ours = cc.bland_altman(base[:2000] + noise[:2000], base[:2000])
    lower, upper = (part.estimate for part in ours.parts)
    new = noise[2000:]
    assert np.mean((new > lower) & (new < upper)) == pytest.approx(0.95, abs=0.02)
    assert ours.interval is not None
    assert np.mean((new > ours.interval.low) & (new < ours.interval.high)) < 0.1


def test_002_a_new_difference_has_an_interval_of_its_own() -> None:
    """With few items the limits themselves are uncertain: mean ± t·s·√(1 + 1/n)."""
    d = FIRST - SECOND
    half = stats.t.ppf(0.975, 11) * d.std(ddof=1) * math.sqrt(1 + 1 / 12)
    told = cc.bland_altman(FIRST, SECOND).details
    assert told["new_difference_low"] == pytest.approx(d.mean() - half, abs=1e-12)
    assert told["new_difference_high"] == pytest.approx(d.mean() + half, abs=1e-12)


def test_002_differences_are_looked_at_against_the_mean_of_both() -> None:
    """Proportional bias and a spread that changes are what the plot is for."""
    size = np.linspace(10, 100, 40)
    wave = np.tile([1.0, -1.0], 20)
    steady = cc.bland_altman(size + wave, size - wave)
    assert not codes(steady.notes) & {"differences-follow-size", "spread-follows-size"}
    growing = cc.bland_altman(1.1 * size + wave, size - wave)
    slope = np.polyfit((2.1 * size) / 2, 0.1 * size + 2 * wave, 1)[0]
    assert growing.details["slope_on_size"] == pytest.approx(slope, rel=1e-6)
    assert "differences-follow-size" in codes(growing.notes)
    fan = cc.bland_altman(size + 0.1 * size * wave * np.linspace(0.9, 1.1, 40), size)
    assert "spread-follows-size" in codes(fan.notes)


@pytest.mark.parametrize("seed", range(3))
def test_002_repeatability_limits_are_0_plus_or_minus_1_96_root_2_sigma_w(seed: int) -> None:
    rng = np.random.default_rng(seed)
    first = rng.normal(50, 8, 30)
    d = rng.normal(0, 3, 30)
    d -= d.mean()  # no shift from the first time to the second
    second = first - d
    readings = np.stack([first, second], axis=1)[:, None, :]
    within = math.sqrt((d**2).mean() / 2)  # d has the variance 2σ_w²
    assert cc.within_subject_sd(readings).estimate == pytest.approx(within, rel=1e-12)
    limit = cc.repeatability_limit(readings).estimate
    assert limit == pytest.approx(stats.norm.ppf(0.975) * math.sqrt(2) * within, rel=1e-12)
    assert limit == pytest.approx(1.96 * math.sqrt(2) * within, rel=1e-4)
    # the limits of agreement of a rater with themself are the same, but for n − 1 degrees of freedom
    lower, upper = (part.estimate for part in cc.bland_altman(first, second).parts)
    assert (lower, upper) == pytest.approx(
        (-limit * math.sqrt(30 / 29), limit * math.sqrt(30 / 29)), rel=1e-9
    )


# --- 001 and 003 -------------------------------------------------------------------------------------------


@settings(max_examples=40)
@given(
    st.lists(
        st.tuples(st.integers(0, 4), st.integers(0, 4), st.floats(-50, 50, allow_subnormal=False)),
        min_size=4,
        max_size=30,
    )
)
def test_001_quadratic_kappa_of_anchored_scores_is_the_concordance_correlation(data: Any) -> None:
    """The document says ICC; exactly it is the concordance correlation with divisor n."""
    a, b, severity = (list(column) for column in zip(*data, strict=True))
    ratings = cc.as_ratings(a, b)
    used = sorted({*a, *b})
    scores = cc.severity_scores(ratings, severity)
    assume(len(used) > 1)
    assume(np.ptp(scores) > 1e-3)
    at = dict(zip(used, scores, strict=True))
    x, y = ([at[v] for v in side] for side in (a, b))
    assume(np.var(x) + np.var(y) + (np.mean(x) - np.mean(y)) ** 2 > 1e-6)
    kappa = cc.cohen_kappa(ratings, weights="quadratic", scores=scores).estimate
    assert kappa == pytest.approx(cc.ccc(x, y, divisor="n", scale="interval").estimate, abs=1e-8)


def test_001_the_intraclass_correlation_of_the_scores_is_near_to_it() -> None:
    cells = [[20, 5, 1, 0], [4, 18, 6, 1], [1, 5, 15, 4], [0, 1, 3, 16]]
    table = cc.table(cells)
    pairs = [(i, j) for i, row in enumerate(cells) for j, n in enumerate(row) for _ in range(n)]
    kappa = cc.cohen_kappa(table, weights="quadratic").estimate
    assert cc.icc(pairs).estimate == pytest.approx(kappa, abs=2e-3)
    assert cc.icc(pairs).estimate > kappa
    assert cc.icc(table).estimate == pytest.approx(cc.icc(pairs).estimate, abs=1e-13)


def test_003_continuous_scores_have_a_mean_absolute_error_and_a_correlation() -> None:
    human = [3.5, 2.25, 4.0, 1.75, 3.0]
    model = [3.25, 2.75, 4.5, 1.75, 2.0]
    # |d| = 1/4, 1/2, 1/2, 0, 1
    assert cc.mean_absolute_error(human, model).estimate == pytest.approx(9 / 20, abs=1e-14)
    r = np.cov(human, model)[0, 1] / (np.std(human, ddof=1) * np.std(model, ddof=1))
    assert cc.pearson(human, model).estimate == pytest.approx(r, abs=1e-13)


def test_003_high_correlation_is_not_high_agreement() -> None:
    """The document's own warning: there may be a systematic shift."""
    human = np.array([1.0, 2.0, 2.5, 3.0, 4.0, 1.5])
    model = human + 0.9
    assert cc.pearson(human, model).estimate == pytest.approx(1, abs=1e-14)
    assert cc.mean_absolute_error(human, model).estimate == pytest.approx(0.9, abs=1e-14)
    result = cc.ccc(human, model)
    assert result.estimate < 0.8
    assert "correlation-is-not-agreement" in codes(result.notes)
