"""A table with a column for each dimension and rater, turned into one with a row for each dimension."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from ...errors import InputError
from ...quote import quote
from ..grid import Grid
from ..names import ALIASES, plain_name
from .column_names import Parts
from .column_profile import look
from .nested_values import all_values


@dataclass(frozen=True)
class Turned:
    """The grid with its columns turned, and the roles that its new columns have."""

    grid: Grid
    roles: Mapping[str, Any]


def new_names(parts: Parts, role: str) -> set[str]:
    """The names that the new columns have."""
    return {role, "repeat", *(rater for _, rater, _ in parts.values())}


def turn(grid: Grid, parts: Parts, role: str = "dimension") -> Turned:
    """A row for each row and dimension (and repeat), a column for each rater; other columns are repeated."""
    kept = [name for name in grid.names if name not in parts]
    if clash := new_names(parts, role) & set(kept):
        raise InputError(
            f"{grid.source} has a column {quote(min(clash))} in addition to those that columns=… "
            "creates: rename it."
        )
    columns = _Blocks(grid, parts, role, _item(grid, kept))
    made = replace(
        grid, names=(*columns.numbered, *kept, *columns.labels, *columns.raters),
        n_rows=grid.n_rows * len(columns.blocks), head=columns.head, numbers=lambda wanted: {},
        take=lambda wanted: {name: columns.whole(name) for name in wanted},
    )  # fmt: skip
    item = columns.item or "item"
    return Turned(made, {"raters": columns.raters, "item": item, **{name: name for name in columns.labels}})


@dataclass(frozen=True)
class _Blocks:
    """The rows of the old table once for each dimension and repeat, one below another."""

    grid: Grid
    parts: Parts
    role: str
    item: str | None

    @cached_property
    def raters(self) -> list[str]:
        return list(dict.fromkeys(rater for _, rater, _ in self.parts.values()))

    @cached_property
    def blocks(self) -> list[tuple[str, str]]:
        """Each dimension once for each of its repeats; once alone where it has none."""
        every = dict.fromkeys((dimension, repeat) for dimension, _, repeat in self.parts.values())
        repeated = {dimension for dimension, repeat in every if repeat}
        return [(dimension, repeat) for dimension, repeat in every if repeat or dimension not in repeated]

    @cached_property
    def labels(self) -> dict[str, list[str]]:
        """What each block is called: its dimension, and its repeat, where names have them."""
        named = {self.role: [d for d, _ in self.blocks], "repeat": [k for _, k in self.blocks]}
        return {name: labels for name, labels in named.items() if any(labels)}

    @cached_property
    def numbered(self) -> dict[str, list[int]]:
        """Numbers of rows, where no column names the items."""
        return {} if self.item or self.role == "item" else {"item": list(range(1, self.grid.n_rows + 1))}

    def whole(self, name: str) -> list[Any]:
        """A whole column of the new table."""
        return self._column(name, self.grid.n_rows, lambda old: all_values(self.grid.one(old)))

    def head(self, name: str) -> list[Any]:
        """The first rows of each block."""
        size = len(self.grid.head(next(iter(self.parts))))
        return self._column(name, size, self.grid.head)

    def _column(self, name: str, size: int, values: Any) -> list[Any]:
        if name in self.labels:
            return [label for label in self.labels[name] for _ in range(size)]
        if name in self.numbered:
            return self.numbered[name][:size] * len(self.blocks)
        if name not in self.raters:
            return list(values(name)) * len(self.blocks)
        column_of = {(d, k): old for old, (d, rater, k) in self.parts.items() if rater == name}
        first = dict(reversed(self.blocks))
        own = [
            column_of.get((d, k), column_of.get((d, "")) if first[d] == k else None) for d, k in self.blocks
        ]
        return [x for old in own for x in ([None] * size if old is None else values(old))]


def _item(grid: Grid, kept: Sequence[str]) -> str | None:
    """The column of items: by its name, or the first if every row has a value of its own there."""
    named = [name for name in kept if plain_name(name) in ALIASES["item"] and look(grid.head(name)).unique]
    if named:
        return min(named, key=lambda name: ALIASES["item"].index(plain_name(name)))
    first = next(iter(kept), None)
    return first if first == grid.names[0] and first is not None and look(grid.head(first)).unique else None
