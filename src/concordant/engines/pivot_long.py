"""One rating a row turned to one item a row, where the data are: no join of the data with themselves.

Items are grouped once; each rater is a column of the group, so a pass costs the same for two raters and
for two hundred. Where raters are too many for that, an item keeps how often each category was chosen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .counting import Distinct, bounded, distinct, finite, looked_up, named
from .relation import Answer, Relation, as_list

#: More raters than this do not get a column each.
MOST_COLUMNS = 200


@dataclass(frozen=True, kw_only=True)
class LongRecords:
    """What one rating a row consists of: the columns, what each written value is coded as, whose a row is.

    `raters[j]` lists how rater j's name is written; `codes` gives each written value its number (what is
    not there is a gap), or is None where values are numbers themselves.
    """

    relation: Relation
    item: str
    rater: str
    value: str
    raters: Sequence[Sequence[Any]]
    codes: Mapping[Any, int] | None
    slices: tuple[str, ...] = ()
    weights: str | None = None
    clusters: str | None = None

    @property
    def facts(self) -> tuple[str, ...]:
        """The columns that say something of the item: slices, and the cluster."""
        more = () if self.clusters is None or self.clusters in self.slices else (self.clusters,)
        return (*self.slices, *more)


@dataclass(frozen=True, kw_only=True)
class PivotedItems:
    """Distinct items: by rater (or by category) a number for each, their slices, and how often each occurs.

    Slices are as the engine holds them (see `meaning`).

    `ratings` is how many ratings they rest on, more than there are places filled where a rater rated an
    item twice; `varying` counts the items in which a slice is not one value.
    """

    columns: tuple[Any, ...]
    slices: Answer
    counts: NDArray[np.int64]
    ratings: int
    weights: NDArray[np.float64] | None = None
    varying: Mapping[str, int] = field(default_factory=dict)


def overview(r: Relation, item: str, rater: str, value: str | None, kind: str | None = None) -> Distinct:
    """How often each rater gave each value, rows that name no item apart (the column "no item")."""
    import narwhals.stable.v2 as nw

    frame = r.frame.with_columns(named(r, item).alias("item")).with_columns(
        nw.col("item").is_null().alias(f"c{len(r.names)}")
    )
    wider = _with_column(r, "no item")
    names = [*([value] if value else []), rater, "no item", *([kind] if kind else [])]
    return distinct(wider, names, frame=frame)


def _with_column(r: Relation, name: str) -> Relation:
    return replace(r, names=(*r.names, name), spelled=lambda column: column)


def by_rater(records: LongRecords) -> PivotedItems:
    """Items with a column for each rater."""
    return _counted(records, items_by_rater(records), [f"v{j}" for j in range(len(records.raters))])


def items_by_rater(records: LongRecords) -> Any:
    """A row for each item: v0, v1, … what each rater said, how often all of them rated, slices and weight."""
    import narwhals.stable.v2 as nw

    split = rated(records).with_columns(
        *(
            nw.when(nw.col("who") == written[0]).then(nw.col("code")).alias(f"v{j}")
            for j, written in enumerate(records.raters)
        )
    )
    return split.group_by("item").agg(
        *(nw.col(f"v{j}").max() for j in range(len(records.raters))),
        nw.col("code").count().alias("rated"),
        *_facts(records),
    )


def by_category(records: LongRecords, size: int) -> PivotedItems:
    """Items with a column for each category: how many raters chose it."""
    return _counted(records, items_by_category(records, size), [f"k{place}" for place in range(size)])


def items_by_category(records: LongRecords, size: int) -> Any:
    """A row for each item: k0, k1, … how many raters chose each category, slices and weight."""
    import narwhals.stable.v2 as nw

    chosen = [f"k{place}" for place in range(size)]
    once = (
        rated(records)
        .group_by("item", "who")
        .agg(nw.col("code").max(), nw.col("code").count().alias("rated"), *_facts(records))
    )
    marked = once.with_columns(
        *(_zero_or_one(nw.col("code") == place).alias(k) for place, k in enumerate(chosen))
    )
    return marked.group_by("item").agg(
        *(nw.col(k).sum() for k in chosen), nw.col("rated").sum(), *_facts_again(records)
    )


def rated(records: LongRecords) -> Any:
    """The rows that name an item and a rater who is asked for: the item's name, who, and the code."""
    import narwhals.stable.v2 as nw

    r = records.relation
    who = nw.col(r.place(records.rater))
    who = finite(who) if r.kinds[records.rater] == "numbers" else who
    value = nw.col(r.place(records.value))
    if records.codes is None:
        code: Any = finite(value)
    else:
        code = looked_up(r, value, records.codes)
    everyone = [written for own in records.raters for written in own]
    found = r.frame.filter(who.is_in(everyone))
    more = [] if records.weights is None else [nw.col(r.place(records.weights)).cast(nw.Float64).alias("w")]
    truths = [
        _zero_or_one(nw.col(r.place(name))).alias(r.place(name))
        for name in records.facts
        if r.kinds[name] == "truth"
    ]
    names = [named(r, records.item).alias("item"), _one_spelling(who, records.raters).alias("who")]
    found = found.with_columns(*names, code.alias("code"), *more, *truths)
    return found.filter(~nw.col("item").is_null())


def _zero_or_one(truth: Any) -> Any:
    """A truth value as a number, which not every database will cast it to."""
    import narwhals.stable.v2 as nw

    return nw.when(truth).then(nw.lit(1)).otherwise(nw.when(~truth).then(nw.lit(0)))


def _one_spelling(who: Any, raters: Sequence[Sequence[Any]]) -> Any:
    """A rater whose name is written in several ways is one rater."""
    import narwhals.stable.v2 as nw

    for first, *others in raters:
        if others:
            who = nw.when(who.is_in(others)).then(nw.lit(first)).otherwise(who)
    return who


def twice(records: LongRecords) -> tuple[int, Answer]:
    """How often a rater gave an item different values, and the first such case by name."""
    import narwhals.stable.v2 as nw

    pairs = rated(records).with_columns(nw.col("code").alias("high"))
    apart = (
        pairs.group_by("item", "who")
        .agg(nw.col("code").min(), nw.col("high").max())
        .filter(nw.col("code") < nw.col("high"))
    )
    count = records.relation.run(apart.select(nw.len().alias("n")))["n"][0]
    return int(count), records.relation.run(apart.sort("item", "who").head(1))


def _facts(records: LongRecords) -> list[Any]:
    """Of each slice (and the cluster) in a group the smallest and largest value and how often; weights."""
    import narwhals.stable.v2 as nw

    r = records.relation
    found = [nw.len().alias("rows")]
    for j, name in enumerate(records.facts):
        column = nw.col(r.place(name))
        found += [column.min().alias(f"s{j}"), column.max().alias(f"t{j}"), column.count().alias(f"u{j}")]
    return [*found, *([nw.col("w").min(), nw.col("w").max().alias("w_most")] if records.weights else [])]


def _facts_again(records: LongRecords) -> list[Any]:
    """The facts of groups of groups."""
    import narwhals.stable.v2 as nw

    found = [nw.col("rows").sum()]
    for j in range(len(records.facts)):
        found += [nw.col(f"s{j}").min(), nw.col(f"t{j}").max(), nw.col(f"u{j}").sum()]
    return [*found, *([nw.col("w").min(), nw.col("w_most").max()] if records.weights else [])]


def _differs(records: LongRecords) -> dict[str, Any]:
    """Whether a fact is not the same in all rows of an item: another value, or none in some of them."""
    import narwhals.stable.v2 as nw

    found = {}
    for j, name in enumerate(records.facts):
        two = (nw.col(f"s{j}") != nw.col(f"t{j}")).fill_null(False)
        found[name] = two | ((nw.col(f"u{j}") > 0) & (nw.col(f"u{j}") < nw.col("rows")))
    if records.weights:
        found[records.weights] = nw.col("w") != nw.col("w_most")
    return found


def varying(records: LongRecords, frame: Any) -> dict[str, int]:
    """How many items of the frame have a fact that is not the same in all their rows."""
    import narwhals.stable.v2 as nw

    flags = _differs(records)
    if not flags:
        return {}
    marks = {name: f"x{place}" for place, name in enumerate(flags)}
    marked = frame.select(*(_zero_or_one(flag).alias(marks[name]) for name, flag in flags.items()))
    counts = records.relation.run(
        marked.select(*(nw.col(mark).sum().cast(nw.Int64) for mark in marks.values()))
    )
    return {name: int(counts[mark][0] or 0) for name, mark in marks.items()}


def _counted(records: LongRecords, frame: Any, places: list[str]) -> PivotedItems:
    """Equal items counted."""
    import narwhals.stable.v2 as nw

    low = [f"s{j}" for j in range(len(records.slices))]
    flags = _differs(records)
    marks = {name: f"x{place}" for place, name in enumerate(flags)}
    if flags:
        frame = frame.with_columns(*(_zero_or_one(flag).alias(marks[name]) for name, flag in flags.items()))
    counted = frame.group_by(*places, *low).agg(
        nw.len().cast(nw.Int64).alias("n"),
        nw.col("rated").sum().cast(nw.Int64).alias("ratings"),
        *(nw.col(mark).sum().cast(nw.Int64) for mark in marks.values()),
        *([nw.col("w").sum()] if records.weights else []),
    )
    found = bounded(records.relation, counted, [*records.slices, "ratings"])
    return PivotedItems(
        columns=tuple(found[place] for place in places),
        slices={name: found[one] for name, one in zip(records.slices, low, strict=True)},
        counts=np.asarray(found["n"], dtype=np.int64),
        ratings=int(np.asarray(found["ratings"], dtype=np.int64).sum()),
        weights=np.asarray(found["w"], dtype=float) if records.weights else None,
        varying={name: sum(x or 0 for x in as_list(found[mark])) for name, mark in marks.items()},
    )


def meaning(r: Relation, name: str, cells: Any) -> Any:
    """What the cells of a slice mean; truth values were compared as 0 and 1."""
    if r.kinds[name] != "truth":
        return r.spelled(cells)
    return [None if cell is None else bool(cell) for cell in as_list(cells)]
