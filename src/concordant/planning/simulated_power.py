"""How many items by the interval that concordant gives: samples are drawn as the plan assumes, and measured.

The share of samples whose interval shows what was asked rises with the number of items. Two numbers of items
between which it passes the power asked for are found with few samples, then measured with many; between them
Φ⁻¹(share) is close to a straight line in √n. A test whose power is known is made on the same samples, and
what it shows too often or too seldom is taken off (a control variate). The width of an interval falls like a
power of the number of items, which is found from two numbers of items at a time. The seed is fixed: a plan is
the same every time.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ..coefficients.distributions import normal_quantile

#: How far apart the two numbers of items are, around what a formula says.
_BELOW, _STEP = 0.87, 1.32
_LEAST, _MOST = 4, 20_000
#: Samples to look with.
_LOOK = 200
#: Of widths: so many steps, how far a step goes (in logarithms), when it is settled, how far apart two
#: numbers of items have to be to show a slope, and what slopes there are.
_ROUNDS, _FURTHEST, _SETTLED, _APART, _STEEPEST, _FLATTEST = 6, 1.5, 0.01, 0.1, -1.5, -0.2


@dataclass(frozen=True)
class Simulation:
    """`shows` draws n items: whether the interval shows it, and whether a test of power `known` does."""

    shows: Callable[[int, np.random.Generator], tuple[bool, bool]]
    known: Callable[[int], float]

    def share(self, n: int, samples: int, rng: np.random.Generator) -> float:
        """The share of samples that show it."""
        own, other = np.array([self.shows(n, rng) for _ in range(samples)], dtype=float).T
        spread = other.var()
        slope = float(((own - own.mean()) * (other - other.mean())).mean() / spread) if spread > 0 else 0.0
        return float(own.mean() - slope * (other.mean() - self.known(n)))


def items_by_simulation(
    simulation: Simulation, near: float, power: float, samples: int, least: int = _LEAST
) -> float:
    """Items with which samples show it with this power, from a guess on; infinite where very many do not."""
    rng = np.random.default_rng(0)
    low = max(round(_BELOW * near), least)
    high = math.ceil(_STEP * low)
    while simulation.share(high, _LOOK, rng) < power:
        low, high = high, math.ceil(_STEP * high)
        if high > _MOST:
            return math.inf
    while low > least and simulation.share(low, _LOOK, rng) >= power:
        low, high = max(round(low / _STEP), least), low
    ends = (simulation.share(n, samples, rng) for n in (low, high))
    return max(_between(low, next(ends), high, next(ends), power, samples), float(least))


def items_by_simulated_width(
    width_of: Callable[[int, np.random.Generator], float], near: float, width: float, samples: int
) -> float:
    """Items whose intervals have this width on average, from a guess on; infinite where very many do not."""
    rng, n, slope = np.random.default_rng(0), max(near, float(_LEAST)), -0.5
    before: tuple[float, float] | None = None
    for _ in range(_ROUNDS):
        count = math.ceil(n)
        found = math.log(float(np.nanmean([width_of(count, rng) for _ in range(samples)])))
        if before is not None and abs(math.log(count) - before[0]) > _APART:
            slope = min(max((found - before[1]) / (math.log(count) - before[0]), _STEEPEST), _FLATTEST)
        before = math.log(count), found
        step = (math.log(width) - found) / slope
        n = max(count * math.exp(min(max(step, -_FURTHEST), _FURTHEST)), float(_LEAST))
        if n > _MOST:
            return math.inf
        if abs(step) < _SETTLED:
            break
    return n


def _between(low: float, below: float, high: float, above: float, power: float, samples: int) -> float:
    """Where the line through both passes the power, no further than one step outside of them."""
    edge = 0.5 / samples
    first, last = (normal_quantile(min(max(p, edge), 1 - edge)) for p in (below, above))
    slope = (last - first) / (math.sqrt(high) - math.sqrt(low))
    if not slope > 0:
        return float(math.ceil(high))
    root = math.sqrt(low) + (normal_quantile(power) - first) / slope
    return float(math.ceil(min(max(root, math.sqrt(low / _STEP)), math.sqrt(high * _STEP)) ** 2))
