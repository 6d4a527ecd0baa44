"""Every write leaves an event, in the transaction that makes it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, insert, select

from ...store.rows import storable, strict_json
from ...store.store import Store
from ...store.web_schema import event
from .identity import now

#: So many events are listed.
LISTED = 200


@dataclass(frozen=True, kw_only=True)
class Event:
    """Who did what, to which thing, and when."""

    id: int
    at: str
    who: str
    action: str
    subject: str
    project: str | None
    facts: Mapping[str, Any]


def record(
    connection: Connection, who: str, action: str, subject: str, *, project: str | None = None, **facts: Any
) -> None:
    """Write an event in an open transaction."""
    row = {
        "at": now(), "who": storable(who), "action": action, "subject": storable(subject),
        "project": None if project is None else storable(project), "facts": strict_json(facts),
    }  # fmt: skip
    connection.execute(insert(event), row)


def events(store: Store, *, project: str | None = None, subject: str | None = None) -> tuple[Event, ...]:
    """The last events, the newest first."""
    wanted = select(event).order_by(event.c.id.desc()).limit(LISTED)
    if project is not None:
        wanted = wanted.where(event.c.project == project)
    if subject is not None:
        wanted = wanted.where(event.c.subject == subject)
    with store.reading() as connection:
        rows = connection.execute(wanted).mappings().all()
    return tuple(Event(**{**row, "facts": json.loads(row["facts"])}) for row in rows)
