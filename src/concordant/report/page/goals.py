"""Goals: which stage is reached, what is next, and every target with its interval against the line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from ...interpret.goals import GoalReport, TargetReport
from ...interpret.study import ComparisonReport, StandInLine, stand_in_table
from ...language.message import Message
from .table import Cell, IntervalBar, ItemPart, PageTable, axis_of, page_table
from .text_helpers import PanelView


@dataclass(frozen=True)
class StageStep:
    """A stage: its name, whether it is reached, next or later, and whether its targets are met."""

    name: Any
    state: str
    outcome: str


@dataclass(frozen=True)
class Aim:
    """One target: what is said of it, its bar, and warnings: people fall short, or no skill is needed.

    `about` says which items it is judged on, for a surface that can list them at `href`.
    """

    message: Message
    outcome: str
    bar: IntervalBar | None
    warnings: tuple[Message, ...]
    about: ItemPart
    href: str = ""


@dataclass(frozen=True)
class GoalGroup:
    """A goal with its targets; the next one is open to begin with."""

    name: Any
    messages: tuple[Message, ...]
    outcome: str
    aims: tuple[Aim, ...]
    open: bool


@dataclass(frozen=True)
class GoalsView(PanelView):
    """Stages as steps, goals with their targets, and whether a judge may stand in for people."""

    sentences: tuple[Message, ...]
    steps: tuple[StageStep, ...]
    groups: tuple[GoalGroup, ...]
    stand_in: PageTable | None

    @property
    def gist(self) -> Message | None:
        """What is read before it is opened."""
        return next(iter(self.sentences), None)


def goals(one: ComparisonReport) -> GoalsView | None:
    """The goals of a comparison; None where there is nothing to reach."""
    if one.goal is None and one.stages is None and one.stand_in is None:
        return None
    stages = one.stages
    return GoalsView(
        sentences=() if stages is None else _known(stages.said, stages.by_value, stages.paid),
        steps=tuple(_steps(one)),
        groups=tuple(_groups(one)),
        stand_in=_stand_in(one),
    )


def _known(*messages: Message | None) -> tuple[Message, ...]:
    return tuple(message for message in messages if message is not None)


def _steps(one: ComparisonReport) -> Iterator[StageStep]:
    if one.stages is None:
        return
    reached = one.stages.reached is not None
    for report in one.stages.stages:
        if report.goal.key == one.stages.next:
            reached = False
            yield StageStep(dict(report.goal.name), "next", report.outcome)
        else:
            yield StageStep(dict(report.goal.name), "reached" if reached else "later", report.outcome)


def _groups(one: ComparisonReport) -> Iterator[GoalGroup]:
    if one.goal is not None:
        yield _group(one.goal, opened=True)
    if one.stages is not None:
        for report in one.stages.stages:
            if one.goal is not None and report.goal.key == one.goal.goal.key:
                continue  # it is the one above
            yield _group(report, opened=report.goal.key == one.stages.next and one.goal is None)


def _group(report: GoalReport, *, opened: bool) -> GoalGroup:
    aims = tuple(_aim(target) for target in report.targets)
    said = _known(report.said, report.paid)
    return GoalGroup(dict(report.goal.name), said, report.outcome, aims, opened)


def _aim(target: TargetReport) -> Aim:
    line = target.target.threshold
    bar = axis_of([target.result, target.ceiling], line).bar(target.result, line)
    about = ItemPart(slices=tuple((column, str(value)) for column, value in target.target.on.items()))
    return Aim(target.said, target.outcome, bar, _known(target.warning, target.mark), about)


def _stand_in(one: ComparisonReport) -> PageTable | None:
    """The alternative annotator test: whom the judge can stand in for."""
    test = one.stand_in
    if test is None or not test.people:
        return None

    def against(line: StandInLine, _: Any, cell: Cell) -> Cell:
        if line.person is None:
            return cell
        return replace(cell, about=ItemPart(raters=(line.person.person, test.judge)))

    declared = stand_in_table(test)
    about = dict.fromkeys(("n_items", "judge_wins", "person_wins"), against)
    return page_table(
        declared, None, *declared.notes, looks=about,
        row_kind=lambda line: "total" if line.person is None else "",
    )  # fmt: skip
