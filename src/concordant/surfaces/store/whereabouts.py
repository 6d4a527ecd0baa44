"""Where a store is: a file, or the address of a database; and how that is shown, without a password."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from ...errors import OptionError

_POSTGRES = ("postgresql", "postgres")
_LIKE = "name a file, or an address such as postgresql://user@host:5432/database"


@dataclass(frozen=True)
class Where:
    """One of both: `path` of a SQLite file or `url` of a PostgreSQL database. `shown` holds no password."""

    shown: str
    path: Path | None = None
    url: URL | None = None

    def without_password(self, said: str) -> str:
        """What a driver said, with the password taken out should it be in there."""
        secrets = [] if self.url is None else [self.url.password, self.url.query.get("password")]
        for secret in secrets:
            if secret:
                said = said.replace(str(secret), "***")
        return said


def whereabouts(place: str | Path) -> Where:
    """Understand what a user named as the store."""
    said = str(place)
    if not said.strip():
        raise OptionError(f"The place of the store is empty: {_LIKE}.")
    kind, colon, rest = said.partition("://")
    if isinstance(place, Path) or not colon:
        return _file(Path(said))
    if kind == "sqlite":
        return _file(Path(rest.removeprefix("/")))
    if kind.partition("+")[0] not in _POSTGRES:
        raise OptionError(f"A store is kept in SQLite or PostgreSQL, not in {kind!r}: {_LIKE}.")
    return _database(said)


def _file(path: Path) -> Where:
    if "\0" in str(path):
        raise OptionError("The name of the store's file has a character that no file name can have.")
    return Where(str(path), path=path.expanduser().absolute())


def _database(said: str) -> Where:
    try:
        url = make_url(said).set(drivername="postgresql+psycopg")
    except (ArgumentError, ValueError):
        raise OptionError("The address must look like postgresql://user@host:5432/database.") from None
    user = f"{url.username}@" if url.username else ""
    host = url.host or next(iter(_listed(url.query.get("host"))), "")
    port = f":{url.port}" if url.port else ""
    return Where(f"postgresql://{user}{host}{port}/{url.database or ''}", url=url)


def _listed(value: str | tuple[str, ...] | None) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else value or ()
