"""Rounds that a column of one set of ratings tells apart, and the progress over them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ...language.message import Message
from ...ratings.factorise import Column
from ...ratings.observed import in_order
from ...ratings.ratings import Ratings
from ...ratings.reading.carry_over_rounds import HELD, without_round
from ...reduce.item_weights import Ints
from ..notes import said_of
from ..where.slice_table import MOST_VALUES
from .progress import Progress, progress
from .round import Round


def rounds_in(ratings: Ratings, reference: str | Sequence[str] | None = None) -> tuple[Round, ...]:
    """A round for each value of the column of rounds, the oldest first; none without one, or with very many.

    Rows without a round belong to none.
    """
    parts = parts_by_round(ratings)
    if not 1 < len(parts) <= MOST_VALUES:
        return ()
    return tuple(Round(name=name, ratings=part, reference=reference) for name, part in parts)


def parts_by_round(ratings: Ratings) -> tuple[tuple[str, Ratings], ...]:
    """Name and ratings of each round, the oldest first; nothing without a column of rounds."""
    if ratings.round is None:
        return ()
    column, blank = ratings.part_column("round"), without_round(ratings)
    seen = list(dict.fromkeys(column.codes[~blank].tolist()))
    return tuple(
        (str(label), _part(ratings, column.codes == code)) for code, label in _in_order(ratings, column, seen)
    )


def progress_in(
    ratings: Ratings, reference: str | Sequence[str] | None = None, **asked: Any
) -> tuple[Progress, ...]:
    """Every comparison over the rounds of the data; nothing where there is no column of rounds."""
    rounds = rounds_in(ratings, reference)
    if not rounds:
        return ()
    more = tuple(_of_no_round(ratings))
    return tuple(replace(one, sentences=(*one.sentences, *more)) for one in progress(rounds, **asked))


def _of_no_round(ratings: Ratings) -> Iterator[Message]:
    """What holds in every round, and what is left out of all of them."""
    yield from held_said(ratings)
    if none := int(np.count_nonzero(without_round(ratings))):
        yield Message("rounds.without-round", {"n": none})


def held_said(ratings: Ratings) -> Iterator[Message]:
    """That some ratings are of no round and hold in every one."""
    yield from (said_of(note) for note in ratings.reading.notes if note.code == HELD)


def _part(ratings: Ratings, keep: Any) -> Ratings:
    part = ratings.rows(np.flatnonzero(keep))
    slices = {name: column for name, column in part.slices.items() if name != "round"}
    return replace(part, round=None, slices=slices)


def _in_order(ratings: Ratings, column: Column, seen: Sequence[int]) -> list[tuple[int, Any]]:
    """Numbers by their size, in names too, a declared order as it is, all else by time, or as rounds come."""
    labels = np.asarray(column.labels, dtype=object)
    named = [(code, labels[code]) for code in seen]
    if column.ordered:
        return sorted(named)
    if _are_numbered([label for _, label in named]):
        return sorted(named, key=lambda one: in_order(one[1]))
    when = _middle_times(ratings, column.codes, seen)
    return sorted(named, key=lambda one: when[one[0]]) if when else named


def _are_numbered(labels: Sequence[Any]) -> bool:
    """Whether rounds are numbers, or are called alike but for numbers: v1, v2, v10."""
    numbers = all(isinstance(label, (int, float, np.number)) for label in labels)
    return numbers or len({re.sub(r"\d+", "0", str(label)) for label in labels}) == 1


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
