"""The order of items for each rater, and which of them are repeated, far enough from the first time."""

from __future__ import annotations

import numpy as np

#: An item comes again after so many others at least, or after this share of them.
LEAST_GAP, GAP_SHARE = 20, 0.25


def repeat_gap(n: int) -> int:
    """How many places at least lie between both times: max(20, n/4)."""
    return max(LEAST_GAP, int(np.ceil(n * GAP_SHARE)))


def rating_order(items: list[int], repeats: float, rng: np.random.Generator) -> list[tuple[int, int]]:
    """Items in random order, each with 1, and a share of them once more with 2, `repeat_gap` places later.

    An insertion moves later places back only, so that no gap becomes shorter. Where too few items lie before
    the gap, fewer come again; where none does, none.
    """
    shuffled = [items[i] for i in rng.permutation(len(items))]
    order = [(item, 1) for item in shuffled]
    gap = repeat_gap(len(items))
    early = shuffled[: max(len(items) - gap + 1, 0)]
    n = min(round(repeats * len(items)), len(early))
    again = [early[i] for i in np.sort(rng.choice(len(early), n, replace=False))] if n else []
    for item in again:
        first = order.index((item, 1))
        place = int(rng.integers(first + gap, len(order), endpoint=True))
        order.insert(place, (item, 2))
    return order
