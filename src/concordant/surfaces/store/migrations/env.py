"""Run by Alembic, inside the transaction that the store has begun."""

from __future__ import annotations

from alembic import context

from concordant.surfaces.store.schema import VERSION_TABLE
from concordant.surfaces.store.web_schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=VERSION_TABLE,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
