"""A few items, chosen where they are: the table itself is never collected."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from operator import and_, or_
from typing import Any

from .relation import Answer, Relation, as_list

#: So many kinds of rows are looked for in one pass, and at most so many where their scores are the same.
_TOGETHER = 16
_MOST_TOGETHER = 128


def first_matching(
    r: Relation,
    frame: Any,
    wanted: Sequence[tuple[Mapping[str, Any], float]],
    columns: Sequence[str],
    item: str | None,
    count: int,
) -> tuple[Answer, list[float]]:
    """At most `count` rows that have the cells of one of `wanted`, higher scores first, and those scores.

    Among equal scores the smallest by `item` come first, so that the same data give the same answer.
    """
    import narwhals.stable.v2 as nw

    parts: list[Answer] = []
    left = count
    for some in _batches(sorted(wanted, key=lambda one: -one[1])):
        rank: Any = nw.lit(len(some))
        scores = sorted({score for _, score in some}, reverse=True)
        matches = [(_equals(cells), scores.index(score)) for cells, score in some]
        for match, place in reversed(matches):
            rank = nw.when(match).then(nw.lit(place)).otherwise(rank)
        order = ["rank", *([item] if item is not None else [])]
        found = frame.filter(reduce(or_, (match for match, _ in matches)))
        found = found.with_columns(rank.cast(nw.Int64).alias("rank")).sort(*order)
        answer = r.run(found.select(*columns, "rank").head(left))
        answer["score"] = [scores[place] for place in as_list(answer["rank"])]
        parts.append(answer)
        left -= len(answer["score"])
        if left <= 0:
            break
    return _joined(parts, columns), [score for part in parts for score in part["score"]]


def _batches(
    wanted: Sequence[tuple[Mapping[str, Any], float]],
) -> Iterator[Sequence[tuple[Mapping[str, Any], float]]]:
    """Some kinds of rows at a time; those of one score stay together."""
    start = 0
    while start < len(wanted):
        end = min(start + _TOGETHER, len(wanted))
        while end < len(wanted) and end < start + _MOST_TOGETHER and wanted[end][1] == wanted[end - 1][1]:
            end += 1
        yield wanted[start:end]
        start = end


def _equals(cells: Mapping[str, Any]) -> Any:
    """Whether a row has these cells; no engine is asked about NaN, which is no number equal to itself."""
    import narwhals.stable.v2 as nw

    return reduce(and_, (_equal(nw.col(place), cell) for place, cell in cells.items()))


def _equal(column: Any, cell: Any) -> Any:
    if cell is None:
        return column.is_null()
    if isinstance(cell, float) and cell != cell:
        return ~((column - column) == 0).fill_null(True)
    return (column == cell).fill_null(False)


def _joined(parts: list[Answer], columns: Sequence[str]) -> Answer:
    """Answers one below the other, as lists."""
    return {name: [cell for part in parts for cell in as_list(part[name])] for name in columns}
