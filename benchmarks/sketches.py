"""What a few lines of plain numpy can do for one question each: no checks, no gaps, no intervals."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

BLOCK = 1 << 16


def count_pairs(first: NDArray[Any], second: NDArray[Any], k: int = 5) -> NDArray[np.int64]:
    """The k × k table, counted in blocks that stay in the cache."""
    cells = np.zeros(k * k, dtype=np.int64)
    for start in range(0, len(first), BLOCK):
        codes = first[start : start + BLOCK] * k + second[start : start + BLOCK]
        cells += np.bincount(codes, minlength=k * k)
    return cells.reshape(k, k)


def kappa(cells: NDArray[Any]) -> float:
    """(p_o − p_e) / (1 − p_e)."""
    p = cells / cells.sum()
    expected = p.sum(1) @ p.sum(0)
    return float((np.trace(p) - expected) / (1 - expected))


def kappa_weighted(cells: NDArray[Any]) -> float:
    """1 − Σ w p / Σ w p_i. p_.j with squared distances w."""
    p, places = cells / cells.sum(), np.arange(len(cells))
    w = (places[:, None] - places) ** 2
    return float(1 - (w * p).sum() / (w * np.outer(p.sum(1), p.sum(0))).sum())


def patterns(ratings: NDArray[np.float64], k: int = 5) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The distinct rows as codes with k for a gap, and how often each occurs: one count in base k + 1."""
    raters = ratings.shape[1]
    code = np.zeros(len(ratings), dtype=np.int64)
    for column in ratings.T:
        code = code * (k + 1) + np.where(np.isnan(column), k, column).astype(np.int64)
    counts = np.bincount(code, minlength=(k + 1) ** raters)
    seen = np.flatnonzero(counts)
    rows = np.stack([seen // (k + 1) ** place % (k + 1) for place in reversed(range(raters))], axis=1)
    return rows, counts[seen]


def alpha(rows: NDArray[np.int64], times: NDArray[np.int64], k: int = 5) -> float:
    """1 − D_o / D_e on nominal coincidences of the distinct rows."""
    chosen = np.stack([(rows == c).sum(1) for c in range(k)], axis=1).astype(float)
    rated = chosen.sum(1)
    use = rated >= 2
    chosen, rated, times = chosen[use], rated[use], times[use]
    same = (times / (rated - 1) * (chosen * (chosen - 1)).sum(1)).sum()
    totals = times @ chosen
    n = totals.sum()
    return float(1 - (n - same) / (n - (totals @ (totals - 1)) / (n - 1)))


def fleiss(counts: NDArray[Any]) -> float:
    """Fleiss' kappa of items × categories."""
    raters = counts[0].sum()
    n = len(counts)
    observed = ((counts.astype(float) ** 2).sum() / n - raters) / (raters * (raters - 1))
    expected = ((counts.sum(0) / (n * raters)) ** 2).sum()
    return float((observed - expected) / (1 - expected))


def kappas_of_pairs(ratings: NDArray[np.int64], k: int = 5) -> NDArray[np.float64]:
    """Kappa of every pair of columns, one count for each."""
    columns = [np.ascontiguousarray(c) for c in ratings.T]
    tables = (np.bincount(a * k + b, minlength=k * k).reshape(k, k) for a, b in combinations(columns, 2))
    return np.array([kappa(cells) for cells in tables])
