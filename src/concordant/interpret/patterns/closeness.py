"""How close ratings of an item are: 1 where they are the same, in order 1 − distance / range."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from ...ratings.ratings import Ratings
from ...reduce.item_weights import Floats, Ints, weight_by_code
from ...reduce.profiles import category_counts
from .context import PatternContext, words


def close(context: PatternContext, a: Ints, b: Ints) -> Floats:
    """The closeness of two columns of codes, nan where one is a gap."""
    there = (a >= 0) & (b >= 0)
    if not context.compared.ordered:
        return np.where(there, (a == b).astype(float), np.nan)
    x = context.compared.positions
    span = float(np.ptp(x)) or 1.0
    return np.where(there, 1 - np.abs(x[a] - x[b]) / span, np.nan)


def of_categories(context: PatternContext) -> Floats:
    """The closeness of every two categories."""
    first, second = np.indices((len(context.compared.ratings.labels),) * 2)
    return close(context, first, second)


def between_groups(first: Floats, second: Floats, closeness: Floats) -> Floats:
    """By row the sum of closeness over the pairs of a rater of one group and a rater of another."""
    return np.asarray(((first @ closeness) * second).sum(axis=1))


def within_group(counts: Floats, closeness: Floats) -> Floats:
    """By row the sum over pairs of one group: half of all ordered pairs, less each rater with themselves."""
    return np.asarray((between_groups(counts, counts, closeness) - counts.sum(axis=1)) / 2)


@dataclass(frozen=True, eq=False)
class OwnAndRest:
    """By row the mean closeness of one rater to the others, and of the others to each other.

    The others' pairs are all pairs less the rater's own. Where categories are few, the sums follow from how
    many raters gave each category, so that no pair of raters is formed.
    """

    context: PatternContext
    ratings: Ratings

    def of(self, rater: str) -> tuple[Floats, Floats]:
        """Both means, nan where there is no pair."""
        place = self.ratings.place_of(rater)
        (total, count), (own, met) = self._every, self._own(place)
        return _mean(own, met), _mean(total - own, count - met)

    def by_chance(self, rater: str, rows: NDArray[np.bool_]) -> tuple[float, float]:
        """Closeness if ratings were given without looking, each as often as it is: the rater's to the others,
        and the others' to each other; nan of measurements."""
        if not self._few:
            return math.nan, math.nan
        own = self.ratings.columns[self.ratings.place_of(rater)]
        weights, size = self.ratings.item_weights, len(self.ratings.labels)
        mine = weight_by_code(own[rows], weights[rows], size)
        theirs = weights[rows] @ self._counts[rows] - mine
        p, q = mine / mine.sum(), theirs / theirs.sum()
        return float(p @ self._closeness @ q), float(q @ self._closeness @ q)

    @cached_property
    def _few(self) -> bool:
        return self.context.compared.categorical

    @cached_property
    def _closeness(self) -> Floats:
        return of_categories(self.context)

    @cached_property
    def _counts(self) -> Floats:
        return category_counts(self.ratings)

    @cached_property
    def _toward(self) -> Floats:
        """By row and category the sum of closeness of that category to all ratings of the row."""
        return np.asarray(self._counts @ self._closeness)

    @cached_property
    def _given(self) -> Floats:
        return np.asarray(self._counts.sum(axis=1))

    @cached_property
    def _every(self) -> tuple[Floats, Floats]:
        """The sum over all pairs of a row, and their number."""
        if not self._few:
            return self._added(combinations(self.ratings.columns, 2))
        return within_group(self._counts, self._closeness), self._given * (self._given - 1) / 2

    def _own(self, place: int) -> tuple[Floats, Floats]:
        """The sum over the pairs of one rater in each row, and their number."""
        columns = self.ratings.columns
        own = columns[place]
        if not self._few:
            return self._added((own, column) for g, column in enumerate(columns) if g != place)
        there = own >= 0
        total = np.where(there, self._toward[np.arange(len(own)), own] - 1.0, 0.0)
        return total, np.where(there, self._given - 1, 0.0)

    def _added(self, pairs: Iterable[tuple[Ints, Ints]]) -> tuple[Floats, Floats]:
        total, count = np.zeros(len(self.ratings)), np.zeros(len(self.ratings))
        for first, second in pairs:
            x = close(self.context, first, second)
            there = ~np.isnan(x)
            total[there] += x[there]
            count += there
        return total, count


def _mean(total: Floats, count: Floats) -> Floats:
    return np.where(count > 0, total / np.maximum(count, 1), np.nan)


def meaning(context: PatternContext) -> Mapping[str, str]:
    """What a closeness of 100% and of 0% is, in words."""
    return words("closeness-ordered" if context.compared.ordered else "closeness-names")


def agreement(context: PatternContext, ratings: Ratings) -> Floats:
    """By row the share of pairs that say the same (of measurements the mean closeness), nan without one."""
    return _same(ratings) if context.compared.categorical else mean_closeness(context, ratings)


def mean_closeness(context: PatternContext, ratings: Ratings) -> Floats:
    """By row the mean closeness of its pairs, nan without one."""
    if context.compared.categorical and ratings.n_raters > 2:
        counts = category_counts(ratings)
        given = counts.sum(axis=1)
        return _mean(within_group(counts, of_categories(context)), given * (given - 1) / 2)
    pairs = [close(context, a, b) for a, b in combinations(ratings.columns, 2)]
    met = np.sum([~np.isnan(p) for p in pairs], axis=0)
    return _mean(np.nansum(pairs, axis=0), met)


def _same(ratings: Ratings) -> Floats:
    """Σ n_c(n_c − 1) / m(m − 1), from how many raters say each category."""
    if ratings.n_raters == 2:
        a, b = ratings.columns
        return np.where((a >= 0) & (b >= 0), (a == b).astype(float), np.nan)
    counts = category_counts(ratings)
    given = counts.sum(axis=1)
    same = (counts * (counts - 1)).sum(axis=1)
    pairs = given * (given - 1)
    return np.where(pairs > 0, same / np.maximum(pairs, 1), np.nan)
