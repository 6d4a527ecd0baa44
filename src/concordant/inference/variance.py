"""Variance and covariance from influence values.

The slope of a coefficient at a pattern is the effect of one more such item. Items are
independent, so the variance of the coefficient is the sum over items of squared slopes
(over clusters: of squared sums of slopes). The covariance of two coefficients on the same
items is the sum of products. Parts of the data that share clusters are held together by
the clusters' numbers in the whole.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..coefficients.coefficient import Estimate
from ..errors import OptionError
from ..reduce.item_weights import Floats, Ints, product, weight_by_code


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

    def by_cluster(self, names: Ints) -> tuple[Ints, Floats, Floats]:
        """The clusters met, by their numbers in the whole (`names`), what each adds and stands for."""
        met = np.bincount(np.asarray(self.clusters)[self.counts > 0])
        return names[np.flatnonzero(met)], *self.sums

    def power(self, p: int) -> float:
        """Σ over units of what each adds, to the power p."""
        each, times = self.sums
        return float(product(times, each**p))


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
            "Only sums are available here, not the items, so nothing can be resampled and the "
            "influence of items is unknown: use interval='classical' or 'none'."
        )
    slope = slope - product(counts, slope) / counts.sum()
    if as_irrcac and estimate.irrcac is not None:
        extra, n = estimate.irrcac()
        return Influence(slope + extra, counts, clusters, n, copies)
    return Influence(slope, counts, clusters, float(estimate.n), copies)


def covariance(a: Influence, b: Influence, *, divisor_n: bool, population: float | None = None) -> float:
    """Covariance of two coefficients whose rows are the same items."""
    if a.clusters is None:
        out = float(product(a.counts, a.slope * b.slope))
        units = max(a.n, b.n)
    else:
        (first, copies), (second, _) = a.sums, b.sums
        out = float(product(copies, first * second))
        units = a.units
    if not divisor_n:
        out = out * units / (units - 1) if units > 1 else float("nan")
    return out * finite(max(a.n, b.n), population)


@dataclass(frozen=True, eq=False)
class Across:
    """The clusters that each part met with what each adds to its number, and the copies of all clusters.

    Clusters that no part met have no copies.
    """

    met: Sequence[tuple[Ints, Floats]]
    copies: Floats

    @property
    def units(self) -> float:
        """How many clusters were met."""
        return float(self.copies.sum())

    def covariance(self) -> Floats:
        """Σ over clusters of the products of what a cluster adds in one part and in another."""
        out = np.zeros((len(self.met), len(self.met)))
        shared = np.bincount(np.concatenate([clusters for clusters, _ in self.met])).max(initial=0) > 1
        for a in range(len(self.met)):
            weighed = self.of(a) * self.copies
            for b in range(a, len(self.met) if shared else a + 1):
                clusters, numbers = self.met[b]
                out[a, b] = out[b, a] = product(weighed[clusters], numbers)
        return out * self._divisor

    def of(self, part: int) -> Floats:
        """What every cluster adds to the number from a part."""
        clusters, numbers = self.met[part]
        return np.bincount(clusters, numbers, len(self.copies)).astype(float)

    def changes(self, weights: Sequence[float]) -> Floats:
        """What every cluster adds to a weighted sum of the parts' numbers."""
        out = np.zeros(len(self.copies))
        for part, weight in enumerate(weights):
            out += weight * self.of(part)
        return out

    def variance_of(self, weights: Sequence[float]) -> float:
        """The variance of a weighted sum of the parts' numbers."""
        return float(product(self.copies, self.changes(weights) ** 2)) * self._divisor

    @property
    def _divisor(self) -> float:
        return self.units / (self.units - 1) if self.units > 1 else math.nan


def across(parts: Sequence[tuple[Influence, Ints] | None]) -> Across:
    """Parts with the numbers that their clusters have in the whole; what is None does not vary."""
    met = [None if part is None else part[0].by_cluster(part[1]) for part in parts]
    size = 1 + max((int(one[0].max(initial=0)) for one in met if one is not None), default=0)
    copies = np.zeros(size)
    for one in met:
        if one is not None:
            copies[one[0]] = one[2]
    nothing = np.zeros(0, dtype=np.int64), np.zeros(0)
    return Across([nothing if one is None else one[:2] for one in met], copies)


def rescaled(covariance: Floats, variances: Floats) -> Floats:
    """The covariance with these variances and the same correlations."""
    own = np.diag(covariance)
    by = np.sqrt(variances / np.where(own > 0, own, np.inf))
    out = covariance * np.outer(by, by)
    np.fill_diagonal(out, variances)
    return np.asarray(out)


def finite(n: float, population: float | None) -> float:
    """1 − n/N: nothing is left to chance once every item of the population was rated."""
    if population is None:
        return 1.0
    if population < n:
        raise OptionError(
            f"population is {population:g}, but {n:g} items were rated: it must be at least that many."
        )
    return 1 - n / population
