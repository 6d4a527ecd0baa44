"""Rounds that a column of one set of ratings tells apart, and the progress over them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ...ratings.factorise import Column
from ...ratings.observed import in_order
from ...ratings.ratings import Ratings
from ...ratings.rows import NOTHING
from ...reduce.weighing import Ints
from ..said import Said
from ..slice_table import MOST_VALUES
from .progress import Progress, progress
from .round import Round


def rounds_in(ratings: Ratings, reference: str | Sequence[str] | None = None) -> tuple[Round, ...]:
    """A round for each value of the column of rounds, the oldest first; none without one, or with very many.

    Rows without a round belong to none.
    """
    if ratings.round is None:
        return ()
    column = ratings.part_column("round")
    seen = [code for code in dict.fromkeys(column.codes.tolist()) if column.labels[code] != NOTHING]
    if not 1 < len(seen) <= MOST_VALUES:
        return ()
    return tuple(
        Round(name=str(label), ratings=_part(ratings, column.codes == code), reference=reference)
        for code, label in _in_order(ratings, column, seen)
    )


def progress_in(
    ratings: Ratings, reference: str | Sequence[str] | None = None, **asked: Any
) -> tuple[Progress, ...]:
    """Every comparison over the rounds of the data; nothing where there is no column of rounds."""
    rounds = rounds_in(ratings, reference)
    if not rounds:
        return ()
    none = float(np.count_nonzero(ratings.column_of("round") == NOTHING))
    more = () if not none else (Said("rounds.without-round", {"n": none}),)
    return tuple(replace(one, sentences=(*one.sentences, *more)) for one in progress(rounds, **asked))


def _part(ratings: Ratings, keep: Any) -> Ratings:
    part = ratings.rows(np.flatnonzero(keep))
    slices = {name: column for name, column in part.slices.items() if name != "round"}
    return replace(part, round=None, slices=slices)


def _in_order(ratings: Ratings, column: Column, seen: Sequence[int]) -> list[tuple[int, Any]]:
    """Numbers by their size, a declared order as it is, all else by time, or as rounds come."""
    labels = np.asarray(column.labels, dtype=object)
    named = [(code, labels[code]) for code in seen]
    if all(isinstance(label, (int, float, np.number)) for _, label in named):
        return sorted(named, key=lambda one: in_order(one[1]))
    if column.ordered:
        return sorted(named)
    when = _middle_times(ratings, column.codes, seen)
    return sorted(named, key=lambda one: when[one[0]]) if when else named


def _middle_times(ratings: Ratings, codes: Ints, seen: Sequence[int]) -> dict[int, float]:
    """When each round was rated, the median; nothing where any has no time."""
    times = [t for t in ratings.times or () if t is not None]
    found: dict[int, float] = {}
    for code in seen:
        here = np.concatenate([t[codes == code] for t in times] or [np.zeros(0)])
        here = here[np.isfinite(here)]
        if not here.size:
            return {}
        found[code] = float(np.median(here))
    return found
