"""A column of labels as small integer codes, looking at each distinct label once; and rows of equal codes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from .native import dictionary, is_gap, library_of, plain
from .numeric import Codes as Codes
from .numeric import code_numbers, present
from .numeric import small as small

_BLOCK = 1 << 10


@dataclass(frozen=True, slots=True)
class CodedColumn:
    """A code for each row, and the distinct labels the codes point to; -1 is a gap.

    `ordered` means that the labels were declared from lowest to highest where they came from.
    """

    codes: Codes
    labels: NDArray[Any] | list[Any]
    ordered: bool = False

    def __len__(self) -> int:
        return len(self.codes)

    def __getitem__(self, rows: Any) -> CodedColumn:
        """The column at some rows."""
        return CodedColumn(self.codes[rows], self.labels, self.ordered)

    def label(self, row: int) -> Any:
        """The label of one row, None for a gap."""
        code = int(self.codes[row])
        found = None if code < 0 else self.labels[code]
        return found.item() if isinstance(found, np.generic) else found

    def tolist(self) -> list[Any]:
        """The label of each row, None for a gap."""
        held = label_array([*_plain_list(self.labels), None])
        return list(held[self.codes].tolist())

    def present(self) -> NDArray[np.bool_]:
        """Which labels occur (a categorical may carry unused ones)."""
        return present(self.codes, len(self.labels))


def _plain_list(labels: NDArray[Any] | list[Any]) -> list[Any]:
    return list(labels.tolist()) if isinstance(labels, np.ndarray) else labels


def factorise(column: Any) -> CodedColumn:
    """Distinct labels and a code for each row; categories that are there are used as they are."""
    if isinstance(column, CodedColumn):
        return column
    if isinstance(column, (list, tuple)):
        return _from_list(column)
    if library_of(column):
        ready = dictionary(column)
        if ready is not None:
            return CodedColumn(*ready)
        column = plain(column)
    array = column if isinstance(column, np.ndarray) else np.asarray(column)
    if array.ndim != 1:
        raise InputError(f"Each rater's ratings must be one-dimensional, got {array.ndim} dimensions.")
    if isinstance(array, np.ma.MaskedArray):
        return _masked(array)
    return _from_array(array)


def factorise_together(columns: Any) -> list[CodedColumn] | None:
    """Columns of numbers on one list of labels, in one go; None where each is to be looked at by itself.

    A matrix (a row for each column) is coded whole, and so are measurements, which take a sort.
    """
    matrix = columns if isinstance(columns, np.ndarray) else _measurements(columns)
    if matrix is None or isinstance(matrix, np.ma.MaskedArray) or matrix.dtype.kind not in "iuf":
        return None
    try:
        codes, labels = code_numbers(matrix.T)
    except InputError:
        return None  # the column that is to blame says so by itself
    return [CodedColumn(column, labels) for column in codes]


def _measurements(columns: Any) -> NDArray[np.float64] | None:
    """Float columns of equal length, side by side, if the first few numbers are not all whole."""
    held = [plain(c) if library_of(c) else c for c in columns if getattr(c, "dtype", None) == np.float64]
    if not held or len(held) < len(columns) or len({np.shape(c) for c in held}) > 1:
        return None
    first = held[0][:_BLOCK]
    measured = first.ndim == 1 and bool((np.floor(first) < first).any())
    return np.stack(held) if measured and type(held[0]) is np.ndarray else None


def label_array(labels: Any) -> NDArray[Any]:
    """Labels as an array: numbers as numbers, everything else as it is."""
    labels = list(labels)
    if labels and all(type(x) is int and -(2**63) <= x < 2**63 for x in labels):
        return np.array(labels, dtype=np.int64)
    if labels and all(type(x) in (int, float) and abs(x) < 2**63 for x in labels):
        return np.array(labels, dtype=float)
    array = np.empty(len(labels), dtype=object)
    array[:] = labels
    return array


def number_array(values: Any) -> Any:
    """A list of numbers as an array; anything else, and whole numbers too large for one, as it is."""
    if not isinstance(values, (list, tuple)) or (values and type(values[0]) not in (int, float)):
        return values
    kinds = set(map(type, values))
    if not kinds <= {int, float}:
        return values
    try:
        return np.array(values, dtype=float if float in kinds else np.int64)
    except OverflowError:
        return values


def _from_list(values: list[Any] | tuple[Any, ...]) -> CodedColumn:
    held = number_array(values)
    if held is not values:
        return _numbers(held)
    if type(values[0]) is bool and set(map(type, values)) == {bool}:
        return _from_array(np.array(values, dtype=bool))
    return _objects(values)


def _from_array(array: NDArray[Any]) -> CodedColumn:
    kind = array.dtype.kind
    if kind == "b":
        return CodedColumn(array.astype(np.int8), np.array([False, True], dtype=object))
    if kind in "iuf":
        return _numbers(array)
    if kind == "S":
        return _text(np.char.decode(array, "utf-8", "replace"))
    if kind == "U":
        return _text(array)
    if kind == "M":
        return _objects(_as_dates(array))
    if kind in "mcV":
        raise InputError(f"Ratings must be numbers, text or truth values, got {array.dtype}.")
    return _objects(array.tolist())


def _numbers(array: NDArray[Any]) -> CodedColumn:
    codes, labels = code_numbers(array[:, None])
    return CodedColumn(codes[0], labels)


def _masked(array: Any) -> CodedColumn:
    """What the mask covers is a gap, whatever lies under it."""
    mask = np.ma.getmaskarray(array)
    if not mask.any():
        return _from_array(array.data)
    column = _from_array(array.data[~mask])
    codes = np.full(len(array), -1, dtype=column.codes.dtype)
    codes[~mask] = column.codes
    return CodedColumn(codes, column.labels)


def _text(array: NDArray[np.str_]) -> CodedColumn:
    """Few labels are found by comparing whole columns; more go through a dictionary."""
    labels = list(dict.fromkeys(array[:_BLOCK].tolist()))
    codes = np.full(len(array), -1, dtype=np.int8)
    if len(labels) <= 16:
        for place, label in enumerate(labels):
            codes += (array == label).view(np.int8) * np.int8(place + 1)
    if codes.size and codes.min() < 0:
        return _objects(array.tolist())
    return CodedColumn(codes, labels)


class _LabelNumbers(dict[Any, int]):
    """The number of each label, in the order in which they are first asked for."""

    def __missing__(self, label: Any) -> int:
        number = self[label] = len(self)
        return number


def _objects(values: list[Any] | tuple[Any, ...]) -> CodedColumn:
    """Anything hashable: one dictionary look-up a row."""
    numbers = _LabelNumbers()
    try:
        codes = _numbered(values, numbers)
    except TypeError:
        bad = next(type(v).__name__ for v in values if type(v).__hash__ is None)
        raise InputError(f"A rating must be a single label, but one is a {bad}.") from None
    if 0 in numbers or 1 in numbers:
        _refuse_mixed_truth(values)
    there = np.array([not is_gap(label) for label in numbers], dtype=bool)
    place = np.where(there, np.cumsum(there) - 1, -1).astype(small(int(there.sum())))
    labels = [label for label, here in zip(numbers, there.tolist(), strict=True) if here]
    return CodedColumn(place[codes], [str(x) if isinstance(x, (date, time)) else x for x in labels])


def _numbered(values: list[Any] | tuple[Any, ...], numbers: _LabelNumbers) -> NDArray[Any]:
    """The number of each value; those of up to 256 labels fit into bytes, which are made faster."""
    try:
        return np.frombuffer(bytes(map(numbers.__getitem__, values)), dtype=np.uint8)
    except ValueError:
        return np.fromiter(map(numbers.__getitem__, values), dtype=np.int32, count=len(values))


def _as_dates(array: NDArray[Any]) -> list[Any]:
    """Days as days, points in time to the microsecond, which is as far as Python writes them."""
    days = np.datetime_data(array.dtype)[0] in ("Y", "M", "W", "D")
    return list(array.astype("datetime64[D]" if days else "datetime64[us]").tolist())


def _refuse_mixed_truth(values: list[Any] | tuple[Any, ...]) -> None:
    """True equals 1 in a dictionary; mixed with numbers that would merge two labels silently."""
    kinds = set(map(type, values))
    if kinds & {bool, np.bool_} and any(issubclass(k, (int, float, np.number)) for k in kinds - {bool}):
        raise InputError("Ratings mix truth values (True, False) with numbers: use one kind.")


def number_rows(columns: list[CodedColumn]) -> tuple[NDArray[np.int64], int]:
    """A number for each distinct combination of codes, without holes, in the order of the codes."""
    rows, n_rows = np.zeros(len(columns[0]), dtype=np.int64), 1
    for column in columns:
        width = len(column.labels) + 1
        rows, n_rows = _dense(rows * width + column.codes + 1, n_rows * width)
    return rows, n_rows


def _dense(key: NDArray[np.int64], width: int) -> tuple[NDArray[np.int64], int]:
    if width > max(1 << 16, 8 * len(key)):
        distinct, inverse = np.unique(key, return_inverse=True)
        return inverse, len(distinct)
    seen = np.zeros(width, dtype=bool)
    seen[key] = True
    return (np.cumsum(seen) - 1)[key], int(seen.sum())


def occurrence(key: NDArray[np.int64]) -> NDArray[np.int64]:
    """0 for the first record with this key, 1 for the next, …"""
    order = np.argsort(key, kind="stable")
    counted = np.empty(len(key), dtype=np.int64)
    counted[order] = _since_start(key[order])
    return counted


def _since_start(ordered: NDArray[np.int64]) -> NDArray[np.int64]:
    """How far each entry of a sorted array is from the first one equal to it."""
    places = np.arange(len(ordered))
    starts = np.append(True, ordered[1:] != ordered[:-1])[: len(ordered)]
    return places - np.maximum.accumulate(np.where(starts, places, 0))
