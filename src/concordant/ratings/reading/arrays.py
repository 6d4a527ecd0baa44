"""Ratings from what is already in memory: sequences, a matrix, counts, a contingency table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from ...errors import InputError, choose
from ...result import Note
from ..audit import Audit
from ..check_ratings import LARGEST_WEIGHT, check_weights
from ..factorise import Codes, label_array, small
from ..labels import Encoded, OutOfScale, encode
from ..numeric import real_numbers
from ..observed import Origin
from ..phrases import many
from ..ratings import Ratings
from ..scale import Level, Scale, declare
from .frames import by_index
from .table_labels import cells_of, in_order, scale_of, spread

#: Nobody asks more raters about one item; every one of them takes a column.
MOST_RATINGS = 100_000


def from_columns(
    columns: Sequence[Any] | NDArray[Any],
    raters: Sequence[str],
    *,
    scale: Scale | None = None,
    level: Level | None = None,
    missing: Iterable[Any] | None = None,
    out_of_scale: OutOfScale = "error",
    weights: Any = None,
    reading: Audit | None = None,
    kept: NDArray[np.int64] | None = None,
    copies: NDArray[np.int64] | None = None,
    **rows: Any,
) -> Ratings:
    """One column of labels for each rater; every other reader ends here.

    `kept` are the numbers of the rows that were kept, `copies` how many of each row an engine counted.
    """
    choose("out_of_scale", out_of_scale, get_args(OutOfScale))
    encoded = encode(
        columns,
        scale=scale,
        level=level,
        missing=missing,
        out_of_scale=out_of_scale,
        origin=Origin(raters, kept, copies),
    )
    return assemble(encoded, raters, weights=weights, reading=reading, **rows)


def assemble(
    encoded: Encoded, raters: Sequence[str], *, weights: Any = None, reading: Audit | None = None, **rows: Any
) -> Ratings:
    """Ratings from coded columns, with what the coding lost told in the audit."""
    count = len(encoded.columns[0]) if encoded.columns else 0
    if count == 0:
        raise InputError("There are no ratings in the data: no row was found.")
    reading = reading or Audit(rows_read=count, rows_used=count)
    given = None if weights is None else _weights(weights)
    copies = given is None or bool((given == np.round(given)).all())
    return Ratings(
        columns=encoded.columns,
        raters=tuple(map(str, raters)),
        scale=encoded.scale,
        labels=encoded.labels,
        weights=given if given is None or copies else _of_a_sample(given),
        copies=copies,
        reading=reading.but(
            missing={**reading.missing, **encoded.missing},
            out_of_scale=encoded.out_of_scale,
            notes=(*reading.notes, *encoded.notes),
        ),
        **rows,
    )


def from_sequences(first: Any, second: Any, *, raters: Sequence[str] = ("A", "B"), **options: Any) -> Ratings:
    """Two raters' ratings of the same items, in the same order."""
    if len(first) != len(second):
        raise InputError(
            f"The two raters have {len(first)} and {len(second)} ratings: give one for each item, with None "
            "for a gap."
        )
    columns, notes = by_index([first, second])
    reading = Audit(rows_read=len(first), rows_used=len(first), notes=notes)
    return from_columns(columns, raters, reading=reading, **options)


def from_matrix(matrix: Any, *, raters: Sequence[str] | None = None, **options: Any) -> Ratings:
    """Rows are items, columns are raters; None or NaN is a gap."""
    columns = _columns_of(matrix)
    if not len(columns):
        raise InputError("There are no raters in the data: the matrix has no columns.")
    return from_columns(columns, raters or [f"rater {i + 1}" for i in range(len(columns))], **options)


def _columns_of(matrix: Any) -> Sequence[Any] | NDArray[Any]:
    if isinstance(matrix, np.ndarray):
        if matrix.ndim != 2:
            raise InputError(f"A matrix of items × raters must have two dimensions, got {matrix.ndim}.")
        return matrix.T
    rows = [list(row) for row in matrix]
    if not rows:
        raise InputError("There are no ratings in the data: the matrix has no rows.")
    widths = [len(row) for row in rows]
    for number, width in enumerate(widths, start=1):
        if width != widths[0]:
            raise InputError(
                f"Row {number} has {many(width, 'rating')} but row 1 has {widths[0]}: each row needs one "
                "value per rater, with None for a gap."
            )
    return [list(column) for column in zip(*rows, strict=True)]


def from_counts(
    counts: Any, categories: Sequence[Any] | None = None, *, scale: Scale | str | None = None
) -> Ratings:
    """Rows are items, columns are categories, cells say how many raters chose it.

    The columns of a frame name the categories.
    """
    cells = cells_of(counts)
    array = _whole_counts(cells.numbers, "count matrix")
    declared, level = declare(scale, categories)
    if cells.columns is not None:
        labels = in_order((), cells.columns, declared)
        array = spread(array, cells.columns, labels)
        declared = declared or scale_of(labels, level)
    named, labels_array = _category_scale(declared, level, array.shape[1])
    columns = by_place(array)
    if not columns:
        raise InputError("The count matrix is all zero: there are no ratings.")
    note = Note(
        "anonymous", "Counts do not record who gave each rating; raters are treated as interchangeable."
    )
    return Ratings(
        columns=columns,
        raters=tuple(f"place {j + 1}" for j in range(len(columns))),
        scale=named,
        labels=labels_array,
        items=None if cells.rows is None else label_array(cells.rows),
        anonymous=True,
        reading=Audit(source="a count matrix", rows_read=len(array), rows_used=len(array), notes=(note,)),
    )


def by_place(counts: NDArray[Any]) -> tuple[Codes, ...]:
    """For each place the category that fills it, filled from the left; -1 where nothing is left.

    A place holds category c if c categories end at it or before.
    """
    width = counts.shape[1]
    columns = counts.T.astype(small(int(counts.max(initial=0)) * width + 1), order="C")
    ends = list(accumulate(columns, np.add))
    total = ends[-1] if ends else np.zeros(len(counts), dtype=np.int8)
    slots = int(total.max(initial=0))
    fewest = int(total.min(initial=slots))
    places = []
    for place in range(slots):
        held = np.zeros(len(counts), dtype=small(width))
        for end in ends:
            held += (end <= place).view(np.int8)
        if place >= fewest:
            held[held == width] = -1
        places.append(held)
    return tuple(places)


def from_table(
    cells: Any,
    categories: Sequence[Any] | None = None,
    *,
    scale: Scale | str | None = None,
    raters: Sequence[str] = ("A", "B"),
) -> Ratings:
    """A contingency table: rows are the first rater's categories, columns the second's.

    The index and the columns of a frame name the categories, and are brought into one order.
    """
    declared, level = declare(scale, categories)
    cells = cells_of(cells)
    try:
        array = real_numbers(cells.numbers)
    except ValueError:
        raise InputError(
            "A contingency table must be square: a table of numbers with as many rows as columns."
        ) from None
    rows = cells.columns if cells.rows is None else cells.rows
    if cells.columns is not None and rows is not None and len(rows) == len(array):
        labels = in_order(rows, cells.columns, declared)
        array = spread(spread(array, cells.columns, labels).T, rows, labels).T
        declared = declared or scale_of(labels, level)
    if array.ndim != 2 or array.shape[0] != array.shape[1]:
        shape = " × ".join(map(str, array.shape)) or "one number"
        raise InputError(f"A contingency table of two raters must be square, got {shape}.")
    if not np.isfinite(array).all() or (array < 0).any() or array.max(initial=0) > LARGEST_WEIGHT:
        raise InputError("The cells of a contingency table must be counts: finite and 0 or more.")
    if array.sum() == 0:
        raise InputError("The contingency table is all zero: there are no ratings.")
    if array.sum() < 1 + 1e-6 and array.max() < 1:
        raise InputError(
            "The cells add up to 1, so they are shares, not counts: multiply them by the number of items, on "
            "which every interval depends."
        )
    named, category_labels = _category_scale(declared, level, len(array))
    a, b = np.nonzero(array)
    kind = small(len(array))
    total = int(array.sum())
    return Ratings(
        columns=(a.astype(kind), b.astype(kind)),
        raters=tuple(raters),
        scale=named,
        labels=category_labels,
        weights=array[a, b],
        reading=Audit(source="a contingency table", rows_read=total, rows_used=total),
    )


def _category_scale(declared: Scale | None, level: Level | None, k: int) -> tuple[Scale, NDArray[Any]]:
    """The scale of a table's k categories: as declared, else 1 to k."""
    if declared is None:
        text = f"No categories were named: they are numbered 1 to {k}, in order."
        note = Note("scale-inferred", text, {"count": k})
        declared = declare(level, range(1, k + 1))[0]
        declared = declared and replace(declared, declared=False, notes=(note,))
    names = () if declared is None else declared.categories or ()
    if declared is None or len(names) != k:
        raise InputError(f"The table has {k} categories but the scale names {len(names)}.")
    return declared, label_array(names)


def _whole_counts(counts: Any, what: str) -> NDArray[np.int64]:
    try:
        array = np.asarray(counts)
    except ValueError:
        raise InputError(f"A {what} must be a table of numbers with rows of equal length.") from None
    if array.ndim != 2:
        raise InputError(f"A {what} must have two dimensions, got {array.ndim}.")
    finite = array.dtype.kind in "iu" or (array.dtype.kind == "f" and bool(np.isfinite(array).all()))
    if not finite or array.min(initial=0) < 0:
        raise InputError(f"The cells of a {what} must be whole numbers, 0 or more.")
    if array.dtype.kind == "f" and not np.array_equal(array, np.round(array)):
        raise InputError(f"The cells of a {what} must be whole numbers; give case weights separately.")
    if array.max(initial=0) > MOST_RATINGS / max(array.shape[1], 1) and _most_in_a_row(array) > MOST_RATINGS:
        raise InputError(f"A row of the {what} counts more than {MOST_RATINGS:,} ratings of one item.")
    return array.astype(np.int64, copy=False)


def _most_in_a_row(array: NDArray[Any]) -> float:
    return float(array.sum(axis=1, dtype=float).max(initial=0))


def _weights(weights: Any) -> NDArray[np.float64]:
    try:
        given = real_numbers(weights)
    except ValueError:
        raise InputError("Weights must be numbers, one for each item.") from None
    check_weights(given)
    return given


def _of_a_sample(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Weights of a sample say only how rows compare, so they are scaled to a mean of 1."""
    used = weights[weights > 0]
    return weights / used.mean() if used.size else weights
