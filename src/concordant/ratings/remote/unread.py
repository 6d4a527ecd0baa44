"""Data that were looked at and not read yet: where they are, what their columns are, what was asked."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any, get_args

from ...engines.relation import Relation
from ...errors import InputError, OptionError, choose
from ...quote import quote
from ..grid import Grid
from ..labels import OutOfScale
from ..observed import Missing
from ..reading import SINGLE, Duplicates, Roles, decide, frame_grid, is_frame
from ..scale import declare
from .source import SourceOptions, are_paths, relation_of
from .wide import grid_of

_ROLES = ("shape", *SINGLE, "slices", "text", "comment")
_OF_FILE = ("sheet", "encoding", "delimiter", "header")
#: What the options of `read` are where they were not given.
_UNSAID: dict[str, Any] = {
    **dict.fromkeys((*_ROLES, "raters", "scale", "categories", "missing", *_OF_FILE)),
    **dict.fromkeys(part.name for part in fields(SourceOptions)),
    "out_of_scale": "error",
    "duplicates": "error",
}


@dataclass(frozen=True, kw_only=True)
class UnreadData:
    """Data that were looked at and not read yet: what they are, and what was asked of them.

    `relation` is where they stay, or None for data that are read into memory.
    """

    grid: Grid
    stated: Mapping[str, Any]
    given: Mapping[str, Any]
    relation: Relation | None = None

    @property
    def several_columns(self) -> bool:
        """Whether raters have several columns each."""
        return isinstance(self.given["raters"], Mapping)

    @cached_property
    def roles(self) -> Roles:
        """Which column is what."""
        if self.grid.n_rows == 0:
            raise InputError(f"There are no ratings in {self.grid.source}: it has columns but no rows.")
        return decide(self.grid, self.stated)

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
    if isinstance(source, Relation):
        relation: Relation | None = source
    else:
        relation = None if isinstance(source, Grid) else relation_of(source, _source_options(given))
    if relation is not None and given["sheet"] is not None:
        raise OptionError(
            f"{relation.source} is not an Excel workbook, so there is no sheet {quote(given['sheet'])}."
        )
    grid = grid_of(relation) if relation is not None else _grid(source, given)
    declared, _ = declare(given["scale"], given["categories"])
    columns = several_columns(given["raters"])
    raters = given["raters"] if columns is None else [c for own in columns.values() for c in own]
    stated = {
        **{role: given[role] for role in _ROLES},
        "raters": [raters] if isinstance(raters, str) else raters,
        "categories": declared and declared.categories,
        "duplicates": given["duplicates"],
    }
    return UnreadData(
        grid=grid.with_gaps(Missing(given["missing"])),
        stated=stated,
        given=given,
        relation=relation,
    )


def is_table(source: Any) -> bool:
    """Whether the data have named columns: a file, several, a frame, or what was opened already.

    A list of texts may be one rater's ratings, so several files are a list of `Path`, or go to `read`.
    """
    several = are_paths(source) and not isinstance(source, str)
    files = several and not (isinstance(source, (list, tuple)) and isinstance(source[0], str))
    return isinstance(source, (UnreadData, str)) or is_frame(source) or files


def open_elsewhere(source: Any, options: Mapping[str, Any]) -> UnreadData | None:
    """The data opened where they stay; None if they are read into memory."""
    if isinstance(source, UnreadData):
        return source if source.relation is not None else None
    if not is_table(source):
        return None
    relation = relation_of(source, _source_options({**_UNSAID, **options}))
    return None if relation is None else open_source(relation, options)


def _source_options(given: Mapping[str, Any]) -> SourceOptions:
    return SourceOptions(**{part.name: given[part.name] for part in fields(SourceOptions)})


def _grid(source: Any, given: Mapping[str, Any]) -> Grid:
    """The table in memory, or in a small file."""
    of_file = {name: given[name] for name in _OF_FILE}
    if isinstance(source, Grid):  # open already
        return source
    if isinstance(source, (str, os.PathLike)):
        from ..reading import open_grid

        return open_grid(source, **of_file)
    if not is_frame(source):
        raise InputError(
            f"read takes a file or a frame, got {described(source)}; as_ratings takes arrays too."
        )
    for name in (name for name, value in of_file.items() if value is not None):
        raise OptionError(f"{name} says how to read a file, and the data are not in one.")
    return frame_grid(source, labelled=given["shape"] in ("counts", "table"))


def several_columns(raters: Any) -> dict[str, list[str]] | None:
    """The columns of each rater, where a rater has several."""
    if not isinstance(raters, Mapping):
        return None
    given = {r: [own] if isinstance(own, str) else own for r, own in raters.items()}
    lists = all(isinstance(own, (list, tuple)) for own in given.values())
    columns = {str(r): list(map(str, own)) for r, own in given.items()} if lists else {}
    if not columns or not all(columns.values()):
        raise OptionError("raters={rater: [columns]} needs a rater, and a column or more for each.")
    return columns


def described(data: Any) -> str:
    """What was given, in a sentence."""
    if isinstance(data, str):
        return f"the text {quote(data)}"
    name = type(data).__name__
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"
