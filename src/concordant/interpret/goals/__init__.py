"""Goals as data, and whether they are met."""

from .evaluate import GoalReport, Outcome, StagesReport, TargetReport, about, judge_goal, questions_to
from .goal import GOALS, STAGES, Goal, read_goals
from .item_counts import in_items, items_for_target, n_items_of
from .items_needed import FAR, POWER
from .stages import goal_of, stages_of

__all__ = [
    "FAR",
    "GOALS",
    "POWER",
    "STAGES",
    "Goal",
    "GoalReport",
    "Outcome",
    "StagesReport",
    "TargetReport",
    "about",
    "goal_of",
    "in_items",
    "items_for_target",
    "judge_goal",
    "n_items_of",
    "questions_to",
    "read_goals",
    "stages_of",
]
