"""Frames with the functions of the package as methods: `df.concordant.study(by="lang")`.

Importing this module registers `concordant` on the frames of pandas and polars, whichever is installed.

>>> import pandas as pd
>>> import concordant.accessors
>>> scores = pd.DataFrame({"human": [1, 2, 3, 3], "judge": [1, 2, 3, 2]})
>>> scores.concordant.exact_agreement().estimate
0.75
"""

from __future__ import annotations

import inspect
from functools import cache
from importlib.util import find_spec
from types import MethodType
from typing import Any

import concordant

from .suggestion import hint


class Accessor:
    """Every function that takes data first, with a frame for the data."""

    def __init__(self, frame: Any) -> None:
        self._frame = frame

    def __getattr__(self, name: str) -> MethodType:
        if name not in (known := takes_data()):
            raise AttributeError(f"A frame has no method concordant.{name}.{hint(name, known)}")
        return MethodType(getattr(concordant, name), self._frame)

    def __dir__(self) -> list[str]:
        return list(takes_data())


@cache
def takes_data() -> tuple[str, ...]:
    """The names of all coefficients, and of the other functions whose first argument is the data."""
    functions = {name: getattr(concordant, name) for name in concordant.__all__}
    others = [name for name, one in functions.items() if inspect.isfunction(one) and _takes_data(one)]
    return tuple(sorted({*others, *(c.name for c in concordant.CATALOGUE)}))


def _takes_data(function: Any) -> bool:
    return next(iter(inspect.signature(function).parameters), None) in ("data", "source")


def _register() -> None:
    if find_spec("pandas"):
        import pandas as pd

        pd.api.extensions.register_dataframe_accessor("concordant")(Accessor)
    if find_spec("polars"):
        import polars as pl

        pl.api.register_dataframe_namespace("concordant")(Accessor)
        pl.api.register_lazyframe_namespace("concordant")(Accessor)


_register()
