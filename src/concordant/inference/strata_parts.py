"""The strata of the data, each measured by itself, and how their numbers vary together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..coefficients.coefficient import Coefficient, Estimate, Statistic
from ..ratings.observed import in_order
from ..ratings.ratings import Ratings
from ..ratings.row_numbers import number_rows
from ..reduce.distinct_rows import distinct
from ..reduce.item_weights import Floats, Ints
from ..reduce.patterns import cluster_codes, cluster_copies
from ..reduce.totals import Total
from ..result import Result
from .answer import answer_from
from .measure import Measure
from .plan import Plan
from .variance import Influence, across, influence


@dataclass(frozen=True, eq=False)
class Stratum:
    """One stratum: its values of the columns, its result, and the estimate behind it.

    `clusters` are the clusters of its statistic as they are numbered in the whole data, where a cluster
    reaches into several strata.
    """

    values: tuple[Any, ...]
    ratings: Ratings
    statistic: Statistic
    estimate: Estimate
    result: Result
    clusters: Ints | None

    @property
    def n(self) -> float:
        """How many items it rests on."""
        return float(self.result.n_items)

    @property
    def units(self) -> float:
        """How many independent items, or clusters, there are."""
        s, copies = self.statistic, cluster_copies(self.ratings)
        if s.clusters is None:
            return self.n
        used = np.unique(s.clusters[s.counts > 0])
        return float(len(used) if copies is None else copies[used].sum())

    def influence(self, value: Total) -> Influence:
        """The influence values of any number that was made from this stratum's statistic."""
        s, asked = self.statistic, replace(self.estimate, value=value)
        return influence(asked, s.counts, s.clusters, copies=cluster_copies(self.ratings))


def strata_of(
    c: Coefficient, counted: Ratings, by: Sequence[str], options: Mapping[str, Any], plan: Plan
) -> tuple[Stratum, ...]:
    """The coefficient in each stratum, in the order of the columns' values."""
    parts = list(counted.by(*by))
    shared = None
    if reaches_across(counted, by):
        shared = [part for _, part in replace(counted, clusters=cluster_codes(counted)).by(*by)]
    found = []
    for place, (values, part) in enumerate(parts):
        measure = Measure(c, part if shared is None else shared[place], options)
        statistic = measure.reduce()
        estimate = measure.estimate(statistic)
        alone = Measure(c, part, options)
        result = answer_from(alone, statistic if shared is None else alone.reduce(), plan)
        clusters = None if shared is None else np.unique(shared[place].clusters)  # type: ignore[arg-type]
        named = values if len(by) > 1 else (values,)
        found.append(Stratum(named, measure.ratings, statistic, estimate, result, clusters))  # type: ignore[arg-type]
    return tuple(sorted(found, key=lambda stratum: tuple(map(in_order, stratum.values))))


def counted_by(ratings: Ratings, by: Sequence[str]) -> Ratings:
    """Equal rows of the strata counted once."""
    return ratings if ratings.item_source is not None else distinct(ratings, by)


def reaches_across(ratings: Ratings, by: Sequence[str]) -> bool:
    """Whether rows that belong together lie in different strata, so that the strata are not independent."""
    codes = cluster_codes(ratings)
    if codes is None:
        return False
    key, count = number_rows([ratings.part_column(name) for name in by])
    return len(np.unique(codes.astype(np.int64) * count + key)) > len(np.unique(codes))


def covariance_of(strata: Sequence[Stratum], values: Sequence[Total | None], *, large_sample: bool) -> Floats:
    """The covariance of one number from each stratum; what is None does not vary.

    Strata are independent unless clusters reach across them; sizes of strata are taken as given.
    """
    if any(stratum.clusters is not None for stratum in strata):
        return across([_varying(s, value) for s, value in zip(strata, values, strict=True)]).covariance()
    out = np.zeros((len(strata), len(strata)))
    for place, (stratum, value) in enumerate(zip(strata, values, strict=True)):
        if value is not None:
            divisor_n = large_sample and stratum.statistic.clusters is None
            out[place, place] = stratum.influence(value).variance(divisor_n=divisor_n)
    return out


def _varying(stratum: Stratum, value: Total | None) -> tuple[Influence, Ints] | None:
    if value is None or stratum.clusters is None:
        return None
    return stratum.influence(value), stratum.clusters
