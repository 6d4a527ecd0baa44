"""Inversions: pairs of points whose order by one number is the opposite of their order by another.

They are counted, or listed, while runs are merged: what must pass to the left of a run is inverted with what
it passes. Both take n·log²n steps, whatever the number of pairs.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ...reduce.item_weights import Floats, Ints


def weight_below(s: Floats, d: Floats, w: Floats, t: float) -> float:
    """The weight of pairs with Δd/Δs below t: d − t·s is in the opposite order of s. Equal s is no pair."""
    z = d - t * s
    by_s = np.lexsort((z, s))
    by_z = np.argsort(z[by_s], kind="stable")
    runs = _runs(_ranked(by_z))
    if len(w) and (w == w[0]).all():
        return float(w[0] ** 2 * sum(_number(*run) for run in runs))
    weight = _padded(w[by_s][by_z])
    return sum(_weight(*run, weight) for run in runs)


def _number(left: Ints, right: Ints, offset: Ints) -> int:
    """How many on the left are passed."""
    place, ends = _passed(left, right, offset)
    return int((ends - place).sum())


def _weight(left: Ints, right: Ints, offset: Ints, weight: Floats) -> float:
    """The same with weights."""
    place, ends = _passed(left, right, offset)
    run = np.concatenate([[0.0], np.cumsum(weight[left])])
    return float(weight[right].ravel() @ (run[ends] - run[place]))


def pairs_between(s: Floats, d: Floats, low: float, high: float) -> tuple[Ints, Ints]:
    """The points of all pairs with low ≤ Δd/Δs < high: in order at low, inverted at high."""
    first = _in_order(s, d, low)
    by_high = _in_order(s[first], d[first], high)
    i, j = _listed(_ranked(by_high))
    who = first[by_high]
    i, j = who[i], who[j]
    there = s[i] != s[j]
    return i[there], j[there]


def _in_order(s: Floats, d: Floats, t: float) -> Ints:
    """By d − t·s, then by s; where t is infinite, s alone decides, then d."""
    return np.lexsort((d, -np.sign(t) * s)) if np.isinf(t) else np.lexsort((s, d - t * s))


def _ranked(order: Ints) -> Ints:
    """The place of each in the order, up to a power of two with ranks that come last."""
    rank = np.arange(1 << max(len(order) - 1, 1).bit_length())
    rank[order] = np.arange(len(order))
    return rank


def _padded(weight: Floats) -> Floats:
    """Weights by rank, 0 for ranks that were added."""
    return np.concatenate([weight, np.zeros((1 << max(len(weight) - 1, 1).bit_length()) - len(weight))])


def _runs(rank: Ints) -> Iterator[tuple[Ints, Ints, Ints]]:
    """Neighbouring sorted runs, twice as long each time; the offset keeps pairs of runs apart."""
    size, width = len(rank), 1
    while width < size:
        pairs = rank.reshape(-1, 2, width)
        yield pairs[:, 0], pairs[:, 1], np.arange(len(pairs))[:, None] * size
        rank = np.sort(rank.reshape(-1, 2 * width), axis=1).ravel()
        width *= 2


def _passed(left: Ints, right: Ints, offset: Ints) -> tuple[Ints, Ints]:
    """For each rank on the right: where the ranks on the left start that it passes, and where they end."""
    place = np.searchsorted((left + offset).ravel(), (right + offset).ravel())
    return place, np.repeat(np.arange(1, len(left) + 1) * left.shape[1], left.shape[1])


def _listed(rank: Ints) -> tuple[Ints, Ints]:
    """The ranks of both of each inverted pair."""
    firsts, seconds = [], []
    for left, right, offset in _runs(rank):
        place, ends = _passed(left, right, offset)
        many = ends - place
        start = np.repeat(place - (np.cumsum(many) - many), many)
        firsts.append(left.ravel()[start + np.arange(many.sum())])
        seconds.append(np.repeat(right.ravel(), many))
    return np.concatenate(firsts), np.concatenate(seconds)
