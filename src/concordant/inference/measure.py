"""A coefficient with its options, asked of ratings: from items to a statistic to an estimate."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..arguments import check_options, explain_fields, kinds_of
from ..coefficients.coefficient import Coefficient, Estimate, Statistic
from ..errors import OptionError
from ..number_text import whole
from ..quote import quote, shorten
from ..ratings.ratings import Ratings
from ..reduce.item_weights import Floats, Weighting
from ..reduce.moments import Moments
from ..reduce.patterns import Patterns, cluster_copies, patterns
from ..reduce.profiles import Profiles, profiles, profiles_of
from ..reduce.table import Table, table, table_of
from ..reduce.to_moments import moments, moments_of
from ..reduce.totals import Total
from ..result import Interval, Note, Result
from .intervals import wald
from .plan import USUAL, Plan
from .spread import Spread, analytic
from .testing import p_value
from .variance import influence


@explain_fields
@dataclass(frozen=True)
class Measure:
    """A coefficient with its options and data, not yet computed, for use in `compare`.

    `concordant.measure` makes one. Where only sums are known (`Moments`), they stand in for the ratings.
    """

    coefficient: Coefficient
    ratings: Ratings | Moments
    options: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        known = self.coefficient.options
        for name in self.options:
            if name not in known:
                raise OptionError(
                    f"{self.coefficient.name} has no option {quote(name)}; its options are "
                    f"{sorted(known) or 'none'}."
                )
        if self.options:
            object.__setattr__(
                self, "options", check_options(kinds_of(self.coefficient.function), self.options)
            )
        _check_raters(self.coefficient, self.ratings)

    def reduce(self) -> Statistic:
        """The small statistic this coefficient needs."""
        kind = self.coefficient.statistic
        if isinstance(self.ratings, Moments):
            return self.ratings
        if kind is Moments:
            return moments_of(self.ratings)
        if kind is Profiles:
            return profiles_of(self.ratings)
        if kind is Table:
            return table_of(self.ratings)
        return patterns(self.ratings)

    def estimate(self, statistic: Statistic) -> Estimate:
        """The coefficient on a statistic of these ratings."""
        return self.coefficient(statistic, **self.options)

    def values(self, statistic: Statistic, weighing: Weighting, category: str | None = None) -> Floats:
        """The value under other weights: one for each draw."""
        estimate = self.estimate(statistic.weighed(weighing))
        part = estimate if category is None else estimate.parts[category]
        return np.atleast_1d(part.value.value)

    def result(self, plan: Plan | None = None) -> Result:
        """The answer: number, standard error, interval, test, notes."""
        if not (plan is None or isinstance(plan, Plan)):
            raise OptionError(f"plan must be a Plan, got {quote(plan)}.")
        from .make_result import answer

        return answer(self, USUAL if plan is None else plan)


def as_statistic(kind: type[Statistic], p: Patterns, *, keep_rows: bool) -> Statistic:
    """Patterns as the kind of statistic a coefficient takes."""
    if kind is Table:
        return table(p, keep_rows=keep_rows)
    if kind is Moments:
        return moments(p)
    return profiles(p, keep_rows=keep_rows) if kind is Profiles else p


def _check_raters(c: Coefficient, ratings: Ratings | Moments) -> None:
    count, facts = ratings.n_raters, {"measure": c.name}
    if isinstance(ratings, Moments) and c.statistic is not Moments:
        raise OptionError(f"{c.name} needs the individual ratings, but only sums are available here.", facts)
    if isinstance(ratings, Moments) and ratings.only_mean_squares and not c.from_mean_squares:
        text = (
            f"{c.name} cannot be computed from mean squares alone: provide the ratings or a summary of them."
        )
        raise OptionError(text, facts)
    if count < 2 and not (c.repeats and _repeated(ratings)):
        more = (
            ". To compare the repeats of this rater, use repeat=… to name their column" if c.repeats else ""
        )
        rater = ratings.raters[0]
        text = f"{c.name} compares raters, but there is only one: {shorten(rater)}{more}."
        raise OptionError(text, {**facts, "rater": rater})
    if not c.two_raters_only:
        return
    if ratings.anonymous:
        raise OptionError(
            f"{c.name} needs to know who gave each rating. Counts do not record this, and an engine "
            "distinguishes at most 200 raters; choose some with raters=[…].",
            facts,
        )
    if count != 2:
        raise OptionError(
            f"{c.name} compares two raters, but there are {count} ({_some(ratings.raters)}): choose two with "
            f"raters=[…], or use a coefficient for several raters, such as {_several(c)}.",
            {**facts, "count": count, "raters": list(ratings.raters[:5])},
        )


def _several(c: Coefficient) -> str:
    if c.statistic is Moments:
        return "icc or ccc"
    return "fleiss_kappa, conger_kappa or krippendorff_alpha"


def _repeated(ratings: Ratings | Moments) -> bool:
    if isinstance(ratings, Moments):
        return len(ratings.occasions) > 1
    return ratings.repeat is not None


def _some(names: Sequence[str]) -> str:
    return ", ".join(map(shorten, names[:5])) + (", …" if len(names) > 5 else "")


def result_of_total(
    total: Total,
    statistic: Statistic,
    ratings: Ratings,
    plan: Plan,
    *,
    measure: str,
    n: float,
    title: str = "",
    bounds: tuple[float, float] = (-math.inf, math.inf),
    null: float | None = None,
    details: Mapping[str, Any] | None = None,
    notes: Sequence[Note] = (),
) -> Result:
    """The number as a result: Wald interval on t within its bounds, and a test where `null` is given."""
    value = float(total)
    common: dict[str, Any] = {
        "measure": measure, "title": title or measure, "n_items": whole(n), "n_raters": ratings.n_raters,
        "details": dict(details or {}),
    }  # fmt: skip
    if math.isnan(value):
        reasons = tuple(notes) or (Note("undefined", "There are no data to compute it from."),)
        return Result(**common, estimate=math.nan, method="undefined", notes=reasons)
    if total.slope is None or n < 2:
        return Result(**common, estimate=value, method="no interval", notes=tuple(notes))
    estimate = Estimate(value=total, n=Total(n))
    values = influence(estimate, statistic.counts, statistic.clusters, copies=cluster_copies(ratings))
    around = analytic(value, values, plan, unit=0.0)
    how = ", clustered" if statistic.clusters is not None else ""
    fields = on_t(around, plan.level, how=how, bounds=bounds, null=null)
    return Result(**common, **fields, notes=tuple(notes))


def on_t(
    around: Spread,
    level: float,
    *,
    how: str = "",
    bounds: tuple[float, float] = (-math.inf, math.inf),
    null: float | None = None,
) -> dict[str, Any]:
    """What a result says of a number by its standard error: a Wald interval on t, and a test of `null`.

    There is neither where nothing varies.
    """
    df = "" if math.isinf(around.df) else f" t({float(f'{around.df:.4g}'):g})"
    facts: dict[str, Any] = {"estimate": around.value, "se": around.se, "method": f"analytic{df}{how}"}
    if around.none or math.isnan(around.se):
        return facts
    low, high = wald(around.value, around.se, level, around.df)
    facts["interval"] = Interval(max(low, bounds[0]), min(high, bounds[1]), level, facts["method"])
    if null is not None:
        facts["p_value"] = p_value((around.value - null) / around.se, around.df, "two-sided")
    return facts
