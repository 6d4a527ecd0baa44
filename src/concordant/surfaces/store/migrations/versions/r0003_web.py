"""The tables of the web application."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the new tables; those of rounds stay as they are."""
    _people()
    _work()
    _queues()
    _results()


def _people() -> None:
    _table("person", _text("name role created"), ["name"])
    _table(
        "token", [*_text("id hash kind person role label created"), *_maybe("queue_id expires used revoked")],
        ["id"], ["hash"],
    )  # fmt: skip
    _table("setting", [*_text("scope name value changed"), *_whole("version")], ["scope", "name"])


def _work() -> None:
    _table(
        "upload", [*_text("id owner name content roles created"), _number("size"), *_whole("version")], ["id"]
    )
    _table(
        "job",
        [
            *_text("id kind owner fingerprint payload state step created"),
            *_maybe("request_key error worker started heartbeat finished"),
            _number("progress"),
            sa.Column("cancelled", sa.Boolean, nullable=False),
            sa.Column("result", sa.LargeBinary),
        ],
        ["id"],
        ["owner", "request_key"],
    )
    _index("job", "state", "created")
    _index("job", "fingerprint")


def _queues() -> None:
    _table(
        "queue",
        [*_text("id kind name state settings owner created"), *_whole("project_id"), *_maybe("closed round")],
        ["id"],
        parent="project",
    )
    _index("queue", "project_id")
    _table(
        "queue_item", [*_text("queue_id item shown"), *_whole("number")], ["queue_id", "number"],
        parent="queue",
    )  # fmt: skip
    _table(
        "task", [*_text("queue_id rater"), *_whole("place number repeat")], ["queue_id", "rater", "place"],
        parent="queue",
    )  # fmt: skip


def _results() -> None:
    _table(
        "rating",
        [
            *_whole("id place"),
            *_text("queue_id rater client_id dimension created"),
            *_maybe("value comment skipped"),
            sa.Column("unsure", sa.Boolean, nullable=False, server_default=sa.text("false")),
            sa.Column("seconds", sa.Double),
        ],
        ["id"],
        ["queue_id", "rater", "client_id", "dimension"],
        parent="queue",
    )
    _index("rating", "queue_id", "rater", "place")
    _table(
        "decision",
        [
            *_whole("id project_id version"),
            *_text("item dimension value reason who created"),
            *_maybe("queue_id"),
        ],
        ["id"],
        ["project_id", "item", "dimension", "version"],
        parent="project",
    )
    _table(
        "share",
        [
            *_text("id hash round view owner created expires"),
            *_whole("project_id"),
            *_maybe("revoked"),
            sa.Column("texts", sa.Boolean, nullable=False),
        ],
        ["id"],
        ["hash"],
        parent="project",
    )
    _table("event", [*_whole("id"), *_text("at who action subject facts"), *_maybe("project")], ["id"])
    _index("event", "project", "id")


def _table(
    name: str,
    columns: list[sa.Column[Any]],
    key: list[str],
    unique: list[str] | None = None,
    *,
    parent: str = "",
) -> None:
    full = f"concordant_{name}"
    rules: list[sa.Constraint] = [sa.PrimaryKeyConstraint(*key, name=f"pk_{full}")]
    if unique:
        rules.append(sa.UniqueConstraint(*unique, name=f"uq_{full}_{'_'.join(unique)}"))
    if parent:
        column = f"{parent}_id"
        there = [f"concordant_{parent}.id"]
        rules.append(sa.ForeignKeyConstraint([column], there, name=f"fk_{full}_{column}", ondelete="CASCADE"))
    op.create_table(full, *columns, *rules)


def _index(name: str, *columns: str) -> None:
    op.create_index(f"ix_concordant_{name}_{'_'.join(columns)}", f"concordant_{name}", list(columns))


def _text(names: str) -> list[sa.Column[Any]]:
    return [sa.Column(name, sa.Text, nullable=False) for name in names.split()]


def _maybe(names: str) -> list[sa.Column[Any]]:
    return [sa.Column(name, sa.Text) for name in names.split()]


def _whole(names: str) -> list[sa.Column[Any]]:
    return [sa.Column(name, sa.Integer, nullable=False) for name in names.split()]


def _number(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.Double, nullable=False)
