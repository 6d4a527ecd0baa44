"""Tables of numbers with labels: what rows and columns are called, and in which order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...errors import InputError, ScaleError
from ...quote import quote
from ..factorise import label_array
from ..grid import first_rows, refuse_repeated
from ..native import library_of
from ..observed import spelling, typed
from ..rows import keys, labels_of, weights_of
from ..scale import Level, Scale, in_scale_order, infer_scale
from .column_profile import look
from .frames import frame_grid, has_own_index, is_frame


@dataclass(frozen=True)
class Cells:
    """Numbers, and the labels of their rows and columns; None where they have none."""

    numbers: Any
    rows: list[Any] | None = None
    columns: list[Any] | None = None


def cells_of(data: Any) -> Cells:
    """A frame's names are labels, its index or first column of text too; an array has none."""
    if isinstance(data, Cells):
        return data
    if not is_frame(data):
        return Cells(data)
    rows = None
    if library_of(data) == "pandas":
        refuse_repeated(map(str, data.columns), "the frame")
        rows = data.index.tolist() if has_own_index(data) else None
        columns = {name: data[name] for name in data.columns.tolist()}
    else:
        grid = frame_grid(data)
        columns = grid.take(grid.names)
    first = next(iter(columns), None)
    if rows is None and first is not None and look(first_rows(columns[first])).kind == "text":
        rows = labels_of(keys(columns.pop(first))).tolist()
    if not columns:
        raise InputError("The table has no column of counts.")
    return Cells(numbers(columns), rows, as_labels(list(columns)))


def numbers(columns: dict[Any, Any]) -> NDArray[np.float64]:
    """Columns of counts side by side."""
    return np.stack([weights_of(column, str(name), "count") for name, column in columns.items()], axis=1)


def as_labels(names: list[Any]) -> list[Any]:
    """The names of columns as categories: numbers where all of them spell one."""
    if not all(isinstance(name, str) for name in names):
        return names
    column = typed(names)
    return [column.labels[code] for code in column.codes]


def in_order(rows: Sequence[Any], columns: Sequence[Any], declared: Scale | None) -> list[Any]:
    """The labels of a table: as declared, else numbers by size, and text as the longer side has it."""
    if declared is not None:
        return list(declared.categories or ())
    longer, shorter = sorted((rows, columns), key=len, reverse=True)
    labels = list({spelling(x): x for x in (*longer, *shorter)}.values())
    if all(isinstance(x, (int, float)) for x in labels):
        return sorted(labels)
    return list(in_scale_order(label_array(labels)).tolist())


def spread(numbers: NDArray[Any], names: Sequence[Any], labels: Sequence[Any]) -> NDArray[Any]:
    """Columns put where their names stand among the labels; 0 where a label has no column."""
    place = {spelling(label): i for i, label in enumerate(labels)}
    for name in names:
        if spelling(name) not in place:
            raise ScaleError(
                f"The table has a row or column {quote(name)}, which is not on the declared scale "
                f"{quote(list(labels))}."
            )
    places = [place[spelling(name)] for name in names]
    if len(set(places)) < len(places):
        twice = next(name for name, at in zip(names, places, strict=True) if places.count(at) > 1)
        raise InputError(
            f"Two rows or columns of the table are called {quote(twice)}: add them up, or rename one."
        )
    full = np.zeros((len(numbers), len(labels)), dtype=numbers.dtype)
    full[:, places] = numbers
    return full


def scale_of(labels: list[Any], level: Level | None) -> Scale:
    """Numbers rise, in whatever number they are; text has no order until declared."""
    array = label_array(labels)
    return infer_scale(array, level or ("ordinal" if array.dtype.kind in "if" else None))
