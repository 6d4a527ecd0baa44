"""Every test of the store runs on both engines: a SQLite file and a database of a real PostgreSQL."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.postgres import Postgres

Fresh = Callable[[], str]


@pytest.fixture
def fresh_database(request: pytest.FixtureRequest) -> Iterator[Fresh]:
    """Addresses of empty places in the PostgreSQL server: schemas, which are sooner made than databases."""
    server: Postgres = request.getfixturevalue("postgres")
    made: list[str] = []

    def fresh() -> str:
        made.append(f"t{uuid.uuid4().hex[:12]}")
        server.connection.execute(f"CREATE SCHEMA {made[-1]}")
        return f"{server.address}&options=-csearch_path%3D{made[-1]}"

    yield fresh
    for name in made:
        server.connection.execute(f"DROP SCHEMA {name} CASCADE")


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest) -> str:
    """Which engine keeps the store."""
    return str(request.param)


@pytest.fixture
def fresh(place: str, request: pytest.FixtureRequest, tmp_path: Path) -> Fresh:
    """Addresses of stores that do not exist yet."""
    if place == "postgres":
        made: Fresh = request.getfixturevalue("fresh_database")
        return made
    return lambda: str(tmp_path / f"{uuid.uuid4().hex[:12]}.db")


@pytest.fixture
def address(fresh: Fresh) -> str:
    """The address of a store that does not exist yet."""
    return fresh()
