"""How many flips a cut should have if it were as sharp as the other cuts of the scale, and its local odds.

Two raters cut two normal scores with correlation r so that shares p and q lie above: they differ on a share
F(p, q, r) = p + q − 2 P(both above) of items. The r of the other cuts says how many flips this one would have
if it were blurred no more than they are. A cut near an end has fewer, as few items are there, and one that
raters put at different heights has more: neither is a blur.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...ratings.ratings import Ratings
from ...reduce.item_weights import Floats, Ints
from ...reduce.totals import Total
from ..where import CutCounts
from .recut import both_below, score_below

#: Above this a correlation is not told from 1.
NEAR_ONE = 1 - 1e-6

#: Two raters at a time: the places of both, and what each two count, in all 1.
Pairs = tuple[Ints, Ints, Floats]


def expected_flips(above: Floats, pairs: Pairs, r: float) -> Floats:
    """By cut the mean of F over pairs; `above[c, g]` is the share that rater g puts above cut c."""
    first, second, counts = pairs
    p, q = above[:, first], above[:, second]
    return np.asarray((p + q - 2 * both_below(score_below(p), score_below(q), r)) @ counts)


def from_height_alone(above: Floats, pairs: Pairs) -> Floats:
    """By cut the flips of raters who see alike and cut at different heights: |p − q|."""
    first, second, counts = pairs
    return np.asarray(np.abs(above[:, first] - above[:, second]) @ counts)


def common_correlation(flips: Floats, above: Floats, pairs: Pairs) -> float:
    """The r at which these cuts together have as many flips as were seen (Newton).

    Raters with no more flips than their heights give see alike: r is all but 1. Where no r has so many: nan.
    """
    low, high, r = -NEAR_ONE, NEAR_ONE, 0.5
    seen = float(flips.sum())
    fewest, most = (float(expected_flips(above, pairs, end).sum()) for end in (high, low))
    if not fewest < seen < most:
        return NEAR_ONE if seen <= fewest else float("nan")
    for _ in range(60):
        over = float(expected_flips(above, pairs, r).sum()) - seen
        low, high = (r, high) if over > 0 else (low, r)
        step = r - over / float(_by_r(above, pairs, r).sum())
        last, r = r, step if low < step < high else (low + high) / 2
        if abs(r - last) < 1e-12:
            break
    return r


def _by_r(above: Floats, pairs: Pairs, r: float) -> Floats:
    """∂F/∂r = −2 φ(x, y; r), the normal density of both at the cut."""
    x, y = (score_below(above[:, at]) for at in pairs[:2])
    density = np.exp(-(x**2 + y**2 - 2 * r * x * y) / (2 * (1 - r**2))) / (2 * np.pi * np.sqrt(1 - r**2))
    return np.asarray(-2 * density @ pairs[2])


def _by_height(above: Floats, pairs: Pairs, r: float) -> Floats:
    """∂F/∂p = 1 − 2Φ((y − rx) / √(1 − r²)), by cut and rater."""
    from scipy.special import ndtr

    out = np.zeros(above.shape)
    x = score_below(above)
    for own, other in (pairs[:2], pairs[1::-1]):
        slope = 1 - 2 * ndtr((x[:, other] - r * x[:, own]) / np.sqrt(1 - r**2))
        np.add.at(out.T, own, (slope * pairs[2]).T)
    return out


def as_sharp_as_the_others(
    flips: Sequence[Total], above: Sequence[Sequence[Total]], pairs: Pairs, cut: int
) -> Total | None:
    """The flips of a cut if it were as sharp as the others, with its slopes; None where these have no r."""
    seen = np.array([float(f) for f in flips])
    p = np.array([[float(a) for a in one] for one in above])
    others = np.arange(len(flips)) != cut
    r = common_correlation(seen[others], p[others], pairs)
    if np.isnan(r):
        return None
    moved = [_moved(one, slopes) for one, slopes in zip(above, _by_height(p, pairs, r), strict=True)]
    slope = moved[cut]
    if r < NEAR_ONE:
        by_r = _by_r(p, pairs, r)
        more = [_slope(flips[c]) - moved[c] for c in range(len(flips)) if c != cut]
        slope = slope + np.sum(more, axis=0) * by_r[cut] / by_r[others].sum()
    return Total(expected_flips(p[[cut]], pairs, r)[0], slope)


def _moved(above: Sequence[Total], slopes: Floats) -> Floats:
    """How the flips of a cut move with the heights at which raters cut."""
    return np.asarray(sum(_slope(a) * d for a, d in zip(above, slopes, strict=True)))


def _slope(total: Total) -> Floats:
    return np.zeros(1) if total.slope is None else total.slope


#: What is added to every cell.
_HALF = 0.5


@dataclass(frozen=True, eq=False)
class Blur:
    """b with its slopes; `variance` if items are independent, of which slopes do not know `unseen`.

    A count n adds n / (n + ½)² by its slopes and 1 / (n + ½) truly: an empty cell is not known to be empty.
    `agreed` are the items on which raters agree, in that of the two categories in which they are fewer.
    """

    value: Total
    variance: float
    unseen: float
    agreed: float


def blur(ratings: Ratings, counted: CutCounts, by_rank: Ints, cut: int, counts: Floats) -> Blur:
    """The blur of the cut between ranks `cut` and `cut` + 1; `counts` are items by row."""
    value, slope, variance, unseen = 0.0, np.zeros(len(counts)), 0.0, 0.0
    cells = _cells(ratings, counted, by_rank, cut)
    for sign, cell in zip((1, 1, -1, -1), cells, strict=True):
        n = float(counts @ cell) + _HALF
        value += sign * math.log(n) / 2
        slope += sign * cell / (2 * n)
        variance += 1 / (4 * n)
        unseen += _HALF / (4 * n**2)
    agreed = min(float(counts @ cell) for cell in cells[2:])
    return Blur(Total(value, slope), variance, unseen, agreed)


def pooled(blurs: list[Blur]) -> Blur:
    """Their mean, each by how well it is known."""
    weights = np.array([1 / one.variance for one in blurs])
    weights /= weights.sum()
    value = sum((one.value * float(w) for one, w in zip(blurs, weights, strict=True)), Total(0.0))
    variance, unseen = weights**2 @ np.array([(one.variance, one.unseen) for one in blurs])
    return Blur(value, float(variance), float(unseen), min(one.agreed for one in blurs))


def _cells(ratings: Ratings, counted: CutCounts, by_rank: Ints, cut: int) -> tuple[Floats, ...]:
    """By row the shares of pairs that are (c, c + 1), (c + 1, c), (c, c) and (c + 1, c + 1).

    Pairs of more than two raters have no first and second, and are split evenly.
    """
    if ratings.n_raters == 2:
        first, second = ratings.columns
        low, high = by_rank[cut], by_rank[cut + 1]
        pairs = ((low, high), (high, low), (low, low), (high, high))
        return tuple(((first == a) & (second == b)).astype(float) for a, b in pairs)
    crossed = counted.next_to(cut + 1) / 2
    return crossed, crossed, counted.alike(cut), counted.alike(cut + 1)
