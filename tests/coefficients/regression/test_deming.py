"""Deming regression: published values, other ways to the same line, the jackknife written out."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

import concordant as cc
from concordant.coefficients.regression.deming import deming
from concordant.inference.measure import Measure
from concordant.reduce.item_weights import DrawWeights
from concordant.reduce.moments import of_values

CREATININE = Path(__file__).parents[2] / "reference" / "mcr_creatinine.csv"


def creatinine() -> Any:
    """Serum and plasma creatinine of 110 patients, two of them without plasma (as in R mcr)."""
    with open(CREATININE, encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    cells = [[float(row["serum"]), float(row["plasma"] or "nan")] for row in rows]
    return np.array(cells)


def proportional(seed: int = 1, n: int = 40) -> Any:
    """Errors of a tenth of what is measured; y = 1 + 1.1x."""
    rng = np.random.default_rng(seed)
    truth = rng.uniform(1, 20, n)
    return np.stack([truth * rng.normal(1, 0.1, n), (1 + 1.1 * truth) * rng.normal(1, 0.1, n)], axis=1)


def part(result: cc.Result, name: str) -> cc.Result:
    return next(p for p in result.parts if p.category == name)


def ends(result: cc.Result) -> tuple[float, float]:
    assert result.interval is not None
    return result.interval.low, result.interval.high


def test_creatinine_has_the_line_that_mcr_gives() -> None:
    # R mcr, mc.deming(error.ratio=1): b0 = −0.05891341, b1 = 1.054539 (its own test values)
    r = cc.deming(creatinine())
    assert r.estimate == pytest.approx(1.054539, abs=1e-6)
    assert part(r, "intercept").estimate == pytest.approx(-0.05891341, abs=1e-8)
    assert r.n_items == 108


def test_with_equal_errors_the_line_is_the_principal_axis() -> None:
    values = proportional()
    covariance = np.cov(values.T)
    axis = np.linalg.eigh(covariance)[1][:, -1]
    r = cc.deming(values)
    assert r.estimate == pytest.approx(axis[1] / axis[0])
    x, y = values.mean(axis=0)
    assert part(r, "intercept").estimate == pytest.approx(y - r.estimate * x)


def test_the_ratio_is_of_y_s_errors_over_x_s() -> None:
    values = proportional()
    x, y = values.T
    # measuring y in units three times smaller makes its errors' variance nine times larger
    assert cc.deming(x, 3 * y, ratio=9.0).estimate == pytest.approx(3 * cc.deming(x, y).estimate)
    # if only y has errors it is least squares of y on x; if only x has, that of x on y turned over
    assert cc.deming(x, y, ratio=1e12).estimate == pytest.approx(stats.linregress(x, y).slope)
    assert cc.deming(x, y, ratio=1e-12).estimate == pytest.approx(1 / stats.linregress(y, x).slope)


def test_the_line_has_the_least_weighted_distance() -> None:
    x, y = proportional().T
    delta = 2.5
    r = cc.deming(x, y, ratio=delta)
    a = part(r, "intercept").estimate

    def far(slope: float, intercept: float) -> float:
        return float(((y - intercept - slope * x) ** 2).sum() / (delta + slope**2))

    best = far(r.estimate, a)
    for slope, intercept in ((1e-3, 0), (-1e-3, 0), (0, 1e-3), (0, -1e-3)):
        assert far(r.estimate + slope, a + intercept) > best


def test_intervals_are_linnet_s_jackknife() -> None:
    values = proportional(n=15)
    lines = [cc.deming(np.delete(values, i, axis=0), interval="none") for i in range(15)]
    r = cc.deming(values)
    for name in ("slope", "intercept"):
        whole = part(r, name)
        pseudo = np.array([15 * whole.estimate - 14 * part(line, name).estimate for line in lines])
        se = pseudo.std(ddof=1) / np.sqrt(15)
        half = stats.t.ppf(0.975, 13) * se
        assert whole.se == pytest.approx(se)
        assert ends(whole) == pytest.approx((whole.estimate - half, whole.estimate + half))
        null = {"slope": 1, "intercept": 0}[name]
        assert whole.p_value == pytest.approx(2 * stats.t.sf(abs(whole.estimate - null) / se, 13))
    assert (r.estimate, r.p_value) == (part(r, "slope").estimate, part(r, "slope").p_value)


def test_sums_alone_give_errors_that_take_them_for_normal() -> None:
    # R mcr, analytical: se.b0 = 0.04604315, se.b1 = 0.03534361 (its own test values)
    values = creatinine()
    m = of_values(values, ("serum", "plasma"))
    r = Measure(deming, m.without_items(), {"at": 1.5}).result()
    assert (part(r, "intercept").se, r.se) == pytest.approx((0.04604315, 0.03534361), abs=1e-8)
    assert r.method == "classical, normal errors t(106)"
    x = values[~np.isnan(values).any(axis=1), 0]
    # where x is measured on average, the error of the line is s_b·√(s_xx/n); at = 1.5 is 0.28 away
    assert part(r, "bias at 1.5").se == pytest.approx(r.se * np.sqrt(x.var() + (1.5 - x.mean()) ** 2))


def test_a_value_to_test_is_for_the_slope_and_the_intercept_keeps_its_own() -> None:
    for interval in (None, "analytic", "bootstrap"):
        r = cc.deming(proportional(), null=1.2, interval=interval)
        assert r.details["null_value"] == part(r, "slope").details["null_value"] == 1.2
        assert part(r, "intercept").details["null_value"] == 0


def test_the_bias_at_a_size_is_that_of_the_line() -> None:
    r = cc.deming(proportional(), at=7.0)
    bias = part(r, "bias at 7")
    expected = part(r, "intercept").estimate + (r.estimate - 1) * 7
    assert bias.estimate == pytest.approx(expected)
    other = cc.deming(proportional(), at=7.0, interval="bootstrap", draws=800)
    assert bias.se == pytest.approx(part(other, "bias at 7").se, rel=0.15)


def test_intervals_hold_the_true_slope_as_often_as_they_say() -> None:
    rng = np.random.default_rng(4)
    held = 0
    for _ in range(300):
        truth = rng.normal(50, 10, 25)
        values = np.stack([truth + rng.normal(0, 2, 25), 3 + 1.1 * truth + rng.normal(0, 2, 25)], axis=1)
        low, high = ends(Measure(deming, of_values(values, ("x", "y"))).result())
        held += low <= 1.1 <= high
    assert held / 300 == pytest.approx(0.95, abs=0.04)


@pytest.mark.parametrize(
    "options", [{}, {"ratio": 3.0}, {"weighted": True}, {"weighted": True, "ratio": 3.0}]
)
def test_influence_values_are_derivatives(options: dict[str, Any]) -> None:
    m = of_values(proportional(n=20), ("x", "y"))
    e = deming(m, at=5.0, **options)
    h = 1e-5
    up, down = (
        deming(m.weighed(DrawWeights(m.counts + sign * h * np.eye(20))), at=5.0, **options)
        for sign in (1, -1)
    )
    for name, found in e.parts.items():
        numeric = (up.parts[name].value.value - down.parts[name].value.value) / (2 * h)
        assert found.value.slope == pytest.approx(numeric, abs=1e-7)


@pytest.mark.parametrize("delta", [1.0, 3.0])
def test_weights_and_line_settle_on_each_other(delta: float) -> None:
    x, y = proportional().T
    slope, intercept = 1.0, 0.0
    for _ in range(300):  # Linnet 1990: the nearest point of the line, weights 1/size², the line again
        off = y - intercept - slope * x
        near_x, near_y = x + slope * off / (delta + slope**2), y - delta * off / (delta + slope**2)
        w = 1 / ((delta * near_x + near_y) / (delta + 1)) ** 2
        mx, my = np.average(x, weights=w), np.average(y, weights=w)
        u, q, p = w @ (x - mx) ** 2, w @ (y - my) ** 2, w @ ((x - mx) * (y - my))
        slope = (q - delta * u + np.sqrt((q - delta * u) ** 2 + 4 * delta * p**2)) / (2 * p)
        intercept = my - slope * mx
    r = cc.deming(x, y, weighted=True, ratio=delta)
    assert (r.estimate, part(r, "intercept").estimate) == pytest.approx((slope, intercept))


def test_weights_help_where_errors_grow_in_proportion() -> None:
    weighed, plain = (
        np.std([cc.deming(proportional(seed), weighted=w, interval="none").estimate for seed in range(60)])
        for w in (True, False)
    )
    assert weighed < plain


def test_weighted_measurements_of_large_size_keep_their_digits() -> None:
    values = proportional()
    r, thousand = cc.deming(values, weighted=True), cc.deming(values * 1e9, weighted=True)
    assert thousand.estimate == pytest.approx(r.estimate, rel=1e-10)
    assert thousand.se == pytest.approx(r.se, rel=1e-8)


def test_repeats_give_the_ratio_and_their_means_the_line() -> None:
    rng = np.random.default_rng(5)
    truth = rng.normal(50, 10, 200)
    x = truth[:, None] + rng.normal(0, 1, (200, 3))
    y = truth[:, None] + rng.normal(0, 2, (200, 3))
    r = Measure(deming, of_values(np.concatenate([x, y], axis=1), ("x", "y"), ("1", "2", "3"))).result()
    within = [v.var(axis=1, ddof=1).mean() for v in (x, y)]
    assert r.details["ratio"] == pytest.approx(within[1] / within[0])  # near 4
    assert r.estimate == pytest.approx(
        cc.deming(x.mean(axis=1), y.mean(axis=1), ratio=within[1] / within[0]).estimate
    )
    assert r.notes[0].code == "means-of-repeats"
    details = r.details
    # errors of means of three: 1/√3 and 2/√3
    assert (details["sd_errors_first"], details["sd_errors_second"]) == pytest.approx(
        (3**-0.5, 2 * 3**-0.5), rel=0.15
    )


def test_perfect_agreement_is_a_slope_of_one_without_doubt() -> None:
    r = cc.deming([1.0, 2.5, 7.0, 9.0], [1.0, 2.5, 7.0, 9.0])
    assert r.estimate == pytest.approx(1)
    assert part(r, "intercept").estimate == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize(
    ("x", "y", "code"),
    [
        ([1.0], [2.0], "one-item"),
        ([1.0, None], [None, 2.0], "no-pairs"),
        ([1.0, 2.0, 3.0], [4.0, 4.0, 4.0], "constant-rater"),
        ([1.0, 2.0, 1.0, 2.0], [1.0, 1.0, 2.0, 2.0], "no-covariance"),
    ],
)
def test_where_there_is_no_line_it_is_said_why(x: list[Any], y: list[Any], code: str) -> None:
    r = cc.deming(x, y)
    assert not r.defined
    assert r.notes[0].code == code


def test_what_cannot_be_done_is_said_in_one_sentence() -> None:
    with pytest.raises(cc.OptionError, match="ratio, the error variance of the second rater"):
        cc.deming([1, 2, 3], [1, 2, 4], ratio=0)
    with pytest.raises(
        cc.InputError, match="needs measurements above 0, but rater A has -1 \\(item 2 of those measured\\)"
    ):
        cc.deming([1, -1, 3], [1, 2, 4], weighted=True)
    with pytest.raises(cc.OptionError, match="deming compares raters, but there is only one"):
        cc.deming(np.array([[1.0], [2.0]]))
