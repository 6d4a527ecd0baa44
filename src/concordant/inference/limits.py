"""From an estimate and its spread to an interval."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..reduce.item_weights import Floats


def normal_quantile(p: float) -> float:
    """Where a standard normal is below with probability p."""
    from statistics import NormalDist

    return NormalDist().inv_cdf(p)


def normal_below(x: float) -> float:
    """How much of a standard normal is below x."""
    return math.erfc(-x / math.sqrt(2)) / 2


def quantile(p: float, df: float) -> float:
    """The same for t with df degrees of freedom; the normal where df is infinite."""
    if math.isinf(df):
        return normal_quantile(p)
    from scipy.special import stdtrit

    return float(stdtrit(df, p))


def quantiles(p: float, df: Floats) -> Floats:
    """The same for many degrees of freedom."""
    out = np.full(len(df), normal_quantile(p))
    finite = np.isfinite(df)
    if finite.any():
        from scipy.special import stdtrit

        out[finite] = stdtrit(df[finite], p)
    return out


def wald(estimate: float, se: float, level: float, df: float) -> tuple[float, float]:
    """Estimate plus and minus a quantile of its standard error."""
    half = quantile(0.5 + level / 2, df) * se
    return estimate - half, estimate + half


def fisher(estimate: float, se: float, level: float, df: float) -> tuple[float, float]:
    """The same on the scale of artanh, which keeps a correlation within its range."""
    half = quantile(0.5 + level / 2, df) * se / (1 - estimate**2)
    z = math.atanh(estimate)
    return math.tanh(z - half), math.tanh(z + half)


def on_log(estimate: float, se: float, level: float, df: float) -> tuple[float, float]:
    """The same for logarithms, which keeps a positive number positive."""
    half = quantile(0.5 + level / 2, df) * se / estimate
    if half > 700:  # more than numbers can hold
        return 0.0, math.inf
    return estimate / math.exp(half), estimate * math.exp(half)


def on_logit(estimate: float, se: float, level: float, df: float) -> tuple[float, float]:
    """The same for log odds, which keeps a proportion between 0 and 1."""
    half = quantile(0.5 + level / 2, df) * se / (estimate * (1 - estimate))
    odds = math.log(estimate / (1 - estimate))
    ends = (math.exp(min(x, 700.0)) for x in (half - odds, -half - odds))
    low, high = (1 / (1 + x) for x in ends)
    return low, high


def percentile(draws: Floats, level: float) -> tuple[float, float]:
    """The middle share of the resampled values."""
    low, high = np.quantile(draws, [0.5 - level / 2, 0.5 + level / 2])
    return float(low), float(high)


def bca(draws: Floats, estimate: float, acceleration: float, level: float) -> tuple[float, float]:
    """Efron's bias-corrected and accelerated percentiles."""
    below = (np.count_nonzero(draws < estimate) + 0.5 * np.count_nonzero(draws == estimate)) / len(draws)
    z0 = normal_quantile(min(max(below, 0.5 / len(draws)), 1 - 0.5 / len(draws)))
    places = []
    for p in (0.5 - level / 2, 0.5 + level / 2):
        z = z0 + normal_quantile(p)
        places.append(normal_below(z0 + z / (1 - acceleration * z)))
    low, high = np.quantile(draws, places)
    return float(low), float(high)


def holds(value: Any, low: Any, high: Any) -> NDArray[np.bool_]:
    """Whether limits hold the estimate, but for rounding."""
    widest = np.maximum(np.abs(low), np.abs(high))
    slack = np.where(np.isfinite(widest), 1e-9 * widest, 0.0)
    return np.asarray((low - slack <= value) & (value <= high + slack))


def reachable(
    ends: tuple[float, float], value: float, first: tuple[float, float], second: tuple[float, float]
) -> tuple[float, float]:
    """The ends of an interval of first − second, no further out than the ranges of the two allow."""
    low, high = min(first[0] - second[1], value), max(first[1] - second[0], value)
    return max(ends[0], low), min(ends[1], high)


def most_missed(n: float, level: float) -> float:
    """The largest share of misses that n items without a miss do not rule out at this level."""
    return 1 - math.pow(1 - level, 1 / n)
