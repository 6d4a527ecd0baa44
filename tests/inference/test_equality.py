"""One value in several parts: by hand, by other software, of parts that vary together, and of small ones."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from scipy import stats

import concordant as cc
from concordant.inference.equality import equal

LARGE = 10**12  # the error is known exactly, and the test is Fleiss's chi-square


def part(estimate: float, se: float, n: int = LARGE) -> cc.Result:
    notes = (cc.Note("undefined", "No value."),) if math.isnan(estimate) else ()
    return cc.Result(measure="x", title="X", estimate=estimate, se=se, n_items=n, n_raters=2, notes=notes)


def test_two_parts_by_hand() -> None:
    # w = 100 each, mean .35, Q = 2·100·.15² = 4.5; I² = 1 - 1/4.5 = 7/9; τ² = 3.5/(200 - 100)
    result = equal([part(0.2, 0.1), part(0.5, 0.1)])
    assert result.estimate == pytest.approx(4.5)
    assert result.p_value == pytest.approx(math.erfc(1.5))  # chi-square with 1 df, z = √4.5 = 1.5·√2
    assert result.details["df"] == 1
    assert result.details["mean"] == pytest.approx(0.35)
    assert result.details["se_mean"] == pytest.approx(1 / math.sqrt(200))
    assert result.details["i_squared"] == pytest.approx(7 / 9)
    assert result.details["tau_squared"] == pytest.approx(0.035)
    assert result.n_items == 2 * LARGE
    assert result.details["chi_square_p"] == pytest.approx(result.p_value)


def test_unequal_standard_errors_by_hand() -> None:
    # w = 100, 25, 25: mean (20 + 10 + 5)/150 = 7/30; Q = 100/900 + 25/36 + 25/900 = 5/6 < 2, so I² = 0
    result = equal([part(0.2, 0.1), part(0.4, 0.2), part(0.2, 0.2)])
    assert result.details["mean"] == pytest.approx(7 / 30)
    assert result.estimate == pytest.approx(100 / 900 + 25 / 36 + 25 / 900)
    assert result.p_value == pytest.approx(math.exp(-5 / 12))
    assert (result.details["i_squared"], result.details["tau_squared"]) == (0, 0)


def test_kappas_of_strata_have_the_value_of_metafor() -> None:
    # R metafor 3.8.1 rma(FE) on kappas and errors of vcd 1.4.11
    kappas = [part(0.206730769230769, 0.103705056917927), part(0.49238578680203, 0.0979209412706947)]
    kappas.append(part(0.334442595673877, 0.0954783025701203))
    result = equal(kappas)
    assert result.estimate == pytest.approx(4.04938254324222, rel=1e-9)
    assert result.p_value == pytest.approx(0.132034599724087, rel=1e-9)


def test_small_parts_by_hand() -> None:
    # u = 60: the mean of .01 and .03 is .02, of which the first is lent (.02 - .01)·30/90: v = 1/75 and 3/100
    # Λ = ((4/13)² + (9/13)²·1)/59 with shares 9/13 and 4/13 of 75 and 100/3; F(1, 1/Λ)
    result = equal([part(0.2, 0.1, 60), part(0.6, math.sqrt(0.03), 60)])
    assert result.estimate == pytest.approx(0.16 / (1 / 75 + 3 / 100))
    assert result.details["df_within"] == pytest.approx(59 / ((4 / 13) ** 2 + (9 / 13) ** 2))
    assert result.p_value == pytest.approx(stats.f.sf(result.estimate, 1, result.details["df_within"]))
    assert result.details["chi_square"] == pytest.approx(0.16 / 0.04)
    assert result.details["chi_square_p"] == pytest.approx(stats.chi2.sf(4, 1))


def test_means_of_groups_with_equal_errors_have_the_p_of_welch() -> None:
    # of equal standard errors nothing is lent, and Welch's own test of means must come out
    rng = np.random.default_rng(2)
    groups = [rng.normal(size=20) for _ in range(4)]
    groups = [
        (g - g.mean()) / g.std(ddof=1) + shift for g, shift in zip(groups, (0, 0.5, 0.3, 1), strict=True)
    ]
    result = equal([part(g.mean(), 1 / math.sqrt(20), 20) for g in groups])
    # Λ = 4·(3/4)²/19, F = Q/3 / (1 + 4Λ/15), f = 15/3Λ
    lam = 4 * (3 / 4) ** 2 / 19
    q = 20 * np.var([0, 0.5, 0.3, 1]) * 4
    assert result.p_value == pytest.approx(stats.f.sf(q / 3 / (1 + 4 * lam / 15), 3, 5 / lam))


def test_a_part_in_which_nothing_varies_is_compared_with_the_spread_of_the_others() -> None:
    # u = 50: typical .01/2, of which 30/80 is lent: v = .001875
    result = equal([part(0.2, 0.1, 50), part(1.0, 0.0, 50)])
    assert result.estimate == pytest.approx(0.64 / (0.01 + 0.001875))
    assert "chi_square" not in result.details
    assert result.notes == ()


def test_parts_without_a_value_or_with_few_items_are_left_out_and_counted() -> None:
    parts = [part(0.2, 0.1), part(0.5, 0.1), part(math.nan, math.nan), part(1.0, 0.2, 9), part(0.3, math.nan)]
    result = equal(parts)
    assert result.estimate == pytest.approx(4.5)
    assert [n.text for n in result.notes] == [
        "3 parts were excluded, without a value or with fewer than 10 items."
    ]


@pytest.mark.parametrize("parts", [[], [part(0.2, 0.1)], [part(0.2, 0.1), part(1.0, 0.1, 9)]])
def test_fewer_than_two_parts_have_nothing_to_compare(parts: list[cc.Result]) -> None:
    result = equal(parts)
    assert not result.defined
    assert result.notes[0].code == "few-parts"


def test_parts_in_none_of_which_anything_varies_have_nothing_to_be_judged_by() -> None:
    assert not equal([part(1.0, 0.0, 50), part(0.9, 0.0, 50)]).defined


def test_equal_parts_give_zero_and_p_one() -> None:
    result = equal([part(0.4, 0.1), part(0.4, 0.2), part(0.4, 0.3)])
    assert result.estimate == pytest.approx(0, abs=1e-20)
    assert result.p_value == pytest.approx(1)
    assert result.details["i_squared"] == 0


def test_parts_that_vary_together_are_told_apart_by_their_difference() -> None:
    # var(θ1 - θ2) = .01 + .04 - 2·.012 = .026
    covariance = np.array([[0.01, 0.012, 9], [0.012, 0.04, 9], [9, 9, math.nan]])
    result = equal([part(0.2, 0.1), part(0.5, 0.2), part(math.nan, math.nan)], covariance)
    assert result.estimate == pytest.approx(0.09 / 0.026)
    assert result.details["df"] == 1
    assert math.isnan(result.details["tau_squared"])


def test_parts_of_the_same_few_clusters_have_the_p_of_hotelling() -> None:
    rng = np.random.default_rng(6)
    values = rng.normal(size=(12, 3)) + rng.normal(size=(12, 1))
    values /= values.std(axis=0, ddof=1)
    covariance = np.cov(values.T) / 12
    parts = [part(m, math.sqrt(1 / 12), 120) for m in values.mean(axis=0)]
    result = equal(parts, covariance, np.full(3, 12.0))
    apart = values[:, :2] - values[:, 2:]
    mean = apart.mean(axis=0)
    t2 = 12 * mean @ np.linalg.solve(np.cov(apart.T), mean)
    assert result.estimate == pytest.approx(t2)
    assert result.p_value == pytest.approx(stats.f.sf(t2 * 10 / (11 * 2), 2, 10))


def test_a_covariance_of_independent_parts_changes_nothing() -> None:
    parts = [part(0.2, 0.1), part(0.5, 0.2), part(0.4, 0.3)]
    alone, told = equal(parts), equal(parts, np.diag([0.01, 0.04, 0.09]))
    assert told.estimate == pytest.approx(alone.estimate)
    assert told.p_value == pytest.approx(alone.p_value)
    assert told.details["se_mean"] == pytest.approx(alone.details["se_mean"])


@pytest.mark.slow
@pytest.mark.parametrize("sizes", [(150, 150, 150), (255, 15, 15, 15), (15, 15, 15, 15)])
@pytest.mark.parametrize(
    ("name", "options"),
    [("cohen_kappa", {"weights": "quadratic"}), ("cohen_kappa", {}), ("exact_agreement", {})],
)
def test_it_seldom_finds_a_difference_where_there_is_none(name: str, options: Any, sizes: Any) -> None:
    rng, rejected = np.random.default_rng(4), 0
    for _ in range(100):
        parts = []
        for n in sizes:
            true = rng.normal(size=n)
            scores = np.searchsorted([-1, -0.3, 0.3, 1], true + 0.5 * rng.normal(size=(2, n)))
            parts.append(getattr(cc, name)(*scores, scale=cc.Scale.ordinal(range(5)), **options))
        rejected += equal(parts).p_value < 0.05
    assert rejected <= 12  # at .05 thirteen or more of 100 come once in 700 times


def test_it_finds_a_difference_where_there_is_one() -> None:
    rng = np.random.default_rng(5)
    found = 0
    for _ in range(50):
        agree = [rng.random(n) < share for n, share in ((400, 0.8), (60, 0.5), (12, 0.8))]
        parts = [cc.exact_agreement([0] * len(a), np.where(a, 0, 1)) for a in agree]
        found += equal(parts).p_value < 0.05
    assert found >= 40
