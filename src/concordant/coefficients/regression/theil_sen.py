"""Ranks among the slopes between all pairs of points, by counting inversions instead of forming pairs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ...reduce.item_weights import Floats, Ints
from ..ranks import weight_in_order

#: Up to this many points all pairs are formed.
ALL_PAIRS = 2500
#: Pairs that are formed once the slope asked for lies between narrow bounds.
_FEW = 500_000
_SAMPLE = 400_000
#: How far from even, as a share, slopes between narrow bounds may lie.
_EVEN = 0.006
#: Two slopes nearer than this are one, where a great many are tied.
_TIED = 1e-9


@dataclass(frozen=True, eq=False)
class Slopes:
    """Slopes d/s between points, a pair weighing w·w; pairs with the same s have none."""

    s: Floats
    d: Floats
    w: Floats

    @cached_property
    def total(self) -> float:
        """The weight of all pairs that have a slope."""
        order = np.argsort(self.s, kind="stable")
        s, w = self.s[order], self.w[order]
        if not len(s):
            return 0.0
        by_value = np.add.reduceat(w, np.flatnonzero(np.r_[True, s[1:] != s[:-1]]))
        return float(by_value @ (by_value.sum() - by_value) / 2)  # exactly 0 for one value

    @cached_property
    def _all(self) -> tuple[Floats, Ints, Ints] | None:
        """All slopes in order, and the points of each; None where they are too many."""
        if len(self.s) > ALL_PAIRS:
            return None
        i, j = np.triu_indices(len(self.s), 1)
        across = self.s[j] - self.s[i]
        there = np.flatnonzero(across != 0)
        i, j = i[there], j[there]
        slope = (self.d[j] - self.d[i]) / across[there]
        order = np.argsort(slope, kind="stable")
        return slope[order], i[order], j[order]

    def with_weights(self, w: Floats) -> Slopes:
        """These points under other weights, without sorting them again."""
        out = Slopes(self.s, self.d, w)
        if self._all is not None:
            out.__dict__["_all"] = self._all
        return out

    @cached_property
    def _upto(self) -> Floats:
        _, i, j = self._all  # type: ignore[misc]
        return np.cumsum(self.w[i] * self.w[j])

    def ranked(self, *ranks: float) -> list[float]:
        """For each rank, from 1 on and in order, the smallest slope up to which slopes weigh so much."""
        if self._all is None:
            return _selected(self, ranks)
        place = np.searchsorted(self._upto, np.array(ranks) - self.slack)
        return [float(x) for x in self._all[0][np.minimum(place, len(self._upto) - 1)]]

    @cached_property
    def sample(self) -> Floats:
        """Slopes of some pairs; they decide how fast a rank is found, not what is found."""
        rng = np.random.default_rng(0)
        reach = np.cumsum(self.w)
        i, j = (np.searchsorted(reach, rng.random(_SAMPLE) * reach[-1]) for _ in range(2))
        across = self.s[j] - self.s[i]
        there = across != 0
        return np.sort((self.d[j] - self.d[i])[there] / across[there])

    @cached_property
    def slack(self) -> float:
        """What is less than this is rounding of weights: they are counts, or are not whole."""
        return 0.25 if (self.w == np.round(self.w)).all() else 1e-9 * self.total

    def middle(self) -> list[float]:
        """The slope in the middle twice, or the two in the middle."""
        half = self.total / 2
        return self.ranked(half, half + 2 * self.slack)

    def below(self, t: float) -> float:
        """The weight of slopes below t."""
        if self._all is not None:
            place = int(np.searchsorted(self._all[0], t))
            return float(self._upto[place - 1]) if place else 0.0
        return weight_below(*self._along, t)

    def upto(self, t: float) -> float:
        """The weight of slopes not above t: of the slopes turned over, those not below."""
        if self._all is not None:
            place = int(np.searchsorted(self._all[0], t, side="right"))
            return float(self._upto[place - 1]) if place else 0.0
        s, d, w = self._along
        return self.total - weight_below(s, -d, w, -t)

    @cached_property
    def _along(self) -> tuple[Floats, Floats, Floats]:
        """The points in the order of s."""
        order = np.argsort(self.s, kind="stable")
        return self.s[order], self.d[order], self.w[order]


class _Search:
    """Bounds around the slope of a rank: `under` is the weight below low, `over` the weight below high."""

    def __init__(self, points: Slopes, rank: float) -> None:
        self.points, self.rank = points, rank
        self.low, self.high = -np.inf, np.inf
        self.under, self.over = 0.0, points.total
        self.sample = points.sample

    def cut(self, t: float) -> None:
        """Move the bound that t is better than."""
        if not self.low < t < self.high:
            return
        below = self.points.below(t)
        if below < self.rank - self.points.slack:
            self.low, self.under = t, below
        else:
            self.high, self.over = t, below

    def by_sample(self) -> None:
        """Bounds a little outside of where the sample puts the rank."""
        there = self.sample[(self.sample > self.low) & (self.sample < self.high)]
        if len(there) < 30:
            return
        share = (self.rank - self.under) / (self.over - self.under)
        slack = 4 * np.sqrt(share * (1 - share) / len(there)) + 4 / len(there)
        for at in (share - slack, share + slack):
            if 0 < at < 1:
                self.cut(float(np.quantile(there, at)) + np.sign(at - share) * _TIED)

    def by_line(self) -> None:
        """Between narrow bounds slopes lie evenly."""
        if not (np.isfinite(self.low) and np.isfinite(self.high)):
            return
        low, wide = self.low, self.high - self.low
        share = (self.rank - self.under) / (self.over - self.under)
        for at in (share - _EVEN, share + _EVEN):
            self.cut(low + at * wide)

    def halfway(self) -> float:
        """Between the bounds, or far outside the one there is."""
        if np.isinf(self.low) and np.isinf(self.high):
            return 0.0
        if np.isinf(self.low):
            return self.high - 2 * max(1.0, abs(self.high))
        return self.low + 2 * max(1.0, abs(self.low)) if np.isinf(self.high) else (self.low + self.high) / 2

    def tied(self) -> float | None:
        """The commonest slope of the sample between the bounds, if the rank falls on it."""
        there = self.sample[(self.sample >= self.low) & (self.sample <= self.high)]
        values, times = np.unique(there, return_counts=True)
        if not len(values) or times.max() < 2:
            return None
        common = float(values[times.argmax()])
        apart = _TIED * max(1.0, abs(common))
        self.cut(common - apart)
        self.cut(common + apart)
        return common if abs(self.low - common) <= 1.01 * apart >= abs(self.high - common) else None


def _selected(points: Slopes, ranks: Sequence[float]) -> list[float]:
    """The slope of each rank; ranks that lie between the bounds found for the first are read off too."""
    search = _Search(points, ranks[0])
    tied = _narrowed(search)
    if tied is None:
        slopes, upto = _formed(search)
        here = [rank for rank in ranks if search.under < rank <= search.over + points.slack]
        place = np.minimum(np.searchsorted(upto, np.array(here) - points.slack), len(upto) - 1)
        found = [float(x) for x in slopes[place]]
    else:
        here = [rank for rank in ranks if search.under + points.slack < rank <= search.over + points.slack]
        found = [tied] * len(here)
    return found + (_selected(points, ranks[len(here) :]) if len(here) < len(ranks) else [])


def _narrowed(search: _Search) -> float | None:
    """Bounds with few pairs between; or the slope itself, where too many are tied to form them."""
    search.by_sample()
    for _ in range(200):
        before = search.over - search.under
        if before <= _FEW:
            return None
        search.by_line()
        if search.over - search.under <= 0.5 * before:
            continue
        found = search.tied()
        middle = search.halfway()
        if found is not None or not search.low < middle < search.high:
            return middle if found is None else found
        search.cut(middle)
    return search.halfway()


def _formed(search: _Search) -> tuple[Floats, Floats]:
    p = search.points
    i, j = pairs_between(p.s, p.d, search.low, search.high)
    slopes = (p.d[j] - p.d[i]) / (p.s[j] - p.s[i])
    order = np.argsort(slopes)
    return slopes[order], search.under + np.cumsum((p.w[i] * p.w[j])[order])


def weight_below(s: Floats, d: Floats, w: Floats, t: float) -> float:
    """The weight of pairs with Δd/Δs below t: d − t·s is in the opposite order of s. Equal s is no pair.

    The points come in the order of s. A pair is opposite that is not in order, ties of d − t·s aside.
    """
    z = d - t * s
    if not (s[1:] > s[:-1]).all():
        by_s = np.lexsort((z, s))
        z, w = z[by_s], w[by_s]
    by_z = np.argsort(z, kind="stable")
    places = np.empty(len(z), dtype=np.int64)
    places[by_z] = np.arange(len(z))
    before = np.cumsum(w) - w
    return float(w @ before) - weight_in_order(places, w[by_z])


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
