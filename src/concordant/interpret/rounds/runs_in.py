"""The runs inside one file: its rounds, or its repeats as runs over time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ...errors import OptionError, choose
from ...ratings.observed import in_order
from ...ratings.ratings import Ratings
from ..who import who_is_who
from .anchors import Anchored, anchored
from .round import Round


def anchored_in(
    ratings: Ratings,
    rater: str | None = None,
    *,
    reference: str | Sequence[str] | None = None,
    level: float = 0.95,
) -> Anchored | None:
    """A judge over the rounds of one file, or over its repeats; None where there are fewer than two.

    `rater` is the judge, who need not be named where there is one only. Rounds go by their names, numbers in
    them by size; repeats too, or by their mean time where ratings have times.
    """
    runs = _runs(ratings)
    own = _whose(ratings, rater, reference)
    others = [name for name in who_is_who(ratings, reference).reference if name != own]
    return anchored(runs, [own] * len(runs), [others] * len(runs), level=level)


def _runs(ratings: Ratings) -> list[Round]:
    column = next((name for name in ("round", "repeat") if getattr(ratings, name) is not None), None)
    if column is None:
        return []
    parts = list(ratings.by(column))
    order = _time if column == "repeat" and all(_time(part) for _, part in parts) else None
    parts.sort(key=lambda part: order(part[1]) if order else in_order(part[0]))
    return [Round(name=str(value), ratings=_without(part, column)) for value, part in parts]


def _without(part: Ratings, column: str) -> Ratings:
    return replace(part, round=None) if column == "round" else replace(part, repeat=None)


def _time(part: Ratings) -> tuple[Any, ...]:
    """The mean time of a part's ratings; nothing where none is known."""
    known = [t[np.isfinite(t)] for t in part.times or () if t is not None]
    together = np.concatenate([*known, np.empty(0)])
    return (float(together.mean()),) if together.size else ()


def _whose(ratings: Ratings, rater: str | None, reference: str | Sequence[str] | None) -> str:
    if rater is not None:
        choose("rater", rater, ratings.raters)
        return rater
    who = who_is_who(ratings, reference)
    open_to = who.judges or who.people
    if len(open_to) != 1:
        raise OptionError(
            f"Say whose drift is meant: rater=…, one of {list(open_to or ratings.raters)[:20]}."
        )
    return open_to[0]
