"""Sizes of normal differences, whatever their sign: how many are within a limit, and the limit for so many.

With a = (δ − μ)/σ and b = (−δ − μ)/σ the share within ±δ is Φ(a) − Φ(b). Everything comes with its slopes by
μ and σ, and takes many differences at once.
"""

from __future__ import annotations

import math

import numpy as np

from ...reduce.sums import Numbers

#: Rounding of a mean must not decide whether differences that are all alike are within a limit.
_SLACK = 1e-9
_HALVINGS = 60

Slopes = tuple[Numbers, Numbers, Numbers]


def covered(mean: Numbers, sd: Numbers, within: float) -> Slopes:
    """The share within ±`within`; without spread all are or none is."""
    from scipy.special import ndtr

    some = sd > 0
    wide = np.where(some, sd, 1.0)
    a, b = (within - mean) / wide, (-within - mean) / wide
    share = np.where(some, ndtr(a) - ndtr(b), np.abs(mean) <= within * (1 + _SLACK))
    f, g = _density(a), _density(b)
    return share, np.where(some, (g - f) / wide, 0.0), np.where(some, (b * g - a * f) / wide, 0.0)


def reach(mean: Numbers, sd: Numbers, coverage: float) -> Slopes:
    """The limit κ that a share of `coverage` is within.

    κ = |μ| + hσ with Φ(h) − Φ(−h − 2|μ|/σ) = p, so h lies between the p and the (1 + p)/2 quantile.
    """
    from scipy.special import ndtr, ndtri

    some = sd > 0
    wide = np.where(some, sd, 1.0)
    shift = np.abs(mean) / wide
    low = np.maximum(ndtri(coverage), -shift)
    high = np.full(np.shape(shift), ndtri(0.5 + coverage / 2))
    for _ in range(_HALVINGS):
        h = (low + high) / 2
        below = ndtr(h) - ndtr(-h - 2 * shift) < coverage
        low, high = np.where(below, h, low), np.where(below, high, h)
    h = (low + high) / 2
    f, g = _density(h), _density(-h - 2 * shift)
    by_mean = np.sign(mean) * (f - g) / (f + g)
    by_sd = (h * f + (h + 2 * shift) * g) / (f + g)
    kappa = np.abs(mean) + np.where(some, h * wide, 0.0)
    return kappa, np.where(some, by_mean, 0.0), np.where(some, by_sd, 0.0)


def log_odds(mean: float, sd: float, within: float) -> tuple[float, float, float]:
    """ln of the share within over the share beyond, exact however near to 0 or 1 it is, with its slopes."""
    from scipy.special import log_ndtr

    m = abs(mean)
    a, b = (within - m) / sd, (-within - m) / sd
    top, bottom = float(log_ndtr(a)), float(log_ndtr(b))
    inside = top + math.log1p(-math.exp(bottom - top))
    beyond = float(np.logaddexp(log_ndtr(-a), bottom))
    f, g = (math.exp(-x * x / 2 - math.log(2 * math.pi) / 2 - inside - beyond) for x in (a, b))
    return inside - beyond, math.copysign(1.0, mean) * (g - f) / sd, (b * g - a * f) / sd


def _density(x: Numbers) -> Numbers:
    return np.asarray(np.exp(-x * x / 2) / math.sqrt(2 * math.pi))
