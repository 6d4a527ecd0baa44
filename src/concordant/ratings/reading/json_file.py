"""JSON: a list of objects, an object of columns, a list of rows, or one object per line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ...engines.json_values import json_value
from ...errors import InputError
from ..grid import Grid, memory_grid
from ..phrases import many
from .nested_object import are_nested, nested_grid

_SHAPES = "give a list of objects, an object of columns, or one object per line"


def json_grid(text: str, source: str) -> Grid:
    """A JSON document as a grid."""
    try:
        data = json_value(text.rstrip())
    except json.JSONDecodeError as problem:
        raise InputError(
            f"{source} is not JSON: look for a missing or misplaced bracket, comma or quotation mark at line "
            f"{problem.lineno}, character {problem.colno}."
        ) from None
    except RecursionError:
        raise InputError(f"{source} is nested too deeply to hold ratings: {_SHAPES}.") from None
    if isinstance(data, dict) and len(data) == 1 and are_records(held := next(iter(data.values()))):
        data = held
    if isinstance(data, dict) and data and all(isinstance(column, list) for column in data.values()):
        return memory_grid(data, source)
    if are_nested(data):
        return nested_grid(data, source)
    if are_records(data):
        return records_grid(data, source)
    if isinstance(data, list) and data and all(isinstance(row, list) for row in data):
        return _rows_grid(data, source)
    if data in ([], {}):
        raise InputError(f"There are no ratings in {source}: it is empty.")
    raise InputError(f"{source} is JSON, but not a table: {_SHAPES}.")


def jsonl_lines(lines: Iterable[str], source: str) -> list[dict[str, Any]]:
    """One object per line; blank lines do not count."""
    records = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            record = json_value(line)
        except (json.JSONDecodeError, RecursionError):
            raise InputError(f"Line {number} of {source} is not JSON: give one object per line.") from None
        if not isinstance(record, dict):
            raise InputError(f"Line {number} of {source} is not a JSON object: give one object per line.")
        records.append(record)
    if not records:
        raise InputError(f"There are no ratings in {source}: the file is empty.")
    return records


def records_grid(records: Sequence[Mapping[str, Any]], source: str) -> Grid:
    """Objects as a table: a key that an object lacks is a gap."""
    names = dict.fromkeys(name for record in records for name in record)
    if not names:
        raise InputError(f"There are no ratings in {source}: its objects are empty.")
    return memory_grid({name: [record.get(name) for record in records] for name in names}, source)


def are_records(data: Any) -> bool:
    """A list of dictionaries."""
    return isinstance(data, (list, tuple)) and bool(data) and all(isinstance(x, Mapping) for x in data)


def _rows_grid(rows: list[list[Any]], source: str) -> Grid:
    for number, row in enumerate(rows, start=1):
        if len(row) != len(rows[0]):
            raise InputError(
                f"Row {number} of {source} has {many(len(row), 'value')} where row 1 has {len(rows[0])}."
            )
    columns = {
        f"column {place}": list(column) for place, column in enumerate(zip(*rows, strict=True), start=1)
    }
    return memory_grid(columns, source, unnamed=True)
