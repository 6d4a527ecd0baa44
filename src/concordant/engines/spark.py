"""Spark: files read by a cluster, or by a session of this machine."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

from ..errors import InputError, MissingLibrary
from ..result import Note
from .duck_files import folder_keys
from .frames import relation
from .relation import Relation


def session() -> Any:
    """The session that is active, else one that Spark's own settings describe."""
    try:
        from pyspark.sql import SparkSession
    except ImportError:
        raise MissingLibrary("engine='spark' needs PySpark: pip install 'concordant[spark]'.") from None
    try:
        return SparkSession.getActiveSession() or SparkSession.builder.getOrCreate()
    except Exception as problem:
        raise InputError(
            f"No Spark session could be started ({type(problem).__name__}): start one, or install Java 17."
        ) from None


def parquet(paths: Sequence[str], source: str) -> Relation:
    """Parquet files; folders called key=value add a column each."""
    reader = session().read.option("mergeSchema", "true")
    if folder_keys(paths):
        reader = reader.option("basePath", _above_keys(paths[0]))
    return relation(reader.parquet(*paths), source)


def csv(
    paths: Sequence[str], source: str, *, names: Sequence[str], delimiter: str, header: bool, skip: int,
    packed: bool, spelled: Callable[[Any], Any], notes: tuple[Note, ...] = (),
) -> Relation:  # fmt: skip
    """CSV files in UTF-8, every cell as text."""
    if skip:
        raise InputError(f"Spark cannot skip the lines above the header of {source}: remove them first.")
    schema = ", ".join(f"c{place} string" for place in range(len(names)))
    reader = session().read.schema(schema).option("sep", delimiter).option("header", header)
    reader = reader.option("quote", '"').option("escape", '"').option("enforceSchema", True)
    frame = reader.option("multiLine", True).csv(list(paths))
    return relation(frame.toDF(*names), source, spelled=spelled, unnamed=not header, notes=notes)


def jsonl(paths: Sequence[str], source: str) -> Relation:
    """Files of JSON objects, one a line, typed as Spark finds them."""
    return relation(session().read.json(list(paths)), source)


def _above_keys(path: str) -> str:
    parts = path.split(os.sep)
    return os.sep.join(parts[: next(i for i, part in enumerate(parts) if "=" in part)])
