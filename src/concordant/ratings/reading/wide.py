"""Ratings from a wide table (a column for each rater), from counts, and from a contingency table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from ...errors import InputError, choose
from ...quote import quote
from ...result import Note
from ..audit import Audit
from ..factorise import CodedColumn, factorise, number_rows, occurrence
from ..grid import Grid
from ..observed import spelling
from ..phrases import many
from ..ratings import Ratings
from ..rows import first_in_row, keys, labels_of, rater_kinds, sliced, weights_of
from ..texts import by_row
from ..times import Times, times_of
from .arrays import from_columns, from_counts, from_table
from .pivot import Duplicates
from .roles import Roles
from .table_labels import Cells, as_labels, numbers

Kept = NDArray[np.int64]

_KEYS = ("item", "dimension", "repeat", "round")


def from_wide(
    columns: Mapping[str, Any],
    roles: Roles,
    *,
    reading: Audit,
    duplicates: Duplicates = "error",
    rater_kind: Mapping[Any, str] | None = None,
    take: Callable[[str], Any],
    **scale: Any,
) -> Ratings:
    """A row for each row of the table, a column for each rater column.

    `take` hands over a column of texts when one of them is looked at.
    """
    choose("duplicates", duplicates, get_args(Duplicates))
    rated = [factorise(columns[name]) for name in roles.raters]
    named = {role: keys(columns[name]) for role in _KEYS if (name := getattr(roles, role))}
    kept: Kept | None = None
    if "item" in named:
        kept, reading = _named_rows(named["item"], reading)
        if duplicates != "unchecked":
            rather = partial(_rather, roles, take)
            named, kept, reading = _settle(named, rated, kept, duplicates, reading, rather)
    kinds, notes = rater_kinds(list(roles.raters), rater_kind)
    facts = _row_facts(columns, roles, named, kept)
    if roles.time:
        facts["times"], untimed = _times(columns[roles.time], roles, kept)
        notes = (*notes, *untimed)
    if roles.comment:
        facts["comments"] = tuple(
            by_row(partial(take, name), kept, len(rated[0])) if name else None
            for name in map(roles.comment.get, roles.raters)
        )
    return from_columns(
        [part(column, kept) for column in rated],
        roles.raters,
        slices={name: sliced(part(keys(columns[name]), kept)) for name in roles.slices},
        texts={name: by_row(partial(take, name), kept, len(rated[0])) for name in roles.text},
        rater_kinds=kinds,
        kept=kept,
        reading=reading.but(notes=(*reading.notes, *notes)),
        **facts,
        **scale,
    )


def _row_facts(
    columns: Mapping[str, Any], roles: Roles, named: Mapping[str, CodedColumn], kept: Kept | None
) -> dict[str, Any]:
    """What each row is: its item, dimension, repeat and round, its cluster and its weight."""
    facts: dict[str, Any] = {role: labels_of(part(column, kept)) for role, column in named.items()}
    if "item" in facts:
        facts["items"] = facts.pop("item")
    if roles.clusters:
        facts["clusters"] = labels_of(part(keys(columns[roles.clusters]), kept))
    if roles.case_weights:
        weights = weights_of(columns[roles.case_weights], roles.case_weights)
        facts["weights"] = weights if kept is None else weights[kept]
    return facts


def _times(column: Any, roles: Roles, kept: Kept | None) -> tuple[tuple[Times, ...] | None, tuple[Note, ...]]:
    """One column of times is that of all raters."""
    times, untimed = times_of(column, str(roles.time), declared="time" not in roles.guessed)
    own = times if times is None or kept is None else times[kept]
    return None if own is None else (own,) * len(roles.raters), untimed


def part(column: CodedColumn, kept: Kept | None) -> CodedColumn:
    """The column at some rows, without labels that are left in none of them; or as it is."""
    if kept is None:
        return column
    left = column[kept]
    there = left.present()
    if there.all() or column.ordered:
        return left
    place = np.append(np.cumsum(there) - 1, -1)
    used = [label for label, is_used in zip(left.labels, there, strict=True) if is_used]
    return CodedColumn(place[left.codes], np.array(used) if isinstance(left.labels, np.ndarray) else used)


def _named_rows(item: CodedColumn, reading: Audit) -> tuple[Kept | None, Audit]:
    """The rows that name an item; None for all of them."""
    there = item.codes >= 0
    lost = int(np.count_nonzero(~there))
    if not lost:
        return None, reading
    if lost == len(there):
        raise InputError(f"There are no ratings in {reading.source}: no row names an item.")
    dropped = {**reading.dropped, "rows without an item": lost}
    return np.flatnonzero(there), reading.but(rows_used=len(there) - lost, dropped=dropped)


def _settle(
    named: dict[str, CodedColumn],
    rated: list[CodedColumn],
    kept: Kept | None,
    duplicates: Duplicates,
    reading: Audit,
    rather: Callable[[], str],
) -> tuple[dict[str, CodedColumn], Kept | None, Audit]:
    """One row for each item: of several, those that agree are one, else the rule decides."""
    if len(named) == 1 and len(named["item"].labels) == len(named["item"]):
        return named, kept, reading
    rows, n_rows = number_rows([part(column, kept) for column in named.values()])
    again = len(rows) - n_rows
    if not again:
        return named, kept, reading
    where = np.arange(len(rows)) if kept is None else kept
    if duplicates == "repeat" and "repeat" not in named:
        numbers = np.zeros(len(named["item"]), dtype=np.int64)
        numbers[where] = occurrence(rows)
        repeat = CodedColumn(numbers, np.arange(1, int(numbers.max()) + 2))
        return (
            {**named, "repeat": repeat},
            kept,
            reading.but(duplicates=again, duplicate_rule="numbered as repeats"),
        )
    first = first_in_row(rows, n_rows)
    if duplicates == "last":
        first = len(rows) - 1 - first_in_row(rows[::-1], n_rows)
    clash = np.zeros(len(rows), dtype=bool)
    for column in rated:
        codes = column.codes[where]
        clash |= codes != codes[first][rows]
    if clash.any() and duplicates in ("error", "checked", "repeat"):
        at = int(np.argmax(clash))
        _complain(named, where[[first[rows][at], at]], int(clash.sum()), rather())
    rule = f"{duplicates} one kept" if clash.any() else "identical, one kept"
    one = np.sort(first)
    used = reading.rows_used - again
    return named, where[one], reading.but(duplicates=again, duplicate_rule=rule, rows_used=used)


def _complain(named: dict[str, CodedColumn], two: Kept, count: int, rather: str) -> None:
    item = labels_of(part(named["item"], two[1:])).tolist()[0]
    raise InputError(
        f"Item {quote(item)} has several rows with different ratings (rows {int(two[0]) + 1} and "
        f"{int(two[1]) + 1}); this happens {many(count, 'time')}. {rather}Pass duplicates='first', 'last' or "
        "'repeat' (to number them as repeats), or name the column that distinguishes them with dimension=, "
        "repeat= or round=."
    )


def _rather(roles: Roles, take: Callable[[str], Any]) -> str:
    """That the column of items was guessed, and which other one has a name of its own for every row."""
    if "item" not in roles.guessed:
        return ""
    for name in (*roles.unused, *roles.text):
        column = keys(take(name))
        if len(column.labels) == len(column):
            guessed = f"The item column was inferred to be {quote(roles.item)}"
            return f"{guessed}; pass item={quote(name)} if that names items. "
    return ""


def from_cells(grid: Grid, roles: Roles, options: Mapping[str, Any], reading: Audit) -> Ratings:
    """Counts by item and category, or a contingency table of two raters; columns name the categories."""
    columns = grid.take([*roles.raters, *filter(None, [roles.item])])
    rows = labels_of(keys(columns.pop(roles.item))).tolist() if roles.item else None
    names = None if grid.unnamed else as_labels(list(roles.raters))
    if roles.shape == "table" and not (rows and names and (grid.index or _shared(rows, names))):
        rows = names
    make = from_table if roles.shape == "table" else from_counts
    ratings = make(Cells(numbers(columns), rows, names), scale=options["scale"] or options["level"])
    notes = (*reading.notes, *ratings.reading.notes)
    of_items = roles.slices if roles.shape == "counts" else ()
    slices = {name: sliced(column) for name, column in grid.take(of_items).items()} if of_items else {}
    shown = roles.text if roles.shape == "counts" else ()
    texts = {name: by_row(partial(grid.one, name), None, len(ratings)) for name in shown}
    return replace(ratings, slices=slices, texts=texts, reading=reading.but(notes=notes))


def _shared(rows: list[Any], names: list[Any]) -> bool:
    """Whether rows are called as columns are, and not just numbered."""
    return bool(set(map(spelling, rows)) & set(map(spelling, names)))
