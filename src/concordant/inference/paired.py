"""The difference of one measure on two sets of ratings of the same items, whoever rated them.

`compare` pairs two measures row by row. Here each side has rows of its own, as many for an item as it takes
(pairs of people, repeats), and the two are held together by the numbers of their clusters: what an item adds
to one side and to the other is taken together,

    variance of the difference = Σ over clusters of (difference of influence values)² · m/(m − 1).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from ..coefficients.distributions import normal_quantile
from ..number_text import whole
from ..ratings.ratings import Ratings
from ..reduce.item_weights import Floats, Ints
from ..reduce.patterns import cluster_copies
from ..result import Interval, Note, Result
from .intervals import reachable
from .measure import Measure, on_t
from .share_differences import (
    exact_p,
    score_around,
    score_around_tail,
    score_interval,
    score_p,
    score_statistic,
)
from .spread import Spread
from .testing import p_value
from .variance import Across, Influence, across, influence

#: Measures that are a share of items: where an item does or does not, the difference is one of proportions.
_SHARES = ("exact_agreement", "adjacent_agreement")
#: With fewer items that changed than this, t is far too short on the side of what did not happen to be drawn.
_FEW_CHANGES = 30

NO_SPREAD = Note("no-spread", "No item changes the difference, so its variability cannot be estimated.")
FEW_ITEMS = Note("no-spread", "Too few items or clusters for a standard error.")
_NOT_DEFINED = Note("undefined", "The value is undefined for these data.")


@dataclass(frozen=True, eq=False, kw_only=True)
class Side:
    """A measure of ratings whose clusters are numbered as on the other side.

    `around` is what each cluster adds, and the clusters' numbers; None where the measure is not defined, and
    `why` then says so. `range` is from where to where the measure goes.
    """

    measure: str
    value: float
    n: float
    n_raters: int
    range: tuple[float, float] = (-math.inf, math.inf)
    why: Note | None = None
    around: tuple[Influence, Ints] | None = None


def side(measure: Measure) -> Side:
    """A measure with what each cluster of its ratings adds to it."""
    ratings = measure.ratings
    if (
        not isinstance(ratings, Ratings)
        or ratings.clusters is None
        or ratings.clusters.dtype.kind not in "iu"
    ):
        raise ValueError("A side has clusters, numbered as on the other side.")
    statistic = measure.reduce()
    estimate = measure.estimate(statistic)
    value = math.nan if estimate.undefined else float(estimate.value)
    known: dict[str, Any] = {
        "measure": measure.coefficient.name, "value": value, "n": float(estimate.n),
        "n_raters": ratings.n_raters, "range": measure.coefficient.range,
    }  # fmt: skip
    if math.isnan(value):
        return Side(**known, why=estimate.undefined or _NOT_DEFINED)
    adds = influence(estimate, statistic.counts, statistic.clusters, copies=cluster_copies(ratings))
    return Side(**known, around=(adds, np.flatnonzero(np.bincount(ratings.clusters))))


@dataclass(frozen=True, eq=False, kw_only=True)
class Counted:
    """Items that do or do not: how many do only on the first side, only on the second, and all."""

    up: float
    down: float
    n: float

    def limits(self, level: float) -> tuple[float, float]:
        """Tango's score interval."""
        return score_interval(self.up, self.down, self.n, level)


@dataclass(frozen=True, eq=False, kw_only=True)
class Paired:
    """first − second, to be asked at any level."""

    first: Side
    second: Side
    title: str
    options: Mapping[str, Any] = field(default_factory=dict)

    def result(self, level: float = 0.95) -> Result:
        """The difference with its interval and its test of no difference.

        Of items that do or do not agree, both are Tango's (1998) by the score; of all else they are on t. Of
        shares where an item may change by a part of 1, as with several people, and few items do, each end is
        the wider one of both.
        """
        if self.undefined is not None:
            return Result(**self._known, estimate=math.nan, method="undefined", notes=(self.undefined,))
        if self.counted is not None:
            return self._by_score(self.counted, level)
        around = self.spread
        if around.none or math.isnan(around.se):
            se = 0.0 if around.none else math.nan
            bare: dict[str, Any] = {"estimate": around.value, "se": se, "method": "analytic, paired"}
            return Result(**self._known, **bare, notes=(NO_SPREAD if around.none else FEW_ITEMS,))
        details = {"test": "Wald t", "statistic": around.value / around.se, "df": around.df}
        fields = on_t(around, level, how=", paired", null=0.0)
        if self._widened:
            fields["interval"] = _at_least_by_score(fields["interval"], around)
            fields |= {"method": fields["interval"].method, "p_value": 2 * self._tail(0.0)}
            details["test"] = "Wald t, at least score"
        fields["interval"] = self._reachable(fields["interval"])
        return Result(**{**self._known, "details": {**self._known["details"], **details}}, **fields)

    def _reachable(self, given: Interval) -> Interval:
        ranges = (self.first.range, self.second.range)
        low, high = reachable((given.low, given.high), self.spread.value, *ranges)
        return Interval(low, high, given.level, given.method)

    def p_below(self, null: float) -> float:
        """One-sided p of a difference that is `null` or more: small where it is reliably less."""
        if self.undefined is not None:
            return math.nan
        if self.counted is not None:
            c = self.counted
            return p_value(float(score_statistic(c.up, c.down, c.n, null)), math.inf, "less")
        around = self.spread
        if math.isnan(around.se):
            return math.nan
        if around.none and not self._widened:
            return p_of_all(around.value, null)
        return self._tail(null) if null >= around.value else 1 - self._tail(null)

    def _tail(self, null: float) -> float:
        """One-sided p of a difference on the other side of `null`: that of an interval that ends there."""
        around = self.spread
        on_t = 0.0 if around.none else p_value(-abs(around.value - null) / around.se, around.df, "less")
        if not self._widened:
            return on_t
        return max(on_t, score_around_tail(around.value, around.se, around.units, null))

    @property
    def _shares(self) -> bool:
        return all(side.measure in _SHARES for side in (self.first, self.second))

    @cached_property
    def _widened(self) -> bool:
        """Whether it is a share, and hardly an item changed."""
        if not self._shares:
            return False
        copies, n = self._by_item.copies, self._by_item.units
        change = n * self._by_item.changes((1.0, -1.0)) + self.first.value - self.second.value
        return float(copies[np.abs(change) > 1e-9].sum()) < _FEW_CHANGES

    @property
    def undefined(self) -> Note | None:
        """Why there is no difference, where there is none."""
        return self.first.why or self.second.why

    @cached_property
    def spread(self) -> Spread:
        """How far the difference would move with other items."""
        return Spread(
            value=self.first.value - self.second.value,
            variance=self._by_item.variance_of((1.0, -1.0)),
            df=max(self._by_item.units - 1, 1.0),
            units=self._by_item.units,
            items=max(self.first.n, self.second.n),
        )

    @cached_property
    def counted(self) -> Counted | None:
        """Both sides counted, where each item does or does not; None of all other measures.

        A cluster adds (x − share)/n to a share of n items, so x is read off what it adds. Where no item moves
        at all, it does not matter what shares of pairs they are: none went up and none down.
        """
        sides, copies = (self.first, self.second), self._by_item.copies
        if not (self._shares and all(np.isclose(s.n, copies.sum()) for s in sides)):
            return None
        met = copies > 0
        x = [s.n * self._by_item.of(part)[met] + s.value for part, s in enumerate(sides)]
        change = x[0] - x[1]
        if not (np.abs(change) < 1e-9).all() and not all(_nought_or_one(one) for one in x):
            return None
        times = copies[met]
        up, down = (float(times[moved].sum()) for moved in (change > 0.5, change < -0.5))
        return Counted(up=up, down=down, n=float(times.sum()))

    def by_unit(self) -> tuple[Floats, Floats]:
        """What each cluster adds to the difference, by its number, and for how many it stands (0: none)."""
        held = self._by_item
        return held.changes((1.0, -1.0)) + self.spread.value / held.units, held.copies

    @cached_property
    def _by_item(self) -> Across:
        return across([self.first.around, self.second.around])

    @cached_property
    def _known(self) -> dict[str, Any]:
        first, second = self.first, self.second
        return {
            "measure": "difference", "title": self.title, "n_items": whole(max(first.n, second.n)),
            "n_raters": max(first.n_raters, second.n_raters), "options": dict(self.options),
            "details": {
                "first": first.value, "second": second.value, "paired": True, "n_first": first.n,
                "n_second": second.n,
            },
        }  # fmt: skip

    def _by_score(self, c: Counted, level: float) -> Result:
        method = "score (Tango), paired"
        details = {
            **self._known["details"], "up": c.up, "down": c.down, "test": "score",
            "p_exact": exact_p(c.up, c.down),
        }  # fmt: skip
        return Result(
            **{**self._known, "details": details},
            estimate=self.spread.value,
            se=self.spread.se,
            interval=Interval(*c.limits(level), level, method),
            p_value=score_p(c.up, c.down),
            method=method,
        )


def p_of_all(value: float, null: float) -> float:
    """One-sided p of a difference that is `null` or more, where all items differ alike; nan right on it."""
    if math.isclose(value, null, rel_tol=1e-9, abs_tol=1e-12):
        return math.nan
    return 0.0 if value < null else 1.0


def _at_least_by_score(given: Interval, around: Spread) -> Interval:
    """The interval, each end at least as far out as by the score."""
    z = normal_quantile(0.5 + given.level / 2)
    low, high = map(float, score_around(around.value, around.se, around.units, z))
    if given.low <= low and high <= given.high:
        return given
    method = f"{given.method}, at least by score"
    return Interval(min(given.low, low), max(given.high, high), given.level, method)


def _nought_or_one(x: Floats) -> bool:
    return bool((np.minimum(np.abs(x), np.abs(x - 1)) < 1e-9).all())
