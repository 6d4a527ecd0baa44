"""The canonical table: a row for each rating of an export, whatever the export looked like."""

from __future__ import annotations

import csv
import json
import tempfile
import threading
import weakref
from array import array
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TextIO

import numpy as np
from numpy.typing import NDArray

from ...result import Note
from ..factorise import CodedColumn, number_rows
from .declaration import CANONICAL, COMMENT, DIMENSION, ITEM, RATER, REASONS, REPEAT, ROUND, SCORE, TIME

#: Longer texts are kept on disk, each where it was written.
LONG = 120
#: So much text stays in memory.
_IN_MEMORY = 16_000_000


_KEY = (ITEM, RATER, DIMENSION, REPEAT, ROUND)


class TextStore:
    """Texts in a file without a name, which is gone when nobody holds the store any more."""

    def __init__(self) -> None:
        self._file = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115 - closed below
        self._end = 0
        self._lock = threading.Lock()
        weakref.finalize(self, self._file.close)

    def write(self, text: str) -> int:
        """Put a text down; the place where it is found again."""
        raw = text.encode("utf-8", "surrogatepass")
        place = self._end
        with self._lock:
            self._file.seek(place)
            self._file.write(len(raw).to_bytes(8, "little") + raw)
            self._end += 8 + len(raw)
        return place

    def read(self, place: int) -> str:
        """The text at a place."""
        with self._lock:
            self._file.seek(place)
            size = int.from_bytes(self._file.read(8), "little")
            return self._file.read(size).decode("utf-8", "surrogatepass")


class StoredColumn:
    """A column of which some values are on disk: -1 is a gap, lower numbers are places in the store."""

    def __init__(self, codes: NDArray[np.int64], labels: list[Any], store: TextStore) -> None:
        self.codes, self.labels, self.store = codes, labels, store

    def __len__(self) -> int:
        return len(self.codes)

    def __getitem__(self, rows: Any) -> Any:
        """A value, or a list of values for a slice."""
        if isinstance(rows, slice):
            return [self._value(code) for code in self.codes[rows].tolist()]
        return self._value(int(self.codes[rows]))

    def __iter__(self) -> Iterator[Any]:
        return (self._value(code) for code in self.codes.tolist())

    def _value(self, code: int) -> Any:
        return self.labels[code] if code >= 0 else None if code == -1 else self.store.read(-2 - code)

    def at(self, rows: NDArray[np.int64]) -> StoredColumn:
        """The column at some rows."""
        return StoredColumn(self.codes[rows], self.labels, self.store)


#: Columns of the canonical table by name.
Columns = dict[str, CodedColumn | StoredColumn]


class GrowingColumn:
    """Values one after another; equal ones are held once."""

    def __init__(self, store: TextStore, *, may_be_long: bool = True) -> None:
        self._store, self._longest = store, LONG if may_be_long else 1 << 62
        self._codes = array("q")
        self._labels: list[Any] = []
        self._known: dict[Any, int] = {}
        self._last: tuple[str, int] | None = None
        self._long = False

    def append(self, value: Any, row: int) -> None:
        """The value of a row; rows that were passed over are gaps."""
        if row > len(self._codes):
            self._codes.extend([-1] * (row - len(self._codes)))
        self._codes.append(self._code(value))

    def _code(self, value: Any) -> int:
        if value is None:
            return -1
        if isinstance(value, str) and len(value) > self._longest:
            return self._place(value)
        key = (isinstance(value, bool), value)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = len(self._labels)
            self._labels.append(value)
        return found

    def _place(self, text: str) -> int:
        """Where a long text is; one that is written twice in a row is put down once."""
        self._long = True
        if self._last is None or self._last[0] != text:
            self._last = (text, -2 - self._store.write(text))
        return self._last[1]

    def finished(self, rows: int) -> CodedColumn | StoredColumn:
        """All values, as so many rows."""
        self._codes.extend([-1] * (rows - len(self._codes)))
        codes = np.frombuffer(self._codes, dtype=np.int64).copy() if rows else np.zeros(0, dtype=np.int64)
        if self._long:
            return StoredColumn(codes, self._labels, self._store)
        return CodedColumn(codes, self._labels)


def at_rows(column: CodedColumn | StoredColumn, rows: NDArray[np.int64]) -> CodedColumn | StoredColumn:
    """A column at some rows, in their order."""
    return column.at(rows) if isinstance(column, StoredColumn) else column[rows]


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


def write_table(table: CanonicalTable, file: TextIO, *, as_lines: bool = False) -> None:
    """Write every row, one at a time; a gap is an empty cell, or a key that is not there."""
    names = list(table.columns)
    if as_lines:
        for row in _rows(table):
            held = {name: value for name, value in zip(names, row, strict=True) if value is not None}
            file.write(json.dumps(held, ensure_ascii=False, default=str) + "\n")
        return
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(names)
    writer.writerows(["" if value is None else value for value in row] for row in _rows(table))


def _rows(table: CanonicalTable) -> Iterator[tuple[Any, ...]]:
    columns = [
        column if not hasattr(column, "tolist") else column.tolist() for column in table.columns.values()
    ]
    return zip(*columns, strict=True)
