"""Records of (row, rater, code) spread over one column for each rater."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ...errors import InputError
from ...quote import quote
from ..factorise import Codes, _since_start
from ..phrases import many
from ..texts import Written, placed_at
from ..times import Times, placed_times

#: `unchecked` is for tables of which it is known that an item has one row: nobody looks for a second.
#: `checked` looks at every item of data that stay where they are, of which "error" may take a sample.
Duplicates = Literal["error", "first", "last", "repeat", "checked", "unchecked"]

#: What goes by the order of rows.
BY_ORDER = ("first", "last", "repeat")

#: Above this many places (rows × raters) raters become anonymous places.
MOST_PLACES = 300_000_000

_RULES = {"first": "first one kept", "last": "last one kept"}


#: The times and the comments of each column.
_Beside = tuple[tuple[Times, ...] | None, tuple[Written, ...] | None]


@dataclass(frozen=True)
class Records:
    """For each record its row, its rater, its code (-1 for a gap); its time and comment if there are any."""

    rows: NDArray[np.int64]
    who: NDArray[np.int64]
    codes: Codes
    n_rows: int
    n_raters: int
    times: Times | None = None
    comments: Written | None = None

    def beside(self, at: NDArray[np.int64], where: Any, shape: tuple[int, ...]) -> _Beside:
        """The times and the comments of some records at their places, a row of them for each column."""
        times = None if self.times is None else tuple(placed_times(self.times, at, where, shape))
        if self.comments is None:
            return times, None
        placed = placed_at(self.comments.at, at, where, shape)
        return times, tuple(replace(self.comments, at=own) for own in placed)


@dataclass(frozen=True)
class Placed:
    """The columns, and what was done about ratings that met in one place."""

    columns: tuple[Codes, ...]
    repeated: int = 0
    rule: str = ""
    anonymous: bool = False
    times: tuple[Times, ...] | None = None
    comments: tuple[Written, ...] | None = None


def spread(
    records: Records, duplicates: Duplicates, name: Callable[[int], str], labels: NDArray[Any]
) -> Placed:
    """One column for each rater; with too many of them, one for each place a row has.

    Of several ratings by a rater in one row the first stays, or the last if that is the rule.
    """
    rated = np.flatnonzero(records.codes >= 0)
    if duplicates == "last":
        rated = rated[::-1]
    by_place = records.n_rows * records.n_raters > MOST_PLACES
    columns, held, beside = (_by_place if by_place else _by_rater)(records, rated)
    repeated, rule = len(rated) - sum(int(np.count_nonzero(c >= 0)) for c in columns), ""
    if repeated:
        codes = records.codes[rated]
        clash = np.flatnonzero(held != codes)
        if clash.size and duplicates not in BY_ORDER:
            at = int(clash[0])
            _complain(name(int(rated[at])), labels[[held[at], codes[at]]].tolist(), clash.size)
        rule = _RULES[duplicates] if clash.size else "identical, one kept"
    return Placed(columns, repeated, rule, by_place, *beside)


#: The columns, for each record the code that its place holds, and the times and comments of each column.
_Spread = tuple[tuple[Codes, ...], Codes, _Beside]


def _by_rater(records: Records, rated: NDArray[np.int64]) -> _Spread:
    """A column for each rater."""
    shape = (records.n_raters, records.n_rows)
    cells = records.who[rated] * records.n_rows + records.rows[rated]
    flat = np.full(records.n_rows * records.n_raters, -1, dtype=records.codes.dtype)
    flat[cells[::-1]] = records.codes[rated[::-1]]
    where = (records.who[rated[::-1]], records.rows[rated[::-1]])
    return tuple(flat.reshape(shape)), flat[cells], records.beside(rated[::-1], where, shape)


def _by_place(records: Records, rated: NDArray[np.int64]) -> _Spread:
    """As many columns as the fullest row has ratings; the raters' order decides the places."""
    cells = records.rows[rated] * records.n_raters + records.who[rated]
    order = np.argsort(cells, kind="stable")
    since = _since_start(cells[order])
    held = np.empty(len(rated), dtype=records.codes.dtype)
    held[order] = records.codes[rated[order[np.arange(len(order)) - since]]]
    kept = rated[order[since == 0]]
    places = _since_start(records.rows[kept])
    matrix = np.full((int(places.max(initial=0)) + 1, records.n_rows), -1, dtype=records.codes.dtype)
    matrix[places, records.rows[kept]] = records.codes[kept]
    return tuple(matrix), held, records.beside(kept, (places, records.rows[kept]), matrix.shape)


def _complain(what: str, values: list[Any], count: int) -> None:
    raise InputError(
        f"{what} more than once, with different values ({quote(values[0])} and {quote(values[1])}); this "
        f"happens {many(count, 'time')}. Pass duplicates='first', 'last' or 'repeat' (to number them as "
        "repeats), or name the column that distinguishes them with dimension=, repeat= or round=."
    )
