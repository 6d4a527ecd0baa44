"""Numbers as small integer codes: whole numbers by subtraction, measurements by one sort of them all.

Columns are coded together, on one list of labels, and read in blocks that stay near the processor.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError

Codes = NDArray[np.signedinteger[Any]]
#: Codes, a row for each column, and the distinct numbers they point to, in rising order.
Coded = tuple[Codes, NDArray[Any]]

_WIDE = 1 << 16
_BLOCK = 1 << 15
_FIRST, _SAMPLE = 1 << 10, 1 << 8
#: How many different codes a byte holds beside the gap, and a byte that no code within that reach is.
_NARROW, _NO_CODE = 127, -128


def small(size: int) -> type[np.signedinteger[Any]]:
    """The smallest signed type that holds codes below `size` and the gap."""
    return np.int8 if size <= _NARROW else np.int16 if size <= 32_767 else np.int32


def code_numbers(matrix: NDArray[Any]) -> Coded:
    """A matrix of numbers, items × columns, as codes; NaN is a gap, -1."""
    if matrix.size == 0:
        return np.zeros(matrix.T.shape, np.int8), np.zeros(0, matrix.dtype)
    return code_close_numbers(matrix) or (_floats if matrix.dtype.kind == "f" else _integers)(matrix)


def code_close_numbers(matrix: NDArray[Any]) -> Coded | None:
    """A matrix of whole numbers, gaps among them, whose range fits into a byte, as codes; else None."""
    return _narrow_floats(matrix) if matrix.dtype.kind == "f" else _narrow_integers(matrix)


def present(codes: Codes, width: int) -> NDArray[np.bool_]:
    """Which codes occur: the first ones show most of them, the few others are looked for."""
    seen = np.zeros(width + 1, dtype=bool)
    flat = codes.reshape(-1)
    seen[flat[:_SAMPLE]] = True  # a gap, -1, marks the spare last place
    rest = flat[_SAMPLE:]
    if not rest.size or seen[:-1].all():
        return seen[:-1]
    unseen = np.flatnonzero(~seen[:-1])
    if unseen.size > 16:
        seen[rest] = True
    else:
        seen[unseen] = [(rest == place).any() for place in unseen.tolist()]
    return seen[:-1]


# --- few different whole numbers: one pass -----------------------------------------------------


def _blocks(matrix: NDArray[Any]) -> Iterator[tuple[slice, NDArray[Any]]]:
    """Some rows at a time."""
    step = max(1, _BLOCK // matrix.shape[1])
    for start in range(0, len(matrix), step):
        rows = slice(start, start + step)
        yield rows, matrix[rows]


def _narrow_integers(matrix: NDArray[Any]) -> Coded | None:
    """Whole numbers close together: their last byte, less that of the smallest, which may wrap around."""
    codes = np.empty(matrix.T.shape, np.int8)
    low = high = int(matrix[0, 0])
    for rows, block in _blocks(matrix):
        low, high = min(low, int(block.min())), max(high, int(block.max()))
        if high - low >= _NARROW or high >= 2**63:
            return None
        np.copyto(codes[:, rows], block.T, casting="unsafe")
    if low:
        codes -= np.asarray(low).astype(np.int8)
    return _dense(codes, np.arange(low, high + 1))


def _narrow_floats(matrix: NDArray[Any]) -> Coded | None:
    """Codes of whole numbers written as floats, as they are where others have gaps."""
    codes = np.empty(matrix.T.shape, np.int8)
    first = float(np.fmin.reduce(matrix[:_FIRST], axis=None))
    if not first.is_integer() or abs(first) >= 1e15:
        return None
    base = 0.0 if abs(first) < _NARROW else first
    low = high = first - base
    for rows, block in _blocks(matrix):
        away = block - base if base else block
        low = min(low, float(np.fmin.reduce(away, axis=None)))  # a block of gaps, NaN, moves nothing
        high = max(high, float(np.fmax.reduce(away, axis=None)))
        if high - low >= _NARROW or low < -_NARROW or high > _NARROW:
            return None
        there = np.fmax(away, float(_NO_CODE))  # which NaN becomes
        if not (np.rint(there) == there).all() or (base and not _whole(block)):
            return None
        np.copyto(codes[:, rows], there.astype(np.int8).T)
    smallest = int(low)
    np.maximum(codes, np.int8(max(smallest - 1, _NO_CODE)), out=codes)  # a gap is one below the smallest
    codes -= np.int8(smallest)
    return _dense(codes, np.arange(smallest + int(base), int(high) + int(base) + 1))


# --- all others ---------------------------------------------------------------------------------


def _integers(matrix: NDArray[Any]) -> Coded:
    """Whole numbers in a range not too wide need no sorting: subtract the smallest."""
    low, high = int(matrix.min()), int(matrix.max())
    if high >= 2**63:  # beyond what whole numbers of ours can hold
        return _floats(matrix.astype(float))
    width = high - low + 1
    if width > max(_WIDE, 4 * matrix.size):
        return _sorted(matrix)
    kind = small(width)  # both sides may wrap around on the way; their difference cannot
    away = np.subtract(matrix, np.asarray(low).astype(kind), dtype=kind, casting="unsafe")
    return _dense(np.ascontiguousarray(away.T), np.arange(low, high + 1))


def _floats(matrix: NDArray[Any]) -> Coded:
    """Whole numbers written as floats take the integers' road."""
    low, high = float(np.fmin.reduce(matrix, axis=None)), float(np.fmax.reduce(matrix, axis=None))
    if np.isinf(low) or np.isinf(high):
        row = int(np.argmax(np.isinf(matrix).any(axis=1))) + 1
        raise InputError(f"Row {row} contains an infinite rating. Correct it, or leave it empty for a gap.")
    if np.isnan(low):
        return np.full(matrix.T.shape, -1, np.int8), np.zeros(0)
    if low.is_integer() and abs(low) < 1e15 and high - low < _WIDE and _whole(matrix):
        away = np.subtract(matrix.T, low, order="C")
        with np.errstate(invalid="ignore"):
            codes = away.astype(small(int(high - low) + 1))
        codes[np.isnan(away)] = -1
        return _dense(codes, np.arange(int(low), int(high) + 1))
    return _sorted(matrix)


def _whole(numbers: NDArray[Any]) -> bool:
    """Whether all are whole or gaps; asked before a subtraction, since 1e-28 − (−1) is 1."""
    return bool(((np.rint(numbers) == numbers) | np.isnan(numbers)).all())


def _sorted(matrix: NDArray[Any]) -> Coded:
    """One sort of all numbers; NaN comes last."""
    values = matrix.T.reshape(-1)
    order = np.argsort(values)
    ordered = values[order]
    there = len(values) - int(np.count_nonzero(ordered != ordered))
    ordered = ordered[:there]
    new = np.ones(there, dtype=bool)
    np.not_equal(ordered[1:], ordered[:-1], out=new[1:])
    labels = ordered[new]
    kind = small(len(labels))
    codes = np.empty(len(values), kind)
    codes[order[:there]] = np.cumsum(new, dtype=np.int64) - 1
    codes[order[there:]] = -1
    return codes.reshape(matrix.T.shape), labels


def _dense(codes: Codes, labels: NDArray[Any]) -> Coded:
    """Leave out the labels that never occur."""
    seen = present(codes, len(labels))
    if seen.all():
        return codes, labels
    place = np.append(np.cumsum(seen) - 1, -1).astype(small(int(seen.sum())))
    return place[codes], labels[seen]


def real_numbers(values: Any) -> NDArray[np.float64]:
    """The numbers, nan for a gap; ValueError where one is no real number, or rows differ in length."""
    try:
        held = np.asanyarray(values)
        if held.dtype.kind not in "biufOU":
            raise ValueError(f"{held.dtype.name} are no real numbers")
        if isinstance(held, np.ma.MaskedArray):
            return np.ma.filled(held.astype(float), np.nan)
        return np.array(held, dtype=float)
    except (TypeError, OverflowError) as problem:
        raise ValueError(str(problem)) from None
