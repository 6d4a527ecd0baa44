"""Engines for real: one Spark session for a run of the tests; PostgreSQL is started by tests/postgres.py."""

from __future__ import annotations

import os
import uuid
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from concordant.ratings.ratings import Ratings
from concordant.ratings.read import read
from tests.engines.held import PLACES, TEXT, Bench, Held
from tests.engines.java import environment
from tests.postgres import asks_for

SERVERS = ("spark", "postgres")
Hold = Callable[[str, Any], Held]

#: PySpark says of each pandas after the second that it does not know all of it.
PANDAS = "ignore:PySpark does not yet fully support pandas:FutureWarning"

#: Ibis asks DuckDB in a way that DuckDB will drop.
IBIS = "ignore:fetch_arrow_table:DeprecationWarning"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of Spark are slow; known warnings pass."""
    for item in items:
        if asks_for(item, "spark"):
            item.add_marker(pytest.mark.slow)
        if any(asks_for(item, server) for server in SERVERS):
            item.add_marker(pytest.mark.filterwarnings(PANDAS))
        if asks_for(item, "ibis"):
            item.add_marker(pytest.mark.filterwarnings(IBIS))


@pytest.fixture(params=["duckdb", "polars", "spark"])
def engine(request: pytest.FixtureRequest) -> str:
    """Each engine that reads files."""
    if request.param in SERVERS:
        request.getfixturevalue(request.param)
    return str(request.param)


@pytest.fixture(scope="session")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A session of Spark on two cores of this machine."""
    from pyspark.sql import SparkSession

    before = dict(os.environ)
    os.environ.update(environment(tmp_path_factory.mktemp("spark")))
    session = None
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "PySpark does not yet fully support pandas", FutureWarning)
            builder = SparkSession.builder.master("local[2]").appName("concordant tests")
            for name, value in SETTINGS.items():
                builder = builder.config(name, value)
            session = builder.getOrCreate()
        session.sparkContext.setLogLevel("ERROR")
        yield session
    finally:
        if session is not None:
            session.stop()
        os.environ.clear()
        os.environ.update(before)


#: Small queries, many of them: what Java and Spark do to make large ones fast only takes time here.
SETTINGS = {
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.sql.shuffle.partitions": "4",
    "spark.sql.session.timeZone": "UTC",
    "spark.driver.memory": "1g",
    "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.adaptive.enabled": "false",
}


@pytest.fixture
def hold(request: pytest.FixtureRequest, tmp_path: Path) -> Hold:
    """Puts a table in one of the places of `held.PLACES`: what to read there, and with which options."""

    def held(place: str, table: Any) -> Held:
        servers = {name: request.getfixturevalue(name) for name in SERVERS if place.startswith(name)}
        return PLACES[place](table, Bench(tmp_path, f"t{uuid.uuid4().hex[:12]}", **servers))

    return held


@pytest.fixture
def both(hold: Hold) -> Callable[..., tuple[Ratings, Ratings]]:
    """The ratings that a place gives, and those of the same data in memory."""

    def readings(place: str, table: Any, **options: Any) -> tuple[Ratings, Ratings]:
        source, more = hold(place, table)
        inside = source if place in TEXT else table
        return read(source, **more, **options), read(inside, **{**options, "engine": "memory"})

    return readings
