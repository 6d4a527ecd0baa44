"""Spark on the cores of this machine, where pyspark and a Java are: its own count, and ours through it."""

from __future__ import annotations

import os
import shutil
import time
import warnings
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from .workload import Answer, Way

#: Spark on this machine alone, without its page in a browser.
SETTINGS = {
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.sql.shuffle.partitions": "4",
    "spark.driver.memory": "4g",
}


def on_spark(name: str, run: Callable[[Any], Answer]) -> Way:
    """A way that takes a Parquet file as a frame of Spark; the session is started before the clock."""
    return Way(name, lambda frame: _timed(run, frame), _frame, missing=_missing)


def _missing() -> bool:
    home = os.environ.get("JAVA_HOME")
    java = Path(home, "bin", "java").exists() if home else shutil.which("java") is not None
    return find_spec("pyspark") is None or not java


def _frame(path: Path) -> Any:
    from pyspark.sql import SparkSession

    warnings.simplefilter("ignore")
    builder = SparkSession.builder.master("local[*]").appName("benchmark")
    for name, value in SETTINGS.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    return session.read.parquet(str(path))


def _timed(run: Callable[[Any], Answer], frame: Any) -> Answer:
    """The answer with its seconds: Java's memory is not that of this process, so none is stated."""
    begun = time.perf_counter()
    answer = run(frame)
    return {**answer, "seconds": time.perf_counter() - begun}
