"""A fingerprint of ratings: the same for the same ratings, whatever file, order or engine keeps them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..ratings.factorise import CodedColumn, factorise
from ..ratings.ratings import Ratings
from .item_weights import Ints
from .patterns import count_rows


def fingerprint(ratings: Ratings) -> str:
    """ "sha256:…" of what raters said, as it was understood.

    It covers the raters' names, and how many rows there are of each kind: what everybody said (gaps
    included), the dimension, repeat, round and slices of the row, and its weight where weights are not whole.
    Labels count as what they are, numbers with all their digits, so that 4, 4.0 and "4" in a file of text are
    one. It does not cover the order of rows and columns, the items' names (nor which rows are of one item),
    clusters, times, texts, comments, the declared scale, and rows that nobody rated.
    """
    rated = np.logical_or.reduce([column >= 0 for column in ratings.columns])
    ratings = ratings if rated.all() else ratings.rows(rated)
    coded_columns, labels = _ranked(list(ratings.columns), ratings.labels.tolist())
    if ratings.anonymous:
        coded_columns, raters = _whoever(coded_columns), []
    else:
        order = sorted(range(ratings.n_raters), key=ratings.raters.__getitem__)
        coded_columns, raters = [coded_columns[place] for place in order], sorted(ratings.raters)
    parts = {f"slice {name}": ratings.slices[name] for name in sorted(ratings.slices)}
    parts |= {
        n: factorise(x) for n in ("dimension", "repeat", "round") if (x := getattr(ratings, n)) is not None
    }
    if not ratings.copies:
        parts["weight"] = factorise(ratings.item_weights)
    ranked = {name: _of_column(column) for name, column in parts.items()}
    columns = [*coded_columns, *(codes for codes, _ in ranked.values())]
    sizes = [int(max(column.max(initial=-1) for column in coded_columns)) + 1] * len(coded_columns)
    sizes += [int(codes.max(initial=-1)) + 1 for codes, _ in ranked.values()]
    rows, counts = count_rows(columns, sizes, ratings.weights if ratings.copies else None)
    head = {"raters": raters, "labels": labels, **{name: known for name, (_, known) in ranked.items()}}
    return f"sha256:{_hashed(head, rows, counts)}"


def _hashed(head: dict[str, Any], rows: Ints, counts: NDArray[np.float64]) -> str:
    there = counts > 0
    rows, counts = rows[there], counts[there]
    order = np.lexsort(rows.T[::-1])
    total = hashlib.sha256(json.dumps(head, ensure_ascii=True, sort_keys=True).encode())
    total.update(np.ascontiguousarray(rows[order], dtype="<i4").tobytes())
    total.update(np.ascontiguousarray(counts[order], dtype="<f8").tobytes())
    return total.hexdigest()


def _ranked(columns: Sequence[NDArray[Any]], labels: Sequence[Any]) -> tuple[list[Ints], list[str]]:
    """Codes by the place of each label among those that occur, in order; gaps stay -1. And those labels."""
    used = np.zeros(len(labels) + 1, dtype=bool)
    for column in columns:
        used[column] = True
    places = np.flatnonzero(used[:-1])
    there = [labels[place] for place in places.tolist()]
    if there and all(type(x) in (int, float) and abs(x) < _EXACT for x in there):
        numbers, rank = np.unique(np.array(there, dtype=float) + 0.0, return_inverse=True)
        known = [f"numbers {hashlib.sha256(numbers.astype('<f8').tobytes()).hexdigest()}"]
    else:
        texts = np.array([_canonical(label) for label in there], dtype=object)
        written, rank = np.unique(texts, return_inverse=True)
        known = written.tolist()
    table = np.full(len(labels) + 1, -1, dtype=np.int64)
    table[places] = rank
    return [table[column] for column in columns], known


#: Whole numbers up to here are their own floats.
_EXACT = 2.0**53


def _of_column(column: CodedColumn) -> tuple[Ints, list[str]]:
    labels = column.labels.tolist() if isinstance(column.labels, np.ndarray) else list(column.labels)
    (codes,), known = _ranked([column.codes], labels)
    return codes, known


def _canonical(label: Any) -> str:
    """A label as one text, numbers apart from words."""
    if isinstance(label, bool):
        return f"truth {label}"
    if isinstance(label, (int, float)):
        whole = isinstance(label, int) or label.is_integer()
        return f"number {int(label)}" if whole else f"number {label!r}"
    return f"text {label}"


def _whoever(columns: Sequence[Ints]) -> list[Ints]:
    """What was said of each item in one order, as nobody knows by whom."""
    matrix = -np.sort(-np.stack(columns, axis=1), axis=1)
    return [column for column in matrix.T if (column >= 0).any()]
