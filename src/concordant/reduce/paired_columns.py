"""Two columns at a time: the sums of the items that have both, and the differences between the two."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from .every_pair import MOST_PAIRS, refuse_many_pairs
from .item_weights import Floats, Ints
from .moments import Moments
from .sums import Numbers, Sums

#: A sum of squares this small, against that about the centre, is nothing but rounding.
_ROUNDING = 1e-13


@dataclass(frozen=True, eq=False)
class ColumnPairs:
    """For pair q of columns, over the items that have both: `n[…, q]`, means, squares and products.

    Means are about the columns' centres; `gap` is how much higher the second is, on the whole.
    """

    n: Numbers
    first: Numbers
    second: Numbers
    gap: Numbers
    squares_first: Numbers
    squares_second: Numbers
    products: Numbers

    def sharing(self, least: float) -> NDArray[np.bool_]:
        """Which pairs share more than so many items."""
        return np.asarray(self.n.real > least)


def pairs_of_raters(m: Moments) -> tuple[Ints, Ints]:
    """The columns of every two raters, each on the same occasion."""
    times = len(m.occasions)
    refuse_many_pairs(m.n_raters, MOST_PAIRS, "choose some with raters=[…]")
    both = [(g, h) for g, h in combinations(range(m.n_raters), 2) for _ in range(times)]
    occasion = np.tile(np.arange(times), len(both) // times)
    first, second = np.array(both, dtype=np.intp).reshape(-1, 2).T
    return first * times + occasion, second * times + occasion


def paired(m: Moments, first: Ints | Sequence[int], second: Ints | Sequence[int]) -> ColumnPairs:
    """The sums of every pair of columns, patterns of gaps added."""
    a, b = np.asarray(first, dtype=np.intp), np.asarray(second, dtype=np.intp)
    both = np.asarray(m.present[:, a] & m.present[:, b])
    s, used = m.sums, np.flatnonzero(both.any(axis=1))
    n = s.n @ both.astype(float)
    below = np.where(n == 0, 1, n)
    mean = [
        sum((s.n[..., p, None] * s.mean[..., p, c] * both[p] for p in used), 0 * n) / below for c in (a, b)
    ]
    squares = [0 * n, 0 * n, 0 * n]
    for p in used:
        off = [s.mean[..., p, c] - middle for c, middle in zip((a, b), mean, strict=True)]
        for at, (g, h) in enumerate(((0, 0), (1, 1), (0, 1))):
            here = s.cross[..., p, (a, b)[g], (a, b)[h]] + s.n[..., p, None] * off[g] * off[h]
            squares[at] = squares[at] + here * both[p]
    of_first, of_second = (_cleared(squares[g], squares[g] + n * mean[g] ** 2) for g in (0, 1))
    gap = np.where(n == 0, 0, (mean[1] - mean[0]) + (m.centre[b] - m.centre[a]))
    size = np.abs(mean[0]) + np.abs(mean[1]) + np.abs(m.centre[a]) + np.abs(m.centre[b])
    gap = _within(gap, 8 * np.finfo(float).eps * size)
    return ColumnPairs(n, mean[0], mean[1], gap, of_first, of_second, squares[2])


def _cleared(squares: Numbers, about_centre: Numbers) -> Numbers:
    return _within(squares, _ROUNDING * about_centre.real)


def _within(x: Numbers, rounding: Numbers) -> Numbers:
    """x, but 0 where it is no more than rounding."""
    return np.asarray(np.where(np.abs(x.real) <= rounding, 0, x))


# --- differences --------------------------------------------------------------------------------


def difference(m: Moments, first: int, second: int) -> Moments:
    """second − first as the one column of the same rows.

    Differences are taken before they are squared, so that small ones between large values keep their
    digits; what is less than the rounding of the values is 0.
    """
    both = np.asarray(m.present[:, first] & m.present[:, second])
    gap = m.centre[second] - m.centre[first]
    one = replace(
        m,
        raters=(f"{m.raters[second]} minus {m.raters[first]}",),
        occasions=("",),
        present=both[:, None],
        kinds=(),
    )
    if m.values is None:
        return replace(one, centre=np.array([gap]), stated=_subtracted(m.sums, first, second, both))
    there = both if m.part is None else both[m.part]
    values = m.values[:, second] - m.values[:, first]
    noise = 4 * np.finfo(float).eps * _largest(m, [first, second])
    values = np.where(np.abs(values) <= noise, 0.0, values)
    middle = float(values[there].mean()) if there.any() else 0.0
    values = np.where(there, values - middle, 0.0)
    values = np.where(np.abs(values) <= noise, 0.0, values)
    return replace(one, centre=np.array([gap + middle]), values=values[:, None], stated=None)


def _largest(m: Moments, columns: list[int]) -> float:
    values: Floats = np.zeros((0, m.width)) if m.values is None else m.values
    size = np.abs(values[:, columns]).max(initial=0.0)
    return float(size + np.abs(m.centre[columns]).max(initial=0.0))


def _subtracted(s: Sums, first: int, second: int, both: NDArray[np.bool_]) -> Sums:
    """The mean and sum of squares of second − first, from those of both."""
    mean = (s.mean[..., second] - s.mean[..., first]) * both
    cross = s.cross[..., second, second] + s.cross[..., first, first] - 2 * s.cross[..., first, second]
    return Sums(s.n, mean[..., None], (cross * both)[..., None, None])


def normal_part(d: Moments) -> tuple[Numbers, Numbers, Numbers]:
    """Of one column: how many, their mean, their standard deviation (n − 1), 0 where it is but rounding."""
    b, about = d.complete, d.sums.raw[2][..., 0, 0].sum(axis=-1)
    squares = _cleared(b.cross[..., 0, 0], about)
    below = np.where(b.n.real > 1, b.n - 1, 1)
    return b.n, b.mean[..., 0], np.sqrt(np.where(squares.real > 0, squares, 0) / below)
