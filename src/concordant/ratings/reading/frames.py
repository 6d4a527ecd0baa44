"""Frames as grids: pandas (its index included), polars, pyarrow, and whatever speaks a dataframe protocol."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ...errors import InputError, MissingLibrary
from ...result import Note
from ..grid import Grid, memory_grid, refuse_repeated
from ..native import library_of
from .json_file import are_records, records_grid
from .nested_object import are_nested, nested_grid

_SIGNS = (
    "__narwhals_dataframe__",
    "__narwhals_lazyframe__",
    "__dataframe__",
    "__arrow_c_stream__",
    "fetchnumpy",
)


def is_frame(data: Any) -> bool:
    """Whether the data has named columns; a list of records has them too."""
    if isinstance(data, Mapping) or are_records(data):
        return True
    if isinstance(data, np.ndarray):
        return data.dtype.names is not None
    if _is_dataset(data):
        return True
    kind = type(data)
    series = not hasattr(kind, "columns") and not hasattr(kind, "__dataframe__")
    return not series and any(hasattr(kind, sign) for sign in (*_SIGNS, "collect_schema"))


def frame_grid(data: Any, *, labelled: bool = False) -> Grid:
    """The columns of a frame, each as its own library holds it.

    `labelled` says that the index of a pandas frame names its rows, whatever it looks like.
    """
    if are_records(data):
        return records_grid(data, "the records")
    if _is_dataset(data):
        return memory_grid(dataset_columns(data), "the dataset")
    if isinstance(data, Mapping):
        if are_nested(data):
            return nested_grid(data, "the dictionary")
        columns, notes = by_index(list(data.values()))
        return memory_grid(dict(zip(data, columns, strict=True)), "the dictionary", notes=notes)
    if isinstance(data, np.ndarray):
        return memory_grid({name: data[name] for name in data.dtype.names or ()}, "the structured array")
    if library_of(data) == "pandas":
        return _pandas_grid(data, labelled)
    library = type(data).__module__.partition(".")[0].lstrip("_")
    return memory_grid(_columns(data), f"the {library} frame")


def _is_dataset(data: Any) -> bool:
    """Whether it is a dataset of Hugging Face, or its splits."""
    return type(data).__module__.partition(".")[0] == "datasets"


def dataset_columns(data: Any) -> dict[str, Any]:
    """The columns of a dataset of Hugging Face; of several splits one has to be chosen."""
    if isinstance(data, Mapping):
        if len(data) != 1:
            splits = ", ".join(map(str, data))
            raise InputError(
                f"The dataset has the splits {splits}: pass one of them, such as data[{next(iter(data))!r}]."
            )
        data = next(iter(data.values()))
    if hasattr(data, "to_dict"):
        return dict(data.to_dict())
    rows = list(data)  # a dataset that is streamed
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: [row.get(name) for row in rows] for name in names}


def has_own_index(frame: Any) -> bool:
    """Whether the index of a pandas frame is more than row numbers from 0."""
    index = frame.index
    numbered = type(index).__name__ == "RangeIndex" and (index.start, index.step) == (0, 1)
    return index.name is not None or not numbered


def _pandas_grid(frame: Any, labelled: bool) -> Grid:
    """An index with a name, or of text, is a column like the others, and often the item."""
    names = list(frame.index.names)
    text = len(names) == 1 and isinstance(next(iter(frame.index), None), str)
    wanted = None not in names or text or (labelled and has_own_index(frame))
    index = None
    if wanted and not set(names) & set(frame.columns):
        frame = frame.reset_index()
        index = str(frame.columns[0]) if len(names) == 1 else None
    refuse_repeated(map(str, frame.columns), "the frame")
    columns = {str(name): frame[name] for name in frame.columns}
    return memory_grid(columns, "the pandas frame", index=index)


def _columns(data: Any) -> dict[str, Any]:
    if hasattr(data, "fetchnumpy"):  # a DuckDB relation needs no other library
        return dict(data.fetchnumpy())
    if hasattr(type(data), "column_names"):
        refuse_repeated(data.column_names, "the frame")
    return _through_narwhals(data)


def _through_narwhals(data: Any) -> dict[str, Any]:
    import narwhals.stable.v2 as nw

    try:
        frame: Any = nw.from_native(data)
    except TypeError:
        frame = nw.from_native(_through_arrow(data))
    if isinstance(frame, nw.LazyFrame):
        frame = frame.collect()
    return {str(name): frame[name].to_native() for name in frame.columns}


def _through_arrow(data: Any) -> Any:
    """A frame known only by protocol is read by pyarrow, which speaks them all."""
    try:
        import pyarrow
        from pyarrow.interchange import from_dataframe
    except ImportError:
        raise MissingLibrary(
            f"A frame of type {type(data).__name__} is read through pyarrow: install pyarrow, or pass a "
            "pandas or polars frame."
        ) from None
    return pyarrow.table(data) if hasattr(data, "__arrow_c_stream__") else from_dataframe(data)


_OTHERWISE = "give them the same labels, or pass lists to pair them by position"


def by_index(columns: Sequence[Any]) -> tuple[list[Any], tuple[Note, ...]]:
    """Series in the order of the first one's index; all other columns, and equal indexes, as they come."""
    series = [c for c in columns if library_of(c) == "pandas" and hasattr(c, "index")]
    if len({len(c) for c in series}) != 1 or all(c.index.equals(series[0].index) for c in series):
        return list(columns), ()
    order = series[0].index
    for other in series[1:]:
        _refuse_other_labels(order, other.index)
    moved = [c.loc[order] if any(c is s for s in series) else c for c in columns]
    return moved, (Note("aligned-by-index", "The series were paired by index label, not by position."),)


def _refuse_other_labels(first: Any, second: Any) -> None:
    twice = [*first[first.duplicated()], *second[second.duplicated()]]
    if twice:
        raise InputError(
            f"The series differ in their index labels, and {_label(twice[0])} occurs twice: {_OTHERWISE}."
        )
    alone = [*first[~first.isin(second)], *second[~second.isin(first)]]
    if alone:
        raise InputError(
            f"The series differ in their index labels ({_label(alone[0])} is in only one of them): "
            f"{_OTHERWISE}."
        )


def _label(label: Any) -> str:
    return repr(label.item() if hasattr(label, "item") else label)
