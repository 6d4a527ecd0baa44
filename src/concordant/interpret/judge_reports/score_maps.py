"""Which score of people corresponds to which score of a judge, as sentences and a table."""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter

from ...judges.score_map import ScoreMap
from ..table import COUNT, Column, DeclaredTable
from .section import NUMBER, JudgeSection, judge_message

_LISTED = 20


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
    helps = found.error_after < found.error_before
    sentence = judge_message(
        "map-helps" if helps else "map-useless", before=found.error_before, after=found.error_after
    )
    return JudgeSection("map", (sentence,), (table,))
