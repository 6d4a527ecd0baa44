"""Errors of the store: a database that cannot be used, a project or round that is not there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from ...errors import InputError, OptionError
from ...quote import quote
from ...suggestion import hint
from .location import StoreLocation

#: What a driver's words mean for the user; the first that fits is said.
_MEANINGS = {
    "database or disk is full": "the disk is full; nothing was changed",
    "no space left": "its disk is full; nothing was changed",
    "readonly database": "it cannot be written to; check who may write the file and its folder",
    "unable to open database file": "the file cannot be opened; check its permissions and its folder's",
    "database is locked": "another program has been writing to it for a minute; try again",
    "lock timeout": "another program has been writing to it for a minute; try again",
    "disk i/o error": "its disk could not be read or written",
    "malformed": "the file is damaged; restore its latest backup, or load a file made by export",
    "not a database": "the file is damaged or is not a store",
    "password authentication failed": "the server does not accept this user and password",
    "no password supplied": "the server asks for a password, but none was given",
    "does not exist": "the server has no such database or user",
    "could not translate host name": "there is no such server",
    "name or service not known": "there is no such server",
    "connection refused": "no server answers there",
    "no such file or directory": "no server answers there",
    "timeout expired": "the server does not answer",
    "connection timeout": "the server does not answer",
    "permission denied": "this user has no access to its tables",
    "read-only transaction": "the server is read-only",
}


@contextmanager
def explain_errors(where: StoreLocation) -> Iterator[None]:
    """Turn what the database says into one sentence that names the store."""
    try:
        yield
    except SQLAlchemyError as problem:
        cause = problem.orig if isinstance(problem, DBAPIError) and problem.orig is not None else problem
        raise InputError(f"The store {where.shown}: {meaning(cause, where)}.") from None


def meaning(cause: BaseException, where: StoreLocation) -> str:
    """What a driver's complaint means, without a password."""
    text = " ".join(str(cause).split())
    for words, explanation in _MEANINGS.items():
        if words in text.lower():
            return explanation
    return where.without_password(text)[:200].rstrip(".")


#: How many names a complaint lists.
_SHOWN = 8


def unknown_project(name: str, known: Sequence[str], where: str) -> OptionError:
    """A project that the store at `where` does not have."""
    return _unknown(f"project {quote(name)} in {where}", name, known, "projects")


def unknown_round(name: str, known: Sequence[str], project: str) -> OptionError:
    """A round that the project does not have."""
    return _unknown(f"round {quote(name)} in project {quote(project)}", name, known, "rounds")


def _unknown(what: str, name: str, known: Sequence[str], called: str) -> OptionError:
    shown = ", ".join(map(quote, known[-_SHOWN:])) or "none yet"
    more = "…, " * (len(known) > _SHOWN)
    return OptionError(f"There is no {what}.{hint(name, known)} The {called} are: {more}{shown}.")
