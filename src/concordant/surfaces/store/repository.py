"""Finding rounds in the tables, and putting new ones there, inside a transaction that others have begun."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, func, insert, select, text
from sqlalchemy.dialects import postgresql, sqlite

from ...interpret.rounds import About, Mark
from .records import ProjectFacts, StoredRound
from .rows import strict_json
from .schema import mark, project, round_

#: Columns of a round that are fields of `StoredRound` as they are.
_SAME = ("name", "place", "generation", "n_items", "n_ratings", "content", "version")


def project_facts(connection: Connection) -> tuple[ProjectFacts, ...]:
    """All projects, by name."""
    projects: dict[str, list[StoredRound]] = {}
    for kept in kept_rounds(connection):
        projects.setdefault(kept.project, []).append(kept)
    found = {name: newest(rounds) for name, rounds in projects.items()}
    return tuple(
        ProjectFacts(name=name, n_rounds=len(rounds), last=rounds[-1].name, when=rounds[-1].about.when)
        for name, rounds in found.items()
    )


def kept_rounds(connection: Connection, name: str | None = None) -> tuple[StoredRound, ...]:
    """Every generation of every round of a project (or of all of them), by project, place and generation."""
    if name is not None and not can_be_stored(name):
        return ()
    which = project.c.name == name if name is not None else None
    marks: dict[int, dict[str, Mark]] = {}
    for row in connection.execute(_of_project(select(mark), which, mark.c.round_id).order_by(mark.c.what)):
        marks.setdefault(row.round_id, {})[row.what] = Mark(name=row.name, fingerprint=row.fingerprint)
    rows = connection.execute(_of_project(select(round_, project.c.name.label("project")), which))
    found = [_kept(row._mapping, marks.get(row.id, {})) for row in rows]
    return tuple(sorted(found, key=lambda kept: (kept.project, kept.place, kept.generation)))


def _of_project(wanted: Any, which: ColumnElement[bool] | None, round_id: Any = round_.c.id) -> Any:
    source = project.join(round_, round_.c.project_id == project.c.id)
    if round_id is not round_.c.id:
        source = source.join(mark, mark.c.round_id == round_.c.id)
    wanted = wanted.select_from(source)
    return wanted if which is None else wanted.where(which)


def _kept(row: Any, marks: dict[str, Mark]) -> StoredRound:
    return StoredRound(
        project=row["project"],
        about=About(when=row["added"], who=row["who"], note=row["note"], marks=marks),
        options=json.loads(row["options"]),
        goal=None if row["goal"] is None else json.loads(row["goal"]),
        **{name: row[name] for name in _SAME},
    )


def newest(rounds: Sequence[StoredRound]) -> tuple[StoredRound, ...]:
    """The last generation of each round of one project, in order of place."""
    return tuple({kept.place: kept for kept in rounds}.values())


def id_of(connection: Connection, kept: StoredRound) -> int | None:
    """The key of a round, where it is in the store."""
    wanted = select(round_.c.id).join(project, round_.c.project_id == project.c.id)
    return connection.scalar(
        wanted.where(
            project.c.name == kept.project,
            round_.c.name == kept.name,
            round_.c.generation == kept.generation,
            round_.c.content == kept.content,
        )
    )


def locked_projects(connection: Connection, names: Iterable[str]) -> dict[str, int]:
    """The keys of projects, made where there are none; other writers to them wait until this one is done.

    They are taken in one order, so that no two writers wait for each other.
    """
    made = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    keys: dict[str, int] = {}
    for name in sorted(set(names)):
        connection.execute(made(project).values(name=name).on_conflict_do_nothing())
        wanted = select(project.c.id).where(project.c.name == name).with_for_update()
        keys[name] = int(connection.execute(wanted).scalar_one())
    return keys


def lock_name(connection: Connection, name: str) -> None:
    """Let nobody else hold this name until the transaction ends; SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        number = int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big", signed=True)
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": number})


def next_place(connection: Connection, project_id: int) -> int:
    """One more than the last."""
    last = connection.scalar(select(func.max(round_.c.place)).where(round_.c.project_id == project_id))
    return (last or 0) + 1


def put_round(connection: Connection, project_id: int, kept: StoredRound) -> int:
    """Write the row of a round and its marks; its key."""
    about = kept.about
    row = {
        "project_id": project_id,
        "added": about.when,
        "who": about.who,
        "note": about.note,
        "options": strict_json(kept.options),
        "goal": None if kept.goal is None else strict_json(kept.goal),
        **{name: getattr(kept, name) for name in _SAME},
    }
    key = connection.execute(insert(round_).values(**row).returning(round_.c.id)).scalar_one()
    marks = [
        {"round_id": key, "what": what, "name": one.name, "fingerprint": one.fingerprint}
        for what, one in about.marks.items()
    ]
    if marks:
        connection.execute(insert(mark), marks)
    return int(key)


def can_be_stored(name: str) -> bool:
    """Whether a name is text that a database can hold, and not half a pair of UTF-16."""
    return name.encode("utf-8", "ignore").decode("utf-8") == name
