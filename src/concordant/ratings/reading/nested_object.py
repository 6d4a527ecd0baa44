"""An object of objects, as JSON and dictionaries have them: of items by rater, or of raters by item."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from ...errors import AmbiguousReading
from ...result import Note
from ..grid import Grid, memory_grid, refuse_repeated
from ..names import ALIASES, NEVER_RATINGS, SLICES, plain_name, words
from .doubtful_raters import is_surely_rater
from .raters_in_rows import PATTERN

#: Codes of the notes on which keys are items; at most one of them is given.
_EITHER = "raters-or-items-outside"
_CODES = ("items-outside", "raters-outside", _EITHER)

_RATERS = frozenset(ALIASES["rater"])
_ITEMS = frozenset([*ALIASES["item"], *words("q question sentence row line entry 问题 句子 条")])
#: What else is stated of an item, beside its ratings.
_FACTS = SLICES | NEVER_RATINGS
#: With so many times as many outer keys as inner ones, the outer are items, whatever they are called.
_MANY = 4


def are_nested(data: Any) -> bool:
    """A dictionary of dictionaries."""
    return isinstance(data, Mapping) and bool(data) and all(isinstance(x, Mapping) for x in data.values())


def nested_grid(data: Mapping[Any, Mapping[Any, Any]], source: str) -> Grid:
    """Columns of raters: {"ann": {"q1": 3, "q2": 5}, "bob": {"q1": 3}}, or {"q1": {"ann": 3, "bob": 3}}.

    Their names say which it is, then their numbers: there are more items than raters. Where neither does,
    `refuse_either` asks.
    """
    inner = list(dict.fromkeys(name for held in data.values() for name in held))
    items_outside = _items_outside(list(data), inner)
    items = list(data) if items_outside else inner
    raters = inner if items_outside else list(data)
    refuse_repeated(["item", *map(str, raters)], source)
    columns: dict[str, list[Any]]
    if items_outside:
        columns = {str(rater): [held.get(rater) for held in data.values()] for rater in raters}
    else:
        columns = {str(rater): [held.get(item) for item in items] for rater, held in data.items()}
    return memory_grid({"item": items, **columns}, source, index="item", notes=(_note(items_outside),))


def refuse_either(grid: Grid) -> None:
    """Ask where neither names nor numbers say whether the outer keys are raters or items."""
    if any(note.code == _EITHER for note in grid.notes):
        raise AmbiguousReading(
            f"{grid.source} is an object of objects, but its keys do not show which are raters and which are "
            "items.",
            {
                "the outer keys are raters": {"item": "item"},
                "the outer keys are items": {"columns": PATTERN},
            },
        )


def with_keys_as_raters(grid: Grid) -> Grid:
    """The table of an object whose rows are raters after all; other tables as they are."""
    notes = tuple(note for note in grid.notes if note.code not in _CODES)
    if notes == grid.notes:
        return grid
    before = {("rater" if name == "item" else name): name for name in grid.names}
    return replace(
        grid,
        names=tuple(before),
        head=lambda name: grid.head(before[name]),
        take=lambda names: {name: grid.take([before[name]])[before[name]] for name in names},
        index=None,
        notes=notes,
    )


def _items_outside(outer: list[Any], inner: list[Any]) -> bool | None:
    """Whether the outer keys are items; None where nothing says so."""
    signs = _like_raters(inner) - _like_raters(outer) + _like_items(outer) - _like_items(inner)
    if signs or any(plain_name(name) in _FACTS for name in inner):
        return signs >= 0
    if len(outer) <= len(inner):
        return False
    return True if len(outer) >= _MANY * len(inner) else None


def _note(items_outside: bool | None) -> Note:
    if items_outside is None:
        return Note(
            "raters-or-items-outside", "The outer keys were read as raters and the inner keys as items."
        )
    otherwise, facts = f" If it is the other way round, pass columns={PATTERN!r}.", {"pattern": PATTERN}
    if items_outside:
        text = "The outer keys were read as items and the inner keys as raters."
        return Note("items-outside", text + otherwise, facts)
    text = "The outer keys were read as raters and the inner keys as items."
    return Note("raters-outside", text + otherwise, facts)


def _like_raters(names: Iterable[Any]) -> bool:
    return any(is_surely_rater(str(name)) or _stem(name) in _RATERS for name in names)


def _like_items(names: Iterable[Any]) -> bool:
    """Whether all are called like an item, or are numbers."""
    return all(_stem(name) in _ITEMS or _stem(name) == "" for name in names)


def _stem(name: Any) -> str:
    """A name without the number at its end: q12 is q, item_3 is item."""
    return re.sub(r"[_\d]+$", "", plain_name(name))
