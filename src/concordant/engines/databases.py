"""Tables of databases: PostgreSQL and DuckDB."""

from __future__ import annotations

import os
import weakref
from typing import Any

from ..errors import InputError, MissingLibrary, OptionError
from ..quote import quote
from ..suggestion import hint
from .duckdb_session import Progress, connect, identifier
from .duckdb_session import relation as duck_relation
from .frames import relation
from .library_errors import library_errors
from .relation import Relation

ADDRESSES = ("postgresql://", "postgres://")


def is_address(source: Any) -> bool:
    """Whether this is the address of a database."""
    return isinstance(source, str) and source.startswith(ADDRESSES)


def postgres(address: str, table: str | None) -> Relation:
    """A table, or a view, of a PostgreSQL database, which does the counting itself."""
    try:
        import ibis
        import psycopg
        from psycopg.conninfo import conninfo_to_dict

        connect_to = ibis.postgres.connect  # which loads the rest of Ibis
    except ImportError:
        raise MissingLibrary(
            "Reading from PostgreSQL needs Ibis and psycopg: pip install 'concordant[postgres]'."
        ) from None
    try:
        parts: dict[str, Any] = conninfo_to_dict(address)
    except psycopg.Error:
        raise InputError("The address must look like postgresql://user@host:5432/database.") from None
    parts["database"] = parts.pop("dbname", None)
    where = f"the database {parts['database'] or ''}".rstrip()
    try:
        connection = connect_to(**{key: part for key, part in parts.items() if part is not None})
    except psycopg.Error as problem:
        text = " ".join(str(problem).split())
        raise InputError(f"The database could not be opened: {text[:200]}") from None
    weakref.finalize(connection, connection.con.close)
    schema, _, name = (table or "").rpartition(".")
    known = connection.list_tables(database=schema or None)
    name = chosen(name or None, known, where)
    return relation(connection.table(name, database=schema or None), f"{table or name} of {where}")


def duckdb(
    path: str, table: str | None, *, memory_limit: str | None = None, progress: Progress | None = None
) -> Relation:
    """A table, or a view, of a DuckDB file, opened for reading only."""
    source = os.path.basename(path)
    session = connect((), memory_limit, path)
    with library_errors(f"{source} could not be read"):
        found = session.connection.execute(
            "SELECT table_schema, table_name FROM information_schema.tables WHERE table_catalog = 'source' "
            "ORDER BY ALL"
        ).fetchall()
    known = {name if schema == "main" else f"{schema}.{name}": (schema, name) for schema, name in found}
    name = chosen(table, list(known), source)
    place = ".".join(map(identifier, ("source", *known[name])))
    return duck_relation(session, place, f"{name} of {source}", progress=progress)


def chosen(table: str | None, known: list[str], where: str) -> str:
    """The table that is asked for, or the only one there is."""
    if table is None and len(known) == 1:
        return known[0]
    if table is None:
        raise OptionError(f"{where} has the tables {quote(sorted(known))}: choose one with table=….")
    if table not in known:
        there = quote(sorted(known))
        raise OptionError(
            f"There is no table {quote(table)} in {where}; the tables are {there}.{hint(table, known)}"
        )
    return table
