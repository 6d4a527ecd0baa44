"""Exact agreement and kappa in every slice of three columns, from columns in memory and from a file."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from .. import bigfiles, samples, sketches
from ..workload import OURS, Answer, Goal, Way, Workload

BY = tuple(samples.SLICES)
_COLUMNS = ", ".join((*BY, "a", "b"))
QUERY = f"SELECT {_COLUMNS}, count(*) AS n FROM ratings GROUP BY {_COLUMNS}"


def _ours(data: Any) -> Any:
    import concordant as cc

    return cc.agreement_by(data, "cohen_kappa", by=list(BY), raters=["a", "b"])


def _ours_in_order(found: Any) -> Answer:
    rows = sorted((tuple(map(str, key)), r.details["observed_agreement"], r.estimate) for key, r in found)
    return {"exact": [row[1] for row in rows], "kappas": [row[2] for row in rows]}


def of_counts(rows: Any) -> Answer:
    """Both numbers of every slice from (slice …, a, b, n)."""
    tables: dict[tuple[str, ...], dict[tuple[Any, Any], int]] = {}
    for *key, a, b, n in rows:
        tables.setdefault(tuple(map(str, key)), {})[a, b] = n
    exact, kappas = [], []
    for key in sorted(tables):
        labels = sorted({label for pair in tables[key] for label in pair})
        cells = np.array([[tables[key].get((a, b), 0) for b in labels] for a in labels])
        exact.append(np.trace(cells) / cells.sum())
        kappas.append(sketches.kappa(cells))
    return {"exact": exact, "kappas": kappas}


def _in_duckdb(frame: Any, *, enums: bool = False) -> Any:
    """The columns as DuckDB's own table."""
    import duckdb

    connection = duckdb.connect()
    connection.register("columns", frame)
    kept = "*"
    if enums:
        for name in (*BY, "a", "b"):
            connection.execute(f"CREATE TYPE {name}_kind AS ENUM (SELECT DISTINCT {name} FROM columns)")
        kept = ", ".join(f"{name}::{name}_kind AS {name}" for name in (*BY, "a", "b"))
    connection.execute(f"CREATE TABLE ratings AS SELECT {kept} FROM columns")
    connection.unregister("columns")
    return connection


def _arrow_in_duckdb(frame: Any) -> Any:
    import duckdb

    connection = duckdb.connect()
    connection.register("ratings", frame)
    return connection


def _duckdb(connection: Any) -> Any:
    return connection.execute(QUERY).fetchall()


def _polars_frame(data: Any) -> Any:
    import polars as pl

    return pl.DataFrame(data)


def _polars(frame: Any) -> Any:
    return frame.group_by(*BY, "a", "b").len().rows()


def _pandas_frame(data: Any) -> Any:
    import pandas as pd

    return pd.DataFrame(data)


def _pandas(frame: Any) -> Answer:
    from sklearn.metrics import cohen_kappa_score

    exact, kappas = {}, {}
    for key, part in frame.groupby(list(BY), observed=True):
        a, b = part["a"].to_numpy(), part["b"].to_numpy()
        name = tuple(map(str, key))
        exact[name], kappas[name] = (a == b).mean(), cohen_kappa_score(a, b)
    return {"exact": [exact[k] for k in sorted(exact)], "kappas": [kappas[k] for k in sorted(kappas)]}


def _words(n: int) -> Any:
    """The same columns, as an arrow table of strings."""
    import pyarrow as pa

    names = {name: [f"{name} {i}" for i in range(k)] for name, k in samples.SLICES.items()}
    names |= {"a": samples.LABELS.tolist(), "b": samples.LABELS.tolist()}
    coded = {c: pa.DictionaryArray.from_arrays(codes, names[c]) for c, codes in samples.sliced(n).items()}
    return pa.table({name: column.cast(pa.string()) for name, column in coded.items()})


def _arrow(data: Any) -> Any:
    import pyarrow as pa

    return pa.table(data)


def _polars_of_arrow(table: Any) -> Any:
    import polars as pl

    return pl.from_arrow(table)


def _pandas_of_arrow(table: Any) -> Any:
    return table.to_pandas()


def _duckdb_file(path: Any) -> Any:
    import duckdb

    with duckdb.connect() as connection:
        return connection.execute(QUERY.replace("ratings", f"'{path}'")).fetchall()


def _polars_file(path: Any) -> Any:
    import polars as pl

    return pl.scan_parquet(path).group_by(*BY, "a", "b").len().collect(engine="streaming").rows()


_OURS = Way(OURS, _ours, finish=_ours_in_order)
_PANDAS = "pandas + scikit-learn"

WORKLOADS = (
    Workload(
        "slices", "Kappa by 3 slice columns, 10⁷ integers",
        "按三个切片列的 kappa，10⁷ 行整数",
        10_000_000, 20_000, samples.sliced, _OURS,
        (Way("DuckDB, own table", _duckdb, lambda d: _in_duckdb(_arrow(d)), of_counts, needs=("pyarrow",)),
         Way("DuckDB, same columns", _duckdb, lambda d: _arrow_in_duckdb(_arrow(d)), of_counts,
             needs=("pyarrow",)),
         Way("polars", _polars, _polars_frame, of_counts, needs=("polars",)),
         Way(_PANDAS, _pandas, _pandas_frame, needs=("pandas", "sklearn"))),
        (Goal("DuckDB, own table", ratio=1),),
    ),
    Workload(
        "slices-strings", "Kappa by 3 slice columns, 10⁷ strings",
        "按三个切片列的 kappa，10⁷ 行字符串",
        10_000_000, 20_000, _words, _OURS,
        (Way("DuckDB", _duckdb, _in_duckdb, of_counts, needs=("pyarrow",)),
         Way("DuckDB, enums", _duckdb, partial(_in_duckdb, enums=True), of_counts, needs=("pyarrow",)),
         Way("polars", _polars, _polars_of_arrow, of_counts, needs=("polars", "pyarrow")),
         Way(_PANDAS, _pandas, _pandas_of_arrow, needs=("pandas", "sklearn"))),
        (Goal("DuckDB", ratio=1),),
    ),
    Workload(
        "slices-file", "Kappa by 3 slice columns, 10⁷ rows of Parquet",
        "按三个切片列的 kappa，10⁷ 行 Parquet",
        10_000_000, 20_000, partial(bigfiles.sliced, ending="parquet"), _OURS,
        (Way("DuckDB", _duckdb_file, finish=of_counts),
         Way("polars", _polars_file, finish=of_counts, needs=("polars",))),
        (Goal("DuckDB", ratio=1 / 1.2),), on_disk=True,
    ),
)  # fmt: skip
