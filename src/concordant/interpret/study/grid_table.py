"""Two slice columns crossed, as a table: agreement in every cell, with its number of items."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...language.text_table import NONE, Cell, TextTable, shown
from ..table_cells import word
from ..where.grid import Grid
from .tables import MOST


def grid_table(grid: Grid | None) -> Iterator[TextTable]:
    """The grid, where it has cells and is not too wide to read."""
    if grid is None or not grid.cells or len(grid.column_values) > MOST:
        return
    tested = grid.cells[0].tested
    title = word("by-two", row=grid.row, column=grid.column, m=[tested, {}])
    heads = [word("head-column", column=grid.row), *map(_value, grid.column_values)]
    rows = [
        [_value(value), *(_cell(grid, value, column) for column in grid.column_values)]
        for value in grid.row_values
    ]
    notes = [word("small-cell")] if any(cell.small for cell in grid.cells) else []
    yield shown(title, heads, rows, *notes)


def _value(value: Any) -> Cell:
    return word("missing") if value is None else str(value)


def _cell(grid: Grid, row: Any, column: Any) -> Cell:
    cell = grid.cell(row, column)
    result = None if cell is None else cell.results.get(cell.tested)
    if cell is None or result is None or not result.defined:
        return NONE
    return word("cell-small" if cell.small else "cell", x=[result.measure, result.estimate], n=cell.n)
