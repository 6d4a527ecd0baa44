"""The canonical table: a row for each rating of an export, whatever the export looked like."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...result import Note
from ..factorise import CodedColumn
from ..row_numbers import number_rows
from .cells import GrowingColumn, StoredColumn, TextStore, at_rows
from .declaration import CANONICAL, COMMENT, DIMENSION, ITEM, RATER, REASONS, REPEAT, ROUND, SCORE, TIME

#: Columns of the canonical table by name.
Columns = dict[str, CodedColumn | StoredColumn]
_KEY = (ITEM, RATER, DIMENSION, REPEAT, ROUND)


@dataclass(frozen=True)
class CanonicalTable:
    """Ratings by row, and what was left out of the export and why.

    `failed` counts the ratings of each rater that failed; `remembered` is what an export says about each
    dimension beside its ratings, for writing back to where it came from.
    """

    columns: Columns
    n_rows: int
    dropped: Mapping[str, int] = field(default_factory=dict)
    failed: Mapping[str, int] = field(default_factory=dict)
    remembered: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    notes: tuple[Note, ...] = ()

    @property
    def data_names(self) -> list[str]:
        """What is known of items and ratings beside the canonical columns."""
        return [name for name in self.columns if name not in CANONICAL]

    @property
    def reasons(self) -> dict[str, int]:
        """How many records were left out, by reason in words."""
        return {REASONS[why]: count for why, count in self.dropped.items() if count}

    def values(self, name: str) -> list[Any]:
        """A column as a list."""
        column = self.columns[name]
        return column[:] if isinstance(column, StoredColumn) else column.tolist()

    def only(self, rows: NDArray[Any], why: str) -> CanonicalTable:
        """The rows marked True; the others are left out for a reason."""
        lost = int(len(rows) - np.count_nonzero(rows))
        if not lost:
            return self
        kept = np.flatnonzero(rows)
        dropped = {**self.dropped, why: self.dropped.get(why, 0) + lost}
        return replace(self, columns=_at(self.columns, kept), n_rows=len(kept), dropped=dropped)

    def same_in(self, *names: str) -> tuple[NDArray[np.int64], int]:
        """A number for each row, equal where the columns are; a column that is not there tells none apart."""
        there = [self.columns[name].codes for name in names if name in self.columns]
        tops = (int(codes.max(initial=0)) for codes in there)
        return number_rows([CodedColumn(c, list(range(top + 1))) for c, top in zip(there, tops, strict=True)])

    def without_gone(self) -> CanonicalTable:
        """The table without columns that hold nothing."""
        kept = {
            name: column
            for name, column in self.columns.items()
            if name in (ITEM, RATER, SCORE) or bool((column.codes != -1).any())
        }
        return replace(self, columns=kept)


def _at(columns: Columns, rows: NDArray[np.int64]) -> Columns:
    return {name: at_rows(column, rows) for name, column in columns.items()}


class CanonicalBuilder:
    """Ratings as they are found, with a count of all that are none."""

    def __init__(self) -> None:
        self._store = TextStore()
        self._columns = {n: GrowingColumn(self._store, may_be_long=n == COMMENT) for n in CANONICAL}
        self._data: dict[str, GrowingColumn] = {}
        self.rows = 0
        self.dropped: Counter[str] = Counter()
        self.failed: Counter[str] = Counter()
        self.remembered: dict[str, dict[str, Any]] = {}
        self.notes: list[Note] = []

    def add(self, cells: Mapping[str, Any], data: Mapping[str, Any]) -> None:
        """One rating, and what is known of its item."""
        for name, column in self._columns.items():
            column.append(cells.get(name), self.rows)
        for name, value in data.items():
            known = f"data.{name}" if name in CANONICAL else name
            if known not in self._data:
                self._data[known] = GrowingColumn(self._store)
            self._data[known].append(value, self.rows)
        self.rows += 1

    def drop(self, why: str, rater: Any = None) -> None:
        """One record that is no rating."""
        self.dropped[why] += 1
        if why == "failed" and rater is not None:
            self.failed[str(rater)] += 1

    def finish(self) -> CanonicalTable:
        """All of them, in the order in which they were found."""
        growing = {**self._columns, **self._data}
        return CanonicalTable(
            columns={name: column.finished(self.rows) for name, column in growing.items()},
            n_rows=self.rows,
            dropped=dict(self.dropped),
            failed=dict(self.failed),
            remembered=self.remembered,
            notes=tuple(self.notes),
        )


def without_superseded(table: CanonicalTable) -> CanonicalTable:
    """Of several ratings of an item by a rater the latest: by its time, and where that is equal the last."""
    if not table.n_rows:
        return table
    rows, count = table.same_in(*_KEY)
    if count == table.n_rows:
        return table
    order = np.lexsort((np.arange(table.n_rows), _time_order(table), rows))
    last = np.append(rows[order[1:]] != rows[order[:-1]], True)
    keep = np.zeros(table.n_rows, dtype=bool)
    keep[order[last]] = True
    return table.only(keep, "superseded")


def _time_order(table: CanonicalTable) -> NDArray[np.int64]:
    """The place of each row's time among all of them; what has none comes first."""
    if TIME not in table.columns:
        return np.zeros(table.n_rows, dtype=np.int64)
    column = table.columns[TIME]
    place = np.zeros(len(column.labels) + 1, dtype=np.int64)
    place[np.argsort(np.array(column.labels, dtype=object), kind="stable")] = np.arange(
        1, len(column.labels) + 1
    )
    return place[column.codes]
