"""Random tables with everything in them that engines might read differently."""

from __future__ import annotations

import datetime
from decimal import Decimal
from typing import Any

import numpy as np
import pyarrow as pa

#: Names that SQL, Spark or our own helper columns might trip over.
NAMES = ("a b", 'q"uote', "dot.ted", "`back`", "c0", "中文", "n", "rank", "w", "item's", "v0", "code")

_DAYS = [datetime.date(2024, 2, 29), datetime.date(1969, 12, 31), datetime.date(2031, 7, 1)]
_MOMENTS = [
    datetime.datetime(2024, 2, 29, 12, 30),
    datetime.datetime(1969, 12, 31, 23, 59, 59, 250000),
    datetime.datetime(2031, 7, 1),
]

#: By kind of rating: the values that occur, gaps among them, and their type.
RATINGS: dict[str, tuple[list[Any], pa.DataType]] = {
    "text": (["yes", "no", "maybe", " yes ", "NA", "", "n/a", None], pa.string()),
    "unusual": (
        [
            "中文",
            'say "hi"',
            "it's",
            "a,b",
            "two\nlines",
            "🙂",
            "x" * 3000,
            "\u3000wide ",
            "back\\slash",
            None,
        ],
        pa.string(),
    ),
    "text numbers": (["1", "2", "10", " 3", "2.50", "NA", "", None], pa.string()),
    "truth words": (["true", "FALSE", "True", None], pa.string()),
    "whole": ([1, 2, 3, 4, None], pa.int64()),
    "small whole": ([-1, 0, 7, None], pa.int8()),
    "halves": ([1.0, 1.5, 2.0, float("nan"), None, -0.0, 0.0], pa.float64()),
    "single precision": ([0.1, 0.25, float("nan"), None], pa.float32()),
    "decimal": ([Decimal("1.500"), Decimal("2.000"), Decimal("-3.250"), None], pa.decimal128(12, 3)),
    "truth": ([True, False, None], pa.bool_()),
    "days": ([*_DAYS, None], pa.date32()),
    "moments": ([*_MOMENTS, None], pa.timestamp("us")),
}

#: Columns to slice by, of every kind.
SLICES: dict[str, tuple[list[Any], pa.DataType]] = {
    "language": (["zh", "en", " zh ", "中 文", "NA", "", None], pa.string()),
    "day": ([*_DAYS, None], pa.date32()),
    "moment": ([*_MOMENTS, None], pa.timestamp("us")),
    "flag": ([True, False, None], pa.bool_()),
    "round number": ([1, 2, 10, None], pa.int64()),
    "share": ([0.5, 1.0, float("nan"), None], pa.float64()),
    "price": ([Decimal("1.500"), Decimal("2.000"), None], pa.decimal128(12, 3)),
}


def drawn(rng: np.random.Generator, values: list[Any], kind: pa.DataType, size: int) -> pa.Array:
    """Values at random, the first ones more often."""
    share = 1 / np.arange(1, len(values) + 1)
    places = rng.choice(len(values), size, p=share / share.sum())
    return pa.array([values[place] for place in places], type=kind)


def wide(
    kind: str, *, size: int = 300, raters: int = 3, slices: tuple[str, ...] = ("language",), seed: int = 1
) -> tuple[pa.Table, dict[str, Any]]:
    """A column for each rater under a name of its own, and the options that say so."""
    rng = np.random.default_rng(seed)
    values, held = RATINGS[kind]
    names = list(NAMES[:raters])
    columns = {name: drawn(rng, values, held, size) for name in names}
    columns |= {name: drawn(rng, *SLICES[name], size) for name in slices}
    return pa.table(columns), {"shape": "wide", "raters": names, "slices": list(slices)}


def long(
    kind: str, *, items: int = 80, raters: int = 5, slices: tuple[str, ...] = ("language",), seed: int = 2
) -> tuple[pa.Table, dict[str, Any]]:
    """One rating a row, in any order, some missing; slices are facts about the item."""
    rng = np.random.default_rng(seed)
    values, held = RATINGS[kind]
    item, rater = np.divmod(rng.permutation(items * raters), raters)
    there = rng.random(len(item)) < 0.8
    item, rater = item[there], rater[there]
    facts = {name: drawn(rng, *SLICES[name], items) for name in slices}
    columns: dict[str, Any] = {
        "the item": pa.array([f"q {i}" + " " * (i % 2 * (j % 2)) for j, i in enumerate(item.tolist())]),
        "who": pa.array([f"ann {r}" if r % 2 else f"李 {r}" for r in rater.tolist()]),
        "c1": drawn(rng, values, held, len(item)),
        **{name: column.take(pa.array(item)) for name, column in facts.items()},
    }
    options = {"shape": "long", "item": "the item", "rater": "who", "value": "c1", "slices": list(slices)}
    return pa.table(columns), options


def drawn_cells() -> Any:
    """Text of any kind, and often text that means no rating or differs by blanks only."""
    from hypothesis import strategies as st

    usual = st.sampled_from(
        ["yes", " yes", "no", "", "NA", "1", "1.0", "true", "中", "\u3000中", "é", "e\u0301"]
    )
    letters = st.characters(exclude_categories=["Cs"], exclude_characters="\0")
    return st.none() | usual | st.text(letters, max_size=4)
