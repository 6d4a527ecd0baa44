"""Frames as grids: pandas, polars, pyarrow, and whatever else speaks a dataframe protocol."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..errors import MissingLibrary
from .grid import Grid, memory_grid, refuse_repeated
from .native import library_of

_SIGNS = (
    "__narwhals_dataframe__",
    "__narwhals_lazyframe__",
    "__dataframe__",
    "__arrow_c_stream__",
    "fetchnumpy",
)


def is_frame(data: Any) -> bool:
    """Whether the data has named columns."""
    if isinstance(data, Mapping):
        return True
    if isinstance(data, np.ndarray):
        return data.dtype.names is not None
    kind = type(data)
    series = not hasattr(kind, "columns") and not hasattr(kind, "__dataframe__")
    return not series and any(hasattr(kind, sign) for sign in (*_SIGNS, "collect_schema"))


def frame_grid(data: Any) -> Grid:
    """The columns of a frame, each as its own library holds it."""
    if isinstance(data, Mapping):
        return memory_grid(data, "the dictionary")
    if isinstance(data, np.ndarray):
        return memory_grid({name: data[name] for name in data.dtype.names or ()}, "the structured array")
    library = type(data).__module__.partition(".")[0].lstrip("_")
    return memory_grid(_columns(data), f"the {library} frame")


def _columns(data: Any) -> dict[str, Any]:
    if hasattr(data, "fetchnumpy"):  # a DuckDB relation needs no other library
        return dict(data.fetchnumpy())
    if library_of(data) == "pandas":
        data = _with_named_index(data)
        refuse_repeated(map(str, data.columns), "the frame")
        return {str(name): data[name] for name in data.columns}
    if hasattr(type(data), "column_names"):
        refuse_repeated(data.column_names, "the frame")
    return _through_narwhals(data)


def _with_named_index(frame: Any) -> Any:
    """An index with a name is a column like the others, often the item."""
    new = [name for name in frame.index.names if name is not None and name not in frame.columns]
    return frame.reset_index() if new and len(new) == len(frame.index.names) else frame


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
