"""Limits of sums of mean squares with coefficients of both signs."""

from __future__ import annotations

import pytest
from scipy import stats

from concordant.coefficients.reliability.variance_limits import (
    limits_of_combination,
    limits_of_difference,
    limits_of_sum,
)

NOTHING = (-1.0, 1e-13, 5.0)


def test_one_of_each_sign_is_a_difference() -> None:
    assert limits_of_combination([(0.5, 6.0, 9), (-0.25, 2.0, 20)], 0.9) == pytest.approx(
        limits_of_difference((3.0, 9), (0.5, 20), 0.9)
    )


@pytest.mark.parametrize(("a", "b"), [(4.0, 9.0), (3.0, 3.0), (20.0, 1.0)])
def test_mean_squares_that_pool_have_the_limits_of_the_pooled_one(a: float, b: float) -> None:
    """a·MS₁ + b·MS₂ of equal expectations is chi-square with a + b: the lower limit is exact there."""
    low, _ = limits_of_combination([(a, 2.0, a), (b, 2.0, b), NOTHING], 0.95)
    assert low == pytest.approx(2 * (a + b) ** 2 / stats.chi2.ppf(0.975, a + b), rel=1e-6)
    _, high = limits_of_combination([(-a, 2.0, a), (-b, 2.0, b), (1.0, 1e-13, 5.0)], 0.95)
    assert high == pytest.approx(-2 * (a + b) ** 2 / stats.chi2.ppf(0.975, a + b), rel=1e-6)


def test_three_that_pool_share_the_terms_of_their_pairs() -> None:
    """With three positive terms every pair counts for half (Ting et al. 1990, divisor P − 1)."""
    alone, _ = limits_of_sum([(8.0, 4.0), (8.0, 4.0), (8.0, 4.0)], 0.95)
    low, _ = limits_of_combination([(4.0, 2.0, 4.0)] * 3 + [NOTHING], 0.95)
    pair, _ = limits_of_combination([(4.0, 2.0, 4.0)] * 2 + [NOTHING], 0.95)
    two, _ = limits_of_sum([(8.0, 4.0), (8.0, 4.0)], 0.95)
    term = (16 - pair) ** 2 - (16 - two) ** 2
    assert (24 - low) ** 2 - (24 - alone) ** 2 == pytest.approx(3 * term / 2, rel=1e-6)
