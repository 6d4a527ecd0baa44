"""Spark: files read by a cluster, or by a session of this machine."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial, reduce
from typing import Any

from ..errors import InputError, MissingLibrary
from ..result import Note
from .duckdb_session import SOME
from .folders import by_folder
from .frames import relation
from .library_errors import library_errors
from .relation import Relation


def session() -> Any:
    """The session that is active, else one that Spark's own settings describe."""
    # no part of pandas is used here
    warnings.filterwarnings("ignore", "PySpark does not yet fully support pandas", FutureWarning)
    try:
        from pyspark.sql import SparkSession
    except ImportError:
        raise MissingLibrary("engine='spark' needs PySpark: pip install 'concordant[spark]'.") from None
    try:
        return SparkSession.getActiveSession() or SparkSession.builder.getOrCreate()
    except Exception as problem:
        raise InputError(
            f"No Spark session could be started ({type(problem).__name__}): start one, name a Spark Connect "
            "server in SPARK_REMOTE, or install pyspark and Java 17."
        ) from None


def parquet(paths: Sequence[str], source: str) -> Relation:
    """Parquet files; folders called key=value add a column each."""
    reader = session().read.option("mergeSchema", "true")
    with library_errors(f"{source} could not be read"):
        return relation(_together(paths, lambda own: reader.parquet(*own)), source)


def _together(paths: Sequence[str], read: Callable[[list[str]], Any]) -> Any:
    """All files as one frame, with a column for each key of their folders."""
    from pyspark.sql.functions import lit

    parts = []
    for values, own in by_folder(paths):
        frame = read(list(map(_literal, own)))
        for key, value in values.items():
            frame = frame.withColumn(key, lit(value).cast("string"))
        parts.append(frame)
    return reduce(lambda one, other: one.unionByName(other, allowMissingColumns=True), parts)


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
    # lines of another length are an error, also where only some columns are asked for
    reader = reader.option("mode", "FAILFAST").option("columnPruning", False)
    reader = reader.option("multiLine", True)
    frame = _together(paths, lambda own: reader.csv(own).toDF(*names))
    return relation(
        frame, source, spelled=spelled, unnamed=not header, notes=notes,
        measured=partial(_as_numbers, decimal_comma=delimiter != ","),
    )  # fmt: skip


def _as_numbers(r: Relation, names: Sequence[str], *, decimal_comma: bool) -> tuple[Relation, list[str]]:
    """Columns of text as the numbers they spell, and some of the texts that spell none."""
    import narwhals.stable.v2 as nw

    held = r.frame.to_native()
    comma = "regexp_replace({}, '^([+-]?[0-9]*),([0-9]+)$', '$1.$2')" if decimal_comma else "{}"
    chosen = {c: f"try_cast({comma.format(c)} AS double)" for c in dict.fromkeys(map(r.place, names))}
    strange: list[str] = []
    for place, number in chosen.items():
        odd = held.where(f"{place} IS NOT NULL AND {number} IS NULL").select(place)
        strange += r.run(nw.from_native(odd.distinct().limit(SOME)))[place]
    listed = [f"{chosen[c]} AS {c}" if c in chosen else c for c in held.columns]
    frame = nw.from_native(held.selectExpr(*listed))
    return replace(r, frame=frame, kinds={**r.kinds, **dict.fromkeys(names, "numbers")}), strange


def jsonl(paths: Sequence[str], source: str) -> Relation:
    """Files of JSON objects, one a line, typed as Spark finds them."""
    with library_errors(f"{source} could not be read"):
        return relation(_together(paths, session().read.json), source)


def _literal(path: str) -> str:
    """A path in which nothing stands for other files."""
    return re.sub(r"([\\*?\[\]{}])", r"\\\1", path)
