"""One table held in many places: how each is made, and how it is asked for."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq

#: What to read, and with which options.
Held = tuple[Any, dict[str, Any]]


@dataclass(frozen=True)
class Bench:
    """What is at hand to hold a table: a folder, a name that is free, and servers where they are wanted."""

    folder: Path
    fresh: str
    spark: Any = None
    postgres: Any = None

    def parquet(self, table: pa.Table, name: str = "part") -> str:
        path = self.folder / f"{self.fresh} {name}.parquet"
        pq.write_table(table, path, row_group_size=64)
        return str(path)


def _parts(table: pa.Table, count: int = 3) -> list[pa.Table]:
    size = -(-len(table) // count)
    return [table.slice(start, size) for start in range(0, len(table), size)]


def _parquet(engine: str) -> Callable[[pa.Table, Bench], Held]:
    return lambda table, bench: (bench.parquet(table), {"engine": engine})


def _several(engine: str) -> Callable[[pa.Table, Bench], Held]:
    def hold(table: pa.Table, bench: Bench) -> Held:
        for place, part in enumerate(_parts(table)):
            bench.parquet(part, str(place))
        return str(bench.folder / f"{bench.fresh} *.parquet"), {"engine": engine}

    return hold


def _relation(table: pa.Table, bench: Bench) -> Held:
    connection = duckdb.connect()
    return connection.from_arrow(table), {"engine": "duckdb"}


def _database(table: pa.Table, bench: Bench) -> Held:
    path = str(bench.folder / f"{bench.fresh}.duckdb")
    with duckdb.connect(path) as connection:
        connection.register("given", table)
        connection.execute('CREATE SCHEMA "other schema"')
        connection.execute('CREATE TABLE "other schema"."the table" AS SELECT * FROM given')
    return path, {"table": "other schema.the table"}


def _spark_frame(table: pa.Table, bench: Bench) -> Held:
    return bench.spark.read.parquet(bench.parquet(table)), {}


def _postgres(table: pa.Table, bench: Bench) -> Held:
    load(bench.postgres.connection, bench.fresh, table)
    return bench.postgres.address, {"table": bench.fresh}


def _ibis(table: pa.Table, bench: Bench) -> Held:
    import ibis

    connection = ibis.duckdb.connect()
    return connection.create_table(bench.fresh, table), {}


#: Places that keep the type of a column.
TYPED: dict[str, Callable[[pa.Table, Bench], Held]] = {
    "pandas": lambda table, bench: (table.to_pandas(), {"engine": "memory"}),
    "polars in memory": lambda table, bench: (pl.from_arrow(table), {"engine": "memory"}),
    "parquet in memory": lambda table, bench: (bench.parquet(table), {"engine": "memory"}),
    "duckdb parquet": _parquet("duckdb"),
    "duckdb several": _several("duckdb"),
    "duckdb relation": _relation,
    "duckdb database": _database,
    "polars frame": lambda table, bench: (pl.from_arrow(table), {"engine": "polars"}),
    "polars lazy": lambda table, bench: (pl.from_arrow(table).lazy(), {"engine": "polars"}),
    "polars parquet": _parquet("polars"),
    "polars several": _several("polars"),
    "ibis": _ibis,
    "spark frame": _spark_frame,
    "spark parquet": _several("spark"),
    "postgres": _postgres,
}


def _without_nan(table: pa.Table) -> pa.Table:
    """What files of text can hold."""
    columns = [[None if cell != cell else cell for cell in column.to_pylist()] for column in table.columns]
    arrays = [pa.array(cells, field.type) for cells, field in zip(columns, table.schema, strict=True)]
    return pa.table(arrays, schema=table.schema)


def _csv(engine: str) -> Callable[[pa.Table, Bench], Held]:
    def hold(table: pa.Table, bench: Bench) -> Held:
        path = bench.folder / f"{bench.fresh}.csv"
        pa.csv.write_csv(_without_nan(table), path)
        return str(path), {"engine": engine}

    return hold


def _jsonl(engine: str) -> Callable[[pa.Table, Bench], Held]:
    def hold(table: pa.Table, bench: Bench) -> Held:
        path = bench.folder / f"{bench.fresh}.jsonl"
        rows = _without_nan(table).to_pylist()
        lines = (json.dumps(row, ensure_ascii=False, default=str) + "\n" for row in rows)
        path.write_text("".join(lines), encoding="utf-8")
        return str(path), {"engine": engine}

    return hold


#: Files of text, which say nothing of types; the same file read into memory is what they are compared with.
TEXT: dict[str, Callable[[pa.Table, Bench], Held]] = {
    **{f"{engine} csv": _csv(engine) for engine in ("duckdb", "polars", "spark")},
    **{f"{engine} jsonl": _jsonl(engine) for engine in ("duckdb", "polars", "spark")},
}


PLACES = {**TYPED, **TEXT}

#: Engines that count for themselves, each once.
ELSEWHERE = ("duckdb parquet", "duckdb relation", "polars lazy", "spark frame", "postgres")


def load(connection: Any, name: str, table: pa.Table) -> None:
    """A table of PostgreSQL with these rows."""
    from psycopg import sql

    columns = sql.SQL(", ").join(
        sql.SQL("{} {}").format(sql.Identifier(field.name), sql.SQL(_postgres_type(field.type)))
        for field in table.schema
    )
    connection.execute(sql.SQL("CREATE TABLE {} ({})").format(sql.Identifier(name), columns))
    with connection.cursor().copy(sql.SQL("COPY {} FROM STDIN").format(sql.Identifier(name))) as copy:
        for row in zip(*(column.to_pylist() for column in table.columns), strict=True):
            copy.write_row(row)


def _postgres_type(kind: pa.DataType) -> str:
    for fits, name in (
        (pa.types.is_string, "text"),
        (pa.types.is_boolean, "boolean"),
        (pa.types.is_integer, "bigint"),
        (pa.types.is_floating, "double precision"),
        (pa.types.is_decimal, "numeric(12, 3)"),
        (pa.types.is_date, "date"),
        (pa.types.is_timestamp, "timestamp"),
    ):
        if fits(kind):
            return name
    raise NotImplementedError(str(kind))
