"""Excel workbooks, through fastexcel; every cell is read as text and typed by column, as in CSV."""

from __future__ import annotations

import zipfile
from dataclasses import replace
from typing import Any

from ..errors import InputError, MissingLibrary, OptionError
from ..quote import quote
from ..result import Note
from .grid import Grid
from .text import layout_of_rows, table_grid
from .words import listed

#: A workbook may unpack to this many bytes, and to this many times its own size.
MOST_BYTES = 2_000_000_000
MOST_TIMES = 200


def excel_grid(path: str, source: str, sheet: str | int | None = None, header: bool | None = None) -> Grid:
    """One sheet of a workbook, the first unless another is named."""
    _refuse_bomb(path, source)
    try:
        import fastexcel
        import pyarrow  # noqa: F401 (fastexcel hands its cells over through it)
    except ImportError:
        raise MissingLibrary(
            "Reading Excel needs fastexcel and pyarrow: pip install 'concordant[excel]'."
        ) from None
    try:
        workbook = fastexcel.read_excel(path)
        rows = _rows(workbook, _sheet(workbook, sheet, source))
    except fastexcel.FastExcelError:
        raise InputError(
            f"{source} is not an Excel workbook, or it is damaged; save it again or as CSV."
        ) from None
    if not rows:
        raise InputError(f"There are no ratings in {source}: the sheet is empty.")
    layout = layout_of_rows(rows, "\t", source, header)
    grid = table_grid(rows[layout.skip + int(layout.named) :], layout, source)
    return replace(grid, notes=(*grid.notes, *_other_sheets(workbook, sheet)))


def _other_sheets(workbook: Any, sheet: str | int | None) -> list[Note]:
    """Where no sheet was named and there are several, say which was read."""
    names = list(workbook.sheet_names)
    if sheet is not None or len(names) < 2:
        return []
    text = (
        f"Only the first sheet, {quote(names[0])}, was read; pass sheet= for another of {listed(names[1:])}."
    )
    return [Note("first-sheet", text, {"sheet": names[0], "others": names[1:]})]


def _sheet(workbook: Any, sheet: str | int | None, source: str) -> str | int:
    """A sheet by its name, or by its number from 1."""
    names = list(workbook.sheet_names)
    if sheet is None or sheet in names:
        return sheet or 0
    if not str(sheet).isdecimal() or not 1 <= int(sheet) <= len(names):
        raise OptionError(
            f"There is no sheet {quote(sheet)} in {source}; the sheets, numbered from 1, are {quote(names)}."
        )
    return int(sheet) - 1


def _rows(workbook: Any, sheet: str | int) -> list[list[str]]:
    """Cells as text, blank rows left out."""
    table = workbook.load_sheet(sheet, header_row=None, dtypes="string").to_arrow()
    columns = [["" if cell is None else cell for cell in column.to_pylist()] for column in table.columns]
    return [list(row) for row in zip(*columns, strict=True) if any(cell.strip() for cell in row)]


def _refuse_bomb(path: str, source: str) -> None:
    """A small file can declare gigabytes: look at what it says before unpacking it."""
    try:
        with zipfile.ZipFile(path) as archive:
            parts = archive.infolist()
    except zipfile.BadZipFile:
        return  # an old .xls, or damaged: the reader will tell
    unpacked, packed = sum(p.file_size for p in parts), sum(p.compress_size for p in parts)
    if unpacked > MOST_BYTES or (unpacked > 50_000_000 and unpacked > MOST_TIMES * max(packed, 1)):
        raise InputError(
            f"{source} unpacks to {unpacked:,} bytes, more than a workbook of ratings needs; save it as CSV."
        )
