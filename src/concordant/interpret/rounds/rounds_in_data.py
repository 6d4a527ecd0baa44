"""Rounds, or runs of a judge, that one set of ratings holds, and the progress over them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ...errors import OptionError, choose
from ...language.message import Message
from ...quote import quote
from ...ratings.factorise import CodedColumn
from ...ratings.observed import in_order
from ...ratings.ratings import Ratings
from ...ratings.reading import HELD, without_round
from ...reduce.item_weights import Ints
from ..compare import rater_roles
from ..notes import note_message
from ..where import MOST_VALUES
from .anchors import Anchored, anchored
from .progress import Progress, progress
from .round import ComparedRound


def rounds_in(ratings: Ratings, reference: str | Sequence[str] | None = None) -> tuple[ComparedRound, ...]:
    """A round for each value of the column of rounds, the oldest first; none without one, or with very many.

    Rows without a round belong to none.
    """
    parts = parts_by_round(ratings)
    if not 1 < len(parts) <= MOST_VALUES:
        return ()
    return tuple(ComparedRound(name=name, ratings=part, reference=reference) for name, part in parts)


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
    ratings: Ratings, reference: str | Sequence[str] | None = None, **options: Any
) -> tuple[Progress, ...]:
    """Every comparison over the rounds of the data; nothing where there is no column of rounds."""
    rounds = rounds_in(ratings, reference)
    if not rounds:
        return ()
    more = tuple(_of_no_round(ratings))
    return tuple(replace(one, sentences=(*one.sentences, *more)) for one in progress(rounds, **options))


def _of_no_round(ratings: Ratings) -> Iterator[Message]:
    """What holds in every round, and what is left out of all of them."""
    yield from carried_over_messages(ratings)
    if none := int(np.count_nonzero(without_round(ratings))):
        yield Message("rounds.without-round", {"n": none})


def carried_over_messages(ratings: Ratings) -> Iterator[Message]:
    """That some ratings are of no round and hold in every one."""
    yield from (note_message(note) for note in ratings.reading.notes if note.code == HELD)


def _part(ratings: Ratings, keep: Any) -> Ratings:
    part = ratings.rows(np.flatnonzero(keep))
    slices = {name: column for name, column in part.slices.items() if name != "round"}
    return replace(part, round=None, slices=slices)


def _in_order(ratings: Ratings, column: CodedColumn, seen: Sequence[int]) -> list[tuple[int, Any]]:
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


def anchored_in(
    ratings: Ratings,
    rater: str | None = None,
    *,
    reference: str | Sequence[str] | None = None,
    level: float = 0.95,
) -> Anchored | None:
    """A judge over the rounds of one file, or over its repeats; None where there are fewer than two.

    `rater` is the judge, who need not be named where there is one only. Rounds follow each other as in a
    study; repeats by their mean time where ratings have times, else by their names, numbers in them by size.
    """
    runs = _runs(ratings)
    own = _whose(ratings, rater, reference)
    others = [name for name in rater_roles(ratings, reference).reference if name != own]
    return anchored(runs, [own] * len(runs), [others] * len(runs), level=level)


def _runs(ratings: Ratings) -> list[ComparedRound]:
    if ratings.round is not None:
        return [ComparedRound(name=name, ratings=part) for name, part in parts_by_round(ratings)]
    if ratings.repeat is None:
        return []
    parts = list(ratings.by("repeat"))
    timed = all(_time(part) for _, part in parts)
    parts.sort(key=lambda part: _time(part[1]) if timed else in_order(part[0]))
    return [ComparedRound(name=str(value), ratings=replace(part, repeat=None)) for value, part in parts]


def _time(part: Ratings) -> tuple[Any, ...]:
    """The mean time of a part's ratings; nothing where none is known."""
    known = [t[np.isfinite(t)] for t in part.times or () if t is not None]
    together = np.concatenate([*known, np.empty(0)])
    return (float(together.mean()),) if together.size else ()


def _whose(ratings: Ratings, rater: str | None, reference: str | Sequence[str] | None) -> str:
    if rater is not None:
        choose("rater", rater, ratings.raters)
        return rater
    who = rater_roles(ratings, reference)
    open_to = who.judges or who.people
    if len(open_to) != 1:
        raise OptionError(
            f"Name the rater whose drift is meant: rater=…, one of {quote(list(open_to or ratings.raters))}."
        )
    return open_to[0]
