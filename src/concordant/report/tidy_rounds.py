"""Rounds as rows of numbers with all their digits: every round, every change, every item that flipped."""

from __future__ import annotations

from collections.abc import Iterator

from ..interpret.rounds.change_record import Change, Flip
from ..interpret.rounds.progress import RoundFacts
from ..interpret.rounds.round import MARKS
from ..interpret.rounds.tables import marks_said, own_options, stage_of
from ..interpret.study.comparison_report import ComparisonReport
from ..language.message import Message
from ..language.text_table import NONE
from ..result import Result
from .tidy_cells import Row, measure, number, whole


def rounds(one: ComparisonReport) -> Iterator[Row]:
    """Every round on all its items: the measure that is tracked, and the main one."""
    if one.progress is None:
        return
    for found in one.progress.rounds:
        results = {found.tracked.measure: found.tracked, found.main.measure: found.main}
        for result in results.values():
            yield _round(found, result)


def _round(found: RoundFacts, result: Result) -> Row:
    about, stage = found.about, stage_of(found)
    known = {mark: about.marks[mark].name if mark in about.marks else None for mark in MARKS}
    return {
        "round": found.name, "when": about.when, "who": about.who, "note": about.note, **known,
        **measure(result.measure, own_options(result)), "tracked": result is found.tracked, **whole(result),
        "outcome": None if found.goal is None else Message(f"report.{found.goal}"),
        "stage": None if stage == NONE else stage,
    }  # fmt: skip


def changes(one: ComparisonReport) -> Iterator[Row]:
    """Every measure of every change; the estimate is the second round minus the first."""
    for change in () if one.progress is None else one.progress.changes:
        for m in change.measures:
            yield {
                **_between(change), **measure(m.measure, m.options), "main": m.main,
                "paired": change.paired, "n_common": change.n_common,
                **number(m.first, "before_"), **number(m.second, "after_"), **whole(m.difference),
                "detectable": m.detectable, **_flipped(change), "changed": _marks(change),
            }  # fmt: skip


def _between(change: Change) -> Row:
    return {"from_round": change.first, "to_round": change.second}


def _flipped(change: Change) -> Row:
    found = change.flips
    return {
        "n_mended": float("nan") if found is None else found.n_mended,
        "n_broken": float("nan") if found is None else found.n_broken,
        "n_reference_changed": change.n_reference_changed,
        "n_rater_changed": change.n_rater_changed,
    }


def _marks(change: Change) -> Message | None:
    said = marks_said(change)
    return said if isinstance(said, Message) else None


def flips(one: ComparisonReport) -> Iterator[Row]:
    """Items on which agreement changed, and what each rater said of them before and after."""
    for change in () if one.progress is None else one.progress.changes:
        if change.flips is not None:
            for way in ("mended", "broken"):
                for flip in getattr(change.flips, way):
                    yield from _flip(change, way, flip)


def _flip(change: Change, way: str, flip: Flip) -> Iterator[Row]:
    for rater in dict.fromkeys((*flip.before, *flip.after)):
        yield {
            **_between(change), "item": flip.item, "dimension": flip.about.get("dimension"),
            "way": Message(f"report.{way}"),
            "score_before": flip.score_before, "score_after": flip.score_after,
            "rater": rater, "before": flip.before.get(rater), "after": flip.after.get(rater),
        }  # fmt: skip
