"""What to rate next where a verdict is inconclusive: items that people have not rated, or disputed ones."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from ....interpret.goals import GoalReport
from ....interpret.study import ComparisonReport, Study
from ....ratings.ratings import Ratings
from ....report.page.verdict import verdict
from .choose_queue_items import unrated_items

Step = Literal["new", "add", "near", "unknown"]


@dataclass(frozen=True)
class NextStep:
    """What would settle a goal, and how many items that takes.

    `step` is "new" (items of the round that people have yet to rate), "add" (items that the round does not
    have), or that disputed items should be decided: the estimate is too near the goal for more items to help
    ("near"), or the number of items that would help is unknown ("unknown").
    """

    step: Step
    n: int


def next_step(study: Study, one: ComparisonReport | None, ratings: Ratings) -> NextStep | None:
    """The next step where the verdict on a comparison is inconclusive; None where it is not."""
    report = None if one is None else _open_goal(one)
    if report is None or verdict(study, one).state != "cannot-tell":
        return None
    every, unrated = unrated_items(ratings)
    disputed = int(np.count_nonzero(every.spread > 0))
    if disputed and report.items_needed is None:
        return NextStep("unknown", disputed)
    if disputed and report.on_the_line:
        return NextStep("near", disputed)
    missing = _missing_items(report, len(every.names) - len(unrated))
    if not len(unrated):
        return NextStep("add", missing)
    return NextStep("new", min(missing or len(unrated), len(unrated)))


def _open_goal(one: ComparisonReport) -> GoalReport | None:
    """The goal that the verdict is about: the one that was set, or the stage that comes next."""
    if one.goal is not None:
        return one.goal
    stages = () if one.stages is None else one.stages.stages
    return next((stage for stage in stages if one.stages and stage.goal.key == one.stages.next), None)


def _missing_items(report: GoalReport, rated: int) -> int:
    """How many more items are needed, as a share of those that are rated; 0 where nothing can be said."""
    growth = [
        target.items_needed / target.items
        for target in report.targets
        if target.outcome == "cannot-tell" and target.items_needed is not None and target.items > 0
    ]
    most = max(growth, default=1.0)
    return max(math.ceil(rated * (most - 1)), 0) if math.isfinite(most) else 0
