"""Files through DuckDB, one or many, without loading them."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Any

from ..quote import quote
from ..result import Note
from . import item_sample
from .counting import BLANKS
from .duckdb_session import Progress, Session, as_numbers, connect, identifier, quoted, relation
from .folders import folder_keys
from .json_values import json_value
from .library_errors import library_errors
from .relation import Relation, as_list


def parquet(
    paths: Sequence[str], source: str, *, memory_limit: str | None = None, progress: Progress | None = None
) -> Relation:
    """Parquet files; folders called key=value add a column each."""
    import narwhals.stable.v2 as nw

    session = connect(_folders(paths), memory_limit)
    table = f"read_parquet({_listed(paths)}{_many(paths)})"
    known = cache(partial(_statistics, session, paths))

    def some_items(r: Relation, item: str) -> Any | None:
        if _n_rows(session, paths) < item_sample.PART * item_sample.ENOUGH:
            return None
        stated = known(item)
        if stated is None or not stated.complete or not stated.is_sorted:
            return item_sample.duckdb_share(r, item)
        shown = f"{identifier(item)} AS {r.place(item)}"
        query = item_sample.queries(stated, table, identifier(item), shown)
        return nw.from_native(session.connection.sql(query))

    def complete(name: str) -> bool:
        stated = known(name)
        return stated is not None and stated.complete

    return relation(session, table, source, progress=progress, share=some_items, complete=complete)


def _statistics(session: Session, paths: Sequence[str], name: str) -> item_sample.ColumnStatistics | None:
    """What the files state of a column."""
    with library_errors("The statistics of these files could not be read"):
        metadata = session.connection.execute(
            "SELECT row_group_num_rows, stats_null_count, type, stats_min_value, stats_max_value "
            f"FROM parquet_metadata({_listed(paths)}) WHERE path_in_schema = ?",
            [name],
        ).fetchall()
    return item_sample.statistics(metadata, _n_rows(session, paths))


def _n_rows(session: Session, paths: Sequence[str]) -> int:
    with library_errors("The statistics of these files could not be read"):
        found = session.connection.execute(
            f"SELECT sum(num_rows) FROM parquet_file_metadata({_listed(paths)})"
        )
        return int(found.fetchall()[0][0] or 0)


def uneven(paths: Sequence[str]) -> tuple[Note, ...]:
    """Said where Parquet files have different columns: those that a file lacks are gaps in all its rows."""
    if len(paths) == 1:
        return ()
    session = connect(_folders(paths))
    with library_errors("The columns of these files could not be read"):
        found = session.connection.execute(
            f"SELECT name, count(DISTINCT file_name) FROM parquet_schema({_listed(paths)}) "
            "WHERE num_children IS NULL GROUP BY name HAVING count(DISTINCT file_name) < ? ORDER BY name",
            [len(paths)],
        ).fetchall()
    if not found:
        return ()
    files = len(paths)
    notes = [
        Note(
            "in-some-files",
            f"{quote(name)} is in {n} of {files}",
            {"column": name, "count": n, "files": files},
        )
        for name, n in found[:5]
    ]
    more = ", …" if len(found) > 5 else ""
    names = ", ".join(map(str, notes))
    text = (
        f"The files have different columns ({names}{more}); columns that a file lacks are treated as missing."
    )
    return (Note("uneven-files", text, {"columns": notes}),)


def csv(
    paths: Sequence[str],
    source: str,
    *,
    names: Sequence[str],
    delimiter: str,
    header: bool,
    skip: int,
    packed: bool,
    spelled: Callable[[Any], Any],
    notes: tuple[Note, ...] = (),
    memory_limit: str | None = None,
    progress: Progress | None = None,
) -> Relation:
    """CSV files in UTF-8 that all have these columns: every cell stays text until it is counted."""
    session = connect(_folders(paths), memory_limit)
    fields = {f"field{place}": name for place, name in enumerate(names)}
    columns = ", ".join(f"{field}: 'VARCHAR'" for field in fields)
    table = (
        f"read_csv({_listed(paths)}, auto_detect=false, delim={quoted(delimiter)}, quote='\"', escape='\"', "
        f"header={str(header).lower()}, skip={skip}, columns={{{columns}}}, nullstr='', "
        f"compression='{'gzip' if packed else 'none'}'{_folder_columns(paths)})"
    )
    found = {
        **{name: field for field, name in fields.items()},
        **{key: key for key in folder_keys(paths)},
    }
    return relation(
        session, table, source, names=found, progress=progress, spelled=spelled, unnamed=not header,
        notes=notes, measured=partial(as_numbers, decimal_comma=delimiter != ","),
    )  # fmt: skip


def jsonl(
    paths: Sequence[str],
    source: str,
    *,
    names: Sequence[str],
    packed: bool,
    memory_limit: str | None = None,
    progress: Progress | None = None,
) -> Relation:
    """Files of JSON objects, one a line: values stay JSON until each distinct one is read, once."""
    session = connect(_folders(paths), memory_limit)
    columns = ", ".join(f"{quoted(name)}: 'JSON'" for name in names)
    table = (
        f"read_json({_listed(paths)}, format='newline_delimited', columns={{{columns}}}, "
        f"maximum_object_size=100000000, compression='{'gzip' if packed else 'uncompressed'}'"
        f"{_folder_columns(paths)})"
    )
    if keys := folder_keys(paths):
        as_json = ", ".join(
            f"CAST(to_json({identifier(key)}) AS VARCHAR) AS {identifier(key)}" for key in keys
        )
        table = f"(SELECT * REPLACE ({as_json}) FROM {table})"
    measured = partial(as_numbers, text="json_extract_string({}, '$')")
    return _with_names(
        relation(session, table, source, progress=progress, spelled=_from_json, measured=measured)
    )


def _with_names(r: Relation) -> Relation:
    """Columns beside those of JSON: texts with the blanks around them cut, as JSON writes them."""
    import narwhals.stable.v2 as nw

    places = {name: f"name{place}" for place, name in enumerate(r.names)}
    columns = ", ".join(f"{_name_in(r.place(name))} AS {at}" for name, at in places.items())
    return replace(r, frame=nw.from_native(r.frame.to_native().project(f"*, {columns}")), names_at=places)


def _name_in(place: str) -> str:
    cut = f"trim(json_extract_string({place}, '$'), {quoted(BLANKS)})"
    return (
        f"CASE WHEN json_type({place}) <> 'VARCHAR' THEN {place} "
        f"WHEN {cut} <> '' THEN CAST(to_json({cut}) AS VARCHAR) END"
    )


def _from_json(column: Any) -> list[Any]:
    """Each distinct JSON text read once."""
    texts = as_list(column)
    meaning = {text: None if text is None else json_value(text) for text in set(texts)}
    return [meaning[text] for text in texts]


def _many(paths: Sequence[str]) -> str:
    return (", union_by_name=true" if len(paths) > 1 else "") + _folder_columns(paths)


def _folder_columns(paths: Sequence[str]) -> str:
    if not folder_keys(paths):
        return ", hive_partitioning=false"
    return ", hive_partitioning=true, hive_types_autocast=false"


def _folders(paths: Sequence[str]) -> list[str]:
    return sorted({os.path.dirname(path) for path in paths})


def _listed(paths: Sequence[str]) -> str:
    return "[" + ", ".join(map(quoted, paths)) + "]"
