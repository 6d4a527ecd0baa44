"""How many items, raters, repeats and labels a question takes, and which items to rate next."""

from .from_data import plan_from_ratings, plan_from_study
from .kinds import KINDS
from .make_plan import Cost
from .next_tasks import TaskList, What, next_tasks
from .sample_plan import SamplePlan

__all__ = [
    "KINDS",
    "Cost",
    "SamplePlan",
    "TaskList",
    "What",
    "next_tasks",
    "plan_from_ratings",
    "plan_from_study",
]
