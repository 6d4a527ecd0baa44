"""Counting pairs of items that two raters order alike, without forming the pairs."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ...reduce.item_weights import Floats, Ints, weight_by_code

#: Up to this many categories the pairs are counted on the table, above it by sorting.
_TABLE = 400


def net_concordance(a: Ints, b: Ints, weight: Floats, size: int) -> Floats:
    """For each entry: the weight it is concordant with less the weight it is discordant with."""
    return _on_table(a, b, weight, size) if size <= _TABLE else _by_sorting(a, b, weight)


def _on_table(a: Ints, b: Ints, weight: Floats, size: int) -> Floats:
    cells = weight_by_code(a * size + b, weight, size * size).reshape(size, size)
    run = np.zeros((size + 1, size + 1))
    run[1:, 1:] = cells.cumsum(axis=0).cumsum(axis=1)
    i, j = np.indices((size, size))
    below = run[i, j]  # both lower
    left = run[i, size] - run[i, j + 1]  # first lower, second higher
    right = run[size, j] - run[i + 1, j]  # first higher, second lower
    above = run[size, size] - run[i + 1, size] - run[size, j + 1] + run[i + 1, j + 1]
    return np.asarray((below + above - left - right)[a, b])


def _by_sorting(a: Ints, b: Ints, weight: Floats) -> Floats:
    """Pair weights from sums over "first lower and second lower"."""
    tied_lower, tied_upto = _within(a, b, weight)
    lower = _dominated(a, b, weight)
    lower_or_tied = lower + _within(b, a, weight)[0]
    all_a, all_b = _below(a, weight), _below(b, weight)
    discordant = (all_a[0] - lower_or_tied) + (all_b[0] - lower - tied_lower)
    above = weight.sum() - all_a[1] - all_b[1] + lower_or_tied + tied_upto
    return np.asarray(lower + above - discordant)


def _below(x: Ints, weight: Floats) -> tuple[Floats, Floats]:
    """Weight strictly below, and weight below or tied, for each entry."""
    h = weight_by_code(x, weight, 0)
    upto = np.cumsum(h)
    return (upto - h)[x], upto[x]


def _dominated(a: Ints, b: Ints, weight: Floats) -> Floats:
    """Σ weight over entries with lower a and lower b.

    Entries take the places of an order by a, ties by falling b, and stand in an order by b, ties by falling
    place: then what stands before and has a lower place is lower in both.
    """
    by_a = _sorted(a, b)
    place = np.empty(len(a), dtype=np.int64)
    place[by_a] = np.arange(len(a))
    places = place[_sorted(b, place)]
    out = np.empty(len(a))
    out[by_a] = weight_before(places, weight[by_a])
    return out


def _sorted(first: Ints, second: Ints) -> Ints:
    """Entries in the order of the first, ties by falling second."""
    if not _ties(first):
        at = np.full(int(first.max(initial=0)) + 1, -1)
        at[first] = np.arange(len(first))
        return np.asarray(at[at >= 0])
    size = int(second.max(initial=0)) + 1
    return np.argsort(first.astype(np.int64) * size + (size - 1 - second), kind="stable")


def _ties(x: Ints) -> bool:
    return len(x) > 0 and int(np.bincount(x).max()) > 1


def weight_before(places: Ints, weight: Floats) -> Floats:
    """For each of 0, 1, …, n − 1 the weight of lower numbers that stand before it in this order of them."""
    n = len(places)
    even = n > 0 and bool((weight == weight[0]).all())
    own = np.concatenate([weight, np.zeros(_padded(n) - n)])
    out = np.zeros(len(own), dtype=np.int64 if even else np.float64)
    for held, one, half in _halves(places):
        run = np.cumsum(~one, dtype=np.int64) if even else np.cumsum(np.where(one, 0.0, own[held]))
        start = np.concatenate([np.zeros(1, run.dtype), run[2 * half - 1 : -1 : 2 * half]])
        out[held[one]] += (run[one].reshape(-1, half) - start[:, None]).ravel()
    return np.asarray(out[:n] * weight[0] if even else out[:n])


def weight_in_order(places: Ints, weight: Floats) -> float:
    """The weight of pairs, w·w each, of which the lower number stands before the higher.

    Where all weigh the same they are counted by their places: of one with a 1, as many of its half stand
    before it as its place says, less those with a 1.
    """
    n = len(places)
    if not n or not (weight == weight[0]).all():
        return float(weight @ weight_before(places, weight))
    found = -sum(range(n, _padded(n)))  # numbers that were added at the end
    for _, one, half in _halves(places):
        rows = len(one) // (2 * half)
        found += int(np.flatnonzero(one).sum()) - half * half * rows * (rows - 1)
        found -= rows * half * (half - 1) // 2
    return float(weight[0] ** 2 * found)


def _halves(places: Ints) -> Iterator[tuple[Ints, NDArray[np.bool_], int]]:
    """The numbers by their highest bit, then each half by the next: one with a 1 has passed those with a 0.

    A half keeps its order, and its size is known, so nothing is sorted. Numbers are added at the end up to a
    power of two.
    """
    size = _padded(len(places))
    held: Ints = np.arange(size).astype(np.int32 if size <= 1 << 31 else np.int64)
    held[: len(places)] = places
    half = size // 2
    while half:
        one = (held & half) != 0
        yield held, one, half
        held = np.stack([held[~one].reshape(-1, half), held[one].reshape(-1, half)], axis=1).ravel()
        half //= 2


def _padded(n: int) -> int:
    return 1 << max(n - 1, 1).bit_length()


def _within(group: Ints, b: Ints, weight: Floats) -> tuple[Floats, Floats]:
    """Σ weight over the entries of the same group with lower b, and with not higher b."""
    if not _ties(group):
        return np.zeros(len(group)), weight
    key = group.astype(np.int64) * (int(b.max(initial=0)) + 1) + b
    order = np.argsort(key)
    g, k = group[order], key[order]
    run = np.concatenate([[0.0], np.cumsum(weight[order])])
    new_group, new_value = (np.r_[True, x[1:] != x[:-1]] for x in (g, k))
    places = np.arange(len(g))
    group_start = np.maximum.accumulate(np.where(new_group, places, 0))
    value_start = np.maximum.accumulate(np.where(new_value, places, 0))
    value_end = np.r_[np.flatnonzero(new_value)[1:], len(g)][np.cumsum(new_value) - 1]
    lower, upto = np.empty(len(g)), np.empty(len(g))
    lower[order] = run[value_start] - run[group_start]
    upto[order] = run[value_end] - run[group_start]
    return lower, upto
