"""Goals of a judge whose ratings look like a copy of the reference: no number shows then that one is met."""

from __future__ import annotations

from dataclasses import replace

from ...language.message import Message
from .evaluate import GoalReport, StagesReport

#: What a goal of a copy says.
COPIED_GOAL = "goals.goal-copied"


def goal_of_copy(report: GoalReport, judge: str, person: str) -> GoalReport:
    """The goal, met or not by its numbers, as one that cannot be told."""
    facts = {"name": report.goal.name, "judge": judge, "person": person}
    return replace(report, outcome="cannot-tell", said=Message(COPIED_GOAL, facts))


def stages_of_copy(report: StagesReport, judge: str, person: str) -> StagesReport:
    """The stages without one that is reached."""
    stages = tuple(goal_of_copy(one, judge, person) for one in report.stages)
    first = stages[0]
    said = Message("goals.stages-copied", {"judge": judge, "person": person})
    return replace(
        report, stages=stages, reached=None, next=first.goal.key, missing=first.missing, said=said,
        reached_by_value=None, by_value=None,
    )  # fmt: skip
