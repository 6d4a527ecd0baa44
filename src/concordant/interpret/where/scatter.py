"""Measurements of two raters as points: what a plot of their differences shows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...reduce.item_weights import Floats, Ints
from ..compare import Comparison
from ..record import Record

#: More points than this a picture does not show apart.
_MOST = 1000


@dataclass(frozen=True, kw_only=True)
class Scatter(Record):
    """Pairs of values of the same items, at most 1,000, in the order of their means.

    Of more they are spread evenly over that order, and the largest differences either way are among them.
    `n` is how many pairs there are in all.
    """

    first: str
    second: str
    pairs: tuple[tuple[float, float], ...]
    n: float


def scatter_of(compared: Comparison) -> Scatter | None:
    """The points, or None unless two are compared by measurements; several people give a pair each."""
    if not compared.pair or not compared.measurements or compared.ratings.anonymous:
        return None
    return points_of(compared)


def points_of(compared: Comparison) -> Scatter:
    """The points of any two columns with values, few or many."""
    a, b = compared.ratings.columns
    weights = compared.items.item_weights[compared.origin]
    both = np.flatnonzero((a >= 0) & (b >= 0) & (weights > 0))
    x, y = compared.positions[a[both]], compared.positions[b[both]]
    order = np.lexsort([y, x, x + y])
    x, y = x[order], y[order]
    keep = _spread(x - y)
    first, second = compared.ratings.raters
    return Scatter(
        first=first,
        second=second,
        pairs=tuple(zip(x[keep].tolist(), y[keep].tolist(), strict=True)),
        n=float(weights[both].sum() if compared.items.copies else len(both)),
    )


def _spread(difference: Floats) -> Ints:
    """Places spread evenly, those of the extremes among them."""
    n = len(difference)
    if n <= _MOST:
        return np.arange(n)
    even = np.round(np.linspace(0, n - 1, _MOST - 2)).astype(np.int64)
    return np.unique([*even.tolist(), int(np.argmin(difference)), int(np.argmax(difference))])
