"""One row for each item: whether an item has several, and whether those say the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from . import item_sample
from .counting import named, nameless, without_nan
from .relation import Relation, as_list


@dataclass(frozen=True, kw_only=True)
class DeduplicatedItems:
    """The rows that name an item, one for each; how many name none, and how many were left out as repeated.

    `clashes` is how many items have rows that differ in what raters said, `first` the first of them;
    `varying` how many have rows that differ in something else, of which the smallest is taken. `looked` is
    how many items were looked at where it was a share of them, and 0 where it was all or none.
    """

    frame: Any
    nameless: int
    again: int = 0
    clashes: int = 0
    first: Any = None
    varying: int = 0
    looked: int = 0


def unchecked(r: Relation, item: str) -> DeduplicatedItems:
    """The rows that name an item; whether one has several is not looked for."""
    import narwhals.stable.v2 as nw

    if r.complete(item):
        return _named_rows(r, item, 0)
    there = nw.when(nameless(r, item)).then(nw.lit(1)).otherwise(nw.lit(0)).alias("nameless")
    counts = r.run(r.frame.select(there).select(nw.col("nameless").sum().cast(nw.Int64)))
    return _named_rows(r, item, int(counts["nameless"][0] or 0))


def _named_rows(r: Relation, item: str, missing: int, looked: int = 0) -> DeduplicatedItems:

    frame = r.frame.filter(~nameless(r, item)) if missing else r.frame
    frame = frame.with_columns(named(r, item).alias(r.place(item)))
    return DeduplicatedItems(frame=frame, nameless=missing, looked=looked)


def once(
    r: Relation, item: str, raters: Sequence[str], others: Sequence[str], *, every: bool = False
) -> DeduplicatedItems:
    """One row for each item; rows of an item that agree in what raters said are one.

    Unless `every` item is to be checked, a share of them is first: where that has no repeated item, and is
    large enough to have one if they were common, no other is looked at.
    """
    import narwhals.stable.v2 as nw

    part = None if every or r.share is None else r.share(r, item)
    if part is not None:
        missing, again, _, looked = _counted(r, part.with_columns(named(r, item).alias("item")))
        if looked >= item_sample.ENOUGH and not again:
            return _named_rows(r, item, missing, looked)
    frame = r.frame.with_columns(named(r, item).alias("item"))
    missing, repeated, items, _ = _counted(r, frame)
    frame = frame.filter(~nw.col("item").is_null()) if missing else frame
    if not repeated:
        return DeduplicatedItems(
            frame=frame.with_columns(nw.col("item").alias(r.place(item))), nameless=missing
        )
    schema = frame.collect_schema()
    rated, more = ([r.place(name) for name in dict.fromkeys(names)] for names in (raters, others))
    cells = {
        place: without_nan(nw.col(place)).alias(place) if schema[place].is_float() else nw.col(place)
        for place in (*rated, *more)
    }
    picked = frame.select("item", *cells.values())
    clash = _differing(picked, rated)
    clashes = _size(r, clash)
    kept = picked.group_by("item").agg(*(nw.col(place).min() for place in cells))
    return DeduplicatedItems(
        frame=kept.with_columns(nw.col("item").alias(r.place(item))),
        nameless=missing,
        again=repeated - items,
        clashes=clashes,
        first=as_list(r.spelled(r.run(clash.sort("item").head(1))["item"]))[0] if clashes else None,
        varying=_size(r, _differing(picked, more)) if more else 0,
    )


def _counted(r: Relation, frame: Any) -> tuple[int, int, int, int]:
    """Rows that name no item, rows of items that have several, how many these are, and all items."""
    import narwhals.stable.v2 as nw

    per_item = frame.select("item").group_by("item").agg(nw.len().cast(nw.Int64).alias("n"))
    blank, several = nw.col("item").is_null(), nw.col("n") > 1
    nothing = nw.lit(0)
    sums = {
        "nameless": nw.when(blank).then(nw.col("n")).otherwise(nothing),
        "repeated": nw.when(~blank & several).then(nw.col("n")).otherwise(nothing),
        "items": nw.when(~blank & several).then(nw.lit(1)).otherwise(nothing),
        "all": nw.when(~blank).then(nw.lit(1)).otherwise(nothing),
    }
    counts = r.run(
        per_item.with_columns(*(number.alias(name) for name, number in sums.items())).select(
            *(nw.col(name).sum().cast(nw.Int64) for name in sums)
        )
    )
    missing, repeated, items, everything = (int(counts[name][0] or 0) for name in sums)
    return missing, repeated, items, everything


def _differing(frame: Any, places: Sequence[str]) -> Any:
    """The items whose rows differ in these columns."""
    import narwhals.stable.v2 as nw

    kinds = frame.select("item", *places).unique()
    return kinds.group_by("item").agg(nw.len().cast(nw.Int64).alias("n")).filter(nw.col("n") > 1)


def _size(r: Relation, frame: Any) -> int:
    import narwhals.stable.v2 as nw

    return int(r.run(frame.select(nw.len().alias("n")))["n"][0])
