"""What people would have said on all items, where a judge rated more than they labelled."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from operator import attrgetter

import numpy as np

from ...inference.item_means import ItemMean
from ...judges.corrected_mean import corrected_mean
from ...judges.corrected_share import corrected_share
from ...judges.labelled_items import CHOSEN
from ...language.message import Message
from ...ratings.ratings import Ratings
from ...ratings.repeats import held_over
from ...result import Interval, Result
from ..compare import RaterRoles, answers_and_labels, scores_and_labels
from ..notes import note_message
from ..record import Record
from ..table import COUNT, NAME, SHARE_RESULT, WORDS, Column, DeclaredTable
from ..table_cells import level_of
from .section import UNITS_RESULT, JudgeSection, judge_message

#: Fewer labels are too few for the interval, and fewer further items not worth the correction.
LEAST_LABELS, LEAST_FURTHER = 20, 10
#: Below so many more labels' worth of precision a judge adds almost nothing.
_WORTH_SAYING = 1.05
_FEW_CATEGORIES = 10


@dataclass(frozen=True, kw_only=True)
class CorrectedRow(Record):
    """One estimate, by the judge, the labels or both; of all items, a dimension or a category."""

    what: str
    part: str = ""
    result: Result
    labels: float = math.nan


@dataclass(frozen=True, kw_only=True)
class CorrectedReport(Record):
    """A judge on all items, people on some: `share` says that rows are shares of categories, not means.

    There are no rows where labels do not show the judge's errors; a sentence then says why.
    """

    judge: str
    share: bool
    n_items: float
    labels: float
    rows: tuple[CorrectedRow, ...]
    sentences: tuple[Message, ...]


def corrected_reports(ratings: Ratings, who: RaterRoles, level: float) -> Iterator[CorrectedReport]:
    """One for each judge that rated clearly more items than people labelled."""
    if not who.reference or who.to_truth:
        return
    for judge in who.judges:
        held = held_over(ratings, [*who.reference, judge])
        rated = held.columns[held.place_of(judge)] >= 0
        labelled = np.any([held.columns[held.place_of(name)] >= 0 for name in who.reference], axis=0)
        if (rated & labelled).sum() < LEAST_LABELS or (rated & ~labelled).sum() < LEAST_FURTHER:
            continue
        numbers = held.values is not None and held.scale.ordered and len(held.labels) > 2
        found = (_mean if numbers else _shares)(held, judge, who, level)
        if found is not None:
            yield found


# --- means -------------------------------------------------------------------------------------


def _mean(ratings: Ratings, judge: str, who: RaterRoles, level: float) -> CorrectedReport | None:
    by = "dimension" if ratings.dimension is not None else None
    items, groups = scores_and_labels(ratings, judge, list(who.reference), by, None)
    found = corrected_mean(items, groups=groups, level=level)
    d, n = found.details, len(items.judge)
    units = np.arange(n) if items.clusters is None else items.clusters
    naive = ItemMean(items.judge, np.ones(n), units, level).of("corrected_mean", "Mean of the judge")
    people = replace(
        naive,
        estimate=d["people_alone"],
        se=d["people_se"],
        n_items=d["labels"],
        method=f"t({d['labels'] - 1})",
        interval=Interval(d["people_low"], d["people_high"], level, "t"),
    )
    rows = [
        CorrectedRow(what="judge", result=naive, labels=0),
        CorrectedRow(what="people", result=people, labels=d["labels"]),
        CorrectedRow(what="corrected", result=_bare(found), labels=d["labels"]),
    ]
    rows += [
        CorrectedRow(
            what="corrected",
            part=str(part.category),
            result=_bare(part),
            labels=part.details.get("labels", math.nan),
        )
        for part in found.parts
    ]
    return CorrectedReport(
        judge=judge,
        share=False,
        n_items=n,
        labels=d["labels"],
        rows=tuple(rows),
        sentences=tuple(_mean_sentences(judge, found, naive)),
    )


def _bare(found: Result) -> Result:
    """The number with its interval alone: parts and details are rows of their own."""
    return replace(found, parts=(), details={})


def _mean_sentences(judge: str, found: Result, naive: Result) -> Iterator[Message]:
    d, around = found.details, found.interval
    facts = {
        "judge": judge,
        "n": found.n_items,
        "labels": d["labels"],
        "x": found.estimate,
        "naive": naive.estimate,
    }
    if around is None:
        return
    chosen = any(note.code == CHOSEN for note in found.notes)
    if chosen:
        yield from map(note_message, found.notes)
    ends = {"within": [around.low, around.high]}
    yield judge_message("mean" if naive.estimate in around else "mean-off", **facts, **ends)
    if chosen:
        return
    if not math.isnan(d["correlation"]):
        helps = d["worth_labels"] > _WORTH_SAYING * d["labels"]
        yield Message(
            f"judges.{'saved' if helps else 'not-saved'}",
            {"labels": d["labels"], "worth": round(d["worth_labels"]), "r": d["correlation"]},
        )
    yield Message("judges.random")
    yield from map(note_message, found.notes)


# --- shares ------------------------------------------------------------------------------------


def _shares(ratings: Ratings, judge: str, who: RaterRoles, level: float) -> CorrectedReport | None:
    given = answers_and_labels(ratings, judge, list(who.reference))
    answers, labels, ties = given.judge, given.human, given.ties
    names = sorted({*answers, *(x for x in labels if x is not None)}, key=str)
    if not 2 <= len(names) <= _FEW_CATEGORIES:
        return None
    n_labels = float(sum(label is not None for label in labels))
    unknown = _unlabelled(judge, answers, labels)
    if unknown is not None:
        return CorrectedReport(
            judge=judge, share=True, n_items=float(len(answers)), labels=n_labels, rows=(),
            sentences=(unknown,),
        )  # fmt: skip
    if len(names) == 2:
        name = names[-1]  # of two categories the other one is what is left
        whole = corrected_share(answers, labels, positive=name, ties=ties, level=level)
        parts = [replace(whole, category=str(name))]
    else:
        whole = corrected_share(answers, labels, ties=ties, level=level)
        parts = list(whole.parts)
    if not parts or not all(part.defined for part in parts):
        return None
    rows = tuple(row for part in parts for row in _share_rows(part, answers, labels, level))
    return CorrectedReport(
        judge=judge,
        share=True,
        n_items=float(len(answers)),
        labels=n_labels,
        rows=rows,
        sentences=tuple(_share_sentences(judge, rows, whole, parts, n_labels)),
    )


def _unlabelled(judge: str, answers: list[object], labels: list[object]) -> Message | None:
    """That people saw no item with some answer of the judge, or never gave some category themselves."""
    seen = {str(said) for said, label in zip(answers, labels, strict=True) if label is not None}
    given = {str(label) for label in labels if label is not None}
    facts: dict[str, object] = {"judge": judge}
    if unseen := sorted({*map(str, answers)} - seen):
        return judge_message("share-unseen", **facts, answers=unseen)
    missing = sorted({*map(str, answers)} - given)
    return judge_message("share-not-given", **facts, answers=missing) if missing else None


def _share_rows(
    part: Result, answers: list[object], labels: list[object], level: float
) -> Iterator[CorrectedRow]:
    name = str(part.category)
    said = np.array([float(str(x) == name) for x in answers])
    true = np.array([float(str(x) == name) for x in labels if x is not None])
    for what, x in (("judge", said), ("people", true)):
        share = ItemMean(x, np.ones(len(x)), np.arange(len(x)), level).share("corrected_share", "Share")
        yield CorrectedRow(what=what, part=name, result=share, labels=0 if what == "judge" else len(true))
    yield CorrectedRow(what="corrected", part=name, result=_bare(part), labels=len(true))


def _share_sentences(
    judge: str, rows: tuple[CorrectedRow, ...], whole: Result, parts: list[Result], labels: float
) -> Iterator[Message]:
    """Of the category in which the judge is furthest off; first of all that labels look chosen."""
    notes = dict.fromkeys(note for result in (whole, *parts) for note in result.notes)
    chosen = any(note.code == CHOSEN for note in notes)
    if chosen:
        yield from map(note_message, notes)
    naive = {row.part: row.result.estimate for row in rows if row.what == "judge"}
    off = [abs(naive[str(part.category)] - part.estimate) for part in parts]
    one = parts[int(np.argmax(off))]
    if one.interval is not None:
        name = str(one.category)
        inside = naive[name] in one.interval
        yield judge_message(
            "share" if inside else "share-off",
            judge=judge,
            category=name,
            n=whole.n_items,
            labels=labels,
            x=one.estimate,
            naive=naive[name],
            within=[one.interval.low, one.interval.high],
        )
        alone = {row.part: row.result for row in rows if row.what == "people"}
        names = [name for part in parts if _width(alone[name := str(part.category)]) < _width(part)]
        if names and not chosen:
            some = "-some" if len(names) < len(parts) else ""
            yield judge_message(f"labels-suffice{some}", labels=labels, categories=names)
    if not chosen:
        yield Message("judges.random")
        yield from map(note_message, notes)


def _width(result: Result) -> float:
    return math.inf if result.interval is None else result.interval.high - result.interval.low


# --- shown -------------------------------------------------------------------------------------


def corrected_section(reports: tuple[CorrectedReport, ...]) -> JudgeSection:
    """All judges, one table each."""
    tables = tuple(_table(report) for report in reports if report.rows)
    return JudgeSection("corrected", _distinct(reports), tables)


def _distinct(reports: tuple[CorrectedReport, ...]) -> tuple[Message, ...]:
    """Sentences of all judges, what they have in common once."""
    found: dict[str, Message] = {}
    for report in reports:
        for message in report.sentences:
            found.setdefault(message.text(), message)
    return tuple(found.values())


def _table(report: CorrectedReport) -> DeclaredTable:
    several = any(row.part for row in report.rows)
    columns = [
        Column("judge", judge_message("head-judge"), NAME, lambda row: report.judge, ("file",)),
        *(
            [Column("part", judge_message("head-part"), NAME, lambda row: row.part or None)]
            if several
            else []
        ),
        Column(
            "estimate_of", judge_message("head-from"), WORDS, lambda row: judge_message(f"row-{row.what}")
        ),
        Column(
            "",
            judge_message("head-share" if report.share else "head-mean"),
            SHARE_RESULT if report.share else UNITS_RESULT,
            attrgetter("result"),
        ),
        Column("labels", judge_message("head-labels"), COUNT, attrgetter("labels")),
    ]
    level = level_of([row.result for row in report.rows])
    title = judge_message("table-corrected", judge=report.judge, level=level)
    return DeclaredTable("corrected", title, tuple(columns), report.rows)
