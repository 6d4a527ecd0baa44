"""The constant answer that fits all other items best, for each item in turn.

An answer that is chosen on the items it is scored on does too well: with five equally common categories and
30 items the commonest one has 30 % of them, and a new item has it in 20 %. So every item is left out of the
choice of its own answer, with all of its ratings.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ...ratings.ratings import Ratings
from ...reduce.item_weights import Floats, Ints
from ...reduce.patterns import cluster_codes, cluster_copies

#: Units that are looked at together, so that a table of units × categories stays small.
_TOGETHER = 20_000
#: Scores that differ by less are equal but for rounding.
_ROUNDING = 1e-12


def best_answers(ratings: Ratings, scores: Floats) -> tuple[Ints, int]:
    """For each row the answer that scores best on all other items, and the one that does on all of them.

    The first column holds the reference. `scores[c, j]` is what the answer c scores where the reference says
    j; of equally good answers the lowest is taken. A row that stands for many equal items leaves out one.
    """
    codes, weights = ratings.columns[0], ratings.item_weights
    there = codes >= 0
    unit, one_of = _units(ratings, weights)
    total = np.bincount(codes[there], weights[there], len(scores)).astype(float)
    whole = scores @ total
    best = int(_first_best(whole[None, :])[0])
    out = np.full(len(codes), best)
    if not _may_change(whole, best, scores, float(np.bincount(unit, one_of).max(initial=0.0))):
        return out, best
    order = np.argsort(unit, kind="stable")
    edges = np.searchsorted(unit[order], np.arange(0, int(unit.max(initial=0)) + _TOGETHER + 1, _TOGETHER))
    for low, high in pairwise(edges):
        rows = order[low:high]
        if not len(rows):
            continue
        place = unit[rows] - unit[rows].min()
        own = np.zeros((int(place.max()) + 1, len(scores)))
        held = there[rows]
        np.add.at(own, (place[held], codes[rows][held]), one_of[rows][held])
        out[rows] = _first_best((total - own) @ scores.T)[place]
    return out, best


def _units(ratings: Ratings, weights: Floats) -> tuple[Ints, Floats]:
    """The item (or cluster) of each row, and what the row weighs in one of the equal ones it stands for."""
    unit = cluster_codes(ratings)
    if unit is None:
        return np.arange(len(weights)), np.ones(len(weights)) if ratings.copies else weights
    copies = cluster_copies(ratings)
    return unit, weights if copies is None else weights / np.maximum(copies[unit], 1e-300)


def _may_change(whole: Floats, best: int, scores: Floats, heaviest: float) -> bool:
    """Whether leaving out one item can make another answer the best."""
    others = np.delete(whole, best)
    if not len(others):
        return False
    return bool(whole[best] - others.max() <= heaviest * float(np.ptp(scores)) + _ROUNDING)


def _first_best(values: NDArray[np.float64]) -> Ints:
    """The first of those that are equally good, row by row."""
    top = values.max(axis=1, keepdims=True)
    return np.asarray(np.argmax(values >= top - _ROUNDING * np.maximum(np.abs(top), 1.0), axis=1))
