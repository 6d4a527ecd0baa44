"""Which score of people corresponds to which score of a judge, as sentences and a table."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from operator import attrgetter

import numpy as np

from ...inference.item_means import ItemMean
from ...judges.labelled_items import LabelledItems
from ...judges.ordinal_map import MOST_CATEGORIES, OrdinalMap, ordinal_map, with_categories
from ...judges.score_map import ScoreMap
from ...language.message import Message
from ...ratings.ratings import Ratings
from ...ratings.repeats import held_over
from ...reduce.item_weights import Floats
from ...result import Result
from ..compare import RaterRoles, scores_and_labels
from ..record import Record
from ..table import COUNT, NAME, SHARE, Column, DeclaredTable
from .section import NUMBER, JudgeSection, judge_message

_LISTED = 20
#: A map in a study rests on so many labels.
_LEAST_LABELS = 50
#: A mean error that falls by less than a hundredth is no help.
_HELPS = 0.99


@dataclass(frozen=True)
class MapRow:
    """A score of the judge, the mean score of people for it, and how many labels show it."""

    score: float
    people: float
    labels: float


def score_map_section(found: ScoreMap) -> JudgeSection:
    """The map, and what it gains on items that were not used to fit it."""
    rows = tuple(
        MapRow(*row)
        for row in zip(found.scores.tolist(), found.people.tolist(), found.labels.tolist(), strict=True)
    )
    columns = (
        Column("score", judge_message("head-score"), NUMBER, attrgetter("score")),
        Column("people", judge_message("head-people-mean"), NUMBER, attrgetter("people")),
        Column("labels", judge_message("head-labels"), COUNT, attrgetter("labels")),
    )
    step = max(1, -(-len(rows) // _LISTED))
    listed = None if step == 1 else rows[::step]
    table = DeclaredTable("score-map", judge_message("table-map"), columns, rows, (), listed)
    return JudgeSection("map", (_verdict(found),), (table,))


def _verdict(found: ScoreMap | OrdinalMap) -> Message:
    """Whether the map helps; what one answer for all items does as well owes nothing to the judge."""
    closer = found.error_after < _HELPS * found.error_before
    skilled = found.error_after < _HELPS * found.error_one_answer
    return judge_message(
        ("map-helps" if skilled else "map-one-answer") if closer else "map-useless",
        before=found.error_before, after=found.error_after, alone=found.error_one_answer,
    )  # fmt: skip


@dataclass(frozen=True)
class CategoryMapRow:
    """A score of the judge, the category of people for it, and how probable each category is."""

    score: float
    people: float
    labels: float
    shares: tuple[float, ...]


def ordinal_map_section(found: OrdinalMap) -> JudgeSection:
    """The category of people for each score, and what the map gains on items not used to fit it."""
    scores, people, labels = (x.tolist() for x in (found.scores, found.people, found.labels))
    shares = [tuple(row) for row in found.probabilities.tolist()]
    rows = tuple(CategoryMapRow(*row) for row in zip(scores, people, labels, shares, strict=True))
    columns = [
        Column("score", judge_message("head-score"), NUMBER, attrgetter("score")),
        Column("people", judge_message("head-people-category"), NUMBER, attrgetter("people")),
        Column("labels", judge_message("head-labels"), COUNT, attrgetter("labels")),
    ]
    for place, category in enumerate(found.categories.tolist()):
        head = judge_message("head-probability", category=category)
        columns.append(Column(f"p_{category:g}", head, SHARE, _share_at(place)))
    step = max(1, -(-len(rows) // _LISTED))
    listed = None if step == 1 else rows[::step]
    title = judge_message("table-ordinal-map")
    table = DeclaredTable("score-map", title, tuple(columns), rows, (), listed)
    sentences = (
        _verdict(found),
        judge_message("map-same", before=found.same_before, after=found.same_after),
    )
    return JudgeSection("map", sentences, (table,))


def _share_at(place: int) -> Callable[[CategoryMapRow | ScoreMapRow], float]:
    return lambda row: row.shares[place]


# --- in a study -----------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class ScoreMapRow(Record):
    """A score of the judge, the median category of people for it, and the probability of each category."""

    score: float
    people: float
    labels: float
    shares: tuple[float, ...]


@dataclass(frozen=True, kw_only=True)
class ScoreMapReport(Record):
    """A map that brings a judge closer to people: `gain` is how far its mean absolute error falls.

    `error_one_answer` is the error of the same category for all items, which the map has to beat too.
    """

    judge: str
    labels: float
    categories: tuple[float, ...]
    rows: tuple[ScoreMapRow, ...]
    error_before: float
    error_after: float
    same_before: float
    same_after: float
    gain: Result
    sentences: tuple[Message, ...]
    error_one_answer: float = math.nan


def score_map_reports(ratings: Ratings, who: RaterRoles, level: float) -> Iterator[ScoreMapReport]:
    """One for each judge whose scores an ordinal map brings reliably closer to those of people."""
    if not who.reference or ratings.values is None or not ratings.scale.ordered or len(ratings.labels) <= 2:
        return
    for judge in who.judges:
        held = held_over(ratings, [*who.reference, judge])
        own = held.columns[held.place_of(judge)] >= 0
        people = np.any([held.columns[held.place_of(name)] >= 0 for name in who.reference], axis=0)
        if (own & people).sum() < _LEAST_LABELS:
            continue
        items, _ = scores_and_labels(held, judge, list(who.reference), None, None)
        if ratings.scale.categories is not None:
            items = with_categories(items, ratings.values)
        if not np.ptp(items.judged) > 0:
            continue
        if not 2 < len(np.unique(items.labels)) <= MOST_CATEGORIES or not _groups_suffice(items):
            continue
        found = ordinal_map(items)
        gain, beyond = (_gain(items, found, other, level) for other in (items.judged, found.one_answer))
        if _above_0(gain) and _above_0(beyond) and found.error_after < _HELPS * found.error_before:
            yield _map_report(judge, found, gain, several=ratings.dimension is not None)


def _groups_suffice(items: LabelledItems) -> bool:
    """Whether folds of what belongs together can be made."""
    return items.clusters is None or len(np.unique(items.clusters[items.labelled])) >= _LEAST_LABELS


def _above_0(result: Result) -> bool:
    return result.interval is not None and result.interval.low > 0


def _gain(items: LabelledItems, found: OrdinalMap, other: Floats, level: float) -> Result:
    """How much less the map errs than other answers, on labels that were not used to fit it."""
    mapped = found.mapped[items.labelled]
    gain = np.abs(other - items.labels) - np.abs(mapped - items.labels)
    units = np.arange(len(gain)) if items.clusters is None else items.clusters[items.labelled]
    units = np.unique(units, return_inverse=True)[1]
    return ItemMean(gain, items.design, units, level).of("mean_absolute_error", "Gain by the map")


def _map_report(judge: str, found: OrdinalMap, gain: Result, *, several: bool) -> ScoreMapReport:
    scores, people, labels = (x.tolist() for x in (found.scores, found.people, found.labels))
    rows = tuple(
        ScoreMapRow(score=score, people=category, labels=float(n), shares=tuple(shares))
        for score, category, n, shares in zip(
            scores, people, labels, found.probabilities.tolist(), strict=True
        )
    )
    within = [math.nan, math.nan] if gain.interval is None else [gain.interval.low, gain.interval.high]
    sentence = judge_message(
        "map-study", judge=judge, before=found.error_before, after=found.error_after,
        same_before=found.same_before, same_after=found.same_after, x=gain.estimate, within=within,
        alone=found.error_one_answer,
    )  # fmt: skip
    return ScoreMapReport(
        judge=judge, labels=float(sum(labels)), categories=tuple(found.categories.tolist()), rows=rows,
        error_before=found.error_before, error_after=found.error_after, same_before=found.same_before,
        same_after=found.same_after, gain=gain,
        sentences=(sentence, judge_message("map-dimensions")) if several else (sentence,),
        error_one_answer=found.error_one_answer,
    )  # fmt: skip


def score_maps_section(reports: tuple[ScoreMapReport, ...]) -> JudgeSection:
    """All judges, one table each."""
    sentences: list[Message] = []
    for report in reports:
        sentences += [one for one in report.sentences if one not in sentences]
    return JudgeSection(
        "map", (*sentences, judge_message("map-how")), tuple(_study_table(report) for report in reports)
    )


def _study_table(report: ScoreMapReport) -> DeclaredTable:
    columns = [
        Column("judge", judge_message("head-judge"), NAME, lambda row: report.judge, ("file",)),
        Column("judge_score", judge_message("head-score"), NUMBER, attrgetter("score")),
        Column("people_score", judge_message("head-people-category"), NUMBER, attrgetter("people")),
        Column("labels", judge_message("head-labelled"), COUNT, attrgetter("labels")),
    ]
    for place, category in enumerate(report.categories):
        head = judge_message("head-probability", category=category)
        columns.append(Column(f"p_{category:g}", head, SHARE, _share_at(place)))
    step = max(1, -(-len(report.rows) // _LISTED))
    listed = None if step == 1 else report.rows[::step]
    title = judge_message("table-map-study", judge=report.judge)
    return DeclaredTable("score-map", title, tuple(columns), report.rows, (), listed)
