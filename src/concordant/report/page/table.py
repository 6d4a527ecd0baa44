"""Tables of the page: cells with words, how strongly they are coloured, and what is drawn in them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ...digits import rounded
from ...interpret.table import Column
from ...interpret.table import DeclaredTable as Declared
from ...interpret.table_cells import word
from ...language.message import Message
from ...language.render import LANGUAGES
from ...language.text_table import NONE
from ...ratings.rows import NOTHING
from ...result import Result


@dataclass(frozen=True)
class IntervalBar:
    """Where an estimate, the ends of its interval and a mark lie on an axis, in percent of its length."""

    at: float | None = None
    low: float | None = None
    high: float | None = None
    mark: float | None = None

    @property
    def span(self) -> tuple[float, float] | None:
        """Where the interval begins and how long it is."""
        if self.low is None or self.high is None:
            return None
        return min(self.low, self.high), round(abs(self.high - self.low), _DECIMALS)


@dataclass(frozen=True)
class Axis:
    """From where to where bars go; what lies beyond is drawn at its end."""

    low: float
    high: float

    def place(self, value: float) -> float | None:
        """Percent of the way, to fewer digits than a study keeps in JSON; None where there is no value."""
        if math.isnan(value) or self.high <= self.low:
            return None
        return round(100 * min(max((value - self.low) / (self.high - self.low), 0.0), 1.0), _DECIMALS)

    def bar(self, result: Result | None, mark: float = math.nan) -> IntervalBar | None:
        """A result with its interval, and a value to compare it with."""
        if result is None or not result.defined:
            return None
        ends = result.interval
        low, high = (math.nan, math.nan) if ends is None else (ends.low, ends.high)
        return IntervalBar(self.place(result.estimate), self.place(low), self.place(high), self.place(mark))


def axis_of(results: Iterable[Result | None], *more: float) -> Axis:
    """An axis that holds all results; a coefficient's begins at 0 at the latest and ends at 1."""
    known = [r for r in results if r is not None and r.defined]
    ends = [e for r in known if r.interval is not None for e in (r.interval.low, r.interval.high)]
    finite = [e for e in (*(r.estimate for r in known), *ends, *more) if math.isfinite(e)]
    top = max(finite, default=0.0)
    bounded = bool(known) and rounded(top) <= 1 and all(r.measure not in _UNBOUNDED for r in known)
    return Axis(min(0.0, *finite) if finite else 0.0, 1.0 if bounded else top)


#: Decimals of a place in percent: finer than a screen can show.
_DECIMALS = 2
_UNBOUNDED = ("mean_absolute_error", "root_mean_square_error", "signed_bias", "bland_altman", "sem")


@dataclass(frozen=True)
class ItemPart:
    """What a number is about: the items of `slices` (column and value), or those that all `raters` rated.

    With `shared` it is those that the rater and any other rated, with `again` those that the rater rated more
    than once, with `value` those to which the rater gave it, or anybody where nobody is named. `cell` is a
    row and a column of the confusion matrix, from 1, where 0 stands for all of them; `cut` the place of a
    boundary of the scale, from 1. `both` are two values, each of which somebody gave; `kinds` two kinds of
    raters, a pair of whom rated.
    """

    slices: tuple[tuple[str, str], ...] = ()
    raters: tuple[str, ...] = ()
    shared: bool = False
    again: bool = False
    value: str = ""
    cell: tuple[int, int] | None = None
    cut: int | None = None
    both: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()


@dataclass(frozen=True)
class Cell:
    """Words (text, a sentence, or a word in each language) and how they are shown.

    `heat` from 0 to 1 colours the cell; `bar` is drawn in it; `data` says that the words come from the data;
    `aside` stands below in small letters; `label` is read out in place of what only colour or a sign says;
    `shows` is the view of a comparison that a click on the words shows, `href` where it leads to instead;
    `about` says which items the number is about, for a surface that can list them.
    """

    words: Any = NONE
    kind: str = ""
    heat: float | None = None
    bar: IntervalBar | None = None
    data: bool = False
    aside: Any = None
    label: Message | None = None
    shows: str = ""
    href: str = ""
    about: ItemPart | None = None

    @property
    def classes(self) -> str:
        """What it is, and how strongly it is coloured in steps of a tenth."""
        step = "" if self.heat is None else f"heat-{round(10 * rounded(self.heat))}"
        return f"{self.kind} {step}".strip()


@dataclass(frozen=True)
class Row:
    """Cells, the first of which names the row."""

    cells: tuple[Cell, ...]
    kind: str = ""


@dataclass(frozen=True)
class PageTable:
    """A caption, heads, rows, and what to know about them."""

    caption: Any
    heads: tuple[Cell, ...]
    rows: tuple[Row, ...]
    notes: tuple[Message, ...] = ()
    kind: str = ""


def table(
    caption: Any, heads: Sequence[Any], rows: Iterable[Row], *notes: Message, kind: str = ""
) -> PageTable:
    """The table without the columns in which there is nothing."""
    held, shown = [as_cell(head) for head in heads], list(rows)
    kept = [i for i in range(len(held)) if not i or any(_filled(row.cells[i]) for row in shown)]
    slim = tuple(Row(tuple(row.cells[i] for i in kept), row.kind) for row in shown)
    return PageTable(caption, tuple(held[i] for i in kept), slim, notes, kind)


def row(*cells: Any, kind: str = "") -> Row:
    """A row of words and cells."""
    return Row(tuple(map(as_cell, cells)), kind)


def as_cell(words: Any) -> Cell:
    """Words as a cell; a cell as it is."""
    return words if isinstance(words, Cell) else Cell(words)


def of_all(words: Any) -> Cell:
    """A number about all items that are compared."""
    return replace(as_cell(words), about=ItemPart())


#: What the page adds to a cell, given the row, its value and the cell: colours, signs, words below.
Look = Callable[[Any, Any, Cell], Cell]


def page_table(
    declared: Declared,
    caption: Any = None,
    *notes: Message,
    looks: Mapping[str, Look] | None = None,
    bars: Mapping[str, Callable[[Any], IntervalBar | None]] | None = None,
    row_kind: Callable[[Any], str] = lambda _: "",
    kind: str = "",
) -> PageTable:
    """A declared table as the page shows it; without a caption its own title is the caption.

    `looks` are by the key of a column, "" for all others; `bars` stand behind the columns they are named by.
    """
    columns = declared.at("page")
    drawn = bars or {}
    heads: list[Any] = []
    for column in columns:
        heads += [Cell(column.head, data=column.data), *([""] if column.key in drawn else [])]
    rows = [Row(tuple(_cells(columns, one, looks or {}, drawn)), row_kind(one)) for one in declared.read]
    return table(title_of(declared) if caption is None else caption, heads, rows, *notes, kind=kind)


def _cells(
    columns: Iterable[Column], one: Any, looks: Mapping[str, Look], bars: Mapping[str, Any]
) -> Iterator[Cell]:
    for column in columns:
        value = column.read(one)
        words, below = column.kind.in_parts(value)
        cell = Cell(words, aside=below, data=column.kind.data and isinstance(words, str) and words != NONE)
        look = looks.get(column.key, looks.get(""))
        yield cell if look is None else look(one, value, cell)
        if column.key in bars:
            yield Cell("", bar=bars[column.key](one), kind="drawn")


def title_of(declared: Declared) -> dict[str, str]:
    """The title without the colon behind it; intervals stand below numbers, not in brackets behind them."""
    title = declared.title
    brackets = title.facts.get("brackets")
    facts = {**title.facts, "brackets": {**brackets, "code": "shown.below"}} if brackets else title.facts
    return {lang: Message(title.code, facts).text(lang).rstrip(":：") for lang in LANGUAGES}


def named(label: Any) -> Cell:
    """A name from the data; a gap in the words of each language."""
    return Cell(word("missing")) if label is None or label == NOTHING else Cell(str(label), data=True)


def _filled(cell: Cell) -> bool:
    return cell.words not in (NONE, "") or cell.bar is not None or cell.aside is not None
