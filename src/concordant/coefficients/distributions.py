"""Quantiles of normal, non-central t and folded normal distributions, and the exact binomial interval."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from ..reduce.item_weights import Floats
from ..reduce.sums import Numbers


def normal_quantile(p: float) -> float:
    """Where a standard normal is below with probability p."""
    from statistics import NormalDist

    return NormalDist().inv_cdf(p)


def clopper_pearson(successes: float, n: float, level: float) -> tuple[float, float]:
    """Limits p at which so many successes, or so few, would be just barely expected."""
    from scipy.special import betaincinv

    tail = (1 - level) / 2
    low = 0.0 if successes <= 0 else float(betaincinv(successes, n - successes + 1, tail))
    high = 1.0 if successes >= n else float(betaincinv(successes + 1, n - successes, 1 - tail))
    return low, high


_NODES = 4000


def noncentral_t_quantile(p: float, df: float, shift: float) -> float:
    """Where (Z + shift)/√(χ²/df) is below with probability p, by Newton steps kept within bounds."""
    from scipy.special import ndtri

    s, weight = _chi(df)
    middle = float(weight @ s)
    q = (shift + float(ndtri(p)) * np.sqrt(1 + shift**2 / (2 * df))) / middle
    low, high = -np.inf, np.inf
    for _ in range(200):
        off, slope = _off(q, p, s, weight, shift)
        low, high = (q, high) if off < 0 else (low, q)
        step = q - off / slope if slope > 1e-100 else np.nan
        following = step if low < step < high else _between(low, high, q)
        if abs(following - q) <= 1e-15 * max(1.0, abs(q)):
            break
        q = following
    return float(q)


def _chi(df: float) -> tuple[Floats, Floats]:
    """Nodes and weights of s = √(χ²/df), evenly spaced in log s, where its density is smooth."""
    wide = 9 / np.sqrt(2 * df)
    left = -max(wide, 45 / df)
    log_s = np.linspace(left, min(wide, 2.5), _NODES)
    weight = np.exp(df * (log_s - np.expm1(2 * log_s) / 2))
    return np.exp(log_s), weight / weight.sum()


def _off(q: float, p: float, s: Floats, weight: Floats, shift: float) -> tuple[float, float]:
    """P(T ≤ q) − p, which is the mean of Φ(q·s − shift) less p, and its slope."""
    from scipy.special import ndtr

    x = q * s - shift
    return float(weight @ ndtr(x)) - p, float(weight @ (s * np.exp(-(x**2) / 2))) / np.sqrt(2 * np.pi)


def _between(low: float, high: float, q: float) -> float:
    """Halfway, or twice as far where there is no bound yet."""
    if np.isinf(low):
        return high - max(1.0, abs(q))
    return low + max(1.0, abs(q)) if np.isinf(high) else (low + high) / 2


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


#: From how many places on a curve is worth it, its degree, and how far it may be off (of the logarithm).
MANY, _DEGREE, _OFF = 5_000, 40, 1e-12
_LOWEST, _HIGHEST = 1.0, 1e9


def along(f: Callable[[Floats], Floats], v: Floats) -> Floats:
    """f(v) of degrees of freedom v; log f is a polynomial in log v to a part in 10¹².

    The polynomial goes through f at Chebyshev's points and is compared with f between them; where it is off,
    and below 1 or above 10⁹, f itself is asked.
    """
    inside = (v >= _LOWEST) & (v <= _HIGHEST)
    if np.count_nonzero(inside) < MANY:
        return f(v)
    held = v[inside]
    low, high = float(np.log(held.min() / 1.01)), float(np.log(held.max() * 1.01))
    curve = np.polynomial.Chebyshev.interpolate(lambda u: np.log(f(np.exp(u))), _DEGREE, [low, high])
    between = np.linspace(low, high, 3 * _DEGREE)
    if not np.abs(curve(between) - np.log(f(np.exp(between)))).max() < _OFF:
        return f(v)
    out = np.empty(v.shape)
    out[inside] = np.exp(curve(np.log(held)))
    out[~inside] = f(v[~inside])
    return out
