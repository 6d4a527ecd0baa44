"""Which goal a comparison meets, and which stage a judge has reached."""

from __future__ import annotations

from dataclasses import replace

from ...language.message import Message
from ..compare import Comparison
from .evaluate import Goal, GoalReport, StagesReport, judge_goal, judge_stages
from .item_counts import in_items
from .questions import ONCE, Looks, floors_of, questions_to, questions_to_people


def goal_of(
    compared: Comparison, ceiling: Comparison | None, goal: Goal | None, looks: Looks = ONCE
) -> GoalReport | None:
    """Whether a comparison meets a goal, where there is one; `ceiling` is what people reach themselves."""
    return None if goal is None else held_to(goal, compared, ceiling, looks)


def held_to(goal: Goal, compared: Comparison, ceiling: Comparison | None, looks: Looks = ONCE) -> GoalReport:
    """Whether a comparison meets a goal."""
    top = None if ceiling is None else questions_to_people(ceiling)
    report = judge_goal(goal, questions_to(compared, looks), top, floors_of(compared))
    return replace(in_items(report, compared), paid=paid(looks, compared.plan.level))


def stages_of(compared: Comparison, ceiling: Comparison | None, looks: Looks = ONCE) -> StagesReport | None:
    """Which stage a judge has reached; None of what is no judge, or no scale with more than two grades."""
    graded = compared.ordered and compared.categorical and len(compared.ratings.labels) > 2
    if not (graded and _is_judge(compared)):
        return None
    top = None if ceiling is None else questions_to_people(ceiling)
    report = judge_stages(questions_to(compared, looks), top, floors_of(compared))
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
    """Whether the one who is held against the reference is no person."""
    if compared.kind != "judge":
        return False
    return compared.items.rater_kinds[compared.items.place_of(compared.name)] != "human"
