"""Items of a comparison that have something to compare."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .comparison import Comparison


def n_usable(one: Comparison) -> float:
    """How many items of a round have something to compare."""
    own, there = one.source, usable_rows(one)
    several = own.dimension is not None or own.repeat is not None
    if several and own.items is not None and own.item_source is None:
        return float(len(set(own.items[there].tolist())))
    return float(own.item_weights[there].sum())


def usable_rows(one: Comparison) -> NDArray[np.bool_]:
    """The rows of the source with something to compare: the judge and a reference, or two raters."""
    own = one.source
    counts = own.item_weights > 0
    if one.kind != "judge":
        given = np.zeros(len(own), dtype=np.int64)
        for rater in one.ratings.raters:
            given += own.columns[own.raters.index(rater)] >= 0
        return np.asarray(counts & (given > 1))
    people = [own.columns[own.place_of(name)] >= 0 for name in one.reference]
    return np.asarray(counts & np.any(people, axis=0) & (own.columns[own.place_of(one.name)] >= 0))
