"""Whether goals are met, judged on interval bounds: met, not met, or cannot tell yet.

A target is met when both ends of the interval are where they should be, and not met when neither is. The
ends are those that are shown (two-sided), so at 95 % each of the two calls is wrong at most 1 time in 40.
What the value found alone would say stands beside it, and whether the target takes any skill.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from ...inference.items_needed import about, too_many
from ...language.message import Message, fact
from ...language.render import LANGUAGES, Language, column_name, is_share, measure_name, topic
from ...result import Result
from ..compare import NO_SPREAD, Floor, of_constant_rater, same
from ..notes import reason
from ..record import Record
from .goal import STAGES, Goal, Target, read_goals
from .questions import FloorOf, ItemsFor, MeasureOf, items_to_settle, remembering

__all__ = [
    "Goal",
    "GoalReport",
    "MeasureOf",
    "StagesReport",
    "TargetReport",
    "judge_goal",
    "judge_stages",
    "read_goals",
]

Outcome = Literal["met", "not-met", "cannot-tell"]
Beside = Literal["within", "above", "surely-above"]


@dataclass(frozen=True, kw_only=True)
class TargetReport(Record):
    """One target and how it stands: `outcome` by the interval, `by_value` by the value found.

    `no_skill` is what the measure would be without skill, nan where there is no such level, and `mark` says
    that this meets the target too.
    `items_needed` would settle what is inconclusive (see `settle`); infinite where nothing will, None
    where nothing is open or nothing can be said. It is counted as `n_items` is: how many items the target
    rests on, nan where each has one rating and the result's own count is that of items.
    `beside_ceiling` says whether the ceiling itself would meet the target: "above" if its estimate would
    not, "surely-above" if no value of its interval would.
    """

    target: Target
    result: Result
    outcome: Outcome
    said: Message
    items_needed: float | None = None
    n_items: float = math.nan
    ceiling: Result | None = None
    beside_ceiling: Beside | None = None
    warning: Message | None = None
    by_value: Outcome = "cannot-tell"
    no_skill: float = math.nan
    mark: Message | None = None

    @property
    def on_the_line(self) -> bool:
        """Whether the value found is practically the goal, so that more items are unlikely to settle it."""
        return self.items_needed is not None and too_many(self.items_needed, self.items)

    @property
    def items(self) -> float:
        """How many items the target rests on."""
        return float(self.result.n_items) if math.isnan(self.n_items) else self.n_items


@dataclass(frozen=True, kw_only=True)
class GoalReport(Record):
    """A goal and how it stands: not met if any target is not, met if all are, else it is inconclusive.

    `paid` says that intervals are at a higher level, as several judges or rounds are held to the goal.
    """

    goal: Goal
    outcome: Outcome
    targets: tuple[TargetReport, ...]
    said: Message
    paid: Message | None = None

    @property
    def missing(self) -> tuple[TargetReport, ...]:
        """The targets that are not met, or not reliably."""
        return tuple(one for one in self.targets if one.outcome != "met")

    @property
    def items_needed(self) -> float | None:
        """How many items would settle every open target; None if none is open or nothing can be said."""
        counts = [one.items_needed for one in self.targets if one.outcome == "cannot-tell"]
        return None if not counts or None in counts else max(n for n in counts if n is not None)

    @property
    def on_the_line(self) -> bool:
        """Whether an open target is one that more items will hardly settle."""
        return any(one.on_the_line for one in self.targets)

    @property
    def would_be(self) -> Outcome:
        """What the goal would prove to be, were every value found the true one."""
        return "met" if all(one.by_value == "met" for one in self.targets) else "not-met"


@dataclass(frozen=True, kw_only=True)
class StagesReport(Record):
    """How far the stages were reached: the last one that is met with all before it, and the one after it.

    `reached_by_value` is the last one by the values found; `by_value` says so where it is another one.
    """

    stages: tuple[GoalReport, ...]
    reached: str | None
    next: str | None
    missing: tuple[TargetReport, ...]
    said: Message
    reached_by_value: str | None = None
    by_value: Message | None = None
    paid: Message | None = None


def _read_off(target: Target, found: Result) -> float:
    """The items that would settle a target, where no more than its result is known."""
    return items_to_settle(found, target.threshold)


def judge_goal(
    goal: Goal,
    measured: MeasureOf,
    ceiling: MeasureOf | None = None,
    floor: FloorOf | None = None,
    items: ItemsFor = _read_off,
) -> GoalReport:
    """Every target of a goal on what `measured` gives, and how many `items` would settle it.

    It is warned where `ceiling` would not meet a target, and marked where no skill (`floor`) would.
    """
    targets = tuple(_judged(target, measured, ceiling, floor, items) for target in goal.targets)
    outcomes = {one.outcome for one in targets}
    order: tuple[Outcome, ...] = ("not-met", "cannot-tell", "met")
    outcome = next(o for o in order if o in outcomes)
    facts: dict[str, Any] = {"name": goal.name}
    facts["missing"] = _names([one for one in targets if one.outcome == outcome])
    if outcome == "cannot-tell":
        by_value = all(one.by_value == "met" for one in targets)
        facts["found"] = fact(Message(f"goals.found-{'met' if by_value else 'not-met'}"))
    more = "-by-value" if outcome == "cannot-tell" else ""
    if outcome == "met" and all(one.mark is not None for one in targets):
        more = "-without-skill"
    return GoalReport(
        goal=goal, outcome=outcome, targets=targets, said=Message(f"goals.goal-{outcome}{more}", facts)
    )


def judge_stages(
    measured: MeasureOf,
    ceiling: MeasureOf | None = None,
    floor: FloorOf | None = None,
    items: ItemsFor = _read_off,
    stages: tuple[Goal, ...] = STAGES,
) -> StagesReport:
    """Which stage is reached now, which is next, and what is missing."""
    measured, ceiling = remembering(measured), None if ceiling is None else remembering(ceiling)
    floor = None if floor is None else remembering(floor)
    reports = tuple(judge_goal(goal, measured, ceiling, floor, items) for goal in stages)
    done = next((i for i, r in enumerate(reports) if r.outcome != "met"), len(reports))
    last = reports[done - 1].goal if done else None
    ahead = reports[done] if done < len(reports) else None
    missing = () if ahead is None else ahead.missing
    case = "no-stage" if last is None else "last-stage" if ahead is None else "stage"
    if ahead is not None:
        case += "-missed" if ahead.outcome == "not-met" else ""
    facts = {
        **({} if last is None else {"reached": last.name}),
        **({} if ahead is None else {"next": ahead.goal.name, "missing": _names(_open(ahead))}),
    }
    return StagesReport(
        stages=reports,
        reached=None if last is None else last.key,
        next=None if ahead is None else ahead.goal.key,
        missing=missing,
        said=Message(f"goals.{case}", facts),
        **_by_value(reports, done),
    )


def _by_value(reports: Sequence[GoalReport], done: int) -> dict[str, Any]:
    """The last stage whose values are all where they should be, with all before it."""
    found = next((i for i, r in enumerate(reports) if r.would_be != "met"), len(reports))
    last = reports[found - 1].goal if found else None
    if found == done or last is None:
        return {"reached_by_value": None if last is None else last.key}
    return {"reached_by_value": last.key, "by_value": Message("goals.stage-by-value", {"name": last.name})}


def _open(report: GoalReport) -> list[TargetReport]:
    """The targets that are reliably missed; where none is, those that are inconclusive."""
    missed = [one for one in report.targets if one.outcome == "not-met"]
    return missed or [one for one in report.targets if one.outcome == "cannot-tell"]


def _judged(
    target: Target,
    measured: MeasureOf,
    ceiling: MeasureOf | None,
    floor: FloorOf | None,
    items: ItemsFor,
) -> TargetReport:
    result = measured(target.measure, target.options, target.on)
    top = None if ceiling is None else ceiling(target.measure, target.options, target.on)
    outcome = _outcome(target, result)
    needed = items(target, result) if outcome == "cannot-tell" else math.nan
    beside = None if top is None or not top.defined else _beside(target, top)
    without = Floor() if floor is None else floor(target.measure, target.options, target.on)
    return TargetReport(
        target=target,
        result=result,
        outcome=outcome,
        said=_message(target, result, outcome, needed),
        items_needed=None if math.isnan(needed) else needed,
        ceiling=top,
        beside_ceiling=beside,
        warning=None if top is None or outcome == "met" else _warning(top, beside),
        by_value=_of_value(target, result),
        no_skill=without.level,
        mark=_mark(target, result, without),
    )


def _of_value(target: Target, result: Result) -> Outcome:
    """What the value found says by itself."""
    if not result.defined:
        return "cannot-tell"
    return "met" if target.satisfied(result.estimate) else "not-met"


def _mark(target: Target, result: Result, floor: Floor) -> Message | None:
    """That no skill is needed to meet the target, and by which answer."""
    if math.isnan(floor.level) or not target.satisfied(floor.level):
        return None
    facts: dict[str, Any] = {"x": [result.measure, floor.level]}
    constant = floor.constant is not None and same(floor.constant.estimate, floor.level)
    if not constant:
        return Message("goals.no-skill", facts)
    return Message("goals.no-skill-constant", facts | {"answer": floor.category})


def _outcome(target: Target, result: Result) -> Outcome:
    if of_constant_rater(result):
        return _of_value(target, result)
    if not result.defined or result.interval is None:
        return "cannot-tell"
    ends = [target.satisfied(end) for end in (result.interval.low, result.interval.high)]
    return "met" if all(ends) else "cannot-tell" if any(ends) else "not-met"


def _beside(target: Target, ceiling: Result) -> Beside:
    """Whether the ceiling would meet the target itself."""
    if target.satisfied(ceiling.estimate):
        return "within"
    return "surely-above" if _outcome(target, ceiling) == "not-met" else "above"


def _warning(ceiling: Result, beside: Beside | None) -> Message | None:
    if beside in (None, "within"):
        return None
    within = ceiling.interval
    amounts: dict[str, Any] = {"ceiling": [ceiling.measure, ceiling.estimate]}
    if within is not None:
        amounts |= {"low": [ceiling.measure, within.low], "high": [ceiling.measure, within.high]}
    return Message(f"goals.{beside}-ceiling", amounts)


def _message(target: Target, result: Result, outcome: Outcome, needed: float) -> Message:
    name = result.measure
    facts: dict[str, Any] = {
        "part": {lang: _on(target, lang) for lang in LANGUAGES},
        "m": [name, dict(target.options)],
        "bound": dict(topic("goals")[target.bound]),
        "goal": [name, target.threshold],
    }
    if not result.defined:
        why = reason(result)
        return Message("goals.undefined", {**facts, "why": {"code": why.code, "facts": dict(why.facts)}})
    facts["estimate"] = [name, result.estimate]
    facts["found"] = fact(Message(f"goals.value-{_of_value(target, result)}"))
    if of_constant_rater(result):
        return Message(f"goals.constant-{outcome}", facts)
    if result.interval is None:
        return Message("goals.no-interval-by-value", facts)
    facts |= {"low": [name, result.interval.low], "high": [name, result.interval.high]}
    if outcome != "cannot-tell":
        return Message(f"goals.{outcome}", facts)
    if math.isnan(needed):
        return Message("goals.open-by-value", facts)
    if too_many(needed, result.n_items):
        return Message(
            "goals.near-the-line-by-value" if math.isfinite(needed) else "goals.on-the-line-by-value", facts
        )
    facts |= {"needed": about(needed), "now": result.n_items}
    if result.se <= NO_SPREAD:
        return Message("goals.if-it-stays-so-by-value", facts)
    return Message(
        f"goals.would-be-{'met' if _of_value(target, result) == 'met' else 'missed'}-by-value", facts
    )


def _on(target: Target, language: Language) -> str:
    """The part of the items that a target is for, if it is not all of them."""
    return "".join(f"[{column_name(column, language)} = {value}] " for column, value in target.on.items())


def _names(reports: Any) -> dict[str, list[str]]:
    """What the measures are called inside a sentence, in each language."""
    names = [[one.result.measure, one.target.options] for one in reports]
    return {language: [_name(m, language) for m in names] for language in LANGUAGES}


def _name(measure: Sequence[Any], language: Language) -> str:
    """A measure's name; a title that names nobody begins with a small letter."""
    title = measure_name(measure, language, variant=True)
    named_after_nobody = is_share(measure[0]) or measure[0] in ("mean_absolute_error", "signed_bias")
    return title[0].lower() + title[1:] if named_after_nobody else title
