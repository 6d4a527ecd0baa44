"""Queues: which items people rate blindly, in which order, or which disputed ones somebody decides on."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from sqlalchemy import Connection, RowMapping, Select, func, insert, select

from ....errors import OptionError, choose
from ....planning.assign_raters import assign
from ....planning.rating_order import rating_order
from ....quote import quote
from ....ratings.ratings import Ratings
from ...store.prepare import checked_name
from ...store.repository import locked_projects
from ...store.rows import storable, strict_json
from ...store.schema import project as projects
from ...store.store import Store
from ...store.web_schema import decision, queue, queue_item, rating, task, token
from ...track.stored_rounds import one_of, rounds_in
from .choose_queue_items import (
    QueueItem,
    QueueRule,
    blind_columns,
    chosen_items,
    dimensions_of,
    disputed_items,
    rate_items,
    scale_values,
    shown_facts,
)
from .events import record
from .identity import new_name, now
from .refusal import WebRefusal, not_found
from .tokens import checked_person, put_token

QueueKind = Literal["rate", "adjudicate"]


@dataclass(frozen=True, kw_only=True)
class QueueRequest:
    """What a queue is to be: items by name or by rule, of which round, and for rating by whom and how often.

    `columns` are the text and slice columns that are shown (where None, the texts that no judge wrote),
    `values` what may be given (where None, what the round has). `comments` shows adjudicators what raters
    wrote, without names of raters.
    """

    kind: QueueKind
    project: str
    name: str
    round: str | None = None
    items: Sequence[str] | None = None
    rule: QueueRule = "all"
    n: int | None = None
    raters: Sequence[str] = ()
    per_item: float = 2.0
    repeats: float = 0.1
    seed: int = 0
    rubric: str = ""
    dimensions: Sequence[str] | None = None
    values: Sequence[str] | None = None
    columns: Sequence[str] | None = None
    comments: bool = False
    longest: int = 20_000


@dataclass(frozen=True, kw_only=True)
class Queue:
    """A queue as it stands; `settings` has its round, raters, values, dimensions, rubric, seed."""

    id: str
    project: str
    kind: QueueKind
    name: str
    state: str
    settings: Mapping[str, Any]
    owner: str
    created: str
    closed: str | None
    round: str | None


def make_queue(store: Store, who: str, request: QueueRequest) -> tuple[Queue, dict[str, str]]:
    """A new queue, and for each rater the secret of their link, which is shown this once."""
    choose("kind", request.kind, ("rate", "adjudicate"))
    name = checked_name("queue", request.name)
    source = one_of(rounds_in(store, request.project), request.round)
    ratings = store.ratings(source)
    columns = _columns(ratings, request.columns)
    rule: QueueRule = "disputed" if request.kind == "adjudicate" and request.rule == "all" else request.rule
    names = chosen_items(ratings, items=request.items, rule=rule, n=request.n, seed=request.seed)
    if request.kind == "adjudicate":
        items = disputed_items(ratings, names, columns, longest=request.longest, comments=request.comments)
    else:
        items = rate_items(ratings, names, columns, longest=request.longest)
    settings = _settings(request, source.name, ratings)
    tasks = _tasks(request, len(items), settings["raters"]) if request.kind == "rate" else []
    key, label = new_name(), f"{request.project} · {name}"
    with store.writing() as connection:
        keys = locked_projects(connection, [request.project])
        row = {
            "id": key, "project_id": keys[request.project], "kind": request.kind, "name": name,
            "state": "open", "settings": strict_json(settings), "owner": who, "created": now(),
        }  # fmt: skip
        connection.execute(insert(queue), row)
        _put_items(connection, key, items, tasks)
        links = {one: put_link(connection, who, key, one, label) for one in settings["raters"]}
        facts = {"items": len(items), "kind": request.kind}
        record(connection, who, "queue.made", key, project=request.project, **facts)
    return find_queue(store, key), links


def _columns(ratings: Ratings, columns: Sequence[str] | None) -> list[str]:
    """The columns that are shown; without any, nobody could tell what to rate."""
    if columns is None:
        return blind_columns(ratings)
    if not columns:
        raise WebRefusal(422, "no-columns")
    for name in columns:
        choose("a text column", name, (*ratings.texts, *ratings.slices))
    return list(dict.fromkeys(columns))


def _settings(request: QueueRequest, source: str, ratings: Ratings) -> dict[str, Any]:
    """What the queue goes by; what was not said is taken from the round."""
    raters = list(dict.fromkeys(map(checked_person, request.raters)))
    if request.kind == "rate" and not raters:
        raise OptionError("A queue for rating needs at least one rater.")
    if taken := sorted(set(raters) & set(_judges(ratings))):
        raise OptionError(
            f"{quote(taken[0])} is the name of a judge in this round: give the rater another name."
        )
    values = scale_values(ratings) if request.values is None else list(map(str, request.values))
    return {
        "round": source, "raters": raters if request.kind == "rate" else [], "values": values,
        "dimensions": list(request.dimensions or dimensions_of(ratings)), "rubric": storable(request.rubric),
        "per_item": request.per_item, "repeats": request.repeats, "seed": request.seed,
    }  # fmt: skip


def _judges(ratings: Ratings) -> list[str]:
    kinds = zip(ratings.raters, ratings.rater_kinds, strict=True)
    return [name for name, kind in kinds if kind in ("judge", "code")]


def _tasks(request: QueueRequest, n_items: int, raters: Sequence[str]) -> list[tuple[str, int, int, int]]:
    """(rater, place, item, repeat): balanced blocks that link all raters, in a seeded order for each."""
    rng = np.random.default_rng(request.seed)
    if not 1 <= request.per_item <= 1000 or not 0 <= request.repeats <= 1:
        raise OptionError("per_item must be at least 1, and repeats a share from 0 to 1.")
    blocks = assign([()] * n_items, raters, min(request.per_item, len(raters)), rng)
    tasks = []
    for number, rater in enumerate(raters):
        own = [item for item, block in enumerate(blocks) if number in block]
        order = rating_order(own, request.repeats, rng)
        tasks += [(rater, place, item, again) for place, (item, again) in enumerate(order, 1)]
    return tasks


def _put_items(
    connection: Connection, key: str, items: Sequence[QueueItem], tasks: Sequence[tuple[str, int, int, int]]
) -> None:
    rows = [
        {
            "queue_id": key,
            "number": number,
            "item": storable(one.item),
            "shown": strict_json(shown_facts(one)),
        }
        for number, one in enumerate(items)
    ]
    connection.execute(insert(queue_item), rows)
    if tasks:
        names = ("rater", "place", "number", "repeat")
        connection.execute(
            insert(task), [{"queue_id": key, **dict(zip(names, one, strict=True))} for one in tasks]
        )


def put_link(connection: Connection, who: str, key: str, rater: str, label: str) -> str:
    """The secret of a new link for a rater; earlier ones to this queue end. `label` is for owners to read."""
    old = token.c.queue_id == key, token.c.person == rater, token.c.revoked.is_(None)
    connection.execute(token.update().where(*old).values(revoked=now()))
    secret, _ = put_token(connection, who, "rate", name=rater, role="rater", label=label, queue=key)
    return secret


def new_link(store: Store, who: str, key: str, rater: str) -> str:
    """Another secret for a rater who lost theirs."""
    found = find_queue(store, key)
    choose("rater", rater, found.settings["raters"])
    with store.writing() as connection:
        return put_link(connection, who, key, rater, f"{found.project} · {found.name}")


def find_queue(store: Store, key: str) -> Queue:
    """One queue."""
    with store.reading() as connection:
        row = connection.execute(_queues().where(queue.c.id == storable(key))).mappings().first()
    if row is None:
        raise not_found("queue")
    return _queue(row)


def queues_of(store: Store, project: str) -> tuple[Queue, ...]:
    """The queues of a project, the newest first."""
    wanted = _queues().where(projects.c.name == project).order_by(queue.c.created.desc())
    with store.reading() as connection:
        return tuple(_queue(row) for row in connection.execute(wanted).mappings().all())


def _queues() -> Select[Any]:
    columns = [column for column in queue.c if column.name != "project_id"]
    source = queue.join(projects, queue.c.project_id == projects.c.id)
    return select(*columns, projects.c.name.label("project")).select_from(source)


def _queue(row: RowMapping) -> Queue:
    return Queue(**{**row, "settings": json.loads(row["settings"])})


def items_of_queue(store: Store, key: str) -> list[QueueItem]:
    """The items of a queue in its order."""
    wanted = select(queue_item).where(queue_item.c.queue_id == key).order_by(queue_item.c.number)
    with store.reading() as connection:
        rows = connection.execute(wanted).all()
    return [QueueItem(item=row.item, **json.loads(row.shown)) for row in rows]


def queue_progress(store: Store, found: Queue) -> dict[str, tuple[int, int]]:
    """For each rater how many tasks are done, of how many; of an adjudication under an empty name."""
    with store.reading() as connection:
        if found.kind == "adjudicate":
            return {"": _decided(connection, found)}
        every = select(task.c.rater, func.count()).where(task.c.queue_id == found.id).group_by(task.c.rater)
        totals = {row[0]: row[1] for row in connection.execute(every)}
        places = select(rating.c.rater, func.count(func.distinct(rating.c.place)))
        given = places.where(rating.c.queue_id == found.id).group_by(rating.c.rater)
        done = {row[0]: row[1] for row in connection.execute(given)}
    return {name: (int(done.get(name, 0)), int(totals.get(name, 0))) for name in found.settings["raters"]}


def _decided(connection: Connection, found: Queue) -> tuple[int, int]:
    own = decision.c.queue_id == found.id
    pairs = select(decision.c.item, decision.c.dimension).where(own).distinct().subquery()
    done = connection.scalar(select(func.count()).select_from(pairs))
    total = connection.scalar(select(func.count()).where(queue_item.c.queue_id == found.id))
    return int(done or 0), int(total or 0)
