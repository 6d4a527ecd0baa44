"""The column of ratings in a long table: by its name and by what it holds, with what was passed over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...errors import AmbiguousReading, InputError
from ...quote import quote
from ...result import Note
from ..grid import Grid
from ..names import ALIASES, NEVER_RATINGS, SLICES, plain_name
from ..native import is_gap
from ..phrases import listed
from .column_profile import ColumnProfile, all_differ, look
from .doubtful_raters import is_other_number
from .roles import untaken

#: What is no rating though a column of few numbers may be called so.
_OTHER = SLICES | NEVER_RATINGS | frozenset(ALIASES["item"]) | frozenset(("project", "index", "row"))

#: Raters who never differ in so many ratings are rarely raters.
_MANY = 30


@dataclass(frozen=True)
class ValueColumn:
    """The column of ratings, and a note where another one has the name of ratings but does not look so."""

    name: str
    notes: tuple[Note, ...] = ()


def value_column(grid: Grid, found: Mapping[str, Any]) -> ValueColumn | None:
    """The column that is named like ratings and looks so, else the only one that looks so, or None.

    A column that is the same for all raters of every item says something about the item; one with a text of
    its own for each item is no scale.
    """
    free = untaken(grid.names, {role: name for role, name in found.items() if role != "value"})
    named = sorted(
        (name for name in free if plain_name(name) in ALIASES["value"]),
        key=lambda name: ALIASES["value"].index(plain_name(name)),
    )
    likely = [name for name in free if plain_name(name) not in _OTHER or name in named]
    looks = {name: look(grid.head(name)) for name in likely}
    keys = [grid.head(found[role]) for role in ("item", "dimension", "repeat", "round") if role in found]
    rated = [name for name in likely if _is_scale(looks[name]) and _differs(keys, grid.head(name))]
    if named and named[0] in rated:
        return ValueColumn(named[0], _also_rated(named[0], rated, looks))
    if named and not rated and not _is_text(looks[named[0]]):
        return ValueColumn(named[0], _same_for_all(named[0], looks[named[0]], keys))
    best = [name for name in named if name in rated][:1] or rated
    if not named and not {"item", "rater"} <= found.keys():
        return None
    if len(best) > 1:
        raise AmbiguousReading(_several(grid, named, best), {f"rated by {n}": {"value": n} for n in best})
    if best:
        return ValueColumn(best[0], tuple(_passed_over(name, best[0], looks[name]) for name in named[:1]))
    if named:
        raise InputError(
            f"The column {quote(named[0])} of {grid.source} is named like ratings, but contains a "
            "different text for each item: name the column of ratings with value=…; the columns are "
            f"{quote(list(grid.names))}."
        )
    return None


def _is_scale(seen: ColumnProfile) -> bool:
    """Numbers, truth values, or few words; not a name or a text for each row."""
    if seen.kind == "text":
        return seen.few and not (seen.unique and len(seen.values) > 2)
    named = seen.counting or (seen.unique and seen.whole and not seen.few)
    return seen.kind in ("numbers", "truth") and not named


def _is_text(seen: ColumnProfile) -> bool:
    """Texts, more of them than a scale has words."""
    return seen.kind == "text" and not seen.few


def _differs(keys: Sequence[list[Any]], values: list[Any]) -> bool:
    """Whether two rows of one item have different values."""
    if not keys:
        return True
    known: dict[tuple[str, ...], str] = {}
    for key, value in zip(zip(*keys, strict=True), values, strict=True):
        if not is_gap(value) and known.setdefault(tuple(map(str, key)), str(value)) != str(value):
            return True
    return False


def _same_for_all(name: str, seen: ColumnProfile, keys: Sequence[list[Any]]) -> tuple[Note, ...]:
    """That the only column of ratings does not differ between the raters of any item, where they are many."""
    if len(seen.values) < _MANY or len(seen.distinct) < 2 or all_differ(*keys):
        return ()
    text = (
        f"{name} is the same for all raters of every item; if it describes the item, such as a gold label or "
        "an average, it is not a rating: name the column of ratings with value=…."
    )
    return (Note("value-same-for-all", text, {"name": name}),)


def _also_rated(taken: str, rated: Sequence[str], looks: Mapping[str, ColumnProfile]) -> tuple[Note, ...]:
    """That other columns of numbers differ between the raters of an item as well."""
    others = [
        name
        for name in rated
        if name != taken and looks[name].kind == "numbers" and looks[name].few and not is_other_number(name)
    ]
    if not others:
        return ()
    text = (
        f"{taken} was used for the ratings; {listed(others)} could be ratings as well: to read one of them, "
        f"pass value={others[0]!r}."
    )
    return (Note("several-values", text, {"taken": taken, "names": others, "first": others[0]}),)


def _passed_over(name: str, taken: str, seen: ColumnProfile) -> Note:
    facts = {"name": name, "taken": taken}
    what = "contains texts that are" if seen.kind == "text" and not _is_scale(seen) else "is"
    text = (
        f"{name} {what} the same for all raters of every item, so {taken} was used for the ratings; to "
        f"use {name} anyway, pass value={name!r}."
    )
    return Note("value-passed-over", text, facts)


def _several(grid: Grid, named: Sequence[str], best: Sequence[str]) -> str:
    wrong = f"{quote(named[0])} is the same for all raters of every item, and " if named else ""
    several = "several" if wrong else "Several"
    return f"{wrong}{several} columns of {grid.source} look like ratings: {listed(best)}."
