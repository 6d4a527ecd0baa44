"""What an event was about, by the names that people know, and where that is found."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Select, select

from ...store.schema import project
from ...store.store import Store
from ...store.web_schema import job, queue, share, token, upload
from .events import Event


@dataclass(frozen=True, kw_only=True)
class EventSubject:
    """`names` are those of people, files, projects and rounds, `kind` that of a job.

    `parts` are the segments of an address of this server, none where nothing is left to see; `was` has what
    a limit was and is, by its name.
    """

    names: tuple[str, ...] = ()
    kind: str = ""
    role: str = ""
    parts: tuple[str, ...] = ()
    was: Mapping[str, Sequence[float]] = field(default_factory=dict)


def event_subjects(store: Store, folder: Path, found: Sequence[Event]) -> tuple[EventSubject, ...]:
    """The subject of each event; `folder` is that of uploads."""
    with store.reading() as connection:
        known = {
            name: {row["id"]: dict(row) for row in connection.execute(_rows(found, name)).mappings()}
            for name in _TABLES
        }
        projects = _named(connection, found)
    return tuple(_subject(one, known, projects, folder) for one in found)


_TABLES = {
    "job": select(job.c.id, job.c.kind, job.c.payload),
    "queue": select(queue.c.id, queue.c.name, project.c.name.label("project")).join(project),
    "share": select(share.c.id, share.c.round, project.c.name.label("project")).join(project),
    "token": select(token.c.id, token.c.person, token.c.label),
    "upload": select(upload.c.id, upload.c.name),
}
_OF_TABLE = {"job": job, "queue": queue, "share": share, "token": token, "upload": upload}
#: Which table the subject of an action is in, where it is not named as the action is.
_IN = {"rating": "queue"}


def _rows(found: Sequence[Event], name: str) -> Select[Any]:
    keys = {one.subject for one in found if _table(one) == name}
    return _TABLES[name].where(_OF_TABLE[name].c.id.in_(keys))


def _table(one: Event) -> str:
    about = one.action.partition(".")[0]
    return _IN.get(about, about)


def _named(connection: Connection, found: Sequence[Event]) -> set[str]:
    """The projects of events that are there still."""
    names = {one.project for one in found if one.project is not None}
    return set(connection.execute(select(project.c.name).where(project.c.name.in_(names))).scalars())


Rows = Mapping[str, Mapping[str, Any]]


def _subject(one: Event, known: Mapping[str, Rows], projects: set[str], folder: Path) -> EventSubject:
    table = _table(one)
    if table in known:
        row = known[table].get(one.subject)
        return EventSubject() if row is None else _OF_ROW[table](row, folder)
    if table == "person":
        role = str(one.facts.get("role", ""))
        return EventSubject(names=(one.subject,), role=role, parts=("settings",))
    if table == "limits":
        was = {name: both for name, both in one.facts.items() if isinstance(both, list)}
        return EventSubject(was=was, parts=("settings",))
    return _of_project(one, table, projects)


def _of_project(one: Event, table: str, projects: set[str]) -> EventSubject:
    """A round, a decision or the goal of a project."""
    if one.project is None:
        return EventSubject(names=(one.subject,))
    below = {"round": ("r", one.subject), "decision": ("items", one.subject), "goal": ("goals",)}[table]
    names = (one.project,) if table == "goal" else (one.project, one.subject)
    return EventSubject(names=names, parts=("p", one.project, *below) if one.project in projects else ())


def _job(row: Mapping[str, Any], folder: Path) -> EventSubject:
    payload = json.loads(row["payload"])
    names = tuple(str(payload[name]) for name in ("project", "round") if payload.get(name))
    return EventSubject(names=names, kind=row["kind"], parts=("jobs", row["id"]))


def _queue(row: Mapping[str, Any], folder: Path) -> EventSubject:
    return EventSubject(names=(row["project"], row["name"]), parts=("p", row["project"], "queues", row["id"]))


def _share(row: Mapping[str, Any], folder: Path) -> EventSubject:
    return EventSubject(names=(row["project"], row["round"]), parts=("p", row["project"], "shares"))


def _token(row: Mapping[str, Any], folder: Path) -> EventSubject:
    names = tuple(name for name in (row["person"], row["label"]) if name)
    return EventSubject(names=names, parts=("settings",))


def _upload(row: Mapping[str, Any], folder: Path) -> EventSubject:
    """A file, which is kept for some days only."""
    there = (folder / row["id"] / row["name"]).is_file()
    return EventSubject(names=(row["name"],), parts=("uploads", row["id"]) if there else ())


_OF_ROW: Mapping[str, Callable[[Mapping[str, Any], Path], EventSubject]] = {
    "job": _job, "queue": _queue, "share": _share, "token": _token, "upload": _upload,
}  # fmt: skip
