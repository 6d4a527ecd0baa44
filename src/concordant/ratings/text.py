"""CSV and its relatives: which delimiter, whether there is a header, and the columns."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from ..errors import InputError, OptionError
from ..result import Note
from .grid import Grid, memory_grid, refuse_repeated
from .observed import MISSING_TEXT, number_in
from .typed import typed

DELIMITERS = (",", "\t", ";", "|")

_LOOK = 200


@dataclass(frozen=True)
class Layout:
    """How a text file is laid out; `named` says whether line 1 is a header."""

    delimiter: str
    named: bool
    names: tuple[str, ...]
    notes: tuple[Note, ...] = ()


def lay_out(text: str, source: str, delimiter: str | None = None, header: bool | None = None) -> Layout:
    """The layout that the first lines show, unless it is declared."""
    if delimiter is not None and (len(delimiter) != 1 or delimiter in '"\r\n'):
        raise OptionError(f"delimiter must be one character, such as ',' or '\\t', got {delimiter!r}.")
    found = delimiter or _delimiter(text)
    rows = [row for row, _ in islice(records(io.StringIO(text, newline=""), found, source), _LOOK)]
    if not rows:
        raise InputError(f"There are no ratings in {source}: the file is empty.")
    return layout_of_rows(rows, found, source, header)


def layout_of_rows(rows: list[list[str]], delimiter: str, source: str, header: bool | None = None) -> Layout:
    """Names from the first row, or numbers where it is data."""
    named = _has_header(rows) if header is None else header
    width = range(1, len(rows[0]) + 1)
    if not named:
        said = () if header is False else (_NO_HEADER,)
        return Layout(delimiter, False, tuple(f"column {place}" for place in width), said)
    names = tuple(name.strip() or f"column {place}" for place, name in zip(width, rows[0], strict=True))
    refuse_repeated(names, source)
    return Layout(delimiter, True, names)


_NO_HEADER = Note(
    "no-header",
    "The first line looks like data, so the columns were numbered; pass header=True if it names them.",
)


def _delimiter(text: str) -> str:
    """The one that cuts most lines into the same number of fields, more than one."""
    sample = text[:200_000]

    def score(delimiter: str) -> tuple[float, int]:
        reader = csv.reader(io.StringIO(sample, newline=""), delimiter=delimiter)
        try:
            widths = Counter(len(row) for row in islice(reader, 50) if row)
        except csv.Error:
            return (0.0, 0)
        width, count = max(widths.items(), key=lambda pair: (pair[1], pair[0]), default=(0, 0))
        return (count / max(1, widths.total()), width) if width > 1 else (0.0, 0)

    return max(DELIMITERS, key=score)


def _has_header(rows: list[list[str]]) -> bool:
    """Line 1 is data if it is all numbers, or if all it says is said again below."""
    first, below = rows[0], rows[1:]
    if all(cell.strip() in MISSING_TEXT or number_in(cell) is not None for cell in first):
        return False
    seen = [{row[j] for row in below if j < len(row)} for j in range(len(first))]
    return not all(cell in seen[j] for j, cell in enumerate(first)) or not below


def records(lines: Iterable[str], delimiter: str, source: str) -> Iterator[tuple[list[str], int]]:
    """Each record that is not blank, with the line it starts on."""
    reader = csv.reader(lines, delimiter=delimiter)
    line = 1
    try:
        for row in reader:
            if len(row) > 1 or (row and row[0].strip()):
                yield row, line
            line = reader.line_num + 1
    except csv.Error:
        raise InputError(
            f"Line {line} of {source} could not be read: a quotation mark is probably not closed."
        ) from None


def rectangular(lines: Iterable[str], layout: Layout, source: str) -> Iterator[list[str]]:
    """The records after the header, each with as many fields as there are columns."""
    expected = len(layout.names)
    for row, line in islice(records(lines, layout.delimiter, source), int(layout.named), None):
        if len(row) != expected:
            raise InputError(
                f"Line {line} of {source} has {len(row)} fields where line 1 has {expected}: give every line "
                "one field for each column, and quote text that holds the delimiter."
            )
        yield row


def text_grid(text: str, layout: Layout, source: str) -> Grid:
    """A text file that fits in memory as a grid."""
    rows = list(rectangular(io.StringIO(text, newline=""), layout, source))
    return table_grid(rows, layout, source)


def table_grid(rows: list[list[str]], layout: Layout, source: str) -> Grid:
    """Rows of text below their header as a grid of typed columns."""
    if not rows:
        raise InputError(f"There are no ratings in {source}: it has columns but no rows.")
    comma = layout.delimiter != ","
    columns = [typed(list(column), decimal_comma=comma) for column in zip(*rows, strict=True)]
    named = dict(zip(layout.names, columns, strict=True))
    return memory_grid(named, source, unnamed=not layout.named, notes=layout.notes)
