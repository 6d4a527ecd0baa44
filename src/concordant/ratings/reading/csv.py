"""CSV and its relatives: which delimiter, whether there is a header, and the columns."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import Literal

from ...errors import InputError, OptionError
from ...quote import quote
from ...result import Note
from ..grid import Grid, memory_grid, refuse_repeated
from ..observed import has_decimal_comma, number_in, typed
from ..phrases import listed, many
from .headers import has_header, is_repeated_header, two_headers
from .rows_without_ratings import Kept, rows_of_ratings

#: What separates decimals.
Decimal = Literal[",", "."]

DELIMITERS = (",", "\t", ";", "|")
_ALL_DELIMITERS = (*DELIMITERS, " ", ":", "/", "，", "；", "、")

_LOOK = 200
#: The first line with which Excel is told what separates columns.
_SEP_LINE = re.compile(r"\ufeff?sep=([^\r\n])\r?\n", re.IGNORECASE)


@dataclass(frozen=True)
class Layout:
    """How a text file is laid out: lines to skip, then a header if `named`, then data.

    `decimal` is what separates decimals, where that was said.
    """

    delimiter: str
    named: bool
    names: tuple[str, ...]
    notes: tuple[Note, ...] = ()
    skip: int = 0
    decimal: Decimal | None = None

    @property
    def decimal_comma(self) -> bool | None:
        """Whether "4,5" is a number: as it was said, else where commas do not separate columns.

        None where they do, so that a number with a comma stands in quotation marks.
        """
        if self.decimal is not None:
            return self.decimal == ","
        return True if self.delimiter != "," else None


def lay_out(
    text: str,
    source: str,
    delimiter: str | None = None,
    header: bool | None = None,
    decimal: Decimal | None = None,
) -> Layout:
    """The layout that the first lines show, unless it is declared."""
    if delimiter is not None and (len(delimiter) != 1 or delimiter in '"\r\n'):
        raise OptionError(f"delimiter must be one character, such as ',' or '\\t', got {quote(delimiter)}.")
    stated = _SEP_LINE.match(text)
    found = delimiter or (stated[1] if stated else _delimiter(text))
    start = list(islice(records(io.StringIO(text, newline=""), found, source), _LOOK))[bool(stated) :]
    if not start:
        raise InputError(f"There are no ratings in {source}: the file is empty.")
    layout = layout_of_rows([row for row, _ in start], found, source, header)
    if len(layout.names) == 1:
        _refuse_one_column(text, found, source)
    skip = start[layout.skip][1] - 1
    return replace(layout, skip=skip, decimal=decimal)


def _refuse_one_column(text: str, delimiter: str, source: str) -> None:
    better = _delimiter(text, _ALL_DELIMITERS)
    hint = f"{better!r} seems to separate them, so pass delimiter={better!r}"
    if better == delimiter or _columns_by(text, better) == (0, 0):
        hint = "give a column for each rater, or name what separates them with delimiter=…"
    raise InputError(
        f"Only one column was found in {source} with {quote(delimiter)} between columns; {hint}."
    )


def layout_of_rows(rows: list[list[str]], delimiter: str, source: str, header: bool | None = None) -> Layout:
    """Names from the first row, or numbers where it is data; a title above them is skipped."""
    skip = _title_rows(rows)
    notes = tuple(_skipped(number, row) for number, row in enumerate(rows[:skip], start=1))
    rows = rows[skip:]
    again = [row for row in rows[1:] if row != rows[0]]
    named = has_header([rows[0], *again] if is_repeated_header(rows[0], again) else rows)
    named = named if header is None else header
    if named and (names := two_headers(rows)):
        return Layout(delimiter, True, names, notes, skip + 1)
    width = range(1, len(rows[0]) + 1)
    if not named:
        header_notes = () if header is False else (_NO_HEADER,)
        return Layout(
            delimiter, False, tuple(f"column {place}" for place in width), (*notes, *header_notes), skip
        )
    names = tuple(name.strip() or f"column {place}" for place, name in zip(width, rows[0], strict=True))
    refuse_repeated(names, source, ", or pass header=False if the first line is data" if not header else "")
    return Layout(delimiter, True, names, notes, skip)


def _title_rows(rows: list[list[str]]) -> int:
    """How many rows at the top are a title or comments, not a header or data."""
    widths = Counter(map(len, rows))
    width = max(widths, key=lambda width: (widths[width], width))
    count = 0
    while count < len(rows) - 1 and _is_title(rows[count], rows[count + 1 :], width):
        count += 1
    return count


def _is_title(row: list[str], below: list[list[str]], width: int) -> bool:
    """A line that starts with #, or text alone above rows of several fields that do not repeat it."""
    first = row[0].strip()
    if first.startswith("#"):
        return len(row) != width or (first.startswith("# ") and has_header(below))
    alone = bool(first) and number_in(first) is None and not any(cell.strip() for cell in row[1:])
    if len(row) == 1:
        return alone and all(len(other) > 1 for other in below)
    return alone and len(row) == width > 2 and row[0] not in {other[0] for other in below}


def _skipped(number: int, row: list[str]) -> Note:
    text = ", ".join(cell.strip() for cell in row if cell.strip())
    text_of_note = f"Line {number} looks like a title or comment and was skipped: {quote(text)}."
    return Note("title-skipped", text_of_note, {"line": number, "text": text})


_NO_HEADER = Note(
    "no-header",
    "The first line looks like data, so the columns were numbered; if it contains the column names, "
    "pass header=True.",
)


def _delimiter(text: str, among: tuple[str, ...] = DELIMITERS) -> str:
    """The one that cuts most lines into the same number of fields, more than one."""
    return max(among, key=lambda delimiter: _columns_by(text, delimiter))


def _columns_by(text: str, delimiter: str) -> tuple[float, int]:
    """The share of lines with the commonest number of fields, and that number; nothing if it is one."""
    reader = csv.reader(io.StringIO(text[:200_000], newline=""), delimiter=delimiter)
    try:
        widths = Counter(len(row) for row in islice(reader, 50) if row)
    except csv.Error:
        return (0.0, 0)
    width, count = max(widths.items(), key=lambda pair: (pair[1], pair[0]), default=(0, 0))
    return (count / max(1, widths.total()), width) if width > 1 else (0.0, 0)


def records(lines: Iterable[str], delimiter: str, source: str) -> Iterator[tuple[list[str], int]]:
    """Each record that is not blank, with the line it starts on."""
    reader = csv.reader(lines, delimiter=delimiter)
    line = 1
    try:
        for row in reader:
            if len(row) > 1 or (row and row[0].strip()):
                yield row, line
            line = reader.line_num + 1
    except csv.Error as problem:
        if "field limit" in str(problem):
            raise InputError(_long_cell(line, source)) from None
        raise InputError(_open_quote(line, source)) from None


def rectangular(lines: Iterable[str], layout: Layout, source: str) -> Iterator[list[str]]:
    """The records after the header, each with as many fields as there are columns."""
    expected = len(layout.names)
    below = (pair for pair in records(lines, layout.delimiter, source) if pair[1] > layout.skip)
    for row, line in islice(below, int(layout.named), None):
        if len(row) != expected:
            raise InputError(
                f"Line {line} of {source} has {many(len(row), 'field')} where line {layout.skip + 1} has "
                f"{expected}: give every line one field for each column, and quote text that contains the "
                "delimiter."
            )
        yield row


def refuse_open_quote(text: str, delimiter: str | None, source: str) -> None:
    """A quotation mark that is never closed swallows all lines after it: say where it is."""
    if text.count('"') % 2 == 0:
        return
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter or _delimiter(text), strict=True)
    line = 1
    try:
        for _ in rows:
            line = rows.line_num + 1
    except csv.Error as problem:
        if "unexpected end" in str(problem):
            raise InputError(_open_quote(line, source)) from None


def _open_quote(line: int, source: str) -> str:
    return f"Line {line} of {source} opens a quotation mark that is never closed: close it, or remove it."


def _long_cell(line: int, source: str) -> str:
    return (
        f"Line {line} of {source} has a cell of more than {csv.field_size_limit():,} characters: close a "
        "quotation mark that is left open, or write the table as Parquet or as one JSON object per line."
    )


def text_grid(text: str, layout: Layout, source: str) -> Grid:
    """A text file that fits in memory as a grid."""
    rows = list(rectangular(io.StringIO(text, newline=""), layout, source))
    return table_grid(rows, layout, source)


def table_grid(rows: list[list[str]], layout: Layout, source: str) -> Grid:
    """Rows of text below their header as a grid of typed columns."""
    if not rows:
        raise InputError(f"There are no ratings in {source}: it has columns but no rows.")
    kept = rows_of_ratings(rows, layout.names) if layout.named else Kept(rows, {})
    texts = [list(column) for column in zip(*kept.rows, strict=True)]
    errors = Counter(cell.strip() for column in texts for cell in column if cell.strip() in ERRORS)
    if errors:
        texts = [["" if cell.strip() in ERRORS else cell for cell in column] for column in texts]
    columns = [typed(column, decimal_comma=layout.decimal_comma) for column in texts]
    named = dict(zip(layout.names, columns, strict=True))
    unsure = [column for column in texts if layout.decimal_comma is None and has_decimal_comma(column)]
    notes = [_comma_note(next(text for text in column if "," in text).strip()) for column in unsure[:1]]
    notes = [*layout.notes, *kept.notes, *([error_cells(errors)] if errors else []), *notes]
    made = memory_grid(named, source, unnamed=not layout.named, notes=tuple(notes))
    return replace(made, left_out=kept.left_out)


#: What spreadsheets write into cells that cannot be computed.
ERRORS = frozenset(("#N/A", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#NULL!", "Err:502", "Err:504"))


def error_cells(errors: Mapping[str, int]) -> Note:
    """That cells hold errors of a spreadsheet, which are no ratings."""
    count = sum(errors.values())
    text = (
        f"{many(count, 'cell contains', 'cells contain')} an error of the spreadsheet ({listed(errors)}); no "
        "ratings are read from such cells."
    )
    return Note("error-cells", text, {"count": count, "errors": list(errors)})


def _comma_note(sample: str) -> Note:
    text = f"“{sample}” was read as a number with a decimal comma; pass decimal='.' if it is not one."
    return Note("decimal-comma", text, {"sample": sample})
