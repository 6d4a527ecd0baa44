"""The difference of two shares, on the same items (Tango, McNemar) or on independent ones (Newcombe).

On the same items each is right or wrong before and after. `up` counts those that were wrong and are right
now, `down` those that were right and are wrong now, `n` all of them; the difference is (up − down)/n.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..coefficients.distributions import normal_quantile
from ..reduce.item_weights import Floats
from .intervals import normal_below

#: Halvings of [−1, 1]: more would not move a double.
_HALVINGS = 60


def score_interval(up: float, down: float, n: float, level: float) -> tuple[float, float]:
    """All differences δ that the score test does not reject: |T(δ)| ≤ z (Tango 1998).

    Unlike estimate ± z·se it stays within −1 and 1, and where no item changed it still has width: then it is
    ± z²/(n + z²), since n items without a change do not rule out that a few per cent do.
    """
    low, high = score_limits(up, down, n, normal_quantile(0.5 + level / 2))
    return float(low), float(high)


def score_limits(up: Any, down: Any, n: Any, z: Any) -> tuple[Floats, Floats]:
    """Tango's limits for many counts, `z` being the quantile: T falls with δ, so halving finds the ends."""
    up, down, n, z = np.broadcast_arrays(*(np.asarray(x, dtype=float) for x in (up, down, n, z)))
    items = np.where(n > 0, n, 1.0)
    low, high = _low_end(up, down, items, z), -_low_end(down, up, items, z)
    return np.where(n > 0, low, -1.0), np.where(n > 0, high, 1.0)


def score_around(estimate: Any, se: Any, n: Any, z: Any) -> tuple[Floats, Floats]:
    """Tango's limits where an item may change by a part of 1, such as the share of people who agree.

    Items that all change by one size s, up or down, are Tango's case with all differences s times as large:
    Σd² = s²(up + down) and Σd = s(up − down). The end that faces 0 is that of the largest s with which counts
    can have this estimate and this standard error; of the other end s is 1, as items that change by more may
    not have been drawn. Where many items change it is the usual interval; where few do, that one is far too
    short, as two or three items are no measure of their spread.
    """
    value = np.asarray(estimate, dtype=float)
    net, squares, faced = _sums(value, se, n)
    low = _sized(squares, net, n, z, np.where(value > 0, faced, 1.0))
    return low, -_sized(squares, -net, n, z, np.where(value < 0, faced, 1.0))


def score_around_tail(estimate: float, se: float, n: float, null: float) -> float:
    """One-sided p of a difference on the other side of `null`: 1 − Φ(z), z being that of the end there."""
    net, squares, faced = _sums(np.asarray(estimate), se, n)
    size = float(faced) if (null - estimate) * estimate < 0 else 1.0
    up, down, items = _counts(squares, net, n, size)
    return normal_below(-abs(float(score_statistic(up, down, items, np.clip(null / size, -1.0, 1.0)))))


def _sums(value: Floats, se: Any, n: Any) -> tuple[Floats, Floats, Floats]:
    """Σd and Σd² by estimate and standard error, and the largest size with which counts can have them."""
    net, squares = n * value, n * (n - 1) * np.asarray(se, dtype=float) ** 2 + n * value**2
    partly = (squares > 0) & (squares < np.abs(net))
    return net, squares, np.where(partly, squares / np.where(partly, np.abs(net), 1.0), 1.0)


def _counts(squares: Floats, net: Floats, n: Any, size: Any) -> tuple[Floats, Floats, Floats]:
    """How many items go up and down by `size`, and of how many, so that they have these sums."""
    moved = np.maximum(squares / size**2, np.abs(net) / size)
    return (moved + net / size) / 2, (moved - net / size) / 2, np.maximum(n, moved)


def _sized(squares: Floats, net: Floats, n: Any, z: Any, size: Floats) -> Floats:
    """The lower end where items change by `size`."""
    return size * _low_end(*_counts(squares, net, n, size), z)


def score_p(up: float, down: float) -> float:
    """Two-sided p of no difference by the score test, which is McNemar's: z² = (up − down)²/(up + down)."""
    return 1.0 if up + down == 0 else 2 * normal_below(-abs(up - down) / math.sqrt(up + down))


def exact_p(up: float, down: float) -> float:
    """Two-sided p of no difference, exact: of the items that changed, each is as likely up as down."""
    from scipy.special import betainc

    if up == down:
        return 1.0
    fewer, more = sorted((up, down))
    return min(1.0, 2 * float(betainc(more, fewer + 1, 0.5)))  # P(X ≤ fewer), X binomial(up + down, ½)


def score_statistic(up: Any, down: Any, n: Any, delta: Any) -> Floats:
    """T(δ) = (up − down − nδ)/√(n(2q + δ(1 − δ))), q being the likeliest share of `down` if δ is true.

    q solves 2n·q² + B·q + C = 0 with B = (2n − up + down)δ − up − down and C = −down·δ(1 − δ). A difference
    below 0 is one above 0 with up and down exchanged, and then no term loses digits.
    """
    sign = np.where(np.asarray(delta) < 0, -1.0, 1.0)
    d = np.minimum(np.abs(delta), 1.0)  # no share can differ by more
    gained, lost = np.where(sign > 0, up, down), np.where(sign > 0, down, up)
    b = (2 * n - gained + lost) * d - gained - lost
    c = lost * d * (1 - d)
    root = np.sqrt(b**2 + 8 * n * c)
    beyond = np.where(b + root > 0, b + root, 1.0)
    q = np.where(b > 0, 2 * c / beyond, (root - b) / (4 * n))
    spread = np.sqrt(n * (2 * q + d * (1 - d)))
    over = sign * (gained - lost - n * d)
    no_spread = np.where(over == 0, 0.0, np.copysign(np.inf, over))
    return np.where(spread > 0, over / np.where(spread > 0, spread, 1.0), no_spread)


def _low_end(up: Floats, down: Floats, n: Floats, z: Any) -> Floats:
    """The δ below the estimate at which T(δ) = z; −1 where it never is."""
    low, high = -np.ones(np.shape(n)), (up - down) / n
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        above = score_statistic(up, down, n, middle) > z
        low, high = np.where(above, middle, low), np.where(above, high, middle)
    return (low + high) / 2


#: Beyond so many standard errors no p-value is told from 0.
_FAR = 38.0
_BISECTIONS = 60


@dataclass(frozen=True)
class EffectiveShare:
    """A share of so many independent items."""

    value: float
    n: float

    def wilson(self, z: float) -> tuple[float, float]:
        """Wilson's score interval (1927), z standard errors wide."""
        p, n = self.value, self.n
        middle, below = (p + z**2 / (2 * n)), 1 + z**2 / n
        half = z * math.sqrt(p * (1 - p) / n + z**2 / (4 * n**2))
        return min((middle - half) / below, p), max((middle + half) / below, p)


def share_of(value: float, se: float, n: float) -> EffectiveShare:
    """A share by its standard error: of as many items as would have that, s² = p(1 − p)/(n − 1).

    At 0 and 1 there is none, and n is taken as it is.
    """
    spread = value * (1 - value)
    return EffectiveShare(value, 1 + spread / se**2 if spread > 0 and se > 0 else n)


def newcombe(first: EffectiveShare, second: EffectiveShare, level: float) -> tuple[float, float]:
    """first − second by square-and-add of Wilson's ends (Newcombe 1998, method 10)."""
    return _ends(first, second, normal_quantile(0.5 + level / 2))


def newcombe_tail(first: EffectiveShare, second: EffectiveShare, null: float) -> float:
    """One-sided p of a difference on the other side of `null`: that of an interval that ends there."""
    place = 1 if null > first.value - second.value else 0
    low, high = 0.0, _FAR
    for _ in range(_BISECTIONS):
        z = (low + high) / 2
        end = _ends(first, second, z)[place]
        reached = end >= null if place else end <= null
        low, high = (low, z) if reached else (z, high)
    return normal_below(-high)


def _ends(first: EffectiveShare, second: EffectiveShare, z: float) -> tuple[float, float]:
    gap, (low, high), (other_low, other_high) = (
        first.value - second.value, first.wilson(z), second.wilson(z),
    )  # fmt: skip
    return (
        gap - math.hypot(first.value - low, other_high - second.value),
        gap + math.hypot(high - first.value, second.value - other_low),
    )
