"""One column of labels as small integer codes, looking at each distinct label once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from .native import dictionary, is_gap, library_of, plain

Codes = NDArray[np.signedinteger[Any]]

_WIDE = 1 << 16
_BLOCK = 1 << 10


@dataclass(frozen=True, slots=True)
class Column:
    """A code for each row, and the distinct labels the codes point to; -1 is a gap.

    `ordered` means that the labels were declared from lowest to highest where they came from.
    """

    codes: Codes
    labels: NDArray[Any] | list[Any]
    ordered: bool = False

    def __len__(self) -> int:
        return len(self.codes)

    def present(self) -> NDArray[np.bool_]:
        """Which labels occur (a categorical may carry unused ones)."""
        return _present(self.codes, len(self.labels))


def factorise(column: Any) -> Column:
    """Distinct labels and a code for each row; categories that are there are used as they are."""
    if isinstance(column, Column):
        return column
    if isinstance(column, (list, tuple)):
        return _from_list(column)
    if library_of(column):
        ready = dictionary(column)
        if ready is not None:
            return Column(*ready)
        column = plain(column)
    array = column if isinstance(column, np.ndarray) else np.asarray(column)
    if array.ndim != 1:
        raise InputError(f"Each rater's ratings must be one-dimensional, got {array.ndim} dimensions.")
    if isinstance(array, np.ma.MaskedArray):
        return _masked(array)
    return _from_array(array)


def small(size: int) -> type[np.signedinteger[Any]]:
    """The smallest signed type that holds codes below `size` and the gap."""
    return np.int8 if size <= 127 else np.int16 if size <= 32_767 else np.int32


def label_array(labels: Any) -> NDArray[Any]:
    """Labels as an array: numbers as numbers, everything else as it is."""
    labels = list(labels)
    if labels and all(type(x) is int for x in labels):
        return np.array(labels, dtype=np.int64)
    if labels and all(type(x) in (int, float) for x in labels):
        return np.array(labels, dtype=float)
    array = np.empty(len(labels), dtype=object)
    array[:] = labels
    return array


def _from_list(values: list[Any] | tuple[Any, ...]) -> Column:
    if values and isinstance(values[0], str):
        return _objects(values)
    kinds = set(map(type, values))
    if kinds <= {int}:
        try:
            return _integers(np.array(values, dtype=np.int64))
        except OverflowError:
            return _objects(values)
    if kinds <= {int, float}:
        return _floats(np.array(values, dtype=float))
    if kinds <= {bool}:
        return _from_array(np.array(values, dtype=bool))
    return _objects(values)


def _from_array(array: NDArray[Any]) -> Column:
    kind = array.dtype.kind
    if kind == "b":
        return Column(array.astype(np.int8), np.array([False, True], dtype=object))
    if kind in "iu":
        return _integers(array)
    if kind == "f":
        return _floats(array)
    if kind == "S":
        return _text(np.char.decode(array, "utf-8", "replace"))
    if kind == "U":
        return _text(array)
    if kind in "mMcV":
        raise InputError(f"Ratings must be numbers, text or truth values, got {array.dtype}.")
    return _objects(array.tolist())


def _masked(array: Any) -> Column:
    """What the mask covers is a gap, whatever lies under it."""
    mask = np.ma.getmaskarray(array)
    if not mask.any():
        return _from_array(array.data)
    column = _from_array(array.data[~mask])
    codes = np.full(len(array), -1, dtype=column.codes.dtype)
    codes[~mask] = column.codes
    return Column(codes, column.labels)


def _integers(array: NDArray[Any]) -> Column:
    """Whole numbers in a narrow range need no sorting: subtract the smallest."""
    if array.size == 0:
        return Column(np.zeros(0, np.int8), np.zeros(0, np.int64))
    low, high = int(array.min()), int(array.max())
    if high >= 2**63:  # beyond what whole numbers of ours can hold
        return _floats(array.astype(float))
    width = high - low + 1
    if width > max(_WIDE, 4 * array.size):
        labels, codes = np.unique(array, return_inverse=True)
        return Column(codes.astype(small(len(labels))), labels)
    kind = small(width)  # both sides may wrap around on the way; their difference cannot
    codes = np.subtract(array, np.asarray(low).astype(kind), dtype=kind, casting="unsafe")
    return _dense(codes, np.arange(low, high + 1))


def _floats(array: NDArray[Any]) -> Column:
    """Small whole numbers written as floats take the integers' road; NaN is a gap."""
    if array.size == 0:
        return Column(np.zeros(0, np.int8), np.zeros(0))
    low, high = float(np.fmin.reduce(array)), float(np.fmax.reduce(array))
    if np.isinf(low) or np.isinf(high):
        row = int(np.argmax(np.isinf(array))) + 1
        raise InputError(f"Row {row} holds an infinite rating: correct it, or leave it empty for a gap.")
    gaps = np.isnan(array)
    if np.isnan(low):
        return Column(np.full(array.size, -1, np.int8), np.zeros(0))
    if low.is_integer() and abs(low) < 1e15 and high - low < _WIDE:
        shifted = np.subtract(array, low)
        with np.errstate(invalid="ignore"):
            codes = shifted.astype(small(int(high - low) + 1))
        if np.array_equal(codes, shifted) or ((codes == shifted) | gaps).all():
            codes[gaps] = -1
            return _dense(codes, np.arange(int(low), int(high) + 1))
    labels, codes = np.unique(array, return_inverse=True)
    labels = labels[~np.isnan(labels)]
    codes = codes.astype(small(len(labels) + 1))
    codes[gaps] = -1
    return Column(codes, labels)


def _dense(codes: Codes, labels: NDArray[Any]) -> Column:
    """Leave out the labels that never occur."""
    seen = _present(codes, len(labels))
    if seen.all():
        return Column(codes, labels)
    place = np.append(np.cumsum(seen) - 1, -1).astype(codes.dtype)
    return Column(place[codes], labels[seen])


def _present(codes: Codes, width: int) -> NDArray[np.bool_]:
    """Which codes occur: the first block shows most of them, the few others are looked for."""
    seen = np.zeros(width + 1, dtype=bool)
    seen[codes[:_BLOCK]] = True  # a gap, -1, marks the spare last place
    rest = codes[_BLOCK:]
    unseen = np.flatnonzero(~seen[:-1])
    if rest.size and unseen.size > 16:
        seen[rest] = True
    elif rest.size:
        seen[unseen] = [(rest == place).any() for place in unseen.tolist()]
    return seen[:-1]


def _text(array: NDArray[np.str_]) -> Column:
    """Few labels are found by comparing whole columns; more go through a dictionary."""
    labels = list(dict.fromkeys(array[:_BLOCK].tolist()))
    codes = np.full(len(array), -1, dtype=np.int8)
    if len(labels) <= 16:
        for place, label in enumerate(labels):
            codes[array == label] = place
    if codes.size and codes.min() < 0:
        return _objects(array.tolist())
    return Column(codes, labels)


def _objects(values: list[Any] | tuple[Any, ...]) -> Column:
    """Anything hashable: one dictionary look-up a row."""
    try:
        distinct = dict.fromkeys(values)
    except TypeError:
        bad = next(type(v).__name__ for v in values if type(v).__hash__ is None)
        raise InputError(f"A rating must be a single label, but one is a {bad}.") from None
    if 0 in distinct or 1 in distinct:
        _tell_truth_from_numbers(values)
    gaps = [label for label in distinct if is_gap(label)]
    for label in gaps:
        del distinct[label]
    place = dict(zip(distinct, range(len(distinct)), strict=True)) | dict.fromkeys(gaps, -1)
    codes = np.fromiter(map(place.__getitem__, values), dtype=small(len(distinct)), count=len(values))
    return Column(codes, list(distinct))


def _tell_truth_from_numbers(values: list[Any] | tuple[Any, ...]) -> None:
    """True equals 1 in a dictionary; mixed with numbers that would merge two labels silently."""
    kinds = set(map(type, values))
    if kinds & {bool, np.bool_} and any(issubclass(k, (int, float, np.number)) for k in kinds - {bool}):
        raise InputError("Ratings mix truth values (True, False) with numbers: use one kind.")
