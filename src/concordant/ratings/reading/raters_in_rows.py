"""Tables with a row for each rater and a column for each item, as forms and surveys give them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ...errors import AmbiguousReading, OptionError
from ...quote import quote
from ...result import Note
from ..grid import Grid
from ..names import ALIASES, NEVER_RATINGS, SLICES, find_roles, plain_name, words
from .column_names import says_dimension, says_rater
from .column_profile import alike, look
from .turn_columns import Turned, turn

#: What `columns` is where the names of columns are items.
PATTERN = "{item}"
_RATING = "score"
#: Columns of a few rows may share no value, and are on one scale if all of them together have few.
_SHORT_SCALE = 11
_PEOPLE = frozenset(
    [*ALIASES["rater"], *words("respondent email email_address username 邮箱 填写人 姓名 答题者 答卷人")]
)
_NEVER = (
    SLICES | NEVER_RATINGS | frozenset(name for role in ("time", "seconds", "cost") for name in ALIASES[role])
)


def turned_to_items(grid: Grid, given: Mapping[str, Any]) -> Turned:
    """One rating a row, where the caller says that columns are items."""
    rater = given.get("rater") or _rater(grid) or _first_names(grid)
    items = [] if rater is None else _items(grid, str(rater))
    if rater is None or len(items) < 2:
        raise OptionError(
            f"columns={quote(PATTERN)} needs a column of raters and two columns of ratings, one for each "
            f"item; the columns of {grid.source} are {quote(list(grid.names))}. Name the raters' column with "
            "rater=…."
        )
    made = turn(grid, {name: (name, _RATING, "") for name in items}, "item")
    text = f"Each row was read as one rater (named in {rater}) and {len(items)} columns as items."
    note = Note("raters-in-rows", text, {"rater": str(rater), "n": len(items)})
    roles = {"item": "item", "rater": str(rater), "value": _RATING, "shape": "long"}
    return Turned(replace(made.grid, notes=(*grid.notes, note)), roles)


def refuse_raters_in_rows(grid: Grid) -> None:
    """Ask where a column called like raters names each row once, and no column names items."""
    rater = None if find_roles(grid.names, ("item",)) else _rater(grid)
    if rater is None:
        return
    items = _items(grid, rater)
    others = [name for name in grid.names if name != rater and plain_name(name) not in _NEVER]
    if len(items) < 2 or any(says_rater(name) or says_dimension(name) for name in others):
        return
    raise AmbiguousReading(
        f"The column {quote(rater)} of {grid.source} has a different value in every row and is named like a "
        "rater: each row may be a rater, and every other column an item.",
        {
            "each row is a rater": {"columns": PATTERN},
            "each column is a rater": {"item": rater, "raters": items},
        },
    )


def _rater(grid: Grid) -> str | None:
    """The column called like raters in which every row has a name of its own."""
    named = (name for name in grid.names if plain_name(name) in _PEOPLE)
    return next((name for name in named if look(grid.head(name)).unique), None)


def _first_names(grid: Grid) -> str | None:
    """The first column with a text of its own in every row."""
    looks = ((name, look(grid.head(name))) for name in grid.names)
    return next((name for name, seen in looks if seen.unique and seen.kind == "text"), None)


def _items(grid: Grid, rater: str) -> list[str]:
    """The other columns, where they hold ratings of one kind."""
    rest = [name for name in grid.names if name != rater and plain_name(name) not in _NEVER]
    looks = {name: look(grid.head(name)) for name in rest}
    rated = {n: x for n, x in looks.items() if x.kind in ("numbers", "truth") or (x.kind == "text" and x.few)}
    if len({seen.kind for seen in rated.values()}) != 1:
        return []
    together = frozenset[Any]().union(*(seen.distinct for seen in rated.values()))
    one_scale = all(alike(next(iter(rated.values())), seen) for seen in rated.values())
    return list(rated) if one_scale or len(together) <= _SHORT_SCALE else []
