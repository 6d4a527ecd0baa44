"""The connection to a store: SQLite or PostgreSQL, brought up to date under a lock when it is opened."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, NullPool, create_engine, event, inspect, select, table, text
from sqlalchemy import column as named

from ...errors import InputError, MissingLibrary
from .errors import explain_errors, meaning
from .location import StoreLocation
from .schema import HEAD, REVISIONS, VERSION_TABLE
from .sqlite_file import APPLICATION, check_file
from .web_schema import metadata

#: How long a writer waits for another one, in seconds.
PATIENCE = 60


class StoreConnection:
    """A store that is open: `reading` and `writing` are transactions, whole or not at all."""

    def __init__(self, where: StoreLocation, *, create: bool) -> None:
        self.where = where
        if where.path is not None:
            check_file(where, create=create)
        self.engine = _sqlite(where.path) if where.path is not None else _postgres(where)
        try:
            with explain_errors(where):
                self._bring_up_to_date(create)
        except BaseException:
            self.engine.dispose()
            raise

    def _bring_up_to_date(self, create: bool) -> None:
        with self.reading() as connection:
            found = standing(connection)
            check_known(found, self.where, create=create)
        if self.where.path is not None:
            self._let_read_beside_a_writer()
        if found.current:
            return
        with self._begun(writing=True, changing=True) as connection:
            if connection.dialect.name == "postgresql":
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": APPLICATION})
            if not (found := standing(connection)).current:
                check_known(found, self.where, create=create)
                bring_up_to_date(connection)

    def _let_read_beside_a_writer(self) -> None:
        """Once it is known that the file is ours: this is written into it, and stays."""
        until = time.monotonic() + PATIENCE
        with closing(self.engine.raw_connection()) as connection:
            while True:
                try:
                    connection.cursor().execute("PRAGMA journal_mode = WAL")
                    return
                except sqlite3.OperationalError as problem:
                    # While another one makes the same change, SQLite does not wait by itself.
                    if "locked" not in str(problem) or time.monotonic() > until:
                        raise InputError(
                            f"The store {self.where.shown}: {meaning(problem, self.where)}."
                        ) from None
                    time.sleep(0.01)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that sees one state of the store."""
        with explain_errors(self.where), self._begun() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that is committed at its end, or leaves no trace."""
        with explain_errors(self.where), self._begun(writing=True) as connection:
            if connection.dialect.name == "postgresql":
                connection.execute(text(f"SET LOCAL lock_timeout = '{PATIENCE}s'"))
            yield connection

    @contextmanager
    def _begun(self, **how: bool) -> Iterator[Connection]:
        with self.engine.connect() as connection:
            connection = connection.execution_options(**how)
            if connection.dialect.name == "sqlite" and how.get("changing"):
                # A table that is made again is dropped first, and what points to it must stay.
                connection.connection.driver_connection.execute("PRAGMA foreign_keys = OFF")  # type: ignore[union-attr]
            with connection.begin():
                yield connection

    def close(self) -> None:
        """Let go of the database."""
        self.engine.dispose()


def _sqlite(path: Path) -> Engine:
    def connect() -> sqlite3.Connection:
        # Transactions are begun by us alone: the driver's own way does not lock before it reads.
        connection = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
        _settle(connection)
        return connection

    engine = create_engine("sqlite://", creator=connect, poolclass=NullPool)
    event.listen(engine, "begin", _begin)
    return engine


def _begin(connection: Connection) -> None:
    writing = connection.get_execution_options().get("writing")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


def _settle(connection: sqlite3.Connection) -> None:
    """Nothing points to nothing, and nothing is committed that is not on the disk."""
    connection.execute(f"PRAGMA busy_timeout = {PATIENCE * 1000}")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = FULL")


def _postgres(where: StoreLocation) -> Engine:
    try:
        import psycopg  # noqa: F401
    except ImportError:
        raise MissingLibrary(
            "A store in PostgreSQL needs psycopg: pip install 'concordant[postgres]'."
        ) from None
    options: dict[str, Any] = {"connect_timeout": 10, "application_name": "concordant"}
    given = {} if where.url is None else where.url.query
    try:
        return create_engine(
            where.url or "",
            poolclass=NullPool,
            connect_args={name: value for name, value in options.items() if name not in given},
        )
    except (TypeError, ValueError) as problem:
        problem_text = where.without_password(str(problem))
        raise InputError(f"The store {where.shown} cannot be opened: {problem_text}.") from None


MIGRATIONS = Path(__file__).parent / "migrations"


@dataclass(frozen=True)
class SchemaState:
    """Which migrations a database has seen: `revision` is the last, None where it has none of our tables."""

    revision: str | None
    strange: bool = False

    @property
    def current(self) -> bool:
        """Whether there is nothing to do."""
        return self.revision == HEAD


def standing(connection: Connection) -> SchemaState:
    """Which revision the tables of a database have, and whether they are of another program."""
    tables = set(inspect(connection).get_table_names())
    if VERSION_TABLE not in tables:
        return SchemaState(None, strange=bool(tables & set(metadata.tables)))
    return SchemaState(connection.scalar(select(named("version_num")).select_from(table(VERSION_TABLE))))


def check_known(found: SchemaState, where: StoreLocation, *, create: bool) -> None:
    """Complain of a store that is newer than we are, of tables that only look like ours, and of no store."""
    if found.revision is not None and found.revision not in REVISIONS:
        raise InputError(
            f"The store {where.shown} was made by a newer version of concordant (its tables have "
            f"version {found.revision}; this version reads up to {HEAD}): update concordant."
        )
    if found.strange:
        raise InputError(f"The tables in {where.shown} are not those of a store: name another database.")
    if found.revision is None and not create:
        raise InputError(f"There is no store at {where.shown} yet: adding a round creates one.")


def bring_up_to_date(connection: Connection, revision: str = HEAD) -> None:
    """Run the migrations that are missing, in the transaction that is open."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION}")
    command.upgrade(config, revision)
