"""Large arrays of measurements summed as they are: coding them into categories would sort all of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..digits import LARGEST, SMALLEST
from ..ratings.labels import CODES_FOR_MISSING
from .item_weights import Floats
from .moments import Moments, of_values

#: Of fewer rows the general way takes no time worth saving.
_LEAST_ROWS = 1000
#: So many rows are looked at to see that they are no whole numbers, which may be categories.
_LOOKED_AT = 100


def plain_measurements(first: Any, second: Any) -> Moments | None:
    """The moments of a matrix (items × raters), or of two raters' columns, of floats without a gap.

    None where the general way has something to say: gaps, whole numbers, extremes, codes for missing values.
    """
    columns = _columns(first, second)
    if columns is None:
        return None
    low, high = (float(end([end(column) for column in columns])) for end in (np.min, np.max))
    if not (max(-low, high) <= LARGEST and high - low >= SMALLEST):  # nan is neither
        return None
    if all((column[:_LOOKED_AT] % 1 == 0).all() for column in columns):
        return None
    if any(
        low <= code <= high and any((column == code).any() for column in columns)
        for code in CODES_FOR_MISSING
    ):
        return None
    names = [f"rater {place + 1}" for place in range(len(columns))] if second is None else ["A", "B"]
    return of_values(first if second is None else np.stack(columns, axis=1), names)


def _columns(first: Any, second: Any) -> list[Floats] | None:
    """The columns of plain arrays of floats, where that is what was given."""
    given = [first] if second is None else [first, second]
    if any(type(one) is not np.ndarray or one.dtype != np.float64 for one in given):
        return None
    if len({one.shape for one in given}) > 1 or given[0].ndim != 3 - len(given) or len(first) < _LEAST_ROWS:
        return None
    columns = list(first.T) if second is None else given
    return columns if len(columns) > 1 else None
