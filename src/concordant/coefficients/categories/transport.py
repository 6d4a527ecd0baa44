"""The cheapest way to turn one distribution over categories into another, and its prices."""

from __future__ import annotations

import numpy as np

from ...errors import OptionError
from ...reduce.item_weights import Floats

Solved = tuple[float, Floats, Floats]

#: Above this many categories the general problem is not set up.
_MANY = 60


#: Margins that differ by less are equal up to the rounding of sums, whose order must not decide.
_NOISE = 1e-12


def least_cost(rows: Floats, columns: Floats, cost: Floats | None) -> Solved:
    """Least Σ cost·flow with these margins, and what one more unit in each row or column adds.

    `cost` None means 1 off the diagonal, where as much as possible simply stays.
    """
    if cost is None:
        less = np.where(np.abs(rows - columns) <= _NOISE * rows.sum(), 0.5, rows < columns)
        return float(rows.sum() - np.minimum(rows, columns).sum()), 0.5 - less, less - 0.5
    if crossing_never_pays(cost):
        return _in_order(rows, columns, cost)
    if len(rows) > _MANY:
        raise OptionError(
            f"With {len(rows)} categories only identity, linear and quadratic weights are offered."
        )
    return _by_linear_programme(rows, columns, cost)


def crossing_never_pays(cost: Floats) -> bool:
    """Monge: c_ij + c_i'j' ≤ c_ij' + c_i'j for i < i', j < j', as for any convex cost of distance."""
    crossing = cost[:-1, 1:] + cost[1:, :-1] - cost[:-1, :-1] - cost[1:, 1:]
    return bool((crossing >= -1e-12).all())


def _in_order(rows: Floats, columns: Floats, cost: Floats) -> Solved:
    """Lowest to lowest, highest to highest; prices follow from u_i + v_j = c_ij along the way."""
    u, v = np.zeros(len(rows)), np.zeros(len(columns))
    left, wanted = rows.astype(float).copy(), columns.astype(float).copy()
    i = j = 0
    noise = _NOISE * float(left.sum())
    v[0] = cost[0, 0]
    paid = 0.0
    while True:
        moved = min(left[i], wanted[j])
        paid += moved * cost[i, j]
        left[i] -= moved
        wanted[j] -= moved
        if i == len(rows) - 1 and j == len(columns) - 1:
            return float(paid), u, v
        if j == len(columns) - 1 or (left[i] <= wanted[j] + noise and i < len(rows) - 1):
            i += 1
            u[i] = cost[i, j] - v[j]
        else:
            j += 1
            v[j] = cost[i, j] - u[i]


def _by_linear_programme(rows: Floats, columns: Floats, cost: Floats) -> Solved:
    from scipy.optimize import linprog

    k = len(rows)
    equal = np.zeros((2 * k, k * k))
    for i in range(k):
        equal[i, i * k : (i + 1) * k] = 1
        equal[k + i, i::k] = 1
    solved = linprog(cost.ravel(), A_eq=equal, b_eq=np.concatenate([rows, columns]), method="highs")
    prices = solved.eqlin.marginals
    return float(solved.fun), prices[:k], prices[k:]
