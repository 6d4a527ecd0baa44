"""Confidence intervals of limits of agreement: of mean ± k standard deviations of normal differences."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from ..coefficient import Classical
from ..distributions import noncentral_t_quantile
from ..heavy_tails import SquaresTail, cautious_times
from ..normal_limits import LEAST_ITEMS, shape_notes
from .pairs import DifferenceSpread, MeasuredPairs

LimitsInterval = Literal["exact", "mover", "approximate", "bland1986"]
Ends = tuple[float, float]

NAMES = {
    "exact": "exact (non-central t)",
    "mover": "MOVER",
    "approximate": "approximate t (Bland and Altman 1999)",
    "bland1986": "approximate t, √(3/n) (Bland and Altman 1986)",
}


@dataclass(frozen=True)
class VarianceTerm:
    """share · variance of the variance of a single difference, with its degrees of freedom."""

    share: float
    variance: float
    df: float

    @property
    def size(self) -> float:
        """What it adds."""
        return self.share * self.variance


@dataclass(frozen=True)
class Normal:
    """Normal differences as plain numbers."""

    n: float
    mean: float
    se_mean: float
    parts: tuple[VarianceTerm, ...]

    @classmethod
    def of(cls, s: DifferenceSpread) -> Normal:
        """Mean, variance and size without slopes; no variance of the mean is below 0."""
        parts = tuple(VarianceTerm(float(c.share), float(c.variance), float(c.df)) for c in s.components)
        return cls(float(s.n), float(s.mean), float(np.sqrt(max(float(s.variance_of_mean), 0.0))), parts)

    @property
    def variance(self) -> float:
        """Of one difference of single measurements."""
        return sum(p.size for p in self.parts)

    @property
    def sd(self) -> float:
        """Its standard deviation."""
        return float(np.sqrt(self.variance))

    def limit(self, k: float) -> float:
        """Mean and k standard deviations (k below 0 for the lower limit)."""
        return self.mean + k * self.sd

    def se_limit(self, k: float, how: LimitsInterval) -> float:
        """√(s²/n + k²/2s² · Σ(share·variance)²/df), which is s√(1/n + k²/2(n − 1)) without repeats."""
        if how == "bland1986":
            return float(self.sd * np.sqrt(3 / self.n))
        if not self.variance > 0:
            return 0.0
        noise = sum(p.size**2 / p.df for p in self.parts)
        return float(np.sqrt(self.se_mean**2 + k**2 / (2 * self.variance) * noise))

    def interval_of_mean(self, level: float) -> Ends:
        """Of the mean difference: t."""
        half = _t(0.5 + level / 2, self.n - 1) * self.se_mean
        return self.mean - half, self.mean + half

    def interval_of_new(self, share: float) -> Ends:
        """Where one new difference falls with this probability: mean ± t·√(s² + s²/n)."""
        half = _t(0.5 + share / 2, self.n - 1) * np.sqrt(self.variance + self.se_mean**2)
        return float(self.mean - half), float(self.mean + half)


def interval_of_limit(d: Normal, k: float, how: LimitsInterval, level: float) -> Ends:
    """Both ends of the interval of mean + k standard deviations; those of −k are mirrored."""
    if k < 0:
        low, high = interval_of_limit(replace(d, mean=-d.mean), -k, how, level)
        return -high, -low
    if not d.variance > 0:
        return d.mean, d.mean
    if how == "exact":
        return _exact(d, k, level)
    if how == "mover":
        return _mover(d, k, level)
    half = _t(0.5 + level / 2, d.n - 1) * d.se_limit(k, how)
    return d.limit(k) - half, d.limit(k) + half


def _exact(d: Normal, k: float, level: float) -> Ends:
    """(mean + kσ estimated − true)/(s/√n) has a non-central t distribution, shift k√n (Carkeet)."""
    shift = k * np.sqrt(d.n)
    low, high = (noncentral_t_quantile(p, d.n - 1, shift) for p in (0.5 - level / 2, 0.5 + level / 2))
    return d.mean + low * d.se_mean, d.mean + high * d.se_mean


def _mover(d: Normal, k: float, level: float) -> Ends:
    """Zou: the distances of both intervals, of the mean and of kσ, put together at right angles."""
    from scipy.special import ndtri

    mean = float(ndtri(0.5 + level / 2)) * d.se_mean
    low, high = (np.sqrt(v) for v in _variance_limits(d, level))
    below, above = np.hypot(mean, k * (d.sd - low)), np.hypot(mean, k * (high - d.sd))
    return float(d.limit(k) - below), float(d.limit(k) + above)


def _variance_limits(d: Normal, level: float) -> Ends:
    """Each part by chi-square, then put together the same way."""
    from scipy.special import chdtri

    below = above = 0.0
    for p in d.parts:
        below += (p.size * (1 - p.df / chdtri(p.df, 0.5 - level / 2))) ** 2
        above += (p.size * (p.df / chdtri(p.df, 0.5 + level / 2) - 1)) ** 2
    return max(d.variance - float(np.sqrt(below)), 0.0), d.variance + float(np.sqrt(above))


def _t(p: float, df: float) -> float:
    from scipy.special import stdtrit

    return float(stdtrit(df, p))


# --- as the machinery takes them ----------------------------------------------------------------


def classical_mean(d: Normal) -> Classical:
    """t of the mean difference."""
    return Classical(
        name=f"t({d.n - 1:g})",
        se=lambda: d.se_mean,
        limits=d.interval_of_mean,
        test=lambda null, side: t_test(d.mean - null, d.se_mean, d.n - 1, null, side),
        without_spread=True,
    )


def classical_limit(d: Normal, k: float, how: LimitsInterval) -> Classical:
    """The interval of one limit of agreement."""
    return Classical(
        name=NAMES[how],
        se=lambda: d.se_limit(k, how),
        limits=lambda level: interval_of_limit(d, k, how, level),
        without_spread=True,
    )


# --- as these differences vary ------------------------------------------------------------------


@dataclass(frozen=True)
class DifferenceShape:
    """How the standard deviation of the differences varies, from leaving out each item in turn.

    `times` is how many times as much as with normal differences its logarithm varies, and `df` the degrees of
    freedom with which a variance of normal differences would vary as much as this one may. `correlation` is
    how it goes with the mean, as it does where differences are skewed, and `tail` how much larger than
    estimated the variance may be.
    """

    times: float
    df: float
    correlation: float
    tail: SquaresTail


def shape_of(p: MeasuredPairs) -> DifferenceShape | None:
    """Of differences of single measurements; None where they are too few, or all the same."""
    n = float(p.counts.sum())
    if n < LEAST_ITEMS or p.within:
        return None
    off = p.difference - float(p.counts @ p.difference) / n
    squares = float(p.counts @ off**2)
    if not squares > n * (1e-14 * p.largest) ** 2:
        return None
    left = np.log(np.maximum(1 - n / (n - 1) * off**2 / squares, 1e-6)) / 2
    left, mean = left - float(p.counts @ left) / n, -off / (n - 1)
    both, alone = float(p.counts @ (left * mean)), float(p.counts @ left**2)
    correlation = both / np.sqrt(alone * float(p.counts @ mean**2)) if alone > 0 else 0.0
    variance = (n - 1) / n * alone
    times = 2 * (n - 1) * variance
    df = (n - 1) / min(max(cautious_times(times, left, p.counts), 1.0), n - 1)
    tail = SquaresTail.of(off**2, p.counts, 4 * variance, times)  # of the variance, not of its root
    return DifferenceShape(times, df, float(correlation), tail)


def adjusted_limit(d: Normal, k: float, shape: DifferenceShape) -> Classical:
    """The interval of one limit of agreement for any shape of the differences (MOVER, Zou and Donner 2008).

    The distances of both intervals, of the mean and of kσ, are put together at the angle of their
    correlation.
    """
    spread = d.sd * np.sqrt(1 / (2 * shape.df))
    se = np.sqrt(d.se_mean**2 + (k * spread) ** 2 + 2 * k * shape.correlation * d.se_mean * spread)
    return Classical(
        name=f"MOVER, effective df {shape.df:.0f}",
        se=lambda: float(se),
        limits=lambda level: _at_an_angle(d, k, shape, level),
        notes=shape_notes(shape.times),
    )


def _at_an_angle(d: Normal, k: float, shape: DifferenceShape, level: float) -> Ends:
    """Both ends; those of a limit below the mean are those of the mirrored differences."""
    from scipy.special import chdtri

    side, df = (1.0 if k > 0 else -1.0), shape.df
    mean = _t(0.5 + level / 2, d.n - 1) * d.se_mean
    narrow, wide = (d.sd * np.sqrt(df / chdtri(df, p)) for p in (0.5 - level / 2, 0.5 + level / 2))
    wide = max(wide, d.sd * np.sqrt(1 + shape.tail.above(level)))
    inner, outer = abs(k) * (d.sd - narrow), abs(k) * (wide - d.sd)
    together = 2 * side * shape.correlation * mean
    inner, outer = (np.sqrt(max(mean**2 + x**2 + together * x, 0.0)) for x in (inner, outer))
    limit = d.limit(k)
    return (limit - inner, limit + outer) if k > 0 else (limit - outer, limit + inner)


def t_test(off: float, se: float, df: float, null: float, side: str | None) -> tuple[dict[str, Any], float]:
    """t and its p; nothing where nothing varies."""
    from scipy.special import stdtr

    if not se > 0:
        return {"null_value": null}, float("nan")
    t = off / se
    below = float(stdtr(df, t))
    p = {"greater": float(stdtr(df, -t)), "less": below}.get(str(side), 2 * float(stdtr(df, -abs(t))))
    return {"null_value": null, "test": "t", "statistic": t, "df": df}, p
