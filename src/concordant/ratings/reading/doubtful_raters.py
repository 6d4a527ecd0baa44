"""Columns that look like raters and may be something else: averages, dimensions, records, another scale."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...errors import AmbiguousReading
from ..grid import Grid
from ..names import kind_of, plain_name, words
from ..phrases import listed
from .column_names import says_dimension, says_rater
from .column_profile import ColumnProfile, look
from .nested_values import paths_in
from .recode_options import nice_ends

#: Words in the name of a column that is made of others.
_AVERAGES = frozenset(
    words("avg average mean median majority consensus aggregate 平均 平均分 均分 均值 多数 众数 共识")
)
#: From so many values on, ranges are compared; of fewer, one may be a part of the other by chance.
_ENOUGH = 10
#: One scale is so many times as long as another.
_LONGER = 3.0


def is_average(name: str) -> bool:
    """Whether the name of a column says that it is made of others."""
    return bool(_AVERAGES & set(plain_name(name).split("_")))


def without_averages(raters: Sequence[str]) -> list[str]:
    """The raters without averages of them, where two or more others are left."""
    others = [name for name in raters if not is_average(name)]
    return others if len(others) > 1 else list(raters)


def refuse_dimensions(source: str, raters: Sequence[str]) -> None:
    """Ask about columns that are all called like what is rated, not like who rates."""
    if len(raters) > 1 and all(says_dimension(name) and not says_rater(name) for name in raters):
        raise AmbiguousReading(
            f"The columns {listed(raters)} of {source} are called like dimensions of one rater's ratings, "
            "and "
            "agreement needs two raters.",
            {"each column is a rater": {"raters": list(raters)}},
        )


def refuse_other_scales(source: str, looks: Mapping[str, ColumnProfile]) -> None:
    """Ask about two raters whose numbers hardly meet: one of them may be on another scale."""
    if len(looks) != 2 or any(
        seen.kind != "numbers" or len(seen.values) < _ENOUGH for seen in looks.values()
    ):
        return
    if not all(map(kind_of, looks)):
        return
    first, second = looks
    ends = {name: (float(min(seen.distinct)), float(max(seen.distinct))) for name, seen in looks.items()}
    reach = [high - low for low, high in ends.values()]
    overlap = min(high for _, high in ends.values()) - max(low for low, _ in ends.values())
    if overlap > 0 or min(reach) == 0 or max(reach) < _LONGER * min(reach):
        return
    odd, usual = (first, second) if kind_of(second) in ("human", "gold") else (second, first)
    low, high = nice_ends(*ends[odd])
    spans = f"{low:g}..{high:g}:{ends[usual][0]:g}..{ends[usual][1]:g}"
    raise AmbiguousReading(
        f"The values of {odd} in {source} go from {ends[odd][0]:g} to {ends[odd][1]:g}, those of {usual} "
        "from "
        f"{ends[usual][0]:g} to {ends[usual][1]:g}: they seem to be on different scales.",
        {
            f"the scale of {odd} is {low:g} to {high:g}": {"rescale": {odd: spans}},
            "both are on one scale": {"raters": [first, second]},
        },
    )


def refuse_records(grid: Grid, raters: Sequence[str], free: Sequence[str]) -> None:
    """Ask which number of a column of records is the rating, where one other rater is there."""
    for name in free:
        if look(grid.head(name)).kind != "nested" or len(raters) != 1:
            continue
        paths = [f"{name}.{path}" for path in paths_in(grid.head(name))]
        if paths:
            raise AmbiguousReading(
                f"The column {name} of {grid.source} holds records, and several of their values could be the "
                "rating.",
                {f"{path} is the rating": {"raters": [*raters, path]} for path in paths[:5]},
            )
