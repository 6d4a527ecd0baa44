"""What databases complain about, as one sentence each."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from ...errors import InputError
from .location import Where

#: What a driver's words mean for the user; the first that fits is said.
_SAID = {
    "database or disk is full": "the disk is full; nothing was changed",
    "no space left": "its disk is full; nothing was changed",
    "readonly database": "it cannot be written to; check who may write the file and its folder",
    "unable to open database file": "the file cannot be opened; check who may use it and its folder",
    "database is locked": "another program has been writing to it for a minute; try again",
    "lock timeout": "another program has been writing to it for a minute; try again",
    "disk i/o error": "its disk could not be read or written",
    "malformed": "the file is damaged; take the last copy of it, or a file made by export",
    "not a database": "the file is damaged or is no store",
    "password authentication failed": "the server does not accept this user and password",
    "no password supplied": "the server asks for a password and none was given",
    "does not exist": "the server has no such database or user",
    "could not translate host name": "there is no such server",
    "name or service not known": "there is no such server",
    "connection refused": "no server answers there",
    "no such file or directory": "no server answers there",
    "timeout expired": "the server does not answer",
    "connection timeout": "the server does not answer",
    "permission denied": "this user may not use its tables",
    "read-only transaction": "the server only lets read",
}


@contextmanager
def said_in_words(where: Where) -> Iterator[None]:
    """Turn what the database says into one sentence that names the store."""
    try:
        yield
    except SQLAlchemyError as problem:
        cause = problem.orig if isinstance(problem, DBAPIError) and problem.orig is not None else problem
        raise InputError(f"The store {where.shown}: {meaning(cause, where)}.") from None


def meaning(cause: BaseException, where: Where) -> str:
    """What a driver's complaint means, without a password."""
    said = " ".join(str(cause).split())
    for words, told in _SAID.items():
        if words in said.lower():
            return told
    return where.without_password(said)[:200].rstrip(".")
