"""The rounds in what was given: one that is named, or one for each value of a column of rounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ..errors import InputError, OptionError
from ..ratings.observed import in_order
from ..ratings.ratings import Ratings
from ..ratings.words import listed, many


def round_parts(
    ratings: Ratings, name: str | None, *, next_name: str = "v1"
) -> tuple[tuple[str, Ratings], ...]:
    """Name and ratings of each round; without a column of rounds it has to be named."""
    if ratings.round is None:
        if name is None:
            raise OptionError(f"Say which round this is, such as round={next_name!r}.")
        return ((name, ratings),)
    known = {str(value): value for value in _values(ratings)}
    if name is not None and name not in known:
        column = ratings.audit.roles.get("round", "round")
        raise OptionError(
            f"There is no round {name!r} in the data: its column of rounds, {column}, has "
            f"{listed([repr(value) for value in known])}. Leave out the name to add them all, or take the "
            "column away to add the data as one round."
        )
    return tuple(
        (one, replace(ratings.where(round=value), round=None))
        for one, value in known.items()
        if name in (None, one)
    )


def _values(ratings: Ratings) -> Sequence[Any]:
    """The rounds in order: all numbers by their size, else as they come."""
    column = ratings.column_of("round")
    seen = list(dict.fromkeys(column.tolist()))
    blank = sum(value is None or value != value or value == "" for value in column.tolist())
    if blank:
        raise InputError(f"{many(blank, 'row')} of the data has no round: give each row one.")
    numbers = all(isinstance(value, (int, float)) for value in seen)
    return sorted(seen, key=in_order) if numbers else seen
