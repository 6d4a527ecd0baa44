"""Which engine is taken, which can be asked for, and what is said where one cannot."""

from __future__ import annotations

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from concordant.engines import frames
from concordant.errors import InputError, MissingLibrary, OptionError
from concordant.ratings.read import read
from concordant.ratings.remote import source as whereabouts
from tests.engines.alike import assert_alike

TABLE = pa.table({"item": ["q1", "q2", "q3"], "a": [1, 2, 2], "b": [1, 2, 1]})


@pytest.fixture
def path(tmp_path):
    pq.write_table(TABLE, tmp_path / "f.parquet")
    return tmp_path / "f.parquet"


def stays(source, **options):
    """Whether the rows were counted where they are."""
    return read(source, **options).item_source is not None


def test_small_data_are_read_into_memory_and_large_ones_stay(path, tmp_path, monkeypatch):
    (tmp_path / "f.csv").write_text("item,a,b\nq1,1,1\nq2,2,1\n")
    (tmp_path / "f.jsonl").write_text('{"item": 1, "a": 1, "b": 2}\n{"item": 2, "a": 2, "b": 2}\n')
    sources = [path, tmp_path / "f.csv", tmp_path / "f.jsonl", pl.from_arrow(TABLE).lazy()]
    sources.append(duckdb.connect().from_arrow(TABLE))
    assert not any(stays(source) for source in sources)
    monkeypatch.setattr(whereabouts, "LARGE_ROWS", 2)
    monkeypatch.setattr(whereabouts, "LARGE_BYTES", 20)
    assert all(stays(source) for source in sources)
    assert not any(stays(source, engine="memory") for source in sources)
    assert not stays(TABLE)  # rows that are in memory already
    assert not stays(pd.DataFrame({"a": [1, 2, 3], "b": [1, 2, 3]}))


@pytest.mark.parametrize("place", ["spark frame", "postgres"])
def test_what_a_server_holds_stays_there(place, hold):
    source, more = hold(place, TABLE)
    assert stays(source, **more)


def test_a_limit_of_memory_or_several_files_are_for_duckdb(path, tmp_path):
    assert stays(path, memory_limit="500MB")
    pq.write_table(TABLE.set_column(0, "item", [["q4", "q5", "q6"]]), tmp_path / "g.parquet")
    assert stays([path, tmp_path / "g.parquet"])


def test_an_engine_that_does_not_fit_is_refused_in_a_sentence(path, tmp_path):
    (tmp_path / "f.json").write_text('[{"item": 1, "a": 1, "b": 2}, {"item": 2, "a": 2, "b": 2}]')
    with duckdb.connect(str(tmp_path / "f.duckdb")) as connection:
        connection.execute("CREATE TABLE t AS SELECT 1 AS a, 1 AS b")
        connection.execute("CREATE TABLE u AS SELECT 1 AS a, 1 AS b")
    frame = pd.DataFrame({"a": [1, 2], "b": [1, 2]})
    cases = [
        (path, {"engine": "duck"}, "engine must be one of .*Did you mean 'duckdb'"),
        (frame, {"engine": "duckdb"}, "The data are in memory, so engine must be 'memory', not 'duckdb'"),
        (pl.from_pandas(frame), {"engine": "spark"}, "The data are held by polars"),
        (frame, {"table": "t"}, "table names a table of a database"),
        (path, {"table": "t"}, r"f.parquet is not a database, so there is no table 't' in it"),
        (path, {"engine": "polars", "memory_limit": "1GB"}, "memory_limit is for engine='duckdb'"),
        (path, {"memory_limit": "much"}, "memory_limit must be a size such as '2GB', got 'much'"),
        (tmp_path / "f.json", {"engine": "duckdb"}, "is not a CSV, JSONL or Parquet file"),
        (tmp_path / "f.duckdb", {}, r"f.duckdb has the tables \['t', 'u'\]: choose one with table="),
        (tmp_path / "f.duckdb", {"table": "v"}, "There is no table 'v' in f.duckdb"),
        (tmp_path / "f.duckdb", {"table": "t", "engine": "polars"}, "is a DuckDB database"),
        ("postgresql://u@localhost/d", {"engine": "duckdb"}, "A database counts its ratings itself"),
    ]
    for source, options, said in cases:
        with pytest.raises(OptionError, match=said):
            read(source, **options)


def test_a_database_that_is_open_elsewhere_or_is_none_is_told(tmp_path):
    (tmp_path / "f.duckdb").write_bytes(b"\0" * 8 + b"DUCK" + b"\0" * 5000)
    with pytest.raises(InputError, match=r"^f.duckdb could not be opened: it is not a DuckDB database"):
        read(tmp_path / "f.duckdb")


def test_a_database_that_cannot_be_reached_is_told_without_its_password():
    with pytest.raises(InputError) as told:
        read("postgresql://someone:secret@127.0.0.1:1/db", table="t")
    assert "could not be opened" in str(told.value)
    assert "secret" not in str(told.value)
    with pytest.raises(InputError, match="The address must look like postgresql://"):
        read("postgresql://[", table="t")


def test_a_table_of_a_database_is_found_by_its_schema(postgres):
    postgres.connection.execute('CREATE SCHEMA "Some Schema"')
    postgres.connection.execute('CREATE TABLE "Some Schema"."T 1" (a text, b text)')
    postgres.connection.execute("""INSERT INTO "Some Schema"."T 1" VALUES ('x', 'x'), ('x', 'y')""")
    found = read(postgres.address, table="Some Schema.T 1", raters=["a", "b"])
    assert found.audit.n_items == 2
    with pytest.raises(OptionError, match="There is no table 'T 2' in the database"):
        read(postgres.address, table="Some Schema.T 2")


def test_a_library_that_is_not_there_is_named(path, monkeypatch):
    import builtins

    real = builtins.__import__

    def without(name, *rest):
        if name.partition(".")[0] in ("polars", "pyspark", "ibis"):
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    for source, options, said in (
        (path, {"engine": "polars"}, r"concordant\[polars\]"),
        (path, {"engine": "spark"}, r"concordant\[spark\]"),
        ("postgresql://u@localhost/d", {}, r"concordant\[postgres\]"),
    ):
        with pytest.raises(MissingLibrary, match=said):
            read(source, **options)


def test_a_file_may_be_called_anything(tmp_path, engine):
    for name in ("it's [1].parquet", 'q"uote*.parquet', "中文 ?.parquet", "a=b.parquet", "{50%}.parquet"):
        pq.write_table(TABLE, tmp_path / name)
        found = read(tmp_path / name, engine=engine)
        assert_alike(found, read(TABLE, engine="memory"))


def test_frames_are_called_by_their_library():
    assert frames.library_of(pl.LazyFrame({"a": [1]})) == "polars"
    assert frames.library_of([1, 2]) == ""
