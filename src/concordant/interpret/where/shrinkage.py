"""Many noisy estimates of one thing drawn towards their common mean, the noisier the further."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ...coefficients.distributions import normal_quantile
from ...reduce.item_weights import Floats
from ..record import Record

#: What is left of a variance below this share of it is rounding.
_ROUNDING = 1e-9


@dataclass(frozen=True, kw_only=True)
class Shrunk(Record):
    """What is to be expected of one part, knowing the others: `pulled` of the way to the common mean."""

    estimate: float
    low: float
    high: float
    pulled: float


@dataclass(frozen=True, kw_only=True)
class Common(Record):
    """The mean of all parts, and how far apart the parts truly are (a standard deviation)."""

    mean: float
    se: float
    between: float


def shrink(
    estimates: Floats,
    variances: Floats,
    level: float = 0.95,
    bounds: tuple[float, float] = (-math.inf, math.inf),
    shared: float = 0.0,
) -> tuple[Common, tuple[Shrunk, ...]]:
    """Empirical Bayes, normal within and between parts (Efron and Morris, 1975).

    θ_i | y = μ + (1 − B_i)(y_i − μ) with B_i = v_i / (v_i + τ²), τ² after Paule and Mandel (1982) and
    μ the mean weighted by 1 / (v_i + τ²); its variance is (1 − B_i)·v_i + B_i²·var(μ). `shared` is the part
    of all variances that is one and the same error: it moves all parts together, so that v_i is without it,
    and is added to every variance in the end.
    """
    own = np.maximum(variances - shared, _ROUNDING * variances)
    tau2 = between_variance(estimates, own)
    weights = 1 / (own + tau2)
    mean, mean_variance = float(weights @ estimates / weights.sum()), float(1 / weights.sum())
    pulled = own / (own + tau2)
    middle = pulled * mean + (1 - pulled) * estimates
    spread = np.sqrt((1 - pulled) * own + pulled**2 * mean_variance + shared)
    half = normal_quantile(0.5 + level / 2) * spread
    common = Common(mean=mean, se=math.sqrt(mean_variance + shared), between=math.sqrt(tau2))
    low, high = (np.clip(end, *bounds) for end in (middle - half, middle + half))
    numbers = np.stack([middle, low, high, pulled], axis=1).tolist()
    return common, tuple(Shrunk(estimate=a, low=b, high=c, pulled=d) for a, b, c, d in numbers)


def shared_variance(covariance: Floats) -> float:
    """The mean covariance of two parts, by the parts' precision: the error that they have in common."""
    weights = 1 / np.diag(covariance)
    pairs = np.outer(weights, weights)
    np.fill_diagonal(pairs, 0.0)
    mean = float((pairs * covariance).sum() / pairs.sum())
    return min(max(mean, 0.0), float(np.diag(covariance).min()))


def between_variance(estimates: Floats, variances: Floats) -> float:
    """τ² such that Σ (y_i − μ)² / (v_i + τ²) = k − 1; 0 where parts differ as chance would have it."""
    if len(estimates) < 2 or _excess(0.0, estimates, variances) <= 0:
        return 0.0
    tau2 = 0.0
    for _ in range(200):  # the sum falls and is convex in τ², so Newton's steps rise to the root
        weights = 1 / (variances + tau2)
        mean = weights @ estimates / weights.sum()
        step = _excess(tau2, estimates, variances) / float(weights**2 @ (estimates - mean) ** 2)
        tau2 += step
        if abs(step) <= 1e-12 * tau2:
            break
    return tau2


def _excess(tau2: float, estimates: Floats, variances: Floats) -> float:
    weights = 1 / (variances + tau2)
    mean = weights @ estimates / weights.sum()
    return float(weights @ (estimates - mean) ** 2) - (len(estimates) - 1)
