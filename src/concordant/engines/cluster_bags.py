"""Clusters with the same rows counted once, where the data are: their bags of rows.

A row is numbered by the codes of its cells. Where few numbers occur, a cluster's counts of all of them are
packed into whole numbers (a field of some bits for each): clusters with the same rows are then equal rows of
whole numbers, which are grouped again. Otherwise the rows of each cluster come into memory.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .counting import MOST_ROWS, TooMany, looked_up
from .items import equal_to
from .relation import Answer, Relation, as_list

#: The bits of a whole number that are used.
_BITS = 62
#: More numbers than this do not stand for the rows of a cluster.
_MOST_COLUMNS = 200
#: More kinds of rows than this are not packed.
_MOST_KINDS = 4000
#: The most numbers that answers about bags have.
_MOST_CELLS = 50_000_000


@dataclass(frozen=True, kw_only=True)
class ClusteredRows:
    """Rows of a frame with the cluster of each.

    `codes` gives, by column of the frame, the code of each cell as it is written; what is not there is a gap.
    `weight` is the column that says for how many rows a row stands.
    """

    relation: Relation
    frame: Any
    cluster: Any
    codes: Mapping[str, Mapping[Any, int]]
    weight: str | None = None

    @property
    def sizes(self) -> list[int]:
        """How many codes each column has, that of a gap included."""
        return [max(codes.values(), default=-1) + 2 for codes in self.codes.values()]


@dataclass(frozen=True, kw_only=True)
class Bags:
    """Rows of bags: the number of each one's bag, which row it is (`number_rows`), how often the bag has it.

    `clusters` is how many clusters have each bag.
    """

    bag: NDArray[np.int64]
    row: list[NDArray[np.int64]]
    times: NDArray[np.int64]
    clusters: NDArray[np.int64]


class TooManyBags(TooMany):
    """The rows of nearly every cluster are different, so that counting them is no reduction."""


def number_rows(codes: Sequence[NDArray[Any]], sizes: Sequence[int]) -> list[NDArray[np.int64]]:
    """Numbers that are equal for equal rows of codes (gaps −1): one, or several where one is too small."""
    found = []
    for part in _parts(sizes):
        number = np.zeros(len(codes[0]), dtype=np.int64)
        for place, times in part:
            number += (codes[place].astype(np.int64) + 1) * times
        found.append(number)
    return found


def _parts(sizes: Sequence[int]) -> list[list[tuple[int, int]]]:
    """The columns that one number holds, with what the code of each is multiplied by."""
    found: list[list[tuple[int, int]]] = [[]]
    space = 1
    for place, size in enumerate(sizes):
        if space * size >= 2**_BITS:
            found.append([])
            space = 1
        found[-1].append((place, space))
        space *= size
    return found


def bags(rows: ClusteredRows, kinds: NDArray[np.int64] | None) -> Bags:
    """The distinct bags of rows; `kinds` are the numbers of rows that occur, where one number holds a row."""
    numbered = _numbered(rows)
    if kinds is not None and len(kinds) <= _MOST_KINDS:
        bits = _most(rows.relation, numbered).bit_length()
        if bits <= _BITS and -(-len(kinds) // (_BITS // bits)) <= _MOST_COLUMNS:
            return _packed(rows.relation, numbered, kinds, bits)
    return _by_cluster(rows.relation, numbered, len(_parts(rows.sizes)))


def _numbered(rows: ClusteredRows) -> Any:
    """For each row its cluster, its numbers r0, r1, … and for how many it stands."""
    import narwhals.stable.v2 as nw

    places = list(rows.codes)
    code = {place: f"code{at}" for at, place in enumerate(places)}
    weight = nw.lit(1) if rows.weight is None else nw.col(rows.weight)
    frame = rows.frame.select(
        rows.cluster.alias("cluster"),
        weight.cast(nw.Int64).alias("times"),
        *(_code(rows.relation, place, rows.codes[place]).alias(code[place]) for place in places),
    )
    numbers = []
    for at, part in enumerate(_parts(rows.sizes)):
        number: Any = nw.lit(0).cast(nw.Int64)
        for place, times in part:
            number = number + (nw.col(code[places[place]]) + 1) * times
        numbers.append(number.alias(f"r{at}"))
    return frame.select("cluster", "times", *numbers)


def _code(r: Relation, place: str, codes: Mapping[Any, int]) -> Any:
    """The code of each cell, −1 for a gap."""
    import narwhals.stable.v2 as nw

    if not codes:
        return nw.lit(-1).cast(nw.Int64)
    if len({type(cell) for cell in codes}) == 1 and type(next(iter(codes))) in (str, int):
        found = looked_up(r, nw.col(place), codes)
    else:
        found = nw.coalesce(
            *(nw.when(equal_to(nw.col(place), cell)).then(nw.lit(code)) for cell, code in codes.items())
        )
    return found.cast(nw.Int64).fill_null(-1)


def _most(r: Relation, numbered: Any) -> int:
    """The most rows that a cluster has."""
    import narwhals.stable.v2 as nw

    sizes = numbered.group_by("cluster").agg(nw.col("times").sum().cast(nw.Int64).alias("n"))
    return max(int(r.run(sizes.select(nw.col("n").max()))["n"][0] or 0), 1)


def _packed(r: Relation, numbered: Any, kinds: NDArray[np.int64], bits: int) -> Bags:
    """Bags by the fields of whole numbers, one for each kind of row."""
    import narwhals.stable.v2 as nw

    kinds = np.sort(kinds)
    each = _BITS // bits
    starts = range(0, len(kinds), each)
    columns = [f"b{at}" for at in range(len(starts))]
    units = {int(kind): 1 << bits * (at % each) for at, kind in enumerate(kinds.tolist())}
    unit = looked_up(r, nw.col("r0"), units).cast(nw.Int64)
    frame = numbered.with_columns((unit * nw.col("times")).alias("unit"))
    fields = [
        nw.when((nw.col("r0") >= int(kinds[start])) & (nw.col("r0") <= int(kinds[start : start + each][-1])))
        .then(nw.col("unit"))
        .otherwise(nw.lit(0))
        .alias(column)
        for start, column in zip(starts, columns, strict=True)
    ]
    of_cluster = (
        frame.with_columns(*fields)
        .group_by("cluster")
        .agg(*(nw.col(column).sum().cast(nw.Int64) for column in columns))
    )
    counted = of_cluster.group_by(*columns).agg(nw.len().cast(nw.Int64).alias("n"))
    found = _bounded(r, counted, min(MOST_ROWS, _MOST_CELLS // len(columns)))
    held = np.stack([np.asarray(found[column], dtype=np.int64) for column in columns], axis=1)
    clusters = np.asarray(found["n"], dtype=np.int64)
    there = held.any(axis=1)  # rows that all weigh nothing are no bag
    held, clusters = held[there], clusters[there]
    order = np.lexsort(held.T[::-1])
    held, clusters = held[order], clusters[order]
    parts = []
    rows_left = MOST_ROWS
    for at, kind in enumerate(kinds.tolist()):
        times = held[:, at // each] >> bits * (at % each) & (1 << bits) - 1
        bag = np.flatnonzero(times)
        parts.append((bag, np.full(len(bag), kind), times[bag]))
        rows_left -= len(bag)
        if rows_left < 0:
            raise _too_many(r)
    bag, row, times = (np.concatenate(part) for part in zip(*parts, strict=True))
    order = np.lexsort((row, bag))
    return Bags(bag=bag[order], row=[row[order]], times=times[order], clusters=clusters)


def _by_cluster(r: Relation, numbered: Any, width: int) -> Bags:
    """The rows of every cluster, each cluster a bag of its own."""
    import narwhals.stable.v2 as nw

    names = [f"r{at}" for at in range(width)]
    counted = numbered.group_by("cluster", *names).agg(nw.col("times").sum().cast(nw.Int64).alias("n"))
    found = _bounded(r, counted, MOST_ROWS)
    times = np.asarray(found["n"], dtype=np.int64)
    there = times > 0
    label = np.array(["" if cell is None else f"x{cell}" for cell in as_list(found["cluster"])])[there]
    bag = np.unique(label, return_inverse=True)[1]
    row = [np.asarray(found[name], dtype=np.int64)[there] for name in names]
    order = np.lexsort((*row, bag))
    clusters = np.ones(int(bag.max(initial=-1)) + 1, dtype=np.int64)
    return Bags(bag=bag[order], row=[one[order] for one in row], times=times[there][order], clusters=clusters)


def _bounded(r: Relation, query: Any, most: int) -> Answer:
    """The answer, if it has so few rows."""
    answer = r.run(query.head(most + 1))
    if len(answer["n"]) > most:
        raise _too_many(r)
    return answer


def _too_many(r: Relation) -> TooManyBags:
    return TooManyBags(
        f"{r.source} has more than {MOST_ROWS:,} different rows of clusters: use part of the data, or fewer "
        "raters and slices."
    )
