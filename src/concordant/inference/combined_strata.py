"""The strata of the data, how their coefficients vary together, and one number that combines them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..coefficients.coefficient import Coefficient, Estimate, Statistic
from ..number_text import whole
from ..ratings.factorise import number_rows
from ..ratings.observed import in_order
from ..ratings.phrases import listed, many
from ..ratings.ratings import Ratings
from ..reduce.distinct_rows import distinct
from ..reduce.item_weights import Floats, Ints
from ..reduce.patterns import cluster_codes, cluster_copies
from ..reduce.totals import Total
from ..result import Interval, Note, Result
from .intervals import wald
from .make_result import answer_from
from .measure import Measure
from .plan import Plan
from .testing import p_value
from .variance import Influence, across, influence

#: In strata with fewer items than this the large-sample variance is too small.
_SMALL = 5

#: In strata with fewer items than this a standard error is itself too unsure to weigh by.
_UNSURE = 100

_ROUNDING = 1e-9


class Combining:
    """Strata of one coefficient, to be combined; sizes of strata are taken as given."""

    def __init__(self, c: Coefficient, strata: Sequence[Stratum], plan: Plan) -> None:
        self.c, self.strata, self.plan = c, strata, plan
        self.n = np.array([s.n for s in strata])
        self.value = np.array([s.result.estimate for s in strata])
        self.large_sample = (plan.test or c.test) == "z"

    @cached_property
    def shared(self) -> Floats | None:
        """The covariance of the strata's values where clusters reach across strata; None: independent."""
        if all(s.clusters is None for s in self.strata):
            return None
        values = [s.estimate.value if s.result.defined else None for s in self.strata]
        return covariance_of(self.strata, values, large_sample=self.large_sample)

    @cached_property
    def covariance(self) -> Floats:
        """The covariance of the strata's values."""
        if self.shared is not None:
            return self.shared
        return np.diag([s.result.se**2 for s in self.strata])

    def size_weighted(self) -> Result:
        """Σ n_h θ_h / Σ n_h over the strata that have a value."""
        return self._mean(self.n, ~np.isnan(self.value), "size-weighted mean of the strata")

    def inverse_variance(self) -> Result:
        """Σ w_h θ_h / Σ w_h with w_h = 1/se_h², over the strata that have a standard error."""
        variance = np.diag(self.covariance)
        known = ~np.isnan(self.value) & (variance > 0)
        weights = np.where(known, 1 / np.where(known, variance, 1.0), 0.0)
        found = self._mean(weights, known, "inverse-variance mean of the strata")
        small = int((self.n[known] < _UNSURE).sum())
        if not found.defined or known.sum() < 2 or not small:
            return found
        phrase = many(small, "stratum has", "strata have")
        text = (
            f"{phrase} fewer than {_UNSURE} items: this mean is biased towards strata whose standard "
            "error is small by chance, and its interval is too narrow; use the size-weighted mean."
        )
        note = Note("leaning-mean", text, {"count": small, "least": _UNSURE})
        return replace(found, notes=(*found.notes, note))

    def _mean(self, weights: Floats, kept: NDArray[np.bool_], what: str) -> Result:
        kept = kept & (weights > 0)
        if not kept.any():
            return self._undefined(what)
        share = np.where(kept, weights, 0.0) / weights[kept].sum()
        terms = np.where(np.outer(kept, kept), np.outer(share, share) * self.covariance, 0.0)
        value = float(share[kept] @ self.value[kept])
        return self._result(what, value, terms, kept, self._left(kept), {})

    def pooled_chance(self, pooled: Estimate) -> Result | None:
        """1 − Σ n_h d_h / Σ n_h e_h; None where the pooled disagreement is not the mean of the strata's."""
        parts = [_disagreement(s) for s in self.strata]
        pairs = [pair for pair in parts if pair is not None]
        if pooled.observed is None or len(pairs) < len(parts):
            return None
        what = "observed and expected agreement averaged over the strata"
        share = self.n / max(self.n.sum(), 1.0)
        observed, expected = (float(share @ [float(pair[i]) for pair in pairs]) for i in (0, 1))
        if not expected > 0:
            return self._undefined(what)
        if abs(1 - float(pooled.observed) - observed) > _ROUNDING:
            return None
        ratio = observed / expected
        moves = [
            (d - ratio * e) * (-w / expected) if w > 0 else None
            for (d, e), w in zip(pairs, share.tolist(), strict=True)
        ]
        covariance = covariance_of(self.strata, moves, large_sample=self.large_sample)
        details = {"observed_agreement": 1 - observed, "expected_agreement": 1 - expected}
        return self._result(what, 1 - ratio, covariance, self.n > 0, (), details)

    # --- in common ---

    def _left(self, kept: NDArray[np.bool_]) -> tuple[Note, ...]:
        """Which strata the mean leaves out."""
        left = [" / ".join(map(str, s.values)) for s, k in zip(self.strata, kept, strict=True) if not k]
        text = (
            f"{many(len(left), 'stratum was', 'strata were')} excluded, without a value or a standard error"
        )
        return (
            (Note("strata-left-out", f"{text}: {listed(left)}.", {"count": len(left), "strata": left}),)
            if left
            else ()
        )

    def _common(self, what: str, kept: NDArray[np.bool_]) -> dict[str, Any]:
        first = self.strata[0].result
        return {
            "measure": self.c.name,
            "title": f"{first.title}, {what}",
            "n_items": whole(float(self.n[kept].sum())),
            "n_raters": first.n_raters,
            "options": first.options,
        }

    def _undefined(self, what: str) -> Result:
        common = self._common(what, np.zeros(len(self.n), dtype=bool))
        return Result(**common, estimate=math.nan, method="undefined", notes=(_NO_STRATUM,))

    def _result(
        self, what: str, value: float, terms: Floats, kept: NDArray[np.bool_],
        notes: tuple[Note, ...], details: dict[str, Any],
    ) -> Result:  # fmt: skip
        """A number whose variance is the sum of `terms`: what each stratum adds, and what two share."""
        se = math.sqrt(max(float(terms.sum()), 0.0)) if not np.isnan(terms).any() else math.nan
        df = self._df(np.diag(terms)[kept], kept)
        null = self.c.null if self.plan.null is None else self.plan.null
        if null is not None and se > 0:
            details |= {"null_value": null, "test": "Wald z" if math.isinf(df) else "Wald t"}
            details |= {"statistic": (value - null) / se, **({} if math.isinf(df) else {"df": df})}
        return Result(
            **self._common(what, kept),
            estimate=value,
            se=se,
            interval=self._interval(value, se, df),
            p_value=p_value(details.get("statistic", math.nan), df, self.plan.side),
            method=self._method(df),
            notes=(*notes, *self._warnings(se, kept)),
            details=details,
        )

    def _df(self, variances: Floats, kept: NDArray[np.bool_]) -> float:
        """Degrees of freedom after Welch and Satterthwaite; those of all clusters where strata share them."""
        if self.large_sample and all(s.statistic.clusters is None for s in self.strata):
            return math.inf
        units = np.array([s.units for s, k in zip(self.strata, kept, strict=True) if k])
        if self.shared is not None:
            return max(float(units.max()) - 1, 1.0)
        below = float((variances**2 / np.maximum(units - 1, 1.0)).sum())
        return float(variances.sum()) ** 2 / below if below > 0 else math.inf

    def _interval(self, value: float, se: float, df: float) -> Interval | None:
        if self.plan.interval == "none" or not se > 0:
            return None
        low, high = wald(value, se, self.plan.level, df)
        bottom, top = self.c.range
        low = max(low, bottom) if value >= bottom else low
        return Interval(min(low, top), min(high, top), self.plan.level, self._method(df))

    def _method(self, df: float) -> str:
        how = "strata share clusters" if self.shared is not None else "strata independent"
        return f"analytic {'z' if math.isinf(df) else f't({df:.4g})'}, {how}"

    def _warnings(self, se: float, kept: NDArray[np.bool_]) -> tuple[Note, ...]:
        if not se > 0:
            return (_NO_SPREAD,)
        small = int((self.n[kept] < _SMALL).sum())
        phrase = many(small, "stratum has", "strata have")
        text = f"{phrase} fewer than {_SMALL} items: the standard error may be too small."
        return (Note("small-strata", text, {"count": small, "least": _SMALL}),) if small else ()


_NO_STRATUM = Note(
    "no-stratum", "The coefficient is undefined in every stratum, so there is nothing to combine."
)
_NO_SPREAD = Note("no-spread", "No standard error: a stratum is too small, or no stratum shows variation.")


def _disagreement(stratum: Stratum) -> tuple[Total, Total] | None:
    """Observed and expected disagreement d and e where the coefficient is 1 − d/e; else None."""
    e = stratum.estimate
    if stratum.n == 0:
        return Total(0.0), Total(0.0)
    if e.observed is None or e.expected is None:
        return None
    observed, expected = 1 - e.observed, 1 - e.expected
    if not stratum.result.defined:
        return (observed, expected) if max(abs(float(observed)), abs(float(expected))) <= _ROUNDING else None
    alike = abs(float(expected) * (1 - float(e.value)) - float(observed)) <= _ROUNDING
    return (observed, expected) if alike else None


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
        s, shifted = self.statistic, replace(self.estimate, value=value)
        return influence(shifted, s.counts, s.clusters, copies=cluster_copies(self.ratings))


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
