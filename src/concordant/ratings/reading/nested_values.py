"""Values inside nested records, by path: `judge.output.score`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ...errors import OptionError
from ...quote import quote
from ...suggestion import hint
from ..grid import Grid, first_rows

_STEP = re.compile(r"[^.\[\]]+|\[\d+\]")


def with_path(grid: Grid, path: str, role: str) -> Grid:
    """The grid with one more column, called by its path, of what stands there in every row.

    The path begins with the name of a column; each further part is a key, or [0] for a place in a list. Text
    on the way is read as JSON.
    """
    if path in grid.names:
        return grid
    root = _root(grid, path)
    steps = _STEP.findall(path[len(root) :])

    def found(values: Sequence[Any]) -> list[Any]:
        return [value_at(value, steps) for value in values]

    if all(value is None for value in found(grid.head(root))):
        keys = paths_in(grid.head(root))
        raise OptionError(
            f"There is nothing at {quote(path)} for {role} in {grid.source}; {quote(root)} contains "
            f"{quote(keys) if keys else 'no objects'}.{hint('.'.join(steps), keys)}"
        )
    return with_column(grid, path, lambda: found(all_values(grid.one(root))), found(grid.head(root)))


def _root(grid: Grid, path: str) -> str:
    """The longest name of a column that the path begins with."""
    fits = [name for name in grid.names if path.startswith((f"{name}.", f"{name}["))]
    return max(fits, key=len) if fits else grid.check(path, "value")


def is_path(grid: Grid, name: Any) -> bool:
    """Whether a name is no column but begins with one that may hold records."""
    starts = (f"{known}{sign}" for known in grid.names for sign in (".", "["))
    return isinstance(name, str) and name not in grid.names and any(map(name.startswith, starts))


def value_at(value: Any, steps: Sequence[str]) -> Any:
    """What stands at the end of a path; None where it leads nowhere. A key may hold dots itself."""
    if not steps:
        return value
    if isinstance(value, str):
        value = _json(value)
    first = steps[0]
    if first.startswith("["):
        at = int(first[1:-1])
        there = isinstance(value, (list, tuple)) and at < len(value)
        return value_at(value[at], steps[1:]) if there else None
    if not isinstance(value, Mapping):
        return None
    for end in range(len(steps), 0, -1):
        if (key := ".".join(steps[:end])) in value:
            return value_at(value[key], steps[end:])
    return None


def _json(text: str) -> Any:
    from .judge_answers import json_in

    return next(json_in(text.strip()), None)


def paths_in(values: Sequence[Any], depth: int = 4) -> list[str]:
    """The paths that records have, as far as the first rows show."""
    found: dict[str, None] = {}
    for value in values[:50]:
        if isinstance(value, str):
            value = _json(value)
        if isinstance(value, Mapping) and depth:
            for key, held in value.items():
                inside = paths_in([held], depth - 1)
                found |= dict.fromkeys([f"{key}.{one}" for one in inside] or [str(key)])
    return list(found)


def with_column(grid: Grid, name: str, whole: Any, head: list[Any]) -> Grid:
    """The grid with a column replaced or added; `whole` makes all of it, once it is needed."""
    names = grid.names if name in grid.names else (*grid.names, name)
    made: dict[str, Any] = {}

    def take(wanted: Sequence[str]) -> dict[str, Any]:
        if name in wanted and name not in made:
            made[name] = whole()
        others = grid.take([one for one in wanted if one != name])
        return {one: made[name] if one == name else others[one] for one in wanted}

    return replace(
        grid, names=names, take=take, head=lambda one: head if one == name else grid.head(one),
        numbers=lambda wanted: {},
    )  # fmt: skip


def all_values(column: Any) -> list[Any]:
    """Every value of a column as a Python object, None for a gap."""
    return first_rows(column, len(column))
