"""The store: rounds of a project, kept in one SQLite file or in PostgreSQL."""

from __future__ import annotations

from importlib.util import find_spec

from ...errors import MissingLibrary

if find_spec("sqlalchemy") is None:
    raise MissingLibrary("Keeping rounds needs SQLAlchemy and Alembic: pip install 'concordant[track]'.")
