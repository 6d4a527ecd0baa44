"""Whether a round meets its goal, and which targets it misses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...interpret.compare.comparison import called
from ...interpret.goals.goal import GOALS
from ...interpret.study.comparison_report import ComparisonReport
from ...interpret.study.study import Study
from ...language.message import Message, fact
from .pages import word


def goals_said(study: Study) -> Iterator[Message]:
    """How the goal stands for every judge (without judges, for all), with the targets that are not met."""
    judged = _judged(study.comparisons)
    for one in judged:
        if one.goal is not None:
            said = (one.goal.said, *(target.said for target in one.goal.missing))
            yield from (_of(one, each) for each in said) if len(judged) > 1 else said


def _judged(comparisons: Sequence[ComparisonReport]) -> list[ComparisonReport]:
    with_goal = [one for one in comparisons if one.goal is not None]
    return [one for one in with_goal if one.kind == "judge"] or with_goal


def _of(one: ComparisonReport, said: Message) -> Message:
    return word("of", name=called(one.name, one.kind), said=fact(said))


def as_typed(goal: Mapping[str, Any] | None) -> str | Mapping[str, str]:
    """What is typed for a goal: the key of one that comes along, else a place for the reader's own file."""
    if goal is not None and goal["key"] in {one.key for one in GOALS}:
        return str(goal["key"])
    return {"en": "GOAL", "zh": "目标"}
