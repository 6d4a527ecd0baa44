"""Readings of the same item by the same rater (or, without repeats, by any rater): how they spread."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...reduce.moments import Moments
from ...reduce.sums import Numbers
from .mean_squares import above


@dataclass(frozen=True)
class Within:
    """Sum of squares within items, its degrees of freedom, the items, and the mean of their readings."""

    squares: Numbers
    freedom: Numbers
    items: Numbers
    mean: Numbers

    @property
    def variance(self) -> Numbers:
        """The mean square within items."""
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray(self.squares / np.where(self.freedom.real > 0, self.freedom, np.nan))


def sets_of_columns(m: Moments) -> list[list[int]]:
    """The columns that read the same thing: a rater's occasions, or else all raters."""
    t = len(m.occasions)
    return [list(range(m.width))] if t == 1 else [list(range(g * t, (g + 1) * t)) for g in range(m.n_raters)]


def within_items(m: Moments) -> Within:
    """Over all items that a rater (or, without repeats, anyone) has read twice or more.

    With d the readings less the first of them, Σ(y − ȳ)² of an item is Σd² − (Σd)²/m.
    """
    s, zero = m.sums, np.zeros(m.draws)
    squares, freedom, items, total = zero, zero, zero, zero
    level = s.mean + (m.centre - m.centre[0])
    for columns in sets_of_columns(m):
        best = zero
        for p in np.flatnonzero(m.present[:, columns].sum(axis=1) >= 2):
            here = [c for c in columns if m.present[p, c]]
            n, k = s.n[..., p], len(here)
            off = level[..., p, here] - level[..., p, here[:1]]
            apart = s.differences[..., p, :, :][..., here, :][..., here]
            apart = apart - apart[..., :, :1] - apart[..., :1, :] + apart[..., :1, :1]
            apart = apart + n[..., None, None] * off[..., :, None] * off[..., None, :]
            own = np.trace(apart, axis1=-2, axis2=-1) - apart.sum(axis=(-2, -1)) / k
            squares = squares + above(own, n.real * k * m.rounding**2)
            freedom, best = freedom + n * (k - 1), best + n
            total = total + n * (k - 1) * (level[..., p, here].mean(axis=-1) + m.centre[0])
        items = np.maximum(items, best.real)
    with np.errstate(divide="ignore", invalid="ignore"):
        return Within(
            squares, freedom, items, np.asarray(total / np.where(freedom.real > 0, freedom, np.nan))
        )
