"""Looking at the file of a store before it is opened, so that nothing is done to a file that is not ours."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

from ...errors import InputError, OptionError
from ...quote import shorten
from .errors import meaning
from .location import LONGEST_SHOWN, StoreLocation

#: What the file of a store says it is: "CCDT" in the header of SQLite.
APPLICATION = 0x43434454


def files_of(where: StoreLocation) -> tuple[Path, ...]:
    """The file of a store, and those that SQLite keeps beside it while it is in use."""
    path = where.path
    return () if path is None else tuple(Path(f"{path}{end}") for end in ("", "-wal", "-shm", "-journal"))


def check_file(where: StoreLocation, *, create: bool) -> None:
    """Complain where there is no store and none can be made, or where the file is something else."""
    path = where.path or Path()
    try:
        if not path.exists():
            _check_new(where, path, create=create)
        elif path.is_dir():
            raise OptionError(f"{where.shown} is a folder: name the file of the store in it.")
        elif path.stat().st_size:
            _check_ours(where, path)
    except OSError as problem:
        reason = problem.strerror or problem
        raise InputError(f"The store {where.shown} cannot be opened: {reason}.") from None
    except sqlite3.Error as problem:
        raise InputError(f"The store {where.shown}: {meaning(problem, where)}.") from None


def _check_new(where: StoreLocation, path: Path, *, create: bool) -> None:
    if not create:
        raise InputError(f"There is no store at {where.shown} yet: adding a round creates one.")
    if not path.parent.is_dir():
        folder = shorten(str(path.parent), LONGEST_SHOWN)
        raise InputError(f"The store {where.shown} cannot be created: there is no folder {folder}.")
    if not os.access(path.parent, os.W_OK | os.X_OK):
        raise InputError(f"The store {where.shown} cannot be created: its folder cannot be written to.")


def _check_ours(where: StoreLocation, path: Path) -> None:
    """Asked by SQLite alone: were its file opened and closed here, all our locks on it would be let go."""
    try:
        ours = _is_ours(path, "ro")
    except sqlite3.OperationalError:
        # Whoever made it was stopped, and what is half written is taken back first.
        ours = _is_ours(path, "rw")
    if ours is None:
        raise InputError(
            f"{where.shown} is not a concordant store and was left unchanged: name another file."
        )
    if not ours:
        raise InputError(
            f"{where.shown} is a database of another program, and was left unchanged: name another file."
        )


def _is_ours(path: Path, mode: str) -> bool | None:
    """Whether a database is a store, or has nothing in it yet; None where the file is no database."""
    with closing(sqlite3.connect(f"file:{quote(str(path))}?mode={mode}", uri=True, timeout=60)) as connection:
        try:
            (known,) = connection.execute("PRAGMA application_id").fetchone()
            (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except sqlite3.DatabaseError as problem:
            if "not a database" in str(problem):
                return None
            raise
    return bool(not tables or known == APPLICATION)
