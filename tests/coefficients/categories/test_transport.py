"""Optimal transport of one margin onto the other, three ways."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from concordant.coefficients.categories.cohen import (
    _by_linear_programme,
    _in_order,
    crossing_never_pays,
    least_cost,
)

MASS = st.lists(st.integers(0, 9), min_size=4, max_size=4)


def _costs(power: float) -> np.ndarray:
    x = np.array([0.0, 1.0, 3.0, 4.0])
    return np.abs(x[:, None] - x[None, :]) ** power / 4.0**power


@pytest.mark.parametrize("power", [1.0, 1.5, 2.0])
@given(a=MASS, b=MASS)
def test_in_order_is_optimal_for_convex_costs(power: float, a: list[int], b: list[int]) -> None:
    rows, columns = np.array(a, float) + 1, np.array(b, float) + 1
    columns *= rows.sum() / columns.sum()
    cost = _costs(power)
    assert crossing_never_pays(cost)
    assert _in_order(rows, columns, cost)[0] == pytest.approx(_by_linear_programme(rows, columns, cost)[0])


def test_a_concave_cost_goes_to_the_linear_programme() -> None:
    assert not crossing_never_pays(_costs(0.5))


def test_prices_add_up_to_the_cost() -> None:
    rows, columns = np.array([5.0, 2.0, 3.0, 1.0]), np.array([1.0, 4.0, 4.0, 2.0])
    for cost in (_costs(1.0), _costs(2.0), _costs(0.5)):
        paid, u, v = least_cost(rows, columns, cost)
        assert rows @ u + columns @ v == pytest.approx(paid)
        assert (u[:, None] + v[None, :] <= cost + 1e-9).all()
