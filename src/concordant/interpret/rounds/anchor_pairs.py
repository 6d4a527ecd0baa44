"""How far ratings of one item lie apart: repeats of a run, two runs, a judge and people.

Two ratings are apart by 1 if they differ, measurements by their distance. For both, ratings from two sources
are on average further apart than those of one source, unless the sources are alike: the energy distance
2 E d(X, Y) − E d(X, X′) − E d(Y, Y′) is not below 0 (Baringhaus and Franz 2004).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...reduce.item_weights import Floats

#: So many pairs of an item are looked at one by one.
_FEW = 16


@dataclass(frozen=True, eq=False)
class Apart:
    """Σ over pairs of ratings of how far they lie apart, and how many pairs there are, by item."""

    total: Floats
    pairs: Floats

    @property
    def mean(self) -> Floats:
        """The mean over pairs; nan without any."""
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(np.where(self.pairs > 0, self.total / self.pairs, np.nan))

    def __add__(self, other: Apart) -> Apart:
        return Apart(self.total + other.total, self.pairs + other.pairs)


def among(x: Floats, *, measured: bool) -> Apart:
    """All pairs within a row."""
    if x.shape[1] < 2:
        return Apart(np.zeros(len(x)), np.zeros(len(x)))
    n = (~np.isnan(x)).sum(axis=1).astype(float)
    pairs = n * (n - 1) / 2
    return Apart(_distances(x, n) if measured else pairs - _equal_pairs(x), pairs)


def between(first: Floats, second: Floats, *, measured: bool) -> Apart:
    """Pairs of one rating of the first and one of the second: all pairs less those within either."""
    if first.shape[1] * second.shape[1] <= _FEW:
        return _one_by_one(first, second, measured=measured)
    every = among(np.hstack([first, second]), measured=measured)
    within = among(first, measured=measured) + among(second, measured=measured)
    return Apart(np.maximum(every.total - within.total, 0.0), every.pairs - within.pairs)


def _one_by_one(first: Floats, second: Floats, *, measured: bool) -> Apart:
    """The same, pair by pair: faster where there are few."""
    total, pairs = np.zeros(len(first)), np.zeros(len(first))
    for a in first.T:
        for b in second.T:
            there = ~(np.isnan(a) | np.isnan(b))
            total += np.where(there, np.abs(a - b) if measured else a != b, 0.0)
            pairs += there
    return Apart(total, pairs)


def between_all(runs: list[Floats], *, measured: bool) -> tuple[Apart, Apart]:
    """Pairs from two different runs, and pairs within one run."""
    every = among(np.hstack(runs), measured=measured)
    within = Apart(np.zeros(len(every.total)), np.zeros(len(every.pairs)))
    for run in runs:
        within = within + among(run, measured=measured)
    return Apart(np.maximum(every.total - within.total, 0.0), every.pairs - within.pairs), within


def _equal_pairs(x: Floats) -> Floats:
    """Σ over values of c(c − 1)/2, where c ratings of the row have the value."""
    row, column = np.nonzero(~np.isnan(x))
    values, code = np.unique(x[row, column], return_inverse=True)
    size = max(len(values), 1)
    found, c = np.unique(row * size + code, return_counts=True)
    return np.bincount(found // size, c * (c - 1) / 2, minlength=len(x)).astype(float)


def _distances(x: Floats, n: Floats) -> Floats:
    """Σ over pairs of |a − b| = Σ_j (2j − n + 1) x_(j) of the n sorted numbers, j from 0."""
    ordered = np.sort(x, axis=1)  # gaps come last
    ordered = np.nan_to_num(ordered - ordered[:, :1])
    return np.asarray(((2 * np.arange(x.shape[1]) - n[:, None] + 1) * ordered).sum(axis=1))
