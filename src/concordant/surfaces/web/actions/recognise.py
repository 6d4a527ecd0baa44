"""How a file was read: each column with its role, the first rows, who overlaps with whom, and doubts."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from ....errors import AmbiguousReading, ConcordantError
from ....ratings.formats import find_export
from ....ratings.grid import Grid
from ....ratings.ratings import Ratings
from ....ratings.read import read
from ....ratings.reading import Roles
from ....ratings.remote import UnreadData, open_source
from ....result import Note
from .refusal import WebRefusal, texts_of

#: The roles a column can have, in the order of a menu; the last is none.
SINGLE = (
    "item", "rater", "value", "dimension", "repeat", "round", "rater_kind", "case_weights", "clusters",
    "time", "seconds", "cost",
)  # fmt: skip
ROLES = ("item", "rating", "rater", "value", *SINGLE[3:], "slice", "text", "comment", "")
KINDS = ("", "human", "judge", "gold", "code")
SHAPES = ("", "wide", "long", "pairs", "counts", "table")
LEVELS = ("", "nominal", "ordinal", "interval", "ratio")
#: What becomes of several ratings of an item by one rater, and of ratings that are not on the scale.
DUPLICATES = ("", "first", "last", "repeat")
OFF_SCALE = ("", "drop")
#: Columns that are left alone are named under this key, beside the options of `read`.
IGNORED = "ignored"
_ROWS, _MOST_RATERS = 20, 12
#: So much of a cell is shown before a file is read.
_CELL = 120
#: A table has so many columns at most: a study takes the cube of the number of raters, with 1,000 a minute.
MOST_COLUMNS = 1000
#: Of a longer file of text the beginning is looked at.
_SAMPLED, _SAMPLE = 50_000_000, 4_000_000
_TEXT = (".csv", ".tsv", ".txt", ".jsonl", ".ndjson")


@dataclass(frozen=True)
class FileColumn:
    """A column of a file: its role, whether it was guessed, and its first values as texts."""

    name: str
    role: str
    guessed: bool
    values: tuple[str, ...]


@dataclass(frozen=True)
class Recognised:
    """What a file is taken for.

    `problem` says in each language why it cannot be read so; `readings` are the ways it could be meant, if
    there are several. `overlap` has for every two raters how many rows both rated. `sampled` says that only
    the beginning of the file was looked at.
    """

    format: Mapping[str, str] | None
    shape: str
    columns: tuple[FileColumn, ...] = ()
    n_rows: int = 0
    n_items: int = 0
    n_ratings: int = 0
    raters: tuple[tuple[str, str], ...] = ()
    level: str = ""
    categories: tuple[str, ...] = ()
    overlap: tuple[tuple[int, ...], ...] = ()
    notes: tuple[Note, ...] = ()
    problem: Mapping[str, str] | None = None
    readings: Mapping[str, Mapping[str, Any]] | None = None
    sampled: bool = False

    @property
    def roles(self) -> dict[str, str]:
        """The role of each column."""
        return {column.name: column.role for column in self.columns}


def recognise(path: Path, options: Mapping[str, Any]) -> Recognised:
    """Look at a file as it would be read with these options; what cannot be read is said, not raised."""
    with _beginning(path) as (looked_at, sampled):
        try:
            export = find_export([str(looked_at)], path.name, options.get("input_format"))
            title = None if export is None or export.format.ordinary else export.format.title
        except ConcordantError:
            title = None
        try:
            opened, grid = source_with(looked_at, options)
            refuse_width(len(grid.names))
            columns = tuple(_columns(opened, grid))
        except (ConcordantError, WebRefusal) as problem:
            found = Recognised(title, "", problem=texts_of(problem), sampled=sampled)
            if isinstance(problem, WebRefusal):
                return found
            columns = _undecided(looked_at, options)
            return replace(found, columns=columns, readings=_readings(problem))
        found = Recognised(
            title, opened.roles.shape, columns, opened.grid.n_rows, problem=None, sampled=sampled
        )
        try:
            return _with_ratings(found, read(opened, **_of_values(options)))
        except ConcordantError as problem:
            return replace(found, problem=texts_of(problem), readings=_readings(problem))


def ratings_source(path: Path, options: Mapping[str, Any]) -> tuple[Any, dict[str, Any]]:
    """What is read and with which options: the file itself, or its table without the columns left alone."""
    if path.suffix.lower() in _TEXT:  # others are opened long enough once
        with _beginning(path) as (looked_at, _):
            refuse_width(len(source_with(looked_at, options)[1].names))
    given = {name: value for name, value in options.items() if name != IGNORED}
    if not options.get(IGNORED):
        return str(path), given
    return source_with(path, options)[0], _of_values(given)


def refuse_width(n: int) -> None:
    """Complain of a table of too many columns."""
    if n > MOST_COLUMNS:
        raise WebRefusal(422, "too-wide", {"n": n, "most": MOST_COLUMNS})


def is_sampled(path: Path) -> bool:
    """Whether the beginning alone is looked at."""
    return path.suffix.lower() in _TEXT and path.stat().st_size > _SAMPLED


def source_with(path: Path, options: Mapping[str, Any]) -> tuple[UnreadData, Grid]:
    """The file without the columns that are left alone, not read yet; and its table with all of them."""
    given = {name: value for name, value in options.items() if name != IGNORED}
    ignored = set(options.get(IGNORED, ()))
    if not ignored:
        opened = open_source(str(path), given)
        return opened, opened.grid
    whole = open_source(str(path), {name: given[name] for name in _OF_FILE if name in given}).grid
    part = replace(whole, names=tuple(name for name in whole.names if name not in ignored))
    return open_source(part, {name: v for name, v in given.items() if name not in _OF_FILE}), whole


_OF_FILE = ("sheet", "encoding", "delimiter", "decimal", "header", "input_format")
_VALUES = ("scale", "categories", "missing", "out_of_scale", "duplicates")


def _of_values(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: options[name] for name in _VALUES if name in options}


def options_for(
    found: Recognised, roles: Mapping[str, str], *, kinds: Mapping[str, str], before: Mapping[str, Any]
) -> dict[str, Any]:
    """The options of reading that give each column its role; `before` are those that held until now."""
    kept = {name: value for name, value in before.items() if name in (*_OF_FILE, *_VALUES, "columns")}
    if "shape" in before:
        kept["shape"] = before["shape"]
    same = all(roles.get(name, role) == role for name, role in found.roles.items())
    chosen = {name: value for name, value in before.items() if same and name not in kept}
    if not same:
        chosen = _stated({**found.roles, **roles}, found)
    chosen_raters = chosen.get("raters")
    known = {name: kind for name, kind in found.raters if chosen_raters is None or name in chosen_raters}
    if any(kinds.get(name, kind) != kind for name, kind in known.items()):
        chosen["rater_kind"] = {
            name: kinds.get(name, kind) for name, kind in known.items() if kinds.get(name, kind)
        }
    return {**kept, **chosen}


def _stated(roles: Mapping[str, str], found: Recognised) -> dict[str, Any]:
    """Every role said outright, so that nothing is guessed any more."""
    given: dict[str, Any] = {}
    for role in SINGLE:
        names = [name for name, one in roles.items() if one == role]
        if names:
            given[role] = names[0]
    several = {"rating": "raters", "slice": "slices", "text": "text"}
    for role, option in several.items():
        names = [name for name, one in roles.items() if one == role]
        if names:
            given[option] = names
    if found.shape in ("counts", "table"):
        given["shape"] = found.shape
    elif "raters" in given and not ({"rater", "value"} & given.keys()):
        given["shape"] = "wide"
    comments = [name for name, one in roles.items() if one == "comment"]
    if comments:
        given.update(_comments(comments, given))
    ignored = [name for name, one in roles.items() if not one]
    return {**given, **({IGNORED: ignored} if ignored else {})}


def _comments(columns: Sequence[str], given: Mapping[str, Any]) -> dict[str, Any]:
    """A column of a long table; of a wide one each with the rater whose name begins it."""
    if "raters" not in given:
        return {"comment": columns[0]}
    raters = sorted(given["raters"], key=len, reverse=True)
    owners = {next((rater for rater in raters if name.startswith(rater)), None): name for name in columns}
    known = {rater: name for rater, name in owners.items() if rater is not None}
    return {"comment": known} if known else {}


@contextmanager
def _beginning(path: Path) -> Iterator[tuple[Path, bool]]:
    """The file, or the first lines of a long one of text."""
    if not is_sampled(path):
        yield path, False
        return
    with tempfile.TemporaryDirectory(prefix="concordant-") as folder:
        part = Path(folder) / path.name
        with path.open("rb") as file:
            start = file.read(_SAMPLE)
        part.write_bytes(start[: start.rfind(b"\n") + 1] or start)
        yield part, True


def _columns(opened: UnreadData, grid: Grid) -> Iterator[FileColumn]:
    roles = opened.roles
    for name in grid.names:
        role = _role(roles, name)
        option = {"rating": "raters", "slice": "slices"}.get(role, role)
        yield FileColumn(name, role, option in roles.guessed, tuple(map(_shown, grid.head(name)[:_ROWS])))


def _undecided(path: Path, options: Mapping[str, Any]) -> tuple[FileColumn, ...]:
    """The columns of a table whose roles cannot be guessed, with those that were chosen for it so far."""
    try:
        grid = open_source(str(path), {name: options[name] for name in _OF_FILE if name in options}).grid
        return tuple(
            FileColumn(name, _chosen(options, name), False, tuple(map(_shown, grid.head(name)[:_ROWS])))
            for name in grid.names
        )
    except ConcordantError:
        return ()


def _chosen(options: Mapping[str, Any], name: str) -> str:
    single = next((role for role in SINGLE if options.get(role) == name), "")
    several = {"rating": "raters", "slice": "slices", "text": "text"}
    return single or next((role for role, option in several.items() if name in options.get(option, ())), "")


def _shown(value: Any) -> str:
    """A cell as text, cut where it is long."""
    text = "" if value is None else str(value)
    return text if len(text) <= _CELL else f"{text[:_CELL]}…"


def _role(roles: Roles, name: str) -> str:
    single = next((role for role in SINGLE if getattr(roles, role) == name), "")
    if single:
        return single
    several = {"rating": roles.raters, "slice": roles.slices, "text": roles.text}
    found = next((role for role, names in several.items() if name in names), "")
    return found or ("comment" if name in roles.comment.values() else "")


def _readings(problem: ConcordantError | WebRefusal) -> Mapping[str, Mapping[str, Any]] | None:
    return problem.readings if isinstance(problem, AmbiguousReading) else None


def _with_ratings(found: Recognised, ratings: Ratings) -> Recognised:
    audit = ratings.audit
    given = np.stack([column >= 0 for column in ratings.columns[:_MOST_RATERS]]).astype(np.int64)
    labels = () if ratings.scale.categories is None else tuple(map(str, ratings.labels.tolist()))
    return replace(
        found,
        n_rows=audit.rows_read,
        n_items=ratings.n_items,
        n_ratings=audit.n_ratings,
        raters=tuple(zip(ratings.raters, ratings.rater_kinds, strict=True)),
        level=ratings.scale.level,
        categories=labels,
        overlap=tuple(map(tuple, (given @ given.T).tolist())) if not ratings.anonymous else (),
        notes=tuple(audit.notes),
    )
