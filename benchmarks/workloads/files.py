"""Files that are larger than one would load: kappa of 10⁸ rows, and five raters by three slice columns."""

from __future__ import annotations

from functools import partial
from typing import Any

from .. import bigfiles
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

    read = pd.read_csv if str(path).endswith(".csv") else pd.read_parquet
    frame = read(path)
    return {"kappa": float(cohen_kappa_score(frame["human"], frame["judge"]))}


_PEERS = (
    Way("DuckDB", _duckdb),
    Way("polars", _polars, needs=("polars",)),
    Way("pandas + scikit-learn", _pandas, needs=("pandas", "pyarrow", "sklearn")),
)
_GOALS = (Goal("DuckDB", ratio=1 / 1.3), Goal(megabytes=500))


def _ours_by_slice(path: Any) -> Answer:
    import concordant as cc

    found = cc.agreement_by(
        path, "fleiss_kappa", by=list(bigfiles.SLICES), raters=list(bigfiles.RATERS), memory_limit=LIMIT
    )
    return {"rows": sum(result.n_items for _, result in found)}


_ALL = ", ".join((*bigfiles.SLICES, *bigfiles.RATERS))


def _duckdb_by_slice(path: Any) -> Answer:
    import duckdb

    with duckdb.connect(config={"memory_limit": LIMIT}) as connection:
        counted = connection.execute(
            f"SELECT {_ALL}, count(*) AS n FROM '{path}' GROUP BY {_ALL}"
        ).fetchnumpy()
    return {"rows": float(counted["n"].sum())}


def _polars_by_slice(path: Any) -> Answer:
    import polars as pl

    every = (*bigfiles.SLICES, *bigfiles.RATERS)
    counted = pl.scan_parquet(path).group_by(*every).len().collect(engine="streaming")
    return {"rows": float(counted["len"].sum())}


WORKLOADS = (
    Workload(
        "parquet", "Cohen's kappa, 10⁸ rows of Parquet", "Cohen's kappa，10⁸ 行 Parquet",
        N, 2000, partial(bigfiles.judged, ending="parquet"), Way(OURS, _ours), _PEERS, _GOALS,
        on_disk=True, large=True,
    ),
    Workload(
        "csv", "Cohen's kappa, 10⁸ rows of CSV", "Cohen's kappa，10⁸ 行 CSV",
        N, 2000, partial(bigfiles.judged, ending="csv"), Way(OURS, _ours), _PEERS, _GOALS,
        on_disk=True, large=True,
    ),
    Workload(
        "scale", "Fleiss' kappa by 3 slice columns, 10⁸ rows",
        "按三列分组的 Fleiss' kappa，10⁸ 行",
        N, 2000, bigfiles.rated_by_five, Way(OURS, _ours_by_slice),
        (Way("DuckDB, counting only", _duckdb_by_slice),
         Way("polars, counting only", _polars_by_slice, needs=("polars",))),
        (Goal("DuckDB, counting only", ratio=1 / 1.5), Goal(megabytes=2500)), on_disk=True, large=True,
    ),
)  # fmt: skip
