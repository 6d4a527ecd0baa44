"""Columns that may be categories and not raters: how many chose each, which adds up to the same for all."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ...ratings.ratings import Ratings
from ...reduce.item_weights import Floats
from .scale_doubt import LIMITS, ScaleDoubt, doubt

_GUESSED = "(guessed)"


def counted(ratings: Ratings, weights: Floats) -> Iterator[ScaleDoubt]:
    """Whole numbers that add up to the same in every row, of a shape that nobody declared."""
    guessed = ratings.reading.roles.get("shape", "").endswith(_GUESSED)
    if not guessed or ratings.scale.declared or ratings.anonymous or ratings.values is None:
        return
    values = np.append(ratings.values, np.nan)
    sums = np.zeros(int(np.count_nonzero(weights > 0)))
    for column in ratings.columns:
        sums += values[column[weights > 0]]
    whole = bool((ratings.values >= 0).all() and (ratings.values % 1 == 0).all())
    n_items = float(weights.sum())
    if whole and n_items >= LIMITS.fewest_items and len(ratings.labels) > 1 and np.ptp(sums) == 0:
        facts = {"names": list(ratings.raters), "sum": int(sums[0]), "n": n_items, "option": "shape='counts'"}
        yield doubt("counts", facts, about=("names",), n=n_items)
