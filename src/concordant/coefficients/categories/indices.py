"""Indices of a two-by-two table: prevalence, bias, and kappa standardised to other margins."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ...reduce.item_weights import Floats
from ...reduce.table import Table
from ...reduce.totals import Margin, Total
from ..coefficient import Estimate, coefficient, why_undefined
from .bennett import ONE_CATEGORY


@coefficient(
    title="Prevalence index",
    title_zh="患病率指数",
    symbol="PI",
    formula=r"PI = \frac{n_{11} - n_{22}}{n} \quad (k = 2), \qquad"
    r" PI = \frac{\tfrac12 \sum_i |\pi_i - 1/k|}{1 - 1/k} \quad (k > 2)",
    range=(-1, 1),
    references=("byrt1993",),
    ignores={"category names"},
    test="z",
    best=0.0,
    chance_corrected=False,
    needs={"two categories"},
)
def prevalence_index(table: Table) -> Estimate:
    """How far the categories are from being equally common.

    With two categories it is signed (positive: the first is more common). With more, it is the
    distance of the mean margin from equal use, from 0 to 1.
    """
    if table.size == 2:
        agree = np.where(table.first == 0, 1.0, -1.0) * (table.first == table.second)
        return _index(table.mean(agree), table)
    if table.size == 1:
        return replace(_index(table.mean(0.0), table), undefined=ONE_CATEGORY)
    even = 1 / table.size
    distance = _half_distance(table.pooled, None, even)
    return _index(distance / (1 - even), table, zero_error=lambda: _of_pooled(table) / (1 - even))


@coefficient(
    title="Bias index",
    title_zh="偏倚指数",
    symbol="BI",
    formula=r"BI = \frac{n_{12} - n_{21}}{n} \quad (k = 2), \qquad"
    r" BI = \tfrac12 \sum_i |p_{i\cdot} - p_{\cdot i}| \quad (k > 2)",
    range=(-1, 1),
    references=("byrt1993",),
    ignores={"category names"},
    test="z",
    best=0.0,
    chance_corrected=False,
)
def bias_index(table: Table) -> Estimate:
    """How differently the two raters use the categories.

    With two categories it is signed (positive: the first rater uses the first category more
    often). With more, it is the distance between the two margins, from 0 to 1.
    """
    if table.size == 2:
        lean = np.sign(table.second - table.first).astype(float)
        return _index(table.mean(lean), table)
    distance = _half_distance(table.rows, table.columns, 0.0)
    return _index(distance, table, zero_error=lambda: _of_difference(table))


def _half_distance(a: Margin, b: Margin | None, even: float) -> Total:
    """½ Σ |p_i − q_i|; where a difference is 0, up to the rounding of sums, its slope is taken as 0."""
    other = even if b is None else b.shares
    gap = a.shares - other
    gap = np.where(np.abs(gap) > 1e-12, gap, 0.0)
    out = Total(np.abs(gap).sum(axis=-1) / 2)
    if a.follows_slopes and not a.total.nothing:
        lean = np.sign(gap) / 2
        out.slope = a.mean_slope(lean) - (0.0 if b is None else b.mean_slope(lean))
    return out


def _index(value: Total, table: Table, zero_error: Callable[[], float] | None = None) -> Estimate:
    """An index; one that is a distance has an error near 0."""
    return Estimate(
        value=value,
        n=table.n,
        undefined=why_undefined(table.n),
        distance=zero_error is not None,
        zero_error=zero_error,
    )


def _of_difference(table: Table) -> float:
    """√(share of items disagreed on / n), the most that ½ Σ s_i(p_i − q_i) can have for signs s.

    An item adds to its variance only where its two ratings differ.
    """
    apart = float((table.counts * (table.first != table.second)).sum())
    return math.sqrt(apart) / float(table.n)


def _of_pooled(table: Table) -> float:
    """1/(2√n), the most that ½ Σ s_i π_i can have for signs s: an item adds −1, 0 or 1 to twice that."""
    return 1 / (2 * math.sqrt(float(table.n)))


#: So many rounds of fitting, and so close to the margins, or the empty cells do not allow it.
_ROUNDS, _CLOSE = 10_000, 1e-10
#: After so many rounds it is asked whether there is such a table at all: mostly the fitting is done by then,
#: and asking loads a library that takes as long as ten thousand rounds.
_FEW = 1000
#: Factors that grow beyond this, or shrink below 1 through it, run away: there is no such table.
_LARGEST = 1e100


def to_margins(cells: Floats, rows: Floats, columns: Floats) -> Floats | None:
    """The table r_i·n_ij·c_j whose margins are `rows` and `columns` (shares): all odds ratios stay.

    By iterative proportional fitting (Deming & Stephan 1940). None where no such table exists: empty cells
    stay empty, so a category that one rater never used cannot be given a share.
    """
    if (cells.sum(axis=1) == 0).any() or (cells.sum(axis=0) == 0).any():
        return None
    share = cells / cells.sum()
    across = np.ones(len(columns))
    for done in range(_ROUNDS):
        down = rows / (share @ across)
        across = columns / (down @ share)
        if np.abs(down * (share @ across) - rows).max() < _CLOSE:
            return np.asarray(down[:, None] * share * across)
        if max(across.max(), 1 / across.min()) > _LARGEST:
            return None
        if done == _FEW and not _exists(share > 0, rows, columns):
            return None
    return None


def _exists(filled: NDArray[np.bool_], rows: Floats, columns: Floats) -> bool:
    """Whether a table with these margins is above 0 in all filled cells and 0 in all others.

    Fitting has a limit of that kind just then (Menon 1968). With x = y + t in each filled cell, y >= 0, the
    largest possible t is found by linear programming.
    """
    from scipy.optimize import linprog

    i, j = np.nonzero(filled)
    by_row, by_column = np.arange(len(rows))[:, None] == i, np.arange(len(columns))[:, None] == j
    sums = np.concatenate([by_row, by_column]).astype(float)
    sums = np.column_stack([sums, sums.sum(axis=1)])
    largest = linprog(
        np.append(np.zeros(len(i)), -1.0), A_eq=sums, b_eq=np.concatenate([rows, columns]), method="highs"
    )
    return largest.x is not None and bool(largest.x[-1] > _CLOSE)


def kappa_of(shares: Floats, d: Floats) -> float:
    """1 − Σ d p_ij / Σ d p_i· p_·j of a table of shares; nan where chance cannot disagree."""
    by_chance = float(shares.sum(axis=1) @ d @ shares.sum(axis=0))
    return float("nan") if by_chance == 0 else 1 - float((d * shares).sum()) / by_chance
