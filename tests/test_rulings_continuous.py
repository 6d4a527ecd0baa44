"""The definitions we hold for measurements where packages differ: F1, F2, F11, F12, F13, F20."""

from __future__ import annotations

import csv
import math
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy import stats

import concordant as cc

REFERENCE = Path(__file__).parent / "reference"
RULINGS: dict[str, Any] = tomllib.loads((REFERENCE / "rulings.toml").read_text(encoding="utf-8"))
Floats = NDArray[np.float64]


def read_csv(name: str) -> dict[str, Floats]:
    """A reference file of numbers, by column."""
    with open(REFERENCE / name, encoding="utf-8") as file:
        rows = list(csv.reader(file))
    return {name: np.array([float(row[at]) for row in rows[1:]]) for at, name in enumerate(rows[0])}


SHROUT_FLEISS = np.column_stack(list(read_csv("shrout_fleiss_1979.csv").values()))
METERS = read_csv("bland_altman_1986_pefr.csv")
LARGE, MINI = METERS["wright1"], METERS["mini1"]


def two_raters(n: int, kappa: float) -> tuple[Floats, Floats]:
    """Two raters of equal spread (1 over n), means 1/2 apart, with this concordance correlation over n.

    With covariance c it is 2c/(2 + 1/4).
    """
    c = kappa * 9 / 8
    made = np.random.default_rng(6).normal(size=(n, 2))
    u, v = np.linalg.qr(np.column_stack([np.ones(n), made]))[0][:, 1:].T * math.sqrt(n)
    return np.asarray(u), np.asarray(0.5 + c * u + math.sqrt(1 - c**2) * v)


# --- F1: the divisor of the concordance correlation ----------------------------------------------


def test_over_n_it_is_quadratic_kappa_exactly() -> None:
    """F1: with the figures of the ruling."""
    f1 = RULINGS["F1"]
    x, y = two_raters(f1["items"], f1["quadratic_kappa"])
    lin = cc.ccc(x, y, divisor="n").estimate
    assert lin == pytest.approx(f1["quadratic_kappa"], abs=1e-10)
    assert cc.cohen_kappa(x, y, weights="quadratic").estimate == pytest.approx(lin, abs=1e-10)
    assert cc.icc(x, y).estimate == pytest.approx(f1["icc_a1"], abs=1e-7)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=2, max_size=25))
def test_over_n_it_is_quadratic_kappa_whatever_the_scores(data: Any) -> None:
    """F1."""
    x, y = (list(side) for side in zip(*data, strict=True))
    assume(len({*x, *y}) > 1)
    kappa = cc.cohen_kappa(x, y, weights="quadratic").estimate
    assert cc.ccc(x, y, divisor="n").estimate == pytest.approx(kappa, abs=1e-12)


def test_n_minus_1_is_the_default_and_the_result_names_the_divisor() -> None:
    """F1: eight pairs, 14/15 or 336/359."""
    f1 = RULINGS["F1"]
    x, y = zip(*f1["pairs"], strict=True)
    # over n: 2·21/4/(21/4 + 23/4 + 1/4) = 14/15; over n − 1: 12/(6 + 46/7 + 1/4) = 336/359
    usual, lin = cc.ccc(x, y), cc.ccc(x, y, divisor="n")
    assert lin.estimate == pytest.approx(14 / 15, abs=1e-14)
    assert usual.estimate == pytest.approx(336 / 359, abs=1e-14)
    assert lin.estimate == pytest.approx(f1["divisor_n"], abs=5e-6)
    assert usual.estimate == pytest.approx(f1["divisor_n_minus_1"], abs=5e-6)
    assert "n − 1" in usual.title
    assert "divisor n (Lin 1989)" in lin.title
    assert cc.ccc(x, y, divisor="n-1").estimate == usual.estimate


def test_divisors_are_never_mixed() -> None:
    """F1: variances, covariance and both factors have one divisor."""
    x, y = zip(*RULINGS["F1"]["pairs"], strict=True)
    for divisor, ddof in (("n-1", 1), ("n", 0)):
        d = cc.ccc(x, y, divisor=divisor).details
        s = np.cov(x, y, ddof=ddof)
        assert d["precision"] * d["accuracy"] == pytest.approx(
            cc.ccc(x, y, divisor=divisor).estimate, abs=1e-14
        )
        low, high = math.sqrt(s[0, 0]), math.sqrt(s[1, 1])
        assert d["location_shift"] == pytest.approx(0.5 / math.sqrt(low * high), abs=1e-13)
        assert (d["sd_A"], d["sd_B"]) == pytest.approx((low, high), abs=1e-13)


# --- F2: three numbers of two raters --------------------------------------------------------------


@given(st.lists(st.tuples(st.integers(-20, 20), st.integers(-20, 20)), min_size=3, max_size=20))
def test_icc_a1_is_the_concordance_correlation_less_the_noise_of_the_means(data: Any) -> None:
    """F2: 2s_xy/(s_x² + s_y² + d̄² − s_d²/n), over n − 1."""
    x, y = (np.array(side, dtype=float) for side in zip(*data, strict=True))
    s, d = np.cov(x, y), x - y
    below = s[0, 0] + s[1, 1] + d.mean() ** 2 - d.var(ddof=1) / len(x)
    assume(below > 1e-6)
    ours = cc.icc(x, y, form="A,1", scale="interval", interval="none").estimate
    assert ours == pytest.approx(2 * s[0, 1] / below, rel=1e-9, abs=1e-9)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=3, max_size=20))
def test_icc_a1_follows_from_quadratic_kappa_and_the_number_of_items(data: Any) -> None:
    """F2, put another way: the formula above is n·κ/(n − 1 + κ), κ the quadratic kappa."""
    x, y = (list(side) for side in zip(*data, strict=True))
    assume(len({*x, *y}) > 1)
    kappa, n = cc.cohen_kappa(x, y, weights="quadratic").estimate, len(x)
    ours = cc.icc(x, y, form="A,1", scale="interval", interval="none")
    assume(n - 1 + kappa > 1e-6 and ours.defined)
    assert ours.estimate == pytest.approx(n * kappa / (n - 1 + kappa), rel=1e-9, abs=1e-9)


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), min_size=3, max_size=20))
def test_the_order_of_the_four_numbers(data: Any) -> None:
    """F2: if covariance is positive κ_q = CCC(n) ≤ CCC(n − 1) ≤ ICC(A,1), ≤ ICC(C,1) if MSC ≥ MSE."""
    x, y = (np.array(side, dtype=float) for side in zip(*data, strict=True))
    s, d = np.cov(x, y), x - y
    assume(s[0, 1] > 1e-9)
    kappa = cc.cohen_kappa(x, y, weights="quadratic").estimate
    lin, usual = (cc.ccc(x, y, divisor=by, scale="interval").estimate for by in ("n", "n-1"))
    agreement, consistency = (cc.icc(x, y, form=f, scale="interval").estimate for f in ("A,1", "C,1"))
    assert kappa == pytest.approx(lin, abs=1e-12)
    assert lin <= usual + 1e-12
    assert usual <= agreement + 1e-12
    raters, error = len(x) * d.mean() ** 2 / 2, d.var(ddof=1) / 2
    if raters > error + 1e-9:
        assert agreement <= consistency + 1e-12
    elif raters < error - 1e-9:
        assert agreement > consistency - 1e-12


def test_all_of_them_meet_as_items_grow() -> None:
    """F2: they estimate the same where raters do not differ in spread; they are reported apart."""
    rng = np.random.default_rng(0)
    gaps = []
    for n in (10, 100, 10_000):
        true = rng.normal(0, 3, n)
        x, y = true + rng.normal(0, 1, n), true + rng.normal(0.5, 1, n)
        values = [cc.ccc(x, y, divisor="n").estimate, cc.ccc(x, y).estimate, cc.icc(x, y).estimate]
        gaps.append(max(values) - min(values))
        assert len({cc.ccc(x, y).measure, cc.icc(x, y).measure}) == 2
    assert gaps[0] > gaps[1] > gaps[2]
    assert gaps[2] < 1e-4


# --- F11: limits and tests of ICC(A,k) -------------------------------------------------------------


@pytest.mark.parametrize("level", [0.5, 0.9, 0.95, 0.999])
def test_limits_of_a_mean_are_stepped_up_from_those_of_one(level: float) -> None:
    """F11."""
    one, mean = (cc.icc(SHROUT_FLEISS, form=form, level=level).interval for form in ("A,1", "A,k"))
    assert one is not None
    assert mean is not None
    assert (mean.low, mean.high) == pytest.approx(
        [4 * x / (1 + 3 * x) for x in (one.low, one.high)], abs=1e-12
    )


@pytest.mark.parametrize("null", [0.0, 0.1, 0.25, 0.6])
def test_the_test_against_a_value_takes_degrees_of_freedom_at_that_value(null: float) -> None:
    """F11: F = MS_items/(a·MS_raters + b·MS_error), all at ρ₀ (McGraw and Wong 1996)."""
    y = SHROUT_FLEISS
    n, k = y.shape
    ours = cc.icc(y, form="A,1", null=null)
    d = ours.details
    a, b = k * null / (n * (1 - null)), 1 + k * null * (n - 1) / (n * (1 - null))
    raters, error = a * d["ms_raters"], b * d["ms_error"]
    df = (raters + error) ** 2 / (raters**2 / (k - 1) + error**2 / ((n - 1) * (k - 1)))
    assert d["df2"] == pytest.approx(df, rel=1e-12)
    assert d["statistic"] == pytest.approx(d["ms_items"] / (raters + error), rel=1e-12)
    assert ours.p_value == pytest.approx(stats.f.sf(d["statistic"], n - 1, df), rel=1e-9)
    # the mean of k raters is tested against the value that one rater stands for
    stepped = cc.icc(y, form="A,k", null=k * null / (1 + (k - 1) * null))
    assert stepped.p_value == pytest.approx(ours.p_value, rel=1e-9)


# --- F12: ten forms, six estimates -----------------------------------------------------------------


def test_ten_forms_are_six_estimates_and_each_prints_its_form() -> None:
    """F12: random or mixed raters is what may be concluded, not another number."""
    results = {}
    for form in ("1,1", "1,k"):
        results[form, "nested"] = cc.icc(SHROUT_FLEISS, form=form)
    for form in ("A,1", "A,k", "C,1", "C,k"):
        for model in ("random", "mixed"):
            results[form, model] = cc.icc(SHROUT_FLEISS, form=form, model=model)
    assert len(results) == 10
    assert len({round(r.estimate, 12) for r in results.values()}) == 6
    assert len({r.title for r in results.values()}) == 10
    assert len({r.details["meaning"] for r in results.values()}) == 10
    for (form, model), r in results.items():
        name = {"1,1": "ICC(1)", "1,k": "ICC(k)"}.get(form, f"ICC({form})")
        words = {"nested": "one-way random", "random": "two-way random", "mixed": "two-way mixed"}[model]
        assert name in r.title
        assert words in r.title
    for form in ("A,1", "A,k", "C,1", "C,k"):
        random, mixed = results[form, "random"], results[form, "mixed"]
        assert random.estimate == mixed.estimate
        assert random.interval is not None
        assert mixed.interval is not None
        assert (random.interval.low, random.interval.high) == (mixed.interval.low, mixed.interval.high)
        assert "other raters like these" in random.details["meaning"]
        assert "these raters only" in mixed.details["meaning"]


# --- F13: intervals of limits of agreement -----------------------------------------------------------


def upper_limit(**options: Any) -> Any:
    return cc.bland_altman(LARGE, MINI, **options).parts[1]


def bounds(result: Any) -> list[float]:
    return [result.interval.low, result.interval.high]


def test_the_five_roads_to_the_interval_of_a_limit() -> None:
    """F13: each by its name, exact by default, on Bland and Altman's 17 peak flow readings."""
    d = LARGE - MINI
    n, mean, sd, z = len(d), d.mean(), d.std(ddof=1), stats.norm.ppf(0.975)
    t = stats.t.ppf(0.975, n - 1)
    limit = mean + z * sd
    # Carkeet: mean + s/√n times quantiles of a non-central t with shift z√n
    exact = [mean + stats.nct.ppf(p, n - 1, z * math.sqrt(n)) * sd / math.sqrt(n) for p in (0.025, 0.975)]
    # Zou: both intervals at right angles
    low, high = (sd * math.sqrt((n - 1) / stats.chi2.ppf(p, n - 1)) for p in (0.975, 0.025))
    mover = [
        limit - math.hypot(z * sd / math.sqrt(n), z * (sd - low)),
        limit + math.hypot(z * sd / math.sqrt(n), z * (high - sd)),
    ]
    roads = {
        "exact": exact,
        "mover": mover,
        "approximate": [limit + s * t * sd * math.sqrt(1 / n + z**2 / (2 * (n - 1))) for s in (-1, 1)],
        "bland1986": [limit + s * t * sd * math.sqrt(3 / n) for s in (-1, 1)],
    }
    for name, right in roads.items():
        ours = upper_limit(limits_interval=name)
        assert ours.estimate == pytest.approx(limit, abs=1e-10)
        assert bounds(ours) == pytest.approx(right, rel=1e-7), name
    assert bounds(upper_limit()) == bounds(upper_limit(limits_interval="exact"))
    assert len({round(x, 3) for right in roads.values() for x in right}) == 8


def test_limits_with_t_instead_of_1_96_are_asked_for_by_their_multiplier() -> None:
    """F13: the fifth, t(n − 1) for 1.96 as some programs have it, is another multiplier, not the default."""
    d = LARGE - MINI
    t = float(stats.t.ppf(0.975, len(d) - 1))
    other = upper_limit(multiplier=t).estimate
    assert other == pytest.approx(d.mean() + t * d.std(ddof=1), abs=1e-9)
    assert upper_limit().estimate == pytest.approx(d.mean() + 1.959964 * d.std(ddof=1), abs=1e-4)


def test_the_published_approximate_interval() -> None:
    """F13: Bland and Altman 1986: limits −79.7 and 75.5 (2 s), error √(3s²/n) = 16.3 l/min, t 2.12."""
    lower, upper = cc.bland_altman(LARGE, MINI, multiplier=2.0, limits_interval="bland1986").parts
    assert lower.estimate == pytest.approx(-79.7, abs=0.1)
    assert upper.estimate == pytest.approx(75.5, abs=0.2)
    assert lower.se == pytest.approx(math.sqrt(3) * 38.8 / math.sqrt(17), abs=0.05)
    assert bounds(lower) == pytest.approx([-114.3, -45.1], abs=0.3)
    assert bounds(upper) == pytest.approx([40.9, 110.1], abs=0.3)


# --- F20: standard errors of measurement ------------------------------------------------------------------


def test_both_standard_errors_of_measurement_are_labelled() -> None:
    """F20: agreement √(σ_r² + σ_e²), consistency √MS_e."""
    parts = {p.category: p.estimate for p in cc.variance_components(SHROUT_FLEISS).parts}
    agreement, consistency = (cc.sem(SHROUT_FLEISS, kind=kind) for kind in ("agreement", "consistency"))
    assert agreement.estimate == pytest.approx(math.sqrt(parts["raters"] + parts["error"]), abs=1e-12)
    assert consistency.estimate == pytest.approx(math.sqrt(parts["error"]), abs=1e-12)
    assert "agreement" in agreement.title
    assert "consistency" in consistency.title
    assert cc.sem(SHROUT_FLEISS).estimate == agreement.estimate


@pytest.mark.parametrize("kind", ["agreement", "consistency"])
def test_the_detectable_change_is_1_96_root_2_of_it(kind: Any) -> None:
    """F20: MDC = 1.96·√2·SEM."""
    sem = cc.sem(SHROUT_FLEISS, kind=kind).estimate
    change = cc.smallest_detectable_change(SHROUT_FLEISS, kind=kind)
    assert change.estimate == pytest.approx(stats.norm.ppf(0.975) * math.sqrt(2) * sem, rel=1e-12)
    assert change.estimate == pytest.approx(1.96 * math.sqrt(2) * sem, rel=2e-5)
    assert kind in change.title


def test_sd_times_root_1_minus_icc_is_the_same_only_where_sd_is_that_of_the_form() -> None:
    """F20: SD·√(1 − ICC) is √(σ_r² + σ_e²) if SD² = σ_s² + σ_r² + σ_e², not with the SD of all ratings."""
    parts = {p.category: p.estimate for p in cc.variance_components(SHROUT_FLEISS).parts}
    whole = sum(parts.values())
    a, c = (cc.icc(SHROUT_FLEISS, form=form).estimate for form in ("A,1", "C,1"))
    assert math.sqrt(whole * (1 - a)) == pytest.approx(cc.sem(SHROUT_FLEISS).estimate, abs=1e-12)
    own = cc.sem(SHROUT_FLEISS, kind="consistency").estimate
    assert math.sqrt((whole - parts["raters"]) * (1 - c)) == pytest.approx(own, abs=1e-12)
    pooled = SHROUT_FLEISS.std(ddof=1)
    assert abs(pooled * math.sqrt(1 - a) - cc.sem(SHROUT_FLEISS).estimate) > 0.05
    assert abs(pooled * math.sqrt(1 - c) - own) > 0.3
