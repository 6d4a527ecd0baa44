"""What belongs to a row of ratings beside the ratings: its item, dimension, slices, weight."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError, OptionError, choose
from ..quote import quote
from ..result import Note
from .check_ratings import KINDS
from .factorise import CodedColumn, Codes, factorise, label_array
from .names import kind_of, kinds_of_raters
from .native import library_of, plain
from .observed import relabel
from .phrases import many

NOTHING = "(missing)"


def keys(column: Any) -> CodedColumn:
    """A column of names, blanks around them cut: only gaps are missing, "NA" may be somebody's name."""
    held = factorise(_exact(column))
    if isinstance(held.labels, np.ndarray):
        return held
    labels = [x.strip() or None if isinstance(x, str) else x for x in held.labels]
    return held if labels == held.labels else relabel(held, labels)


def sliced(column: Any) -> CodedColumn:
    """A column to break results down by: what is missing is a part of its own."""
    held = keys(column)
    labels = _whole_labels(held)
    if not held.codes.size or held.codes.min() >= 0:
        return CodedColumn(held.codes, labels, held.ordered)
    known = labels.tolist()
    place = known.index(NOTHING) if NOTHING in known else len(known)
    named = labels if NOTHING in known else np.append(labels.astype(object), NOTHING)
    return CodedColumn(np.where(held.codes < 0, place, held.codes), named, held.ordered)


def _exact(column: Any) -> Any:
    """Whole numbers beyond 2⁶³ are names: as floats several of them would be one."""
    if "uint64" not in str(getattr(column, "dtype", "")).lower():
        return column
    numbers = np.ma.asarray(plain(column) if library_of(column) else column)
    return numbers.tolist() if numbers.size and numbers.max() >= 2**63 else column


def _whole_labels(column: CodedColumn) -> NDArray[Any]:
    """The labels, whole numbers as such."""
    labels = (
        np.asarray(column.labels) if isinstance(column.labels, np.ndarray) else label_array(column.labels)
    )
    whole = labels.dtype.kind == "f" and labels.size and np.array_equal(labels, np.round(labels))
    return labels.astype(np.int64) if whole and np.abs(labels).max() < 2**53 else labels


def labels_of(column: CodedColumn, filler: Any = NOTHING) -> NDArray[Any]:
    """The label of each row, whole numbers as such."""
    labels = _whole_labels(column)
    if column.codes.size and column.codes.min() < 0:
        labels = np.append(labels.astype(object), filler)
    return labels[column.codes]


def weights_of(column: Any, name: str, what: str = "weight") -> NDArray[np.float64]:
    """Case weights, or counts: a number for every row."""
    held = factorise(column)
    try:
        numbers = np.array([float(x) for x in held.labels], dtype=float)
    except (TypeError, ValueError, OverflowError):
        raise InputError(f"The {what}s in column {quote(name)} must be numbers.") from None
    if held.codes.size and held.codes.min() < 0:
        row = int(np.argmax(held.codes < 0)) + 1
        where = f"row {row} of column {quote(name)}"
        if what == "weight":
            raise InputError(
                f"The weight in {where} is missing: give every row one, with 0 for an item that "
                "is not in the sample."
            )
        raise InputError(f"The {what} in {where} is missing: give every row one.")
    return numbers[held.codes]


def first_in_row(rows: Codes, n_rows: int) -> NDArray[np.int64]:
    """For each row the first record that belongs to it."""
    first = np.empty(n_rows, dtype=np.int64)
    first[rows[::-1]] = np.arange(len(rows) - 1, -1, -1)
    return first


def varies(codes: NDArray[Any], rows: Codes, first: NDArray[np.int64]) -> int:
    """How many rows have records that differ in this column."""
    mixed = np.zeros(len(first), dtype=bool)
    mixed[rows[codes != codes[first][rows]]] = True
    return int(mixed.sum())


def varies_note(name: str, count: int, taken: str = "first") -> Note:
    """Said where a column should be a fact about the item, but is not."""
    return Note(
        "slice-varies",
        f"Column {quote(name)} varies within {many(count, 'item')}; the {taken} value was used.",
        {"column": name, "items": count},
    )


def rater_kinds(
    raters: list[str], given: Mapping[Any, str] | None, everyone: Collection[str] = ()
) -> tuple[tuple[str, ...], tuple[Note, ...]]:
    """A kind for each rater: as given, else what the names say, with a note."""
    if given is not None:
        known = {str(rater): _kind(kind) for rater, kind in given.items()}
        strange = [r for r in known if r not in (*raters, *everyone)]
        if strange:
            raise OptionError(f"rater_kind names {quote(strange[0])}, but the raters are {quote(raters)}.")
        return tuple(known.get(rater, "") for rater in raters), ()
    kinds = kinds_of_raters(raters)
    if not any(kinds):
        return kinds, ()
    notes = [
        Note("rater-kind", f"{rater} is {kind}", {"rater": rater, "kind": kind})
        for rater, kind in zip(raters, kinds, strict=True)
        if kind
    ]
    names = ", ".join(map(str, notes))
    text = f"Inferred from the raters' names: {names}. To change this, pass rater_kind=…."
    return kinds, (Note("kinds-guessed", text, {"kinds": notes}),)


def _kind(kind: Any) -> str:
    name = kind_of(kind) if str(kind) not in KINDS else str(kind)
    if not name:
        choose("rater kind", kind, KINDS)
    return name
