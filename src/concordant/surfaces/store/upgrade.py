"""Bringing the tables of a store up to date, by the migrations that come along."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, inspect, select, table
from sqlalchemy import column as named

from ...errors import InputError
from .location import Where
from .schema import HEAD, REVISIONS, VERSION_TABLE, metadata
from .sqlite_file import APPLICATION

MIGRATIONS = Path(__file__).parent / "migrations"


@dataclass(frozen=True)
class Standing:
    """Which migrations a database has seen: `revision` is the last, None where it has none of our tables."""

    revision: str | None
    strange: bool = False

    @property
    def current(self) -> bool:
        """Whether there is nothing to do."""
        return self.revision == HEAD


def standing(connection: Connection) -> Standing:
    """What is there."""
    tables = set(inspect(connection).get_table_names())
    if VERSION_TABLE not in tables:
        return Standing(None, strange=bool(tables & set(metadata.tables)))
    return Standing(connection.scalar(select(named("version_num")).select_from(table(VERSION_TABLE))))


def check_known(found: Standing, where: Where, *, create: bool) -> None:
    """Complain of a store that is newer than we are, of tables that only look like ours, and of no store."""
    if found.revision is not None and found.revision not in REVISIONS:
        raise InputError(
            f"The store {where.shown} was made by a newer version of concordant (its tables are of "
            f"{found.revision}, and this version knows up to {HEAD}): update concordant."
        )
    if found.strange:
        raise InputError(f"The tables in {where.shown} are not those of a store: name another database.")
    if found.revision is None and not create:
        raise InputError(f"There is no store at {where.shown} yet: adding a round makes one.")


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
