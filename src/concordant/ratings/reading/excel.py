"""Workbooks (Excel, OpenDocument) through calamine; cells become text and are typed by column, as in CSV."""

from __future__ import annotations

import re
import zipfile
import zlib
from dataclasses import replace
from datetime import datetime
from typing import Any

from ...errors import InputError, OptionError
from ...quote import quote
from ...result import Note
from ..grid import Grid
from ..observed import number_in
from ..phrases import listed
from .csv import error_cells, layout_of_rows, table_grid
from .workbook_errors import workbook_errors

#: A workbook may unpack to this many bytes, and to this many times its own size.
MOST_BYTES = 2_000_000_000
MOST_TIMES = 200
#: A sheet is read as a rectangle up to its last row and its last column, which may have this many cells.
MOST_CELLS = 50_000_000

#: Where a worksheet says that a cell or a row is.
_PLACE = re.compile(rb"<(?:\w+:)?(?:c|row)\s[^<>]*?\br\s*=\s*[\"']([A-Za-z]*)(\d+)[\"']")


def excel_grid(path: str, source: str, sheet: str | int | None = None, header: bool | None = None) -> Grid:
    """One sheet of a workbook, the first unless another is named."""
    from python_calamine import CalamineError, CalamineWorkbook

    _refuse_bomb(path, source)
    try:
        with CalamineWorkbook.from_path(path) as workbook:
            names = list(workbook.sheet_names)
            chosen = _sheet(names, sheet, source)
            rows = _rows(workbook.get_sheet_by_name(chosen))
    except (CalamineError, OSError):
        raise InputError(
            f"{source} is not an Excel workbook, or it is damaged; save it again or as CSV."
        ) from None
    if not rows:
        raise InputError(f"There are no ratings in {source}: the sheet is empty.")
    layout = layout_of_rows(rows, "\t", source, header)
    grid = table_grid(rows[layout.skip + int(layout.named) :], layout, source)
    errors = workbook_errors(path, chosen)
    wrong = (error_cells(errors),) if errors else ()
    return replace(grid, notes=(*grid.notes, *_other_sheets(names, sheet), *wrong))


def _other_sheets(names: list[str], sheet: str | int | None) -> list[Note]:
    """Where no sheet was named and there are several, say which was read."""
    if sheet is not None or len(names) < 2:
        return []
    text = (
        f"Only the first sheet, {quote(names[0])}, was read; for another, pass sheet= with one of "
        f"{listed(names[1:])}."
    )
    return [Note("first-sheet", text, {"sheet": names[0], "others": names[1:]})]


def _sheet(names: list[str], sheet: str | int | None, source: str) -> str:
    """The name of a sheet given by its name or by its number from 1; the first where none is given."""
    if not names:
        raise InputError(f"There are no ratings in {source}: the workbook has no sheets.")
    if sheet is None or sheet in names:
        return sheet or names[0]
    if not str(sheet).isdecimal() or not 1 <= int(sheet) <= len(names):
        raise OptionError(
            f"There is no sheet {quote(sheet)} in {source}; the sheets, numbered from 1, are {quote(names)}."
        )
    return names[int(sheet) - 1]


def _rows(sheet: Any) -> list[list[str]]:
    """Cells as text, blank rows left out.

    Cells of the first column, and of words, that are merged downwards each have what the first says; a
    number that was merged counts once.
    """
    rows = [[_text(cell) for cell in row] for row in sheet.to_python()]
    top, left = sheet.start or (0, 0)
    for (first, column), (last, until) in getattr(sheet, "merged_cell_ranges", None) or ():
        held = rows[first - top][column - left]
        if column == until and first > top and (column == left or number_in(held) is None):
            for row in rows[first - top + 1 : last - top + 1]:
                row[column - left] = held
    return [row for row in rows if any(cell.strip() for cell in row)]


def _text(cell: Any) -> str:
    """A cell as CSV would have it; an empty one and an error such as #N/A both arrive as empty text."""
    if isinstance(cell, str):
        return cell
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, float):  # Excel has no whole numbers
        return repr(cell).removesuffix(".0")
    return cell.isoformat(" ") if isinstance(cell, datetime) else str(cell)


def _refuse_bomb(path: str, source: str) -> None:
    """A small file can declare gigabytes: look at what it says before unpacking it."""
    try:
        with zipfile.ZipFile(path) as archive:
            _refuse_much(archive.infolist(), source)
            for part in archive.infolist():
                if part.filename.startswith("xl/worksheets/") and part.filename.endswith(".xml"):
                    _refuse_far_cells(archive, part, source)
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError):
        return  # an old .xls, or damaged: the reader will tell


def _refuse_much(parts: list[zipfile.ZipInfo], source: str) -> None:
    unpacked, packed = sum(p.file_size for p in parts), sum(p.compress_size for p in parts)
    if unpacked > MOST_BYTES or (unpacked > 50_000_000 and unpacked > MOST_TIMES * max(packed, 1)):
        raise InputError(
            f"{source} unpacks to {unpacked:,} bytes, more than a workbook of ratings needs; save it as CSV."
        )


def _refuse_far_cells(archive: zipfile.ZipFile, part: zipfile.ZipInfo, source: str) -> None:
    """One stray cell at the end of a sheet would take gigabytes, and calamine would end the process."""
    columns, rows, start = 1, 1, b""
    with archive.open(part) as sheet:
        while chunk := sheet.read(1 << 20):
            places = _PLACE.findall(start + chunk)
            columns = max(columns, *(_column(letters.upper()) for letters in {x for x, _ in places}), 1)
            rows = max(rows, *(int(digits[:12]) for digits in {y for _, y in places}), 1)
            start = chunk[-200:]
    if columns * rows > MOST_CELLS:
        raise InputError(
            f"A sheet of {source} has cells up to row {rows:,} and column {columns:,}: delete the stray "
            "cells below and to the right of the ratings, or save the sheet as CSV."
        )


def _column(letters: bytes) -> int:
    """The number of a column that Excel calls by letters: A is 1, AA is 27."""
    number = 0
    for letter in letters:
        number = 26 * number + letter - 64
    return number
