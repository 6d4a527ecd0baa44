"""The gate as tables and as text: targets, what changed since the baseline, what could not be seen."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from ...interpret.audit_words import source_name
from ...interpret.compare import called
from ...interpret.gate import Gate, apart, gain_ends, q_words, since, watched, within
from ...interpret.goals import TargetReport, items_for_target
from ...interpret.notes import is_note
from ...interpret.rounds import Change, SliceChange, direction
from ...interpret.table import COUNT, ENDS, ESTIMATE, MEASURE, TEXT, WORDS, Column, ColumnKind, DeclaredTable
from ...interpret.table_cells import amount
from ...interpret.where import value_text
from ...language.message import Message
from ...language.render import LANGUAGES, Language, column_name, measure_name, topic
from ...language.text_table import NONE
from ...quote import one_line
from ...ratings.audit import WARNINGS
from ...result import Result
from ..shorten import shortened

#: What stands before a row: met, not met, open; lost, gained, neither, not defined.
SIGNS = {
    "met": "✔", "not-met": "✘", "cannot-tell": "?",
    "lost": "✘", "allowed": "✔", "chance": "✔", "gained": "✔", "unsure": "✔",
    "excluded": "✔", "not-excluded": "?", "undefined": "?", "incomplete": "?",
}  # fmt: skip
#: What a state is called in the words of the gate.
_CALLED = {"unsure": "no-loss", "incomplete": "cannot-tell"}


def word(state: str) -> Message:
    """An outcome or a state in words."""
    return Message(f"gate.word-{_CALLED.get(state, state)}")


def checked(gate: Gate, lang: Language) -> tuple[str, ...]:
    """What was checked: the source of the data, and of several rounds the one."""
    return tuple(name for name in (source_name(gate.source, lang), gate.round) if name)


def beside_tables(gate: Gate) -> tuple[Message, ...]:
    """The sentences without those that say no more than a row of the targets."""
    return tuple(message for message in gate.sentences if _code_of(message) != "goals.not-met")


def _code_of(message: Message) -> str:
    """The code of a sentence, whoever it is about."""
    return str(message.facts["said"]["code"]) if message.code == "gate.of" else message.code


@dataclass(frozen=True)
class _Target:
    """A target of a comparison, and how many items it rests on."""

    name: str
    one: TargetReport
    n: float


def targets_table(gate: Gate) -> DeclaredTable | None:
    """Every target of every comparison."""
    rows = tuple(
        _Target(name, one, n)
        for name, report in gate.goals.items()
        for one, n in zip(report.targets, gate.items[name], strict=True)
    )
    columns = (
        Column("state", _head("state"), _STATE, lambda row: row.one.outcome, TEXT),
        Column("who", _head("who"), WORDS, lambda row: _who(gate, row.name), TEXT),
        Column("measure", _head("measure"), WORDS, lambda row: _in_each(target_name, row.one), TEXT),
        Column("goal", _head("goal"), WORDS, lambda row: bound_message(row.one), TEXT),
        Column("found", _head("found"), ESTIMATE, lambda row: row.one.result, TEXT),
        Column("by_value", _head("by-value"), WORDS, lambda row: word(row.one.by_value), TEXT),
        Column("interval", _head("interval"), ENDS, lambda row: row.one.result, TEXT),
        Column("no_skill", _head("no-skill"), WORDS, lambda row: _no_skill(row.one), TEXT),
        Column("items", _head("items"), COUNT, lambda row: row.n, TEXT),
        Column("needed", _head("needed"), COUNT, lambda row: items_for_target(row.one, row.n), TEXT),
    )
    return DeclaredTable("targets", Message("gate.targets"), columns, rows) if rows else None


def _no_skill(one: TargetReport) -> Any:
    """What no skill would reach, and a sign where that meets the target."""
    measure = one.result.measure
    if one.mark is None:
        return amount(measure, one.no_skill)
    return Message("gate.no-skill-meets", {"x": [measure, one.no_skill]})


@dataclass(frozen=True)
class _ChangedRow:
    """What became of a comparison or of a slice of it; a state where it is judged by."""

    name: str
    part: Any
    state: str | None
    measure: tuple[str, Any]
    first: Result
    second: Result
    difference: Result
    n: float
    q: str = NONE


def changes_table(gate: Gate) -> DeclaredTable | None:
    """The whole of every comparison since the baseline, and the slices that lost or gained."""
    rows = [row for one in gate.changes for row in _whole(gate, one)]
    rows += [_slice(name, one) for name, one in gate.every_slice if one.lost or one.gained]
    columns = (
        Column("state", _head("state"), _STATE, lambda row: row.state, TEXT),
        Column("who", _head("who"), WORDS, lambda row: _who(gate, row.name), TEXT),
        Column("part", _head("part"), WORDS, lambda row: row.part, TEXT),
        Column("measure", _head("measure"), MEASURE, lambda row: row.measure, TEXT),
        Column("before", _head("before"), ESTIMATE, lambda row: row.first, TEXT),
        Column("now", _head("now"), ESTIMATE, lambda row: row.second, TEXT),
        Column("change", _head("change"), WORDS, _apart, TEXT),
        Column("interval", _head("interval"), WORDS, _around, TEXT),
        Column("items", _head("items"), COUNT, lambda row: row.n, TEXT),
        Column("q", _head("q"), WORDS, lambda row: row.q, TEXT),
    )
    title = Message("gate.since", {"baseline": since(gate)})
    return DeclaredTable("changes", title, columns, tuple(rows)) if rows else None


def _head(name: str) -> Message:
    return Message(f"gate.head-{name}")


def _in_each(text_of: Callable[..., str], *facts: Any) -> dict[str, str]:
    return {lang: text_of(*facts, lang) for lang in LANGUAGES}


def bound_message(one: TargetReport) -> Message:
    """Where a target wants the measure to be: at least 75%."""
    bound = dict(topic("goals")[one.target.bound])
    return Message("gate.bound", {"bound": bound, "goal": [one.result.measure, one.target.threshold]})


def target_name(one: TargetReport, lang: Language) -> str:
    """The measure, and the part of the items that it is for."""
    part = ", ".join(f"{column_name(c, lang)} = {value}" for c, value in one.target.on.items())
    name = measure_name([one.result.measure, one.target.options], lang, variant=True)
    return f"{name} [{part}]" if part else name


def _whole(gate: Gate, change: Change) -> Iterator[_ChangedRow]:
    """What is judged, and the main measure beside it."""
    judged = watched(change)
    n = change.n_common if change.paired else change.n_second
    for one in (judged, *([] if change.main is judged else [change.main])):
        state = gate.state(change) if one is judged else None
        measure, results = (one.measure, one.options), (one.first, one.second, one.difference)
        yield _ChangedRow(change.name, Message("gate.all-items"), state, measure, *results, n)


def _slice(name: str, one: SliceChange) -> _ChangedRow:
    part, results = _in_each(slice_name, one), (one.first, one.second, one.difference)
    q = q_words(one).removeprefix("= ")
    return _ChangedRow(name, part, slice_state(one), (one.measure, {}), *results, one.n, q)


def slice_state(one: SliceChange) -> str:
    """What became of a slice."""
    if not one.difference.defined:
        return "undefined"
    return "lost" if one.lost else "gained" if one.gained else "unsure"


def slice_name(one: SliceChange, lang: Language) -> str:
    """A slice by its column and value."""
    return f"{column_name(one.column, lang)} = {value_text(one.value, lang)}"


def _apart(row: _ChangedRow) -> Any:
    """How far it changed, with its sign: more is better."""
    measure, change = row.measure[0], row.difference.estimate
    return None if math.isnan(change) else _fact_cell(apart(measure, direction(measure) * change, sign=True))


def _around(row: _ChangedRow) -> Any:
    measure, difference = row.measure[0], row.difference
    around = None if difference.interval is None else gain_ends(difference, measure)
    return None if around is None else _fact_cell(within(measure, *around, sign=True))


def _fact_cell(fact: Any) -> Any:
    """A fact as a cell: a sentence, or a word in each language."""
    return Message(fact["code"], fact["facts"]) if "code" in fact else fact


def _who(gate: Gate, name: str) -> Any:
    """Named only where several are judged."""
    if len(gate.judged) == 1:
        return NONE
    return _in_each(comparison_name, gate, name)


def comparison_name(gate: Gate, name: str, lang: Language) -> str:
    """What a comparison is called."""
    name_parts = called(name, gate.judged[name])
    return name_parts if isinstance(name_parts, str) else str(name_parts[lang])


#: A state with its sign before it.
_STATE = ColumnKind(lambda state: {lang: f"{SIGNS[state]} {word(state).text(lang)}" for lang in LANGUAGES})


#: What the text begins with, whatever the language: by it a file is known to be ours.
TITLE = "concordant check · "


def to_text(
    gate: Gate, lang: Language = "en", fit: Callable[[str], str] = str, places: int | None = None
) -> str:
    """All of it; sentences through `fit`, tables no wider than so many places where that is possible."""
    return "\n".join(_lines(shortened(gate), lang, fit, places)) + "\n"


def to_summary(gate: Gate, lang: Language = "en") -> str:
    """The sentences alone, for the message of a failed assertion."""
    first, *others = (one_line(message.text(lang)) for message in shortened(gate).sentences)
    return "\n".join([first, *(f"  {line}" for line in others)])


def _lines(gate: Gate, lang: Language, fit: Callable[[str], str], places: int | None) -> Iterator[str]:
    first, *rest = beside_tables(gate)
    yield fit(one_line(TITLE + " · ".join(checked(gate, lang))))
    yield fit(f"{SIGNS[gate.outcome]} {one_line(first.text(lang))}")
    warnings = [said for said in rest if is_note(said, WARNINGS)]
    others = [one_line(said.text(lang)) for said in rest if said not in warnings]
    yield from (fit(f"  {one_line(said.text(lang))}") for said in warnings)
    for table in (targets_table(gate), changes_table(gate)):
        if table is not None:
            yield ""
            yield one_line(table.title.text(lang))
            yield from table.in_words().lines(lang, places)
    if others:
        yield ""
        yield from (fit(f"  {line}") for line in others)
