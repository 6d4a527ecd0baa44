"""A judge that gives scores beside labels of two kinds: where to cut, and what that does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter

import numpy as np

from ...arguments import check_arguments
from ...errors import InputError
from ...judges.threshold_curve import Criterion, ThresholdCurve, threshold_curve
from ...language.message import Message
from ...language.render import Language
from ...ratings.ratings import Ratings
from ...ratings.repeats import held_over
from ...result import Result
from ..compare import RaterRoles
from ..notes import note_message
from ..record import Record
from ..table import NAME, SHARE, SHARE_RESULT, Column, ColumnKind, DeclaredTable
from ..table_cells import level_of
from .section import NUMBER, JudgeSection, judge_message, section_text

#: A judge with fewer distinct scores answers in categories.
LEAST_SCORES = 3
#: So many points of a curve are kept, evenly over the items that are called positive.
MOST_POINTS = 200
_LISTED = 12


@dataclass(frozen=True, kw_only=True)
class CurvePoint(Record):
    """A point of both curves: recall is sensitivity, and 1 − specificity the false positive rate."""

    threshold: float
    sensitivity: float
    specificity: float
    precision: float
    flagged: float


@dataclass(frozen=True, kw_only=True)
class ThresholdReport(Record):
    """A judge's curve: `area` under the ROC curve, `found` at the chosen threshold and `held_out` from it."""

    judge: str
    positive: str
    n_items: float
    area: Result
    average_precision: float
    prevalence: float
    threshold: float
    found: tuple[Result, ...]
    held_out: tuple[Result, ...]
    points: tuple[CurvePoint, ...]
    sentences: tuple[Message, ...]

    @check_arguments
    def text(self, lang: Language = "en") -> str:
        """The threshold, what it does and points of the curve in words, in "en" or "zh"."""
        return section_text(threshold_section((self,)), lang)


def threshold_reports(ratings: Ratings, who: RaterRoles, level: float) -> Iterator[ThresholdReport]:
    """One for each judge with scores, where the reference has two values."""
    if ratings.values is None or not who.reference:
        return
    for judge in who.judges:
        held = held_over(ratings, [*who.reference, judge])
        found = _report(held, judge, who.reference, level)
        if found is not None:
            yield found


def _report(ratings: Ratings, judge: str, reference: tuple[str, ...], level: float) -> ThresholdReport | None:
    try:
        return curve_of(ratings, judge, reference, "youden", level)
    except InputError:
        return None


def curve_of(
    ratings: Ratings, judge: str, reference: Sequence[str], criterion: Criterion, level: float
) -> ThresholdReport:
    """The curve of one judge; refused where the reference has not two values, or the judge too few scores."""
    values = np.append(np.asarray(ratings.values, dtype=float), np.nan)
    people = np.stack([values[ratings.columns[ratings.place_of(name)]] for name in reference], axis=1)
    kinds = np.unique(people[~np.isnan(people)])
    scores = values[ratings.columns[ratings.place_of(judge)]]
    if len(kinds) != 2 or len(np.unique(scores[~np.isnan(scores)])) < LEAST_SCORES:
        raise InputError("A threshold needs a judge with scores, and labels of two kinds, such as 0 and 1.")
    votes = (people == kinds[1]).sum(axis=1) - (people == kinds[0]).sum(axis=1)
    there = ~np.isnan(scores) & (votes != 0)
    together = ratings.clusters_in_force
    units = None if together is None else np.unique(together[there].astype(str), return_inverse=True)[1]
    curve = threshold_curve(scores[there], votes[there] > 0, criterion=criterion, clusters=units, level=level)
    return report_of(judge, f"{kinds[1]:g}", float(there.sum()), curve)


def report_of(judge: str, positive: str, n: float, curve: ThresholdCurve) -> ThresholdReport:
    """A curve as a study keeps it."""
    step = max(1, -(-len(curve.points) // MOST_POINTS))
    kept = [*curve.points[::step], *([] if curve.chosen in curve.points[::step] else [curve.chosen])]
    points = tuple(
        CurvePoint(
            threshold=p.threshold,
            sensitivity=p.sensitivity,
            specificity=p.specificity,
            precision=p.precision,
            flagged=p.flagged,
        )
        for p in sorted(kept, key=lambda point: -point.threshold)
    )
    return ThresholdReport(
        judge=judge,
        positive=positive,
        n_items=n,
        area=curve.area,
        average_precision=curve.average_precision,
        prevalence=curve.prevalence,
        threshold=curve.chosen.threshold,
        found=curve.found,
        held_out=curve.held_out,
        points=points,
        sentences=tuple(_sentences(judge, curve, n)),
    )


def _sentences(judge: str, curve: ThresholdCurve, n: float) -> Iterator[Message]:
    area = curve.area
    facts = {"judge": judge, "x": area.estimate, "n": n}
    if area.interval is None:
        yield judge_message("area-bare", **facts)
    else:
        skilled = area.interval.low > 0.5
        within = [area.interval.low, area.interval.high]
        yield judge_message("area" if skilled else "area-open", **facts, within=within)
    held = {str(one.category): one.estimate for one in curve.held_out}
    yield judge_message(
        f"threshold-{curve.criterion}",
        threshold=curve.chosen.threshold,
        sensitivity=held["sensitivity"],
        specificity=held["specificity"],
        found=curve.chosen.sensitivity,
        spared=curve.chosen.specificity,
    )
    yield judge_message("average-precision", x=curve.average_precision, prevalence=curve.prevalence)
    yield from map(note_message, curve.notes)


def threshold_section(reports: tuple[ThresholdReport, ...]) -> JudgeSection:
    """All judges: the chosen threshold with intervals, and points of the curve."""
    sentences = tuple(message for report in reports for message in report.sentences)
    tables = [table for report in reports for table in (_chosen(report), _curve(report))]
    return JudgeSection("threshold", sentences, tuple(tables))


def _chosen(report: ThresholdReport) -> DeclaredTable:
    rows = tuple(zip(report.found, report.held_out, strict=True))
    columns = (
        Column("judge", judge_message("head-judge"), NAME, lambda row: report.judge, ("file",)),
        Column("threshold", judge_message("head-threshold"), NUMBER, lambda row: report.threshold, ("file",)),
        Column(
            "measure",
            judge_message("head-measure"),
            ColumnKind(lambda name: judge_message(f"measure-{name}")),
            lambda row: str(row[0].category),
        ),
        Column("", judge_message("head-same-items"), SHARE_RESULT, lambda row: row[0]),
        Column("held_out", judge_message("head-held-out"), SHARE_RESULT, lambda row: row[1]),
    )
    title = judge_message(
        "table-threshold",
        judge=report.judge,
        threshold=report.threshold,
        positive=report.positive,
        level=level_of(report.found),
    )
    return DeclaredTable("threshold", title, columns, rows, (judge_message("note-held-out"),))


def _curve(report: ThresholdReport) -> DeclaredTable:
    columns = (
        Column("judge", judge_message("head-judge"), NAME, lambda row: report.judge, ("file",)),
        Column("threshold", judge_message("head-threshold"), NUMBER, attrgetter("threshold")),
        *(
            Column(key, judge_message(f"measure-{key}"), SHARE, attrgetter(key))
            for key in ("sensitivity", "specificity", "precision")
        ),
        Column("flagged", judge_message("head-flagged"), SHARE, attrgetter("flagged")),
    )
    title = judge_message("table-curve", judge=report.judge)
    step = max(1, -(-len(report.points) // _LISTED))
    listed = None if step == 1 else report.points[::step]
    return DeclaredTable("threshold-curve", title, columns, report.points, (), listed)
