"""A candidate problem: its evidence, and what the measure would be after a repair."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...coefficients.catalogue import BY_NAME
from ...errors import OptionError
from ...inference.intervals import unit_of, wald
from ...inference.measure import Measure
from ...inference.plan import Alternative
from ...inference.spread import without_rounding
from ...inference.testing import p_value
from ...inference.variance import Influence
from ...language.render import template
from ...number_text import whole
from ...ratings.ratings import Ratings
from ...reduce.item_weights import Floats, Ints
from ...reduce.patterns import cluster_codes, cluster_copies
from ...reduce.profiles import category_counts
from ...reduce.totals import Total
from ...result import Interval, Note, Result
from ..compare import Comparison


@dataclass(frozen=True, eq=False, kw_only=True)
class Candidate:
    """`material` says whether it is large enough to matter, once it is sure.

    `repaired` gives the ratings of `base` as they would be without the problem; `score` says, for each row of
    a comparison, how well it shows the problem. All three are asked only of what is found, as they cost.
    Without `repaired`, or where it gives nothing, nobody knows what a repair would gain; `bound` says that no
    repair could gain more. `joined` makes one of several that are found
    about the same rater.
    """

    code: str
    about: Mapping[str, Any]
    evidence: Result
    facts: Mapping[str, Any]
    base: Comparison
    material: Callable[[], bool]
    repaired: Callable[[], Ratings | None] | None
    score: Callable[[Ratings], Floats]
    examples_of: Comparison
    bound: bool = False
    joined: Callable[[Sequence[Candidate]], Candidate] | None = None


def value_of(c: Comparison, ratings: Ratings, measure: tuple[str, Mapping[str, Any]] | None = None) -> float:
    """A measure (by default the main one) without its uncertainty; nan where it is undefined."""
    name, options = measure or c.main
    try:
        own_measure = Measure(BY_NAME[name], ratings, dict(options))
        estimate = own_measure.estimate(own_measure.reduce())
    except OptionError:  # such as two raters' kappa of one rater
        return math.nan
    if estimate.undefined is not None:
        return math.nan
    return without_rounding(float(estimate.value), unit_of(BY_NAME[name]))


def exact_of(c: Comparison, ratings: Ratings) -> float:
    """Exact agreement without its uncertainty; of several raters from how many gave each category."""
    if ratings.n_raters == 2 or not c.categorical:
        return value_of(c, ratings, ("exact_agreement", {}))
    counts = category_counts(ratings)
    given = counts.sum(axis=1)
    paired = given >= 2
    weights = ratings.item_weights[paired]
    same = (counts * (counts - 1)).sum(axis=1)[paired] / (given * (given - 1))[paired]
    return float(weights @ same / weights.sum()) if weights.sum() > 0 else math.nan


@dataclass(frozen=True, eq=False)
class WeightedSums:
    """Weighted sums over the rows of a comparison; what varies together is known."""

    counts: Floats
    clusters: Ints | None
    copies: Floats | None
    level: float
    n_raters: int

    @classmethod
    def over(cls, c: Comparison) -> WeightedSums:
        """The rows of a comparison."""
        r = c.ratings
        return cls(c.weights, cluster_codes(r), cluster_copies(r), c.plan.level, r.n_raters)

    @property
    def clustered(self) -> bool:
        """Whether an independent unit has several rows."""
        return self.clusters is not None

    def sum(self, x: Any) -> Total:
        """Σ over items of x."""
        x = np.asarray(x, dtype=float)
        return Total((self.counts * x).sum(), x)

    def mean(self, x: Any, where: NDArray[np.bool_]) -> Total:
        """The mean of x over the rows marked; nan where there are none."""
        return self.sum(np.where(where, x, 0.0)) / self.sum(where)

    def units(self, rows: NDArray[np.bool_]) -> float:
        """How many items, or clusters of them, these rows are."""
        if self.clusters is None:
            return float(self.counts[rows].sum())
        held = np.unique(self.clusters[rows & (self.counts > 0)])
        return float(len(held) if self.copies is None else self.copies[held].sum())

    def result(
        self,
        measure: str,
        value: Total,
        *,
        n: float,
        side: Alternative = "two-sided",
        null: float = 0.0,
        under_null: Floats | None = None,
        p: float | None = None,
        units: float | None = None,
    ) -> Result:
        """The number with its interval, and a test against `null`.

        `under_null` are the slopes if the null were true: a score test, which has a spread to go by also
        where every item shows the problem alike. `p` is the p-value where an exact test gave it. `units` is
        how many independent units the number rests on where these are fewer than all that move it.
        """
        title = template(f"patterns.evidence-{measure}", "en")
        common: dict[str, Any] = {"measure": measure, "title": title, "n_items": whole(n)}
        if math.isnan(float(value)) or value.slope is None:
            note = Note("undefined", "There are no data to compute it from.")
            return Result(
                **common, estimate=math.nan, n_raters=self.n_raters, method="undefined", notes=(note,)
            )
        se, df = self.error(value.slope, n)
        df = df if units is None else max(min(df, units - 1), 1.0)
        tested = se if under_null is None else self.error(under_null, n)[0]
        if p is None:
            p = p_value((float(value) - null) / tested, df, side) if tested > 0 else math.nan
        method = f"analytic t({df:g})" + (", clustered" if self.clustered else "")
        interval = Interval(*wald(float(value), se, self.level, df), self.level, method) if se > 0 else None
        return Result(
            **common,
            estimate=float(value),
            se=se,
            interval=interval,
            p_value=p,
            n_raters=self.n_raters,
            method=method,
            details={"null_value": null},
        )

    def error(self, slope: Floats, n: float) -> tuple[float, float]:
        """The standard error of these slopes, and its degrees of freedom, from clusters that have a slope."""
        found = Influence(slope, self.counts, self.clusters, n, self.copies)
        if self.clusters is not None:
            moving = slope != 0
            found = Influence(slope[moving], self.counts[moving], self.clusters[moving], n, self.copies)
        if found.units < 2:
            return math.nan, 1.0
        variance = found.variance(divisor_n=False)
        return (math.sqrt(variance) if variance > 0 else 0.0), max(found.units - 1, 1.0)
