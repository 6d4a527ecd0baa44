"""The answer to a measure: the number with its interval, its test and what to know about it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, is_dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from ..coefficients.coefficient import Classical, Coefficient, Estimate, Statistic
from ..errors import OptionError
from ..number_text import show, whole
from ..reduce.item_weights import Floats
from ..reduce.moments import Moments
from ..reduce.patterns import cluster_copies
from ..result import Interval, Note, Result
from .data_notes import data_notes
from .intervals import OWN_INTERVALS, interval_of, textbook, unit_of
from .measure import Measure
from .null_test import NO_TEST, is_tested, null_test
from .plan import Plan
from .score_interval import check_score, score_interval, score_method, why_no_score
from .spread import Spread, spread, undefined_note, without_rounding
from .variance import influence


def answer(measure: Measure, plan: Plan) -> Result:
    """Estimate, standard error, interval and test of one measure."""
    return answer_from(measure, measure.reduce(), plan)


def answer_from(measure: Measure, statistic: Statistic, plan: Plan) -> Result:
    """The answer from a statistic that has been reduced already."""
    return _result(measure, statistic, measure.estimate(statistic), plan, None)


def _result(
    measure: Measure, statistic: Statistic, estimate: Estimate, plan: Plan, category: str | None
) -> Result:
    c = measure.coefficient
    notes = [*estimate.notes, *(data_notes(measure, statistic) if category is None else ())]
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
    if plan.interval == "score":
        check_score(c, statistic, estimate)
    later = plan.usual and not isinstance(statistic, Moments)
    request = _InferenceRequest(
        c, measure.options, statistic, estimate, plan, category, tuple(notes),
        cluster_copies(measure.ratings), None if later else measure,
    )  # fmt: skip
    if later:
        value = without_rounding(float(estimate.value), request.unit)
        return Result.deferred(request.inference, **common, estimate=value)
    found = request.inference()
    if (find := found.pop("find_interval", None)) is not None:
        found["interval"] = find()
    return Result(**common, **found)


_NEEDS_ITEMS = Note(
    "no-interval", "Only sums are available, and a confidence interval needs the individual items."
)

#: Intervals that make a note needless.
_ALLOWED_FOR = {("few-raters", "generalised"), ("few-raters", "adjusted")}


def _in_force(c: Coefficient, statistic: Statistic, estimate: Estimate, plan: Plan) -> Plan:
    """The plan with the interval that is usual here, where none was asked for."""
    if plan.interval is not None:
        return plan
    usual = estimate.classical is not None and (c.interval == "classical" or _only_sums(statistic))
    classical = usual and plan.plain and plan.test is None and statistic.clusters is None
    if isinstance(statistic, Moments) and statistic.values is None and not classical:
        return plan.taking("none")
    if classical:
        return plan.taking("classical" if estimate.adjusted is None else "adjusted")
    score = c.interval == "score" and plan.test is None and plan.variance == "delta"
    return plan.taking("score" if score and plan.raters_are == "fixed" else "analytic")


def _only_sums(statistic: Statistic) -> bool:
    """Whether there are no items to see the spread of an estimate from."""
    return isinstance(statistic, Moments) and statistic.values is None


_NOT_DEFINED = Note("undefined", "The value is undefined for these data.")


def _with_observed(reason: Note, observed: float | None) -> Note:
    """Where there is no coefficient, the raw agreement is still worth knowing."""
    if observed is None or math.isnan(observed):
        return reason
    text = f"{reason.text} Observed agreement is {show(observed)}."
    return Note(reason.code, text, {"why": reason, "observed": observed})


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


@dataclass(frozen=True)
class _InferenceRequest:
    """A defined estimate and how its uncertainty is wanted.

    `measure` leads to the ratings, for plans that measure again. The usual plan needs the statistic alone, so
    that it can be answered later without keeping the data.
    """

    coefficient: Coefficient
    options: Mapping[str, Any]
    statistic: Statistic
    estimate: Estimate
    plan: Plan
    category: str | None
    notes: tuple[Note, ...]
    copies: Floats | None
    measure: Any

    def inference(self) -> dict[str, Any]:
        """The number with its standard error, interval and test, and what to know about them, by field."""
        c, estimate, plan = self.coefficient, self.estimate, self.plan
        around = self.spread().with_zeros()
        method = self.method(around)
        interval: dict[str, Any]
        more: Sequence[Note]
        if plan.interval == "score" and plan.population != around.items:
            interval, more = self._score_interval(around, method)
        else:
            found, more = interval_of(c, estimate, around, plan, method)
            interval = {"interval": found}
        own = self.category is not None and estimate.null != "usual"  # a part with a value of its own to test
        untested = replace(plan, null=None) if own else plan
        tested, p = null_test(c, estimate, around, untested, clustered=self.statistic.clusters is not None)
        if math.isnan(p) and around.none and is_tested(c, estimate, untested):
            more = [*more, NO_TEST]
        notes = [n for n in self.notes if (n.code, plan.interval) not in _ALLOWED_FOR]
        notes += [] if self.textbook is None else self.textbook.notes
        return {
            "estimate": around.value,
            "se": around.se,
            **interval,
            "p_value": p,
            "method": method,
            "notes": (*notes, *around.notes, *more),
            "details": {**_details(estimate), **_at_level(estimate, plan), **tested},
        }

    @property
    def textbook(self) -> Classical | None:
        """The textbook's uncertainty, plain or adjusted, where that is what is wanted."""
        return textbook(self.estimate, self.plan)

    @property
    def unit(self) -> float:
        """What rounding is measured by."""
        return unit_of(self.coefficient)

    def spread(self) -> Spread:
        """The sampling spread; with sampled raters, theirs is added."""
        s, plan = self.statistic, self.plan
        if plan.interval in OWN_INTERVALS and (s.clusters is not None or plan.raters_are == "sampled"):
            raise OptionError(f"interval={plan.interval!r} is for independent items rated by fixed raters.")
        if self.textbook is not None:
            value, n = float(self.estimate.value), float(self.estimate.n)
            variance = self.textbook.se() ** 2
            return Spread(value=value, variance=variance, df=math.inf, units=n, items=n, unit=self.unit)
        if plan.interval == "none" and _only_sums(s):
            value, n = float(self.estimate.value), float(self.estimate.n)
            return Spread(value=value, variance=math.nan, df=math.inf, units=n, items=n)
        values = influence(
            self.estimate, s.counts, s.clusters, copies=self.copies, as_irrcac=plan.variance == "irrcac"
        )  # fmt: skip
        around = spread(
            float(self.estimate.value),
            values,
            lambda weighing: self.measure.values(s, weighing, self.category),
            plan,
            large_sample=(plan.test or self.coefficient.test) == "z",
            unit=self.unit,
        )
        return self._with_raters(around) if plan.raters_are == "sampled" else around

    def _score_interval(self, around: Spread, method: str) -> tuple[dict[str, Any], tuple[Note, ...]]:
        """The score interval, to be found when it is looked at, or why there is none."""
        c, s, estimate = self.coefficient, self.statistic, self.estimate
        if why := why_no_score(c, estimate, around):
            return {"interval": None}, why
        level = self.plan.level

        def find() -> Interval:
            return score_interval(c, s, self._again, estimate, around, level, method, self.options)

        return {"find_interval": find}, ()

    def _again(self, statistic: Statistic) -> Estimate:
        """The estimate on another statistic of the same shape."""
        estimate = self.coefficient(statistic, **self.options)
        return estimate if self.category is None else estimate.parts[self.category]

    def _with_raters(self, around: Spread) -> Spread:
        """Jackknife over raters: what another sample of raters would change."""
        ratings = self.measure.ratings
        if (
            isinstance(ratings, Moments)
            or ratings.anonymous
            or self.coefficient.two_raters_only
            or ratings.n_raters < 3
        ):
            raise OptionError(
                "raters_are='sampled' needs at least three named raters and a coefficient for several raters."
            )
        if self.plan.resamples:
            raise OptionError("raters_are='sampled' requires interval='analytic' or 'jackknife'.")
        kept = combinations(ratings.raters, ratings.n_raters - 1)
        values = np.array([self._without(names) for names in kept])
        known = values[~np.isnan(values)]
        r = len(known)
        extra = float((r - 1) / r * ((known - known.mean()) ** 2).sum()) if r > 1 else math.nan
        lost = undefined_note(
            len(values) - r, "when any one of {} raters was excluded; the other jackknife samples"
        )
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
        if self.textbook is not None:
            return f"{name}, {self.textbook.name}"
        if self.plan.interval in ("analytic", "jackknife"):
            name += " z" if math.isinf(around.df) else f" t({around.df:g})"
        if self.plan.interval == "score":
            name = score_method(self.estimate, around)
        if self.plan.variance == "irrcac":
            name += ", irrCAC's variance"
        if self.statistic.clusters is not None:
            name += ", clustered"
        if self.plan.population is not None:
            name += ", finite population"
        return name + (", raters sampled" if self.plan.raters_are == "sampled" else "")
