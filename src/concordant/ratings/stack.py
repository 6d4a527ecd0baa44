"""A stack: many features of the same items by the same raters, as items × raters × features."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from ..errors import InputError, OptionError
from ..quote import quote
from ..result import Note
from .phrases import many


@dataclass(frozen=True, eq=False, kw_only=True)
class Stack:
    """`values[i, j, f]` is what rater j measured of feature f on item i; nan is a gap."""

    values: NDArray[Any]
    raters: tuple[str, ...]
    features: tuple[str, ...]
    source: str = ""
    notes: tuple[Note, ...] = ()

    def __post_init__(self) -> None:
        n, k, width = self.values.shape
        for what, names, length in (("rater", self.raters, k), ("feature", self.features, width)):
            if len(names) != length:
                raise OptionError(
                    f"{many(len(names), f'name of a {what}', f'names of {what}s')} for "
                    f"{many(length, what)}: give each one name."
                )
            if len(set(names)) < length:
                twice = next(name for name in names if names.count(name) > 1)
                raise OptionError(f"The {what} {quote(twice)} is named twice: give each a name of its own.")
        if not width:
            raise InputError("There is no feature in the data.")
        if k < 2:
            raise InputError("Features are compared between raters, and there is one rater only.")
        if n < 2:
            raise InputError("Features are compared over items, and there is one item only: two are needed.")
