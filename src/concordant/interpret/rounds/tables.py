"""Rounds as they are shown: tables of rounds, of what changed, and of the items that flipped."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial
from typing import Any

from ...language.message import Message, fact
from ...language.render import LANGUAGES, is_share
from ...language.text_table import NONE, Cell
from ...quote import one_line
from ...result import Result
from ..goals import STAGES
from ..table import (
    COUNT,
    FILE,
    MEASURE,
    NAME,
    P_VALUE,
    PAGE_AND_FILE,
    RESULT,
    SHOWN,
    TEXT,
    WORDS,
    Column,
    ColumnKind,
    DeclaredTable,
    Parts,
    result_fields,
)
from ..table_cells import brackets_of, name_of, own_options
from ..where import PARTS, row_name, value_text
from .change_record import Change, Flip, MeasureChange
from .progress import Progress, RoundFacts
from .progress_words import change_to, gap_message, last_change, tracked_change, with_items, word
from .round import counted

#: Signs of a note that a table shows.
_NOTE = 40
#: Items that a text shows in each direction; raters of whom it tells what they said.
_ITEMS, _RATERS = 5, 6


# --- cells --------------------------------------------------------------------------------------


def moment(when: str) -> Cell:
    """When a round was added, to the minute."""
    return when[:16].replace("T", " ") or NONE


def marks_cell(change: Change | None) -> Cell:
    """What is known to have changed."""
    if change is None or not change.marks:
        return NONE
    return word("marks", names=[fact(word(f"mark-{mark}")) for mark in change.marks])


def outcome(one: RoundFacts) -> Cell:
    """Whether the goal was met."""
    return NONE if one.goal is None else word(one.goal)


def stage_of(one: RoundFacts) -> Cell:
    """The stage that was reached, by its name."""
    names = (dict(goal.name) for goal in STAGES if goal.key == one.stage)
    return NONE if one.stage is None else next(names, one.stage)


def note_of(one: RoundFacts) -> Cell:
    """The beginning of the note on a round."""
    return one_line(one.about.note, _NOTE) or NONE


def flipped(change: Change | None) -> Cell:
    """How many items agree better, and how many worse."""
    if change is None or change.flips is None:
        return NONE
    return word("flipped", mended=change.flips.n_mended, broken=change.flips.n_broken)


# --- tables -------------------------------------------------------------------------------------


def rounds_tables(progress: Progress) -> Iterator[DeclaredTable]:
    """Every round, every measure of the last change, and the items that flipped in it."""
    yield rounds_table(progress)
    change = last_change(progress)
    if change is None:
        return
    yield change_table(change)
    yield from flips_tables(change)


def flips_tables(change: Change, items: int = _ITEMS) -> Iterator[DeclaredTable]:
    """The items that agree better, and those that agree worse, so many of each."""
    if change.flips is None:
        return
    for key, n, flips in (
        ("mended", change.flips.n_mended, change.flips.mended),
        ("broken", change.flips.n_broken, change.flips.broken),
    ):
        if flips[:items]:
            many = counted(n, ratings=change.in_ratings)
            title = word(key, n=many, first=change.first, second=change.second)
            yield _flips(key, title, flips[:items])


def rounds_table(progress: Progress) -> DeclaredTable:
    """Every round on all its items, and how far the tracked measure changed since the one before."""
    points = "points" if is_share(progress.measure) else "units"
    main = next((one.main for one in progress.rounds), None)
    other = main is not None and main.measure != progress.measure
    main_head = name_of(main.measure, own_options(main)) if main is not None and other else NONE
    tracked = name_of(progress.measure, progress.options)

    def change(one: RoundFacts) -> Change | None:
        return change_to(progress, one.name)

    def p_value(one: RoundFacts) -> float | None:
        found = tracked_change(progress, change(one))
        return None if found is None else found.p_value

    columns = (
        Column("round", word("head-round"), NAME, lambda one: one.name, SHOWN),
        Column("n_items", word("head-items"), COUNT, lambda one: one.n_items, SHOWN),
        Column("tracked", tracked, RESULT, lambda one: one.tracked, SHOWN),
        Column("change", word(f"head-change-{points}"), _since(progress), change, SHOWN),
        Column("p_value", word("head-p"), P_VALUE, p_value, SHOWN),
        Column("flipped", word("head-flipped"), WORDS, lambda one: flipped(change(one)), SHOWN),
        Column("marks", word("head-marks"), WORDS, lambda one: marks_cell(change(one)), SHOWN),
        Column("outcome", word("head-goal"), WORDS, outcome, SHOWN),
        Column("stage", word("head-stage"), WORDS, stage_of, SHOWN),
        Column("main", main_head, RESULT, lambda one: one.main if other else None, SHOWN),
        Column("when", word("head-when"), WORDS, lambda one: moment(one.about.when), SHOWN),
        Column("who", word("head-who"), NAME, lambda one: one.about.who or None, SHOWN),
        Column("note", word("head-note"), WORDS, note_of, TEXT),
    )
    title = word("rounds", brackets=brackets_of([one.tracked for one in progress.rounds]))
    return DeclaredTable("rounds", title, columns, progress.rounds)


def _since(progress: Progress) -> ColumnKind:
    """What a round changed in the tracked measure, and whether that is on other items."""

    def words(change: Change) -> Cell:
        gap = gap_message(progress.measure, tracked_change(progress, change), "cell")
        return NONE if gap is None else with_items(gap, change)

    def parts(change: Change) -> Parts:
        words, below = gap_parts(progress.measure, tracked_change(progress, change), "cell")
        if change.paired or words == NONE:
            return words, below
        key = "few" if change.n_common else "other"
        return words, word(f"below-{key}") if below is None else word(f"ends-{key}", ends=fact(below))

    return ColumnKind(words, parts)


def gap_parts(measure: str, difference: Result | None, kind: str = "gap") -> Parts:
    """How far a measure changed, and the ends of its interval below, which never repeat the unit."""
    if difference is None or not difference.defined:
        return NONE, None
    (key, short), times = ((f"{kind}-points", "cell-points"), 100) if is_share(measure) else _UNITS
    around, gap = difference.interval, word(key, x=times * difference.estimate)
    if around is None:
        return gap, None
    low, high = (fact(word(short, x=times * end)) for end in (around.low, around.high))
    return gap, Message("shown.between", {"low": low, "high": high})


_UNITS = (("gap-units", "gap-units"), 1)


def change_table(change: Change) -> DeclaredTable:
    """Every measure in both rounds on the items that are compared, and what so many items would show."""
    columns = (
        Column("measure", word("head-measure"), MEASURE, lambda m: (m.measure, m.options)),
        Column("main", NONE, WORDS, lambda m: m.main, FILE),
        Column("paired", NONE, WORDS, lambda _: change.paired, FILE),
        Column("n_common", NONE, WORDS, lambda _: change.n_common, FILE),
        Column("before", change.first, RESULT, lambda m: m.first, data=True),
        Column("after", change.second, RESULT, lambda m: m.second, data=True),
        Column("difference", word("head-difference"), _GAP, lambda m: m),
        Column("p_value", word("head-p"), P_VALUE, lambda m: m.difference.p_value, SHOWN),
        Column("detectable", word("head-detectable"), _DETECTABLE, lambda m: m, PAGE_AND_FILE),
    )
    brackets = brackets_of([m.difference for m in change.measures])
    title = word("change", first=change.first, second=change.second, brackets=brackets)
    return DeclaredTable("changes", title, columns, change.measures)


#: How far a measure changed.
_GAP = ColumnKind(
    lambda m: gap_message(m.measure, m.difference) or NONE,
    lambda m: gap_parts(m.measure, m.difference),
    lambda _, m: result_fields(m.difference),
)


def _seen(m: MeasureChange) -> Cell:
    if math.isnan(m.detectable):
        return NONE
    if math.isinf(m.detectable):
        return word("impossible")
    unit, times = ("points", 100) if is_share(m.measure) else ("units", 1)
    return word(f"size-{unit}", x=times * m.detectable)


#: The change that so many items would show.
_DETECTABLE = ColumnKind(_seen, fields=lambda name, m: {name: m.detectable})


def _flips(name: str, title: Message, flips: tuple[Flip, ...]) -> DeclaredTable:
    raters = list(dict.fromkeys(name for flip in flips for name in (*flip.before, *flip.after)))[:_RATERS]
    columns = (
        Column("item", word("head-item"), WORDS, flip_name, SHOWN),
        *(
            Column(f"rater-{place}", rater, WORDS, partial(moved, rater=rater), SHOWN, data=True)
            for place, rater in enumerate(raters)
        ),
    )
    return DeclaredTable(name, title, columns, flips)


def flip_name(flip: Flip) -> dict[str, str]:
    """The item, and which of its rows it is."""
    parts = {name: flip.about[name] for name in PARTS if flip.about.get(name) is not None}
    return row_name(flip.item, parts)


def moved(flip: Flip, rater: str) -> Cell:
    """What somebody said before and after; once where it stayed the same."""
    before, after = flip.before.get(rater), flip.after.get(rater)
    if before == after:
        return _value(before)
    return word("before-after", before=_value(before), after=_value(after))


def _value(value: Any) -> Any:
    """A value in each language; a gap as one."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return NONE
    return {lang: value_text(value, lang) for lang in LANGUAGES}
