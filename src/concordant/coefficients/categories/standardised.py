"""A table of two raters brought to other margins: the same odds, another prevalence."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...reduce.item_weights import Floats

#: So many rounds of fitting, and so close to the margins, or the empty cells do not allow it.
_ROUNDS, _CLOSE = 10_000, 1e-10
#: After so many rounds it is asked whether there is such a table at all: mostly the fitting is done by then.
_FEW = 100
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
