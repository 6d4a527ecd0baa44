"""Named columns of equal length, wherever they are kept; read only when asked for."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from ..errors import InputError, OptionError
from ..quote import quote, shorten
from ..result import Note
from ..suggestion import hint
from .factorise import CodedColumn
from .native import library_of
from .phrases import listed

#: How many rows are looked at to guess what columns are.
HEAD = 1000


@dataclass(frozen=True, kw_only=True)
class Grid:
    """What a frame or a file looks like to the rest of the room.

    `head` gives the first rows of a column as a list, `take` whole columns, `numbers` those of very many
    columns that hold nothing but numbers, where there is a short way. `unnamed` says that the columns had
    no names of their own, `index` which column was the frame's index.
    """

    source: str
    names: tuple[str, ...]
    n_rows: int
    head: Callable[[str], list[Any]]
    take: Callable[[Sequence[str]], dict[str, Any]]
    numbers: Callable[[Sequence[str]], dict[str, Any]] = lambda names: {}
    unnamed: bool = False
    index: str | None = None
    notes: tuple[Note, ...] = ()
    left_out: Mapping[str, int] = field(default_factory=dict)
    """Records of the source that are no ratings, by reason."""
    roles_known: bool = False
    """The source says which columns are item, rater and so on: other columns are facts of items."""

    def with_gaps(self, gaps: Container[Any]) -> Grid:
        """The columns with a gap in the first rows wherever a value means one."""

        @cache
        def head(name: str) -> list[Any]:
            return [None if x in gaps else x for x in self.head(name)]

        return replace(self, head=head)

    def one(self, name: str) -> Any:
        """A whole column."""
        return self.take([name])[name]

    def check(self, name: Any, role: str) -> str:
        """Complain unless there is such a column, guessing what was meant; 3 may be "column 3"."""
        for known in (str(name), f"column {name}"):
            if known in self.names and (self.unnamed or known == str(name)):
                return known
        raise OptionError(
            f"There is no column {quote(str(name))} for {role} in {self.source}; the columns are "
            f"{quote(list(self.names))}.{hint(name, self.names)}"
        )


def memory_grid(
    columns: Mapping[str, Any],
    source: str,
    *,
    unnamed: bool = False,
    index: str | None = None,
    notes: tuple[Note, ...] = (),
) -> Grid:
    """Columns that are already in memory: lists, arrays, series, or coded columns."""
    for name, column in columns.items():
        if isinstance(column, (str, bytes)) or not hasattr(column, "__len__"):
            raise InputError(
                f"The column {quote(str(name))} of {source} must be a list, got {quote(column)}."
            )
    lengths = {str(name): len(column) for name, column in columns.items()}
    if not lengths:
        raise InputError(f"There are no columns in {source}.")
    refuse_repeated(map(str, columns), source)
    if len(set(lengths.values())) > 1:
        text = listed(f"{shorten(name)} has {n}" for name, n in lengths.items())
        raise InputError(f"The columns of {source} must be equally long: {text}.")
    held = {str(name): column for name, column in columns.items()}
    return Grid(
        source=source,
        names=tuple(held),
        n_rows=next(iter(lengths.values())),
        head=lambda name: first_rows(held[name]),
        take=lambda names: {name: held[name] for name in names},
        unnamed=unnamed,
        index=index,
        notes=notes,
    )


def refuse_repeated(names: Iterable[str], source: str, otherwise: str = "") -> None:
    """Two columns of one name cannot be distinguished."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise InputError(
                f"The column name {quote(name)} occurs twice in {source}: rename one of them{otherwise}."
            )
        seen.add(name)


def first_rows(column: Any, count: int = HEAD) -> list[Any]:
    """The first values of any kind of column, as Python objects."""
    if isinstance(column, CodedColumn):
        labels = [*column.labels, None]
        return [labels[code] for code in column.codes[:count].tolist()]
    if library_of(column) == "pandas":
        return list(column[:count] if not hasattr(column, "iloc") else column.iloc[:count])
    part = column[:count]
    for method in ("to_pylist", "to_list", "tolist"):
        if hasattr(part, method):
            return list(getattr(part, method)())
    return list(part)
