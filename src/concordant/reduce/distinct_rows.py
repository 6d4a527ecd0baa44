"""Equal rows of ratings counted once: what engines do to data that stay where they are, done in memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from weakref import WeakKeyDictionary

import numpy as np

from ..ratings.factorise import Column, small
from ..ratings.ratings import Ratings
from .patterns import count_rows

#: With more labels than this ratings are measurements, of which hardly two rows are equal.
_MANY_LABELS = 1000


def distinct(ratings: Ratings, slices: Sequence[str] = ()) -> Ratings:
    """The distinct rows of what raters said and of some slices, each with its number of copies.

    Where rows belong together, or hardly two are equal, the ratings are returned as they are.
    """
    if ratings.clusters_in_force is not None or len(ratings.labels) > _MANY_LABELS:
        return ratings
    known = _COUNTED.setdefault(ratings, {})
    if tuple(slices) not in known:
        known[tuple(slices)] = _distinct(ratings, slices)
    return known[tuple(slices)]


#: What was counted already: several coefficients of the same parts are one count. It goes with the ratings.
_COUNTED: WeakKeyDictionary[Ratings, dict[tuple[str, ...], Ratings]] = WeakKeyDictionary()


def _distinct(ratings: Ratings, slices: Sequence[str]) -> Ratings:
    columns = [ratings.part_column(name) for name in slices]
    codes, counts = count_rows(
        [*(column.codes for column in columns), *ratings.columns],
        [*(len(column.labels) for column in columns), *[len(ratings.labels)] * ratings.n_raters],
        ratings.weights,
    )
    kind = small(len(ratings.labels))
    width = len(columns)
    return replace(
        ratings,
        columns=tuple(np.ascontiguousarray(c, dtype=kind) for c in codes[:, width:].T),
        slices={
            name: Column(codes[:, place], column.labels, column.ordered)
            for place, (name, column) in enumerate(zip(slices, columns, strict=True))
        },
        weights=counts,
        items=None,
        numbered=False,
        dimension=None,
        repeat=None,
        round=None,
        times=None,
        texts={},
        comments=None,
        item_source=None,
        same_rows=object(),
    )
