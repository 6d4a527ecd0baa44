"""Several files joined by item: what one holds of an item stands beside what the others hold of it."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ...errors import InputError, OptionError
from ...quote import quote
from ...result import Note
from ...suggestion import hint
from ..grid import Grid, memory_grid
from ..names import ALIASES, find_roles, plain_name
from ..native import is_gap
from ..observed import number_in, spelling
from ..phrases import listed, many
from .nested_values import all_values

Key = tuple[Any, ...]

_NUMERAL = re.compile(r"[+-]?\d+(?:\.\d+)?")
#: So many digits a float holds exactly.
_EXACT = 15


@dataclass(frozen=True)
class _Part:
    """One file: its columns, and the row of each key."""

    name: str
    columns: dict[str, list[Any]]
    rows: dict[Key, int]
    nameless: int = 0

    @property
    def stem(self) -> str:
        return os.path.splitext(self.name)[0]


def join_grids(grids: Sequence[Grid], join: str | Sequence[str]) -> Grid:
    """A row for each key that any file has, in the order in which they come; the columns of all files."""
    asked = [join] if isinstance(join, str) else list(join)
    if len(grids) < 2:
        raise OptionError("join is for several files: name two or more.")
    keys = [_names_of(key)[0] for key in asked]
    parts = [_part(_with_names(grid, asked), keys) for grid in grids]
    everything = list(dict.fromkeys(key for part in parts for key in part.rows))
    matched = [key for key in everything if sum(key in part.rows for part in parts) > 1]
    if not matched:
        raise InputError(_nothing_matches(parts, keys))
    columns: dict[str, list[Any]] = {
        name: [_written(parts, key, place) for key in everything] for place, name in enumerate(keys)
    }
    for part in parts:
        for name, values in part.columns.items():
            if name in keys:
                continue
            own = [values[part.rows[key]] if key in part.rows else None for key in everything]
            called = _called(part, name, own, columns)
            if called is not None:
                columns[called] = own
    return memory_grid(
        columns, " + ".join(part.name for part in parts), notes=tuple(_notes(parts, everything))
    )


def _names_of(key: str) -> list[str]:
    """The names of a key: one for all files, or "id=item_id" where a file calls it otherwise."""
    return [name.strip() for name in key.split("=") if name.strip()] or [key]


def _with_names(grid: Grid, asked: Sequence[str]) -> Grid:
    """The grid with each key under its first name."""
    other: dict[str, str] = {}
    for key in asked:
        first, *rest = _names_of(key)
        found = next((name for name in (first, *rest) if name in grid.names), None)
        if found is None:
            raise OptionError(
                f"There is no column {quote(first)} to join by in {grid.source}; its columns are "
                f"{quote(list(grid.names))}.{hint(first, grid.names)} If it has another name there, pass "
                f"join='{first}=…'."
            )
        if found != first:
            other[first] = found
    if not other:
        return grid
    called = {old: new for new, old in other.items()}
    return replace(
        grid, names=tuple(called.get(name, name) for name in grid.names),
        head=lambda name: grid.head(other.get(name, name)),
        take=lambda wanted: dict(
            zip(wanted, grid.take([other.get(n, n) for n in wanted]).values(), strict=True)
        ),
    )  # fmt: skip


def _part(grid: Grid, keys: Sequence[str]) -> _Part:
    columns = {name: all_values(values) for name, values in grid.take(grid.names).items()}
    found = [_key(row) for row in zip(*(columns[name] for name in keys), strict=True)]
    nameless = sum(key is None for key in found)
    rater, value = _long_roles(columns, keys, found)
    if rater and value:
        columns, found = _side_by_side(columns, found, keys, rater, value, grid.source)
    rows: dict[Key, int] = {}
    for place, key in enumerate(found):
        if key is not None and rows.setdefault(key, place) != place:
            raise InputError(
                f"{quote(_shown(key))} has two rows in {grid.source} (rows {rows[key] + 1} and {place + 1}): "
                "name all columns that distinguish rows with join=[…], or keep one row for each."
            )
    return _Part(
        grid.source, _renamed(columns, keys, grid.source, pivoted=bool(rater and value)), rows, nameless
    )


def _key(row: Sequence[Any]) -> Key | None:
    """What names a row: 4, 4.0, "4" and "004" are one; None where a part is missing."""
    if any(is_gap(x) or (isinstance(x, str) and not x.strip()) for x in row):
        return None
    return tuple(map(_name, row))


def _name(x: Any) -> Any:
    """A name as it is compared; numerals longer than a float can tell apart, and 1e5, are text."""
    written = x.strip() if isinstance(x, str) else str(x)
    numeral = not isinstance(x, str) or _NUMERAL.fullmatch(written)
    return spelling(x) if numeral and len(written) <= _EXACT else written


def _long_roles(
    columns: Mapping[str, list[Any]], keys: Sequence[str], found: Sequence[Key | None]
) -> tuple[str | None, str | None]:
    """The columns of raters and of ratings, where keys occur again or a column names few raters."""
    roles = find_roles([name for name in columns if name not in keys], ("rater", "value"))
    rater, value = roles.get("rater"), roles.get("value")
    if len(set(found)) < len(found) or rater is None:
        return rater, value
    named = {x for x in columns[rater] if not is_gap(x)}
    few = all(isinstance(x, str) and number_in(x) is None for x in named) and 2 * len(named) < len(found)
    return (rater, value) if few else (None, None)


def _side_by_side(
    columns: Mapping[str, list[Any]],
    found: Sequence[Key | None],
    keys: Sequence[str],
    rater: str,
    value: str,
    source: str,
) -> tuple[dict[str, list[Any]], list[Key | None]]:
    """A long file as a wide one: a row for each key, a column for each rater; other columns by first."""
    order = [key for key in dict.fromkeys(found) if key is not None]
    place = {key: at for at, key in enumerate(order)}
    raters = [str(x) for x in dict.fromkeys(x for x in columns[rater] if not is_gap(x))]
    wide: dict[str, list[Any]] = {name: [None] * len(order) for name in raters}
    for row, key in enumerate(found):
        who = columns[rater][row]
        if key is None or is_gap(who):
            continue
        cell = wide[str(who)]
        if cell[place[key]] is not None and cell[place[key]] != columns[value][row]:
            raise InputError(
                f"{quote(str(who))} rated {quote(_shown(key))} twice in {source}: also name the column "
                "that distinguishes the ratings with join=[…], such as the dimension, or keep one."
            )
        cell[place[key]] = columns[value][row]
    first = {key: row for row, key in reversed(list(enumerate(found)))}
    others = [n for n in columns if n not in (rater, value) and n not in wide]
    beside = {name: [columns[name][first[key]] for key in order] for name in others}
    return {**beside, **wide}, list(order)


def _renamed(
    columns: dict[str, list[Any]], keys: Sequence[str], source: str, *, pivoted: bool
) -> dict[str, Any]:
    """The only column of ratings, if it is called "score" or the like, goes by the name of its file."""
    stem = os.path.splitext(source)[0]
    words = [name for name in columns if name not in keys and plain_name(name) in ALIASES["value"]]
    if pivoted or len(words) != 1 or stem in columns:
        return columns
    return {stem if name == words[0] else name: values for name, values in columns.items()}


def _called(part: _Part, name: str, own: list[Any], columns: Mapping[str, list[Any]]) -> str | None:
    """The name of a column among those of the other files; None where one of them says the same."""
    if name not in columns:
        return name
    pairs = zip(columns[name], own, strict=True)
    if all(is_gap(a) or is_gap(b) or spelling(a) == spelling(b) for a, b in pairs):
        columns[name][:] = [b if is_gap(a) else a for a, b in zip(columns[name], own, strict=True)]
        return None
    return f"{part.stem}.{name}"


def _written(parts: Sequence[_Part], key: Key, place: int) -> Any:
    return key[place] if not isinstance(key[place], float) else _whole(key[place])


def _whole(number: float) -> int | float:
    return int(number) if number.is_integer() else number


def _shown(key: Key) -> str:
    return ", ".join(str(_whole(x)) if isinstance(x, float) else str(x) for x in key)


def _nothing_matches(parts: Sequence[_Part], keys: Sequence[str]) -> str:
    some = "; ".join(
        f"{part.name} has {listed(repr(_shown(key)) for key in list(part.rows)[:3])}" for part in parts
    )
    return (
        f"No {' and '.join(map(quote, keys))} occurs in two of the files ({some}): name a column "
        "that has the same values in all of them."
    )


def _all(parts: Sequence[_Part]) -> str:
    return "both files" if len(parts) == 2 else f"all {len(parts)} files"


def _notes(parts: Sequence[_Part], everything: Sequence[Key]) -> list[Note]:
    """What matched, and of each file what did not, both ways."""
    common = [key for key in everything if all(key in part.rows for part in parts)]
    files = [part.name for part in parts]
    text = f"{many(len(common), 'item is', 'items are')} in {_all(parts)} ({listed(files)})."
    notes = [Note("joined", text, {"count": len(common), "n_files": len(parts), "files": files})]
    for part in parts:
        alone = [key for key in part.rows if sum(key in other.rows for other in parts) == 1]
        if alone:
            shown = [*(_shown(key) for key in alone[:3]), *(["…"] if len(alone) > 3 else [])]
            text = f"{many(len(alone), 'item is', 'items are')} only in {part.name}: {listed(shown)}."
            facts = {"count": len(alone), "file": part.name, "shown": shown}
            notes.append(Note("joined-only", text, facts))
        if part.nameless:
            what = f"{many(part.nameless, 'row')} of {part.name}"
            text = f"{what} could not be joined, because the key is missing."
            notes.append(Note("joined-nameless", text, {"count": part.nameless, "file": part.name}))
    return notes
