"""Frames of libraries that count for themselves: polars, Spark, Ibis."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..errors import InputError
from ..quote import quote
from .item_sample import polars_share, spark_share
from .library_errors import library_errors
from .relation import Answer, Relation, kinds_of, refuse_width

#: How frames are called in sentences, by the library they come from.
_CALLED = {
    "polars": "the polars frame",
    "pyspark": "the Spark frame",
    "ibis": "the Ibis table",
}
_ENGINES = {"pyspark": "spark"}


def library_of(data: Any) -> str:
    """The library a frame comes from, if it counts for itself, or nothing."""
    name = type(data).__module__.partition(".")[0].lstrip("_")
    return name if name in _CALLED else ""


def is_lazy(data: Any) -> bool:
    """Whether the frame is a plan, or is kept somewhere else, and not rows in memory."""
    return library_of(data) in ("pyspark", "ibis") or type(data).__name__ == "LazyFrame"


def relation(data: Any, source: str = "", **more: Any) -> Relation:
    """A frame, each of whose columns is called by its place."""
    import narwhals.stable.v2 as nw

    library = library_of(data)
    called = source or _CALLED[library]
    with library_errors(f"{called} could not be read"):
        names = tuple(map(str, _names(data, library)))
        refuse_width(len(names), called)
        frame: Any = nw.from_native(_renamed(data, library))
    if len(set(names)) != len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise InputError(f"The column name {quote(twice)} occurs twice in {called}: rename one of them.")
    with library_errors(f"{called} could not be read"):
        kinds = kinds_of(frame, names)
    frame = frame.lazy() if isinstance(frame, nw.DataFrame) else frame
    return Relation(
        source=called,
        engine=_ENGINES.get(library, library),
        names=names,
        kinds=kinds,
        frame=frame,
        run=lambda query: _answered(_RUNS[library], query, called),
        share=_SHARES.get(library),
        **more,
    )


def _names(data: Any, library: str) -> Any:
    return data.collect_schema().names() if library == "polars" else data.columns


def _renamed(data: Any, library: str) -> Any:
    names = list(_names(data, library))
    places = [f"c{place}" for place in range(len(names))]
    if library == "pyspark":
        return data.toDF(*places)
    if library == "ibis":
        return data.select(**{place: data[name] for place, name in zip(places, names, strict=True)})
    return data.rename(dict(zip(names, places, strict=True)))


def _answered(run: Callable[[Any], Answer], query: Any, source: str) -> Answer:
    with library_errors(f"{source} could not be read to its end"):
        return run(query)


def _polars(query: Any) -> Answer:
    """Streamed, so that what a file holds is never in memory at once."""
    found = query.to_native().collect(engine="streaming")
    return {name: found[name] for name in found.columns}


def _spark(query: Any) -> Answer:
    native = query.to_native()
    rows = native.collect()
    return {name: [row[place] for row in rows] for place, name in enumerate(native.columns)}


def _ibis(query: Any) -> Answer:
    found = query.to_native().to_pyarrow()
    return {name: found[name] for name in found.column_names}


_RUNS: dict[str, Callable[[Any], Answer]] = {"polars": _polars, "pyspark": _spark, "ibis": _ibis}
#: PostgreSQL checks every item.
_SHARES: dict[str, Callable[[Relation, str], Any]] = {"polars": polars_share, "pyspark": spark_share}
