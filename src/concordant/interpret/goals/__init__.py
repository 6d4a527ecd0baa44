"""Goals as data, and whether they are met."""

from .evaluate import GoalReport, Outcome, StagesReport, TargetReport, about
from .goal import GOALS, STAGES, Goal, Target, read_goals
from .item_counts import in_items, items_for_target, n_items_of
from .items_needed import FAR, POWER, items_to_settle
from .questions import ONCE, Looks
from .stages import goal_of, held_to, stages_of

__all__ = [
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
    "held_to",
    "in_items",
    "items_for_target",
    "items_to_settle",
    "n_items_of",
    "read_goals",
    "stages_of",
]
