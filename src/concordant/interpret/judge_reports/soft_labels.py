"""A judge beside three or more people an item: is it as close to them as they are to each other?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from operator import attrgetter

import numpy as np

from ...arguments import check_arguments
from ...judges.soft_labels import LEAST_PEOPLE, SoftAgreement, VoteCounts, soft_agreement
from ...language.message import Message
from ...language.render import Language
from ...ratings.ratings import Ratings
from ...reduce.item_weights import Floats, Ints
from ...result import Result
from ..compare import MOST_CATEGORIES, RaterRoles
from ..record import Record
from ..table import (
    COUNT,
    NAME,
    SHARE,
    SHARE_RESULT,
    WORDS,
    Column,
    ColumnKind,
    DeclaredTable,
    estimate_kind,
    signed,
)
from ..table_cells import level_of
from .section import NUMBER, UNITS_RESULT, JudgeSection, judge_message, rated_things, section_text

#: Fewer items with enough people say too little.
LEAST_ITEMS = 20


@dataclass(frozen=True, kw_only=True)
class CertaintyRow(Record):
    """How often a judge and a person give the most frequent answer of the other people."""

    judge: str
    unanimous: bool
    n_items: float
    result: Result
    person: Result
    difference: Result


@dataclass(frozen=True, kw_only=True)
class SoftLabelReport(Record):
    """The distance of a judge and of a person from the other people's answers; `least` is the smallest."""

    judge: str
    distance: str
    n_items: float
    result: Result
    person: Result
    difference: Result
    least: float
    certainty: tuple[CertaintyRow, ...]
    sentences: tuple[Message, ...]

    @check_arguments
    def text(self, lang: Language = "en") -> str:
        """The distance from people, and agreement by certainty in words, in "en" or "zh"."""
        return section_text(soft_label_section((self,)), lang)


def soft_label_reports(ratings: Ratings, who: RaterRoles, level: float) -> Iterator[SoftLabelReport]:
    """One for each judge, where enough items have enough people."""
    if len(who.people) < LEAST_PEOPLE or who.to_truth or ratings.scale.categories is None:
        return
    if not 2 <= len(ratings.labels) <= MOST_CATEGORIES:
        return
    if ratings.weights is not None and not _one_row_an_item(ratings):
        return
    row, units = rated_things(ratings)
    copies = np.ones(len(units)) if ratings.weights is None else ratings.weights
    people = _counted(ratings, who.people, row)
    enough = people.sum(axis=1) >= LEAST_PEOPLE
    for judge in who.judges:
        own = _counted(ratings, [judge], row)
        if copies[enough & (own.sum(axis=1) > 0)].sum() < LEAST_ITEMS:
            continue
        votes = VoteCounts.of(people, own, copies=copies, units=units, values=_positions(ratings))
        yield _report(judge, soft_agreement(votes, level=level))


def _one_row_an_item(ratings: Ratings) -> bool:
    """Whether no two rows are of one item or vary together, so that a row can stand for several items."""
    several = (ratings.clusters, ratings.dimension, ratings.repeat)
    return all(own is None for own in several) and len(set(ratings.item_labels.tolist())) == len(ratings)


def _counted(ratings: Ratings, raters: tuple[str, ...] | list[str], row: Ints) -> Floats:
    size = len(ratings.labels)
    counts = np.zeros((int(row.max(initial=-1)) + 1, size))
    for name in raters:
        codes = ratings.columns[ratings.place_of(name)]
        there = codes >= 0
        np.add.at(counts, (row[there], codes[there]), 1.0)
    return counts


def _positions(ratings: Ratings) -> Floats | None:
    if not ratings.scale.ordered:
        return None
    return np.arange(float(len(ratings.labels))) if ratings.values is None else np.asarray(ratings.values)


def _report(judge: str, found: SoftAgreement) -> SoftLabelReport:
    rows = tuple(
        CertaintyRow(
            judge=judge,
            unanimous=group.unanimous,
            n_items=group.items,
            result=group.judge,
            person=group.person,
            difference=group.difference,
        )
        for group in found.certainty
    )
    return SoftLabelReport(
        judge=judge,
        distance=found.distance,
        n_items=found.judge.n_items,
        result=found.judge,
        person=found.person,
        difference=found.difference,
        least=found.least,
        certainty=rows,
        sentences=tuple(_sentences(judge, found)),
    )


def _sentences(judge: str, found: SoftAgreement) -> Iterator[Message]:
    around = found.difference.interval
    side = "level" if around is None or 0 in around else "closer" if around.high < 0 else "further"
    facts = {"judge": judge, "n": found.judge.n_items, "x": found.judge.estimate, "y": found.person.estimate}
    yield judge_message(f"soft-{found.distance.replace('_', '-')}-{side}", **facts)
    for group in found.certainty:
        kind = "sure" if group.unanimous else "split"
        yield judge_message(
            f"soft-{kind}", judge=judge, x=group.judge.estimate, y=group.person.estimate, n=group.items
        )


def soft_label_section(reports: tuple[SoftLabelReport, ...]) -> JudgeSection:
    """The distances of all judges in one table, agreement by certainty in another."""
    sentences = tuple(message for report in reports for message in report.sentences)
    return JudgeSection("soft", sentences, (_distances(reports), _certainty(reports)))


def _distances(reports: tuple[SoftLabelReport, ...]) -> DeclaredTable:
    share = reports[0].distance == "total_variation"
    kind = SHARE_RESULT if share else UNITS_RESULT
    columns = (
        Column("judge", judge_message("head-judge"), NAME, attrgetter("judge")),
        Column("", judge_message("head-distance-judge"), kind, attrgetter("result")),
        Column("person", judge_message("head-distance-person"), kind, attrgetter("person")),
        Column("difference", judge_message("head-difference"), _difference(share), attrgetter("difference")),
        Column("least", judge_message("head-least"), SHARE if share else NUMBER, attrgetter("least")),
        Column("n_items", judge_message("head-items"), COUNT, attrgetter("n_items")),
    )
    key = "table-soft" if share else "table-soft-scores"
    title = judge_message(key, level=level_of([one.result for one in reports]))
    return DeclaredTable("soft-labels", title, columns, reports, (judge_message("note-soft"),))


def _difference(share: bool) -> ColumnKind:
    return estimate_kind(signed(share))


def _certainty(reports: tuple[SoftLabelReport, ...]) -> DeclaredTable:
    rows = tuple(row for report in reports for row in report.certainty)
    columns = (
        Column("judge", judge_message("head-judge"), NAME, attrgetter("judge")),
        Column("others", judge_message("head-others"), WORDS, _others, ("text", "page")),
        Column("unanimous", judge_message("head-others"), WORDS, attrgetter("unanimous"), ("file",)),
        Column("", judge_message("head-agrees-judge"), SHARE_RESULT, attrgetter("result")),
        Column("person", judge_message("head-agrees-person"), SHARE_RESULT, attrgetter("person")),
        Column(
            "difference", judge_message("head-difference-points"), _difference(True), attrgetter("difference")
        ),
        Column("n_items", judge_message("head-items"), COUNT, attrgetter("n_items")),
    )
    title = judge_message("table-certainty", level=level_of([row.result for row in rows]))
    return DeclaredTable("certainty", title, columns, rows)


def _others(row: CertaintyRow) -> Message:
    return judge_message("others-sure" if row.unanimous else "others-split")
