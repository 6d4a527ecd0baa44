"""Folds of items, to measure a choice on items that did not make it."""

from __future__ import annotations

import numpy as np

from ..reduce.item_weights import Floats, Ints


def make_folds(rows: Floats | Ints, units: Ints | None, folds: int, seed: int) -> Ints:
    """The fold of every row, at random; rows of one unit are in one fold.

    Units are dealt out in the order of what their rows hold, so the order in which rows are given does not
    matter: only units that hold the same could change places.
    """
    kind = np.unique(rows, axis=0, return_inverse=True)[1].ravel()
    unit = np.arange(len(kind)) if units is None else np.unique(units, return_inverse=True)[1].ravel()
    size = int(unit.max()) + 1
    fold = np.empty(size, dtype=int)
    fold[_in_order_of_content(kind, unit, size)] = np.random.default_rng(seed).permutation(
        np.arange(size) % min(folds, size)
    )
    return np.asarray(fold[unit])


def _in_order_of_content(kind: Ints, unit: Ints, size: int) -> Ints:
    """Units by the sorted kinds of their rows."""
    if size == len(kind):  # a row each
        first = np.empty(size, dtype=int)
        first[unit] = kind
        return np.argsort(first, kind="stable")
    rows = np.lexsort((kind, unit))
    parts = np.split(kind[rows], np.cumsum(np.bincount(unit, minlength=size))[:-1])
    content = [part.tolist() for part in parts]
    return np.array(sorted(range(size), key=content.__getitem__))
