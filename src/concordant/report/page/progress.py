"""Progress: the rounds, whether there is more to gain, what the last one changed, and drift."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ...interpret.rounds.anchors import Anchored
from ...interpret.rounds.change_record import Change, MeasureChange
from ...interpret.rounds.count_phrases import rated
from ...interpret.rounds.progress import Progress, RoundFacts, next_said
from ...interpret.rounds.tables import (
    change_to,
    drift_said,
    flipped,
    last_change,
    marks_said,
    moment,
    outcome,
    round_heads,
    stage_of,
    tracked_change,
)
from ...interpret.rounds.tables import word as shown_word
from ...interpret.study.comparison_report import ComparisonReport
from ...interpret.table_cells import chance, count, name_of
from ...language.message import Message
from ...language.render import Language, is_share
from ...language.text_table import NONE
from ...result import Result
from ..figure import Figure
from .bilingual import both
from .flips import FlipList, flip_lists, told
from .names import short
from .table import Cell, Row, Table, fact, held, named, row, table
from .text_helpers import Picture

#: So many rounds can be drawn on a telephone without scrolling.
_FEW = 7


@dataclass(frozen=True)
class Changed:
    """What the last round changed."""

    title: Message
    sentences: tuple[Message, ...]
    measures: Table
    flips: tuple[FlipList, ...]


@dataclass(frozen=True)
class Drift:
    """A judge on the same items, again and again."""

    title: Message
    sentences: tuple[Message, ...]
    picture: Picture | None


@dataclass(frozen=True)
class ProgressView:
    """In reading order; `state` and `call` are the verdict as a chip; `few` rounds fit on a narrow screen."""

    sentences: tuple[Message, ...]
    picture: Picture | None
    rounds: Table
    state: str
    call: Message | None
    convergence: tuple[Message, ...]
    changed: Changed | None
    drift: Drift | None
    few: bool = False

    def say(self, key: str, **facts: Any) -> Any:
        """A sentence in both languages, as markup."""
        return both(told(key, **facts))


def progress(one: ComparisonReport, *, pictures: bool = True) -> ProgressView | None:
    """The rounds of a comparison; None where there are none."""
    found = one.progress
    if found is None or not found.rounds:
        return None
    change, call = last_change(found), call_of(found)
    return ProgressView(
        sentences=found.sentences,
        picture=_strip(one) if pictures else None,
        rounds=_rounds(found),
        state="" if call is None else call[0],
        call=None if call is None else call[1],
        convergence=() if found.convergence is None else (*found.convergence.sentences, *next_said(found)),
        changed=None if change is None else _changed(change),
        drift=None if found.drift is None else _drift(one, found.drift, pictures),
        few=len(found.rounds) <= _FEW,
    )


#: How a verdict looks; that there is more to gain is neither good nor bad.
_STATES = {"converged": "met", "improving": "word", "worse": "not-met", "cannot-tell": "cannot-tell"}


def call_of(found: Progress) -> tuple[str, Message] | None:
    """Whether there is more to gain, as a chip: how it looks, and what it says."""
    if found.convergence is None:
        return None
    verdict = found.convergence.verdict
    return _STATES[verdict], told(f"chip-{verdict}", name=found.rounds[-1].name)


def _strip(one: ComparisonReport) -> Picture | None:
    found = one.progress
    if found is None or not any(r.tracked.defined for r in found.rounds):
        return None

    def make(lang: Language) -> Figure:
        from ..figures.rounds import progress_strip

        return progress_strip(one, lang=lang)

    return Picture(told("strip"), make)


# --- rounds -------------------------------------------------------------------------------------


def _rounds(found: Progress) -> Table:
    caption = told("rounds", m=[found.measure, dict(found.options)])
    rows = [_round(one, found) for one in found.rounds]
    return table(caption, round_heads(found), rows, *_notes(found), kind="rounds")


def _notes(found: Progress) -> Iterator[Message]:
    if any(change.flips is not None for change in found.changes):
        several = any(change.in_ratings for change in found.changes)
        yield told("mended-broken-ratings" if several else "mended-broken")
    if any(not change.paired for change in found.changes):
        yield told("others")


def _round(one: RoundFacts, found: Progress) -> Row:
    change = change_to(found, one.name)
    difference = tracked_change(found, change)
    name = named(one.name)
    return row(
        Cell(name.words, data=True, aside=one.about.note or None),
        count(one.n_items),
        held(one.tracked),
        _gap(found.measure, difference, change),
        NONE if difference is None else chance(difference.p_value),
        flipped(change),
        _marks(one, change),
        _goal(one),
        Cell(stage_of(one), kind="words"),
        held(one.main) if one.main.measure != found.measure else NONE,
        Cell(moment(one.about.when), kind="words"),
        Cell(short(one.about.who), kind="words", data=True) if one.about.who else NONE,
    )


def _gap(measure: str, difference: Result | None, change: Change | None) -> Cell:
    """How far the tracked measure changed, with its interval, and whether that is by other items."""
    cell = _signed(measure, difference)
    if change is None or change.paired or cell.words == NONE:
        return cell
    key = "ends-few" if change.n_common else "ends-other"
    bare = "few-common" if change.n_common else "other-items"
    aside = told(bare) if cell.aside is None else told(key, ends=fact(cell.aside))
    return Cell(cell.words, aside=aside, kind="small")


def _signed(measure: str, difference: Result | None, kind: str = "cell") -> Cell:
    """A change with its sign: of shares in points, which a head may say."""
    key, times = ("cell-points", 100) if is_share(measure) else ("gap-units", 1)
    cell = held(difference, lambda number: shown_word(key, x=times * number))
    if kind == "cell" or difference is None or cell.words == NONE or not is_share(measure):
        return cell
    return Cell(shown_word("gap-points", x=times * difference.estimate), aside=cell.aside)


def _marks(one: RoundFacts, change: Change | None) -> Cell:
    """What was changed, and by what it is known now."""
    names = [
        one.about.marks[mark].name for mark in (change.marks if change else ()) if mark in one.about.marks
    ]
    aside = ", ".join(map(short, names)) or None
    return Cell(marks_said(change), kind="words marks" if aside else "words", aside=aside, data=True)


def _goal(one: RoundFacts) -> Cell:
    return Cell(outcome(one), kind=f"words {one.goal or ''}".strip())


# --- the last change ----------------------------------------------------------------------------


def _changed(change: Change) -> Changed:
    return Changed(
        told("change", second=change.second),
        change.sentences,
        _measures(change),
        tuple(flip_lists(change)),
    )


def _measures(change: Change) -> Table:
    caption = told("measures", items=rated(change.n_common, change.n_rows))
    if not change.paired:
        caption = told("measures-independent", first=change.n_first, second=change.n_second)
    heads = (
        shown_word("head-measure"),
        named(change.first),
        named(change.second),
        shown_word("head-difference"),
        shown_word("head-p"),
        told("detectable"),
    )
    return table(caption, heads, [_measure(m) for m in change.measures], told("detectable-note"))


def _measure(m: MeasureChange) -> Row:
    unit, times = ("points", 100) if is_share(m.measure) else ("units", 1)
    seen = Cell() if math.isnan(m.detectable) else Cell(shown_word(f"size-{unit}", x=times * m.detectable))
    if math.isinf(m.detectable):
        seen = Cell(shown_word("impossible"))
    return row(
        name_of(m.measure, m.options),
        held(m.first),
        held(m.second),
        _signed(m.measure, m.difference, "gap"),
        chance(m.difference.p_value),
        seen,
    )


# --- drift --------------------------------------------------------------------------------------


def _drift(one: ComparisonReport, anchored: Anchored, pictures: bool) -> Drift:
    def make(lang: Language) -> Figure:
        from ..figures.drift import drift_chart

        return drift_chart(anchored, lang=lang)

    title = told("drift" if one.kind == "judge" else "drift-people")
    drawable = pictures and any(run.same is not None for run in anchored.runs)
    return Drift(title, tuple(drift_said(anchored)), Picture(told("drift-strip"), make) if drawable else None)
