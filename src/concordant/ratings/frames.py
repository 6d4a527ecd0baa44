"""Frames as grids: pandas, polars, pyarrow, and whatever else speaks a dataframe protocol."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..errors import InputError
from .grid import Grid, memory_grid, refuse_repeated

_PROTOCOLS = ("__narwhals_dataframe__", "__narwhals_lazyframe__", "__dataframe__", "__arrow_c_stream__")


def is_frame(data: Any) -> bool:
    """Whether the data has named columns."""
    if isinstance(data, Mapping) or (isinstance(data, np.ndarray) and data.dtype.names):
        return True
    return hasattr(data, "columns") and (
        any(hasattr(data, name) for name in _PROTOCOLS)
        or hasattr(data, "collect")
        or hasattr(data, "fetchnumpy")
    )


def frame_grid(data: Any) -> Grid:
    """The columns of a frame, each as its own library holds it."""
    if isinstance(data, Mapping):
        return memory_grid(data, "the dictionary")
    if isinstance(data, np.ndarray):
        return memory_grid({name: data[name] for name in data.dtype.names or ()}, "the structured array")
    refuse_repeated(map(str, _names(data)), "the frame")
    columns = _columns(data)
    return memory_grid(columns, f"the {type(data).__module__.partition('.')[0]} frame")


def _names(data: Any) -> list[Any]:
    names = getattr(data, "column_names", None)
    return list(data.columns if names is None else names)


def _columns(data: Any) -> dict[str, Any]:
    import narwhals.stable.v2 as nw

    try:
        frame: Any = nw.from_native(data)
    except TypeError:
        frame = _through_arrow(data)
    if isinstance(frame, nw.LazyFrame):
        frame = frame.collect()
    return {str(name): frame[name].to_native() for name in frame.columns}


def _through_arrow(data: Any) -> Any:
    """A frame known only by protocol is read by pyarrow, the one library that speaks them all."""
    import narwhals.stable.v2 as nw

    try:
        if hasattr(data, "__arrow_c_stream__"):
            import pyarrow

            return nw.from_native(pyarrow.table(data))
        from pyarrow.interchange import from_dataframe
    except ImportError:
        raise InputError(
            f"A frame of type {type(data).__name__} is read through pyarrow: install pyarrow, or pass a pandas "
            "or polars frame."
        ) from None
    return nw.from_native(from_dataframe(data))
