"""Weighted quantiles and midranks, with their order-statistic intervals and influence values."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ..reduce.item_weights import Floats

_HALF = 1e-9


@dataclass(frozen=True, eq=False)
class Sorted:
    """Values with weights; a weight is that many copies."""

    values: Floats
    weights: Floats

    @cached_property
    def n(self) -> float:
        """How many there are."""
        return float(self.weights.sum())

    @cached_property
    def _sorted(self) -> tuple[Floats, Floats]:
        there = self.weights > 0
        order = np.argsort(self.values[there], kind="stable")
        return self.values[there][order], np.cumsum(self.weights[there][order])

    def ranked(self, rank: float) -> float:
        """The value of this rank, from 1; −∞ below the first and ∞ above the last."""
        values, upto = self._sorted
        if rank < 1 - _HALF or not len(values):
            return -np.inf
        if rank > self.n + _HALF:
            return np.inf
        return float(values[min(int(np.searchsorted(upto, rank - _HALF)), len(values) - 1)])

    def quantile(self, p: float) -> float:
        """At rank p(n + 1), between neighbours in proportion, so that a new value is below with chance p."""
        if not self.n > 0:
            return float("nan")
        rank = min(max(p * (self.n + 1), 1.0), self.n)
        low = np.floor(rank + _HALF)
        under, over = self.ranked(low), self.ranked(min(low + 1, self.n))
        between = rank - low if rank - low > _HALF else 0.0
        return float(under + between * (over - under)) if over > under else under

    def interval(self, p: float, level: float) -> tuple[float, float]:
        """Order statistics around the quantile that hold it with at least this chance: binomial."""
        from scipy.special import bdtr

        n = round(self.n)
        wide = 12 * np.sqrt(n * p * (1 - p)) + 12
        k = np.arange(max(0, int(n * p - wide)), min(n, int(n * p + wide)) + 1)
        below = bdtr(k, n, p)  # P(no more than k of n are below the quantile)
        low = k[below <= 0.5 - level / 2]
        high = k[below >= 0.5 + level / 2]
        return (
            self.ranked(float(low[-1]) + 1) if len(low) else -np.inf,
            self.ranked(float(high[0]) + 1) if len(high) and high[0] < n else np.inf,
        )

    def density(self, p: float) -> float:
        """How dense values are at the quantile: a share of 2h over the distance it spans (Siddiqui)."""
        from scipy.special import ndtri

        z = float(ndtri(p))
        normal = np.exp(-(z**2) / 2) / np.sqrt(2 * np.pi)
        h = self.n ** (-1 / 5) * (4.5 * normal**4 / (2 * z**2 + 1) ** 2) ** (1 / 5)
        h = min(h, p * 0.95, (1 - p) * 0.95)
        apart = self.quantile(p + h) - self.quantile(p - h)
        return 2 * h / apart if apart > 0 else float("nan")

    def slope(self, p: float, values: Floats) -> Floats:
        """What one more item of each value does to the quantile: (p − [value below it])/(n · density)."""
        q = self.quantile(p)
        below = np.where(values == q, p, (values < q) * 1.0)
        density = self.density(p)
        return np.asarray((p - below) / (self.n * density)) if density > 0 else np.zeros(len(values))


def median(values: Floats, weights: Floats) -> float:
    """The middle value, or the mean of the two in the middle."""
    return Sorted(values, weights).quantile(0.5)


def midranks(weight: Floats, order: NDArray[np.intp]) -> Floats:
    """For each category the weight below it plus half its own; `order` is from lowest to highest."""
    out = np.empty_like(weight)
    sorted_weight = weight[order]
    out[order] = np.cumsum(sorted_weight) - sorted_weight / 2
    return out


def pull_midranks(along: Floats, rank: Floats, order: NDArray[np.intp]) -> Floats:
    """Σ_i along_i · ∂rank_i for one more in each category, times the total weight.

    One more in category g raises the rank of every higher category by 1 and its own by ½, and, as
    ranks are shares of the total, lowers each by its own value.
    """
    out = np.empty_like(along)
    a = along[order]
    out[order] = a.sum() - np.cumsum(a) + a / 2
    return np.asarray(out - along @ rank)
