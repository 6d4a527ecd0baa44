"""The cheapest way to turn one distribution over categories into another, and its prices."""

from __future__ import annotations

import numpy as np

from ..reduce.weighing import Floats


def least_cost(rows: Floats, columns: Floats, cost: Floats | None) -> tuple[float, Floats, Floats]:
    """Least Σ cost·flow with these margins, and what one more unit in each row or column adds.

    `cost` None means 1 off the diagonal, where as much as possible simply stays.
    """
    if cost is None:
        less = np.where(rows == columns, 0.5, rows < columns)
        return float(rows.sum() - np.minimum(rows, columns).sum()), 0.5 - less, less - 0.5
    from scipy.optimize import linprog

    k = len(rows)
    equal = np.zeros((2 * k, k * k))
    for i in range(k):
        equal[i, i * k : (i + 1) * k] = 1
        equal[k + i, i::k] = 1
    solved = linprog(cost.ravel(), A_eq=equal, b_eq=np.concatenate([rows, columns]), method="highs")
    prices = solved.eqlin.marginals
    return float(solved.fun), prices[:k], prices[k:]
