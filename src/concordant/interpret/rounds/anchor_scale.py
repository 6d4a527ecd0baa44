"""One scale for all runs: a number for every rating, so that equal ratings are equal in every run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...ratings.ratings import Ratings
from ...reduce.item_weights import Floats
from ..compare.comparison import MOST_CATEGORIES


@dataclass(frozen=True, eq=False, kw_only=True)
class AnchorScale:
    """`places` says where a label lies: its value, its rank, or, without an order, only its number.

    `places` is None where labels are numbers that stand for themselves. `step` is the usual distance of two
    neighbouring categories.
    """

    places: dict[Any, float] | None
    ordered: bool
    measured: bool
    step: float

    def positions(self, ratings: Ratings) -> Floats:
        """Where the labels of these ratings lie."""
        if self.places is None:
            return np.asarray(ratings.values, dtype=float)
        return np.array([self.places[_same(label)] for label in ratings.labels.tolist()], dtype=float)

    @property
    def names(self) -> dict[float, str]:
        """What a category without an order is called."""
        return {place: str(label) for label, place in (self.places or {}).items()}


def scale_of(runs: Sequence[Ratings]) -> AnchorScale:
    """Values where all runs have some; ranks where their orders do not contradict; else names."""
    seen = list(dict.fromkeys(_same(label) for one in runs for label in one.labels.tolist()))
    if not all(one.scale.ordered for one in runs):
        places = {label: float(at) for at, label in enumerate(sorted(seen, key=str))}
        return AnchorScale(places=places, ordered=False, measured=False, step=1.0)
    if all(one.values is not None for one in runs):
        few = all(one.scale.categories is not None for one in runs) and len(seen) <= MOST_CATEGORIES
        at = np.unique(np.concatenate([np.asarray(one.values, dtype=float) for one in runs]))
        step = float(np.median(np.diff(at))) if len(at) > 1 else 1.0
        return AnchorScale(places=None, ordered=True, measured=not few, step=step)
    ranks = _ranks([[_same(label) for label in one.labels.tolist()] for one in runs])
    places = ranks or {label: float(at) for at, label in enumerate(sorted(seen, key=str))}
    measured = ranks is not None and len(places) > MOST_CATEGORIES
    return AnchorScale(places=places, ordered=ranks is not None, measured=measured, step=1.0)


def _same(label: Any) -> Any:
    """What makes labels of two files one: 4 and 4.0 are, and text is text."""
    return float(label) if isinstance(label, (int, float)) and not isinstance(label, bool) else str(label)


def _ranks(orders: Sequence[Sequence[Any]]) -> dict[Any, float] | None:
    """The places in the longest order, where it holds all the others; None where it does not."""
    longest = max(orders, key=len)
    place = {label: float(at) for at, label in enumerate(longest)}
    for order in orders:
        at = [place.get(label, -1.0) for label in order]
        if -1.0 in at or at != sorted(at):
            return None
    return place
