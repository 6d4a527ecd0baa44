"""Files that are larger than one would load: kappa of 10⁸ rows, and five raters by three slice columns."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from .. import bigfiles
from ..spark_peers import on_spark
from ..workload import OURS, Answer, Goal, Way, Workload
from .kappa import kappa_of_counts

N = 100_000_000
LIMIT = "2GB"


def _ours(path: Any) -> Answer:
    import concordant as cc

    return {"kappa": cc.cohen_kappa(path, raters=["human", "judge"]).estimate}


def _duckdb(path: Any) -> Answer:
    import duckdb

    with duckdb.connect() as connection:
        rows = connection.execute(
            f"SELECT human, judge, count(*) FROM '{path}' GROUP BY human, judge"
        ).fetchall()
    return {"kappa": kappa_of_counts(*zip(*rows, strict=True))}


def _polars(path: Any) -> Answer:
    import polars as pl

    scan = pl.scan_csv if str(path).endswith(".csv") else pl.scan_parquet
    counted = scan(path).group_by("human", "judge").len().collect(engine="streaming")
    return {"kappa": kappa_of_counts(*(counted[name].to_list() for name in ("human", "judge", "len")))}


def _pandas(path: Any) -> Answer:
    import pandas as pd
    from sklearn.metrics import cohen_kappa_score

    names = ["human", "judge"]
    csv = str(path).endswith(".csv")
    frame = pd.read_csv(path, usecols=names) if csv else pd.read_parquet(path, columns=names)
    return {"kappa": float(cohen_kappa_score(frame["human"], frame["judge"]))}


def _spark(frame: Any) -> Answer:
    rows = frame.groupBy("human", "judge").count().collect()
    return {"kappa": kappa_of_counts(*zip(*map(tuple, rows), strict=True))}


_PEERS = (
    Way("DuckDB", _duckdb),
    Way("polars", _polars, needs=("polars",)),
    Way("pandas + scikit-learn", _pandas, needs=("pandas", "pyarrow", "sklearn")),
)
_SMALL = Goal(megabytes=500)


def _ours_by_slice(path: Any) -> Any:
    import concordant as cc

    return cc.agreement_by(
        path, "fleiss_kappa", by=list(bigfiles.SLICES), raters=list(bigfiles.RATERS), memory_limit=LIMIT
    )


def _in_order(found: Any) -> Answer:
    rows = sorted((tuple(map(int, key)), result.estimate) for key, result in found)
    return {"kappas": [estimate for _, estimate in rows]}


_EVERY = (*bigfiles.SLICES, *bigfiles.RATERS)
_ALL = ", ".join(_EVERY)


def _duckdb_by_slice(path: Any) -> Any:
    import duckdb

    with duckdb.connect(config={"memory_limit": LIMIT}) as connection:
        query = f"SELECT {_ALL}, count(*) AS len FROM '{path}' GROUP BY {_ALL}"
        return connection.execute(query).fetchnumpy()


def _polars_by_slice(path: Any) -> Any:
    import polars as pl

    return pl.scan_parquet(path).group_by(*_EVERY).len().collect(engine="streaming")


def _fleiss_by_slice(counted: Any) -> Answer:
    """Fleiss' kappa of every slice from counted rows, a gap being no choice."""
    times = np.asarray(counted["len"], dtype=float)
    ratings = [np.ma.filled(_masked(counted[name]), -1) for name in bigfiles.RATERS]
    chosen = np.stack([sum((r == k) for r in ratings) for k in range(5)], axis=1).astype(float)
    rated = chosen.sum(1)
    some, pairs = rated >= 1, rated >= 2
    agree = (chosen * (chosen - 1)).sum(1) / np.where(pairs, rated * (rated - 1), 1)
    shares = chosen / np.where(some, rated, 1)[:, None]
    keys = np.stack([np.asarray(counted[name]) for name in bigfiles.SLICES], axis=1)
    kappas = []
    for key in np.unique(keys, axis=0):
        here = (keys == key).all(1)
        observed = np.average(agree, weights=times * pairs * here)
        expected = (np.average(shares, axis=0, weights=times * some * here) ** 2).sum()
        kappas.append(float((observed - expected) / (1 - expected)))
    return {"kappas": kappas}


def _masked(column: Any) -> Any:
    """A column of DuckDB as it is, one of polars with its nulls masked."""
    if isinstance(column, np.ndarray):
        return column
    return np.ma.masked_array(column.fill_null(-1).to_numpy(), column.is_null().to_numpy())


WORKLOADS = (
    Workload(
        "parquet", "Cohen's kappa, 10⁸ rows of Parquet", "Cohen's kappa，10⁸ 行 Parquet",
        N, 2000, partial(bigfiles.judged, ending="parquet"), Way(OURS, _ours),
        (*_PEERS, on_spark("Spark", _spark), on_spark(f"{OURS} on Spark", _ours)),
        (Goal("DuckDB", ratio=1 / 1.5), _SMALL),
        on_disk=True, large=True,
    ),
    Workload(
        "csv", "Cohen's kappa, 10⁸ rows of CSV", "Cohen's kappa，10⁸ 行 CSV",
        N, 2000, partial(bigfiles.judged, ending="csv"), Way(OURS, _ours), _PEERS,
        (Goal("DuckDB", ratio=1 / 1.1), _SMALL),
        on_disk=True, large=True,
    ),
    Workload(
        "scale", "Fleiss' kappa by 3 slice columns, 10⁸ rows",
        "按三个切片列的 Fleiss' kappa，10⁸ 行",
        N, 2000, bigfiles.rated_by_five, Way(OURS, _ours_by_slice, finish=_in_order),
        (Way("DuckDB, counting only", _duckdb_by_slice, finish=_fleiss_by_slice),
         Way("polars, counting only", _polars_by_slice, finish=_fleiss_by_slice, needs=("polars",))),
        (Goal("DuckDB, counting only", ratio=1 / 1.5), Goal(megabytes=2000)), on_disk=True, large=True,
    ),
)  # fmt: skip
