"""Quantiles of Student's t and of the gamma distribution, one at a time and without scipy.

`scipy.special` takes longer to import than a small command needs for everything else. Both distributions are
summed by series of positive terms, in which nothing cancels; what would take many terms is left to scipy.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..reduce.item_weights import Floats
from .distributions import normal_quantile

#: A smaller tail would be read off what is left of 1.
_SMALLEST_TAIL = 2e-3
_MOST_TERMS, _MOST_STEPS = 20_000, 100
#: After a step as small as this the next would be rounding.
_CLOSE = 1e-9


@lru_cache(maxsize=4096)
def t_quantile(p: float, df: float) -> float:
    """Where Student's t is below with probability p.

    By Newton steps from the quantile of the normal: P(0 < T < t) is concave, so that none goes too far.
    """
    if p < 0.5:
        return -t_quantile(1 - p, df)
    if not (df >= 1 and p > 0.5 and 1 - p >= _SMALLEST_TAIL):
        return _t_by_scipy(p, df)
    t = normal_quantile(p)
    for _ in range(_MOST_STEPS):
        x = t * t / (df + t * t)
        terms = int(2 * df * x - 45 / math.log(x)) + 60
        if terms > _MOST_TERMS:
            return _t_by_scipy(p, df)
        density = _t_density(t, df)
        i = np.arange(terms)
        step = (p - 0.5) / density - t * _summed(x * (0.5 + df / 2 + i) / (1.5 + i))
        t += step
        if abs(step) <= _CLOSE * t:
            return t
    return _t_by_scipy(p, df)


def gamma_quantile(tail: float, shape: float, *, upper: bool) -> float:
    """Where the gamma distribution of this shape and scale 1 has so much above (`upper`) or below.

    By Newton steps for the logarithm of the tail, which is concave in the logarithm of the place.
    """
    if not (shape >= 1 and _SMALLEST_TAIL <= tail < 1):
        return _gamma_by_scipy(tail, shape, upper)
    # Wilson and Hilferty (1931): the cube root is nearly normal
    z = normal_quantile(1 - tail if upper else tail)
    x = shape * (1 - 1 / (9 * shape) + z / (3 * math.sqrt(shape))) ** 3
    if not x > 0:
        return _gamma_by_scipy(tail, shape, upper)
    for _ in range(_MOST_STEPS):
        terms = int(abs(x - shape) + 10 * math.sqrt(x)) + 40
        if terms > _MOST_TERMS:
            return _gamma_by_scipy(tail, shape, upper)
        by_log = x * _gamma_density(x, shape)
        below = by_log / shape * _summed(x / (shape + np.arange(1, terms + 1)))
        held = 1 - below if upper else below
        step = math.log(tail / held) * held / by_log
        x *= math.exp(-step if upper else step)
        if abs(step) <= _CLOSE:
            return x
    return _gamma_by_scipy(tail, shape, upper)


def gamma_quantiles(tail: Floats, shape: Floats, *, upper: NDArray[np.bool_], many: bool = False) -> Floats:
    """Where each of several gamma distributions of scale 1 has so much above or below; by scipy if `many`.

    Which of both is not read off their number, so that a block of them has the same digits as all.
    """
    if many:
        from scipy.special import gammainccinv, gammaincinv

        return np.asarray(np.where(upper, gammainccinv(shape, tail), gammaincinv(shape, tail)))
    given = zip(tail.tolist(), shape.tolist(), upper.tolist(), strict=True)
    return np.array([gamma_quantile(p, a, upper=above) for p, a, above in given])


def _summed(ratios: NDArray[Any]) -> float:
    """1 + r₁ + r₁r₂ + …, of the ratios of each term to the one before."""
    return 1 + float(np.cumprod(ratios).sum())


def _t_density(t: float, df: float) -> float:
    b = df / 2
    # ln Γ(b + ½) − ln Γ(b), in which large numbers do not cancel
    rise = math.log(b) / 2 + b * math.log1p(0.5 / b) - 0.5 + _stirling_error(b + 0.5) - _stirling_error(b)
    return math.exp(rise - (b + 0.5) * math.log1p(t * t / df)) / math.sqrt(math.pi * df)


def _gamma_density(x: float, shape: float) -> float:
    off = (x - shape) / shape
    exponent = -shape * (off - math.log1p(off)) - _stirling_error(shape)
    return math.exp(exponent) * math.sqrt(shape / (2 * math.pi)) / x


def _stirling_error(z: float) -> float:
    """ln Γ(z) less Stirling's (z − ½)·ln z − z + ln √2π."""
    if z < 15:
        return math.lgamma(z) - (z - 0.5) * math.log(z) + z - math.log(2 * math.pi) / 2
    s = z * z
    return (1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680 - 1 / 1188 / s) / s) / s) / s) / z


def _t_by_scipy(p: float, df: float) -> float:
    from scipy.special import stdtrit

    return float(stdtrit(df, p))


def _gamma_by_scipy(tail: float, shape: float, upper: bool) -> float:
    from scipy.special import gammainccinv, gammaincinv

    return float((gammainccinv if upper else gammaincinv)(shape, tail))
