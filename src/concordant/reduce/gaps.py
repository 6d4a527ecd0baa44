"""Items with gaps, about a centre: which patterns of gaps there are, and which item has which."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..digits import refuse_extremes
from .item_weights import Floats, Ints


def about_centre(values: Floats) -> tuple[Floats, Floats, NDArray[np.bool_], Ints]:
    """The items less the mean of each column (0 for a gap), that mean, the patterns, and each item's."""
    there = ~np.isnan(values)
    centre = np.zeros(values.shape[1])
    for c in range(values.shape[1]):
        seen = values[:, c] if there[:, c].all() else values[there[:, c], c]
        centre[c] = seen[0] + (seen - seen[0]).mean() if seen.size else 0.0
    values = np.subtract(values, centre, order="F")  # columns are read through, again and again
    if there.all():
        present, part = np.ones((1, values.shape[1]), dtype=bool), np.zeros(len(values), dtype=np.intp)
    else:
        values[~there] = 0.0
        present, part = _patterns_of_gaps(there)
    for column in values.T:
        refuse_extremes(float(column.min(initial=0.0)), float(column.max(initial=0.0)))
    return values, centre, present, part


def _patterns_of_gaps(there: NDArray[np.bool_]) -> tuple[NDArray[np.bool_], Ints]:
    packed = np.packbits(there, axis=1)
    keys = np.zeros(len(there), dtype=np.int64)
    for column in packed.T:
        keys = np.unique(keys * 256 + column, return_inverse=True)[1] if packed.shape[1] > 1 else column
    _, where, part = np.unique(keys, return_index=True, return_inverse=True)
    return there[where], part.reshape(-1)
