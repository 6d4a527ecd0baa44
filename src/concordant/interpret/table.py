"""The one table of each thing: columns with a kind of value, and rows that are the things themselves.

A table is declared once. The terminal, Markdown, LaTeX, Word and notebooks show it `in_words`; the page sets
what stands in brackets there below the number (`Kind.parts`) and may add colours, bars and links; files hold
every number in full (`records`), under the names of `columns.py`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from .. import columns as col
from ..frame import Frame
from ..language.message import Message, fact
from ..language.render import Language, topic
from ..language.text_table import NONE, Cell, TextTable, interval_cell, shown, text_in
from ..number_text import show, show_count
from ..ratings.rows import NOTHING
from ..result import Interval, Result
from .notes import reason
from .table_cells import (
    SHARE_MEASURE,
    alike,
    amount,
    chance,
    count,
    name_of,
    percent,
    percent_within,
    within,
    word,
)

#: Columns of a row in a file.
Fields = dict[str, Any]
#: What is read first, and what stands below it.
Parts = tuple[Cell, Cell | None]

Place = Literal["text", "page", "file"]
#: Where a column is shown. The page has room for more than text has, and files hold all.
EVERYWHERE: tuple[Place, ...] = ("text", "page", "file")
SHOWN: tuple[Place, ...] = ("text", "page")
TEXT: tuple[Place, ...] = ("text",)
PAGE: tuple[Place, ...] = ("page",)
FILE: tuple[Place, ...] = ("file",)
PAGE_AND_FILE: tuple[Place, ...] = ("page", "file")


@dataclass(frozen=True)
class ColumnKind:
    """How the values of a column are written; None is nothing in all of them.

    `words` is a value in one cell, `parts` the value and what stands below it, `fields` its columns in a
    file, given the name of the column. `data` says that words are names from the data.
    """

    words: Callable[[Any], Cell]
    parts: Callable[[Any], Parts] | None = None
    fields: Callable[[str, Any], Fields] | None = None
    data: bool = False

    def in_words(self, value: Any) -> Cell:
        """The value in one cell."""
        return NONE if value is None else self.words(value)

    def in_parts(self, value: Any) -> Parts:
        """What is read first, and what stands below it; None where nothing does."""
        return (self.in_words(value), None) if value is None or self.parts is None else self.parts(value)

    def in_fields(self, name: str, value: Any) -> Fields:
        """The value in full, in as many columns as it takes."""
        return {name: value} if self.fields is None else self.fields(name, value)


@dataclass(frozen=True)
class Column:
    """`value` takes the column's value from a row; `key` names it in files, or begins its names there.

    `reads` says of which rows people read a value, where files have more. `data` says that the head is a name
    from the data.
    """

    key: str
    head: Cell
    kind: ColumnKind
    value: Callable[[Any], Any]
    places: tuple[Place, ...] = EVERYWHERE
    reads: Callable[[Any], bool] | None = None
    data: bool = False

    def read(self, row: Any) -> Any:
        """The value that people see of a row; None where they see nothing."""
        return None if self.reads is not None and not self.reads(row) else self.value(row)


@dataclass(frozen=True)
class DeclaredTable:
    """`name` is that of its file; `rows` are the things that it is about, and `listed` those that are read.

    `listed` is None where all are; `notes` say what to know, and how many are left out.
    """

    name: str
    title: Message
    columns: tuple[Column, ...]
    rows: tuple[Any, ...]
    notes: tuple[Message, ...] = ()
    listed: tuple[Any, ...] | None = None

    @property
    def read(self) -> tuple[Any, ...]:
        """The rows that people see."""
        return self.rows if self.listed is None else self.listed

    def at(self, place: Place) -> tuple[Column, ...]:
        """The columns of one place."""
        return tuple(column for column in self.columns if place in column.places)

    def in_words(self) -> TextTable:
        """As text shows it, in any language, without the columns in which there is nothing."""
        columns = self.at("text")
        rows = [[column.kind.in_words(column.read(row)) for column in columns] for row in self.read]
        return shown(self.title, [column.head for column in columns], rows, *self.notes)

    def lines(self, lang: Language) -> str:
        """Title and rows in one language as the parts of a result are printed, every column from its left."""
        columns = self.at("text")
        cells = {
            text_in(column.head, lang): np.array(
                [text_in(column.kind.in_words(column.read(row)), lang) for row in self.read], dtype=object
            )
            for column in columns
        }
        return Frame(cells, title=self.title.text(lang)).text()

    def records(self) -> Iterator[Fields]:
        """Every row with all its numbers in full, as a file holds it."""
        columns = self.at("file")
        for row in self.rows:
            pairs = (column.kind.in_fields(column.key, column.value(row)).items() for column in columns)
            yield {name: value for some in pairs for name, value in some}


# --- columns of a file ----------------------------------------------------------------------------

UNDEFINED = "undefined_because"


def measure_fields(name: str, options: Mapping[str, Any]) -> Fields:
    """A coefficient by its key, its options, and its name in words."""
    text = ", ".join(f"{option}={value}" for option, value in options.items() if value is not None)
    return {col.MEASURE: name, "options": text, "name": name_of(name, options)}


def number_fields(result: Result | None, prefix: str = "") -> Fields:
    """The estimate with its interval."""
    interval = None if result is None else result.interval
    return {
        f"{prefix}{col.ESTIMATE}": math.nan if result is None else result.estimate,
        f"{prefix}{col.CONF_LOW}": math.nan if interval is None else interval.low,
        f"{prefix}{col.CONF_HIGH}": math.nan if interval is None else interval.high,
    }


def result_fields(result: Result) -> Fields:
    """Estimate, interval, standard error, level, p-value, how many items, and why there may be none of it."""
    level = math.nan if result.interval is None else result.interval.level
    return {
        **number_fields(result),
        col.STD_ERROR: result.se,
        col.CONF_LEVEL: level,
        col.P_VALUE: result.p_value,
        col.N_ITEMS: result.n_items,
        UNDEFINED: None if result.defined or not result.notes else reason(result),
    }


def term(name: str) -> Any:
    """A word of ours in each language; a word of the data as it is."""
    return dict(topic("terms").get(name, {"en": name, "zh": name}))


# --- kinds of values ------------------------------------------------------------------------------

#: Numbers that stand together, written alike: the estimate, and the ends of its interval.
Writer = Callable[..., list[Cell]]


def _parts(write: Writer) -> Callable[[Result], Parts]:
    """A result as its estimate, with the ends of its interval below."""

    def parts(result: Result) -> Parts:
        if not result.defined or result.interval is None:
            return _alone(write)(result), None
        x, low, high = write(result.measure, result.estimate, result.interval.low, result.interval.high)
        return x, word("between", low=_fact(low), high=_fact(high))

    return parts


def _fact(cell: Cell) -> Any:
    return fact(cell) if isinstance(cell, Message) else cell


def _alone(write: Writer) -> Callable[[Result], Cell]:
    """The estimate of a result."""
    return lambda result: write(result.measure, result.estimate)[0] if result.defined else NONE


def _amounts(measure: str, *numbers: float) -> list[Cell]:
    return [word("amount", x=number) for number in alike(measure, *numbers)]


def _percents(_: str, *numbers: float) -> list[Cell]:
    return [word("amount", x=number) for number in alike(SHARE_MEASURE, *numbers)]


def signed(share: bool) -> Writer:
    """Differences with their sign: of shares in points, which a head says, else in units."""
    return lambda _, *numbers: [word("points" if share else "units", x=number) for number in numbers]


def _prefixed(name: str, result: Result | None) -> Fields:
    return number_fields(result, f"{name}_" if name else "")


def estimate_kind(write: Writer) -> ColumnKind:
    """A result of which text shows the estimate alone, and the page its interval too."""
    alone = _alone(write)
    return ColumnKind(alone, lambda result: (alone(result), _parts(write)(result)[1]), _prefixed)


#: A result with its interval, and one of which text shows the estimate alone; a share of no measure likewise.
RESULT, ESTIMATE = ColumnKind(within, _parts(_amounts), _prefixed), estimate_kind(_amounts)
SHARE_RESULT, SHARE_ESTIMATE = (
    ColumnKind(percent_within, _parts(_percents), _prefixed),
    estimate_kind(_percents),
)
#: The ends of a result's interval, beside its estimate.
ENDS = ColumnKind(
    lambda result: NONE if result.interval is None else _between(result.interval, result.measure)
)
#: What the parts of a result are printed with: three decimals, the interval beside them. The page has two.
PRINTED = ColumnKind(
    lambda result: show(result.estimate),
    lambda result: (within(result), None),
    lambda _, result: result_fields(result),
)
PRINTED_ENDS = ColumnKind(
    lambda result: NONE if result.interval is None else interval_cell(*result.interval.ends())
)
PRINTED_COUNT = ColumnKind(show_count, lambda number: (count(number), None))
#: A coefficient: its name and its options.
MEASURE = ColumnKind(lambda one: name_of(*one), fields=lambda _, one: measure_fields(*one))
#: A number in the units of a measure: (measure, number).
AMOUNT = ColumnKind(
    lambda one: amount(*one), fields=lambda name, one: {name: math.nan if one is None else one[1]}
)
SHARE = ColumnKind(percent)
COUNT = ColumnKind(count)
P_VALUE = ColumnKind(chance)
#: Words of ours, or nothing.
WORDS = ColumnKind(lambda words: words)
#: A name from the data, or `NOTHING` for a gap in it.
NAME = ColumnKind(lambda name: word("missing") if name == NOTHING else str(name), data=True)


def _between(around: Interval, measure: str) -> Cell:
    low, high = alike(measure, around.low, around.high)
    return word("ends", low=low, high=high)
