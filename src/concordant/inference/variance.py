"""Variance and covariance from influence values.

The slope of a coefficient at a pattern is the effect of one more such item. Items are
independent, so the variance of the coefficient is the sum over items of squared slopes
(over clusters: of squared sums of slopes). The covariance of two coefficients on the same
items is the sum of products.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..coefficients.coefficient import Estimate
from ..errors import OptionError
from ..reduce.weighing import Floats, Ints, weight_by_code


@dataclass(frozen=True)
class Influence:
    """Slopes by pattern, how often each occurs, and what varies together.

    `copies` says, by its number, how many equal clusters a cluster stands for.
    """

    slope: Floats
    counts: Floats
    clusters: Ints | None
    n: float
    copies: Floats | None = None

    def variance(self, *, divisor_n: bool, population: float | None = None) -> float:
        """Σ c·slope², times n/(n − 1) unless the large-sample divisor is asked for."""
        return covariance(self, self, divisor_n=divisor_n, population=population)

    @property
    def units(self) -> float:
        """How many independent units there are: clusters, or items."""
        return self.n if self.clusters is None else float(self.sums[1].sum())

    @cached_property
    def sums(self) -> tuple[Floats, Floats]:
        """What each independent unit adds: slopes of items with their counts, or sums over clusters."""
        if self.clusters is None:
            return self.slope, self.counts
        total = weight_by_code(self.clusters, self.counts * self.slope, 0)
        used = np.flatnonzero(np.bincount(self.clusters[self.counts > 0]))
        copies = np.ones(len(used)) if self.copies is None else self.copies[used]
        return total[used] / copies, copies

    def power(self, p: int) -> float:
        """Σ over units of what each adds, to the power p."""
        each, times = self.sums
        return float(times @ each**p)


def influence(
    estimate: Estimate,
    counts: Floats,
    clusters: Ints | None,
    *,
    copies: Floats | None = None,
    as_irrcac: bool = False,
) -> Influence:
    """The influence values of an estimate, centred."""
    slope = estimate.value.slope
    if slope is None or not len(counts):
        raise OptionError(
            "Only sums are known here, not the items, so nothing can be resampled and no item's influence "
            "followed: use interval='classical' or 'none'."
        )
    slope = slope - (counts @ slope) / counts.sum()
    if as_irrcac and estimate.irrcac is not None:
        extra, n = estimate.irrcac()
        return Influence(slope + extra, counts, clusters, n, copies)
    return Influence(slope, counts, clusters, float(estimate.n), copies)


def covariance(a: Influence, b: Influence, *, divisor_n: bool, population: float | None = None) -> float:
    """Covariance of two coefficients whose rows are the same items."""
    if a.clusters is None:
        out = float(a.counts @ (a.slope * b.slope))
        units = max(a.n, b.n)
    else:
        (first, copies), (second, _) = a.sums, b.sums
        out = float(copies @ (first * second))
        units = a.units
    if not divisor_n:
        out = out * units / (units - 1) if units > 1 else float("nan")
    return out * finite(max(a.n, b.n), population)


def finite(n: float, population: float | None) -> float:
    """1 − n/N: nothing is left to chance once every item of the population was rated."""
    if population is None:
        return 1.0
    if population < n:
        raise OptionError(f"population is {population:g} but {n:g} items were rated.")
    return 1 - n / population
