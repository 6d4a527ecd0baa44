"""A share of the items with all rows of each: enough to see whether items are repeated.

Grouping a hundred million items takes most of the time and memory of a count. Items are chosen by a hash of
their name, so that all rows of a chosen item are seen wherever they are; in Parquet files that are sorted by
the item, by ranges of names as well, so that most of the column is not read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from .counting import nameless
from .relation import Relation

#: One item in so many is looked at.
PART = 64

#: Tables whose share has fewer items than this are checked item by item.
ENOUGH = 20_000

#: At least and at most so many ranges of names are looked at, one for each so many row groups.
_RANGES = (4, 16)
_GROUPS_A_RANGE = 16


@dataclass(frozen=True)
class ColumnStatistics:
    """What Parquet files state of a column: for each group of rows how many, and the least and largest value.

    `complete` says that every row has a value, and none that is blank.
    """

    rows: tuple[int, ...]
    least: tuple[Any, ...]
    largest: tuple[Any, ...]
    complete: bool

    @property
    def is_sorted(self) -> bool:
        """Whether no two groups of rows can share more than the value at their border."""
        bounds = sorted(zip(self.least, self.largest, strict=True))
        return all(before[1] <= after[0] for before, after in pairwise(bounds))


def statistics(metadata: Sequence[tuple[Any, ...]], n_rows: int) -> ColumnStatistics | None:
    """The statistics of a column of whole numbers or text, from (rows, gaps, type, least, largest) by group.

    None where they are not stated of all rows, or where the type says nothing about the order of names.
    """
    stated = all(None not in row for row in metadata)
    if not metadata or not stated or sum(row[0] for row in metadata) != n_rows:
        return None
    kinds = {str(row[2]) for row in metadata}
    least: list[Any] = [row[3] for row in metadata]
    largest: list[Any] = [row[4] for row in metadata]
    blank = False
    if kinds <= {"INT32", "INT64"}:
        try:
            least, largest = list(map(int, least)), list(map(int, largest))
        except ValueError:  # dates and points in time
            return None
    elif kinds == {"BYTE_ARRAY"}:
        blank = min(least) < "!" or max(largest) >= "\x7f"
    else:
        return None
    gaps = sum(row[1] for row in metadata)
    return ColumnStatistics(
        tuple(row[0] for row in metadata), tuple(least), tuple(largest), not gaps and not blank
    )


def ranges(known: ColumnStatistics) -> tuple[list[tuple[Any, Any]], int]:
    """Some ranges of names, spread over a sorted column, and of how many items in them one is looked at.

    Of few rows more items are chosen than the usual part: those that are enough, and a quarter more.
    """
    groups = sorted(zip(known.least, known.largest, known.rows, strict=True))
    fewest, most = _RANGES
    wanted = min(max(fewest, len(groups) // _GROUPS_A_RANGE), most, len(groups))
    chosen = [groups[(2 * j + 1) * len(groups) // (2 * wanted)] for j in range(wanted)]
    rows = sum(n for *_, n in chosen)
    part = min(4 * PART * rows // sum(known.rows), 4 * rows // (5 * ENOUGH))
    return [(least, largest) for least, largest, _ in chosen], max(1, part)


def duckdb_share(r: Relation, item: str) -> Any:
    """The rows of a relation of DuckDB that name no item, or one of the share."""
    held = r.frame.to_native()
    return _with_nameless(r, item, held.project(f"*, hash({r.place(item)}) % {PART} = 0 AS shared"))


def queries(known: ColumnStatistics, table: str, held: str, shown: str) -> str:
    """SQL for a share of the items of Parquet files that are sorted by them, as the only column.

    There is a scan for each range of names: DuckDB passes over groups of rows for a single range only.
    """
    bounds, part = ranges(known)
    return " UNION ALL ".join(
        f"SELECT {shown} FROM {table} WHERE {held} BETWEEN {_literal(least)} AND {_literal(most)} "
        f"AND hash({held}) % {part} = 0"
        for least, most in bounds
    )


def polars_share(r: Relation, item: str) -> Any:
    """The rows of a polars frame that name no item, or one of the share."""
    import polars as pl

    shared = pl.col(r.place(item)).hash() % PART == 0
    return _with_nameless(r, item, r.frame.to_native().with_columns(shared=shared.fill_null(False)))


def spark_share(r: Relation, item: str) -> Any:
    """The rows of a Spark frame that name no item, or one of the share."""
    shared = f"pmod(xxhash64({r.place(item)}), {PART}) = 0 AS shared"
    return _with_nameless(r, item, r.frame.to_native().selectExpr("*", shared))


def _with_nameless(r: Relation, item: str, native: Any) -> Any:
    import narwhals.stable.v2 as nw

    return nw.from_native(native).filter(nw.col("shared") | nameless(r, item))


def _literal(bound: Any) -> str:
    """A bound as SQL writes it."""
    return str(bound) if isinstance(bound, int) else "'" + bound.replace("'", "''") + "'"
