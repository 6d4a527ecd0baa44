"""The items behind the cells of tables, and those that findings and ledgers point to: a few of each.

In memory the smallest items of each cell are found in one pass; where an engine keeps the items it is asked
for the smallest of all, and again for cells that these do not fill: a few questions for all tables.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

import numpy as np

from ...digits import order_key
from ...ratings.factorise import occurrence
from ...ratings.ratings import Ratings
from ...ratings.remote import RemoteItems, one_below_another
from ...ratings.repeats import held_over
from ...reduce.item_weights import Floats, Ints
from ..compare import Comparison
from ..finding import Finding
from ..where import (
    PARTS,
    CellItems,
    Confusion,
    ItemFacts,
    in_item_order,
    item_facts,
    row_identity,
    rows_called,
    smallest_rows,
)
from .comparison_report import ComparisonReport

#: So many items are shown in all, and so many of them because findings and ledgers point to them.
MOST_ITEMS, MOST_POINTED = 600, 300

#: So many items an engine is asked for at a time, and so often.
_AT_A_TIME, _TIMES = 10_000, 5

#: A cell of a table: which table, and the codes of the first and the second.
Cell = tuple[int, int, int]
#: A row of one of the parts that were looked at.
Row = tuple[int, int]


@dataclass(frozen=True, eq=False)
class _Table:
    """A table of two: the places of raters whose pairs it counts, and how many items each cell has.

    `source` are the ratings it counts; those in memory have the rows of all others.
    """

    pairs: list[tuple[int, int]]
    n: Floats
    source: Ratings


@dataclass(frozen=True, eq=False)
class _Held:
    """Where rows were found, which lie in each cell, the smallest item first, and those pointed to."""

    parts: list[Ratings]
    cells: Mapping[Cell, list[Row]]
    pointed: list[Row]
    away: RemoteItems | None = None

    def key(self, row: Row) -> Any:
        """A key of the item in this row: an engine hands an item over again under its name."""
        named = self.away is not None and self.away.named
        return self.parts[row[0]].item_labels[row[1]] if named else row


def with_items(
    ratings: Ratings,
    compared: Sequence[Comparison],
    comparisons: Sequence[ComparisonReport],
    findings: Sequence[Finding],
    per_cell: int,
) -> tuple[tuple[ComparisonReport, ...], tuple[ItemFacts, ...]]:
    """The comparisons with some items of each cell of their tables, and the study's items."""
    tables = {at: _table(compared[at]) for at, one in enumerate(comparisons) if one.confusion is not None}
    if not per_cell or (ratings.anonymous and ratings.item_source is not None):
        return tuple(comparisons), ()
    order = _in_order(tables, comparisons)
    examples = list(_examples(comparisons, findings))
    look = _in_memory if ratings.item_source is None else _elsewhere
    held = look(ratings, tables, order, examples, per_cell)
    chosen = _chosen(held, order, per_cell)
    places = {key: place for place, key in enumerate(chosen)}
    shown = tuple(
        one
        if one.confusion is None
        else one.but(confusion=_with_cells(one.confusion, tables[at].n, at, held, places))
        for at, one in enumerate(comparisons)
    )
    return shown, tuple(_facts(held, list(chosen.values())))


def _table(compared: Comparison) -> _Table:
    """An item counts once in a cell, however many people put it there."""
    place = compared.source.place_of
    people = compared.reference or compared.ratings.raters[:1]
    second = place(compared.ratings.raters[1])
    a, b = compared.ratings.columns
    both = np.flatnonzero((a >= 0) & (b >= 0))
    k = len(compared.ratings.labels)
    key = np.unique((compared.origin[both] * k + a[both]) * k + b[both])
    items = compared.items
    each = items.item_weights if items.copies else (items.item_weights > 0).astype(float)
    n = np.bincount(key % (k * k), weights=each[key // (k * k)], minlength=k * k).reshape(k, k)
    return _Table([(place(name), second) for name in people], np.asarray(n, dtype=float), compared.source)


def _in_order(tables: Mapping[int, _Table], comparisons: Sequence[ComparisonReport]) -> list[Cell]:
    """Cells that have items: disagreement first, judges' tables first, the fullest cells first."""
    cells = [
        (i == j, comparisons[at].kind != "judge", at, -order_key(table.n[i, j]), i, j)
        for at, table in tables.items()
        for i, j in np.argwhere(table.n > 0).tolist()
    ]
    return [(at, i, j) for _, _, at, _, i, j in sorted(cells)]


def _examples(
    comparisons: Sequence[ComparisonReport], findings: Sequence[Finding]
) -> Iterator[Mapping[str, Any]]:
    """What is pointed to: by findings first, then the first of every ledger, and so on; at last by cuts."""
    for finding in findings:
        yield from finding.examples
    ledgers = [one.ledger.items for one in comparisons if one.ledger is not None]
    for rank in zip_longest(*ledgers):
        yield from (item.said for item in rank if item is not None)
    for one in comparisons:
        for cut in one.boundaries:
            yield from cut.examples


# --- in memory --------------------------------------------------------------------------------


def _in_memory(
    ratings: Ratings,
    tables: Mapping[int, _Table],
    order: Sequence[Cell],
    examples: Sequence[Mapping[str, Any]],
    per_cell: int,
) -> _Held:
    held = held_over(ratings)
    first = smallest_rows(held, _AT_A_TIME)
    cells: dict[Cell, list[Row]] = {}
    for at, table in tables.items():
        found = _cells(table.source, 0, first, table, per_cell)
        lacking = [
            (i, j) for i, j in np.argwhere(table.n > 0).tolist() if _lacks(table, (i, j), found, per_cell)
        ]
        if lacking and len(first) < len(held):
            lying = in_item_order(held, _lying_in(table.source, table, lacking))
            again = _cells(table.source, 0, lying, table, per_cell)
            found |= {cell: again[cell] for cell in lacking}
        cells |= {(at, *cell): rows for cell, rows in found.items()}
    return _Held([held], cells, _pointed(held, 0, examples))


def _lacks(
    table: _Table, cell: tuple[int, int], found: Mapping[tuple[int, int], list[Row]], per_cell: int
) -> bool:
    """Whether a cell has more items than were found."""
    return len(found.get(cell, ())) < min(per_cell, float(table.n[cell]))


def _lying_in(ratings: Ratings, table: _Table, cells: Sequence[tuple[int, int]]) -> Ints:
    """The rows that lie in one of some cells."""
    wanted = np.zeros(table.n.shape, dtype=bool)
    wanted[tuple(np.transpose(cells))] = True
    here = np.zeros(len(ratings), dtype=bool)
    for first, second in table.pairs:
        a, b = ratings.columns[first], ratings.columns[second]
        here |= (a >= 0) & (b >= 0) & wanted[a, b]
    return np.flatnonzero(here)


def _cells(
    ratings: Ratings, part: int, rows: Ints, table: _Table, per_cell: int
) -> dict[tuple[int, int], list[Row]]:
    """The first of these rows in each cell: of each pair of raters first, then of all pairs together."""
    k = len(ratings.labels)
    counts = np.ones(len(rows), dtype=bool) if ratings.weights is None else ratings.weights[rows] > 0
    found: dict[int, set[int]] = {}
    for first, second in table.pairs:
        a, b = (ratings.columns[place][rows] for place in (first, second))
        there = np.flatnonzero((a >= 0) & (b >= 0) & counts)
        cell = a[there].astype(np.int64) * k + b[there]
        keep = np.flatnonzero(occurrence(cell) < per_cell)
        for one, place in zip(cell[keep].tolist(), there[keep].tolist(), strict=True):
            found.setdefault(one, set()).add(place)
    return {
        divmod(cell, k): [(part, int(rows[place])) for place in sorted(places)[:per_cell]]
        for cell, places in found.items()
    }


def _pointed(ratings: Ratings, part: int, examples: Sequence[Mapping[str, Any]]) -> list[Row]:
    """The rows that examples show, found again by the item's name and what tells its rows apart."""
    wanted = dict.fromkeys((name, tuple(stated.items())) for name, stated in map(row_identity, examples))
    rows: dict[str, list[int]] = {}
    for row in in_item_order(ratings, rows_called(ratings, [next(iter(x.values())) for x in examples])):
        rows.setdefault(str(ratings.item_labels[row]), []).append(int(row))
    columns = {name: getattr(ratings, name) for name in PARTS if getattr(ratings, name) is not None}
    found = []
    for name, stated in wanted:
        fits = (
            row
            for row in rows.get(name, ())
            if all(str(columns[p][row]) == value for p, value in stated if p in columns)
        )
        found += [(part, row) for row in [next(fits, None)] if row is not None]
    return list(dict.fromkeys(found))


# --- where an engine keeps the items ----------------------------------------------------------


def _elsewhere(
    ratings: Ratings,
    tables: Mapping[int, _Table],
    order: Sequence[Cell],
    examples: Sequence[Mapping[str, Any]],
    per_cell: int,
) -> _Held:
    away = RemoteItems(ratings)
    parts: list[Ratings] = []
    cells: dict[Cell, list[Row]] = {}
    lacking = list(order[:MOST_ITEMS])
    for time in range(_TIMES if order else 0):
        part = away.smallest(_AT_A_TIME, _sought(lacking, tables) if time else None)
        parts.append(part)
        rows = in_item_order(part, np.arange(len(part)))
        open_yet = set(lacking) if time else set(order)
        for at, table in tables.items():
            found = _cells(part, time, rows, table, per_cell)
            cells |= {(at, *c): own for c, own in found.items() if (at, *c) in open_yet}
        lacking = [c for c in lacking if len(cells.get(c, ())) < min(per_cell, tables[c[0]].n[c[1:]])]
        if not lacking or len(part) < _AT_A_TIME:
            break
    pointed: list[Row] = []
    if away.named and examples:
        names = list(dict.fromkeys(next(iter(one.values())) for one in examples))[:MOST_POINTED]
        parts.append(away.called(names))
        pointed = _pointed(parts[-1], len(parts) - 1, examples)
    return _Held(parts, cells, pointed, away)


def _sought(
    cells: Sequence[Cell], tables: Mapping[int, _Table]
) -> dict[tuple[int, int], list[tuple[int, int]]]:
    """For every two raters the cells in which items are looked for."""
    found: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for at, i, j in cells:
        for pair in tables[at].pairs:
            found.setdefault(pair, []).append((i, j))
    return found


# --- which of them are shown ------------------------------------------------------------------


def _chosen(held: _Held, order: Sequence[Cell], per_cell: int) -> dict[Any, Row]:
    """As many as there is room for: one of each cell first, then more of disagreement, then of agreement."""
    chosen = {held.key(row): row for row in held.pointed[:MOST_POINTED]}
    apart = [cell for cell in order if cell[1] != cell[2]]
    alike = [cell for cell in order if cell[1] == cell[2]]
    turns = [(order, 0), *((apart, turn) for turn in range(1, per_cell))]
    for cells, turn in [*turns, *((alike, turn) for turn in range(1, per_cell))]:
        for row in (held.cells[cell][turn] for cell in cells if len(held.cells.get(cell, ())) > turn):
            if len(chosen) < MOST_ITEMS:
                chosen.setdefault(held.key(row), row)
    return chosen


def _with_cells(
    confusion: Confusion, n: Floats, at: int, held: _Held, places: Mapping[Any, int]
) -> Confusion:
    cells = []
    for i, j in np.argwhere(n > 0).tolist():
        shown = (places.get(held.key(row)) for row in held.cells.get((at, i, j), ()))
        items = tuple(place for place in shown if place is not None)
        cells.append(CellItems(first=i, second=j, n=float(n[i, j]), items=items))
    return replace(confusion, items=tuple(cells))


def _facts(held: _Held, rows: Sequence[Row]) -> Iterator[ItemFacts]:
    """In this order; an engine is asked for the texts of all of them at once."""
    if held.away is None:
        return item_facts(held.parts[0], [row for _, row in rows])
    if not rows:
        return iter(())
    parts = [held.parts[part].rows(np.array([row])) for part, row in rows]
    joined = held.away.with_texts(one_below_another(parts, named=held.away.named))
    return item_facts(joined, range(len(joined)), named=held.away.named)
