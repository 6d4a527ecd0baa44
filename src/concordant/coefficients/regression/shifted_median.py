"""The line of Passing and Bablok, by ranks of the slopes between pairs of items.

For a pair of items with differences Δx, Δy let u = (Δy − Δx)/(Δy + Δx), the slope of y − x on y + x. Sorting
by u puts slopes Δy/Δx in the order that Passing and Bablok shift their median by, from −1 up to ∞ and on from
−∞: their slope is (1 + u)/(1 − u) for the median u, and pairs with slope −1 have no u.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...errors import OptionError
from ...quote import quote
from ...reduce.item_weights import Floats
from ...reduce.moments import Moments
from ..order_statistics import median
from .theil_sen import Slopes

_ROUNDING = 1e-12


def both_measured(m: Moments) -> NDArray[np.bool_]:
    """Which items both raters measured."""
    return np.asarray(~np.isnan(m.measured).any(axis=1))


@dataclass(frozen=True, eq=False)
class Fit:
    """Items that both measured, and the slopes u of all pairs of them."""

    x: Floats
    y: Floats
    w: Floats
    pairs: Slopes

    @classmethod
    def of(cls, m: Moments) -> Fit:
        """Values that differ by rounding alone are made the same, so that ties are ties."""
        here = both_measured(m)
        x, y = m.measured[here].T
        largest = float(np.abs(m.measured[here]).max(initial=0.0))
        w = m.counts[here]
        return cls(x, y, w, Slopes(snapped(y + x, largest), snapped(y - x, largest), w))

    def weighed(self, w: Floats) -> Fit:
        """These items under other weights."""
        return replace(self, w=w, pairs=self.pairs.with_weights(w))

    @property
    def n(self) -> float:
        """How many items."""
        return float(self.w.sum())

    @cached_property
    def u(self) -> float:
        """The median u; of two in the middle, the one between by angle."""
        if not self.pairs.total > 0:
            return float("nan")
        low, high = self.pairs.middle()
        return low if low == high else float(np.tan((np.arctan(low) + np.arctan(high)) / 2))

    @property
    def rises(self) -> bool:
        """Whether the slope is above 0 and finite."""
        return abs(self.u) < 1 - _ROUNDING

    @property
    def slope(self) -> float:
        """(1 + u)/(1 − u)."""
        return slope_of(self.u)

    def intercept(self, slope: float) -> float:
        """The line has as many items above as below."""
        return median(self.y - slope * self.x, self.w)

    @cached_property
    def intercept_here(self) -> float:
        """Of the fitted slope."""
        return self.intercept(self.slope)

    @property
    def noise(self) -> float:
        """The standard deviation of Kendall's sum for n items without ties."""
        n = self.n
        return float(np.sqrt(n * (n - 1) * (2 * n + 5) / 18))

    @cached_property
    def limits(self) -> Callable[[float], tuple[float, float]]:
        """Both ends of the slope's interval, found once for each level."""
        return cache(self._limits)

    def _limits(self, level: float) -> tuple[float, float]:
        """Slopes at the ranks (N ∓ z·noise)/2 of the N pairs; nan where there are none."""
        from scipy.special import ndtri

        every = self.pairs.total
        first = np.round((every - float(ndtri(0.5 + level / 2)) * self.noise) / 2)
        if first < 1:
            return np.nan, np.nan
        low, high = self.pairs.ranked(first, every - first + 1)
        return slope_of(low), slope_of(high) if high < 1 - _ROUNDING else np.inf

    def limits_of_intercept(self, level: float) -> tuple[float, float]:
        """The intercepts that go with the limits of the slope."""
        low, high = self.limits(level)
        if not np.isfinite(high):
            return np.nan, np.nan
        ends = sorted((self.intercept(low), self.intercept(high)))
        return ends[0], ends[1]

    @cached_property
    def net_steeper(self) -> Callable[[float], float]:
        """The weight of pairs steeper than a line less that of pairs less steep."""
        return cache(lambda u: self.pairs.total - self.pairs.below(u) - self.pairs.upto(u))

    def test(self, null: float, side: str | None) -> tuple[dict[str, Any], float]:
        """Whether as many pairs are steeper than the tested slope as are less steep: Kendall's z."""
        from scipy.special import ndtr

        if not null > 0:
            raise OptionError(
                f"The slope of a rising line can be tested only against a value above 0, got {quote(null)}."
            )
        z = self.net_steeper((null - 1) / (null + 1)) / self.noise
        p = {"greater": float(ndtr(-z)), "less": float(ndtr(z))}.get(str(side), 2 * float(ndtr(-abs(z))))
        return {"null_value": null, "test": "z of ranks", "statistic": float(z)}, p


def slope_of(u: float) -> float:
    """Δy/Δx of u."""
    return (1 + u) / (1 - u)


def snapped(values: Floats, largest: float) -> Floats:
    """Neighbours nearer than rounding get the same value."""
    order = np.argsort(values, kind="stable")
    ranked = values[order]
    new = np.r_[True, np.diff(ranked) > 8 * np.finfo(float).eps * largest]
    out = np.empty_like(values)
    out[order] = ranked[np.flatnonzero(new)][np.cumsum(new) - 1] if len(values) else ranked
    return out
