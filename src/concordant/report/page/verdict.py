"""What is seen first: one sentence, whether the goal is met, and what the data were taken for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ...interpret.goals import GoalReport, StagesReport, about
from ...interpret.study import (
    SERIOUS,
    ComparisonReport,
    Study,
    first_of,
    glance,
    read_as,
    reading_warnings,
    rubric_messages,
)
from ...language.message import Message
from .names import whose
from .progress import call_of
from .tiles import is_lowest


@dataclass(frozen=True)
class Chip:
    """A verdict in a few words: `state` is met, not-met, cannot-tell or word."""

    state: str
    message: Message


@dataclass(frozen=True)
class VerdictView:
    """`doubts` come before all else; `sentence` is the one to read; `more` stands below it.

    `about` names what the chips are about where several are compared.
    `others` is the first sentence of every other judge, `read_as` what the data were taken for, and `columns`
    which column has which role.
    """

    doubts: tuple[Message, ...]
    sentence: Message | None
    about: Any
    chips: tuple[Chip, ...]
    more: tuple[Message, ...]
    others: tuple[Message, ...]
    read_as: Message
    columns: tuple[Message, ...]


def verdict(study: Study) -> VerdictView:
    """The first panel of a study."""
    main, read = study.main, read_as(study)
    doubts = [
        *reading_warnings(study),
        *(message for doubt in study.scale_doubts if doubt.code in SERIOUS for message in doubt.sentences),
    ]
    own = [] if main is None else list(first_of(main))
    rubric = list(rubric_messages(study))
    told = [message for one in study.comparisons for message in first_of(one)] + [*doubts, *rubric, read]
    rest = [message for section in glance(study)[:1] for message in section.sentences if message not in told]
    sentences = [*rubric, *own, *rest]
    return VerdictView(
        doubts=tuple(doubts),
        sentence=next(iter(sentences), None),
        about=whose(study, main),
        chips=() if main is None else tuple(chips(main)),
        more=tuple(sentences[1:]),
        others=tuple(_others(study)),
        read_as=read,
        columns=tuple(message for message in study.audit if message.code == "audit.columns"),
    )


def _others(study: Study) -> Iterator[Message]:
    for one in study.comparisons:
        if one.kind == "judge" and one is not study.main:
            yield from one.headline[:1]


def chips(one: ComparisonReport) -> Iterator[Chip]:
    """The goal that was asked for, else the stages, else the word that the interval supports, and rounds."""
    if one.goal is not None:
        yield from _goal(one.goal, "goal")
    elif one.stages is not None:
        yield from _stages(one.stages)
    else:
        yield _word(one)
    call = None if one.progress is None else call_of(one.progress)
    if call is not None:
        yield Chip(*call)


def _goal(report: GoalReport, kind: str) -> Iterator[Chip]:
    yield Chip(report.outcome, _message(f"{kind}-{report.outcome}", name=dict(report.goal.name)))
    needed = report.items_needed
    if report.outcome != "cannot-tell" or needed is None:
        return
    if report.on_the_line:
        yield Chip("needed", _message("near-the-line"))
    else:
        yield Chip("needed", _message(f"needed-{report.would_be}", n=about(needed)))


def _stages(report: StagesReport) -> Iterator[Chip]:
    known = {stage.goal.key: stage for stage in report.stages}
    if report.reached is not None:
        yield Chip("met", _message("reached", name=dict(known[report.reached].goal.name)))
    if report.next is not None:
        yield from _goal(known[report.next], "first" if report.reached is None else "stage")


def _word(one: ComparisonReport) -> Chip:
    main = one.main
    facts: dict[str, Any] = {"m": [main.measure, dict(main.options)]}
    if not main.result.defined:
        return Chip("cannot-tell", _message("undefined", **facts))
    facts["x"] = [main.measure, main.result.estimate]
    limit = main.verdicts[0].limit if main.verdicts else None
    if limit is None:
        return Chip("word", _message("number", **facts))
    key = "lowest" if is_lowest(main.verdicts[0]) else "word"
    return Chip("word", _message(key, **facts, word=dict(limit.words)))


def _message(key: str, **facts: Any) -> Message:
    return Message(f"page.chip-{key}", facts)
