"""Items as they are shown: what each is, and what everybody said of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .record import Record


@dataclass(frozen=True, kw_only=True)
class ItemFacts(Record):
    """One item, or one row of it.

    `about` holds its dimension, repeat, round and slices; `ratings` everybody's value, None for a gap;
    `texts` the columns that say what the item is; `comments` what raters wrote beside their value.
    """

    item: str
    about: Mapping[str, Any] = field(default_factory=dict)
    ratings: Mapping[str, Any] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    comments: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class CellItems(Record):
    """Some items of one cell of a table of two: `first` and `second` are places among its labels.

    `items` are places among the study's items; `n` is how many items the cell has in all.
    """

    first: int
    second: int
    n: float
    items: tuple[int, ...] = ()
