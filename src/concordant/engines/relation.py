"""A table that stays where it is: only small answers come into memory."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from ..errors import OptionError
from ..result import Note

#: The most columns that an engine is asked about: planning a query takes the square of their number.
MOST_COLUMNS = 1000

#: A small answer: the columns of a query, each as its engine hands it over.
Answer = dict[str, Any]


class TooWide(OptionError):
    """A table has more columns than engines plan queries over in a reasonable time."""


def refuse_width(columns: int, source: str) -> None:
    """Complain about a table of too many columns."""
    if columns > MOST_COLUMNS:
        raise TooWide(
            f"{source} has {columns:,} columns, but an engine accepts at most {MOST_COLUMNS:,}: read it into "
            "memory with engine='memory', or keep the columns you need in a separate table."
        )


@dataclass(frozen=True, kw_only=True)
class Relation:
    """Named columns somewhere: in files, in a database, on a cluster, in another library's memory.

    `frame` is a lazy frame of narwhals whose columns are called c0, c1, …, so that no name can be
    misread on the way; `kinds` says of each whether it holds "text", "numbers", "truth", "dates" or
    something else. `run` answers a query, `spelled` says what a column of an answer means (in files
    of text every cell is text), and `measured` gives columns of text as numbers,
    with the texts that are none. `names_at` says where a column's names stand with the blanks around
    them cut, if the frame holds them apart. `share` gives all rows of a share of the items, and those
    that name none, for an engine that can choose them; None for tables so small that all are looked at.
    `complete` says of a column that each row names something, where the data state it.
    """

    source: str
    engine: str
    names: tuple[str, ...]
    kinds: Mapping[str, str]
    frame: Any
    run: Callable[[Any], Answer]
    spelled: Callable[[Any], Any] = lambda column: column
    measured: Callable[[Relation, Sequence[str]], tuple[Relation, list[str]]] | None = None
    names_at: Mapping[str, str] = field(default_factory=dict)
    share: Callable[[Relation, str], Any] | None = None
    complete: Callable[[str], bool] = lambda name: False
    unnamed: bool = False
    notes: tuple[Note, ...] = ()

    def place(self, name: str) -> str:
        """What a column is called inside the frame."""
        return f"c{self._places[name]}"

    @cached_property
    def _places(self) -> dict[str, int]:
        return {name: place for place, name in enumerate(self.names)}

    def answer(self, query: Any, names: Mapping[str, str]) -> Answer:
        """A query's columns under the names of the data, with what their cells mean."""
        found = self.run(query)
        return {name: self.spelled(found[place]) for name, place in names.items()}

    def first(self, names: Sequence[str], count: int) -> Answer:
        """The first rows of some columns."""
        places = {name: self.place(name) for name in names}
        return self.answer(self.frame.select(*places.values()).head(count), places)

    def whole(self, names: Sequence[str]) -> Answer:
        """All rows of some columns, in memory."""
        places = {name: self.place(name) for name in names}
        return self.answer(self.frame.select(*places.values()), places)

    def n_rows(self) -> int:
        """How many rows there are; for files of text this reads them through."""
        import narwhals.stable.v2 as nw

        return int(self.run(self.frame.select(nw.len().alias("n")))["n"][0])

    def with_notes(self, *notes: Note) -> Relation:
        """The relation with more notes."""
        return replace(self, notes=(*self.notes, *notes))


def kinds_of(frame: Any, names: Sequence[str]) -> dict[str, str]:
    """The kind of each column, by name, from the schema of a narwhals frame."""
    schema = frame.collect_schema()
    return {name: _kind(schema[f"c{place}"]) for place, name in enumerate(names)}


def _kind(dtype: Any) -> str:
    if dtype.is_numeric():
        return "numbers"
    name = type(dtype).__name__ if not isinstance(dtype, type) else dtype.__name__
    if name in ("String", "Categorical", "Enum"):
        return "text"
    if name in ("Date", "Datetime", "Time"):
        return "dates"
    if dtype.is_nested() or name == "Binary":
        return "nested"
    return "truth" if name == "Boolean" else "other"


def as_list(column: Any) -> list[Any]:
    """A column of an answer as Python objects, None for what is missing."""
    for method in ("to_pylist", "to_list", "tolist"):
        if hasattr(column, method):
            column = getattr(column, method)()
            break
    return [None if type(cell).__name__ in ("NAType", "NaTType") else cell for cell in column]


def picked(column: Any, places: Any) -> Any:
    """A column of an answer at some places."""
    if isinstance(column, list):
        return [column[place] for place in places]
    if hasattr(column, "iloc"):
        return column.iloc[places]
    return column.take(places) if hasattr(column, "to_pylist") else column[places]
