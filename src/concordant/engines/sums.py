"""Sums of measurements where they are: by pattern of gaps and by slice, in one pass after the means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..digits import LARGEST
from ..errors import InputError, OptionError
from ..quote import shorten
from .counting import bounded, finite, infinite
from .relation import Answer, Relation, picked

#: Products of all pairs of columns are formed, so there is a limit to their number.
MOST_COLUMNS = 30

Floats = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class PatternSums:
    """For each slice and pattern of gaps: Σ1, Σy, Σyy′ about the centre, and Σ(y_j − y_l)²; gaps add 0."""

    centre: Floats
    slices: tuple[Any, ...]
    present: NDArray[np.bool_]
    n: Floats
    first: Floats
    second: Floats
    apart: Floats

    def only(self, keep: NDArray[np.bool_]) -> PatternSums:
        """The sums of some of the patterns."""
        places = np.flatnonzero(keep)
        return PatternSums(
            centre=self.centre,
            slices=tuple(picked(cells, places) for cells in self.slices),
            present=self.present[keep],
            n=self.n[keep],
            first=self.first[keep],
            second=self.second[keep],
            apart=self.apart[keep],
        )


def pattern_sums(r: Relation, frame: Any, columns: Sequence[str], slices: Sequence[str]) -> PatternSums:
    """Sums about the columns' means, so that large measurements that differ little keep their digits."""
    import narwhals.stable.v2 as nw

    width = len(columns)
    if width > MOST_COLUMNS:
        raise OptionError(
            f"{width} raters are too many for sums of products: choose up to {MOST_COLUMNS} with raters=[…]."
        )
    y = [f"y{j}" for j in range(width)]
    held = frame.with_columns(*(nw.col(c).cast(nw.Float64).alias(a) for c, a in zip(columns, y, strict=True)))
    held = held.with_columns(*(finite(nw.col(a)).alias(f"f{a}") for a in y))
    centre = _centre(r, held, y)
    d = [f"d{j}" for j in range(width)]
    centred = held.with_columns(
        *((nw.col(f"fy{j}") - float(centre[j])).alias(d[j]) for j in range(width)),
        _pattern(y).alias("pattern"),
    )
    squares = list(combinations_with_replacement(range(width), 2))
    pairs = list(combinations(range(width), 2))
    terms = centred.with_columns(
        *((nw.col(d[j]) * nw.col(d[k])).alias(f"p{j}_{k}") for j, k in squares),
        *(
            ((nw.col(d[j]) - nw.col(d[k])) * (nw.col(d[j]) - nw.col(d[k]))).alias(f"q{j}_{k}")
            for j, k in pairs
        ),
    )
    named = [*d, *(f"p{j}_{k}" for j, k in squares), *(f"q{j}_{k}" for j, k in pairs)]
    found = bounded(
        r,
        terms.group_by(*slices, "pattern").agg(
            nw.len().cast(nw.Int64).alias("n"), *(nw.col(name).sum() for name in named)
        ),
        ["pattern of gaps", *slices],
    )
    return _gathered(found, centre, slices, squares, pairs)


def _pattern(y: Sequence[str]) -> Any:
    """Which columns a row has, as the bits of a number."""
    import narwhals.stable.v2 as nw

    total: Any = nw.lit(0)
    for j, name in enumerate(y):
        there = ~nw.col(f"f{name}").is_null()
        total = total + nw.when(there).then(nw.lit(1 << j)).otherwise(nw.lit(0))
    return total.cast(nw.Int64)


def _centre(r: Relation, frame: Any, y: Sequence[str]) -> Floats:
    """The mean of each column."""
    import narwhals.stable.v2 as nw

    found = r.run(frame.select(*(nw.col(f"f{a}").mean() for a in y)))
    means = [found[f"f{a}"][0] for a in y]
    return np.array([0.0 if m is None or m is np.ma.masked or m != m else float(m) for m in means])


def refuse_infinite(r: Relation, frame: Any, columns: Mapping[str, str]) -> None:
    """Complain of measurements that are infinite, or too large; `columns` are names by place."""
    import narwhals.stable.v2 as nw

    def mark(place: str) -> Any:
        number = nw.col(place).cast(nw.Float64)
        large = nw.when(finite(number).abs() > LARGEST).then(nw.lit(1)).otherwise(nw.lit(0))
        return nw.when(infinite(number)).then(nw.lit(2)).otherwise(large).alias(place)

    marks = frame.select(*map(mark, columns))
    found = r.run(marks.select(*(nw.col(place).max().cast(nw.Int64) for place in columns)))
    for place, name in columns.items():
        if worst := int(found[place][0] or 0):
            what = (
                "an infinite rating"
                if worst == 2
                else f"a rating beyond {LARGEST:g}, too large to be squared"
            )
            raise InputError(
                f"{shorten(name)} of {r.source} contains {what}: correct it, or leave it empty for a gap."
            )


def _gathered(
    found: Answer,
    centre: Floats,
    slices: Sequence[str],
    squares: Sequence[tuple[int, int]],
    pairs: Sequence[tuple[int, int]],
) -> PatternSums:
    def numbers(name: str) -> Floats:
        cells = found[name]
        if isinstance(cells, list):
            return np.array([0.0 if x is None else float(x) for x in cells])
        filled = cells.fill_null(0) if hasattr(cells, "fill_null") else np.ma.filled(np.ma.asarray(cells), 0)
        return np.asarray(np.nan_to_num(np.asarray(filled, dtype=float)))

    width = len(centre)
    pattern = numbers("pattern").astype(np.int64)
    n = numbers("n")
    second, apart = (np.zeros((len(n), width, width)) for _ in range(2))
    for j, k in squares:
        second[:, j, k] = second[:, k, j] = numbers(f"p{j}_{k}")
    for j, k in pairs:
        apart[:, j, k] = apart[:, k, j] = numbers(f"q{j}_{k}")
    return PatternSums(
        centre=centre,
        slices=tuple(found[name] for name in slices),
        present=(pattern[:, None] >> np.arange(width)) & 1 > 0,
        n=n,
        first=np.stack([numbers(f"d{j}") for j in range(width)], axis=1),
        second=second,
        apart=apart,
    )
