"""Which score of people corresponds to which score of a judge, as sentences and a table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter

from ...judges.ordinal_map import OrdinalMap
from ...judges.score_map import ScoreMap
from ..table import COUNT, SHARE, Column, DeclaredTable
from .section import NUMBER, JudgeSection, judge_message

_LISTED = 20
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
    helps = found.error_after < _HELPS * found.error_before
    sentence = judge_message(
        "map-helps" if helps else "map-useless", before=found.error_before, after=found.error_after
    )
    return JudgeSection("map", (sentence,), (table,))


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
    helps = found.error_after < _HELPS * found.error_before
    sentences = (
        judge_message(
            "map-helps" if helps else "map-useless", before=found.error_before, after=found.error_after
        ),
        judge_message("map-same", before=found.same_before, after=found.same_after),
    )
    return JudgeSection("map", sentences, (table,))


def _share_at(place: int) -> Callable[[CategoryMapRow], float]:
    return lambda row: row.shares[place]
