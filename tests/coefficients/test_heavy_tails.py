"""How far a variance may be too low: the length of the tail by hand, and what follows from it."""

from __future__ import annotations

import math

import numpy as np
import pytest

from concordant.coefficients.heavy_tails import SquaresTail


def tail(squares: list[float], counts: list[float] | None = None, times: float = 3.0) -> SquaresTail:
    weights = np.ones(len(squares)) if counts is None else np.array(counts)
    return SquaresTail.of(np.array(squares), weights, 0.01, times)


def test_the_length_of_a_tail_is_the_mean_of_logarithms_of_the_largest() -> None:
    """Scores 8, 4, 4, 2, 2 above the sixth, 1: ln 8 + 2 ln 4 + 2 ln 2 = 9 ln 2 over 5 (Hill 1975)."""
    squares = [64.0, 16, 16, 4, 4, 1, 0.5, 0.1]
    assert tail(squares).length == pytest.approx(9 * math.log(2) / 5)
    counted = tail([0.1, 0.5, 1, 4, 16, 64], [1, 1, 1, 2, 2, 1])
    assert counted.length == pytest.approx(9 * math.log(2) / 5)


def test_too_few_scores_have_no_tail() -> None:
    assert tail([4.0, 3, 2, 1]).length == 0
    assert tail([4.0, 3, 2, 1, 1, 0]).length == 0  # the sixth is 0: the rest did not differ


def test_a_long_tail_reaches_as_far_as_the_cube_root_of_the_number_lets_it() -> None:
    """3.3·n^(−1/3) of itself: 1.65 with 8 items. The skewness of these squares reaches less."""
    found = SquaresTail(variance=1e-6, skewness=0.0, items=8.0, times=9.0, length=0.3)
    assert found.above(0.95) == pytest.approx(1.65)
    assert found.above(0.99) > found.above(0.95) > found.above(0.9)


@pytest.mark.parametrize(("times", "length"), [(1.0, 0.3), (9.0, 0.1)])
def test_scores_that_vary_as_normal_ones_or_have_short_tails_reach_no_further(
    times: float, length: float
) -> None:
    found = SquaresTail(variance=1e-6, skewness=0.0, items=8.0, times=times, length=length)
    assert found.above(0.95) == pytest.approx(0.0, abs=0.01)
