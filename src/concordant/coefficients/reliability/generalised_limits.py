"""Generalised p-values and limits of ICC(A,1): the few raters behind the variance of raters are allowed for.

Mean squares times their degrees of freedom over expectation are chi-squares Q. Weerahandi's pivot puts
Q where the expectations are unknown; p is the probability that the pivot is at most the tested value.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields

import numpy as np

from ...reduce.item_weights import Floats
from .mean_squares import MeanSquares

#: How far the normal score of x is followed.
_FAR = 8.0


def generalised_p(ms: MeanSquares, rho: float) -> Floats:
    """P(σ_s²/(σ_s² + σ_r² + σ_e²) ≤ rho) under the pivot, of every feature.

    With c = kρ/(1 − ρ) and b = 1 + c(1 − 1/n) it is P(SS_s/Q_s − b·SS_e/Q_e ≤ c·SS_r/(n·Q_r)). Where
    T = Q_s + Q_e, β = Q_s/T and x = Q_r/T are independent, so that for given x the least β is the root of
    a quadratic equation, and p is the mean of P(β ≥ root) over x.
    """
    p = np.zeros(np.shape(ms.items))
    for x, weight in zip(*_nodes(ms), strict=True):
        p += weight * _given(ms, rho, x)
    return p


def _given(ms: MeanSquares, rho: float, x: Floats) -> Floats:
    """P(β ≥ root) where Q_r/T is x."""
    from scipy.special import betainc

    c = ms.k * rho / (1 - rho)
    items, raters = ms.items * ms.df_items, ms.raters * ms.df_raters
    error = (1 + c * (1 - 1 / ms.n)) * ms.error * ms.df_error
    y = c * raters / (ms.n * x)
    both = y + items + error
    root = np.where(items > 0, 2 * items, 0) / (both + np.sqrt(np.maximum(both**2 - 4 * y * items, 0)))
    return np.asarray(betainc(ms.df_error / 2, ms.df_items / 2, np.clip(1 - root, 0, 1)))


def generalised_limits(ms: MeanSquares, level: float) -> tuple[float, float]:
    """Where the pivot's probability is (1 ∓ level)/2, found by halving; it is followed from 0 to 1.

    A lower end that would be below 0 is given as 0: no agreement is not ruled out.
    """
    one = MeanSquares(
        **{f.name: np.atleast_1d(np.asarray(getattr(ms, f.name), dtype=float)) for f in fields(ms)}
    )
    x, weights = _nodes(one)

    def probability(rho: float) -> float:
        return float(weights @ _given(one, rho, x)[:, 0])

    return _where(probability, 0.5 - level / 2), _where(probability, 0.5 + level / 2)


def _where(probability: Callable[[float], float], asked: float) -> float:
    low, high = 0.0, 1.0 - 1e-12
    if probability(low) >= asked:
        return low
    while high - low > 1e-10:
        middle = (low + high) / 2
        low, high = (middle, high) if probability(middle) < asked else (low, middle)
    return (low + high) / 2


def _nodes(ms: MeanSquares) -> tuple[Floats, Floats]:
    """Values of x = Q_r/T at even steps of the normal score, and the weights of the trapezoidal rule.

    P(β ≥ root) falls the more steeply the more items there are, so steps are shorter then.
    """
    from scipy.special import betaincinv, ndtr

    step = min(0.1, 0.5 / float(np.sqrt(ms.df_items.max()))) / (2 if ms.df_raters.min() < 2 else 1)
    z = np.arange(-_FAR, _FAR + step / 2, step)
    weights = np.exp(-(z**2) / 2)
    designs = np.stack([ms.df_raters, ms.df_items + ms.df_error])
    if (designs == designs[:, :1]).all():
        designs = designs[:, :1]
    share = betaincinv(designs[0] / 2, designs[1] / 2, ndtr(z)[:, None])
    with np.errstate(divide="ignore"):
        return np.asarray(share / (1 - share)), weights / weights.sum()
