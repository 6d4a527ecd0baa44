"""How many flips a cut should have if all cuts of the scale were equally sharp.

Two raters cut two normal scores with correlation r so that shares p and q lie above: they differ on a share
F(p, q, r) = p + q − 2 P(both above) of items. One r for all cuts says how many flips each would have if none
were blurred more than the others. A cut near an end has fewer, as few items are there, and one that raters
put at different heights has more: neither is a blur.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...reduce.totals import Total
from ...reduce.weighing import Floats, Ints
from .recut import both_below, score_below

_NEAR_ONE = 1 - 1e-6

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
    """The r at which all cuts together have as many flips as were seen; nan where no r has (Newton)."""
    low, high, r = -_NEAR_ONE, _NEAR_ONE, 0.5
    seen = float(flips.sum())
    ends = [float(expected_flips(above, pairs, end).sum()) for end in (high, low)]
    if not ends[0] < seen < ends[1]:
        return float("nan")
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


def as_sharp_as_all(flips: Sequence[Total], above: Sequence[Sequence[Total]], pairs: Pairs) -> list[Total]:
    """The flips of each cut if all were equally sharp, each with its slopes; none where r is undefined."""
    p = np.array([[float(a) for a in cut] for cut in above])
    r = common_correlation(np.array([float(f) for f in flips]), p, pairs)
    if np.isnan(r):
        return []
    by_height, by_r = _by_height(p, pairs, r), _by_r(p, pairs, r)
    moved = [
        sum(a.slope * d for a, d in zip(cut, slopes, strict=True) if a.slope is not None)
        for cut, slopes in zip(above, by_height, strict=True)
    ]
    seen = sum(f.slope for f in flips if f.slope is not None)
    slope_of_r = (seen - sum(moved)) / by_r.sum()
    values = expected_flips(p, pairs, r)
    return [
        Total(value, np.asarray(slope + slope_of_r * e))
        for value, slope, e in zip(values, moved, by_r, strict=True)
    ]
