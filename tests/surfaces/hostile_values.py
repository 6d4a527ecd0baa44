"""Values that do not belong in an option or in data, each with a name and a function that makes it."""

from __future__ import annotations

import datetime
import math
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl

#: Longer than any label should be in a message.
LONG = "long label " * 1000


class Anything:
    """A class that can be called with whatever there is."""

    def __init__(self, *_: Any, **__: Any) -> None:
        pass


def _numbers() -> Iterator[int]:
    yield from (1, 2, 3)


def _ragged() -> Any:
    ragged = np.empty(2, dtype=object)
    ragged[:] = [[1], [1, 2]]
    return ragged


def _nested() -> list[Any]:
    nested: list[Any] = [1]
    for _ in range(50):
        nested = [nested]
    return nested


SCALARS: dict[str, Callable[[], Any]] = {
    "None": lambda: None,
    "True": lambda: True,
    "five": lambda: 5,
    "minus one": lambda: -1,
    "zero": lambda: 0,
    "half": lambda: 1.5,
    "nan": lambda: math.nan,
    "inf": lambda: math.inf,
    "1e308": lambda: 1e308,
    "1e-320": lambda: 1e-320,
    "huge int": lambda: 10**30,
    "huger int": lambda: 10**400,
    "numpy int": lambda: np.int64(3),
    "numpy float": lambda: np.float32(0.5),
    "complex": lambda: 1j,
    "empty text": lambda: "",
    "text": lambda: "x",
    "column": lambda: "human",
    "lone surrogate": lambda: "\ud800",
    "null sign": lambda: "a\x00b",
    "line break": lambda: "a\nb",
    "long text": lambda: LONG,
    "bytes": lambda: b"bytes",
    "path": lambda: Path("nothing-here.csv"),
    "decimal": lambda: Decimal("1.5"),
    "fraction": lambda: Fraction(1, 3),
    "date": lambda: datetime.date(2020, 1, 1),
    "datetime": lambda: datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC),
    "NaT": lambda: np.datetime64("NaT", "s"),
    "pandas NA": lambda: pd.NA,
    "object": object,
    "function": lambda: lambda *_, **__: None,
    "class": lambda: Anything,
    "slice": lambda: slice(1),
}

COLLECTIONS: dict[str, Callable[[], Any]] = {
    "empty list": list,
    "list in list": lambda: [[]],
    "empty dict": dict,
    "empty set": set,
    "empty tuple": tuple,
    "range": lambda: range(3),
    "generator": _numbers,
    "set": lambda: {1, 2},
    "dict": lambda: {"a": 1},
    "dict of lists": lambda: {"a": [1, 2], "b": [2, 1]},
    "dict of dicts": lambda: {"a": {"x": 1}, "b": {"x": 2}},
    "dict with odd keys": lambda: {None: 1, (1, 2): [3], 5: "x"},
    "same twice": lambda: ["a", "a"],
    "one name": lambda: ["human"],
    "two names": lambda: ["human", "judge"],
    "unknown names": lambda: ["x", "y"],
    "three numbers": lambda: [1, 2, 3],
    "1e308 in a list": lambda: [1e308, -1e308, 1.0],
    "mixed list": lambda: [1, "a", None, 2.5],
    "list of dicts": lambda: [{"a": 1}, {"b": 2}],
    "list of lists": lambda: [[1, 2], [2, 1], [1, 1]],
    "ragged lists": lambda: [[1], [1, 2]],
    "nested lists": _nested,
    "list of bytes": lambda: [b"a", b"b"],
    "list of sets": lambda: [{1}, {2}],
    "list of surrogates": lambda: ["\ud800", "\udfff"],
    "list of long texts": lambda: [LONG, LONG + "b"],
    "list of huge ints": lambda: [10**400, 10**30],
    "list of decimals": lambda: [Decimal("1.5"), Decimal("NaN")],
    "list of dates": lambda: [datetime.date(2020, 1, 1), None],
    "list of objects": lambda: [object(), object()],
    "list of arrays": lambda: [np.arange(3), np.arange(3)],
    "many numbers": lambda: list(range(5000)),
}

ARRAYS: dict[str, Callable[[], Any]] = {
    "array": lambda: np.arange(3),
    "0-d array": lambda: np.array(3),
    "0-d object array": lambda: np.array(None, dtype=object),
    "empty array": lambda: np.array([]),
    "empty matrix": lambda: np.zeros((0, 2)),
    "matrix without columns": lambda: np.zeros((3, 0)),
    "matrix": lambda: np.array([[1.0, 2.0], [2.0, 2.0], [3.0, 1.0]]),
    "huge matrix cells": lambda: np.array([[1e308, -1e308], [1e308, 1.0], [0.0, 1e-320]]),
    "cube": lambda: np.arange(12).reshape(3, 2, 2),
    "four dimensions": lambda: np.zeros((2, 2, 2, 2)),
    "bool array": lambda: np.array([True, False]),
    "text array": lambda: np.array(["a", "b"]),
    "bytes array": lambda: np.array([b"a", b"b"]),
    "object array": lambda: np.array([None, "a", 1], dtype=object),
    "ragged array": _ragged,
    "structured array": lambda: np.zeros(2, dtype=[("a", "i4"), ("b", "f8")]),
    "dates array": lambda: np.array(["2020-01-01", "NaT"], dtype="datetime64[D]"),
    "durations array": lambda: np.array([1, 2], dtype="timedelta64[s]"),
    "complex array": lambda: np.array([1j, 2j]),
    "half precision": lambda: np.array([1, 2], dtype=np.float16),
    "long double": lambda: np.array([1, 2], dtype=np.longdouble),
    "unsigned": lambda: np.array([2**64 - 1, 0], dtype=np.uint64),
    "masked array": lambda: np.ma.masked_array([1, 2], mask=[True, False]),
    "raw bytes array": lambda: np.zeros(2, dtype="V4"),
}

FRAMES: dict[str, Callable[[], Any]] = {
    "pandas frame": lambda: pd.DataFrame({"a": [1, 2], "b": [2, 1]}),
    "pandas empty": pd.DataFrame,
    "pandas without rows": lambda: pd.DataFrame({"a": [], "b": []}),
    "pandas same names": lambda: pd.DataFrame([[1, 2], [2, 1]], columns=["a", "a"]),
    "pandas odd names": lambda: pd.DataFrame([[1, 2], [2, 1]], columns=[None, (1, 2)]),
    "pandas of lists": lambda: pd.DataFrame({"a": [[1], [2]], "b": [[2], [1]]}),
    "pandas huge": lambda: pd.DataFrame({"a": [1e308, 2.5, -1e308], "b": [1e-320, 1.5, 3.25]}),
    "surrogate columns": lambda: {"a\ud800": ["\ud800", "b"], "b": ["b", "b"]},
    "pandas series": lambda: pd.Series([1, 2, 3]),
    "pandas dates": lambda: pd.Series(pd.to_datetime(["2020-01-01", None])),
    "pandas categories": lambda: pd.Series(["a", "b"], dtype="category"),
    "pandas index": lambda: pd.Index([1, 2, 3]),
    "polars frame": lambda: pl.DataFrame({"a": [1, 2], "b": [2, 1]}),
    "polars empty": pl.DataFrame,
    "polars lazy": lambda: pl.DataFrame({"a": [1, 2], "b": [2, 1]}).lazy(),
    "polars structs": lambda: pl.DataFrame({"a": [{"x": 1}, {"x": 2}], "b": [[1], [2]]}),
    "polars series": lambda: pl.Series([1, 2, 3]),
}

#: One rating for each of the dozen items that other arguments have, so that they get far.
TWELVE: dict[str, Callable[[], Any]] = {
    "huge": lambda: [1e308, -1e308, 1.5] * 4,
    "tiny": lambda: [1e-320, 2e-320, 0.0] * 4,
    "huge and tiny": lambda: [1e308, 1e-320, 1.0] * 4,
    "very large": lambda: [1e160 * i for i in range(12)],
    "large": lambda: [1e100 * (i % 5) for i in range(12)],
    "large and odd": lambda: [1.3e46 * (i * 7 % 11) for i in range(12)],
    "small and odd": lambda: [1.3e-46 * (i * 7 % 11) for i in range(12)],
    "one tiny": lambda: [1e-320, *[i * 7 % 11 + 0.5 for i in range(11)]],
    "very small": lambda: [1e-160 * i for i in range(12)],
    "far from zero": lambda: [1e15 + i for i in range(12)],
    "all the same": lambda: [1.5] * 12,
    "all gaps": lambda: [None] * 12,
    "all nan": lambda: np.full(12, np.nan),
    "nearly all gaps": lambda: [1, 2, *[None] * 10],
    "infinite": lambda: [math.inf, 1.0, 2.0] * 4,
    "huge ints": lambda: [10**30, 10**400, 1] * 4,
    "text and numbers": lambda: ["a", 1, 2.5] * 4,
    "truth and gaps": lambda: [True, False, None] * 4,
    "long labels": lambda: [LONG, LONG + "b", "c"] * 4,
    "surrogates": lambda: ["\ud800", "\udfff", "c"] * 4,
    "control signs": lambda: ["a\nb", "\x1b[31m", "\x00"] * 4,
    "dates": lambda: [datetime.date(2020, 1, i + 1) for i in range(12)],
    "decimals": lambda: [Decimal("1.5"), Decimal("NaN"), Decimal("1e999")] * 4,
    "fractions": lambda: [Fraction(1, 3), Fraction(2, 3), Fraction(10**400)] * 4,
    "bytes": lambda: [b"a", b"b", b"\xff"] * 4,
    "tuples": lambda: [(1,), (2,), (1, 2)] * 4,
    "lists": lambda: [[1], [2], [1, 2]] * 4,
    "objects": lambda: [object() for _ in range(12)],
    "complex": lambda: [1j, 2j, 3.0] * 4,
    "NaT": lambda: [np.datetime64("NaT", "s"), pd.NaT, pd.NA] * 4,
    "negative": lambda: [-1, -2, -3] * 4,
    "matrix": lambda: np.arange(24).reshape(12, 2),
    "huge matrix": lambda: np.array([[1e308, -1e308, 1e-320]] * 11 + [[1.0, 2.0, 3.0]]),
    "wide range": lambda: np.geomspace(1e-49, 1e49, 24).reshape(12, 2)[:, [1, 0]],
    "large numbers": lambda: np.arange(24.0).reshape(12, 2)[::-1] * 1.3e46 % 1.7e47,
    "small numbers": lambda: np.arange(24.0).reshape(12, 2)[::-1] * 1.3e-46 % 1.7e-45,
    "large matrix": lambda: np.arange(24.0).reshape(12, 2) * 1e160,
    "matrix of objects": lambda: np.array([[1, "a"]] * 12, dtype=object),
    "huge frame": lambda: pd.DataFrame({"human": [1e308, 2.5, 1.0] * 4, "judge": [-1e308, 1e-320, 2.0] * 4}),
    "mixed frame": lambda: pd.DataFrame({"human": [1, "a", None] * 4, "judge": [1, 2, 3] * 4}),
    "long names": lambda: pd.DataFrame({LONG: [1, 2, 3] * 4, LONG + "b": [1, 2, 2] * 4}),
    "many columns": lambda: pd.DataFrame({f"column {i}": [1, 2, 3] * 4 for i in range(25)}),
    "names with breaks": lambda: pd.DataFrame({"a\nb": [1, 2, 3] * 4, "c\td": [1, 2, 2] * 4}),
    "records": lambda: [{"item": i, "rater": LONG, "value": i} for i in range(12)],
}

HOSTILE: dict[str, Callable[[], Any]] = {
    **SCALARS, **COLLECTIONS, **ARRAYS, **FRAMES,
    **{f"twelve: {name}": make for name, make in TWELVE.items()},
}  # fmt: skip
