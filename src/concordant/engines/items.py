"""A few items, chosen where they are: the table itself is never collected."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from itertools import combinations
from operator import and_, or_
from typing import Any

from .counting import finite, named
from .relation import Answer, Relation, as_list

#: So many kinds of rows are looked for in one pass.
_TOGETHER = 64


def first_matching(
    r: Relation,
    frame: Any,
    wanted: Sequence[tuple[Mapping[str, Any], float]],
    columns: Sequence[str],
    item: str | None,
    count: int,
) -> tuple[Answer, list[float]]:
    """At most `count` rows that have the cells of one of `wanted`, higher scores first, and those scores.

    Among equal scores the smallest by `item` come first, as the engine orders them, so that the same data
    give the same answer.
    """
    kinds = sorted(wanted, key=lambda one: -one[1])
    parts: list[Answer] = []
    for start in range(0, len(kinds), _TOGETHER):
        done = sum(len(part["score"]) for part in parts) >= count
        if done and kinds[start][1] < kinds[start - 1][1]:
            break  # what comes next scores less than all that is there
        parts.append(_first(r, frame, kinds[start : start + _TOGETHER], columns, item, count))
    found = _joined(parts, [*columns, "score"])
    order = sorted(range(len(found["score"])), key=lambda place: -found["score"][place])
    if item is not None and len(parts) > 1:
        order.sort(key=lambda place: (-found["score"][place], found[item][place]))
    kept = {name: [cells[place] for place in order[:count]] for name, cells in found.items()}
    return kept, kept.pop("score")


def _first(
    r: Relation,
    frame: Any,
    some: Sequence[tuple[Mapping[str, Any], float]],
    columns: Sequence[str],
    item: str | None,
    count: int,
) -> Answer:
    """One pass for some kinds of rows."""
    import narwhals.stable.v2 as nw

    scores = sorted({score for _, score in some}, reverse=True)
    matches = [(equals(cells), scores.index(score)) for cells, score in some]
    rank: Any = nw.lit(len(some))
    for match, place in reversed(matches):
        rank = nw.when(match).then(nw.lit(place)).otherwise(rank)
    found = frame.filter(reduce(or_, (match for match, _ in matches)))
    found = found.with_columns(rank.cast(nw.Int64).alias("rank"))
    found = found.sort("rank", *([item] if item is not None else []))
    answer = r.run(found.select(*columns, "rank").head(count))
    return {**answer, "score": [scores[place] for place in as_list(answer["rank"])]}


def farthest_apart(
    r: Relation, frame: Any, measured: Sequence[str], columns: Sequence[str], item: str | None, count: int
) -> tuple[Answer, list[float]]:
    """The rows whose measurements differ most, by the mean over their pairs, and by how much."""
    import narwhals.stable.v2 as nw

    values = [finite(nw.col(place).cast(nw.Float64)).alias(f"y{j}") for j, place in enumerate(measured)]
    total: Any = nw.lit(0.0)
    pairs: Any = nw.lit(0)
    for g, h in combinations(range(len(measured)), 2):
        apart = (nw.col(f"y{g}") - nw.col(f"y{h}")).abs()
        total = total + nw.when(apart.is_null()).then(nw.lit(0.0)).otherwise(apart)
        pairs = pairs + nw.when(apart.is_null()).then(nw.lit(0)).otherwise(nw.lit(1))
    held = frame.with_columns(*values).with_columns(total.alias("total"), pairs.alias("pairs"))
    held = held.filter(nw.col("total") > 0).with_columns(
        (nw.col("total") * -1 / nw.col("pairs")).alias("nearness")
    )
    held = held.sort("nearness", *([item] if item is not None else []))
    answer = r.run(held.select(*columns, "nearness").head(count))
    return {name: as_list(answer[name]) for name in columns}, [-x for x in as_list(answer["nearness"])]


def smallest(
    r: Relation, frame: Any, columns: Sequence[str], item: str | None, count: int, match: Any = None
) -> Answer:
    """The first rows by `item`, of those that match; no engine has to sort all of them for it."""
    found = (frame if match is None else frame.filter(match)).select(*columns)
    found = found if item is None else found.sort(item)
    answer = r.run(found.head(count))
    return {name: as_list(answer[name]) for name in columns}


def with_names(r: Relation, item: str, names: Sequence[Any], columns: Sequence[str]) -> Answer:
    """The rows that name one of these items, under "item" what they name."""
    import narwhals.stable.v2 as nw

    frame = r.frame.with_columns(named(r, item).alias("item")).filter(nw.col("item").is_in(list(names)))
    answer = r.run(frame.select("item", *columns))
    return {name: as_list(answer[name]) for name in ("item", *columns)}


def in_cells(pairs: Sequence[tuple[str, Sequence[Any], str, Sequence[Any]]]) -> Any:
    """Whether one column has some cell and another column some cell, for one of several such pairs."""
    return reduce(or_, (_one_of(a, left) & _one_of(b, right) for a, left, b, right in pairs))


def among(place: str, cells: Sequence[Any]) -> Any:
    """Whether a column of names has one of these."""
    import narwhals.stable.v2 as nw

    return nw.col(place).is_in(list(cells))


def _one_of(place: str, cells: Sequence[Any]) -> Any:
    import narwhals.stable.v2 as nw

    return reduce(or_, (equal_to(nw.col(place), cell) for cell in cells))


def equals(cells: Mapping[str, Any]) -> Any:
    """Whether a row has these cells; no engine is asked about NaN, which is no number equal to itself."""
    import narwhals.stable.v2 as nw

    return reduce(and_, (equal_to(nw.col(place), cell) for place, cell in cells.items()))


def equal_to(column: Any, cell: Any) -> Any:
    """Whether a column has this cell; null and NaN are cells too."""
    if cell is None:
        return column.is_null()
    if isinstance(cell, float) and cell != cell:
        return ~((column - column) == 0).fill_null(True)
    if isinstance(cell, float):  # where a column is one number and NaN, some engines take all of it for equal
        return (((column - column) == 0) & (column == cell)).fill_null(False)
    return (column == cell).fill_null(False)


def _joined(parts: list[Answer], columns: Sequence[str]) -> Answer:
    """Answers one below the other, as lists."""
    return {name: [cell for part in parts for cell in as_list(part[name])] for name in columns}
