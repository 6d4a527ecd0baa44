"""Degrees of freedom that fit how much mean squares vary in these data.

A mean square of normal scores varies by 2·MS²/df. Scores with long tails, skewed or heaped at the end of a
scale let it vary more, and no number of items makes up for that. Here the variance of its logarithm is found
by leaving out one item after the other, and the degrees of freedom are those that a normal mean square would
need to vary as much; they are never more than the design has.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ...reduce.item_weights import Floats
from ...reduce.moments import Moments
from ...result import Note
from ..shape_notes import LEAST_ITEMS, few_items_notes, shape_notes
from .mean_squares import MeanSquares

#: Below that many there is nothing to say about shape at all.
_FEWEST_TO_JUDGE = 10
#: What is left of a sum without one item, at least, so that its logarithm stays a number.
_LEAST_LEFT = 1e-6


@dataclass(frozen=True)
class EffectiveDesign:
    """Mean squares with degrees of freedom that fit the data; `times` as much as normal ones they vary."""

    ms: MeanSquares
    times: float

    @property
    def notes(self) -> tuple[Note, ...]:
        """What a reader should know about the shape of the scores."""
        return shape_notes(self.times)


def for_ratio(m: Moments, ms: MeanSquares, *, one_way: bool, complete: bool) -> EffectiveDesign | None:
    """For MS_items/MS_error: both degrees of freedom divided by one factor; None with too few items."""
    found = _squares_of_items(m, ms, LEAST_ITEMS, one_way=one_way, complete=complete)
    return None if found is None else _for_ratio(found, ms)


def for_error(m: Moments, ms: MeanSquares, *, one_way: bool, complete: bool) -> EffectiveDesign | None:
    """For MS_error alone; None with too few items."""
    found = _squares_of_items(m, ms, LEAST_ITEMS, one_way=one_way, complete=complete)
    if found is None:
        return None
    df = float(ms.df_error)
    times = jackknife_variance(_log_left(found.error, found.counts), found.counts) * df / 2
    return EffectiveDesign(replace(ms, df_error=ms.df_error / _bounded(times, df)), times)


def too_few_to_allow(m: Moments, ms: MeanSquares, *, one_way: bool, complete: bool) -> tuple[Note, ...]:
    """The note that scores look far from normal, where items are too few to allow for it."""
    n = float(ms.df_items) + 1
    found = _squares_of_items(m, ms, _FEWEST_TO_JUDGE, one_way=one_way, complete=complete)
    return () if found is None else few_items_notes(_for_ratio(found, ms).times, n)


@dataclass(frozen=True, eq=False)
class _ItemSquares:
    """Of each item its count, its square from the mean, and its squares within."""

    counts: Floats
    items: Floats
    error: Floats


def _for_ratio(s: _ItemSquares, ms: MeanSquares) -> EffectiveDesign:
    first, second = float(ms.df_items), float(ms.df_error)
    logs = _log_left(s.items, s.counts) - _log_left(s.error, s.counts)
    times = jackknife_variance(logs, s.counts) / (2 / first + 2 / second)
    by = _bounded(times, min(first, second))
    return EffectiveDesign(replace(ms, df_items=ms.df_items / by, df_error=ms.df_error / by), times)


def _bounded(times: float, df: float) -> float:
    """No more degrees of freedom than the design has, and no less than one."""
    return min(max(times, 1.0), max(df, 1.0))


def _squares_of_items(
    m: Moments, ms: MeanSquares, least: int, *, one_way: bool, complete: bool
) -> _ItemSquares | None:
    """None where items are not known, too few, or differ in nothing.

    Ratings are taken about their raters' means, or about one mean in the one-way table. Items with a gap add
    what they have, unless only `complete` ones count.
    """
    if m.values is None or m.part is None or m.draws or not float(ms.df_items) + 1 >= least:
        return None
    if not (float(ms.items) > 0 and float(ms.error) > 0):
        return None
    there = m.present[m.part]
    there = there & there.all(axis=1, keepdims=True) if complete else there
    y = np.where(there, m.values + (m.centre - m.centre[0]), 0.0)
    weight = there * m.counts[:, None]
    by_rater = (y * weight).sum(axis=0) / np.maximum(weight.sum(axis=0), 1e-300)
    middle = np.full(m.width, (y * weight).sum() / weight.sum()) if one_way else by_rater
    y = np.where(there, y - middle, 0.0)
    ratings = there.sum(axis=1)
    mean = y.sum(axis=1) / np.maximum(ratings, 1)
    within = np.where(there, y - mean[:, None], 0.0)
    return _ItemSquares(
        np.where(ratings > 0, m.counts, 0.0), ratings * mean**2, np.asarray((within**2).sum(axis=1))
    )


def _log_left(squares: Floats, counts: Floats) -> Floats:
    """The logarithm of a sum of squares without each item, which takes n/(n − 1) of its square away."""
    total, n = float(counts @ squares), float(counts.sum())
    if not total > 0:
        return np.zeros(len(squares))
    return np.asarray(np.log(np.maximum(1 - n / (n - 1) * squares / total, _LEAST_LEFT)))


def jackknife_variance(left: Floats, counts: Floats) -> float:
    """(n − 1)/n · Σ c·(θ₋ᵢ − mean)², from the values without each item."""
    n = float(counts.sum())
    off = left - float(counts @ left) / n
    return float((n - 1) / n * (counts @ off**2))
