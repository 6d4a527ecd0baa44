"""Rows in the order of their items, so that the same data show the same items, however they are kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...ratings.ratings import Ratings
from ...reduce.item_weights import Ints
from .items import PARTS

#: Of text, so many labels are looked at to guess where the smallest ones end.
_LOOKED_AT = 2000


def in_item_order(ratings: Ratings, rows: Ints) -> Ints:
    """Some rows by item, then by what tells rows of an item apart."""
    if ratings.items is None:
        return rows
    keys = [ratings.items, *(x for x in (getattr(ratings, name) for name in PARTS) if x is not None)]
    return np.asarray(rows[np.lexsort([_rank(key[rows]) for key in reversed(keys)])])


def _rank(labels: NDArray[Any]) -> NDArray[Any]:
    """Something to sort by: numbers themselves, else the rank among all labels; text comes after numbers."""
    if labels.dtype.kind in "iuf":
        return labels
    values = labels.tolist()
    distinct = set(values)
    if all(type(x) is str for x in distinct):
        ordered = sorted(distinct)
    else:
        ordered = sorted(distinct, key=lambda x: (isinstance(x, str), x if _is_number(x) else str(x)))
    place = {label: rank for rank, label in enumerate(ordered)}
    return np.fromiter(map(place.__getitem__, values), dtype=np.int64, count=len(values))


def _is_number(label: Any) -> bool:
    return isinstance(label, (int, float))


def smallest_rows(ratings: Ratings, count: int) -> Ints:
    """About so many rows with the smallest items or more, in order: to sort a million texts takes long."""
    everything = np.arange(len(ratings))
    if len(ratings) <= 2 * count or ratings.items is None or ratings.items.dtype.kind in "iuf":
        return in_item_order(ratings, everything)
    labels = ratings.items.tolist()
    if set(map(type, labels)) != {str}:
        return in_item_order(ratings, everything)
    some = sorted(labels[:: max(1, len(labels) // _LOOKED_AT)])
    end = some[min(len(some) - 1, -(-2 * count * len(some) // len(labels)))]
    early = [row for row, label in enumerate(labels) if label <= end]
    return in_item_order(ratings, np.array(early, dtype=np.int64))


def rows_called(ratings: Ratings, names: Sequence[Any]) -> Ints:
    """The rows of items of these names."""
    labels = ratings.item_labels
    if labels.dtype.kind in "iuf":
        return np.flatnonzero(np.isin(labels, [x for x in names if _is_number(x)]))
    known = set(names)
    return np.array([row for row, label in enumerate(labels.tolist()) if label in known], dtype=np.int64)
