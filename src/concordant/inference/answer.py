"""The answer to a measure: the number with its interval, its test and what to know about it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, is_dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from ..coefficients.coefficient import Coefficient, Estimate, Statistic
from ..errors import OptionError
from ..ratings.words import listed, many
from ..reduce.moments import Moments
from ..reduce.table import Table
from ..result import Interval, Note, Result, show, show_count, whole
from .limits import holds, most_missed
from .measure import Measure
from .plan import Plan
from .spread import Spread, spread, undefined_note
from .testing import chi_square_p, p_value
from .variance import influence


def answer(measure: Measure, plan: Plan) -> Result:
    """Estimate, standard error, interval and test of one measure."""
    statistic = measure.reduce()
    estimate = measure.estimate(statistic)
    return _result(measure, statistic, estimate, plan, None)


def _result(
    measure: Measure, statistic: Statistic, estimate: Estimate, plan: Plan, category: str | None
) -> Result:
    c = measure.coefficient
    notes = [*estimate.notes, *(_data_notes(measure, statistic) if category is None else ())]
    common: dict[str, Any] = {
        "measure": c.name,
        "title": c.title_with(measure.options),
        "n_items": whole(float(estimate.n)),
        "n_raters": measure.ratings.n_raters,
        "options": {**_shown(measure.options), **plan.stated()},
        "category": category,
        "parts": tuple(_result(measure, statistic, e, plan, name) for name, e in estimate.parts.items()),
    }
    if estimate.undefined is not None or math.isnan(float(estimate.value)):
        details = _details(estimate)
        reason = _with_observed(estimate.undefined or _NOT_DEFINED, details.get("observed_agreement"))
        return Result(
            **common, estimate=math.nan, method="undefined", notes=(reason, *notes), details=details
        )
    if plan.interval is None and _only_sums(statistic) and estimate.classical is None:
        notes.append(_NEEDS_ITEMS)
    plan = _in_force(c, statistic, estimate, plan)
    asked = _Asked(measure, statistic, estimate, plan, category)
    around = asked.spread()
    interval, more = _interval(c, estimate, around, plan, asked.method(around))
    own = category is not None and estimate.null != "usual"  # a part with a value of its own to test
    asked_of_it = replace(plan, null=None) if own else plan
    tested, p = _test(c, estimate, around, asked_of_it, clustered=statistic.clusters is not None)
    return Result(
        **common,
        estimate=around.value,
        se=around.se,
        interval=interval,
        p_value=p,
        method=asked.method(around),
        notes=(*(n for n in notes if (n.code, plan.interval) != _ALLOWED_FOR), *around.notes, *more),
        details={**_details(estimate), **_at_level(estimate, plan), **tested},
    )


_NEEDS_ITEMS = Note("no-interval", "Only sums are known, and an interval of this needs the items.")

#: A note that one interval makes needless.
_ALLOWED_FOR = ("few-raters", "generalised")

#: Intervals that a coefficient brings along, made from no spread.
OWN_INTERVALS = ("exact", "classical", "generalised")


def _in_force(c: Coefficient, statistic: Statistic, estimate: Estimate, plan: Plan) -> Plan:
    """The plan with the interval that is usual here, where none was asked for."""
    if plan.interval is not None:
        return plan
    usual = estimate.classical is not None and (c.interval == "classical" or _only_sums(statistic))
    classical = usual and plan.plain and plan.test is None and statistic.clusters is None
    if isinstance(statistic, Moments) and statistic.values is None and not classical:
        return replace(plan, interval="none")
    return replace(plan, interval="classical" if classical else "analytic")


def _only_sums(statistic: Statistic) -> bool:
    """Whether there are no items to see the spread of an estimate from."""
    return isinstance(statistic, Moments) and statistic.values is None


_NOT_DEFINED = Note("undefined", "The value is not defined on these data.")


def _with_observed(reason: Note, observed: float | None) -> Note:
    """Where there is no coefficient, the raw agreement is still worth knowing."""
    if observed is None or math.isnan(observed):
        return reason
    return Note(reason.code, f"{reason.text} Observed agreement is {show(observed)}.")


# --- what is said of the data -----------------------------------------------------------------


def _shown(options: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: value.tolist() if isinstance(value, np.ndarray) else _named(value)
        for name, value in options.items()
        if value is not None
    }


def _named(value: Any) -> Any:
    """A function by its name, a value of a class of ours as it is shown."""
    return str(value) if is_dataclass(value) else getattr(value, "__name__", value)


def _details(estimate: Estimate) -> dict[str, Any]:
    out: dict[str, Any] = {}
    if estimate.observed is not None:
        out["observed_agreement"] = float(estimate.observed)
    if estimate.expected is not None:
        out["expected_agreement"] = float(estimate.expected)
    for name, value in estimate.details.items():
        out[name] = float(value) if isinstance(value, (np.ndarray, np.floating)) else value
    return out


def _at_level(estimate: Estimate, plan: Plan) -> Mapping[str, Any]:
    return {} if estimate.at_level is None else estimate.at_level(plan.level)


def _data_notes(measure: Measure, statistic: Statistic) -> list[Note]:
    """What of the data did not count, and what was inferred about them."""
    notes = list(measure.ratings.remarks)
    if isinstance(statistic, Moments):
        # numbers are measured as they are, whatever categories they were taken for
        # and repeats stand side by side, one row for each item
        gone = {"scale-inferred", *(("clustered-by-item",) if statistic.clusters is None else ())}
        return [
            *(note for note in notes if note.code not in gone),
            *_not_paired(measure.coefficient, statistic),
            *_constant(statistic),
        ]
    if isinstance(statistic, Table):
        if statistic.left_out:
            left = many(whole(statistic.left_out), "item was", "items were")
            notes.append(Note("incomplete-pairs", f"{left} left out, rated by one of the two raters only."))
        return notes
    single = float(statistic.counts[np.asarray(statistic.given) == 1].sum())
    if single:
        text = many(whole(single), "item has", "items have")
        notes.append(Note("single-rated", f"{text} one rating only and cannot show agreement."))
    return notes


def _constant(m: Moments) -> list[Note]:
    """Raters who gave one value to all they rated."""
    if m.values is None or len(m.present) > _MANY:
        return []
    own = [m.block([c]) for c in range(m.width)]
    flat = [name for name, b in zip(m.columns, own, strict=True) if b.n > 1 and not b.cross[0, 0] > 0]
    if not flat or len(flat) == m.width:
        return []
    return [Note("constant-rater", f"{listed(flat)} gave one value only.")]


#: With more patterns of gaps than this, constant raters are not looked for.
_MANY = 1000


def _not_paired(c: Coefficient, m: Moments) -> list[Note]:
    """Items that one of two raters measured only."""
    if not c.two_raters_only or len(m.occasions) > 1 or m.values is None:
        return []
    left = float(m.counts[np.asarray(m.given) == 1].sum())
    text = f"{many(whole(left), 'item was', 'items were')} left out, rated by one of the two raters only."
    return [Note("incomplete-pairs", text)] if left else []


# --- the spread -------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Asked:
    """A defined estimate and how its uncertainty is wanted."""

    measure: Measure
    statistic: Statistic
    estimate: Estimate
    plan: Plan
    category: str | None

    @property
    def unit(self) -> float:
        """What rounding is measured by."""
        return unit_of(self.measure.coefficient)

    def spread(self) -> Spread:
        """The sampling spread; with sampled raters, theirs is added."""
        s, plan = self.statistic, self.plan
        if plan.interval in OWN_INTERVALS and (s.clusters is not None or plan.raters_are == "sampled"):
            raise OptionError(f"interval={plan.interval!r} is for independent items rated by fixed raters.")
        if plan.interval == "classical" and self.estimate.classical is not None:
            value, n = float(self.estimate.value), float(self.estimate.n)
            variance = self.estimate.classical.se() ** 2
            return Spread(value=value, variance=variance, df=math.inf, units=n, items=n, unit=self.unit)
        if plan.interval == "none" and _only_sums(s):
            value, n = float(self.estimate.value), float(self.estimate.n)
            return Spread(value=value, variance=math.nan, df=math.inf, units=n, items=n)
        values = influence(self.estimate, s.counts, s.clusters, as_irrcac=plan.variance == "irrcac")
        around = spread(
            float(self.estimate.value),
            values,
            lambda weighing: self.measure.values(s, weighing, self.category),
            plan,
            large_sample=(plan.test or self.measure.coefficient.test) == "z",
            unit=self.unit,
        )
        return self._with_raters(around) if plan.raters_are == "sampled" else around

    def _with_raters(self, around: Spread) -> Spread:
        """Jackknife over raters: what another sample of raters would change."""
        ratings = self.measure.ratings
        if (
            isinstance(ratings, Moments)
            or ratings.anonymous
            or self.measure.coefficient.two_raters_only
            or ratings.n_raters < 3
        ):
            raise OptionError(
                "raters_are='sampled' needs three named raters or more and a coefficient for several raters."
            )
        if self.plan.resamples:
            raise OptionError("raters_are='sampled' goes with interval='analytic' or 'jackknife'.")
        kept = combinations(ratings.raters, ratings.n_raters - 1)
        values = np.array([self._without(names) for names in kept])
        known = values[~np.isnan(values)]
        r = len(known)
        extra = float((r - 1) / r * ((known - known.mean()) ** 2).sum()) if r > 1 else math.nan
        lost = undefined_note(len(values) - r, "sets without one rater")
        # the smaller of the two samples limits what is known
        df = min(around.df, max(r - 1.0, 1.0))
        return replace(around, variance=around.variance + extra, df=df, notes=(*around.notes, *lost))

    def _without(self, names: tuple[str, ...]) -> float:
        ratings: Any = self.measure.ratings
        part = replace(self.measure, ratings=ratings.select(names))
        estimate = part.estimate(part.reduce())
        chosen = estimate if self.category is None else estimate.parts.get(self.category)
        return math.nan if chosen is None or chosen.undefined else float(chosen.value)

    def method(self, around: Spread) -> str:
        """How the uncertainty was had, in a few words."""
        names = {"bootstrap": "bootstrap percentile", "bca": "bootstrap BCa"}
        name = names.get(str(self.plan.interval), str(self.plan.interval))
        if self.plan.interval == "classical" and self.estimate.classical is not None:
            return f"{name}, {self.estimate.classical.name}"
        if self.plan.interval in ("analytic", "jackknife"):
            name += " z" if math.isinf(around.df) else f" t({around.df:g})"
        if self.plan.variance == "irrcac":
            name += ", irrCAC's variance"
        if self.statistic.clusters is not None:
            name += ", clustered"
        if self.plan.population is not None:
            name += ", finite population"
        return name + (", raters sampled" if self.plan.raters_are == "sampled" else "")


# --- the interval -----------------------------------------------------------------------------


def _interval(
    c: Coefficient, estimate: Estimate, around: Spread, plan: Plan, method: str
) -> tuple[Interval | None, list[Note]]:
    """The interval asked for; at the edge of the range one that does not claim certainty."""
    if plan.interval == "none":
        return None, []
    if plan.interval in OWN_INTERVALS and (not around.none or _without_spread(estimate, plan)):
        return _own_interval(c, estimate, plan, method)
    if plan.population is not None and plan.population == around.items:
        text = "Every item of the population was rated, so there is no sampling error."
        return Interval(around.value, around.value, plan.level, method), [Note("census", text)]
    if around.none:
        return _at_the_edge(c, estimate, around, plan)
    if math.isnan(around.se):
        return None, [Note("no-spread", "There are too few items, or clusters, for a standard error.")]
    low, high = around.limits(plan, estimate.transform or c.transform)
    bottom, top = (0.0, 1.0) if estimate.distance else estimate.range or c.range
    low = max(low, bottom) if around.value >= bottom else low
    ends = min(low, top), min(high, top)
    return Interval(float(ends[0]), float(ends[1]), plan.level, method), _near_zero(estimate, around)


def _without_spread(estimate: Estimate, plan: Plan) -> bool:
    own = estimate.classical
    return plan.interval == "classical" and own is not None and own.without_spread


def _near_zero(estimate: Estimate, around: Spread) -> list[Note]:
    """A distance is bent at 0, where the interval is only rough."""
    if not estimate.distance or around.value > 3 * around.se:
        return []
    text = "A distance cannot fall below 0; so near to it chance alone makes it positive: a rough interval."
    return [Note("near-zero", text)]


def _own_interval(
    c: Coefficient, estimate: Estimate, plan: Plan, method: str
) -> tuple[Interval | None, list[Note]]:
    if plan.interval == "classical" and estimate.classical is not None:
        low, high = estimate.classical.limits(plan.level)
    elif plan.interval in estimate.intervals:
        low, high = estimate.intervals[str(plan.interval)](plan.level)
    else:
        raise OptionError(
            f"interval={plan.interval!r} is not offered for {c.name} on these data; use "
            f"{'' if estimate.classical is None else repr('classical') + ', '}'analytic', 'jackknife', "
            "'bootstrap' or 'bca'."
        )
    if math.isnan(low) or math.isnan(high):
        return None, [Note("no-spread", "There are too few items for an interval.")]
    if not holds(float(estimate.value), low, high):
        return None, [_BROKEN]
    low, high = min(low, float(estimate.value)), max(high, float(estimate.value))
    if low == high:
        text = "Nothing that was seen tells how far others would stray, so there is no interval."
        return None, [Note("no-spread", text)]
    return Interval(float(low), float(high), plan.level, method), []


_BROKEN = Note(
    "no-interval",
    "The textbook interval breaks down on these data and would not hold the estimate: use "
    "interval='bootstrap' or 'analytic'.",
)


def unit_of(c: Coefficient) -> float:
    """1 where the range is bounded above, 0 where values have units of their own."""
    return 1.0 if math.isfinite(c.range[1]) else 0.0


def _at_the_edge(
    c: Coefficient, estimate: Estimate, around: Spread, plan: Plan
) -> tuple[Interval | None, list[Note]]:
    """No disagreement was seen; n items cannot rule out a little of it."""
    missed = most_missed(around.units, plan.level)
    how = "one-sided limit at the edge of the range"
    if estimate.at_best is not None and abs(around.value - c.best) <= 1e-12 * unit_of(c):
        other = min(max(estimate.at_best(missed), c.range[0]), c.range[1])
        seen = "Every item falls in line" if "shift" in c.ignores else "No disagreement was seen"
        text = (
            f"{seen}. With {show_count(around.units)} items, up to {missed:.1%} of items "
            "could still be disagreed on, with disagreements as chance would make them; the interval says so."
        )
        ends = min(c.best, other), max(c.best, other)
        return Interval(*ends, plan.level, how), [Note("at-the-edge", text)]
    if estimate.at_best is not None and around.value == c.range[0] == 0 and c.range[1] == 1:
        text = f"No agreement was seen; up to {missed:.1%} of items could still be agreed on."
        return Interval(0.0, missed, plan.level, how), [Note("at-the-edge", text)]
    text = "No single item moves the value, so there is no standard error to make an interval from."
    return None, [Note("no-spread", text)]


# --- the test ---------------------------------------------------------------------------------


def _test(
    c: Coefficient, estimate: Estimate, around: Spread, plan: Plan, *, clustered: bool
) -> tuple[dict[str, Any], float]:
    """The test against `null` (by default: no agreement), and what it rests on."""
    asked = _tested_against(c, estimate, plan)
    if plan.interval == "classical" and estimate.classical is not None and estimate.classical.test:
        return (
            estimate.classical.test(asked or 0.0, plan.alternative) if asked is not None else ({}, math.nan)
        )
    if asked is None or (estimate.distance and asked == 0):
        null = {} if clustered or plan.raters_are == "sampled" else _classical(estimate, plan)
        return null, null.get("p_null", math.nan)
    wald = (around.value - asked) / around.se if not around.none else math.nan
    p = p_value(wald, around.df, plan.side)
    t = not math.isinf(around.df)
    details: dict[str, Any] = {"null_value": asked}
    if not math.isnan(wald):
        details |= {
            "test": "Wald t" if t else "Wald z",
            "statistic": wald,
            **({"df": around.df} if t else {}),
        }
        details |= {"statistic_wald": wald, "p_wald": p}
    if asked != c.null or clustered or plan.raters_are == "sampled" or plan.test == "t":
        return details, p
    null = _null_test(estimate, around.value, plan)
    if null:
        details.pop("df", None)
    return {**details, **null}, null.get("p_null", p)


def _tested_against(c: Coefficient, estimate: Estimate, plan: Plan) -> float | None:
    """What was asked for, else the estimate's own value, else the coefficient's."""
    if estimate.null is None:
        return None
    if plan.null is not None:
        return plan.null
    return c.null if estimate.null == "usual" else estimate.null


def _null_test(estimate: Estimate, value: float, plan: Plan) -> dict[str, Any]:
    """z with the standard error that holds if agreement were only chance, or a classical test."""
    variance = estimate.null_variance() if estimate.null_variance is not None else math.nan
    if variance > 0:
        z = value / math.sqrt(variance)
        return {
            "test": "z, error under no agreement",
            "statistic": z,
            "se_null": math.sqrt(variance),
            "p_null": p_value(z, math.inf, plan.side),
        }
    return _classical(estimate, plan)


def _classical(estimate: Estimate, plan: Plan) -> dict[str, Any]:
    """The textbook test of no association that an estimate brings along."""
    if estimate.null_test is None:
        return {}
    name, statistic, df = estimate.null_test
    p = chi_square_p(statistic, df) if name == "chi-square" else p_value(statistic, df, plan.side)
    return {"test": name, "statistic": statistic, **({} if math.isinf(df) else {"df": df}), "p_null": p}
