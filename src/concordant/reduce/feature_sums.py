"""Sums over the items of a stack, items × raters × features: every feature on its own, all at once.

A block of features at a time stays near the processor. Raters are taken about the first rater and
items about the first item, so that measurements around 10⁹ that differ by 1 keep their digits and
equal ratings differ by exactly 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .crossed import Crossed
from .item_weights import Floats, Ints

Values = NDArray[Any]
Rows = NDArray[np.bool_] | slice
Places = Ints | slice

#: How many ratings are worked on at once.
_AT_ONCE = 400_000


@dataclass(frozen=True, eq=False)
class Squares:
    """For each feature the sums of squares of items, raters and what is left.

    `rounding` is the size of differences that are nothing but rounding.
    """

    items: Floats
    raters: Floats
    error: Floats
    rounding: Floats


def squares(values: Values, rows: Rows = slice(None), places: Places = slice(None)) -> Squares:
    """Of the items in `rows` and the features at `places`, all complete; nan for a feature with a gap."""
    n, k = values[rows, :, :1].shape[:2]
    width = values.shape[2] if isinstance(places, slice) else len(places)
    found = np.empty((4, width))
    with np.errstate(invalid="ignore", over="ignore"):
        for part in blocks(width, n * k):
            here = part if isinstance(places, slice) else places[part]
            found[:, part] = _squares(np.asarray(values[:, :, here][rows], dtype=float))
    return Squares(*found)


def blocks(width: int, each: int) -> Iterator[slice]:
    """Features in blocks, each feature of so many ratings."""
    step = max(16, _AT_ONCE // each)
    return (slice(start, min(start + step, width)) for start in range(0, width, step))


def _squares(y: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """With c_j = y_j − y_1 centred and r = Σc_j: SS_e = Σc_j² − Σr²/k, where little cancels."""
    n, k, width = y.shape
    first = y[:, 0]
    rest, means, error = np.zeros((n, width)), np.zeros((k, width)), np.zeros(width)
    for j in range(1, k):
        away = y[:, j] - first
        rest += away
        means[j] = away.mean(axis=0)
        away -= means[j]
        error += _sum_of_squares(away)
    items = k * (first - first[0]) + rest
    items -= items.mean(axis=0)
    rest -= rest.mean(axis=0)
    means -= means.mean(axis=0)
    largest = np.maximum(np.abs(first).max(axis=0), np.abs(y[:, -1]).max(axis=0))
    rounding = 8 * np.finfo(float).eps * largest
    return (
        _sum_of_squares(items) / k, n * _sum_of_squares(means), error - _sum_of_squares(rest) / k, rounding,
    )  # fmt: skip


def _sum_of_squares(y: Floats) -> Floats:
    return np.asarray(np.einsum("if,if->f", y, y))


# --- with gaps ------------------------------------------------------------------------------------


def crossed_features(values: Floats) -> Crossed:
    """What the model of crossed items and raters needs, a feature in each place of the leading axis."""
    y = np.ascontiguousarray(np.moveaxis(values, -1, 0))  # features × items × raters
    there = ~np.isnan(y)
    present = there.astype(float)
    y = np.where(there, y - _centre(y, there), 0.0)
    ratings = there.sum(axis=2)
    sizes = np.arange(1, y.shape[2] + 1)
    row = y.sum(axis=2)
    parts = [_of_size((ratings == m).astype(float), present, y, row) for m in sizes]
    items, together, sums, pulls, squared = (np.stack(x, axis=1) for x in zip(*parts, strict=True))
    return Crossed(
        m=sizes, items=items, together=together, sums=sums, pulls=pulls, squares=squared,
        total=np.einsum("fij,fij->f", y, y), centre=0.0,
    )  # fmt: skip


def _of_size(w: Floats, present: Floats, y: Floats, row: Floats) -> tuple[Floats, ...]:
    """Over the items that w marks: their number, Σkk′, Σy, Σks and Σs²."""
    marked = present * w[:, :, None]
    across = np.swapaxes(marked, 1, 2)
    return (
        w.sum(axis=1),
        across @ present,
        np.einsum("fi,fij->fj", w, y),
        (across @ row[:, :, None])[..., 0],
        np.einsum("fi,fi->f", w, row**2),
    )


def _centre(y: Floats, there: NDArray[np.bool_]) -> Floats:
    """The mean of a feature, taken about its first rating."""
    flat, seen = y.reshape(len(y), -1), there.reshape(len(y), -1)
    start = np.take_along_axis(flat, seen.argmax(axis=1)[:, None], axis=1)
    away = np.where(seen, flat - start, 0.0).sum(axis=1, keepdims=True)
    middle = start + away / np.maximum(seen.sum(axis=1, keepdims=True), 1)
    return np.asarray(middle[:, :, None])


# --- who lacks what -------------------------------------------------------------------------------


def ratings_of_items(values: Values, places: Ints) -> Ints:
    """How many ratings each item has, items × features at `places`."""
    n, k = values.shape[:2]
    found = np.empty((n, len(places)), dtype=np.int64)
    for part in blocks(len(places), n * k):
        found[:, part] = (~np.isnan(values[:, :, places[part]])).sum(axis=1)
    return found


def infinite(values: Values, places: Ints) -> tuple[int, int, int] | None:
    """The item, rater and feature of an infinite measurement, if there is one."""
    n, k = values.shape[:2]
    for part in blocks(len(places), n * k):
        found = np.argwhere(np.isinf(values[:, :, places[part]]))
        if found.size:
            item, rater, feature = found[0].tolist()
            return item, rater, int(places[part][feature])
    return None


def alike(rows: NDArray[np.bool_]) -> Iterator[tuple[Ints, NDArray[np.bool_]]]:
    """Columns (features) that mark the same rows (items): their places, and what they mark."""
    groups: dict[bytes, list[int]] = {}
    for place, marks in enumerate(np.packbits(rows, axis=0).T):
        groups.setdefault(marks.tobytes(), []).append(place)
    for places in groups.values():
        yield np.array(places), rows[:, places[0]]
