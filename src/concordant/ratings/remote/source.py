"""Whether data are read into memory or stay where they are, and how they are opened there."""

from __future__ import annotations

import glob
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from ...engines import databases, frames
from ...engines.relation import Relation, TooWide
from ...errors import InputError, OptionError, choose
from ...quote import LONGEST_PATH, quote, shorten
from ..reading import DATABASE, PACKED, PARQUET, Decimal, first_bytes, has_suffix, is_frame

#: Where the counting is done: in our own memory, or by an engine where the data are.
Engine = Literal["memory", "duckdb", "polars", "spark"]

#: Tables with more rows than this, and files of text larger than this, are not read into memory.
LARGE_ROWS = 2_000_000
LARGE_BYTES = 200_000_000


@dataclass(frozen=True, kw_only=True)
class SourceOptions:
    """What was said about the source: which engine, within how much memory, and how a file is laid out."""

    engine: Engine | None = None
    table: str | None = None
    memory_limit: str | None = None
    progress: Callable[[float], None] | None = None
    encoding: str | None = None
    delimiter: str | None = None
    decimal: Decimal | None = None
    header: bool | None = None


def relation_of(source: Any, options: SourceOptions) -> Relation | None:
    """The data as a relation, if they stay where they are; None if they are read into memory."""
    if options.engine is not None:
        choose("engine", options.engine, get_args(Engine))
    if options.engine == "memory" and options.memory_limit is not None:
        raise OptionError(
            "memory_limit is the memory that DuckDB may use: it does not apply with engine='memory'."
        )
    if options.progress is not None and not callable(options.progress):
        raise OptionError("progress must be a function that accepts a share from 0 to 1.")
    if databases.is_address(source):
        if options.engine is not None:
            raise OptionError("A database counts its ratings itself: omit engine=.")
        return databases.postgres(str(source), options.table)
    if are_paths(source):
        return _of_files(source, options)
    if options.table is not None:
        raise OptionError("table names a table of a database, but the data are not in a database.")
    return _of_frame(source, options) if is_frame(source) else None


def are_paths(source: Any) -> bool:
    """The name of a file, or a list of such names."""
    if isinstance(source, (list, tuple)):
        return bool(source) and all(isinstance(one, (str, os.PathLike)) for one in source)
    return isinstance(source, (str, os.PathLike))


# --- files ------------------------------------------------------------------------------------


def _of_files(source: Any, options: SourceOptions) -> Relation | None:
    paths, called = found_files(source)
    start = first_bytes(paths[0])
    if start[8:12] == DATABASE:
        if len(paths) > 1 or options.engine not in (None, "duckdb"):
            raise OptionError(
                f"{called} is a DuckDB database: read it with engine='duckdb', one database at a time."
            )
        return databases.duckdb(
            paths[0], options.table, memory_limit=options.memory_limit, progress=options.progress
        )
    if options.table is not None:
        raise OptionError(f"{called} is not a database, so there is no table {quote(options.table)} in it.")
    if options.engine == "memory":
        if len(paths) > 1:
            raise OptionError(f"engine='memory' reads only one file, got {len(paths)}.")
        return None
    if not (len(paths) > 1 or options.engine or options.memory_limit or _is_large(paths[0], start)):
        return None
    from .open_on_disk import open_files

    try:
        found = open_files(paths, called, start, options)
    except TooWide:
        if len(paths) > 1 or options.engine or options.memory_limit:
            raise
        return None  # nobody asked for an engine
    if found is None and len(paths) > 1:
        raise InputError(f"{called}: only CSV, JSONL and Parquet files can be read several at a time.")
    if found is None and options.engine not in (None, "memory"):
        raise OptionError(
            f"{called} is not a CSV, JSONL or Parquet file, so engine={options.engine!r} cannot read it."
        )
    return found


def found_files(source: Any) -> tuple[list[str], str]:
    """The files that are meant, with absolute names, and how they are called together."""
    if isinstance(source, (list, tuple)):
        names = [os.path.abspath(os.fspath(one)) for one in source]
        for name in names:
            if names.count(name) > 1:
                raise InputError(
                    f"The file {shorten(name, LONGEST_PATH)} is given twice, so its rows would be "
                    "counted twice: give it once."
                )
        return names, f"{len(source)} files"
    name = os.path.abspath(os.fspath(source))
    base = os.path.basename(name)
    if "://" in os.fspath(source) and not os.path.exists(name):
        raise InputError(
            f"{os.fspath(source)} is a remote address that cannot be read directly: open it with "
            "Spark, polars or "
            "DuckDB, and pass the frame."
        )
    if os.path.isdir(name):
        found = glob.glob(os.path.join(glob.escape(name), "**", "*"), recursive=True)
        inside = sorted(path for path in found if _is_data(os.path.relpath(path, name)))
        return _some(inside, f"the folder {base}"), f"the folder {base}"
    if not os.path.exists(name) and set("*?[") & set(name):
        return _some(sorted(glob.glob(name, recursive=True)), os.fspath(source)), os.fspath(source)
    return [name], base


def _some(paths: Sequence[str], called: str) -> list[str]:
    kept = [path for path in paths if os.path.isfile(path) and _is_data(os.path.basename(path))]
    if not kept:
        raise InputError(f"There is no file to read in {called}.")
    return kept


def _is_data(path: str) -> bool:
    """Files and folders that are hidden, or begin with an underscore, are not data."""
    return not any(part.startswith((".", "_")) for part in path.split(os.sep))


def _is_large(path: str, start: bytes) -> bool:
    if start.startswith(PARQUET):
        return os.path.getsize(path) > LARGE_ROWS // 50 and _parquet_rows(path) > LARGE_ROWS
    size = os.path.getsize(path) * (8 if start.startswith(PACKED) else 1)
    return size > LARGE_BYTES and not has_suffix(path, ".xlsx", ".xls", ".xlsb", ".xlsm", ".ods")


def _parquet_rows(path: str) -> int:
    """From the file's own statement, without reading it through."""
    from ...engines.duckdb_session import connect, quoted
    from ...engines.library_errors import library_errors

    try:
        with library_errors(path):
            found = connect([os.path.dirname(path)]).connection.execute(
                f"SELECT sum(num_rows) FROM parquet_file_metadata({quoted(path)})"
            )
            return int(found.fetchall()[0][0] or 0)
    except InputError:
        return 0  # damaged: reading says how


# --- frames -----------------------------------------------------------------------------------


def is_in_memory(data: Any) -> bool:
    """Whether it is a list of records, or a frame whose rows are in memory already."""
    if isinstance(data, (list, tuple)):
        return is_frame(data)
    library = type(data).__module__.partition(".")[0]
    return (
        library in ("pandas", "polars", "pyarrow", "datasets") and is_frame(data) and not frames.is_lazy(data)
    )


def _of_frame(data: Any, options: SourceOptions) -> Relation | None:
    library = frames.library_of(data) or ("duckdb" if hasattr(data, "fetchnumpy") else "")
    own = {"pyspark": "spark"}.get(library, library)
    lazy = library == "duckdb" or frames.is_lazy(data)
    if options.memory_limit is not None:
        raise OptionError(
            "memory_limit is for files that DuckDB reads; data stored elsewhere have their own settings."
        )
    if options.engine == "memory" or (options.engine is None and not lazy):
        return None
    if options.engine is not None and options.engine != own:
        known = f"{own!r} or 'memory'" if own in get_args(Engine) else "'memory'"
        where = f"held by {own}" if own else "in memory"
        raise OptionError(f"The data are {where}, so engine must be {known}, not {options.engine!r}.")
    if library == "duckdb":
        from ...engines.duckdb_session import of_caller

        found = of_caller(data)
    else:
        found = frames.relation(data)
    kept_elsewhere = library in ("pyspark", "ibis")
    if options.engine is None and not kept_elsewhere and found.n_rows() <= LARGE_ROWS:
        return None
    return found
