"""The difference of two independent shares: Newcombe's interval, and the test that agrees with it.

Unlike estimate ± t·se it stays within −1 and 1, and two shares of 100 % still have one: a dozen items without
a miss do not rule out that a few would be missed.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from .limits import normal_below, normal_quantile

#: Beyond so many standard errors no p-value is told from 0.
_FAR = 38.0
_HALVINGS = 60


@dataclass(frozen=True)
class Share:
    """A share of so many independent items."""

    value: float
    n: float

    def wilson(self, z: float) -> tuple[float, float]:
        """Wilson's score interval (1927), z standard errors wide."""
        p, n = self.value, self.n
        middle, below = (p + z**2 / (2 * n)), 1 + z**2 / n
        half = z * math.sqrt(p * (1 - p) / n + z**2 / (4 * n**2))
        return min((middle - half) / below, p), max((middle + half) / below, p)


def share_of(value: float, se: float, n: float) -> Share:
    """A share by its standard error: of as many items as would have that, s² = p(1 − p)/(n − 1).

    At 0 and 1 there is none, and n is taken as it is.
    """
    spread = value * (1 - value)
    return Share(value, 1 + spread / se**2 if spread > 0 and se > 0 else n)


def newcombe(first: Share, second: Share, level: float) -> tuple[float, float]:
    """first − second by square-and-add of Wilson's ends (Newcombe 1998, method 10)."""
    return _ends(first, second, normal_quantile(0.5 + level / 2))


def newcombe_tail(first: Share, second: Share, null: float) -> float:
    """One-sided p of a difference on the other side of `null`: that of an interval that ends there."""
    place = 1 if null > first.value - second.value else 0
    low, high = 0.0, _FAR
    for _ in range(_HALVINGS):
        z = (low + high) / 2
        end = _ends(first, second, z)[place]
        reached = end >= null if place else end <= null
        low, high = (low, z) if reached else (z, high)
    return normal_below(-high)


def _ends(first: Share, second: Share, z: float) -> tuple[float, float]:
    gap, (low, high), (other_low, other_high) = (
        first.value - second.value, first.wilson(z), second.wilson(z),
    )  # fmt: skip
    return (
        gap - math.hypot(first.value - low, other_high - second.value),
        gap + math.hypot(high - first.value, second.value - other_low),
    )
