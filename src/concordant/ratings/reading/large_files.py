"""Large CSV and JSONL files, and all Parquet files, by DuckDB: no Python object for each cell."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ...engines.duckdb_session import cast, connect, identifier, is_nested, is_plain, quoted
from ...engines.json_values import json_value
from ...engines.library_errors import library_errors
from ...errors import InputError
from ...quote import quote
from ..factorise import CodedColumn
from ..grid import HEAD, Grid, refuse_repeated
from ..observed import relabel, typed
from .csv import Layout

_DAMAGED = "the file is damaged; write it again."
_PLAIN_NUMBERS = {
    "BIGINT": r"-?(0|[1-9][0-9]{0,14})",
    "DOUBLE": r"-?(0|[1-9][0-9]{0,14})([.][0-9]{1,300})?([eE][-+]?[0-9]{1,2})?",
}


def csv_grid(path: str, layout: Layout, source: str) -> Grid:
    """A CSV file in UTF-8: every cell is read as text, and typed by column."""
    fields = {f"c{place}": "VARCHAR" for place in range(len(layout.names))}
    session = connect([os.path.dirname(path)])
    session.connection.execute(
        "CREATE TEMP TABLE everything AS SELECT * FROM read_csv(?, auto_detect=false, delim=?, quote='\"', "
        "escape='\"', header=?, skip=?, columns=?, nullstr='', max_line_size=10000000)",
        [path, layout.delimiter, layout.named, layout.skip, fields],
    )
    comma = layout.decimal_comma
    columns = dict(zip(layout.names, fields, strict=True))

    def take(names: Sequence[str]) -> dict[str, Any]:
        return {name: _typed(session.connection, columns[name], comma) for name in names}

    def head(name: str) -> list[Any]:
        texts = _first(session.connection, "everything", columns[name])
        column = typed([text or "" for text in texts], decimal_comma=comma)
        return [[*column.labels, None][code] for code in column.codes.tolist()]

    grid = Grid(
        source=source,
        names=layout.names,
        n_rows=_count(session.connection, "everything"),
        head=head,
        take=take,
        numbers=lambda names: _numbers(session.connection, {name: columns[name] for name in names}),
        unnamed=not layout.named,
        notes=layout.notes,
    )
    return _guarded(grid)


def _typed(connection: Any, field: str, comma: bool | None) -> Any:
    """Plain numbers without a look at each; else every distinct text is looked at once."""
    for kind, pattern in _PLAIN_NUMBERS.items():
        odd = f"SELECT 1 FROM everything WHERE NOT regexp_full_match({field}, '{pattern}') LIMIT 1"
        if not connection.execute(odd).fetchall():
            return connection.execute(f"SELECT CAST({field} AS {kind}) AS x FROM everything").fetchnumpy()[
                "x"
            ]
    return typed(_dictionary(connection, "everything", field), decimal_comma=comma)


def _numbers(connection: Any, fields: dict[str, str]) -> dict[str, Any]:
    """Of very many columns those that hold nothing but numbers, some at a time."""
    found: dict[str, Any] = {}
    names = list(fields)
    for start in range(0, len(names), 500):
        some = {name: fields[name] for name in names[start : start + 500]}
        lost = ", ".join(f"count({c}) - count(TRY_CAST({c} AS DOUBLE))" for c in some.values())
        left = connection.execute(f"SELECT {lost} FROM everything").fetchall()[0]
        good = [name for name, count in zip(some, left, strict=True) if count == 0]
        cast = ", ".join(f"TRY_CAST({some[name]} AS DOUBLE) AS {some[name]}" for name in good)
        read = connection.execute(f"SELECT {cast} FROM everything").fetchnumpy() if good else {}
        found |= {name: read[some[name]] for name in good}
    return found


def jsonl_grid(path: str, names: Sequence[str], source: str) -> Grid:
    """A file of JSON objects: values stay JSON until each distinct one is read, once."""
    session = connect([os.path.dirname(path)])
    session.connection.execute(
        "CREATE TEMP TABLE everything AS SELECT * FROM read_json(?, format='newline_delimited', columns=?, "
        "maximum_object_size=100000000)",
        [path, dict.fromkeys(names, "JSON")],
    )

    def take(wanted: Sequence[str]) -> dict[str, Any]:
        coded = {name: _dictionary(session.connection, "everything", name) for name in wanted}
        return {name: relabel(c, [json_value(label) for label in c.labels]) for name, c in coded.items()}

    def head(name: str) -> list[Any]:
        texts = _first(session.connection, "everything", name)
        return [None if text is None else json_value(text) for text in texts]

    rows = _count(session.connection, "everything")
    return _guarded(Grid(source=source, names=tuple(names), n_rows=rows, head=head, take=take))


def parquet_grid(path: str, source: str) -> Grid:
    """A Parquet file: only the columns that are asked for are read."""
    session = connect([os.path.dirname(path)])
    with library_errors(f"{source} could not be read as Parquet", _DAMAGED):
        session.connection.execute(
            f"CREATE TEMP VIEW everything AS SELECT * FROM read_parquet({quoted(path)})"
        )
        kinds = {
            name: str(kind) for name, kind, *_ in session.connection.execute("DESCRIBE everything").fetchall()
        }
        rows = _count(session.connection, "everything")
    refuse_repeated(kinds, source)

    def take(names: Sequence[str]) -> dict[str, Any]:
        chosen = ", ".join(_cast(name, kinds[name], source) for name in names)
        session.connection.execute(f"CREATE OR REPLACE TEMP TABLE chosen AS SELECT {chosen} FROM everything")
        plain = [name for name in names if is_plain(kinds[name])]
        listed = ", ".join(map(identifier, plain))
        ready = session.connection.execute(f"SELECT {listed} FROM chosen").fetchnumpy() if plain else {}
        return {
            name: ready[name] if name in ready else _dictionary(session.connection, "chosen", name)
            for name in names
        }

    def head(name: str) -> list[Any]:
        one = f"SELECT {cast(name, kinds[name])} FROM everything LIMIT {HEAD}"
        return [row[0] for row in session.connection.execute(one).fetchall()]

    return _guarded(Grid(source=source, names=tuple(kinds), n_rows=rows, head=head, take=take))


def _guarded(grid: Grid) -> Grid:
    """The grid, in which a damaged part of the file raises one sentence when it is reached."""

    def guard(read: Callable[[Any], Any]) -> Callable[[Any], Any]:
        def guarded(statement: Any) -> Any:
            with library_errors(f"{grid.source} could not be read to its end", _DAMAGED):
                return read(statement)

        return guarded

    return replace(grid, head=guard(grid.head), take=guard(grid.take), numbers=guard(grid.numbers))


def _count(connection: Any, table: str) -> int:
    return int(connection.execute(f"SELECT count(*) FROM {table}").fetchall()[0][0])


def _first(connection: Any, table: str, name: str) -> list[Any]:
    return [
        row[0]
        for row in connection.execute(f"SELECT {identifier(name)} FROM {table} LIMIT {HEAD}").fetchall()
    ]


def _cast(name: str, kind: str, source: str) -> str:
    """Numbers, truth values and points in time as they are, everything else as text."""
    if is_nested(kind):
        raise InputError(f"The column {quote(name)} of {source} contains {kind}, not single values.")
    return f"{cast(name, kind)} AS {identifier(name)}"


def _dictionary(connection: Any, table: str, name: str) -> CodedColumn:
    """Distinct texts in the order first seen; their codes are joined back by row number."""
    column = identifier(name)
    connection.execute(
        f"CREATE OR REPLACE TEMP TABLE dictionary AS SELECT {column} AS label, row_number() OVER "
        f"(ORDER BY min(rowid)) - 1 AS code FROM {table} WHERE {column} IS NOT NULL GROUP BY {column}"
    )
    labels = connection.execute("SELECT label FROM dictionary ORDER BY code").fetchnumpy()["label"].tolist()
    found = connection.execute(
        f"SELECT t.rowid AS place, CAST(d.code AS INTEGER) AS code FROM {table} t JOIN dictionary d "
        f"ON t.{column} = d.label"
    ).fetchnumpy()
    codes = np.full(_count(connection, table), -1, dtype=np.int32)
    codes[found["place"]] = found["code"]
    return CodedColumn(codes, [str(label) for label in labels])
