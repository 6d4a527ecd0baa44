"""Ratings and studies in pieces, generations of a round, results and findings as rows."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

from concordant.errors import ConcordantError
from concordant.surfaces.store.rows import Row, findings_of, in_pieces, results_of, study_of

revision = "0002"
down_revision = "0001"

_ROUND = "concordant_round"


def _table(name: str, columns: str) -> sa.TableClause:
    return sa.table(f"concordant_{name}", *map(sa.column, columns.split()))


#: The tables as this change makes them, whatever later ones do to them.
_PIECE = _table("piece", "round_id what number data")
_RESULT = _table(
    "result",
    "round_id number comparison measure options main estimate std_error conf_low conf_high p_value n_items",
)
_FINDING = _table("finding", "round_id number code gain q_value sentence")


def upgrade() -> None:
    """Make the new tables, move what rounds hold into them, then change the table of rounds."""
    _make()
    _move(op.get_bind())
    with op.batch_alter_table(_ROUND) as table:
        table.add_column(sa.Column("generation", sa.Integer, nullable=False, server_default="1"))
        for name in ("place", "name"):
            table.drop_constraint(f"uq_{_ROUND}_project_id_{name}", type_="unique")
            table.create_unique_constraint(
                f"uq_{_ROUND}_project_id_{name}_generation", ["project_id", name, "generation"]
            )
        for name in ("ratings", "study"):
            table.drop_column(name)


def _make() -> None:
    text, number = sa.Text, sa.Double
    _beside_round(
        "piece", sa.Column("what", text), _number(), sa.Column("data", sa.LargeBinary, nullable=False)
    )
    _beside_round(
        "result",
        _number(),
        *(sa.Column(name, text, nullable=False) for name in ("comparison", "measure", "options")),
        sa.Column("main", sa.Boolean, nullable=False),
        *(sa.Column(name, number) for name in ("estimate", "std_error", "conf_low", "conf_high")),
        *(sa.Column(name, number) for name in ("p_value", "n_items")),
    )
    _beside_round(
        "finding",
        _number(),
        sa.Column("code", text, nullable=False),
        *(sa.Column(name, number) for name in ("gain", "q_value")),
        sa.Column("sentence", text, nullable=False),
    )


def _number() -> sa.Column[int]:
    return sa.Column("number", sa.Integer, nullable=False)


def _beside_round(name: str, *columns: sa.Column[Any]) -> None:
    keys = ["round_id", *(column.name for column in columns if column.name in ("what", "number"))]
    for column in columns:
        column.nullable = column.nullable and column.name not in keys
    op.create_table(
        f"concordant_{name}",
        sa.Column("round_id", sa.Integer, nullable=False),
        *columns,
        sa.PrimaryKeyConstraint(*keys, name=f"pk_concordant_{name}"),
        sa.ForeignKeyConstraint(
            ["round_id"], [f"{_ROUND}.id"], f"fk_concordant_{name}_round_id", ondelete="CASCADE"
        ),
    )


def _move(connection: sa.Connection) -> None:
    """One round at a time, so that a large store needs no more memory than its largest round."""
    old = sa.table(_ROUND, sa.column("id"), sa.column("ratings"), sa.column("study"))
    for key in connection.scalars(sa.select(old.c.id).order_by(old.c.id)).all():
        held = connection.execute(sa.select(old.c.ratings, old.c.study).where(old.c.id == key)).one()
        for what, data in zip(("ratings", "study"), map(bytes, held), strict=True):
            for number, part in in_pieces(data):
                _put(connection, _PIECE, round_id=key, what=what, number=number, data=part)
        for table, rows in _rows_of(bytes(held[1])):
            for row in rows:
                _put(connection, table, round_id=key, **{name: row[name] for name in row if name in table.c})


def _rows_of(study: bytes) -> list[tuple[sa.TableClause, list[Row]]]:
    """What is kept as rows besides, only for asking by SQL: none where the study cannot be read any more."""
    try:
        made = study_of(study)
    except ConcordantError:
        return []
    return [(_RESULT, results_of(made)), (_FINDING, findings_of(made))]


def _put(connection: sa.Connection, table: sa.TableClause, **row: object) -> None:
    connection.execute(sa.insert(table), row)
