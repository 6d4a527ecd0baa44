"""Variance and covariance from influence values.

The slope of a coefficient at a pattern is the effect of one more such item. Items are
independent, so the variance of the coefficient is the sum over items of squared slopes
(over clusters: of squared sums of slopes). The covariance of two coefficients on the same
items is the sum of products.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..coefficients.coefficient import Estimate
from ..errors import OptionError
from ..reduce.weighing import Floats, Ints


@dataclass(frozen=True)
class Influence:
    """Slopes by pattern, how often each occurs, and what varies together."""

    slope: Floats
    counts: Floats
    clusters: Ints | None
    n: float

    def variance(self, *, divisor_n: bool, population: float | None = None) -> float:
        """Σ c·slope², times n/(n − 1) unless the large-sample divisor is asked for."""
        return covariance(self, self, divisor_n=divisor_n, population=population)

    @property
    def units(self) -> float:
        """How many independent units there are: clusters, or items."""
        return float(self._cluster_count) if self.clusters is not None else self.n

    @property
    def _cluster_count(self) -> int:
        assert self.clusters is not None  # noqa: S101
        return int(np.unique(self.clusters[self.counts > 0]).size)


def influence(
    estimate: Estimate, counts: Floats, clusters: Ints | None, *, as_irrcac: bool = False
) -> Influence:
    """The influence values of an estimate, centred."""
    slope = estimate.value.slope
    if slope is None:
        raise OptionError("This estimate was not evaluated on counts, so it has no influence values.")
    slope = slope - (counts @ slope) / counts.sum()
    if as_irrcac and estimate.irrcac is not None:
        extra, n = estimate.irrcac()
        return Influence(slope + extra, counts, clusters, n)
    return Influence(slope, counts, clusters, float(estimate.n))


def covariance(a: Influence, b: Influence, *, divisor_n: bool, population: float | None = None) -> float:
    """Covariance of two coefficients whose rows are the same items."""
    if a.clusters is None:
        out = float(a.counts @ (a.slope * b.slope))
        units = max(a.n, b.n)
    else:
        sums = [np.bincount(a.clusters, weights=a.counts * x.slope) for x in (a, b)]
        out = float(sums[0] @ sums[1])
        units = a.units
    if not divisor_n:
        out = out * units / (units - 1) if units > 1 else float("nan")
    return out * _finite(units, population)


def _finite(n: float, population: float | None) -> float:
    """1 − n/N: nothing is left to chance once every item of the population was rated."""
    if population is None:
        return 1.0
    if population < n:
        raise OptionError(f"population is {population:g} but {n:g} items were rated.")
    return 1 - n / population
