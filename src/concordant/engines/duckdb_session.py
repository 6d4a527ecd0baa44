"""DuckDB: files that stay on disk, databases, and relations of the caller's own.

Nothing here may ask whether a number is NaN: statistics in Parquet files say nothing about it, and DuckDB 2.0
believes them (duckdb#25521). Equal rows are grouped as they are; sums take what `x - x = 0` keeps.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
import threading
import weakref
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..errors import InputError, OptionError
from ..quote import quote
from .counting import BLANKS
from .item_sample import duckdb_share
from .library_errors import is_of_library, library_errors
from .relation import Answer, Relation, as_list, kinds_of, refuse_width

#: Told how far a query is, from 0 to 1.
Progress = Callable[[float], None]

#: How often that is, in seconds.
_GLANCE = 0.1

#: How many texts that are no numbers are looked at.
SOME = 1000

_WHOLE = frozenset(
    ["TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT"]
)
_BROKEN = frozenset(["FLOAT", "DOUBLE", "DECIMAL"])
_MOMENTS = frozenset(["TIMESTAMP_S", "TIMESTAMP_MS", "TIMESTAMP_NS"])
_NESTED = ("[]", "STRUCT", "MAP", "UNION", "BLOB")


@dataclass(frozen=True, eq=False)
class Session:
    """A connection, and the folder it spills to, which goes when the session does."""

    connection: Any
    spill: str

    def __post_init__(self) -> None:
        weakref.finalize(self, shutil.rmtree, self.spill, ignore_errors=True)


def connect(
    directories: Iterable[str] = (), memory_limit: str | None = None, database: str | None = None
) -> Session:
    """A connection that sees some directories only, installs nothing and cleans up behind itself.

    A `database` is seen under the name "source", and only read.
    """
    import duckdb

    config: dict[str, Any] = {
        "autoinstall_known_extensions": "false",
        "autoload_known_extensions": "false",
    }
    connection = duckdb.connect(":memory:", config=config)
    if database is not None:
        try:
            connection.execute(f"ATTACH {quoted(database)} AS source (READ_ONLY)")
        except Exception as problem:
            if not is_of_library(problem):
                raise
            raise InputError(
                f"{os.path.basename(database)} could not be opened: it is not a DuckDB database, or it is "
                "open for writing; close it there, or copy it."
            ) from None
    if memory_limit is not None:
        if not re.fullmatch(r"\d+(\.\d+)? ?[KMGT]i?B", str(memory_limit), re.IGNORECASE):
            raise OptionError(f"memory_limit must be a size such as '2GB', got {quote(memory_limit)}.")
        try:
            connection.execute(f"SET memory_limit={quoted(str(memory_limit))}")
        except duckdb.Error:
            raise OptionError(
                f"memory_limit must be a size such as '2GB', got {quote(memory_limit)}."
            ) from None
    connection.execute(
        "SET enable_progress_bar=true; SET enable_progress_bar_print=false; SET parquet_metadata_cache=true"
    )
    spill = tempfile.mkdtemp(prefix="concordant-")
    connection.execute(f"SET temp_directory={quoted(spill)}")
    allowed = ", ".join(quoted(directory) for directory in [*directories, spill])
    connection.execute(f"SET allowed_directories=[{allowed}]")
    connection.execute("SET enable_external_access=false; SET lock_configuration=true")
    return Session(connection, spill)


def relation(
    session: Session,
    table: str,
    source: str,
    *,
    names: Mapping[str, str] | None = None,
    progress: Progress | None = None,
    **more: Any,
) -> Relation:
    """The columns of a table, or of what stands after FROM; `names` says what they are called."""
    import narwhals.stable.v2 as nw

    with library_errors(f"{source} could not be read"):
        kinds = {
            name: str(kind)
            for name, kind, *_ in session.connection.execute(f"DESCRIBE SELECT * FROM {table}").fetchall()
        }
        names = names or dict(zip(kinds, kinds, strict=True))
        refuse_width(len(names), source)
        listed = ", ".join(
            f"{cast(held, kinds[held])} AS c{place}" for place, held in enumerate(names.values())
        )
        frame = nw.from_native(session.connection.sql(f"SELECT {listed} FROM {table}"))
    return Relation(
        source=source, engine="duckdb", names=tuple(names), kinds=kinds_of(frame, tuple(names)), frame=frame,
        run=lambda query: _run(session, query, source, progress), **{"share": duckdb_share, **more},
    )  # fmt: skip


def of_caller(given: Any) -> Relation:
    """A relation of the caller's own connection."""
    import narwhals.stable.v2 as nw

    source = "the DuckDB relation"
    names = tuple(map(str, given.columns))
    refuse_width(len(names), "the DuckDB relation")
    kinds = dict(zip(names, map(str, given.types), strict=True))
    listed = ", ".join(f"{cast(name, kinds[name])} AS c{place}" for place, name in enumerate(names))
    with library_errors(f"{source} could not be read"):
        frame = nw.from_native(given.project(listed))

    def run(query: Any) -> Answer:
        with library_errors(f"{source} could not be read to its end"):
            return dict(query.to_native().fetchnumpy())

    return Relation(
        source=source, engine="duckdb", names=names, kinds=kinds_of(frame, names), frame=frame, run=run,
        share=duckdb_share,
    )  # fmt: skip


def as_numbers(
    r: Relation, names: Sequence[str], *, text: str = "{}", decimal_comma: bool = False
) -> tuple[Relation, list[str]]:
    """Columns as the numbers that their text spells, and some of the texts that spell none.

    `text` is how the text of a column is read, "{}" for the column itself.
    """
    import duckdb
    import narwhals.stable.v2 as nw

    held: duckdb.DuckDBPyRelation = r.frame.to_native()
    spelled, strange = {}, []
    for place in dict.fromkeys(map(r.place, names)):
        trimmed = f"trim({text.format(place)}, {quoted(BLANKS)})"
        if decimal_comma:
            trimmed = f"regexp_replace({trimmed}, '^([+-]?[0-9]*),([0-9]+)$', '\\1.\\2')"
        spelled[place] = (
            f"CASE WHEN regexp_full_match({trimmed}, '{_NUMBER}') THEN TRY_CAST({trimmed} AS DOUBLE) END"
        )
        odd = held.filter(f"{text.format(place)} IS NOT NULL AND ({spelled[place]}) IS NULL")
        odd = odd.project(f"{text.format(place)} AS said").distinct().limit(SOME)
        strange += as_list(r.run(nw.from_native(odd))["said"])
    listed = ", ".join(f"{number} AS {place}" for place, number in spelled.items())
    frame = nw.from_native(held.project(f"* REPLACE ({listed})"))
    return replace(r, frame=frame, kinds={**r.kinds, **dict.fromkeys(names, "numbers")}), strange


#: What reads as a number; SQL would take 1_0 and inf for numbers too.
_NUMBER = r"[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?"


def _run(session: Session, query: Any, source: str, progress: Progress | None) -> Answer:
    import duckdb

    native = query.to_native()
    with library_errors(f"{source} could not be read to its end"):
        try:
            return watched(session.connection, native, progress)
        except duckdb.OutOfMemoryException:
            raise InputError(
                f"{source} cannot be summarised within the allowed memory: allow more with memory_limit=…."
            ) from None


def watched(connection: Any, native: Any, progress: Progress | None) -> Answer:
    """The answer, worked out beside the main thread, which tells how far it is and hears Ctrl-C."""
    found: dict[str, Any] = {}
    done = threading.Event()

    def work() -> None:
        try:
            found["answer"] = dict(native.fetchnumpy())
        except Exception as problem:
            found["problem"] = problem
        finally:
            done.set()

    threading.Thread(target=work, daemon=True).start()
    try:
        done.wait(_GLANCE)  # what is done at once needs no telling
        while not done.wait(_GLANCE):
            if progress is not None:
                progress(min(max(connection.query_progress() / 100, 0.0), 1.0))
    except BaseException:
        connection.interrupt()
        done.wait()
        raise
    if "problem" in found:
        raise found["problem"]
    return dict(found["answer"])


def quoted(text: str) -> str:
    """Text as SQL writes it."""
    return "'" + text.replace("'", "''") + "'"


def identifier(name: str) -> str:
    """A name as SQL writes it."""
    return '"' + name.replace('"', '""') + '"'


def is_plain(kind: str) -> bool:
    """Numbers and truth values."""
    return kind.partition("(")[0] in _WHOLE | _BROKEN | {"BOOLEAN"}


def is_nested(kind: str) -> bool:
    """Lists, records and raw bytes."""
    return any(sign in kind for sign in _NESTED)


def cast(name: str, kind: str) -> str:
    """Numbers, truth values and points in time as they are, everything else as text.

    Whole numbers that a double cannot hold are text too: they are names, and no two of them are one.
    """
    base, _, size = kind.partition("(")
    held = identifier(name)
    if base in _WHOLE or kind in ("BOOLEAN", "VARCHAR", "TIMESTAMP") or is_nested(kind):
        return held
    if kind == "TIMESTAMP WITH TIME ZONE":
        return f"make_timestamp(epoch_us({held}))"
    if base == "DECIMAL" and size.endswith(",0)"):
        return f"CAST({held} AS {'BIGINT' if int(size.partition(',')[0]) <= 18 else 'VARCHAR'})"
    return (
        f"CAST({held} AS {'DOUBLE' if base in _BROKEN else 'TIMESTAMP' if base in _MOMENTS else 'VARCHAR'})"
    )
