"""Where a store is: a file, or the address of a database, which is shown without its password."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from ...errors import OptionError
from ...quote import quote, shorten
from .address import LIKE, check_file_name, is_address

#: Signs of a path that messages show at most.
LONGEST_SHOWN = 300

_POSTGRES = ("postgresql", "postgres")
_PASSWORDS = ("password", "sslpassword")


@dataclass(frozen=True)
class StoreLocation:
    """One of both: `path` of a SQLite file or `url` of a PostgreSQL database. `shown` holds no password."""

    shown: str
    path: Path | None = None
    url: URL | None = None

    def without_password(self, text: str) -> str:
        """What a driver said, with the password taken out should it be in there."""
        for secret in self.secrets:
            text = text.replace(secret, "***")
        return text

    @property
    def secrets(self) -> tuple[str, ...]:
        """The passwords in the address."""
        if self.url is None:
            return ()
        values = (one for name in _PASSWORDS for one in _listed(self.url.query.get(name)))
        return tuple(str(secret) for secret in (self.url.password, *values) if secret)


def whereabouts(place: str | Path) -> StoreLocation:
    """Understand what a user named as the store."""
    text = str(place)
    if not text.strip():
        raise OptionError(f"The location of the store is empty: {LIKE}.")
    kind, _, rest = text.partition("://")
    if not is_address(place):
        return _file(Path(text))
    if kind == "sqlite":
        return _file(Path(rest.removeprefix("/")))
    if kind.partition("+")[0] not in _POSTGRES:
        shown = f"not in {quote(kind)}" if re.fullmatch(r"[\w+.-]+", kind) else "not at another address"
        raise OptionError(f"A store is kept in SQLite or PostgreSQL, {shown}: {LIKE}.")
    return _database(text)


def _file(path: Path) -> StoreLocation:
    check_file_name(path)
    if "\0" in str(path):
        raise OptionError(
            "The name of the store's file contains a character that is not allowed in file names."
        )
    return StoreLocation(shorten(str(path), LONGEST_SHOWN), path=path.expanduser().absolute())


def _database(text: str) -> StoreLocation:
    try:
        url = make_url(text).set(drivername="postgresql+psycopg")
    except (ArgumentError, ValueError):
        raise OptionError("The address must look like postgresql://user@host:5432/database.") from None
    if "@" in f"{url.host or ''}{url.database or ''}":
        raise OptionError("The address of the store has more than one @: in a password, write %40 for it.")
    user = f"{url.username}@" if url.username else ""
    host = url.host or next(iter(_listed(url.query.get("host"))), "")
    port = f":{url.port}" if url.port else ""
    return StoreLocation(f"postgresql://{user}{host}{port}/{url.database or ''}", url=url)


def _listed(value: str | tuple[str, ...] | None) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else value or ()
