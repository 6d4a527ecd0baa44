"""Goals as data, and whether they are met."""

from .copied_judge import COPIED_GOAL, goal_of_copy, stages_of_copy
from .evaluate import GoalReport, Outcome, StagesReport, TargetReport, about
from .goal import GOALS, STAGES, Goal, Target, read_goals
from .item_counts import items_for_target
from .items_needed import FAR, POWER, items_to_settle
from .questions import ONCE, Looks
from .stages import goal_of, held_to, stages_of

__all__ = [
    "COPIED_GOAL",
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
