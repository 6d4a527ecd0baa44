"""Goals as data, and whether they are met."""

from ...inference.items_needed import FAR, POWER, about
from .evaluate import GoalReport, Outcome, StagesReport, TargetReport
from .goal import BOUNDS, GOALS, STAGES, Goal, Target, read_goals
from .questions import ONCE, Looks, items_to_settle
from .stages import (
    COPIED_GOAL,
    COPIED_STAGES,
    goal_of,
    goal_of_copy,
    held_to,
    items_for_target,
    stages_of,
    stages_of_copy,
)

__all__ = [
    "BOUNDS",
    "COPIED_GOAL",
    "COPIED_STAGES",
    "FAR",
    "GOALS",
    "ONCE",
    "POWER",
    "STAGES",
    "Goal",
    "GoalReport",
    "Looks",
    "Outcome",
    "StagesReport",
    "Target",
    "TargetReport",
    "about",
    "goal_of",
    "goal_of_copy",
    "held_to",
    "items_for_target",
    "items_to_settle",
    "read_goals",
    "stages_of",
    "stages_of_copy",
]
