"""Two judges against the same reference on the same items: the difference of a measure, and its test.

Both sides have the same items, so what makes an item hard for both cancels (`paired.py`). With few items
slopes are too short. If the judges are alike, each item could as well have had them the other way round:
swapping them item by item gives the differences of two equal judges (`permutation.py`). Where no draw
reaches the difference that was seen, p is only known to be below 1/draws, too coarse for many pairs. The tail
is then read off t with the variance V of the draws: with n units and r² = d²/(nV),

    t = √((n − 1)·r²/(1 − r²)) on n − 1 degrees of freedom,

which for a mean is Student's test itself.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import numpy as np

from ..coefficients.coefficient import Coefficient
from ..ratings.ratings import Ratings
from ..reduce.item_weights import DrawWeights, Floats, Ints
from ..reduce.patterns import Patterns
from ..result import Interval, Result
from .intervals import reachable
from .measure import Measure, as_statistic
from .paired import Paired, Side, side
from .permutation import DRAWS, LEAST_UNITS, Swaps
from .testing import p_value

#: With more independent units t says the same and costs less.
_MOST_UNITS = 200
#: With more patterns of ratings differences are drawn by their slopes.
_MOST_CELLS = 400


@dataclass(frozen=True, eq=False)
class JudgesOnItems:
    """A measure of judges on one set of items; `rows` gives a judge's, with units numbered alike for all."""

    coefficient: Coefficient
    options: Mapping[str, Any]
    rows: Callable[[str], Ratings]
    _sides: dict[str, tuple[Ratings, Side]] = field(default_factory=dict)

    def difference(self, first: str, second: str, level: float) -> Result:
        """first − second with its interval and the two-sided test of no difference."""
        (one, a), (other, b) = self._side(first), self._side(second)
        title = f"{self.coefficient.title_with(self.options)}: {first} minus {second}"
        paired = Paired(first=a, second=b, title=title, options=dict(self.options))
        found = paired.result(level)
        if paired.undefined is not None:
            return found
        if paired.spread.none and paired.spread.value == 0:
            return replace(found, p_value=1.0)
        if "p_exact" in found.details:
            return replace(found, p_value=found.details["p_exact"])
        if not LEAST_UNITS <= paired.spread.units <= _MOST_UNITS or paired.spread.none:
            return found
        drawn = self._swapped(one, other, paired)
        return found if drawn is None else _by_swaps(found, drawn, paired, level)

    def _side(self, judge: str) -> tuple[Ratings, Side]:
        if judge not in self._sides:
            rows = self.rows(judge)
            self._sides[judge] = rows, side(Measure(self.coefficient, rows, dict(self.options)))
        return self._sides[judge]

    def _swapped(self, one: Ratings, other: Ratings, paired: Paired) -> Swaps | None:
        """The difference with the two judges swapped at random, unit by unit."""
        adds, copies = paired.by_unit()
        units = Units.of(one, other, copies)
        if units is None:
            met = copies > 0
            draws = _by_slopes(adds[met], copies[met])
        else:
            values = [self._values(units, weights) for weights in units.draw()]
            draws = values[0] - values[1]
        draws = draws[np.isfinite(draws)]
        if 2 * len(draws) < DRAWS or not np.any(draws != 0):
            return None
        return Swaps(draws, paired.spread.value, paired.spread.units)

    def _values(self, units: Units, weights: Floats) -> Floats:
        """The measure under many weights of the patterns."""
        r = units.like
        held = Patterns(
            units.codes, weights[0], r.labels, r.scale, r.raters, None, r.anonymous, kinds=r.rater_kinds
        )
        measure = Measure(self.coefficient, r, dict(self.options))
        statistic = as_statistic(self.coefficient.statistic, held, keep_rows=True)
        return measure.values(statistic, DrawWeights(weights))


def _by_swaps(found: Result, drawn: Swaps, paired: Paired, level: float) -> Result:
    """The difference with the interval and the test by swaps."""
    method = "sides swapped, paired"
    ends = reachable(drawn.limits(level), drawn.value, paired.first.range, paired.second.range)
    kept = {name: value for name, value in found.details.items() if name != "df"}
    return replace(
        found,
        interval=Interval(*ends, level, method),
        p_value=_p_value(drawn),
        method=method,
        details={**kept, "test": "permutation", "draws": len(drawn.draws)},
    )


def _p_value(drawn: Swaps) -> float:
    p, n = drawn.p_value("two-sided"), drawn.units
    share = drawn.value**2 / (n * float(np.mean(drawn.draws**2)))
    if p > 1 / len(drawn.draws) or not share < 1:
        return p
    return min(p, p_value(math.sqrt((n - 1) * share / (1 - share)), n - 1, "two-sided"))


def _by_slopes(adds: Floats, copies: Floats) -> Floats:
    """Σ ± what a unit adds, of units in an order that is not that of the rows."""
    order = np.lexsort((copies, np.abs(adds)))
    turned = _turned(copies[order])
    return np.asarray(((1 - 2 * turned) * copies[order]) @ np.abs(adds[order]))


def _turned(copies: Floats) -> Floats:
    """For each draw the share of the copies of each unit that are swapped."""
    times = np.maximum(np.round(copies), 1).astype(np.int64)
    if (times == 1).all():
        return _coins()[:, : len(times)]
    rng = np.random.default_rng(0)
    return np.asarray(rng.binomial(times, 0.5, (DRAWS, len(times))) / times)


@cache
def _coins() -> Floats:
    """A coin for each draw and unit, the same for every pair."""
    return np.random.default_rng(0).integers(0, 2, (DRAWS, _MOST_UNITS)).astype(float)


@dataclass(frozen=True, eq=False)
class Units:
    """What each unit puts into each pattern of ratings, by one judge and by the other; `same` by both alike.

    Which of the two comes first, and the order of units, depend on these numbers alone: draws are the same
    whatever the order of rows and judges.
    """

    codes: Ints
    same: Floats
    one: Floats
    other: Floats
    copies: Floats
    like: Ratings

    @classmethod
    def of(cls, first: Ratings, second: Ratings, copies: Floats) -> Units | None:
        """Units of two judges, numbered alike; None with too many patterns."""
        both = [np.stack(r.columns, axis=1).astype(np.int64) for r in (first, second)]
        codes, cell = np.unique(np.concatenate(both), axis=0, return_inverse=True)
        if len(codes) > _MOST_CELLS:
            return None
        cells = np.split(cell.ravel(), [len(first)])
        a, b = (
            _by_unit(r, at, len(copies), len(codes)) for r, at in zip((first, second), cells, strict=True)
        )
        moved = (copies > 0) & (a != b).any(axis=1)
        same, copies = a[~moved].sum(axis=0), copies[moved]
        a, b = a[moved], b[moved]
        at = (a != b).argmax(axis=1)[:, None]
        later = np.take_along_axis(a > b, at, axis=1)
        one, other = np.where(later, b, a), np.where(later, a, b)
        order = np.lexsort(np.concatenate([one, other, copies[:, None]], axis=1).T)
        return cls(codes, same, one[order], other[order], copies[order], first)

    def draw(self) -> tuple[Floats, Floats]:
        """Sums over units with the judges swapped at random, for each draw by pattern: either judge's."""
        one, other = (self.same + side.sum(axis=0) for side in (self.one, self.other))
        moved = _turned(self.copies) @ (self.other - self.one)
        return one + moved, other - moved


def _by_unit(r: Ratings, cell: Ints, units: int, cells: int) -> Floats:
    out = np.zeros((units, cells))
    np.add.at(out, (np.asarray(r.clusters), cell), r.item_weights)
    return np.round(out, 12)  # a third of an item is a third in whatever order people are added
