"""Counting pairs of items that two raters order alike, without forming the pairs."""

from __future__ import annotations

import numpy as np

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
    """Pair weights from sums over "first lower and second lower", found bit by bit of the first."""
    lower, lower_or_tied = _dominated(a, b, weight)
    tied_lower, tied_upto = _within(a, b, weight)
    all_a, all_b = _below(a, weight), _below(b, weight)
    discordant = (all_a[0] - lower_or_tied) + (all_b[0] - lower - tied_lower)
    above = weight.sum() - all_a[1] - all_b[1] + lower_or_tied + tied_upto
    return np.asarray(lower + above - discordant)


def _below(x: Ints, weight: Floats) -> tuple[Floats, Floats]:
    """Weight strictly below, and weight below or tied, for each entry."""
    h = weight_by_code(x, weight, 0)
    upto = np.cumsum(h)
    return (upto - h)[x], upto[x]


def _dominated(a: Ints, b: Ints, weight: Floats) -> tuple[Floats, Floats]:
    """Σ weight over entries with lower a and lower b, and with lower a and not higher b.

    a′ < a exactly when, at the highest bit in which they differ, a′ has 0 and a has 1.
    """
    lower, upto = np.zeros(len(a)), np.zeros(len(a))
    for bit in range(int(a.max(initial=0)).bit_length()):
        one = (a >> bit) & 1 == 1
        strictly, tied = _within(a >> (bit + 1), b, np.where(one, 0.0, weight))
        lower += np.where(one, strictly, 0.0)
        upto += np.where(one, tied, 0.0)
    return lower, upto


def _within(group: Ints, b: Ints, weight: Floats) -> tuple[Floats, Floats]:
    """Σ weight over the entries of the same group with lower b, and with not higher b."""
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
