"""DuckDB: files that stay on disk, databases, and relations of the caller's own.

Nothing here may ask whether a number is NaN: statistics in Parquet files say nothing about it, and DuckDB 2.0
believes them (duckdb#25521). Equal rows are grouped as they are; sums take what `x - x = 0` keeps.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import threading
import weakref
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..errors import InputError, OptionError
from .relation import Answer, Relation, kinds_of

#: Told how far a query is, from 0 to 1.
Progress = Callable[[float], None]

#: How often that is, in seconds.
_GLANCE = 0.1

#: How many texts that are no numbers are looked at.
SOME = 1000

_WHOLE = frozenset(
    ["TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT"]
)
_BROKEN = frozenset(["FLOAT", "DOUBLE", "HUGEINT", "UHUGEINT", "DECIMAL"])
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
    """A connection that sees some directories only, installs nothing and cleans up behind itself."""
    import duckdb

    config: dict[str, Any] = {"autoinstall_known_extensions": "false", "autoload_known_extensions": "false"}
    try:
        connection = duckdb.connect(database or ":memory:", read_only=database is not None, config=config)
    except duckdb.Error:
        raise InputError(
            f"{os.path.basename(database or '')} is no DuckDB database, or is open elsewhere for writing: "
            "close it there, or copy it."
        ) from None
    if memory_limit is not None:
        try:
            connection.execute(f"SET memory_limit={quoted(str(memory_limit))}")
        except duckdb.Error:
            raise OptionError(f"memory_limit must be a size such as '2GB', got {memory_limit!r}.") from None
    connection.execute("SET enable_progress_bar=true; SET enable_progress_bar_print=false")
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
    import duckdb
    import narwhals.stable.v2 as nw

    try:
        kinds = {
            name: str(kind)
            for name, kind, *_ in session.connection.execute(f"DESCRIBE SELECT * FROM {table}").fetchall()
        }
        names = names or dict(zip(kinds, kinds, strict=True))
        listed = ", ".join(
            f"{cast(held, kinds[held])} AS c{place}" for place, held in enumerate(names.values())
        )
        frame = nw.from_native(session.connection.sql(f"SELECT {listed} FROM {table}"))
    except duckdb.Error as problem:
        raise InputError(f"{source} could not be read: {first_sentence(problem)}") from None
    return Relation(
        source=source, engine="duckdb", names=tuple(names), kinds=kinds_of(frame, tuple(names)), frame=frame,
        run=lambda query: _run(session, query, source, progress), **more,
    )  # fmt: skip


def of_caller(given: Any) -> Relation:
    """A relation of the caller's own connection."""
    import narwhals.stable.v2 as nw

    names = tuple(map(str, given.columns))
    kinds = dict(zip(names, map(str, given.types), strict=True))
    listed = ", ".join(f"{cast(name, kinds[name])} AS c{place}" for place, name in enumerate(names))
    frame = nw.from_native(given.project(listed))
    return Relation(
        source="the DuckDB relation", engine="duckdb", names=names, kinds=kinds_of(frame, names), frame=frame,
        run=lambda query: dict(query.to_native().fetchnumpy()),
    )  # fmt: skip


def as_numbers(r: Relation, names: Sequence[str]) -> tuple[Relation, list[str]]:
    """Columns of text as the numbers they spell, and some of the texts that spell none."""
    import duckdb
    import narwhals.stable.v2 as nw

    chosen = {r.place(name) for name in names}
    held: duckdb.DuckDBPyRelation = r.frame.to_native()
    strange = []
    for place in sorted(chosen):
        odd = held.filter(f"{place} IS NOT NULL AND TRY_CAST({place} AS DOUBLE) IS NULL")
        strange += [row[0] for row in odd.project(place).distinct().limit(SOME).fetchall()]
    listed = ", ".join(f"TRY_CAST({place} AS DOUBLE) AS {place}" for place in sorted(chosen))
    frame = nw.from_native(held.project(f"* REPLACE ({listed})"))
    return replace(r, frame=frame, kinds={**r.kinds, **dict.fromkeys(names, "numbers")}), strange


def _run(session: Session, query: Any, source: str, progress: Progress | None) -> Answer:
    import duckdb

    native = query.to_native()
    try:
        return watched(session.connection, native, progress)
    except duckdb.OutOfMemoryException:
        raise InputError(
            f"{source} does not reduce within the memory that is allowed: give more with memory_limit=…."
        ) from None
    except duckdb.Error as problem:
        raise InputError(f"{source} could not be read to its end: {first_sentence(problem)}") from None


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


def first_sentence(problem: Exception) -> str:
    """What DuckDB complains about, without its advice."""
    return " ".join(str(problem).partition("\n")[0].split())[:300]


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
    """Numbers, truth values and points in time as they are, everything else as text."""
    base, held = kind.partition("(")[0], identifier(name)
    if base in _WHOLE or kind in ("BOOLEAN", "VARCHAR", "TIMESTAMP") or is_nested(kind):
        return held
    if kind == "TIMESTAMP WITH TIME ZONE":
        return f"make_timestamp(epoch_us({held}))"
    return (
        f"CAST({held} AS {'DOUBLE' if base in _BROKEN else 'TIMESTAMP' if base in _MOMENTS else 'VARCHAR'})"
    )
