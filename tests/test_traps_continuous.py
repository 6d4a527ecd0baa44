"""Wrong results of other software on measurements, each as a test of ours.

B numbers are those of our definitions. The wrong figure is made by the wrong formula, written out, so that
the reason can be seen.
"""

from __future__ import annotations

import csv
import math
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

import concordant as cc

REFERENCE = Path(__file__).parent / "reference"
TRAPS: dict[str, Any] = tomllib.loads((REFERENCE / "traps.toml").read_text(encoding="utf-8"))
Floats = NDArray[np.float64]


def read_csv(name: str) -> Floats:
    with open(REFERENCE / name, encoding="utf-8") as file:
        return np.array([[float(x) for x in row] for row in list(csv.reader(file))[1:]])


SHROUT_FLEISS = read_csv("shrout_fleiss_1979.csv")


def mean_squares(y: Floats) -> tuple[float, float, float]:
    """Of items, raters and error."""
    n, k = y.shape
    rows, columns, middle = y.mean(1), y.mean(0), y.mean()
    rest = ((y - rows[:, None] - columns + middle) ** 2).sum() / ((n - 1) * (k - 1))
    return float(k * rows.var(ddof=1)), float(n * columns.var(ddof=1)), float(rest)


def with_mean_squares(items: float, raters: float, error: float, n: int, k: int) -> Floats:
    """Measurements of n items by k raters that have exactly these mean squares."""
    rng = np.random.default_rng(1)
    a, b, r = rng.normal(size=n), rng.normal(size=k), rng.normal(size=(n, k))
    a, b = a - a.mean(), b - b.mean()
    r = r - r.mean(1)[:, None] - r.mean(0) + r.mean()
    return np.asarray(
        a[:, None] * math.sqrt(items * (n - 1) / k / (a @ a))
        + b * math.sqrt(raters * (k - 1) / n / (b @ b))
        + r * math.sqrt(error * (n - 1) * (k - 1) / (r**2).sum())
    )


def satterthwaite(y: Floats, rho: float) -> float:
    """McGraw and Wong's degrees of freedom of ICC(A,1) at a value of it."""
    (n, k), (_, raters, error) = y.shape, mean_squares(y)
    a, b = k * rho / (n * (1 - rho)), 1 + k * rho * (n - 1) / (n * (1 - rho))
    return float(
        (a * raters + b * error) ** 2 / ((a * raters) ** 2 / (k - 1) + (b * error) ** 2 / ((n - 1) * (k - 1)))
    )


def limits_of_mean(y: Floats, df: float) -> tuple[float, float]:
    """McGraw and Wong's limits of ICC(A,k), given degrees of freedom."""
    (n, _), (items, raters, error) = y.shape, mean_squares(y)
    lower, upper = stats.f.ppf(0.975, n - 1, df), stats.f.ppf(0.975, df, n - 1)
    return (
        float(n * (items - lower * error) / (lower * (raters - error) + n * items)),
        float(n * (upper * items - error) / (raters - error + n * upper * items)),
    )


def ends(result: Any) -> tuple[float, float]:
    assert result.interval is not None
    return result.interval.low, result.interval.high


# --- B2, B8: degrees of freedom at the wrong value -----------------------------------------------


def test_the_test_of_no_agreement_does_not_take_the_degrees_of_freedom_of_the_interval() -> None:
    """B2: R irr tests ICC(A,1) = 0 with F(5, 4.79) where it is F(5, 15)."""
    trap = TRAPS["B2"]
    ours = cc.icc(SHROUT_FLEISS, form="A,1")
    items, _, error = mean_squares(SHROUT_FLEISS)
    df = satterthwaite(SHROUT_FLEISS, ours.estimate)
    assert df == pytest.approx(trap["wrong"]["df2"], abs=5e-3)
    assert stats.f.sf(items / error, 5, df) == pytest.approx(trap["wrong"]["p"], abs=5e-5)
    assert ours.details["df2"] == trap["right"]["df2"]
    assert ours.details["statistic"] == pytest.approx(items / error, abs=1e-12)
    assert ours.p_value == pytest.approx(stats.f.sf(items / error, 5, 15), abs=1e-15)
    assert ours.p_value == pytest.approx(trap["right"]["p"], abs=5e-6)
    assert cc.icc(SHROUT_FLEISS, form="A,k").p_value == pytest.approx(ours.p_value, abs=1e-15)


def test_limits_of_a_mean_of_raters_are_those_of_one_rater_stepped_up() -> None:
    """B2: R irr puts ICC(A,k) where ICC(A,1) belongs."""
    trap = TRAPS["B2"]
    one, mean = (cc.icc(SHROUT_FLEISS, form=form) for form in ("A,1", "A,k"))
    wrong = limits_of_mean(SHROUT_FLEISS, satterthwaite(SHROUT_FLEISS, mean.estimate))
    assert wrong == pytest.approx(trap["wrong"]["interval"], abs=5e-4)
    right = limits_of_mean(SHROUT_FLEISS, satterthwaite(SHROUT_FLEISS, one.estimate))
    assert ends(mean) == pytest.approx(right, abs=1e-12)
    assert ends(mean) == pytest.approx(trap["right"]["interval"], abs=5e-4)
    assert ends(mean) == pytest.approx([cc.spearman_brown(x, 4) for x in ends(one)], abs=1e-12)


def test_limits_of_a_mean_of_raters_are_not_those_at_no_agreement() -> None:
    """B8: pyirr takes the degrees of freedom at 0, the value that is tested."""
    trap = TRAPS["B8"]
    wrong = limits_of_mean(SHROUT_FLEISS, satterthwaite(SHROUT_FLEISS, 0.0))
    assert wrong == pytest.approx(trap["wrong"], abs=5e-4)
    assert ends(cc.icc(SHROUT_FLEISS, form="ICC2k")) == pytest.approx(trap["right"], abs=5e-4)


# --- B10: negative estimates, and gaps ------------------------------------------------------------


def negative_data() -> Floats:
    figures = TRAPS["B10"]["anova"]
    k, n = 4, 6
    two, three = figures["ICC(2,1)"], figures["ICC(3,1)"]
    items = (1 + (k - 1) * three) / (1 - three)  # from (B − 1)/(B + k − 1)
    raters = 1 + n / k * ((items - 1) / two - items - (k - 1))
    return with_mean_squares(items, raters, 1.0, n, k)


def test_estimates_below_0_are_shown() -> None:
    """B10: R psych by lmer cuts variances at 0."""
    y = negative_data()
    for form, right in TRAPS["B10"]["anova"].items():
        ours = cc.icc(y, form=form)
        assert ours.estimate == pytest.approx(right, abs=5e-4)
        assert "negative-variance" in {note.code for note in ours.notes}
        assert ours.estimate in ours.interval  # type: ignore[operator]


def test_a_cut_at_0_is_asked_for_and_said() -> None:
    """B10: both are to be had; restricted likelihood has no variance below 0, and says when it is at 0."""
    y = negative_data()
    wrong = TRAPS["B10"]["psych"]
    for form in ("ICC(2,1)", "ICC(3,1)"):
        assert cc.icc(y, form=form, method="reml").estimate == pytest.approx(wrong[form], abs=1e-9)
    items, raters, error = (p.estimate for p in cc.variance_components(y, method="reml").parts)
    assert items == pytest.approx(0, abs=1e-9)
    # psych makes mean squares of these and calls σ_r² + σ_e² the mean square within: ICC(1) is neither
    between, within = error, error + raters
    assert (between - within) / (between + 3 * within) == pytest.approx(wrong["ICC(1,1)"], abs=5e-3)
    assert cc.icc(y, form="ICC(1,1)", method="reml").estimate == pytest.approx(0, abs=1e-9)


def test_with_gaps_degrees_of_freedom_are_those_of_the_ratings_there_are() -> None:
    """B10: R psych goes on as if nothing were missing."""
    rng = np.random.default_rng(8)
    y = rng.normal(0, 2, (20, 1)) + rng.normal(0, 1, 4) + rng.normal(0, 1, (20, 4))
    y[rng.random(y.shape) < 0.3] = np.nan
    rated = ~np.isnan(y)
    ours = cc.icc(y, form="C,1")
    # a rating each is spent on items that have one, and on raters less one
    spent = int(rated.any(1).sum()) + 3
    assert ours.details["df2"] == pytest.approx(rated.sum() - spent)
    assert ours.details["df2"] < 19 * 3
    assert ours.n_items == rated.any(1).sum()
    full = cc.icc(np.where(rated, y, 0.0), form="C,1")
    assert full.details["df2"] == 19 * 3


# --- B13: Cronbach's alpha --------------------------------------------------------------------------


def test_the_interval_of_alpha_counts_items_and_not_cells() -> None:
    """B13: R DescTools takes length(matrix) for the number of items."""
    trap = TRAPS["B13"]
    n, k = trap["items"], trap["columns"]
    y = with_mean_squares(1 / (1 - trap["alpha"]), 2.0, 1.0, n, k)
    ours = cc.cronbach_alpha(y, interval="classical")
    assert ours.estimate == pytest.approx(trap["alpha"], abs=1e-10)

    def feldt(rows: int) -> list[float]:
        return [
            1 - (1 - ours.estimate) * stats.f.ppf(p, rows - 1, (rows - 1) * (k - 1)) for p in (0.975, 0.025)
        ]

    assert feldt(n * k) == pytest.approx(trap["wrong"], abs=6e-4)
    assert ends(ours) == pytest.approx(feldt(n), abs=1e-12)
    assert ends(ours) == pytest.approx(trap["right"], abs=6e-4)


# --- B18: what F tests -------------------------------------------------------------------------------


def test_the_f_test_of_an_icc_does_not_look_for_bias() -> None:
    """B18: pingouin's help says its F and p detect rater bias; they test that the ICC is above 0."""
    biased = SHROUT_FLEISS + np.array([0, 0, 0, 20])
    plain, moved = (cc.icc(y, form="ICC(3,1)") for y in (SHROUT_FLEISS, biased))
    items, _, error = mean_squares(SHROUT_FLEISS)
    assert plain.details["statistic"] == pytest.approx(items / error, abs=1e-12)
    assert moved.details["statistic"] == pytest.approx(plain.details["statistic"], abs=1e-9)
    assert moved.p_value == pytest.approx(plain.p_value, abs=1e-12)
    # bias is in MS_raters/MS_error, which is told
    ratio = [r.details["ms_raters"] / r.details["ms_error"] for r in (plain, moved)]
    assert ratio[0] == pytest.approx(mean_squares(SHROUT_FLEISS)[1] / error, abs=1e-9)
    assert ratio[1] > 5 * ratio[0]


def test_the_bias_of_two_raters_is_tested_by_ms_raters_over_ms_error() -> None:
    """B18: which is the square of t of the mean difference."""
    y = SHROUT_FLEISS[:, :2]
    _, raters, error = mean_squares(y)
    ours = cc.bland_altman(y)
    assert ours.details["statistic"] ** 2 == pytest.approx(raters / error, rel=1e-12)
    assert ours.p_value == pytest.approx(stats.f.sf(raters / error, 1, 5), rel=1e-9)


# --- B19, B20, B21: limits of agreement ----------------------------------------------------------------


def differences(n: int, sd: float, mean: float = 0.7) -> tuple[Floats, Floats]:
    """Two raters whose differences have exactly this mean and standard deviation."""
    rng = np.random.default_rng(2)
    d, second = rng.normal(size=n), rng.normal(50, 5, n)
    d = (d - d.mean()) / d.std(ddof=1) * sd + mean
    return second + d, second


@pytest.mark.parametrize("agreement", [0.5, 0.8, 0.95, 0.99])
def test_the_error_of_a_limit_follows_how_far_out_it_is(agreement: float) -> None:
    """B19: pingouin's plot has s·√(3/n) whatever `agreement` is."""
    first, second = differences(25, 4.0)
    k = stats.norm.ppf(0.5 + agreement / 2)
    lower, upper = cc.bland_altman(first, second, agreement=agreement, limits_interval="approximate").parts
    right = 4.0 * math.sqrt(1 / 25 + k**2 / (2 * 24))
    assert lower.se == upper.se == pytest.approx(right, rel=1e-12)
    wrong = 4.0 * math.sqrt(3 / 25)
    assert (abs(right / wrong - 1) < 0.02) == (agreement == 0.95)  # 1/n + 1.96²/2n is nearly 3/n there only
    if agreement == 0.95:
        old = cc.bland_altman(first, second, limits_interval="bland1986").parts[0]
        assert old.se == pytest.approx(wrong, rel=1e-12)
    else:
        with pytest.raises(cc.OptionError, match=r"1\.96"):
            cc.bland_altman(first, second, agreement=agreement, limits_interval="bland1986")


def test_the_confidence_level_does_not_move_the_error_of_a_limit() -> None:
    """B20: R blandr puts the level's z where the limits' 1.96 belongs."""
    trap = TRAPS["B20"]
    n, sd = trap["items"], trap["sd"]

    def blandr(level: float) -> float:
        return float(sd * math.sqrt(1 / n + stats.norm.ppf(0.5 + level / 2) ** 2 / (2 * (n - 1))))

    assert blandr(0.95) == pytest.approx(trap["right"], abs=5e-4)
    assert blandr(0.90) == pytest.approx(trap["wrong_at_90"], abs=5e-4)
    first, second = differences(n, sd)
    for level in (0.95, 0.90, 0.5):
        ours = cc.bland_altman(first, second, level=level, limits_interval="approximate")
        for part in ours.parts:
            assert part.se == pytest.approx(trap["right"], abs=5e-4)
        assert ours.parts[1].estimate == pytest.approx(0.7 + 1.959964 * sd, abs=1e-6)
        half = (ends(ours.parts[1])[1] - ends(ours.parts[1])[0]) / 2
        assert half == pytest.approx(stats.t.ppf(0.5 + level / 2, n - 1) * ours.parts[1].se, rel=1e-9)


def test_percent_and_size_are_of_the_mean_of_both_methods() -> None:
    """B21: methcomp for Python has the mean of method 1 and method 1."""
    rng = np.random.default_rng(5)
    first = rng.uniform(20, 80, 30)
    second = first * rng.uniform(0.5, 0.9, 30)
    ours = cc.bland_altman(first, second, differences="percent")
    right = 100 * (first - second) / ((first + second) / 2)
    wrong = 100 * (first - second) / ((first + first) / 2)
    assert ours.estimate == pytest.approx(right.mean(), abs=1e-10)
    assert ours.parts[0].estimate == pytest.approx(right.mean() - 1.959964 * right.std(ddof=1), abs=1e-5)
    assert abs(wrong.mean() - right.mean()) > 5
    # swapping the methods turns the sign and nothing else, which the wrong base does not do
    swapped = cc.bland_altman(second, first, differences="percent")
    assert swapped.estimate == pytest.approx(-ours.estimate, abs=1e-10)
    slope = np.polyfit((first + second) / 2, first - second, 1)[0]
    assert cc.bland_altman(first, second).details["slope_on_size"] == pytest.approx(slope, rel=1e-9)


# --- B31, B32 ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("divisor", ["n-1", "n"])
def test_a_rater_agrees_with_themself_at_exactly_1(divisor: Any) -> None:
    """B31: a covariance over n with variances over n − 1 gives (n − 1)/n."""
    x = np.array([0.1, 3.7, 2.2, 9.9, 5.3, 1e-3])
    mixed = 2 * np.cov(x, x, ddof=0)[0, 1] / (2 * x.var(ddof=1))
    assert mixed == pytest.approx(5 / 6, abs=1e-14)
    assert cc.ccc(x, x, divisor=divisor).estimate == 1


@pytest.mark.parametrize("form", ["1,1", "A,1", "C,1", "1,k", "A,k", "C,k"])
def test_95_percent_leaves_2_5_percent_on_either_side(form: str) -> None:
    """B32: R psych did not halve alpha from 2014 to 2019, so that its 95 % limits were those of 90 %."""
    ours, wrong = (ends(cc.icc(SHROUT_FLEISS, form=form, level=level)) for level in (0.95, 0.90))
    assert ours[0] < wrong[0]
    assert wrong[1] < ours[1]
    if form[0] in "1C":
        items, _, error = mean_squares(SHROUT_FLEISS)
        df = 15
        if form[0] == "1":
            error, df = float(SHROUT_FLEISS.var(axis=1, ddof=1).mean()), 18
        for level, (low, high) in ((0.975, ours), (0.95, wrong)):
            f = items / error / stats.f.ppf(level, 5, df), items / error * stats.f.ppf(level, df, 5)
            right = [(x - 1) / (x + 3) if form[-1] == "1" else 1 - 1 / x for x in f]
            assert (low, high) == pytest.approx(right, abs=1e-10)


def test_an_error_of_measurement_is_named_by_what_it_holds() -> None:
    """B32: SimplyAgree 0.1.4 mended its SEE and SEP, which come from SD and ICC; ours come from variances.

    We offer neither SEE nor SEP: the error of a rating is the SEM, the difference of two the SDC.
    """
    items, raters, error = mean_squares(SHROUT_FLEISS)
    assert cc.sem(SHROUT_FLEISS, kind="consistency").estimate == pytest.approx(math.sqrt(error), abs=1e-12)
    both = (raters - error) / 6 + error
    assert cc.sem(SHROUT_FLEISS).estimate == pytest.approx(math.sqrt(both), abs=1e-12)
    change = cc.smallest_detectable_change(SHROUT_FLEISS)
    assert change.estimate == pytest.approx(stats.norm.ppf(0.975) * math.sqrt(2 * both), abs=1e-12)
    assert items > error
