"""A table for reading: heads and cells in one language, in columns that stand below each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..frame import width
from ..quote import one_line
from .message import Message
from .numerals import true_minus
from .render import LANGUAGES, Language

#: What is not there, or not defined.
NONE = "–"
#: How far a table stands in below its title, and its columns apart.
_INDENT, _APART = "  ", "  "

#: A cell that begins so is a number, or stands for one.
_NUMERIC = tuple("+-−–·<>0123456789")

#: Text that is the same in every language, a sentence, or a word in each language.
Cell = Any


@dataclass(frozen=True)
class TextTable:
    """A title, a head for each column, rows of cells, and what to know about them."""

    title: Message
    heads: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[Message, ...] = ()

    def lines(self, lang: Language = "en", places: int | None = None) -> Iterator[str]:
        """The rows as lines; columns that do not fit stand below, beside the first one again."""
        columns = [
            [one_line(text_in(cell, lang)) for cell in column]
            for column in zip(self.heads, *self.rows, strict=True)
        ]
        shaped = [_aligned(column, first=not place) for place, column in enumerate(columns)]
        for block in _blocks(shaped, places):
            yield from (_INDENT + _APART.join(cells).rstrip() for cells in zip(*block, strict=True))


def interval_cell(low: str, high: str) -> Cell:
    """Both ends of an interval as a cell."""
    low, high = true_minus(low), true_minus(high)
    return {"en": f"[{low}, {high}]", "zh": f"{low} 至 {high}"}


def shown(
    title: Message, heads: Sequence[Cell], rows: Sequence[Sequence[Cell]], *notes: Message
) -> TextTable:
    """The table without the columns in which there is nothing."""
    kept = [
        place
        for place in range(len(heads))
        if not place or any(text_in(row[place], LANGUAGES[0]) not in (NONE, "") for row in rows)
    ]
    return TextTable(
        title, tuple(heads[i] for i in kept), tuple(tuple(row[i] for i in kept) for row in rows), notes
    )


def text_in(cell: Cell, lang: Language) -> str:
    """A cell in one language."""
    if isinstance(cell, Message):
        return cell.text(lang)
    return str(cell[lang]) if isinstance(cell, dict) else str(cell)


def are_numbers(cells: Sequence[str]) -> bool:
    """Whether most cells of a column are numbers, which end below each other."""
    return 2 * sum(cell[:1] in _NUMERIC for cell in cells) >= len(cells)


def _aligned(column: list[str], *, first: bool) -> list[str]:
    """All cells as wide as the widest; numbers end below each other."""
    widest = max(map(width, column))
    right = not first and are_numbers(column[1:])
    blanks = [" " * (widest - width(cell)) for cell in column]
    return [gap + cell if right else cell + gap for cell, gap in zip(column, blanks, strict=True)]


def _blocks(columns: list[list[str]], places: int | None) -> Iterator[list[list[str]]]:
    """As many columns as fit, and so on; each block has at least one column beside the first."""
    first, *others = columns
    block, taken = [first], width(_INDENT + first[0])
    for column in others:
        more = width(_APART + column[0])
        if places is not None and len(block) > 1 and taken + more > places:
            yield block
            block, taken = [first], width(_INDENT + first[0])
        block.append(column)
        taken += more
    yield block
