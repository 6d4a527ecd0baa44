"""Rows of equal codes: a number for each combination, and the place of a record among equal ones."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .factorise import CodedColumn


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
