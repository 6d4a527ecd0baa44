"""Which goal a comparison meets, which stage a judge has reached, and goals of a copied judge."""

from __future__ import annotations

import math
from dataclasses import replace

from ...inference.items_needed import about
from ...language.message import Message
from ..compare import Comparison, n_usable
from .evaluate import Goal, GoalReport, StagesReport, TargetReport, judge_goal, judge_stages
from .questions import ONCE, Looks, floors_of, items_of, questions_to, questions_to_people

#: What a goal of a copy says.
COPIED_GOAL = "goals.goal-copied"
#: What the stages of a copy say.
COPIED_STAGES = "goals.stages-copied"


def goal_of(
    compared: Comparison, ceiling: Comparison | None, goal: Goal | None, looks: Looks = ONCE
) -> GoalReport | None:
    """Whether a comparison meets a goal, where there is one; `ceiling` is what people reach themselves."""
    return None if goal is None else held_to(goal, compared, ceiling, looks)


def held_to(goal: Goal, compared: Comparison, ceiling: Comparison | None, looks: Looks = ONCE) -> GoalReport:
    """Whether a comparison meets a goal."""
    top = None if ceiling is None else questions_to_people(ceiling)
    report = judge_goal(goal, questions_to(compared, looks), top, floors_of(compared), items_of(compared))
    return replace(in_items(report, compared), paid=paid(looks, compared.plan.level))


def stages_of(compared: Comparison, ceiling: Comparison | None, looks: Looks = ONCE) -> StagesReport | None:
    """Which stage a judge has reached; None of what is no judge, or no scale with more than two grades."""
    graded = compared.ordered and compared.categorical and len(compared.ratings.labels) > 2
    if not (graded and _is_judge(compared)):
        return None
    top = None if ceiling is None else questions_to_people(ceiling)
    report = judge_stages(questions_to(compared, looks), top, floors_of(compared), items_of(compared))
    stages = tuple(in_items(stage, compared) for stage in report.stages)
    ahead = next((stage.missing for stage in stages if stage.goal.key == report.next), ())
    return replace(report, stages=stages, missing=ahead, paid=paid(looks, compared.plan.level))


def paid(looks: Looks, level: float) -> Message | None:
    """That intervals are at a higher level, since several judges or rounds are held to the goal."""
    own = looks.level(level)
    facts = {"judges": looks.judges, "look": looks.look, "now": 100 * own, "level": 100 * level}
    if looks.look is not None and looks.judges > 1:
        return Message("goals.paid-both", facts)
    if looks.judges > 1:
        return Message("goals.paid-judges", {name: facts[name] for name in ("judges", "now", "level")})
    if looks.look is not None:
        return Message("goals.paid-looks", {name: facts[name] for name in ("look", "now", "level")})
    return None


def _is_judge(compared: Comparison) -> bool:
    """Whether the one who is compared with the reference is no person."""
    if compared.kind != "judge":
        return False
    return compared.items.rater_kinds[compared.items.place_of(compared.name)] != "human"


def items_for_target(target: TargetReport, n: float) -> float | None:
    """About how many items would settle a target that rests on so many; None where nothing can be said."""
    if target.items_needed is None or target.on_the_line:
        return None
    return about(target.items_needed * n / max(target.items, 1))


def in_items(report: GoalReport, one: Comparison) -> GoalReport:
    """The report with items needed counted in items, as `study`, `report` and `check` show them."""
    return replace(report, targets=tuple(_in_items(target, one) for target in report.targets))


def _in_items(target: TargetReport, one: Comparison) -> TargetReport:
    n = _n_items(target, one)
    if n == target.items:
        return target
    needed = None if target.items_needed is None else _items_of(target, n)
    counted = replace(target, n_items=n, items_needed=needed)
    facts = target.said.facts
    if "needed" not in facts:
        return counted
    shown = {**facts, "needed": items_for_target(counted, n), "now": n}
    return replace(counted, said=Message(target.said.code, shown))


def _items_of(target: TargetReport, n: float) -> float | None:
    """The items needed where ratings were counted: as many more items as ratings, rounded up."""
    needed = target.items_needed
    if needed is None or math.isinf(needed):
        return needed
    return float(math.ceil(needed * n / max(target.items, 1)))


def _n_items(target: TargetReport, one: Comparison) -> float:
    """How many items a target rests on."""
    own, on = one.source, target.target.on
    if own.dimension is None and own.repeat is None:
        return target.items
    return n_usable(replace(one, source=own.where(**on)) if on else one)


def goal_of_copy(report: GoalReport, judge: str, person: str) -> GoalReport:
    """The goal, met or not by its numbers, as an inconclusive one."""
    facts = {"name": report.goal.name, "judge": judge, "person": person}
    return replace(report, outcome="cannot-tell", said=Message(COPIED_GOAL, facts))


def stages_of_copy(report: StagesReport, judge: str, person: str) -> StagesReport:
    """The stages without one that is reached."""
    stages = tuple(goal_of_copy(one, judge, person) for one in report.stages)
    first = stages[0]
    said = Message(COPIED_STAGES, {"judge": judge, "person": person})
    return replace(
        report, stages=stages, reached=None, next=first.goal.key, missing=first.missing, said=said,
        reached_by_value=None, by_value=None,
    )  # fmt: skip
