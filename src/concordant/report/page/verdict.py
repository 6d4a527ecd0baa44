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
    next_messages,
    read_as,
    reading_warnings,
    rubric_messages,
)
from ...language.message import Message
from .findings import FindingRow, findings_view
from .measures import MeasureRow, goal_rows, is_lowest, level_of_goals, main_row
from .names import whose
from .progress import call_of


@dataclass(frozen=True)
class Chip:
    """A verdict in a few words: `state` is met, not-met, cannot-tell or word."""

    state: str
    message: Message


@dataclass(frozen=True)
class VerdictView:
    """What is seen first of a comparison.

    `doubts` come before all else; `word` is the verdict in a word or two, with its `state`, and `chips` say
    what it is about; `number` is the main measure, `aims` are others that the goal asks for, judged at
    `aims_level` where several judges or rounds are held to it;
    `sentence` is the one to read, `limits` those of agreement where there are, `more` the other sentences.
    `first` is the finding to fix first, `then` what to do where there is none. `read_as` is what the data
    were taken for, and `columns` which column has which role.
    """

    doubts: tuple[Message, ...]
    word: Any
    state: str
    about: Any
    chips: tuple[Chip, ...]
    number: MeasureRow | None
    aims: tuple[MeasureRow, ...]
    aims_level: Message | None
    sentence: Message | None
    limits: tuple[Message, ...]
    more: tuple[Message, ...]
    first: FindingRow | None
    then: tuple[Message, ...]
    read_as: Message
    columns: tuple[Message, ...]


def verdict(study: Study, one: ComparisonReport | None = None, at: str = "") -> VerdictView:
    """The first panel of a comparison, that of the study's main one unless another is given."""
    one = study.main if one is None else one
    doubts = tuple(doubt_messages(study))
    found = () if one is None else tuple(chips(one))
    view = None if one is None else findings_view(study, one, at)
    serious = () if view is None else view.rows
    then = tuple(next_messages(study)) if one is study.main else ()
    said = [m for m in _sentences(study, one, doubts) if not _counts_others(m, len(serious))]
    sentences = [message for message in said if message not in then]
    state, word = _word_of(doubts, found, one)
    return VerdictView(
        doubts=doubts,
        word=word,
        state=state,
        about=whose(study, one),
        chips=found,
        number=None if one is None else main_row(one),
        aims=() if one is None else goal_rows(one),
        aims_level=None if one is None else level_of_goals(one),
        sentence=next(iter(sentences), None),
        limits=tuple(message for message in sentences[1:] if message.code in _LIMITS),
        more=tuple(message for message in sentences[1:] if message.code not in _LIMITS),
        first=next(iter(serious), None),
        then=then,
        read_as=read_as(study),
        columns=tuple(message for message in study.audit if message.code == "audit.columns"),
    )


#: How far two measurements of an item lie apart, which no coefficient says.
_LIMITS = ("study.measure-limits", "study.measure-limits-bare")


def doubt_messages(study: Study) -> Iterator[Message]:
    """What a reader must know before any number."""
    yield from reading_warnings(study)
    for doubt in study.scale_doubts:
        if doubt.code in SERIOUS:
            yield from doubt.sentences


def _sentences(study: Study, one: ComparisonReport | None, doubts: tuple[Message, ...]) -> Iterator[Message]:
    """The rubric where it is the problem, then the comparison, and with the main one the study."""
    rubric = list(rubric_messages(study))
    yield from rubric
    yield from () if one is None else first_of(one)
    if one is study.main:
        known = [message for c in study.comparisons for message in first_of(c)]
        known += [*doubts, *rubric, read_as(study)]
        for section in glance(study)[:1]:
            yield from (message for message in section.sentences if message not in known)


def _counts_others(message: Message, own: int) -> bool:
    """Whether it announces findings that are on the page of another judge."""
    return message.code.startswith("study.found") and message.facts.get("n") != own


def _word_of(
    doubts: tuple[Message, ...], found: tuple[Chip, ...], one: ComparisonReport | None
) -> tuple[str, Any]:
    """The state of the verdict and its word: a doubt goes before a goal, a goal before a scale."""
    if doubts:
        return "doubt", Message("page.word-doubt")
    if not found or one is None:
        return "none", None
    state = found[0].state
    if state != "word":
        return state, Message(f"page.word-{state}")
    limit = one.main.verdicts[0].limit if one.main.verdicts else None
    return state, None if limit is None else Message("page.word-scale", {"word": dict(limit.words)})


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
