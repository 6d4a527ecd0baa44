"""The tables of the web application: jobs, uploads, queues, ratings, decisions, tokens, shares, events.

They lie in the same database as the rounds, so that a round and the event that records it are written
together or not at all. Points in time are text in UTC, as everywhere in the store.
"""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    Table,
    Text,
    UniqueConstraint,
    text,
)

from .schema import metadata as metadata


def _text(*names: str) -> list[Column[str]]:
    return [Column(name, Text, nullable=False) for name in names]


def _maybe(*names: str) -> list[Column[str]]:
    return [Column(name, Text) for name in names]


def _of_project() -> Column[int]:
    return Column("project_id", ForeignKey("concordant_project.id", ondelete="CASCADE"), nullable=False)


def _of_queue() -> Column[str]:
    return Column("queue_id", ForeignKey("concordant_queue.id", ondelete="CASCADE"), nullable=False)


def _key_of_queue() -> Column[str]:
    return Column("queue_id", ForeignKey("concordant_queue.id", ondelete="CASCADE"), primary_key=True)


#: A person who may sign in, with a role: owner, editor, rater or viewer.
person = Table(
    "concordant_person", metadata, Column("name", Text, primary_key=True), *_text("role", "created")
)

#: What a browser or a program proves itself by; only the hash of the secret is kept.
token = Table(
    "concordant_token",
    metadata,
    Column("id", Text, primary_key=True),
    *_text("hash", "kind", "person", "role", "label", "created"),
    *_maybe("queue_id", "expires", "used", "revoked"),
    UniqueConstraint("hash"),
)

#: Limits of the server, and the goal and scale of a project, as JSON with a version.
setting = Table(
    "concordant_setting",
    metadata,
    Column("scope", Text, primary_key=True),
    Column("name", Text, primary_key=True),
    *_text("value", "changed"),
    Column("version", Integer, nullable=False),
)

#: A file that was uploaded; `roles` says how it is read, as JSON, and `version` counts the changes to that.
upload = Table(
    "concordant_upload",
    metadata,
    Column("id", Text, primary_key=True),
    *_text("owner", "name", "content", "roles", "created"),
    Column("size", Double, nullable=False),
    Column("version", Integer, nullable=False),
)

#: Work for a process of its own; `result` is compressed JSON.
job = Table(
    "concordant_job",
    metadata,
    Column("id", Text, primary_key=True),
    *_text("kind", "owner", "fingerprint", "payload", "state", "step", "created"),
    *_maybe("request_key", "error", "worker", "started", "heartbeat", "finished"),
    Column("progress", Double, nullable=False),
    Column("cancelled", Boolean, nullable=False),
    Column("result", LargeBinary),
    UniqueConstraint("owner", "request_key"),
    Index(None, "state", "created"),
    Index(None, "fingerprint"),
)

#: Items to be rated blindly or to be decided on; `settings` is JSON, `round` the round it ended in.
queue = Table(
    "concordant_queue",
    metadata,
    Column("id", Text, primary_key=True),
    _of_project(),
    *_text("kind", "name", "state", "settings", "owner", "created"),
    *_maybe("closed", "round"),
    Index(None, "project_id"),
)

#: An item of a queue with what is shown of it, as JSON.
queue_item = Table(
    "concordant_queue_item",
    metadata,
    _key_of_queue(),
    Column("number", Integer, primary_key=True),
    *_text("item", "shown"),
)

#: Who rates which item and when; `repeat` is 1, and 2 where the item is shown again.
task = Table(
    "concordant_task",
    metadata,
    _key_of_queue(),
    Column("rater", Text, primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("number", Integer, nullable=False),
    Column("repeat", Integer, nullable=False),
)

#: What a rater gave, one row for each time and dimension; rows are added and never changed.
rating = Table(
    "concordant_rating",
    metadata,
    Column("id", Integer, primary_key=True),
    _of_queue(),
    *_text("rater", "client_id", "dimension", "created"),
    Column("place", Integer, nullable=False),
    *_maybe("value", "comment", "skipped"),
    Column("unsure", Boolean, nullable=False, server_default=text("false")),
    Column("seconds", Double),
    UniqueConstraint("queue_id", "rater", "client_id", "dimension"),
    Index(None, "queue_id", "rater", "place"),
)

#: What was decided for an item, with its reason; a later version is another row.
decision = Table(
    "concordant_decision",
    metadata,
    Column("id", Integer, primary_key=True),
    _of_project(),
    *_text("item", "dimension", "value", "reason", "who", "created"),
    Column("version", Integer, nullable=False),
    Column("queue_id", Text),
    UniqueConstraint("project_id", "item", "dimension", "version"),
)

#: A study that may be read without signing in, until it expires or is revoked.
share = Table(
    "concordant_share",
    metadata,
    Column("id", Text, primary_key=True),
    _of_project(),
    *_text("hash", "round", "view", "owner", "created", "expires"),
    *_maybe("revoked"),
    Column("texts", Boolean, nullable=False),
    UniqueConstraint("hash"),
)

#: Every write, in order.
event = Table(
    "concordant_event",
    metadata,
    Column("id", Integer, primary_key=True),
    *_text("at", "who", "action", "subject", "facts"),
    *_maybe("project"),
    Index(None, "project", "id"),
)
