"""A few items, chosen where they are: the table itself is never collected."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import and_, or_
from typing import Any

import numpy as np

from .relation import Answer, Relation, as_list

#: So many kinds of rows are looked for in one pass.
_TOGETHER = 32


def first_matching(
    r: Relation,
    frame: Any,
    wanted: Sequence[Mapping[str, Any]],
    columns: Sequence[str],
    item: str | None,
    count: int,
) -> tuple[Answer, list[int]]:
    """At most `count` rows that equal one of `wanted`, those of the first one first, and which one each is.

    Among equals the smallest by `item` come first, so that the same data give the same answer.
    """
    import narwhals.stable.v2 as nw

    parts: list[Answer] = []
    left = count
    for start in range(0, len(wanted), _TOGETHER):
        some = [_equals(cells) for cells in wanted[start : start + _TOGETHER]]
        rank = nw.lit(len(some))
        for place in range(len(some) - 1, -1, -1):
            rank = nw.when(some[place]).then(nw.lit(place)).otherwise(rank)
        order = ["rank", *([item] if item is not None else [])]
        found = frame.filter(reduce(or_, some)).with_columns(rank.cast(nw.Int64).alias("rank"))
        answer = r.run(found.sort(*order).select(*columns, "rank").head(left))
        answer["rank"] = np.asarray(answer["rank"], dtype=np.int64) + start
        parts.append(answer)
        left -= len(answer["rank"])
        if left <= 0:
            break
    return _joined(parts, columns), [int(x) for part in parts for x in part["rank"]]


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
