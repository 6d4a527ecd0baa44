"""Columns of pandas, polars and pyarrow: the codes they already hold, without importing any of them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

#: Codes (-1 for a gap), labels, and whether their order is declared.
Ready = tuple[NDArray[Any], list[Any], bool]

_LIBRARIES = ("pandas", "polars", "pyarrow")


def library_of(column: Any) -> str:
    """The dataframe library a column belongs to, or nothing."""
    name = type(column).__module__.partition(".")[0]
    return name if name in _LIBRARIES else ""


def is_gap(label: Any) -> bool:
    """None, NaN, pandas' NA and NaT."""
    if label is None:
        return True
    if isinstance(label, (float, np.floating)):
        return bool(label != label)
    return type(label).__name__ in ("NAType", "NaTType")


def dictionary(column: Any) -> Ready | None:
    """A categorical or text column as codes and labels; None for any other kind."""
    return {"pandas": _pandas, "polars": _polars, "pyarrow": _pyarrow}[library_of(column)](column)


def plain(column: Any) -> NDArray[Any]:
    """Any other column as a numpy array, masked where it has gaps that numbers cannot show."""
    library = library_of(column)
    if library == "polars" and column.dtype.is_integer() and column.null_count():
        return np.ma.masked_array(column.fill_null(0).to_numpy(), column.is_null().to_numpy())
    if library == "pyarrow" and "int" in str(column.type) and column.null_count:
        return np.ma.masked_array(np.asarray(column.fill_null(0)), np.asarray(column.is_null()))
    if library == "pandas" and getattr(column.dtype, "tz", None) is not None:
        return np.asarray(column.to_numpy(dtype="datetime64[us]"))
    return np.asarray(column)


def _pandas(column: Any) -> Ready | None:
    dtype = column.dtype
    if type(dtype).__name__ == "CategoricalDtype":
        holder = getattr(column, "cat", column)
        codes = holder.codes
        return np.asarray(codes), dtype.categories.tolist(), bool(dtype.ordered)
    if isinstance(dtype, np.dtype) or dtype.kind in "mM":
        return None
    codes, labels = column.factorize()  # text, and numbers or truth values with gaps beside them
    return codes, labels.tolist(), False


def _polars(column: Any) -> Ready | None:
    kind = type(column.dtype).__name__
    if kind == "Enum":
        codes = column.to_physical().cast(int).fill_null(-1).to_numpy()
        return codes, column.dtype.categories.to_list(), True
    if kind not in ("String", "Categorical", "Int128", "UInt128"):
        return None
    import polars

    if kind in ("Int128", "UInt128"):  # numpy has no such numbers: they are names
        column = column.cast(polars.String)
    held = column if kind == "Categorical" else column.cast(polars.Categorical)
    distinct = held.drop_nulls().unique(maintain_order=True)
    places = distinct.to_physical().to_numpy()
    spare = int(places.max()) + 1 if places.size else 0
    table = np.full(spare + 1, -1, dtype=np.int32)
    table[places] = np.arange(places.size)
    return table[held.to_physical().fill_null(spare).to_numpy()], distinct.to_list(), False


def _pyarrow(column: Any) -> Ready | None:
    kind = str(column.type)
    if kind in ("string", "large_string", "string_view"):
        column = column.dictionary_encode()
    elif not kind.startswith("dictionary<"):
        return None
    if hasattr(column, "unify_dictionaries"):
        column = column.unify_dictionaries().combine_chunks()
    codes = column.indices.cast("int64").fill_null(-1)
    return np.asarray(codes), column.dictionary.to_pylist(), bool(column.type.ordered)
