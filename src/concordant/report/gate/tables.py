"""The gate as tables and as text: targets, what changed since the baseline, what could not be seen."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

from ...interpret.compare.comparison import called
from ...interpret.gate.baseline_change import gain_ends, watched
from ...interpret.gate.gate import Gate
from ...interpret.gate.words import apart, q_words, since, within
from ...interpret.goals.evaluate import TargetReport
from ...interpret.goals.item_counts import items_needed
from ...interpret.rounds.change import Change
from ...interpret.rounds.gain import direction
from ...interpret.rounds.slice_changes import SliceChange
from ...interpret.study.audit_words import source_name
from ...interpret.where.items import said_value
from ...language.message import Message
from ...language.render import LANGUAGES, Language, column_name, measure_name, topic
from ...language.text_table import NONE, TextTable, shown
from ...quote import one_line
from ...result import Result
from ..shorten import shortened

#: What stands before a row: met, not met, open; lost, gained, neither, not defined.
SIGNS = {
    "met": "✔", "not-met": "✘", "cannot-tell": "?",
    "lost": "✘", "allowed": "✔", "chance": "✔", "gained": "✔", "unsure": "✔",
    "undefined": "?", "incomplete": "?",
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
    return tuple(said for said in gate.sentences if _told(said) != "goals.not-met")


def _told(said: Message) -> str:
    """The code of a sentence, whoever it is about."""
    return str(said.facts["said"]["code"]) if said.code == "gate.of" else said.code


def targets_table(gate: Gate) -> TextTable | None:
    """Every target of every comparison."""
    rows = [
        _target(gate, name, one, n)
        for name, report in gate.goals.items()
        for one, n in zip(report.targets, gate.items[name], strict=True)
    ]
    heads = ("state", "who", "measure", "goal", "found", "interval", "items", "needed")
    return None if not rows else shown(Message("gate.targets"), _heads(heads), rows)


def changes_table(gate: Gate) -> TextTable | None:
    """The whole of every comparison since the baseline, and the slices that lost or gained."""
    rows = [row for one in gate.changes for row in _whole(gate, one)]
    rows += [_slice(gate, name, one) for name, one in gate.every_slice if one.lost or one.gained]
    heads = ("state", "who", "part", "measure", "before", "now", "change", "interval", "items", "q")
    return None if not rows else shown(Message("gate.since", {"baseline": since(gate)}), _heads(heads), rows)


def _heads(names: tuple[str, ...]) -> tuple[Message, ...]:
    return tuple(Message(f"gate.head-{name}") for name in names)


def _target(gate: Gate, name: str, one: TargetReport, n: float) -> tuple[Any, ...]:
    needed = items_needed(one, n)
    return (
        signed(one.outcome, word(one.outcome)),
        _who(gate, name),
        {lang: target_name(one, lang) for lang in LANGUAGES},
        bound_said(one),
        _amount(one.result),
        ends(one.result),
        Message("shown.count", {"n": n}),
        NONE if needed is None else Message("shown.count", {"n": needed}),
    )


def bound_said(one: TargetReport) -> Message:
    """Where a target wants the measure to be: at least 75%."""
    bound = dict(topic("goals")[one.target.bound])
    return Message("gate.bound", {"bound": bound, "goal": [one.result.measure, one.target.threshold]})


def target_name(one: TargetReport, lang: Language) -> str:
    """The measure, and the part of the items that it is for."""
    part = ", ".join(f"{column_name(c, lang)} = {value}" for c, value in one.target.on.items())
    name = measure_name([one.result.measure, one.target.options], lang, variant=True)
    return f"{name} [{part}]" if part else name


def _whole(gate: Gate, change: Change) -> Iterator[tuple[Any, ...]]:
    """What is judged, and the main measure beside it."""
    judged, state = watched(change), gate.state(change)
    for one in (judged, *([] if change.main is judged else [change.main])):
        yield (
            signed(state, word(state)) if one is judged else NONE,
            _who(gate, change.name),
            Message("gate.all-items"),
            *_measured(one.measure, one.options, one.first, one.second, one.difference),
            Message("shown.count", {"n": change.n_common if change.paired else change.n_second}),
            NONE,
        )


def _slice(gate: Gate, name: str, one: SliceChange) -> tuple[Any, ...]:
    state = slice_state(one)
    return (
        signed(state, word(state)),
        _who(gate, name),
        {lang: slice_name(one, lang) for lang in LANGUAGES},
        *_measured(one.measure, {}, one.first, one.second, one.difference),
        Message("shown.count", {"n": one.n}),
        q_words(one).removeprefix("= "),
    )


def slice_state(one: SliceChange) -> str:
    """What became of a slice."""
    if not one.difference.defined:
        return "undefined"
    return "lost" if one.lost else "gained" if one.gained else "unsure"


def slice_name(one: SliceChange, lang: Language) -> str:
    """A slice by its column and value."""
    return f"{column_name(one.column, lang)} = {said_value(one.value, lang)}"


def _measured(measure: str, options: Any, first: Result, second: Result, difference: Result) -> Iterator[Any]:
    yield Message("shown.measure", {"m": [measure, dict(options)]})
    yield _amount(first)
    yield _amount(second)
    yield _apart(measure, difference.estimate)
    around = None if difference.interval is None else gain_ends(difference, measure)
    yield NONE if around is None else _said(within(measure, *around, sign=True))


def _apart(measure: str, difference: float) -> Any:
    if math.isnan(difference):
        return NONE
    return _said(apart(measure, direction(measure) * difference, sign=True))


def _said(fact: Any) -> Any:
    """A fact as a cell: a sentence, or a word in each language."""
    return Message(fact["code"], fact["facts"]) if "code" in fact else fact


def _amount(result: Result) -> Any:
    if not result.defined:
        return NONE
    return Message("shown.amount", {"x": [result.measure, result.estimate]})


def ends(result: Result) -> Any:
    """An interval, or nothing."""
    if result.interval is None:
        return NONE
    low, high = ([result.measure, end] for end in (result.interval.low, result.interval.high))
    return Message("shown.ends", {"low": low, "high": high})


def _who(gate: Gate, name: str) -> Any:
    """Named only where several are judged."""
    if len(gate.judged) == 1:
        return NONE
    return {lang: who_said(gate, name, lang) for lang in LANGUAGES}


def who_said(gate: Gate, name: str, lang: Language) -> str:
    """What a comparison is called."""
    told = called(name, gate.judged[name])
    return told if isinstance(told, str) else str(told[lang])


def signed(state: str, said: Message) -> Any:
    """A state with its sign before it."""
    return {lang: f"{SIGNS[state]} {said.text(lang)}" for lang in LANGUAGES}


#: What the text begins with, whatever the language: by it a file is known to be ours.
TITLE = "concordant check · "


def to_text(
    gate: Gate, lang: Language = "en", fit: Callable[[str], str] = str, places: int | None = None
) -> str:
    """All of it; sentences through `fit`, tables no wider than so many places where that is possible."""
    return "\n".join(_lines(shortened(gate), lang, fit, places)) + "\n"


def to_summary(gate: Gate, lang: Language = "en") -> str:
    """The sentences alone, for the message of a failed assertion."""
    first, *others = (one_line(said.text(lang)) for said in shortened(gate).sentences)
    return "\n".join([first, *(f"  {line}" for line in others)])


def _lines(gate: Gate, lang: Language, fit: Callable[[str], str], places: int | None) -> Iterator[str]:
    first, *others = (one_line(said.text(lang)) for said in beside_tables(gate))
    yield fit(one_line(TITLE + " · ".join(checked(gate, lang))))
    yield fit(f"{SIGNS[gate.outcome]} {first}")
    for table in (targets_table(gate), changes_table(gate)):
        if table is not None:
            yield ""
            yield one_line(table.title.text(lang))
            yield from table.lines(lang, places)
    if others:
        yield ""
        yield from (fit(f"  {line}") for line in others)
