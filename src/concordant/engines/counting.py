"""Equal rows counted where they are: what every engine does, written once over narwhals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from .relation import Answer, Relation

#: The most distinct rows that are brought into memory.
MOST_ROWS = 5_000_000

#: Everything Python takes for white space, so that all engines cut the same.
BLANKS = "".join(map(chr, filter(lambda code: chr(code).isspace(), range(0x3001))))

_LARGEST = 1.7976931348623157e308


@dataclass(frozen=True)
class Distinct:
    """The distinct rows of some columns, how often each occurs, and the sum of its weights.

    `columns` hold what cells mean, `written` the cells as the engine holds them.
    """

    columns: Answer
    written: Answer
    counts: NDArray[np.int64]
    weights: NDArray[np.float64] | None = None

    @property
    def n_rows(self) -> int:
        """How many rows were counted."""
        return int(self.counts.sum())


class TooMany(InputError):
    """There are so many different rows that counting them is no reduction."""


def distinct(r: Relation, names: Sequence[str], *, weights: str | None = None, frame: Any = None) -> Distinct:
    """SELECT names, count(*) GROUP BY names; one pass, whatever the number of columns."""
    import narwhals.stable.v2 as nw

    places = {name: r.place(name) for name in names}
    columns = list(dict.fromkeys(places.values()))
    found = r.frame if frame is None else frame
    counted = [nw.len().cast(nw.Int64).alias("n")]
    if weights is not None:
        found = found.with_columns(nw.col(r.place(weights)).cast(nw.Float64).alias("w"))
        counted.append(nw.col("w").sum().alias("w"))
    picked = found.select(*columns, *(["w"] if weights is not None else []))
    answer = bounded(r, picked.group_by(*columns).agg(*counted), names)
    counts = np.asarray(answer["n"], dtype=np.int64)
    total = None if weights is None else np.asarray(answer["w"], dtype=float)
    written = {name: answer[place] for name, place in places.items()}
    return Distinct({name: r.spelled(cells) for name, cells in written.items()}, written, counts, total)


def bounded(r: Relation, query: Any, names: Sequence[str]) -> Answer:
    """The answer, if it is small."""
    answer = r.run(query.head(MOST_ROWS + 1))
    if len(answer["n"]) > MOST_ROWS:
        raise TooMany(
            f"{r.source} has more than {MOST_ROWS:,} different rows of {', '.join(names)}: these are "
            "measurements, or columns that do not belong here. Give the data to the coefficient itself "
            "(icc, ccc, bland_altman, …), which needs sums only, or choose fewer raters and slices."
        )
    return answer


def named(r: Relation, name: str) -> Any:
    """A column of names: blanks around them cut, and none where nothing is left."""
    import narwhals.stable.v2 as nw

    if name in r.names_at:
        return nw.col(r.names_at[name])
    return trimmed(r, name, nw.col(r.place(name)))


def trimmed(r: Relation, name: str, column: Any) -> Any:
    """Names that a column of the relation holds, in whatever column of a frame they are now."""
    import narwhals.stable.v2 as nw

    if r.kinds[name] == "text":
        column = column.cast(nw.String)
        if r.engine == "ibis":  # which cuts the blanks it knows only
            cut = column.str.replace_all(f"^[{BLANKS}]+|[{BLANKS}]+$", "")
        else:
            cut = column.str.strip_chars(BLANKS)
        found = nw.when(cut != "").then(cut)
        if r.engine == "duckdb":  # which compares text by bytes, and cuts only where it is asked to
            last = column.str.slice(-1)
            plain = (column > "!") & (column < "\x7f") & (last > "!") & (last < "\x7f")
            return nw.when(plain).then(column).otherwise(found)
        return found
    return finite(column) if r.kinds[name] == "numbers" else column


def looked_up(r: Relation, value: Any, codes: Mapping[Any, int]) -> Any:
    """The code of each written value, and none for what has none."""
    import narwhals.stable.v2 as nw

    if r.engine not in ("ibis", "spark"):  # PostgreSQL and Spark Connect have no dictionaries to look in
        return value.replace_strict(list(codes), list(codes.values()), default=None, return_dtype=nw.Int64)
    written: dict[int, list[Any]] = {}
    for cell, code in codes.items():
        written.setdefault(code, []).append(cell)
    return nw.coalesce(*(nw.when(value.is_in(own)).then(nw.lit(code)) for code, own in written.items()))


def nameless(r: Relation, name: str) -> Any:
    """Whether a column of names has none in a row; where text is compared by bytes, few are cut to see it."""
    import narwhals.stable.v2 as nw

    if r.kinds[name] != "text" or name in r.names_at or r.engine not in ("duckdb", "polars"):
        return named(r, name).is_null()
    column = nw.col(r.place(name)).cast(nw.String)
    suspect = (column < "!") | (column >= "\x7f")
    blank = nw.when(suspect).then(column.str.strip_chars(BLANKS) == "").otherwise(nw.lit(False))
    return column.is_null() | blank


def finite(column: Any) -> Any:
    """A column of numbers with a gap for what is none: x − x is 0 for numbers, and for nothing else."""
    import narwhals.stable.v2 as nw

    return nw.when((column - column) == 0).then(column)


def without_nan(column: Any) -> Any:
    """A column of floats with a gap for NaN; what is infinite stays."""
    import narwhals.stable.v2 as nw

    return nw.when(((column - column) == 0) | infinite(column)).then(column)


def infinite(column: Any) -> Any:
    """Whether a number is infinite; NaN is larger than any number in some engines, and so is its negative."""
    large = (column > _LARGEST) & (column * -1 < -_LARGEST)
    return (large | (column < -_LARGEST)).fill_null(False)
