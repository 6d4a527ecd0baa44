"""Quantiles of t and of the gamma distribution: closed forms, and scipy's on a grid."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.special import gammainccinv, gammaincinv, stdtrit

from concordant.coefficients.quantiles import gamma_quantile, gamma_quantiles, t_quantile

DEGREES = [1.3, 2.5, 3, 7.7, 19, 30, 99.5, 199, 1e4, 1e6, 1e9]
SHAPES = [1.0, 1.1, 4, 25.5, 400, 1e4, 1e6, 1e9]


@pytest.mark.parametrize("p", [0.025, 0.6, 0.975, 0.995, 0.9999, 1 - 1e-9])
def test_t_with_one_and_two_degrees_of_freedom_has_a_closed_form(p: float) -> None:
    # F(t) = 1/2 + atan(t)/π, and F(t) = 1/2 + t/(2·√(2 + t²))
    assert t_quantile(p, 1) == pytest.approx(math.tan(math.pi * (p - 0.5)), rel=1e-6)
    u = 2 * p - 1
    assert t_quantile(p, 2) == pytest.approx(u * math.sqrt(2 / (1 - u * u)), rel=1e-7)


@pytest.mark.parametrize("df", DEGREES)
@pytest.mark.parametrize("p", [0.005, 0.025, 0.5, 0.8, 0.975, 0.9975, 0.99999])
def test_a_quantile_of_t_is_that_of_scipy(p: float, df: float) -> None:
    assert t_quantile(p, df) == pytest.approx(float(stdtrit(df, p)), rel=1e-11, abs=1e-15)


@pytest.mark.parametrize("tail", [0.0025, 0.025, 0.2, 0.9])
def test_the_gamma_distribution_of_shape_1_is_the_exponential(tail: float) -> None:
    assert gamma_quantile(tail, 1.0, upper=True) == pytest.approx(-math.log(tail), rel=1e-13)
    assert gamma_quantile(tail, 1.0, upper=False) == pytest.approx(-math.log1p(-tail), rel=1e-13)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("tail", [1e-300, 1e-40, 1e-6, 0.0025, 0.025, 0.2, 0.6])
def test_a_quantile_of_the_gamma_distribution_is_that_of_scipy(tail: float, shape: float) -> None:
    for upper, of_scipy in ((True, gammainccinv), (False, gammaincinv)):
        off = gamma_quantile(tail, shape, upper=upper) - float(of_scipy(shape, tail))
        assert abs(off) / math.sqrt(shape) < 1e-11  # in standard deviations


def test_many_at_once_are_those_of_one_at_a_time() -> None:
    tail, shape, upper = np.full(20, 0.025), np.geomspace(1e-3, 1e8, 20), np.arange(20) % 2 == 0
    single = [gamma_quantile(p, a, upper=above) for p, a, above in zip(tail, shape, upper, strict=True)]
    assert gamma_quantiles(tail, shape, upper=upper).tolist() == single
    assert np.allclose(gamma_quantiles(tail, shape, upper=upper, many=True), single, rtol=1e-9, atol=0)
