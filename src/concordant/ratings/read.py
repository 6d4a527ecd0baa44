"""The door for files, frames and databases."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from numbers import Number
from typing import Any

from numpy.typing import NDArray

from ..arguments import Kinds, check_arguments_and, kind_of, kinds_of
from ..engines.counting import TooMany
from ..quote import quote
from ..result import Note
from .audit import Audit
from .labels import OutOfScale
from .ratings import Ratings
from .reading import (
    Decimal,
    Duplicates,
    Shape,
    from_cells,
    from_long,
    from_wide,
    held_in_rounds,
)
from .remote import (
    Engine,
    UnreadData,
    open_source,
    reduced,
    rows_in_memory,
    several_columns,
    why_items,
)
from .repeats import stacked
from .rounded import rounded_or_refused
from .scale import Level, Scale, declare

_COLUMN = str | int | None
#: What an option may be beside its annotation: a column without a name is chosen by its number, and arrays
#: bring weights, clusters and slices along as arrays of their own.
WIDER: dict[str, Any] = {
    **dict.fromkeys(
        ("item", "rater", "value", "dimension", "repeat", "round", "time", "seconds", "cost"), _COLUMN
    ),
    **dict.fromkeys(("rater_kind", "comment"), _COLUMN | Mapping[Any, Any]),
    **dict.fromkeys(("case_weights", "clusters"), _COLUMN | Iterable[Any] | NDArray[Any]),
    "slices": str | Sequence[str] | Mapping[str, Any] | None,
    "text": _COLUMN | Sequence[str],
    "raters": str | Sequence[str] | Mapping[str, Any] | None,
    "dimensions": str | Sequence[str] | Mapping[str, Any] | None,
    "missing": str | Number | Iterable[Any] | set | None,
    "join": str | Sequence[str] | None,
    "merge": Mapping[Any, Any] | None,
    "shift": Mapping[Any, Any] | Number | None,
    "rescale": str | Mapping[Any, Any] | None,
    "reverse": str | Sequence[str] | Mapping[Any, Any] | None,
}
_WIDER: Kinds = {name: kind_of(annotation) for name, annotation in WIDER.items()}


@check_arguments_and(_WIDER)
def read(
    source: Any,
    *,
    shape: Shape | None = None,
    item: str | None = None,
    rater: str | None = None,
    value: str | None = None,
    raters: Sequence[str] | Mapping[str, Sequence[str]] | None = None,
    columns: str | None = None,
    join: str | Sequence[str] | None = None,
    dimension: str | None = None,
    repeat: str | None = None,
    round: str | None = None,
    rater_kind: str | Mapping[Any, str] | None = None,
    slices: str | Sequence[str] | None = None,
    case_weights: str | None = None,
    clusters: str | None = None,
    time: str | None = None,
    seconds: str | None = None,
    cost: str | None = None,
    text: str | Sequence[str] | None = None,
    comment: str | Mapping[str, str] | None = None,
    scale: Scale | Level | None = None,
    categories: Iterable[Any] | None = None,
    missing: Iterable[Any] | None = None,
    out_of_scale: OutOfScale = "error",
    duplicates: Duplicates = "error",
    merge: Mapping[str, str] | None = None,
    shift: Mapping[str, float] | None = None,
    rescale: str | Mapping[str, str] | None = None,
    reverse: Sequence[str] | Mapping[str, str] | None = None,
    rounded: bool | None = None,
    multilabel: str | None = None,
    sheet: str | int | None = None,
    encoding: str | None = None,
    delimiter: str | None = None,
    decimal: Decimal | None = None,
    header: bool | None = None,
    input_format: str | None = None,
    dimensions: Sequence[str] | Mapping[str, Sequence[str]] | None = None,
    table: str | None = None,
    engine: Engine | None = None,
    memory_limit: str | None = None,
    progress: Callable[[float], None] | None = None,
) -> Ratings:
    """Read ratings from a file or a frame; what is not specified is inferred and listed in the audit.

    Parameters
    ----------
    source : path, frame, mapping, list of mappings or str
        A file (CSV, JSON, JSONL, Excel, Parquet), an export of an annotation or evaluation tool, a
        pattern ("scores/*.parquet"), a folder of files, or the address of a PostgreSQL database. A
        frame is one of pandas, polars, pyarrow, Hugging Face datasets, Spark, Ibis, DuckDB or anything
        with a dataframe protocol, a dictionary of columns, a dictionary {rater: {item: rating}}, or a
        list of records.
    shape : {"long", "wide", "pairs", "counts", "table"}, optional
        "long" (one rating a row), "wide" (a column for each rater), "pairs" (two such columns),
        "counts" (items × categories, how many chose it) or "table" (two raters' contingency table).
    item : str, optional
        Column with the item.
    rater : str, optional
        Column with the rater, in a long table.
    value : str, optional
        Column with the rating, in a long table, or a path such as "judge.output.score" where the
        rating is inside a record or inside JSON text.
    raters : sequence of str or mapping, optional
        Rater columns of a wide table, or the raters of a long one to compare, in this order;
        {rater: [columns]} where a rater has one column per repeat.
    columns : str, optional
        Pattern of column names, such as "{dimension}_{rater}" for helpfulness_human,
        helpfulness_judge, safety_human, …; {repeat} stands for the number of a run. "{item}" where
        each row is a rater and each column an item.
    join : str or sequence of str, optional
        Column by which several files are joined, such as "id"; each file has some of the raters.
    dimension : str, optional
        Column with the rated dimension (criterion).
    repeat : str, optional
        Column with the number of a repeat by the same rater.
    round : str, optional
        Column with the round, or the version of a rubric.
    rater_kind : str or mapping, optional
        Column with the kind of rater, or {rater: kind}; kinds are human, judge, code and gold.
    slices : str or sequence of str, optional
        Columns to break results down by.
    case_weights : str, optional
        Column with the number of items a row represents.
    clusters : str, optional
        Column with the cluster, such as a document; by default, the item where it has several rows.
    time : str, optional
        Column with the time of a rating: a timestamp, or a number for the order.
    seconds : str, optional
        Column with the duration of a rating in seconds, in a long table.
    cost : str, optional
        Column with the cost of a rating, in a long table.
    text : str or sequence of str, optional
        Columns with the content of an item, such as prompt and response; for display only.
    comment : str or mapping, optional
        Column with raters' comments, in a long table; {rater: column} in a wide one. For display
        only.
    scale : {"nominal", "ordinal", "interval", "ratio"} or Scale, optional
        Level of the scale, or the scale itself.
    categories : iterable, optional
        All categories, lowest first; none of them is treated as a missing value.
    missing : iterable, optional
        Codes that mean "no rating", in addition to blanks, None, NaN, NA, N/A, null and "."
    out_of_scale : {"error", "drop"}, default "error"
        "error" refuses values that are not among the categories, "drop" makes them gaps.
    duplicates : {"error", "first", "last", "repeat", "checked", "unchecked"}, default "error"
        For several ratings of an item by a rater: "error" if they differ, "first", "last", or "repeat"
        to number them. In very large wide tables "error" checks a sample of the items, "checked" all of
        them, and "unchecked" none, for tables known to have one row for each item.
    merge : mapping, optional
        Labels that mean the same: {"Y": "yes"} reads every "Y" as "yes".
    shift : mapping, optional
        Amount added to every rating of a rater: {"judge": 1}.
    rescale : mapping or str, optional
        Scale of a rater and the scale it is mapped to, both ends of each: {"judge": "1..100:1..5"};
        without a rater, for all of them.
    reverse : sequence of str or mapping, optional
        Raters whose scale is reversed: ["judge"], or {"judge": "1..5"} with its ends, which
        are otherwise the declared or observed ones.
    rounded : bool, optional
        Whether scores that are nearly on a scale (decimals, half points, averages) are rounded to
        the points that people use and treated as ordered categories.
    multilabel : str, optional
        Separator of cells that hold several labels, such as ";": ratings are then sets of labels. Lists
        and JSON lists of words need none.
    sheet : str or int, optional
        Name of an Excel sheet, or its number from 1; by default, the first.
    encoding : str, optional
        Encoding of a text file, such as "utf-8" or "gb18030".
    delimiter : str, optional
        Delimiter between columns of a text file.
    decimal : {",", "."}, optional
        Decimal sign in a text file; a comma is expected where columns are separated by something
        else.
    header : bool, optional
        Whether the first row contains column names; without names they are "column 1", "column 2", …,
        and a number is enough to choose one.
    input_format : str, optional
        Format of an export that is not recognised, or "table" to read it as a plain table;
        `concordant formats` lists them.
    dimensions : sequence of str or mapping, optional
        Dimensions of an export to read; {dimension: [names]} if people and judges have different
        names for one.
    table : str, optional
        The table of a database.
    engine : {"memory", "duckdb", "polars", "spark"}, optional
        Engine that counts the rows. By default, large files, several files, databases and clusters
        are counted in place, so that only distinct rows come into memory, and everything else in memory.
    memory_limit : str, optional
        Memory limit of DuckDB, such as "2GB"; the rest goes to disk.
    progress : callable, optional
        A function that is called with the progress of a long reading, from 0 to 1.

    Returns
    -------
    Ratings
        The ratings, checked. `ratings.audit` lists what was read, inferred and excluded.

    Examples
    --------
    >>> import concordant as cc
    >>> data = {"item": ["a", "b", "c"], "human": [1, 2, 4], "judge": [1, 3, 4], "lang": ["en", "en", "zh"]}
    >>> ratings = cc.read(data, raters=["human", "judge"], slices="lang", categories=range(1, 6))
    >>> ratings
    Ratings(3 rows, 2 raters, ordinal scale with 5 values)
    >>> ratings.scale.level, ratings.n_items
    ('ordinal', 3)
    """
    options = {name: value for name, value in locals().items() if name != "source"}
    opened = open_source(source, options)
    repeated = several_columns(opened.given["raters"])
    reading = _reading_options(options)
    found = _from_relation(opened, reading) if opened.relation is not None else _from_grid(opened, reading)
    whole = held_in_rounds(found if repeated is None else stacked(found, repeated))
    return rounded_or_refused(whole) if opened.given["rounded"] else whole


def _reading_options(given: Mapping[str, Any]) -> dict[str, Any]:
    """The options that say what values mean."""
    declared, level = declare(given["scale"], given["categories"])
    named = {name: given[name] for name in ("missing", "out_of_scale", "duplicates")}
    return {**named, "scale": declared, "level": level}


def _from_grid(opened: UnreadData, options: dict[str, Any]) -> Ratings:
    grid, roles, stated = opened.grid, opened.roles, opened.stated
    untimed: tuple[Note, ...] = ()
    if roles.shape in ("counts", "table"):
        roles, untimed = roles.untimed()
    reading = Audit(
        source=grid.source,
        rows_read=grid.n_rows + sum(grid.left_out.values()),
        rows_used=grid.n_rows,
        dropped=dict(grid.left_out),
        roles=roles.descriptions(),
        notes=(*grid.notes, *roles.notes(), *untimed),
        failed_parses=dict(opened.failed),
    )
    if roles.shape in ("counts", "table"):
        opened.recoding.applied({}, roles)
        return from_cells(grid, roles, options, reading)
    kinds = stated["rater_kind"] if isinstance(stated["rater_kind"], Mapping) else None
    columns, recoded = opened.recoding.applied(grid.take(roles.used()), roles)
    reading = reading.but(notes=(*reading.notes, *recoded))
    if roles.shape == "long":
        return from_long(
            columns,
            roles,
            reading=reading,
            rater_kind=kinds,
            raters=stated["raters"],
            take=grid.one,
            **options,
        )
    return from_wide(columns, roles, reading=reading, rater_kind=kinds, take=grid.one, **options)


def _from_relation(opened: UnreadData, options: dict[str, Any]) -> Ratings:
    """The distinct rows of data that stay where they are; the rows themselves where those are needed."""
    roles, stated = opened.roles, opened.stated
    relation: Any = opened.relation
    why = why_items(
        relation,
        roles,
        options["duplicates"],
        several_columns=opened.several_columns,
        one_number=opened.one_number,
    )
    if not why:
        kinds = stated["rater_kind"] if isinstance(stated["rater_kind"], Mapping) else None
        try:
            return reduced(relation, roles, rater_kind=kinds, raters=stated["raters"], **options)
        except TooMany:
            clusters = roles.clusters or (roles.item if roles.dimension or roles.repeat else None)
            if clusters is None:
                raise
        why = f"the clusters in {quote(clusters)} have more different rows than can be counted"
    rows = rows_in_memory(relation, why, opened.given["memory_limit"])
    return _from_grid(replace(opened, grid=replace(opened.grid, n_rows=rows)), options)


#: Every option of `read` with its default, and what it may be; of arrays more than of frames.
DEFAULTS: dict[str, Any] = {
    name: parameter.default
    for name, parameter in inspect.signature(read).parameters.items()
    if name != "source"
}
READING: Kinds = {**{name: kinds_of(read)[name] for name in DEFAULTS}, **_WIDER}
