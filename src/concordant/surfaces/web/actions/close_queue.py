"""Closing a queue: what was rated or decided becomes a round of the project, once and for all."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from sqlalchemy import update

from ....errors import ConcordantError
from ...store.prepare import checked_name
from ...store.store import Store
from ...store.web_schema import queue
from ...track.project import Project
from .events import record
from .identity import now
from .queue_file import GOLD, Line, queue_csv, queue_lines
from .queues import Queue, find_queue
from .refusal import WebRefusal


def close_queue(
    store: Store,
    who: str,
    key: str,
    round_name: str,
    *,
    unanimous: bool = True,
    tell: Callable[[str, float], None] | None = None,
) -> str:
    """Write the round of a queue and close it; the name of the round.

    First nothing more is taken, then the round is added, then the queue is closed. Stopped in between, it is
    closing, and closing it again adds the same round.
    """
    name = checked_name("round", round_name)
    found = _freeze(store, who, key)
    if found.state == "closed":
        return found.round or name
    try:
        lines, reading = queue_lines(store, found, unanimous=unanimous)
        _check(found, lines)
        _add(store, who, found, name, lines, reading, tell)
    except (ConcordantError, WebRefusal):
        _set_state(store, found, "open")
        raise
    with store.writing() as connection:
        values = {"state": "closed", "closed": now(), "round": name}
        connection.execute(update(queue).where(queue.c.id == key).values(**values))
        record(connection, who, "queue.closed", key, project=found.project, round=name)
    return name


def _freeze(store: Store, who: str, key: str) -> Queue:
    found = find_queue(store, key)
    if found.state == "open":
        _set_state(store, found, "closing")
    return find_queue(store, key)


def _set_state(store: Store, found: Queue, state: str) -> None:
    with store.writing() as connection:
        here = update(queue).where(queue.c.id == found.id, queue.c.state != "closed")
        connection.execute(here.values(state=state))


def _check(found: Queue, lines: list[Line]) -> None:
    own = [line for line in lines if found.kind == "rate" or line["rater"] == GOLD]
    if not any(line["score"] != "" for line in own if line["rater_kind"] in ("human", "gold")):
        raise WebRefusal(409, "nothing-rated")


def _add(
    store: Store, who: str, found: Queue, name: str, lines: list[Line], reading: Mapping[str, Any], tell: Any
) -> None:
    """A round of the ratings, made as one of an added file is: read, studied, and kept."""
    options = dict(reading)
    if found.kind == "adjudicate":
        options["reference"] = GOLD
    with tempfile.TemporaryDirectory(prefix="concordant-") as folder:
        path = Path(folder) / "queue.csv"
        path.write_text(queue_csv(lines), encoding="utf-8", newline="")
        if tell is not None:
            options["tell"] = tell
        Project(found.project, store).add(path, round=name, who=who, note=found.name, **options)
