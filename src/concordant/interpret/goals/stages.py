"""Which goal a comparison meets, and which stage a judge has reached."""

from __future__ import annotations

from ..compare import Comparison
from .evaluate import Goal, GoalReport, StagesReport, judge_goal, judge_stages, questions_to


def goal_of(compared: Comparison, ceiling: Comparison | None, goal: Goal | None) -> GoalReport | None:
    """Whether a comparison meets a goal, where there is one; `ceiling` is what people reach themselves."""
    top = None if ceiling is None else questions_to(ceiling)
    return None if goal is None else judge_goal(goal, questions_to(compared), top)


def stages_of(compared: Comparison, ceiling: Comparison | None) -> StagesReport | None:
    """Which stage a judge has reached; None of what is no judge, or no scale with more than two grades."""
    graded = compared.ordered and compared.categorical and len(compared.ratings.labels) > 2
    if not (graded and _is_judge(compared)):
        return None
    return judge_stages(questions_to(compared), None if ceiling is None else questions_to(ceiling))


def _is_judge(compared: Comparison) -> bool:
    """Whether the one who is held against the reference is no person."""
    if compared.kind != "judge":
        return False
    return compared.items.rater_kinds[compared.items.place_of(compared.name)] != "human"
