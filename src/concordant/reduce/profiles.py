"""Profiles: how many raters put an item in each category, whoever they were."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from ..ratings.ratings import Ratings
from ..ratings.reading import by_place
from ..ratings.scale import Scale
from .item_weights import Floats, Ints, WeightedStatistic, Weighting, of_rows, spread
from .patterns import Patterns, cluster_codes, count_rows, patterns, refuse_clusters
from .totals import Margin, Total, codes_given, total

#: With more categories than this a profile is a list of codes, not a vector of counts.
_FEW_CATEGORIES = 64


@dataclass(frozen=True, eq=False)
class Profiles(WeightedStatistic):
    """`codes[p]` lists the categories that pattern p's ratings fall in (-1 fills the rest)."""

    codes: Ints
    counts: Floats
    labels: NDArray[Any]
    scale: Scale
    n_raters: int
    clusters: Ints | None = None
    weighing: Weighting | None = None

    @of_rows
    def given(self) -> Floats:
        """How many ratings each profile holds."""
        return codes_given(self.codes)

    @of_rows
    def paired(self) -> NDArray[np.bool_]:
        """Profiles with two ratings or more: only they can show agreement."""
        return self.given >= 2

    @of_rows
    def matrix(self) -> Floats:
        """Ratings by profile and category."""
        return spread(self.codes, None, self.size)

    def sum(self, x: Any) -> Total:
        """Σ over items of x; x a number for each profile."""
        return total(self.by, x)

    @cached_property
    def n_rated(self) -> Total:
        """Items with a rating."""
        return self.sum(self.given >= 1)

    @property
    def n_rated_if_paired(self) -> Total:
        """Items with a rating, or none where no item has two."""
        return self.n_paired if self.n_paired.nothing else self.n_rated

    @cached_property
    def n_paired(self) -> Total:
        """Items with two ratings or more."""
        return self.sum(self.paired)

    @of_rows
    def apart(self) -> Floats:
        """For each profile the share of its pairs of ratings that differ."""
        return self.mean_over_pairs(np.not_equal)

    def mean_over_pairs(self, between: Any) -> Floats:
        """For each profile the mean of between(a, b) over its ordered pairs of ratings; 0 if none."""
        if self.codes.shape[1] > self.size:  # more ratings than categories: meet counts, not ratings
            d = pairs_of_categories(between, self.size)
            out = ((self.matrix @ d) * self.matrix).sum(axis=1)
            return np.asarray(out / np.where(self.paired, self.given * (self.given - 1), 1.0))
        both_ways = _both_ways(between, self.size)
        out = np.zeros(len(self.codes))
        columns = [(c, _all_or(c >= 0)) for c in np.ascontiguousarray(self.codes.T)]
        for g, (a, _) in enumerate(columns):
            for b, rows in columns[g + 1 :]:  # ratings fill from the left, so that a is there where b is
                out[rows] += both_ways(a[rows], b[rows])
        return out / np.where(self.paired, self.given * (self.given - 1), 1.0)

    def mean_disagreement(self, between: Any) -> Total:
        """The mean over items with two ratings or more of the mean over their pairs."""
        return self.sum(np.where(self.paired, self.mean_over_pairs(between), 0.0)) / self.n_paired

    def margin(self, share: Floats | None = None) -> Margin:
        """Weight by category; `share` is what one rating of each profile counts."""
        short = self.codes.shape[1] > self.size
        return Margin(self.by, self.codes, share, self.size, self.matrix if short else None)

    @cached_property
    def item_margin(self) -> Margin:
        """Every rated item counts one, divided among its ratings."""
        return self.margin(1 / np.maximum(self.given, 1))

    @cached_property
    def pairable_margin(self) -> Margin:
        """Every rating of an item with two or more counts one."""
        return self.margin(self.paired.astype(float))

    @cached_property
    def rating_margin(self) -> Margin:
        """Every rating counts one."""
        return self.margin()

    def __add__(self, other: Profiles) -> Profiles:
        if not np.array_equal(self.labels, other.labels):
            raise ValueError("Only profiles on the same labels can be added.")
        refuse_clusters(self, other)
        width = max(self.codes.shape[1], other.codes.shape[1])
        pad = [
            np.pad(p.codes, ((0, 0), (0, width - p.codes.shape[1])), constant_values=-1)
            for p in (self, other)
        ]
        both = Patterns(
            np.concatenate(pad),
            np.concatenate([self.counts, other.counts]),
            self.labels,
            self.scale,
            tuple(map(str, range(width))),
        )
        return profiles(both, n_raters=max(self.n_raters, other.n_raters))


def _all_or(there: NDArray[np.bool_]) -> NDArray[np.bool_] | slice:
    """Which rows, where they are not simply all."""
    return slice(None) if there.all() else there


def _both_ways(between: Any, size: int) -> Callable[[Ints, Ints], Floats]:
    """between(a, b) + between(b, a), looked up where categories are few."""
    if size > _FEW_CATEGORIES:
        return lambda a, b: np.asarray(between(a, b) + between(b, a))
    d = pairs_of_categories(between, size)
    both = d + d.T
    return lambda a, b: np.asarray(both[a, b])


def pairs_of_categories(between: Any, size: int) -> Floats:
    """between(a, b) for every two categories, as a matrix; equal ratings count 0."""
    a, b = np.indices((size, size))
    return np.asarray(between(a.ravel(), b.ravel()), dtype=float).reshape(size, size)


#: Several coefficients ask for the profiles of the same patterns. What was found goes with them.
_BY_ROW: WeakKeyDictionary[Patterns, Profiles] = WeakKeyDictionary()


def profiles(p: Patterns, *, keep_rows: bool = False, n_raters: int | None = None) -> Profiles:
    """Forget which rater gave which rating; with `keep_rows` one profile stays for each pattern."""
    raters = p.codes.shape[1] if n_raters is None else n_raters
    if keep_rows and p in _BY_ROW:
        return _BY_ROW[p]
    codes = p.left_aligned
    if keep_rows:
        return _BY_ROW.setdefault(p, Profiles(codes, p.counts, p.labels, p.scale, raters, p.clusters))
    columns = list(codes.T) + ([] if p.clusters is None else [p.clusters])
    sizes = [p.size] * codes.shape[1] + ([] if p.clusters is None else [int(p.clusters.max(initial=0)) + 1])
    rows, counts = count_rows(columns, sizes, p.counts)
    width = codes.shape[1]
    return Profiles(
        rows[:, :width], counts, p.labels, p.scale, raters, None if p.clusters is None else rows[:, -1]
    )


def profiles_of(ratings: Ratings) -> Profiles:
    """Profiles straight from ratings; with many raters the patterns are never formed."""
    k = len(ratings.labels)
    few = (k + 1) ** min(ratings.n_raters, 64) < 1 << 22
    if few or k > _FEW_CATEGORIES:
        return profiles(patterns(ratings))
    counts = category_counts(ratings).astype(np.int64)
    clusters = cluster_codes(ratings)
    columns = list(counts.T - 1) + ([] if clusters is None else [clusters])
    sizes = [int(counts.max(initial=0))] * k + (
        [] if clusters is None else [int(clusters.max(initial=0)) + 1]
    )
    rows, weight = count_rows(columns, sizes, ratings.weights)
    rated = (rows[:, :k] >= 0).any(axis=1)  # an item without a rating says nothing
    rows, weight = rows[rated], weight[rated]
    return Profiles(
        np.stack(by_place(rows[:, :k] + 1) or (np.zeros(0, np.int8),), axis=1),
        weight,
        ratings.labels,
        ratings.scale,
        ratings.n_raters,
        None if clusters is None else rows[:, -1],
    )


def category_counts(ratings: Ratings) -> Floats:
    """Ratings by row and category; read only, as several parts of a study share it."""
    if ratings not in _COUNTED:
        counts = spread(ratings.matrix, None, len(ratings.labels))
        counts.setflags(write=False)
        _COUNTED[ratings] = counts
    return _COUNTED[ratings]


#: What was counted goes with the ratings.
_COUNTED: WeakKeyDictionary[Ratings, Floats] = WeakKeyDictionary()
