"""Two measures of the same items with their sides swapped at random: what no difference would look like.

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
from .permutation import LEAST_UNITS, upper_critical, upper_p, without_dust
from .plan import Alternative, Plan
from .spread import Spread

#: How many times sides are swapped.
DRAWS = 1999
#: With more independent units t says the same and costs less.
_MOST_UNITS = 200


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
