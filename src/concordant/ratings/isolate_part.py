"""A part of a file as if the rest of it were not there: no raters, values or columns that only others use."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .factorise import CodedColumn, small
from .ratings import Ratings
from .scale import infer_scale

#: Fields with a text for each row, whose width is that of the longest in the whole file.
_TEXTS = ("items", "dimension", "repeat")


def alone(ratings: Ratings) -> Ratings:
    """The ratings with nothing that only other rows of the file have.

    What was declared stays: a scale, and columns with an order of their own.
    """
    if (
        ratings.item_source is not None or ratings.anonymous
    ):  # codes that an engine knows; raters without names
        return ratings
    part = _of_seen_values(ratings.select(_who_rated(ratings)))
    return replace(
        part,
        slices={name: _of_seen(column) for name, column in part.slices.items() if (column.codes >= 0).any()},
        texts={name: text for name, text in part.texts.items() if (text.at >= 0).any()},
        **{name: _narrow(getattr(part, name)) for name in _TEXTS},
    )


def _who_rated(ratings: Ratings) -> list[str]:
    named = zip(ratings.raters, ratings.columns, strict=True)
    return [name for name, column in named if (column >= 0).any()] or list(ratings.raters)


def _of_seen_values(ratings: Ratings) -> Ratings:
    """Without values that nobody gave, where the scale is only what was seen."""
    seen = np.zeros(len(ratings.labels) + 1, dtype=bool)  # the last is for gaps
    for column in ratings.columns:
        seen[column] = True
    kept = seen[:-1]
    if ratings.scale.declared or kept.all() or not kept.any():
        return ratings
    labels = _narrow(ratings.labels[kept])
    scale = ratings.scale
    if scale.ordered and scale.categories is not None and scale.values is None:
        scale = replace(scale, categories=tuple(labels.tolist()))
    elif scale.categories is not None:
        scale = infer_scale(labels, scale.level)
    codes = np.append(np.cumsum(kept) - 1, -1).astype(small(len(labels)))
    return replace(ratings, columns=tuple(codes[c] for c in ratings.columns), labels=labels, scale=scale)


def _of_seen(column: CodedColumn) -> CodedColumn:
    """The labels that occur, in the order in which they do."""
    if column.ordered:
        return column
    found, first = np.unique(column.codes[column.codes >= 0], return_index=True)
    order = found[np.argsort(first)]
    kind = column.codes.dtype if column.codes.dtype.itemsize == 8 else small(len(order))
    codes = np.full(len(column.labels) + 1, -1, dtype=kind)  # the last is for gaps
    codes[order] = np.arange(len(order))
    if isinstance(column.labels, np.ndarray):
        return CodedColumn(codes[column.codes], _narrow(column.labels[order]))
    return CodedColumn(codes[column.codes], [column.labels[place] for place in order.tolist()])


def _narrow(values: NDArray[Any] | None) -> Any:
    """Text as wide as its longest."""
    return values if values is None or values.dtype.kind != "U" else np.array(values.tolist(), dtype=str)
