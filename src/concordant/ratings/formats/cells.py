"""A column of the canonical table while it grows: short values as codes, long texts on disk."""

from __future__ import annotations

import tempfile
import threading
import weakref
from array import array
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..factorise import CodedColumn

#: Longer texts are kept on disk, each where it was written.
LONG = 120
#: So much text stays in memory.
_IN_MEMORY = 16_000_000


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
