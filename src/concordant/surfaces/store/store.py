"""The store: rounds of projects with their ratings and studies, added whole or not at all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from sqlalchemy import Connection

from ...arguments import check_arguments
from ...errors import InputError, OptionError
from ...interpret.study import Study
from ...quote import quote
from ...ratings.packed import unpack
from ...ratings.ratings import Ratings
from ...report.write_file import check_named
from .add_round import added
from .archive import load_file, write_file
from .connection import StoreConnection
from .errors import unknown_project, unknown_round
from .location import whereabouts
from .prepare import ready
from .records import Loaded, NewRound, ProjectFacts, StoredRound
from .repository import id_of, kept_rounds, locked_projects, newest, project_facts
from .rows import get_pieces, study_of


class Store:
    """Rounds in a SQLite file or a PostgreSQL database: `Store("rounds.db")`, `Store("postgresql://…")`.

    It is made where there is none, unless `create` is False, and brought up to date where it is older.
    `where` says which it is, without a password.
    """

    @check_arguments
    def __init__(self, place: str | Path, *, create: bool = True) -> None:
        self._opened = StoreConnection(whereabouts(place), create=create)
        self.where = self._opened.where.shown

    def reading(self) -> AbstractContextManager[Connection]:
        """A transaction that sees one state of all tables."""
        return self._opened.reading()

    def writing(self) -> AbstractContextManager[Connection]:
        """A transaction that is committed at its end, or leaves no trace."""
        return self._opened.writing()

    def projects(self) -> tuple[ProjectFacts, ...]:
        """All projects, by name."""
        with self._opened.reading() as connection:
            return project_facts(connection)

    @check_arguments
    def rounds(self, project: str) -> tuple[StoredRound, ...]:
        """The rounds of a project in order, the newest generation of each; none for a project without."""
        with self._opened.reading() as connection:
            return newest(kept_rounds(connection, project))

    @check_arguments
    def round(self, project: str, name: str) -> StoredRound:
        """One round, the newest generation of it."""
        rounds = {kept.name: kept for kept in self.rounds(project)}
        if not rounds:
            raise unknown_project(project, [p.name for p in self.projects()], self.where)
        if name not in rounds:
            raise unknown_round(name, list(rounds), project)
        return rounds[name]

    @check_arguments
    def generations(self, project: str, name: str) -> tuple[StoredRound, ...]:
        """One round as it was and as it is: every generation of it, the oldest first."""
        self.round(project, name)
        with self._opened.reading() as connection:
            return tuple(kept for kept in kept_rounds(connection, project) if kept.name == name)

    @check_arguments
    def ratings(self, kept: StoredRound) -> Ratings:
        """The ratings of a round, all of them, as they were added."""
        data = self._pieces(kept, "ratings")
        with self._read(kept):
            return unpack(data)

    @check_arguments
    def study(self, kept: StoredRound) -> Study:
        """The study that was made when the round was added."""
        data = self._pieces(kept, "study")
        with self._read(kept):
            return study_of(data)

    @contextmanager
    def _read(self, kept: StoredRound) -> Iterator[None]:
        """Name the round whose bytes are damaged."""
        try:
            yield
        except InputError as problem:
            raise InputError(
                f"Round {quote(kept.name)} of project {quote(kept.project)} in {self.where} cannot be read: "
                f"{problem}"
            ) from None

    def _pieces(self, kept: StoredRound, what: str) -> bytes:
        with self._opened.reading() as connection:
            key = id_of(connection, kept)
            if key is None:
                raise OptionError(f"The store {self.where} no longer has the round {quote(kept.name)}.")
            return get_pieces(connection, key, what)

    @check_arguments
    def add(
        self, new: Sequence[NewRound], *, replace: bool = False, ratings_only: bool = False
    ) -> tuple[StoredRound, ...]:
        """Add rounds, all of them or, should anything go wrong, none.

        One that is there already with the same ratings, marks, options and goal is left as it is and handed
        back; with `ratings_only`, where the ratings are the same, whatever else is said of it. With others it
        is refused, unless `replace` says to keep it as the next generation of the round.
        """
        prepared = [ready(one) for one in new]
        with self._opened.writing() as connection:
            keys = locked_projects(connection, (one.kept.project for one in prepared))
            return tuple(
                added(connection, keys[one.kept.project], one, again=replace, ratings_only=ratings_only)
                for one in prepared
            )

    @check_arguments
    def export(self, path: str | Path, project: str | None = None, *, force: bool = False) -> Path:
        """Write all rounds, or those of a project, to one file that `load` reads."""
        check_named(path)
        return write_file(self._opened, Path(path), project, force=force)

    @check_arguments
    def load(self, path: str | Path) -> Loaded:
        """Add the rounds of a file that `export` wrote, all that are not here yet, or none."""
        return load_file(self._opened, Path(path))

    def close(self) -> None:
        """Let go of the file or the server."""
        self._opened.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Store({self.where!r})"
