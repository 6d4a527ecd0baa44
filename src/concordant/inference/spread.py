"""How far a number would move in another sample: standard error, bootstrap or jackknife draws, limits."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from ..number_text import show_count
from ..reduce.item_weights import Floats, Weighting
from ..result import Note
from . import intervals
from .plan import Plan
from .resampling import bootstrap, jackknife_variance
from .variance import Influence, finite

#: What is below this part of its unit is what rounding leaves of a zero; it differs between processors.
ROUNDING = 1e-12


def without_rounding(value: float, unit: float) -> float:
    """The value, or 0 where it differs from it by rounding only."""
    return 0.0 if abs(value) <= ROUNDING * unit else value


@dataclass(frozen=True, kw_only=True)
class Spread:
    """The sampling spread of a number, and how it was had.

    `unit` is a size below which nothing is more than rounding would be: 1 for a share, 0 for measurements in
    units of their own. `units` is how many independent items (or clusters) there are, `items` how many items,
    `draws` the defined resamples; `second` and `third` are the sums of squares and cubes of what the units
    add.
    """

    value: float
    variance: float
    df: float
    units: float
    items: float
    draws: Floats | None = None
    second: float = 0.0
    third: float = 0.0
    notes: tuple[Note, ...] = ()
    unit: float = 1.0

    @property
    def se(self) -> float:
        """The standard error."""
        return math.sqrt(max(self.variance, 0.0)) if not math.isnan(self.variance) else math.nan

    @property
    def none(self) -> bool:
        """Whether nothing varies but rounding: no item, and no draw, moves the value."""
        return self.se <= ROUNDING * max(self.unit, abs(self.value)) or (
            self.draws is not None and len(self.draws) > 0 and np.ptp(self.draws) == 0
        )

    def with_zeros(self) -> Spread:
        """Zero for a value, and for a variance, that differs from it by rounding only."""
        value = without_rounding(self.value, self.unit)
        variance = 0.0 if self.se <= ROUNDING * self.unit else self.variance
        if value is self.value and variance is self.variance:
            return self
        return replace(self, value=value, variance=variance)

    def limits(self, plan: Plan, transform: str = "none") -> tuple[float, float]:
        """The two ends of the interval."""
        if self.draws is not None and plan.interval == "bca":
            bend = self.third / (6 * self.second**1.5) if self.second > 0 else 0.0
            return intervals.bca(self.draws, self.value, bend, plan.level)
        if self.draws is not None:
            return intervals.percentile(self.draws, plan.level)
        if transform == "fisher" and abs(self.value) < 1:
            return intervals.fisher(self.value, self.se, plan.level, self.df)
        if transform == "log" and self.value > 0:
            return intervals.on_log(self.value, self.se, plan.level, self.df)
        if transform == "logit" and 0 < self.value < 1:
            return intervals.on_logit(self.value, self.se, plan.level, self.df)
        return intervals.wald(self.value, self.se, plan.level, self.df)


def spread(
    value: float,
    influence: Influence,
    evaluate: Callable[[Weighting], Floats],
    plan: Plan,
    *,
    large_sample: bool,
    unit: float = 1.0,
) -> Spread:
    """By influence values, jackknife or bootstrap, as the plan says."""
    around = analytic(value, influence, plan, large_sample=large_sample, unit=unit)
    if influence.units < 2 or not (plan.interval == "jackknife" or plan.resamples):
        return around
    counts, clusters = influence.counts, influence.clusters
    notes: list[Note] = []
    draws = None
    if plan.interval == "jackknife":
        variance, lost = jackknife_variance(evaluate, counts, clusters, influence.copies)
        variance *= finite(influence.n, plan.population)
        notes += undefined_note(lost, "when any one of {} items was excluded; the other jackknife samples")
    else:
        everything = bootstrap(evaluate, counts, clusters, plan.draws, plan.generator(), influence.copies)
        draws = everything[np.isfinite(everything)]
        drawn = len(everything)
        notes += undefined_note(drawn - len(draws), f"in {{}} of {drawn} resamples; the others", drawn)
        variance = float(draws.var(ddof=1)) if len(draws) > 1 else math.nan
    return replace(
        around,
        variance=variance,
        draws=draws,
        second=0.0 if draws is None else influence.power(2),
        third=0.0 if draws is None else influence.power(3),
        notes=tuple(notes),
    )


def analytic(
    value: float, influence: Influence, plan: Plan, *, large_sample: bool = False, unit: float = 1.0
) -> Spread:
    """By influence values."""
    large_sample = large_sample and influence.clusters is None  # clusters are few: t, always
    variance = math.nan
    if influence.units >= 2:
        variance = influence.variance(divisor_n=large_sample, population=plan.population)
    around = Spread(
        value=value,
        variance=variance,
        df=math.inf if large_sample else max(influence.units - 1, 1.0),
        units=influence.units,
        items=influence.n,
        unit=unit,
    )
    return around.with_zeros()


def minus(a: Spread, b: Spread) -> Spread:
    """The difference of two independent numbers, degrees of freedom after Welch and Satterthwaite."""
    variance = a.variance + b.variance
    below = a.variance**2 / a.df + b.variance**2 / b.df
    shared = None
    if a.draws is not None and b.draws is not None:
        length = min(len(a.draws), len(b.draws))
        shared = a.draws[:length] - b.draws[:length]
    return Spread(
        value=a.value - b.value,
        variance=variance,
        df=variance**2 / below if below > 0 else math.inf,
        units=a.units + b.units,
        items=a.items + b.items,
        draws=shared,
        second=a.second + b.second,
        third=a.third - b.third,
        notes=(*a.notes, *b.notes),
        unit=min(a.unit, b.unit),
    )


def undefined_note(lost: float, what: str, of: int | None = None) -> list[Note]:
    """Says how many resamples had no value, if any; `what` has a place for their number."""
    text = f"The coefficient was undefined {what.format(show_count(lost))} were used."
    return [Note("undefined-resamples", text, {"lost": lost, "of": of})] if lost else []
