"""How many flips a cut should have: all cuts of one rating are equally sharp if ratings are normal beneath.

Two raters who cut the same two normal scores with correlation r at the same height, so that a share p lies
above, differ on a share F(p, r) = 2p − 2 P(both above). One r for all cuts says how many flips each would
have if none were blurred more than the others; a cut near an end has fewer, as few items are there.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...reduce.totals import Total
from ...reduce.weighing import Floats

_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(48)
_NEAR_ONE = 1 - 1e-9


def expected_flips(above: Floats, r: float) -> Floats:
    """F(p, r); P(both above) = p² + ∫ exp(−x²/(1 + sin θ)) dθ / 2π from 0 to arcsin r, Φ(x) = p."""
    from scipy.special import ndtri

    x = ndtri(above)
    angle = np.arcsin(r) / 2 * (_NODES + 1)
    held = np.exp(-(x[:, None] ** 2) / (1 + np.sin(angle))) @ _WEIGHTS * np.arcsin(r) / 2 / (2 * np.pi)
    return np.asarray(2 * above - 2 * (above**2 + held))


def common_correlation(flips: Floats, above: Floats) -> float:
    """The r at which all cuts together have as many flips as were seen; nan where no r has."""
    low, high = -_NEAR_ONE, _NEAR_ONE
    seen = float(flips.sum())
    if not float(expected_flips(above, high).sum()) < seen < float(expected_flips(above, low).sum()):
        return float("nan")
    for _ in range(60):
        middle = (low + high) / 2
        if float(expected_flips(above, middle).sum()) > seen:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def as_sharp_as_all(flips: Sequence[Total], above: Sequence[Total]) -> list[Total]:
    """The flips of each cut if all were equally sharp, each with its slopes; none where r is undefined."""
    from scipy.special import ndtr, ndtri

    p = np.array([float(a) for a in above])
    r = common_correlation(np.array([float(f) for f in flips]), p)
    if np.isnan(r):
        return []
    x = ndtri(p)
    by_above = 2 - 4 * ndtr(x * np.sqrt((1 - r) / (1 + r)))
    by_r = -np.exp(-(x**2) / (1 + r)) / (np.pi * np.sqrt(1 - r**2))
    explained = sum(a.slope * d for a, d in zip(above, by_above, strict=True) if a.slope is not None)
    seen = sum(f.slope for f in flips if f.slope is not None)
    slope_of_r = (seen - explained) / by_r.sum()
    return [
        Total(value, None if a.slope is None else a.slope * d + slope_of_r * e)
        for value, a, d, e in zip(expected_flips(p, r), above, by_above, by_r, strict=True)
    ]
