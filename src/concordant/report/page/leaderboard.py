"""The judges beside each other, the best first, and which differences these items can tell."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ...digits import rounded
from ...interpret.study import Leaderboard, LeaderboardRow, Study, judge_pairs_table, leaderboard_table
from ...interpret.table import DeclaredTable
from ...language.message import Message
from ...language.text_table import NONE
from .names import view_of
from .table import Axis, Cell, IntervalBar, PageTable, page_table
from .terms import PageTerm, page_terms
from .text_helpers import PanelView

#: With two judges the sentence says all that a table of pairs could.
_FEW = 2
#: So many columns fit on a screen; the first of these are shown, in the order of the table.
_MOST_COLUMNS = 10
_FIRST_COLUMNS = (
    "judge", "main", "exact", "adjacent", "bias", "short_of_people", "stand_in", "again", "cost", "stage",
    "n_items", "error", "seconds", "level",
)  # fmt: skip
#: Of more judges than this the sentences name too many to stand above the table.
_FEW_NAMES = 6


@dataclass(frozen=True)
class LeaderboardView(PanelView):
    """Who is reliably better than whom, then the judges, then every two of them, with `more` about them."""

    sentences: tuple[Message, ...]
    more: tuple[Message, ...]
    judges: PageTable
    pairs: PageTable | None
    terms: tuple[PageTerm, ...] = ()


def leaderboard(study: Study) -> LeaderboardView | None:
    """The leaderboard of a study; None where fewer than two judges are compared."""
    board, declared = study.leaderboard, leaderboard_table(study)
    if board is None or declared is None:
        return None
    axis = _axis(board)

    def bar(row: LeaderboardRow) -> IntervalBar | None:
        return axis.bar(row.main)

    views = {one.name: view_of(study, one) for one in study.comparisons}
    judges = page_table(
        fitting(declared), None, *declared.notes,
        looks={"judge": lambda row, _, cell: _chooses(cell, views, row)}, bars={"main": bar},
        kind="leaderboard-table",
    )  # fmt: skip
    pairs = page_table(judge_pairs_table(board)) if len(board.rows) > _FEW else None
    first = len(board.sentences) if len(board.rows) <= _FEW_NAMES else 1
    tested = any(row.stand_in for row in board.rows)
    terms = page_terms([board.measure, *(["alternative-annotator-test"] if tested else [])])
    return LeaderboardView(board.sentences[:first], board.sentences[first:], judges, pairs, terms)


def fitting(declared: DeclaredTable) -> DeclaredTable:
    """The table with as many columns as fit; columns in which nobody has a value take no room."""
    filled = [
        column
        for column in declared.at("page")
        if any(column.kind.in_parts(column.read(row)) != (NONE, None) for row in declared.rows)
    ]
    ranked = sorted(filled, key=lambda column: _FIRST_COLUMNS.index(column.key))
    kept = {column.key for column in ranked[:_MOST_COLUMNS]}
    return replace(declared, columns=tuple(column for column in declared.columns if column.key in kept))


def _axis(board: Leaderboard) -> Axis:
    """From a tenth below all intervals to a tenth above, so that intervals can be seen; best to the right."""
    around = [row.main.interval for row in board.rows if row.main.interval is not None]
    ends = [
        *(end for one in around for end in (one.low, one.high)),
        *(row.main.estimate for row in board.rows),
    ]
    known = [10 * end for end in ends if math.isfinite(end)]
    if not known:
        return Axis(0.0, 1.0)
    low, high = math.floor(rounded(min(known))) / 10, math.ceil(rounded(max(known))) / 10
    return Axis(low, high if high > low else low + 0.1)


def _chooses(cell: Cell, views: Mapping[str, str], row: Any) -> Cell:
    """The name of a judge, which shows that judge when it is clicked."""
    return replace(cell, shows=views.get(row.judge, ""))
