"""A program of its own: the same reductions on a Spark that is somewhere else, told as JSON.

python -m tests.engines.on_spark (cluster|connect) ADDRESS WIDE.parquet LONG.parquet
"""

from __future__ import annotations

import json
import sys
import warnings
from typing import Any

import numpy as np

import concordant as cc

warnings.filterwarnings("ignore", category=FutureWarning)

SETTINGS = {
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.connect.grpc.binding.address": "127.0.0.1",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.sql.shuffle.partitions": "2",
    "spark.sql.session.timeZone": "UTC",
    "spark.executor.memory": "512m",
    "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
    "spark.executor.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
}


def reductions(wide: Any, long: Any) -> dict[str, Any]:
    """Coefficients by slice, counts of a long table, and sums of measurements."""
    parts = cc.agreement_by(wide, "fleiss_kappa", by=["lang", "kind"], raters=["a", "b", "c"])
    turned = cc.read(long, shape="long", item="item", rater="rater", value="value")
    return {
        "by slice": [[list(values), r.estimate, r.n_items] for values, r in parts],
        "rows": sorted(zip(turned.matrix.tolist(), np.asarray(turned.weights).tolist(), strict=True)),
        "dropped": dict(turned.audit.dropped),
        "icc": cc.icc(wide, raters=["x", "y"], shape="wide").estimate,
    }


def main(kind: str, address: str, wide: str, long: str) -> None:
    """Connect, reduce, tell."""
    from pyspark.sql import SparkSession

    builder = SparkSession.builder
    builder = builder.remote(address) if kind == "connect" else builder.master(address)
    for name, value in SETTINGS.items():
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    try:
        told = reductions(spark.read.parquet(wide), spark.read.parquet(long))
        told["session"] = type(spark).__module__
        if kind == "cluster":
            told["executors"] = spark.sparkContext._jsc.sc().getExecutorMemoryStatus().size() - 1
        print(json.dumps(told))
    finally:
        spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
