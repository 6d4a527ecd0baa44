"""Passing–Bablok regression: published values, all pairs in whole numbers, many items, plain errors."""

from __future__ import annotations

import csv
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

import concordant as cc
from concordant.coefficients.regression import theil_sen
from concordant.coefficients.regression.passing_bablok import linearity_p, passing_bablok
from concordant.coefficients.regression.shifted_median import Fit
from concordant.coefficients.regression.theil_sen import Slopes
from concordant.inference.measure import Measure
from concordant.reduce.item_weights import LeaveOneOut
from concordant.reduce.moments import of_values

REFERENCE = Path(__file__).parents[2] / "reference"


def read(name: str) -> Any:
    with open(REFERENCE / name, encoding="utf-8") as file:
        rows = list(csv.reader(file))[1:]
    return np.array([[float(cell or "nan") for cell in row] for row in rows])


def part(result: cc.Result, name: str) -> cc.Result:
    return next(p for p in result.parts if p.category == name)


def ends(result: cc.Result) -> tuple[float, float]:
    assert result.interval is not None
    return result.interval.low, result.interval.high


def in_whole_numbers(values: Any, level: float = 0.95) -> tuple[list[float], tuple[float, float]]:
    """Passing and Bablok 1983: all slopes, −1 left out, the median shifted by those below −1."""
    points = [(int(x), int(y)) for x, y in values]
    slopes = []
    for i, (xi, yi) in enumerate(points):
        for xj, yj in points[i + 1 :]:
            dx, dy = xj - xi, yj - yi
            if (dx, dy) == (0, 0) or dx + dy == 0:
                continue
            slopes.append((1, Fraction(0)) if dx == 0 else (0, Fraction(dy, dx)))
    # from below −1 to above; a vertical line is the end of the rising ones and the start of the falling ones
    falling = sorted(s for vertical, s in slopes if not vertical and s < -1)
    rising = sorted(s for vertical, s in slopes if not vertical and s > -1)
    vertical = [None] * sum(v for v, _ in slopes)
    shifted = [*rising, *vertical, *falling]  # what the shift by the number of falling ones does
    n, every = len(points), len(shifted)
    middle = [shifted[(every - 1) // 2], shifted[every // 2]]
    c = stats.norm.ppf(0.5 + level / 2) * np.sqrt(n * (n - 1) * (2 * n + 5) / 18)
    first = round((every - c) / 2)
    chosen = [*middle, shifted[first - 1], shifted[every - first]]
    a, b, low, high = (np.inf if s is None else float(s) for s in chosen)
    return [a, b], (low, high)


# --- published values ---------------------------------------------------------------------------


def test_continuous_data_have_the_line_that_mcr_gives() -> None:
    # R mcr's test data TD15 with results of calanas; 50 items, 1225 slopes
    r = cc.passing_bablok(read("mcr_td15.csv"))
    assert r.estimate == pytest.approx(1.02058852149448, abs=1e-13)
    assert part(r, "intercept").estimate == pytest.approx(-0.639752984809869, abs=1e-12)
    # (1225 − 234.3)/2 = 495.35: the paper takes rank 495, mcr 496, so its interval is one rank narrower
    low, high = ends(r)
    assert (low, high) == pytest.approx((0.95848878631593, 1.09232009780764), abs=5e-4)
    assert low < 0.95848878631593
    assert high > 1.09232009780764
    assert ends(part(r, "intercept")) == pytest.approx((-2.3330808182894, 0.840973102642057), abs=0.02)


def test_creatinine_has_the_line_that_mcr_gives_up_to_rounding_of_ties() -> None:
    # mcr: slope 1.0880 [1.0000, 1.1730], intercept −0.1172 [−0.2001, −0.0200]. It takes slopes for −1 in
    # floating point, where some of the 20 such pairs are not; in hundredths they are exact.
    values = read("mcr_creatinine.csv")
    r = cc.passing_bablok(values)
    assert r.estimate == pytest.approx(1.0880, abs=2e-4)
    assert ends(r) == pytest.approx((1.0, 1.1730), abs=2e-4)
    assert part(r, "intercept").estimate == pytest.approx(-0.1172, abs=2e-4)
    assert ends(part(r, "intercept")) == pytest.approx((-0.2001, -0.0200), abs=2e-4)
    whole = np.round(values[~np.isnan(values).any(axis=1)] * 100)
    middle, limits = in_whole_numbers(whole)
    assert [r.estimate] * 2 == pytest.approx(middle, abs=1e-12)
    assert ends(r) == pytest.approx(limits, abs=1e-12)


# --- the definition -----------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_the_slope_is_the_shifted_median_of_all_pairs(seed: int) -> None:
    rng = np.random.default_rng(seed)
    n = int(rng.integers(12, 40))
    truth = rng.integers(0, 60, n)
    values = np.stack([truth + rng.integers(-6, 7, n), truth + rng.integers(-6, 7, n)], axis=1)
    (low, high), limits = in_whole_numbers(values)
    r = cc.passing_bablok(values.astype(float))
    # of two in the middle, the one between by angle
    assert r.estimate == pytest.approx(np.tan((np.arctan(low) + np.arctan(high)) / 2), abs=1e-12)
    assert ends(r) == pytest.approx(limits, abs=1e-12)
    x, y = values.T
    a = part(r, "intercept")
    assert a.estimate == pytest.approx(np.median(y - r.estimate * x))
    assert ends(a) == pytest.approx((np.median(y - limits[1] * x), np.median(y - limits[0] * x)))


def test_exchanging_the_raters_turns_the_line_over() -> None:
    values = read("mcr_td15.csv")
    r, other = cc.passing_bablok(values), cc.passing_bablok(values[:, ::-1])
    assert other.estimate == pytest.approx(1 / r.estimate)
    assert ends(other) == pytest.approx((1 / ends(r)[1], 1 / ends(r)[0]))
    assert other.p_value == pytest.approx(r.p_value)


def test_outliers_hardly_move_the_line() -> None:
    rng = np.random.default_rng(2)
    truth = rng.uniform(0, 100, 60)
    values = np.stack([truth + rng.normal(0, 1, 60), truth + rng.normal(0, 1, 60)], axis=1)
    wild = values.copy()
    wild[:3, 1] += 500
    assert cc.passing_bablok(wild).estimate == pytest.approx(cc.passing_bablok(values).estimate, abs=0.02)
    assert abs(cc.deming(wild).estimate - 1) > 0.5


def test_the_test_and_the_interval_say_the_same() -> None:
    rng = np.random.default_rng(3)
    truth = rng.uniform(0, 100, 40)
    values = np.stack([truth + rng.normal(0, 4, 40), 1.1 * truth + rng.normal(0, 4, 40)], axis=1)
    low, high = ends(cc.passing_bablok(values))
    for null in (low - 0.004, low + 0.004, high - 0.004, high + 0.004):
        p = cc.passing_bablok(values, null=null).p_value
        assert (p > 0.05) == (low < null < high)
    x, y = values.T
    # slopes steeper than 1 less those less steep is Kendall's sum of y − x on y + x
    tau = stats.kendalltau(y - x, y + x).statistic
    z = tau * 780 / np.sqrt(40 * 39 * 85 / 18)
    assert cc.passing_bablok(values).details["statistic"] == pytest.approx(z)


def test_intervals_hold_the_true_line_as_often_as_they_say() -> None:
    rng = np.random.default_rng(4)
    slope = intercept = 0
    for _ in range(300):
        truth = rng.normal(50, 10, 30)
        values = np.stack([truth + rng.normal(0, 2, 30), 2 + truth + rng.normal(0, 2, 30)], axis=1)
        f = Fit.of(of_values(values, ("x", "y")))
        low, high = f.limits(0.95)
        slope += low <= 1 <= high
        low, high = f.limits_of_intercept(0.95)
        intercept += low <= 2 <= high
    assert slope / 300 == pytest.approx(0.95, abs=0.04)
    assert intercept / 300 >= 0.92


def test_influence_values_give_the_error_that_resampling_gives() -> None:
    rng = np.random.default_rng(5)
    truth = rng.uniform(10, 100, 150)
    values = np.stack([truth + rng.normal(0, 4, 150), 2 + 1.1 * truth + rng.normal(0, 4, 150)], axis=1)
    exact = cc.passing_bablok(values, at=50.0)
    analytic = cc.passing_bablok(values, at=50.0, interval="analytic")
    drawn = cc.passing_bablok(values, at=50.0, interval="bootstrap", draws=600)
    for a, b in zip(analytic.parts, drawn.parts, strict=True):
        assert a.se == pytest.approx(b.se, rel=0.2)
    assert analytic.se == pytest.approx(exact.se, rel=0.2)
    assert part(exact, "bias at 50").estimate == pytest.approx(
        part(exact, "intercept").estimate + (exact.estimate - 1) * 50
    )


def test_influence_values_point_the_way_the_line_moves_without_an_item() -> None:
    rng = np.random.default_rng(5)
    truth = rng.uniform(10, 100, 80)
    values = np.stack([truth + rng.normal(0, 4, 80), 2 + 1.1 * truth + rng.normal(0, 4, 80)], axis=1)
    m = of_values(values, ("x", "y"))
    e, without = passing_bablok(m), passing_bablok(m.weighed(LeaveOneOut(m.counts)))
    for name in ("slope", "intercept"):
        moved = float(e.parts[name].value) - without.parts[name].value.value
        assert np.corrcoef(moved, e.parts[name].value.slope)[0, 1] > 0.7


def test_resampling_too_many_items_is_refused() -> None:
    x = np.arange(3000.0)
    with pytest.raises(cc.OptionError, match="Resampling 3000 items would take too long"):
        cc.passing_bablok(x, x + np.sin(x), interval="jackknife")


# --- straightness -------------------------------------------------------------------------------


def test_a_bent_line_is_seen_and_a_straight_one_passes() -> None:
    rng = np.random.default_rng(6)
    truth = np.linspace(1, 50, 120)
    noise = rng.normal(0, 1, (2, 120))
    straight = cc.passing_bablok(truth + noise[0], truth + noise[1]).details["straightness_p"]
    bent = cc.passing_bablok(truth + noise[0], truth**2 / 50 + noise[1]).details["straightness_p"]
    assert straight > 0.2
    assert bent < 0.001


def test_the_cusum_is_written_out() -> None:
    # line y = x; along it: +, +, −, 0, −, + with l = 3 above, L = 2 below: steps √(2/3) up, √(3/2) down
    x = np.array([1.0, 2, 3, 4, 5, 6])
    y = x + np.array([0.5, 0.5, -0.5, 0, -0.5, 0.5])
    up, down = np.sqrt(2 / 3), np.sqrt(3 / 2)
    farthest = np.abs(np.cumsum([up, up, -down, 0, -down, up])).max()  # 2√(2/3)
    assert linearity_p(x, y, np.ones(6), 1.0, 0.0) == pytest.approx(stats.kstwobign.sf(farthest / np.sqrt(3)))


def test_straight_lines_are_rarely_called_bent() -> None:
    rng = np.random.default_rng(7)
    called = 0
    for _ in range(300):
        truth = rng.uniform(1, 20, 50)
        values = np.stack([truth + rng.normal(0, 1, 50), 1 + 1.1 * truth + rng.normal(0, 1, 50)], axis=1)
        f = Fit.of(of_values(values, ("x", "y")))
        called += linearity_p(f.x, f.y, f.w, f.slope, f.intercept_here) < 0.05
    assert 0.01 < called / 300 < 0.13


# --- many items ---------------------------------------------------------------------------------


@pytest.mark.by_turns(3)
@pytest.mark.parametrize("digits", [None, 1, 0])
@pytest.mark.parametrize("weighed", [False, True])
def test_ranks_are_found_without_forming_all_pairs(
    monkeypatch: pytest.MonkeyPatch, digits: int | None, weighed: bool
) -> None:
    rng = np.random.default_rng(8)
    truth = rng.normal(10, 3, 700)
    x, y = truth + rng.normal(0, 0.5, 700), truth * 1.05 + rng.normal(0, 0.5, 700)
    if digits is not None:  # whole numbers, so that ties are exact
        x, y = np.round(x * 10**digits), np.round(y * 10**digits)
    w = rng.integers(0, 4, 700).astype(float) if weighed else np.ones(700)
    formed = Slopes(y + x, y - x, w)
    every = formed.total
    apart = np.round(np.linspace(2, every, 30)).tolist()
    close = np.arange(round(every * 0.4), round(every * 0.4) + 5000, 7).tolist()
    ranks = sorted((1, every / 2, every / 2 + 0.5, *apart, *close))
    expected = formed.ranked(*ranks)
    counts = [(formed.below(t), formed.upto(t)) for t in (-0.013, 0.0, 0.021)]
    monkeypatch.setattr(theil_sen, "ALL_PAIRS", 10)
    monkeypatch.setattr(theil_sen, "_FEW", 2000)
    searched = Slopes(y + x, y - x, w)
    assert searched.ranked(*ranks) == pytest.approx(expected, abs=1e-12)
    assert [(searched.below(t), searched.upto(t)) for t in (-0.013, 0.0, 0.021)] == counts


@pytest.mark.slow
def test_twenty_thousand_items_take_a_moment() -> None:
    # 2·10⁸ pairs; the errors are alike, so the slope is near 1 by ±z·√2·σ/(s_x·√n)
    rng = np.random.default_rng(9)
    truth = rng.normal(100, 20, 20_000)
    m = of_values(
        np.stack([truth + rng.normal(0, 3, 20_000), truth + rng.normal(0, 3, 20_000)], axis=1), ("x", "y")
    )
    r = Measure(passing_bablok, m).result()
    low, high = ends(r)
    assert low < r.estimate < high
    assert r.estimate == pytest.approx(1, abs=0.005)
    assert high - low == pytest.approx(2 * 1.96 * np.sqrt(2) * 3 / (20 * np.sqrt(20_000)), rel=0.1)


# --- plain words --------------------------------------------------------------------------------


def test_perfect_agreement_is_exactly_one() -> None:
    r = cc.passing_bablok([1.3, 2.1, 5.7, 8.8, 9.9], [1.3, 2.1, 5.7, 8.8, 9.9])
    assert r.estimate == 1
    assert part(r, "intercept").estimate == 0


@pytest.mark.parametrize(
    ("x", "y", "code"),
    [
        ([1.0], [2.0], "one-item"),
        ([1.0, None], [None, 2.0], "no-pairs"),
        ([1.0, 2.0, 3.0], [4.0, 4.0, 4.0], "constant-rater"),
        ([1.0, 2.0, 3.0, 4.0], [4.0, 3.1, 2.0, 1.3], "no-rise"),
        ([1.0, 2.0, 3.0, 4.0, 5.0], [1.0, 1.0, 1.0, 1.0, 2.0], "no-rise"),
    ],
)
def test_where_there_is_no_line_it_is_said_why(x: list[Any], y: list[Any], code: str) -> None:
    r = cc.passing_bablok(x, y)
    assert not r.defined
    assert r.notes[0].code == code


def test_too_few_items_have_a_line_but_no_interval() -> None:
    r = cc.passing_bablok([1.0, 2.0, 4.0], [1.1, 2.0, 4.2])
    assert r.defined
    assert r.interval is None
    assert "no-spread" in [note.code for note in r.notes]


def test_a_slope_is_tested_against_a_value_above_zero() -> None:
    with pytest.raises(cc.OptionError, match="tested only against a value above 0, got -1"):
        cc.passing_bablok(read("mcr_td15.csv"), null=-1.0)
