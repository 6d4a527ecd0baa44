"""One value in several parts: chi-square by hand, by other software, and of parts that vary together."""

from __future__ import annotations

import math

import numpy as np
import pytest

import concordant as cc
from concordant.inference.equality import equal


def part(estimate: float, se: float, n: int = 50) -> cc.Result:
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
    assert result.n_items == 100


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


def test_parts_without_a_value_or_an_error_are_left_out_and_counted() -> None:
    parts = [part(0.2, 0.1), part(0.5, 0.1), part(math.nan, math.nan), part(1.0, 0.0), part(0.3, math.nan)]
    result = equal(parts)
    assert result.estimate == pytest.approx(4.5)
    assert [n.text for n in result.notes] == ["3 parts are left out, without a value or a standard error."]


@pytest.mark.parametrize("parts", [[], [part(0.2, 0.1)], [part(0.2, 0.1), part(1.0, 0.0)]])
def test_fewer_than_two_parts_have_nothing_to_compare(parts: list[cc.Result]) -> None:
    result = equal(parts)
    assert not result.defined
    assert result.notes[0].code == "few-parts"


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


def test_a_covariance_of_independent_parts_changes_nothing() -> None:
    parts = [part(0.2, 0.1), part(0.5, 0.2), part(0.4, 0.3)]
    alone, told = equal(parts), equal(parts, np.diag([0.01, 0.04, 0.09]))
    assert told.estimate == pytest.approx(alone.estimate)
    assert told.p_value == pytest.approx(alone.p_value)
    assert told.details["se_mean"] == pytest.approx(alone.details["se_mean"])


def test_it_asks_raw_agreement_too_and_is_right_when_parts_are_alike() -> None:
    rng = np.random.default_rng(4)
    rejected = 0
    for _ in range(200):
        agree = rng.random((3, 150)) < 0.7
        parts = [cc.exact_agreement([0] * 150, np.where(a, 0, 1)) for a in agree]
        rejected += equal(parts).p_value < 0.2
    assert 0.12 < rejected / 200 < 0.28
