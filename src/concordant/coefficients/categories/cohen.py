"""Cohen's kappa, its weighted form, and the largest kappa that the margins allow (a transport problem)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...errors import OptionError
from ...reduce.item_weights import Floats
from ...reduce.table import Table
from ...reduce.totals import Total, bilinear
from ..coefficient import Estimate, chance_corrected, coefficient
from ..kernels import Kernel, NominalKernel, as_matrix, typical_miss
from ..null_variance import table_null_variance
from ..weights import Weights, disagreement, spacing

#: More categories than this make the cheapest table of given margins too large to look for.
_MOST_CATEGORIES = 2000


@coefficient(
    title="Cohen's kappa",
    title_zh="Cohen's Kappa 系数",
    symbol="κ",
    formula=r"\kappa = 1 - \frac{\sum d_{ij}\,p_{ij}}{\sum d_{ij}\,p_{i\cdot}\,p_{\cdot j}}"
    r" = \frac{p_o - p_e}{1 - p_e}",
    range=(-1, 1),
    references=("cohen1960", "cohen1968", "fleiss1969"),
    ignores={"rater order", "category names"},
    test="z",
    together=True,
    interval="score",
    disagreement="weighted",
)
def cohen_kappa(
    table: Table, *, weights: Weights = "identity", scores: Sequence[float] | None = None
) -> Estimate:
    """Agreement of two raters beyond the chance level of their own marginal distributions.

    Weights give partial credit: "linear" and "quadratic" on an ordered scale, or a matrix. It is undefined
    if both raters use only one category, and the same one. With a rare category it can be low although raw
    agreement is high; look at AC1 and PABAK as well.
    """
    d = disagreement(weights, table.scale, table.labels, scores)
    d_o = table.mean(d.between(table.first, table.second))
    d_e = bilinear(table.rows, d, table.columns)
    return chance_corrected(
        d_o,
        d_e,
        table.n,
        typical=lambda: typical_miss(d, table.pooled.shares),
        details=spacing(weights, table.scale, scores),
        null_variance=lambda: table_null_variance(table, d, table.rows.shares, table.columns.shares),
    )


@coefficient(
    title="Largest possible kappa",
    title_zh="Kappa 最大值",
    symbol="κ_max",
    formula=r"\kappa_{max} = \frac{p_{o,max} - p_e}{1 - p_e}, \quad"
    r" p_{o,max} = \sum_i \min(p_{i\cdot}, p_{\cdot i})",
    range=(-1, 1),
    references=("cohen1960",),
    ignores={"rater order", "category names"},
    test="z",
    null=None,
)
def kappa_max(
    table: Table, *, weights: Weights = "identity", scores: Sequence[float] | None = None
) -> Estimate:
    """The highest kappa these two raters could reach, given how often each uses each category.

    It is below 1 when the raters do not use the categories equally often; with weights, the best table is
    found by optimal transport of one margin onto the other.
    """
    d = disagreement(weights, table.scale, table.labels, scores)
    least = _least_disagreement(table, d)
    d_e = bilinear(table.rows, d, table.columns)
    return chance_corrected(least, d_e, table.n, details=spacing(weights, table.scale, scores))


def _least_disagreement(table: Table, d: Kernel) -> Total:
    """The smallest mean disagreement of any table with these margins, and its slope by duality."""
    rows = np.atleast_2d(table.rows.value)
    columns = np.atleast_2d(table.columns.value)
    if table.size > _MOST_CATEGORIES and not isinstance(d, NominalKernel):
        raise OptionError(
            f"kappa_max with weights is for categories; there are {table.size} distinct values here."
        )
    matrix = None if isinstance(d, NominalKernel) else as_matrix(d, table.size)
    solved = [least_cost(r, c, matrix) for r, c in zip(rows, columns, strict=True)]
    cost = Total(np.array([s[0] for s in solved]) if table.rows.value.ndim > 1 else solved[0][0])
    if table.by.follows_slopes:
        _, u, v = solved[0]
        cost.slope = table.rows.pull(u) + table.columns.pull(v)
    return cost / table.n


Solved = tuple[float, Floats, Floats]

#: Above this many categories the general problem is not set up.
_LARGEST_SCALE = 60


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
    if len(rows) > _LARGEST_SCALE:
        raise OptionError(
            f"With {len(rows)} categories, only identity, linear and quadratic weights are available."
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
