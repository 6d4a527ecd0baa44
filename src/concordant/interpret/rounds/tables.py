"""Rounds as they are shown: the verdict in a line, sentences, and tables of rounds, changes and items."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from ...language.message import Message, fact
from ...language.render import LANGUAGES, is_share
from ...language.text_table import NONE, Cell, TextTable, shown
from ...quote import one_line
from ...result import Result
from ..goals.goal import STAGES
from ..table_cells import brackets_of, chance, count, name_of, within
from ..where.items import PARTS, row_said, said_value
from .anchors import Anchored
from .change_record import Change, Flip, MeasureChange
from .convergence import Convergence
from .count_phrases import counted, rated
from .progress import Progress, RoundFacts

#: Signs of a note that a table shows.
_NOTE = 40
#: Items that a text shows in each direction; raters of whom it tells what they said.
_ITEMS, _RATERS = 5, 6


def word(key: str, **facts: Any) -> Message:
    """A sentence, a head or a cell about rounds."""
    return Message(f"progress.{key}", facts)


# --- the verdict --------------------------------------------------------------------------------


def last_said(progress: Progress) -> Message | None:
    """What the last round changed and whether there is more to gain, in a line."""
    change = last_change(progress)
    if change is None:
        return None
    facts: dict[str, Any] = {
        "name": change.second, "before": change.first, "m": [progress.measure, dict(progress.options)],
        "verdict": fact(_verdict(progress.convergence)),
    }  # fmt: skip
    gap = gap_said(progress.measure, tracked_change(progress, change))
    if gap is None:
        return word("last-undefined", **facts)
    facts["gap"] = fact(gap)
    if change.paired:
        return word("last-paired", **facts, items=rated(change.n_common, change.n_rows))
    few = change.n_common > 0
    return word("last-few", **facts, n=change.n_common) if few else word("last-independent", **facts)


def _verdict(convergence: Convergence | None) -> Message:
    """Whether rounds still improve, as the end of a sentence."""
    if convergence is None:
        return word("verdict-none")
    key, k = f"verdict-{convergence.verdict}", len(convergence.gains)
    return word(f"{key}-over", k=k) if convergence.verdict in ("improving", "worse") and k > 1 else word(key)


def verdict_said(convergence: Convergence) -> Message:
    """Whether rounds still improve, and what that rests on, in a sentence."""
    key = f"call-{convergence.verdict}"
    if convergence.verdict == "cannot-tell":
        return word(key)
    k = float(len(convergence.gains))
    if convergence.verdict == "converged":
        return word(key, k=k, least=fact(least_said(convergence.measure, convergence.least_gain)))
    if convergence.over is not None and not convergence.over.details.get("paired", True):
        return word(f"{key}-other")
    return word(key, k=k) if k > 1 else word(f"{key}-one")


def least_said(measure: str, least: float) -> Message:
    """The gain that is worth another round: in points for a share."""
    return word("least-points", x=100 * least) if is_share(measure) else word("least-units", x=least)


def rounds_said(progress: Progress) -> Iterator[Message]:
    """Everything that is said of rounds: in general, whether they converge, the last change, and drift."""
    yield from progress.sentences
    if progress.convergence is not None:
        yield from progress.convergence.sentences
    change = last_change(progress)
    if change is not None:
        yield from change.sentences
    if progress.drift is not None:
        yield from drift_said(progress.drift)


def drift_said(drift: Anchored) -> Iterator[Message]:
    """What is said of drift, and that a change on purpose looks the same."""
    yield from drift.sentences
    if drift.verdict == "drifting":
        yield word("on-purpose")


def last_change(progress: Progress) -> Change | None:
    """What the last round changed."""
    return change_to(progress, progress.rounds[-1].name) if progress.rounds else None


def change_to(progress: Progress, name: str) -> Change | None:
    """What a round changed; None for the first, or where nothing could be compared."""
    return next((change for change in progress.changes if change.second == name), None)


def tracked_change(progress: Progress, change: Change | None) -> Result | None:
    """How far the tracked measure changed."""
    found = None if change is None else change.measure(progress.measure)
    return None if found is None else found.difference


# --- cells --------------------------------------------------------------------------------------


def gap_said(measure: str, difference: Result | None, kind: str = "gap") -> Message | None:
    """How far a measure changed, with the interval: shares in points, which a head may say ("cell")."""
    if difference is None or not difference.defined:
        return None
    key, times = (f"{kind}-points", 100) if is_share(measure) else ("gap-units", 1)
    around = difference.interval
    if around is None:
        return word(key, x=times * difference.estimate)
    ends = {"low": times * around.low, "high": times * around.high}
    return word(f"{key}-within", x=times * difference.estimate, **ends)


def with_items(gap: Message, change: Change) -> Message:
    """A change with the word that it is not on the same items, where it is not."""
    if change.paired:
        return gap
    return word("few-common" if change.n_common else "independent", gap=fact(gap))


def gap_cell(measure: str, difference: Result | None) -> Cell:
    """A change as a cell, marked where it is not on the same items."""
    return gap_said(measure, difference, "cell") or NONE


def moment(when: str) -> Cell:
    """When a round was added, to the minute."""
    return when[:16].replace("T", " ") or NONE


def marks_said(change: Change | None) -> Cell:
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


def rounds_tables(progress: Progress) -> Iterator[TextTable]:
    """Every round, every measure of the last change, and the items that flipped in it."""
    yield _rounds(progress)
    change = last_change(progress)
    if change is None:
        return
    yield measures_table(change)
    yield from flips_tables(change)


def flips_tables(change: Change, items: int = _ITEMS) -> Iterator[TextTable]:
    """The items that agree better, and those that agree worse, so many of each."""
    if change.flips is None:
        return
    for key, n, flips in (
        ("mended", change.flips.n_mended, change.flips.mended),
        ("broken", change.flips.n_broken, change.flips.broken),
    ):
        if flips[:items]:
            many = counted(n, ratings=change.in_ratings)
            yield _flips(word(key, n=many, first=change.first, second=change.second), flips[:items])


def round_heads(progress: Progress) -> tuple[Cell, ...]:
    """The heads of the table of rounds."""
    points = "points" if is_share(progress.measure) else "units"
    return (
        word("head-round"), word("head-items"), name_of(progress.measure, progress.options),
        word(f"head-change-{points}"), word("head-p"), word("head-flipped"), word("head-marks"),
        word("head-goal"), word("head-stage"), _main_head(progress), word("head-when"), word("head-who"),
    )  # fmt: skip


def _main_head(progress: Progress) -> Cell:
    """The name of the main measure, where it is not the one that is tracked."""
    main = next((one.main for one in progress.rounds), None)
    if main is None or main.measure == progress.measure:
        return NONE
    return name_of(main.measure, own_options(main))


def own_options(result: Result) -> dict[str, Any]:
    """The options of the coefficient, without those of the interval."""
    from ...coefficients.catalogue import BY_NAME

    return {name: result.options[name] for name in BY_NAME[result.measure].options if name in result.options}


def _rounds(progress: Progress) -> TextTable:
    title = word("rounds", brackets=brackets_of([one.tracked for one in progress.rounds]))
    heads = (*round_heads(progress), word("head-note"))
    rows = [_round(one, progress) for one in progress.rounds]
    return shown(title, heads, rows)


def _round(one: RoundFacts, progress: Progress) -> tuple[Cell, ...]:
    change = change_to(progress, one.name)
    difference = tracked_change(progress, change)
    cell = gap_cell(progress.measure, difference)
    if change is not None and isinstance(cell, Message):
        cell = with_items(cell, change)
    return (
        one.name, count(one.n_items), within(one.tracked), cell,
        NONE if difference is None else chance(difference.p_value), flipped(change), marks_said(change),
        outcome(one), stage_of(one), within(one.main) if one.main.measure != progress.measure else NONE,
        moment(one.about.when), one.about.who or NONE,
        note_of(one),
    )  # fmt: skip


def measures_table(change: Change) -> TextTable:
    """Every measure in both rounds, on the items that are compared."""
    title = word(
        "change", first=change.first, second=change.second,
        brackets=brackets_of([m.difference for m in change.measures]),
    )  # fmt: skip
    heads = (
        word("head-measure"), word("head-first", name=change.first), word("head-first", name=change.second),
        word("head-difference"), word("head-p"),
    )  # fmt: skip
    return shown(title, heads, [_measure(m) for m in change.measures])


def _measure(m: MeasureChange) -> tuple[Cell, ...]:
    gap = gap_said(m.measure, m.difference) or NONE
    name = name_of(m.measure, m.options)
    return (name, within(m.first), within(m.second), gap, chance(m.difference.p_value))


def _flips(title: Message, flips: tuple[Flip, ...]) -> TextTable:
    raters = list(dict.fromkeys(name for flip in flips for name in (*flip.before, *flip.after)))[:_RATERS]
    heads = (word("head-item"), *raters)
    return shown(title, heads, [(flip_name(flip), *(moved(flip, r) for r in raters)) for flip in flips])


def flip_name(flip: Flip) -> dict[str, str]:
    """The item, and which of its rows it is."""
    parts = {name: flip.about[name] for name in PARTS if flip.about.get(name) is not None}
    return row_said(flip.item, parts)


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
    return {lang: said_value(value, lang) for lang in LANGUAGES}
