"""The runs inside one file: its rounds, or its repeats as runs over time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ...errors import OptionError, choose
from ...quote import quote
from ...ratings.observed import in_order
from ...ratings.ratings import Ratings
from ..compare.rater_roles import rater_roles
from .anchors import Anchored, anchored
from .round import Round
from .rounds_in_data import parts_by_round


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


def _runs(ratings: Ratings) -> list[Round]:
    if ratings.round is not None:
        return [Round(name=name, ratings=part) for name, part in parts_by_round(ratings)]
    if ratings.repeat is None:
        return []
    parts = list(ratings.by("repeat"))
    timed = all(_time(part) for _, part in parts)
    parts.sort(key=lambda part: _time(part[1]) if timed else in_order(part[0]))
    return [Round(name=str(value), ratings=replace(part, repeat=None)) for value, part in parts]


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
            f"Say whose drift is meant: rater=…, one of {quote(list(open_to or ratings.raters))}."
        )
    return open_to[0]
