"""Data that were looked at and not read yet: where they are, what their columns are, what was asked."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any, get_args

from ...engines.databases import is_address
from ...engines.relation import Relation
from ...errors import InputError, OptionError, choose
from ...quote import quote
from ..formats import Export, export_grid, find_export, read_export
from ..grid import Grid
from ..labels import OutOfScale
from ..observed import Missing
from ..reading import (
    RECODING,
    SINGLE,
    Duplicates,
    Recoding,
    Roles,
    decide,
    frame_grid,
    is_frame,
    join_grids,
    prepare,
    recoding_of,
)
from ..scale import declare
from .source import SourceOptions, are_paths, found_files, is_in_memory, relation_of
from .wide import grid_of, rows_in_memory

_ROLES = ("shape", *SINGLE, "slices", "text", "comment")
_OF_FILE = ("sheet", "encoding", "delimiter", "decimal", "header")
#: What says how a table is laid out.
_OF_TABLE = ("sheet", "delimiter", "decimal", "header", "columns", "join", "table", "memory_limit")
_OF_EXPORT = ("input_format", "dimensions")
#: What the options of `read` are where they were not given.
_UNSAID: dict[str, Any] = {
    **dict.fromkeys((*_ROLES, "raters", "columns", "join", "scale", "categories", "missing")),
    **dict.fromkeys((*RECODING, "rounded", "multilabel", *_OF_FILE, *_OF_EXPORT)),
    **dict.fromkeys(part.name for part in fields(SourceOptions)),
    "out_of_scale": "error",
    "duplicates": "error",
}


@dataclass(frozen=True, kw_only=True)
class UnreadData:
    """Data that were looked at and not read yet: what they are, and what was asked of them.

    `relation` is where they stay, or None for data that are read into memory. `recoding` is what is done to
    ratings, and `failed` how many answers of each rater could not be parsed. `one_number` says that they are
    read for a coefficient alone.
    """

    grid: Grid
    stated: Mapping[str, Any]
    given: Mapping[str, Any]
    relation: Relation | None = None
    recoding: Recoding = field(default_factory=Recoding)
    failed: Mapping[str, int] = field(default_factory=dict)
    one_number: bool = False

    @property
    def several_columns(self) -> bool:
        """Whether raters have several columns each."""
        return isinstance(self.given["raters"], Mapping)

    @cached_property
    def roles(self) -> Roles:
        """Which column is what."""
        if self.grid.n_rows == 0:
            raise InputError(f"There are no ratings in {self.grid.source}: it has columns but no rows.")
        return decide(self.recoding.heads(self.grid), self.stated)

    def unsliced(self) -> UnreadData:
        """The data without slices that nobody asked for: one number needs none, and counting goes faster."""
        return self if self.stated["slices"] else replace(self, stated={**self.stated, "slices": ()})

    def sliced_by(self, names: Sequence[str]) -> tuple[UnreadData, list[str]]:
        """The data with these columns to slice by, and what each of them is called then."""
        called = {getattr(self.roles, role): role for role in ("dimension", "repeat", "round")}
        slices = [*self.roles.slices]
        for name in names:
            if name not in (*slices, *called, *called.values()):
                slices.append(self.grid.check(name, "slices"))
        stated = {**self.stated, "slices": slices}
        return replace(self, stated=stated), [called.get(name, name) for name in names]


def open_source(source: Any, options: Mapping[str, Any]) -> UnreadData:
    """Find out where the data are and what their columns look like; `options` are those of `read`."""
    if isinstance(source, UnreadData):
        return source
    given = {**_UNSAID, **options}
    choose("out_of_scale", given["out_of_scale"], get_args(OutOfScale))
    choose("duplicates", given["duplicates"], get_args(Duplicates))
    if (export := _export(source, given)) is not None:
        return _open_export(export, given)
    if given["dimensions"] is not None:
        raise OptionError(
            "dimensions selects dimensions of an export, but this is a plain table: name its column with "
            "dimension=…."
        )
    if isinstance(source, Relation):
        relation: Relation | None = source
    else:
        here = isinstance(source, Grid) or given["join"] is not None
        relation = None if here else relation_of(source, _source_options(given))
    if relation is not None and given["sheet"] is not None:
        raise OptionError(
            f"{relation.source} is not an Excel workbook, so there is no sheet {quote(given['sheet'])}."
        )
    grid = grid_of(relation) if relation is not None else _grid(source, given)
    return _unread(grid, given, relation)


def _unread(
    grid: Grid,
    given: Mapping[str, Any],
    relation: Relation | None = None,
    roles: Mapping[str, Any] | None = None,
) -> UnreadData:
    """The data with what was asked of them; `roles` are those that are known without being asked for."""
    given = {**given, **(roles or {})}
    grid = grid.with_gaps(Missing(given["missing"]))
    declared, _ = declare(given["scale"], given["categories"])
    recoding = recoding_of(given, None if declared is None else declared.categories)
    prepared = prepare(grid, given)
    why = prepared.why or ("ratings are changed while they are read" if recoding or given["rounded"] else "")
    if why and relation is not None:
        rows = rows_in_memory(relation, why, given["memory_limit"])
        relation, prepared = None, prepare(replace(grid, n_rows=rows), given)
    given = dict(prepared.given)
    columns = several_columns(given["raters"])
    raters = given["raters"] if columns is None else [c for own in columns.values() for c in own]
    stated = {
        **{role: given[role] for role in _ROLES},
        **(roles or {}),
        "raters": [raters] if isinstance(raters, str) else raters,
        "categories": declared and declared.categories,
        "duplicates": given["duplicates"],
    }
    return UnreadData(
        grid=prepared.grid,
        stated=stated,
        given=given,
        relation=relation,
        recoding=recoding,
        failed=prepared.failed,
    )


# --- exports of annotation and evaluation tools -----------------------------------------------


def _export(source: Any, given: Mapping[str, Any]) -> Export | None:
    """The export that the data are; None for tables, and where the caller says how a table is to be read."""
    asked = given["input_format"]
    table = any(given[name] is not None for name in ("shape", "item", "rater", "value", *_OF_TABLE))
    elsewhere = given["engine"] not in (None, "memory") or isinstance(source, (Relation, Grid))
    if elsewhere or (table and asked is None):
        return None
    if are_paths(source):
        return None if is_address(source) else find_export(*found_files(source), asked)
    return find_export(source, "", asked) if is_in_memory(source) else None


def _open_export(export: Export, given: Mapping[str, Any]) -> UnreadData:
    grid, roles = export_grid(
        export,
        read_export(export),
        dimensions=given["dimensions"],
        latest=given["duplicates"] in ("error", "checked"),
    )
    said = {role: given[role] for role in _ROLES if given[role] is not None and role != "shape"}
    if isinstance(given["rater_kind"], Mapping) and "rater_kind" in roles:
        said["rater_kind"] = {**_known_kinds(grid, roles), **given["rater_kind"]}
    return _unread(grid, given, roles={**roles, **said})


def _known_kinds(grid: Grid, roles: Mapping[str, Any]) -> dict[str, str]:
    """What an export says of each rater."""
    rater, kind = (grid.one(roles[role]).tolist() for role in ("rater", "rater_kind"))
    return {str(who): what for who, what in zip(rater, kind, strict=True) if what}


def is_table(source: Any) -> bool:
    """Whether the data have named columns: a file, several, a frame, or what was opened already.

    A list of texts may be one rater's ratings: it is several files if there are files of all these names.
    """
    several = are_paths(source) and not isinstance(source, str)
    texts = several and isinstance(source, (list, tuple)) and isinstance(source[0], str)
    files = several and (not texts or all(map(os.path.exists, source)))
    return isinstance(source, (UnreadData, str)) or is_frame(source) or files


def open_elsewhere(source: Any, options: Mapping[str, Any]) -> UnreadData | None:
    """The data opened where they stay; None if they are read into memory."""
    if isinstance(source, UnreadData):
        return source if source.relation is not None else None
    given = {**_UNSAID, **options}
    if not is_table(source) or given["join"] is not None or _export(source, given) is not None:
        return None
    relation = relation_of(source, _source_options(given))
    opened = None if relation is None else open_source(relation, options)
    return opened if opened is not None and opened.relation is not None else None


def _source_options(given: Mapping[str, Any]) -> SourceOptions:
    return SourceOptions(**{part.name: given[part.name] for part in fields(SourceOptions)})


def _grid(source: Any, given: Mapping[str, Any]) -> Grid:
    """The table in memory, or in a small file."""
    of_file = {name: given[name] for name in _OF_FILE}
    if isinstance(source, Grid):  # open already
        return source
    if given["join"] is not None:
        return join_grids([_grid(one, {**given, "join": None}) for one in _several(source)], given["join"])
    if isinstance(source, (str, os.PathLike)):
        from ..reading import open_grid

        return open_grid(source, **of_file)
    if not is_frame(source):
        raise InputError(
            f"read accepts a file or a frame, got {described(source)}; as_ratings accepts arrays too."
        )
    for name in (name for name, value in of_file.items() if value is not None):
        raise OptionError(f"{name} specifies how to read a file, but the data are not in a file.")
    return frame_grid(source, labelled=given["shape"] in ("counts", "table"))


def _several(source: Any) -> list[Any]:
    """The tables that are joined."""
    if isinstance(source, (list, tuple)) and (are_paths(source) or not is_frame(source)):
        return list(source)
    raise OptionError("join is for several tables: give a list of two files or more.")


def several_columns(raters: Any) -> dict[str, list[str]] | None:
    """The columns of each rater, where a rater has several."""
    if not isinstance(raters, Mapping):
        return None
    given = {r: [own] if isinstance(own, str) else own for r, own in raters.items()}
    lists = all(isinstance(own, (list, tuple)) for own in given.values())
    columns = {str(r): list(map(str, own)) for r, own in given.items()} if lists else {}
    if not columns or not all(columns.values()):
        raise OptionError(
            "raters={rater: [columns]} needs at least one rater, and at least one column for each."
        )
    return columns


def described(data: Any) -> str:
    """What was given, in a sentence."""
    if isinstance(data, str):
        return f"the text {quote(data)}"
    name = type(data).__name__
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"
