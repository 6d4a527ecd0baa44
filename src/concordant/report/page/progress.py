"""Progress: the rounds, whether there is more to gain, what the last one changed, and drift."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from ...interpret.rounds import (
    Anchored,
    Change,
    Progress,
    RoundFacts,
    change_table,
    change_to,
    drift_messages,
    last_change,
    next_step_messages,
    rated,
    rounds_table,
)
from ...interpret.study import ComparisonReport
from ...language.message import Message
from ...language.text_table import NONE
from .bilingual import both
from .flips import FlipList, flip_lists, rounds_sentence
from .names import short
from .plots import Plot
from .round_plots import drift_plots, round_plots
from .table import Cell, Look, PageTable, page_table

#: So many rounds can be drawn on a telephone without scrolling.
_FEW = 7


@dataclass(frozen=True)
class Changed:
    """What the last round changed."""

    title: Message
    sentences: tuple[Message, ...]
    measures: PageTable
    flips: tuple[FlipList, ...]


@dataclass(frozen=True)
class DriftSection:
    """A judge on the same items, again and again."""

    title: Message
    sentences: tuple[Message, ...]
    plots: tuple[Plot, ...]


@dataclass(frozen=True)
class ProgressView:
    """In reading order; `state` and `call` are the verdict as a chip; `few` rounds fit on a narrow screen."""

    sentences: tuple[Message, ...]
    plots: tuple[Plot, ...]
    rounds: PageTable
    state: str
    call: Message | None
    convergence: tuple[Message, ...]
    changed: Changed | None
    drift: DriftSection | None
    few: bool = False

    def say(self, key: str, **facts: Any) -> Any:
        """A sentence in both languages, as markup."""
        return both(rounds_sentence(key, **facts))


def progress(one: ComparisonReport) -> ProgressView | None:
    """The rounds of a comparison; None where there are none."""
    found = one.progress
    if found is None or not found.rounds:
        return None
    change, call = last_change(found), call_of(found)
    return ProgressView(
        sentences=found.sentences,
        plots=round_plots(one),
        rounds=_rounds(found),
        state="" if call is None else call[0],
        call=None if call is None else call[1],
        convergence=()
        if found.convergence is None
        else (*found.convergence.sentences, *next_step_messages(found)),
        changed=None if change is None else _changed(change),
        drift=None if found.drift is None else _drift(one, found.drift),
        few=len(found.rounds) <= _FEW,
    )


#: How a verdict looks; that there is more to gain is neither good nor bad.
_STATES = {"converged": "met", "improving": "word", "worse": "not-met", "cannot-tell": "cannot-tell"}


def call_of(found: Progress) -> tuple[str, Message] | None:
    """Whether there is more to gain, as a chip: how it looks, and what it says."""
    if found.convergence is None:
        return None
    verdict = found.convergence.verdict
    return _STATES[verdict], rounds_sentence(f"chip-{verdict}", name=found.rounds[-1].name)


# --- rounds -------------------------------------------------------------------------------------


def _rounds(found: Progress) -> PageTable:
    caption = rounds_sentence("rounds", m=[found.measure, dict(found.options)])
    looks: dict[str, Look] = {
        "round": lambda one, _, cell: replace(cell, data=True, aside=one.about.note or None),
        "change": lambda _, change, cell: _by_other_items(change, cell),
        "marks": lambda one, _, cell: _marks(one, change_to(found, one.name), cell),
        "outcome": lambda one, _, cell: replace(cell, kind=f"words {one.goal or ''}".strip()),
        "stage": _worded, "when": _worded,
        "who": lambda one, who, cell: cell if who is None else Cell(short(who), kind="words", data=True),
    }  # fmt: skip
    return page_table(rounds_table(found), caption, *_notes(found), looks=looks, kind="rounds")


def _worded(_: Any, _value: Any, cell: Cell) -> Cell:
    return replace(cell, kind="words")


def _by_other_items(change: Change | None, cell: Cell) -> Cell:
    """Greyed where two rounds are not compared on the same items."""
    return cell if change is None or change.paired or cell.words == NONE else replace(cell, kind="small")


def _notes(found: Progress) -> Iterator[Message]:
    if any(change.flips is not None for change in found.changes):
        several = any(change.in_ratings for change in found.changes)
        yield rounds_sentence("mended-broken-ratings" if several else "mended-broken")
    if any(not change.paired for change in found.changes):
        yield rounds_sentence("others")


def _marks(one: RoundFacts, change: Change | None, cell: Cell) -> Cell:
    """What was changed, and by what it is known now."""
    names = [
        one.about.marks[mark].name for mark in (change.marks if change else ()) if mark in one.about.marks
    ]
    aside = ", ".join(map(short, names)) or None
    return replace(cell, kind="words marks" if aside else "words", aside=aside, data=True)


# --- the last change ----------------------------------------------------------------------------


def _changed(change: Change) -> Changed:
    return Changed(
        rounds_sentence("change", second=change.second),
        change.sentences,
        _measures(change),
        tuple(flip_lists(change)),
    )


def _measures(change: Change) -> PageTable:
    caption = rounds_sentence("measures", items=rated(change.n_common, change.n_rows))
    if not change.paired:
        caption = rounds_sentence("measures-independent", first=change.n_first, second=change.n_second)
    return page_table(change_table(change), caption, rounds_sentence("detectable-note"))


# --- drift --------------------------------------------------------------------------------------


def _drift(one: ComparisonReport, anchored: Anchored) -> DriftSection:
    title = rounds_sentence("drift" if one.kind == "judge" else "drift-people")
    return DriftSection(title, tuple(drift_messages(anchored)), drift_plots(anchored))
