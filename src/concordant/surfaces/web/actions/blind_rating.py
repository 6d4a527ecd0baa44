"""Blind rating: a rater sees one item of their own tasks at a time, and nothing that anybody said of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, func, insert, select

from ....errors import is_number
from ...store.repository import lock_name
from ...store.rows import storable
from ...store.store import Store
from ...store.web_schema import queue, queue_item, rating, task
from .events import record
from .identity import new_name, now
from .queues import Queue, find_queue
from .refusal import WebRefusal, not_found
from .tokens import find_token

#: A rating takes so many seconds at most; what is longer was no rating.
LONGEST_SECONDS = 3600.0


@dataclass(frozen=True, kw_only=True)
class RaterTask:
    """What a rater sees: the texts of one item, and what they gave it themselves when they come back.

    `item` is its name where there are no texts, so that the item can be found elsewhere.
    """

    place: int
    n_tasks: int
    n_done: int
    texts: Mapping[str, str]
    item: str | None
    own: Mapping[str, Mapping[str, Any]]
    client_id: str
    shown: str


@dataclass(frozen=True, kw_only=True)
class RaterSeat:
    """A rater at a queue."""

    queue: Queue
    rater: str


@dataclass(frozen=True, kw_only=True)
class GivenRating:
    """What a rater sends: for each dimension a value, or the reason why the item is skipped."""

    place: int
    client_id: str
    values: Mapping[str, str]
    seconds: float | None = None
    unsure: bool = False
    skipped: str = ""
    comment: str = ""


def seat_of(store: Store, secret: str) -> RaterSeat:
    """The rater whose link this is; anything else is not there."""
    found = find_token(store, secret, "rate")
    if found is None or found.queue_id is None:
        raise not_found("link")
    return RaterSeat(queue=find_queue(store, found.queue_id), rater=found.person)


def next_place(store: Store, seat: RaterSeat) -> tuple[int, int, int]:
    """The first task without a rating (behind the last where all have one), tasks done, all tasks."""
    with store.reading() as connection:
        return _next_place(connection, seat)


def _next_place(connection: Connection, seat: RaterSeat) -> tuple[int, int, int]:
    own = task.c.queue_id == seat.queue.id, task.c.rater == seat.rater
    given = select(rating.c.place).where(rating.c.queue_id == seat.queue.id, rating.c.rater == seat.rater)
    total = connection.scalar(select(func.count()).where(*own)) or 0
    open_places = select(func.min(task.c.place), func.count()).where(*own, task.c.place.not_in(given))
    first, left = connection.execute(open_places).one()
    return (total + 1 if first is None else int(first)), total - left, total


def task_at(store: Store, seat: RaterSeat, place: int | None = None) -> RaterTask | None:
    """The task at a place that was reached already, else the next one; None where all are done."""
    with store.reading() as connection:
        following, done, total = _next_place(connection, seat)
        at = following if place is None else min(max(place, 1), following)
        row = connection.execute(_task(seat, at)).first()
        if row is None:
            return None
        own = _own(connection, seat, at)
    texts = json.loads(row.shown)["texts"]
    item = None if texts else row.item
    return RaterTask(
        place=at,
        n_tasks=total,
        n_done=done,
        texts=texts,
        item=item,
        own=own,
        client_id=new_name(),
        shown=now(),
    )


def _task(seat: RaterSeat, place: int) -> Any:
    there = queue_item.c.queue_id == task.c.queue_id, queue_item.c.number == task.c.number
    source = task.join(queue_item, there[0] & there[1])
    own = task.c.queue_id == seat.queue.id, task.c.rater == seat.rater, task.c.place == place
    return select(queue_item.c.shown, queue_item.c.item).select_from(source).where(*own)


def _own(connection: Connection, seat: RaterSeat, place: int) -> dict[str, dict[str, Any]]:
    """The last that this rater gave here, by dimension."""
    own = rating.c.queue_id == seat.queue.id, rating.c.rater == seat.rater, rating.c.place == place
    columns = rating.c.dimension, rating.c.value, rating.c.unsure, rating.c.skipped, rating.c.comment
    rows = connection.execute(select(*columns).where(*own).order_by(rating.c.id)).mappings()
    return {row["dimension"]: {name: row[name] for name in row if name != "dimension"} for row in rows}


def give_rating(store: Store, seat: RaterSeat, given: GivenRating) -> bool:
    """Add what a rater gave; False where the same request was kept before, which changes nothing."""
    values = _checked(seat.queue, given)
    with store.writing() as connection:
        lock_name(connection, f"queue {seat.queue.id} {seat.rater}")
        state = select(queue.c.state).where(queue.c.id == seat.queue.id).with_for_update(read=True)
        if connection.scalar(state) != "open":
            raise WebRefusal(409, "queue-closed")
        same = rating.c.queue_id == seat.queue.id, rating.c.rater == seat.rater
        known = select(rating.c.id).where(*same, rating.c.client_id == given.client_id)
        if connection.execute(known).first() is not None:
            return False
        following, _, total = _next_place(connection, seat)
        if not 1 <= given.place <= min(following, total):
            raise WebRefusal(409, "not-this-item")
        connection.execute(insert(rating), [_row(seat, given, name, one) for name, one in values.items()])
        record(connection, seat.rater, "rating.given", seat.queue.id, place=given.place)
    return True


def _row(seat: RaterSeat, given: GivenRating, dimension: str, value: str | None) -> dict[str, Any]:
    seconds = given.seconds if is_number(given.seconds) else None
    return {
        "queue_id": seat.queue.id, "rater": seat.rater, "client_id": given.client_id, "place": given.place,
        "dimension": dimension, "value": value, "created": now(), "unsure": given.unsure,
        "skipped": storable(given.skipped)[:2000] or None,
        "comment": storable(given.comment)[:20_000] or None,
        "seconds": None if seconds is None else min(max(float(seconds), 0.0), LONGEST_SECONDS),
    }  # fmt: skip


def _checked(found: Queue, given: GivenRating) -> dict[str, str | None]:
    """A value of the scale for each dimension, or none for any where the item is skipped."""
    if not given.client_id or len(given.client_id) > 100 or not given.client_id.isprintable():
        raise WebRefusal(422, "client-id")
    names = found.settings["dimensions"]
    if given.skipped.strip():
        return dict.fromkeys(names)
    lacking = [name for name in names if not str(given.values.get(name, "")).strip()]
    if lacking or set(given.values) - set(names):
        raise WebRefusal(422, "every-dimension", {"names": lacking or sorted(set(given.values) - set(names))})
    return {name: allowed_value(str(given.values[name]).strip(), found.settings["values"]) for name in names}


def allowed_value(value: str, values: list[str] | None) -> str:
    """The value, where the scale has it."""
    if values is not None and value not in values:
        raise WebRefusal(422, "value", {"values": values})
    if values is None:
        try:
            number = float(value)
        except ValueError:
            raise WebRefusal(422, "number") from None
        if not is_number(number):
            raise WebRefusal(422, "number")
    return value
