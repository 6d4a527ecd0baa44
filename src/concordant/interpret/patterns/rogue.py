"""One rogue rater: agrees with the others much less than they agree among themselves."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from itertools import combinations

import numpy as np

from ...digits import rounded
from ...ratings.ratings import Ratings
from ...reduce.weighing import Floats
from .candidate import Candidate
from .closeness import close, meaning
from .constant import without
from .evidence import Sums
from .looked import Looked
from .minima import LEAST_ITEMS, LEAST_SHORTFALL

#: Means of the same closeness over different pairs differ by so little.
_DUST = 1e-12


def rogue_rater(looked: Looked) -> Iterable[Candidate]:
    """Per item: closeness of a rater to the others minus closeness of the others to each other."""
    if not looked.equals:
        return
    base = looked.plain
    sums = Sums.over(base)
    every = _every_pair(looked, base.ratings)
    for rater in base.ratings.raters:
        own, rest = own_and_rest(looked, base.ratings, rater, every)
        met = ~np.isnan(own) & ~np.isnan(rest)
        n = float(base.weights[met].sum())
        if n < LEAST_ITEMS:
            continue
        gap = np.where(met, own - rest, 0.0)
        evidence = sums.result(
            "closeness_difference", sums.mean(gap, met), n=n, side="less", under_null=gap / n
        )
        levels = [float(sums.mean(np.nan_to_num(x), met)) for x in (own, rest)]
        yield Candidate(
            code="rogue-rater",
            about={"comparison": looked.compared.name, "rater": rater},
            evidence=evidence,
            facts={
                "rater": rater,
                "own": levels[0],
                "rest": levels[1],
                "n": evidence.n_items,
                "meaning": meaning(looked),
            },
            base=base,
            material=partial(_low, evidence.estimate),
            repaired=partial(without, base.ratings, rater),
            score=partial(_alone, looked, rater),
            examples_of=looked.compared,
        )


def _low(gap: float) -> bool:
    return rounded(gap) <= -LEAST_SHORTFALL["rater"]


def own_and_rest(looked: Looked, ratings: Ratings, rater: str, every: _Mean) -> tuple[Floats, Floats]:
    """By row the mean closeness of the rater to the others, and of the others to each other.

    The others' pairs are all pairs less the rater's own, so that pairs are looked at once for all raters.
    """
    place = ratings.place_of(rater)
    own = _Mean(len(ratings))
    for g, column in enumerate(ratings.columns):
        if g != place:
            own.add(close(looked, ratings.columns[place], column))
    return own.value, every.less(own).value


def _every_pair(looked: Looked, ratings: Ratings) -> _Mean:
    every = _Mean(len(ratings))
    for first, second in combinations(ratings.columns, 2):
        every.add(close(looked, first, second))
    return every


class _Mean:
    """A mean by row over columns that may be undefined."""

    def __init__(self, rows: int) -> None:
        self.total, self.count = np.zeros(rows), np.zeros(rows)

    def add(self, x: Floats) -> None:
        """One more column."""
        there = ~np.isnan(x)
        self.total[there] += x[there]
        self.count += there

    def less(self, other: _Mean) -> _Mean:
        """Without the columns of another."""
        rest = _Mean(len(self.total))
        rest.total, rest.count = self.total - other.total, self.count - other.count
        return rest

    @property
    def value(self) -> Floats:
        """The mean, nan where nothing was added."""
        return np.where(self.count > 0, self.total / np.maximum(self.count, 1), np.nan)


def _alone(looked: Looked, rater: str, ratings: Ratings) -> Floats:
    own, rest = own_and_rest(looked, ratings, rater, _every_pair(looked, ratings))
    gap = np.nan_to_num(rest - own)
    return np.where(gap > _DUST, gap, 0.0)
