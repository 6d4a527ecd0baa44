"""How a goal asks a comparison: measures with their intervals, and what each would be without skill."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeVar

from ...coefficients.catalogue import BY_NAME
from ...digits import rounded
from ...errors import ConcordantError, OptionError, ScaleError
from ...inference.intervals import most_missed
from ...inference.items_by_interval import items_like
from ...inference.items_needed import POWER, items_if_unchanged, items_needed
from ...inference.measure import Measure
from ...inference.plan import USUAL, Plan
from ...inference.repeated_looks import level_at
from ...ratings.ratings import Ratings
from ...result import Interval, Result
from ..compare import NO_SPREAD, Comparison, Floor, floor_of, measure_of_people, same
from ..notes import not_possible
from .goal import Target


class MeasureOf(Protocol):
    """Measures a coefficient with options, on the items with given values of slice columns."""

    def __call__(self, measure: str, options: Mapping[str, Any], on: Mapping[str, Any], /) -> Result: ...


class FloorOf(Protocol):
    """What the same would be without skill."""

    def __call__(self, measure: str, options: Mapping[str, Any], on: Mapping[str, Any], /) -> Floor: ...


class ItemsFor(Protocol):
    """How many items would settle whether what was measured lies beyond a threshold."""

    def __call__(self, target: Target, found: Result, /) -> float: ...


@dataclass(frozen=True)
class Looks:
    """How often a goal is asked: this is look number `look` at a project, where `judges` are held to it.

    Whoever looks after every round, or takes the best of several judges, meets a goal by chance sooner or
    later; the error that may be made is shared out among all of these.
    """

    look: int | None = None
    judges: int = 1

    def level(self, level: float) -> float:
        """The confidence level of one interval such that all together keep `level`."""
        own = level if self.look is None else level_at(level, self.look)
        return 1 - (1 - own) / max(self.judges, 1)


#: A goal that is asked once, of one judge.
ONCE = Looks()


def questions_to(compared: Comparison, looks: Looks = ONCE) -> MeasureOf:
    """How a goal asks a comparison.

    Among more than two raters Cohen's kappa is Conger's, which for two raters is the same; where raters are
    not told apart it is Fleiss'. What these data cannot have (a distance without an order, two raters among
    many) is undefined and says why.
    """
    plan = replace(compared.plan, level=looks.level(compared.plan.level))

    def ask(measure: str, options: Mapping[str, Any], on: Mapping[str, Any], /) -> Result:
        part = compared.ratings.where(**on) if on else compared.ratings
        name = name_for(measure, part)
        try:
            return (
                _of_part(part, name, options, plan)
                if on
                else compared.cached_measures.answer(name, options, plan)
            )
        except (OptionError, ScaleError) as why:
            if not _beyond(name, part, why):
                raise
            title = BY_NAME[name].title_with(options)
            facts: dict[str, Any] = {"estimate": math.nan, "method": "undefined", "options": dict(options)}
            return Result(measure=name, title=title, notes=(not_possible(why),), **facts)

    return ask


def items_of(compared: Comparison) -> ItemsFor:
    """How many items like those of a comparison settle a target, at the level of the interval there is."""

    def ask(target: Target, found: Result, /) -> float:
        part = compared.ratings.where(**target.on) if target.on else compared.cached_measures.ratings
        measure = Measure(BY_NAME[found.measure], part, dict(target.options))
        return items_to_settle(found, target.threshold, measure=measure, plan=compared.plan)

    return ask


def questions_to_people(ceiling: Comparison) -> MeasureOf:
    """How a goal asks people with each other; their kappa is the one that is shown everywhere."""
    others = questions_to(ceiling)

    def ask(measure: str, options: Mapping[str, Any], on: Mapping[str, Any], /) -> Result:
        if measure != "cohen_kappa" or ceiling.kind != "people":
            return others(measure, options, on)
        return measure_of_people(ceiling, measure, options, on).result(ceiling.plan)

    return ask


def floors_of(compared: Comparison) -> FloorOf:
    """What a measure would be without skill; nothing is known where the data cannot have it."""

    def ask(measure: str, options: Mapping[str, Any], on: Mapping[str, Any], /) -> Floor:
        part = replace(compared, ratings=compared.ratings.where(**on)) if on else compared
        try:
            return floor_of(part, name_for(measure, part.ratings), options)
        except (OptionError, ScaleError):
            return Floor()

    return ask


def _of_part(part: Ratings, name: str, options: Mapping[str, Any], plan: Plan) -> Result:
    return Measure(BY_NAME[name], part, dict(options)).result(plan)


def name_for(measure: str, ratings: Ratings) -> str:
    """The measure as these raters can have it."""
    if measure != "cohen_kappa" or ratings.n_raters <= 2:
        return measure
    return "fleiss_kappa" if ratings.anonymous else "conger_kappa"


def _beyond(name: str, ratings: Ratings, why: ConcordantError) -> bool:
    """Whether the data lack what the measure needs, rather than the question having a slip in it."""
    c = BY_NAME[name]
    two_of_many = c.two_raters_only and ratings.n_raters != 2
    return isinstance(why, ScaleError) or two_of_many or not ratings.scale.ordered


Answer = TypeVar("Answer", Result, Floor)


def remembering(
    measured: Callable[[str, Mapping[str, Any], Mapping[str, Any]], Answer],
) -> Callable[[str, Mapping[str, Any], Mapping[str, Any]], Answer]:
    """A function that asks each question once, since stages share their measures."""
    known: dict[str, Answer] = {}

    def once(measure: str, options: Mapping[str, Any], on: Mapping[str, Any], /) -> Answer:
        question = repr((measure, sorted(options.items()), sorted(on.items())))
        if question not in known:
            known[question] = measured(measure, options, on)
        return known[question]

    return once


def items_to_settle(
    result: Result,
    threshold: float,
    *,
    power: float = POWER,
    measure: Measure | None = None,
    plan: Plan = USUAL,
) -> float:
    """How many items would settle it with this power, if the estimate is the truth.

    Infinite where the estimate lies on the threshold; nan where there is no interval to start from. Where no
    disagreement was seen, see `_if_it_stays_so`. Where `measure` is given, items like its own are measured.
    """
    if result.interval is None or math.isnan(result.se):
        return math.nan
    if same(result.estimate, threshold):
        return math.inf
    if result.se <= NO_SPREAD:
        return _if_it_stays_so(result, threshold, result.interval)
    if measure is None:
        return items_needed(result, threshold, power)
    return items_like(measure, result, threshold, power, replace(plan, level=result.interval.level))


def _if_it_stays_so(result: Result, threshold: float, given: Interval) -> float:
    """The n at which the limit passes the threshold, if nothing but agreement is seen from now on.

    A limit at the edge is the share of items that n of them may have missed, (1 − share)ⁿ = const; how far
    such a share moves the measure is read off the interval. An interval by the score has its own rule.
    """
    by_score = items_if_unchanged(result, threshold)
    if not math.isnan(by_score):
        return by_score
    if given.low == given.high or result.n_items <= 0:
        return math.nan
    reach = max(result.estimate - given.low, given.high - result.estimate)
    missed = most_missed(result.n_items, given.level)
    allowed = missed * abs(result.estimate - threshold) / reach
    if allowed >= 1:
        return 1.0
    return float(math.ceil(rounded(result.n_items * math.log1p(-missed) / math.log1p(-allowed))))
