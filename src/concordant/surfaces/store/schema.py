"""The tables of a store, as they are now; `migrations` say how older ones become these."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Double,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

#: What a store knows itself by: the migrations that there are, and the table that says which were made.
REVISIONS = ("0001", "0002", "0003")
HEAD = REVISIONS[-1]
VERSION_TABLE = "concordant_version"

NAMING = {
    "pk": "pk_%(table_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
}
metadata = MetaData(naming_convention=NAMING)

project = Table(
    "concordant_project",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    UniqueConstraint("name"),
)

round_ = Table(
    "concordant_round",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("project_id", ForeignKey("concordant_project.id", ondelete="CASCADE"), nullable=False),
    Column("name", Text, nullable=False),
    Column("place", Integer, nullable=False),
    Column("generation", Integer, nullable=False, server_default="1"),
    Column("added", Text, nullable=False),
    Column("who", Text, nullable=False),
    Column("note", Text, nullable=False),
    Column("n_items", Double, nullable=False),
    Column("n_ratings", Double, nullable=False),
    Column("options", Text, nullable=False),
    Column("goal", Text),
    Column("content", Text, nullable=False),
    Column("version", Text, nullable=False),
    UniqueConstraint("project_id", "place", "generation"),
    UniqueConstraint("project_id", "name", "generation"),
)


def _of_round() -> Column[int]:
    return Column("round_id", ForeignKey("concordant_round.id", ondelete="CASCADE"), primary_key=True)


#: Packed ratings ("ratings") and the study as compressed JSON ("study"), in pieces.
piece = Table(
    "concordant_piece",
    metadata,
    _of_round(),
    Column("what", Text, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("data", LargeBinary, nullable=False),
)

mark = Table(
    "concordant_mark",
    metadata,
    _of_round(),
    Column("what", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("fingerprint", Text, nullable=False),
)

#: The study's numbers for those who ask by SQL; undefined is NULL.
result = Table(
    "concordant_result",
    metadata,
    _of_round(),
    Column("number", Integer, primary_key=True),
    Column("comparison", Text, nullable=False),
    Column("measure", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("main", Boolean, nullable=False),
    Column("estimate", Double),
    Column("std_error", Double),
    Column("conf_low", Double),
    Column("conf_high", Double),
    Column("p_value", Double),
    Column("n_items", Double),
)

#: What the study found, for those who ask by SQL; `gain` is what repairing it would win.
finding = Table(
    "concordant_finding",
    metadata,
    _of_round(),
    Column("number", Integer, primary_key=True),
    Column("code", Text, nullable=False),
    Column("gain", Double),
    Column("q_value", Double),
    Column("sentence", Text, nullable=False),
)
