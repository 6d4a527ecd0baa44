"""Projects, rounds with their ratings and studies, and marks."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the first tables."""
    op.create_table(
        "concordant_project",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_concordant_project"),
        sa.UniqueConstraint("name", name="uq_concordant_project_name"),
    )
    op.create_table(
        "concordant_round",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("project_id", sa.Integer, nullable=False),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("name", "added", "who", "note")),
        sa.Column("place", sa.Integer, nullable=False),
        *(sa.Column(name, sa.Double, nullable=False) for name in ("n_items", "n_ratings")),
        *(sa.Column(name, sa.Text, nullable=name == "goal") for name in ("options", "goal")),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("content", "version")),
        *(sa.Column(name, sa.LargeBinary, nullable=False) for name in ("ratings", "study")),
        sa.PrimaryKeyConstraint("id", name="pk_concordant_round"),
        sa.ForeignKeyConstraint(
            ["project_id"], ["concordant_project.id"], "fk_concordant_round_project_id", ondelete="CASCADE"
        ),
        sa.UniqueConstraint("project_id", "place", name="uq_concordant_round_project_id_place"),
        sa.UniqueConstraint("project_id", "name", name="uq_concordant_round_project_id_name"),
    )
    op.create_table(
        "concordant_mark",
        sa.Column("round_id", sa.Integer, nullable=False),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("what", "name", "fingerprint")),
        sa.PrimaryKeyConstraint("round_id", "what", name="pk_concordant_mark"),
        sa.ForeignKeyConstraint(
            ["round_id"], ["concordant_round.id"], "fk_concordant_mark_round_id", ondelete="CASCADE"
        ),
    )
