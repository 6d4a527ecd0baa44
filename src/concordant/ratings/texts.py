"""What is written about items and beside ratings: it is shown with them, and no number depends on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .factorise import CodedColumn, Codes
from .native import is_gap


class TextColumn:
    """A column of texts that is taken from where it is when the first of them is looked at."""

    def __init__(self, take: Callable[[], Any]) -> None:
        self._take = take

    @cached_property
    def _held(self) -> Any:
        return self._take()

    def text(self, place: int) -> str | None:
        """One text; None for a blank."""
        held = self._held
        found = held.label(place) if isinstance(held, CodedColumn) else _cell(held, place)
        return None if is_gap(found) or not str(found).strip() else str(found)


def _cell(held: Any, place: int) -> Any:
    """One cell of a list, an array, or a series of any library."""
    one: Any = held.iloc[place] if hasattr(held, "iloc") else held[place]
    if one is np.ma.masked:
        return None
    return one.as_py() if hasattr(one, "as_py") else one


@dataclass(frozen=True, eq=False)
class Written:
    """Which cell of a column holds the text of each row, -1 for none.

    Where a row was put together from several records, `following` leads from a blank cell to the next one.
    """

    cells: TextColumn
    at: Codes
    following: Codes | None = None

    def __len__(self) -> int:
        return len(self.at)

    def __getitem__(self, rows: Any) -> Written:
        """The texts of some rows."""
        return replace(self, at=self.at[rows])

    def or_else(self, rows: NDArray[np.int64], others: NDArray[np.int64]) -> Written:
        """The texts, each of these rows with those of another row where its own cells are blank."""
        size = 1 + int(self.at.max(initial=0))
        following = np.full(size, -1, dtype=np.int64) if self.following is None else self.following.copy()
        last = self.at[rows].astype(np.int64)
        while (more := (last >= 0) & (following[last] >= 0)).any():
            last = np.where(more, following[last], last)
        there = last >= 0
        following[last[there]] = self.at[others][there]
        return replace(self, following=following)

    def text(self, row: int) -> str | None:
        """The text of one row; None where nothing is written."""
        place = int(self.at[row])
        while place >= 0:
            found = self.cells.text(place)
            if found is not None or self.following is None:
                return found
            place = int(self.following[place])
        return None


def by_row(take: Callable[[], Any], kept: NDArray[np.int64] | None, n_rows: int) -> Written:
    """A text for each row of a table; `kept` are the rows that are left."""
    return Written(TextColumn(take), np.arange(n_rows, dtype=np.int64) if kept is None else kept)


def by_records(take: Callable[[], Any], kept: NDArray[np.int64], rows: NDArray[np.int64]) -> Written:
    """The first text of each row's records; `kept` are the places of records, `rows` where each belongs."""
    order = np.argsort(rows, kind="stable")
    following = np.full(int(kept.max(initial=-1)) + 1, -1, dtype=np.int64)
    same = rows[order[1:]] == rows[order[:-1]]
    following[kept[order[:-1]]] = np.where(same, kept[order[1:]], -1)
    first = order[np.append(True, ~same)[: len(order)]]
    return Written(TextColumn(take), kept[first], following)


def placed_at(at: Codes, records: NDArray[np.int64], where: Any, shape: tuple[int, ...]) -> NDArray[Any]:
    """The cells of some records at their places, none everywhere else."""
    placed = np.full(shape, -1, dtype=at.dtype)
    placed[where] = at[records]
    return placed


def below_each_other(parts: Sequence[Written | None], length: int) -> Written:
    """Texts of so many rows each, one below the other; none where there is none."""
    kept = [part for part in parts if part is not None]
    at = [
        np.full(length, -1) if part is None else _numbered(part.at, kept.index(part), len(kept))
        for part in parts
    ]
    return Written(_Several([part.cells for part in kept]), np.concatenate(at))


def _numbered(at: Codes, which: int, of: int) -> Codes:
    return np.where(at >= 0, at.astype(np.int64) * of + which, -1)


class _Several(TextColumn):
    """Several columns as one, their cells taken in turn."""

    def __init__(self, columns: Sequence[TextColumn]) -> None:
        self._columns = columns

    def text(self, place: int) -> str | None:
        """One text; None for a blank."""
        row, which = divmod(place, len(self._columns))
        return self._columns[which].text(row)
