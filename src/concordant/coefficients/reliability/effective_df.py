"""Degrees of freedom that fit how much mean squares vary in these data.

A mean square of normal scores varies by 2·MS²/df. Scores with long tails, skewed or heaped at the end of a
scale let it vary more, and no number of items makes up for that. Here the variance of its logarithm is found
by leaving out one item after the other, and the degrees of freedom are those that a normal mean square would
need to vary as much; they are never more than the design has, and fewer where that variance is itself
uncertain (`heavy_tails.py`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ...reduce.item_weights import Floats, product
from ...reduce.moments import Moments
from ...result import Note
from ..heavy_tails import SquaresTail, cautious_times
from ..normal_limits import LEAST_ITEMS, few_items_notes, shape_notes, size_notes, textbook_notes
from .mean_squares import MeanSquares

#: Below that many there is nothing to say about shape at all.
_FEWEST_TO_JUDGE = 10
#: What is left of a sum without one item, at least, so that its logarithm stays a number.
_LEAST_LEFT = 1e-6


@dataclass(frozen=True)
class EffectiveDesign:
    """Mean squares with degrees of freedom that fit the data; `times` as much as normal ones they vary.

    `by_size` is what to know of errors that grow with the scores, and `tail` how much larger the mean square
    of the error may be, where that is asked for alone.
    """

    ms: MeanSquares
    times: float
    by_size: tuple[Note, ...]
    tail: SquaresTail | None = None

    @property
    def notes(self) -> tuple[Note, ...]:
        """What a reader should know about the shape of the scores."""
        return (*shape_notes(self.times), *self.by_size)


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
    left = _log_left(found.error, found.counts)
    variance = jackknife_variance(left, found.counts)
    times = variance * df / 2
    tail = SquaresTail.of(found.error, found.counts, variance, times)
    by = _bounded(cautious_times(times, left, found.counts), df)
    effective = replace(ms, df_error=ms.df_error / by)
    return EffectiveDesign(effective, times, found.by_size, tail)


def _correlation(x: Floats, y: Floats, counts: Floats) -> float:
    """Pearson's, over items; 0 where one does not vary."""
    n = float(counts.sum())
    x, y = (z - float(counts @ z) / n for z in (x, y))
    both = float(np.sqrt((counts @ x**2) * (counts @ y**2)))
    return float(counts @ (x * y)) / both if both > 0 else 0.0


def too_few_to_allow(m: Moments, ms: MeanSquares, *, one_way: bool, complete: bool) -> tuple[Note, ...]:
    """The note that scores look far from normal, where items are too few to allow for it."""
    n = float(ms.df_items) + 1
    if n >= LEAST_ITEMS:
        return ()
    found = _squares_of_items(m, ms, _FEWEST_TO_JUDGE, one_way=one_way, complete=complete)
    return () if found is None else few_items_notes(_for_ratio(found, ms).times, n)


def not_allowed_for(m: Moments, ms: MeanSquares, *, one_way: bool, complete: bool) -> tuple[Note, ...]:
    """The note for textbook intervals of mean squares: that scores are far from normal, whatever the size."""
    found = _squares_of_items(m, ms, LEAST_ITEMS, one_way=one_way, complete=complete)
    return () if found is None else textbook_notes(_for_ratio(found, ms).times)


@dataclass(frozen=True, eq=False)
class _ItemSquares:
    """Of each item its count, its mean, its square from the mean of all, and its squares within."""

    counts: Floats
    means: Floats
    items: Floats
    error: Floats

    @property
    def by_size(self) -> tuple[Note, ...]:
        """What to know where errors grow with the scores."""
        return size_notes(
            _correlation(np.sqrt(self.error), self.means, self.counts), float(self.counts.sum())
        )


def _for_ratio(s: _ItemSquares, ms: MeanSquares) -> EffectiveDesign:
    first, second = float(ms.df_items), float(ms.df_error)
    logs = _log_left(s.items, s.counts) - _log_left(s.error, s.counts)
    times = jackknife_variance(logs, s.counts) / (2 / first + 2 / second)
    by = _bounded(cautious_times(times, logs, s.counts), min(first, second))
    effective = replace(ms, df_items=ms.df_items / by, df_error=ms.df_error / by)
    return EffectiveDesign(effective, times, s.by_size)


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
    if m.present.all():
        return _squares_without_gaps(m.values + (m.centre - m.centre[0]), m.counts, one_way=one_way)
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
        np.where(ratings > 0, m.counts, 0.0), mean, ratings * mean**2, np.asarray((within**2).sum(axis=1))
    )


def _squares_without_gaps(y: Floats, counts: Floats, *, one_way: bool) -> _ItemSquares:
    """Column by column, so that no second table of all ratings is made."""
    n, width = float(counts.sum()), y.shape[1]
    by_rater = [float(product(counts, column)) / n for column in y.T]
    middle = [sum(by_rater) / width] * width if one_way else by_rater
    columns = [column - own for column, own in zip(y.T, middle, strict=True)]
    mean = sum(columns, np.zeros(len(y))) / width
    within = sum(((column - mean) ** 2 for column in columns), np.zeros(len(y)))
    return _ItemSquares(np.where(counts > 0, counts, 0.0), mean, width * mean**2, within)


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
