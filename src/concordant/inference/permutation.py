"""Permutation tests on draws of a statistic: p-values and critical values that agree with each other.

A statistic of few items takes few values, so that the one seen is often drawn again. Such ties count half
(mid-p): the share of false alarms then stays near the level, not far below it.

Where two judges are alike, each item could as well have had them the other way round. Swapping an item's two
sides turns the sign of what it adds to the difference, so this is the sign-flip test, computed on the
coefficients themselves and not on their slopes, which with few items are too short.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ..ratings.ratings import Ratings
from ..reduce.item_weights import DrawWeights, Floats
from .alignment import swapped_rows
from .measure import Measure
from .plan import Alternative, Plan
from .spread import Spread

#: With fewer independent units there are too few permutations to tell anything.
LEAST_UNITS = 8
#: Draws that differ by less, relative to the largest, differ by rounding.
_ROUNDING = 1e-9
#: How many times sides are swapped.
DRAWS = 1999
#: With more independent units t says the same and costs less.
_MOST_UNITS = 200


def upper_p(draws: Floats, seen: float) -> float:
    """One-sided p: the share of draws above the one seen, ties (the one seen among them) counted half."""
    near = _ROUNDING * float(np.abs(draws).max(initial=0.0))
    above, tied = float((draws > seen + near).sum()), float((np.abs(draws - seen) <= near).sum())
    return (above + (tied + 1) / 2) / (len(draws) + 1)


def upper_critical(draws: Floats, alpha: float) -> float:
    """The value above which `upper_p` is at most `alpha`, halfway between two draws."""
    near = _ROUNDING * float(np.abs(draws).max(initial=0.0))
    values, counts = np.unique(np.round(draws / near) if near > 0 else draws, return_counts=True)
    values = values * near if near > 0 else values
    above = len(draws) - np.cumsum(counts)
    reached = (above + (counts + 1) / 2) / (len(draws) + 1) <= alpha
    first = int(np.argmax(reached)) if reached.any() else len(values)
    if first == 0:
        return float(values[0]) - near
    last = float(values[first - 1])
    return (last + float(values[first])) / 2 if first < len(values) else last + near


def without_dust(end: float, value: float) -> float:
    """An end of an interval, 0 where it is rounding: it then stands on the edge of what the test rejects."""
    return 0.0 if abs(end) <= 1e-7 * abs(value) else end


@dataclass(frozen=True)
class Swaps:
    """The difference `value` of so many independent units, and the differences that swapped sides had."""

    draws: Floats
    value: float
    units: float

    def p_value(self, alternative: Alternative) -> float:
        """How often swapped sides differ as much."""
        if alternative == "two-sided":
            return min(upper_p(np.abs(self.draws), abs(self.value)), 1.0)
        sign = 1 if alternative == "greater" else -1
        return upper_p(sign * self.draws, sign * self.value)

    @property
    def least_p(self) -> float:
        """The smallest two-sided p that these items could give, had all of them differed one way."""
        most = np.abs(self.draws)
        return min(upper_p(most, float(most.max())), 1.0)

    def limits(self, level: float) -> tuple[float, float]:
        """An interval that leaves out 0 where the test of no difference rejects, and only there.

        Swaps have the variance V, of which d²/n is the difference itself; c is the critical value. Half the
        length is h = c·√((V − d²/n)/(V − c²/n)), so that h = c where |d| = c. Linear, with normal draws, that
        is the interval on t: V = s²(n − 1)/n + d²/n.
        """
        variance, n = float(np.mean(self.draws**2)), self.units
        critical = upper_critical(np.abs(self.draws), 1 - level)
        left, room = variance - self.value**2 / n, variance - critical**2 / n
        if not (left > 0 and room > 0):
            return -math.inf, math.inf
        half = critical * math.sqrt(left / room)
        return without_dust(self.value - half, half), without_dust(self.value + half, half)


def swaps(first: Measure, second: Measure, around: Spread, plan: Plan) -> Swaps | None:
    """The two measures with sides swapped; None where there is nothing to swap, or t will do.

    Only what is measured alike can be swapped: one coefficient with the same options, on as many raters.
    """
    asked = plan.interval == "analytic" and plan.null in (None, 0) and plan.test is None
    if not asked or plan.population is not None or not LEAST_UNITS <= around.units <= _MOST_UNITS:
        return None
    if not _alike(first, second) or around.none:
        return None
    rows = swapped_rows(first, second)
    rng = np.random.default_rng(0)
    drawn = rows.draw(DRAWS, rng)
    if drawn is None:
        return None
    weights = DrawWeights(drawn)
    draws = first.values(rows.first, weights) - second.values(rows.second, weights)
    draws = draws[np.isfinite(draws)]
    if 2 * len(draws) < DRAWS or not np.any(draws != 0):
        return None
    return Swaps(draws, around.value, around.units)


def _alike(first: Measure, second: Measure) -> bool:
    a, b = first.ratings, second.ratings
    return (
        first.coefficient is second.coefficient
        and dict(first.options) == dict(second.options)
        and isinstance(a, Ratings)
        and isinstance(b, Ratings)
        and a.n_raters == b.n_raters
        and a.cluster_copies is None
        and b.cluster_copies is None
        and np.array_equal(a.labels, b.labels)
    )
