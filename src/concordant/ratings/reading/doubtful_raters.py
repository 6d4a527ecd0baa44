"""Columns that look like raters and may be something else: averages, dimensions, records, another scale."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...errors import AmbiguousReading, InputError
from ...quote import quote
from ..grid import Grid
from ..names import kind_of, plain_name, words
from ..phrases import listed
from .column_names import says_dimension, says_rater
from .column_profile import ColumnProfile, look
from .judge_answers import json_in
from .nested_values import paths_in
from .recode_options import merge_option, nice_ends

#: Words in the name of a column that is made of others.
_AVERAGES = frozenset(
    words("avg average mean median majority consensus aggregate 平均 平均分 均分 均值 多数 众数 共识")
)
#: From so many values on, ranges are compared; of fewer, one may be a part of the other by chance.
_ENOUGH = 10
#: So many values of a column are looked into for records.
_LOOKED_AT = 200
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


def _records_in(values: Sequence[Any]) -> list[Any]:
    """The objects of a column, those that are written as JSON too."""
    held = [next(json_in(x.strip()), None) if isinstance(x, str) else x for x in values[:_LOOKED_AT]]
    return [x for x in held if isinstance(x, (Mapping, list))]


def refuse_answers(grid: Grid, raters: Sequence[str], free: Sequence[str]) -> None:
    """Complain about a column that is called like a rater and is not on the scale of the only other one."""
    for name in free:
        seen = look(grid.head(name))
        if len(raters) != 1 or name in raters or seen.kind != "text" or not kind_of(name):
            continue
        sample = str(seen.values[0])
        what = f"The column {quote(name)} of {grid.source} is called like a rater, but"
        if seen.few and not seen.unique:
            known = min(look(grid.head(raters[0])).distinct, key=str)
            raise InputError(
                f"{what} its values, such as {quote(sample)}, are not on the scale of {quote(raters[0])}: "
                f"state the meaning of each, such as {merge_option(sample, known)}."
            )
        raise InputError(
            f"{what} no score was found in most of its texts, such as {quote(sample)}: name the column that "
            "holds the score with raters=[…], or write it there as “Score: 4”."
        )


def refuse_records(grid: Grid, raters: Sequence[str], free: Sequence[str]) -> None:
    """Ask which number of a column of records is the rating, where one other rater is there."""
    for name in free:
        if len(raters) != 1 or name in raters:
            continue
        paths = [f"{name}.{path}" for path in paths_in(_records_in(grid.head(name)))]
        if paths:
            raise AmbiguousReading(
                f"The column {name} of {grid.source} holds records, and several of their values could be the "
                "rating.",
                {f"{path} is the rating": {"raters": [*raters, path]} for path in paths[:5]},
            )
