"""The canonical table as a file: CSV, or one JSON object a line."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from typing import Any, TextIO

from .canonical import CanonicalTable


def write_table(table: CanonicalTable, file: TextIO, *, as_lines: bool = False) -> None:
    """Write every row, one at a time; a gap is an empty cell, or a key that is not there."""
    names = list(table.columns)
    if as_lines:
        for row in _rows(table):
            held = {name: value for name, value in zip(names, row, strict=True) if value is not None}
            file.write(json.dumps(held, ensure_ascii=False, default=str) + "\n")
        return
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(names)
    writer.writerows(["" if value is None else value for value in row] for row in _rows(table))


def _rows(table: CanonicalTable) -> Iterator[tuple[Any, ...]]:
    columns = [
        column if not hasattr(column, "tolist") else column.tolist() for column in table.columns.values()
    ]
    return zip(*columns, strict=True)
