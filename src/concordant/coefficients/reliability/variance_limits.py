"""Limits for ratios of variance components: modified large-sample, and generalised by simulation."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import fields
from itertools import combinations
from typing import Any

import numpy as np

from ...errors import OptionError
from ...reduce.item_weights import Floats
from .mean_squares import MeanSquares, f_quantile


def limits_of_sum(
    terms: Sequence[tuple[float, float]], level: float, last_above: float = 0.0
) -> tuple[float, float]:
    """Both ends for Σ c·MS, terms given as (c·MS, df), none negative.

    `last_above` is the least share of itself by which the last mean square may be too low.
    """
    p = 0.5 + level / 2
    middle = sum(x for x, _ in terms)
    used = [(x, df) for x, df in terms if x > 0]
    low = sum((_below(p, df) * x) ** 2 for x, df in used)
    least = [*[0.0] * (len(used) - 1), last_above]
    high = sum((max(_above(p, df), more) * x) ** 2 for (x, df), more in zip(used, least, strict=False))
    return middle - math.sqrt(low), middle + math.sqrt(high)


def limits_of_difference(
    first: tuple[float, float], second: tuple[float, float], level: float
) -> tuple[float, float]:
    """Both ends for c₁·MS₁ − c₂·MS₂, each given as (c·MS, df)."""
    p = 0.5 + level / 2
    (x, df1), (y, df2) = first, second
    upper = float(f_quantile(p, df1, df2))
    lower = float(f_quantile(1 - p, df1, df2))
    g1, h2 = _below(p, df1), _above(p, df2)
    h1, g2 = _above(p, df1), _below(p, df2)
    g12 = ((upper - 1) ** 2 - (g1 * upper) ** 2 - h2**2) / upper
    h12 = ((1 - lower) ** 2 - (h1 * lower) ** 2 - g2**2) / lower
    low = (g1 * x) ** 2 + (h2 * y) ** 2 + g12 * x * y
    high = (h1 * x) ** 2 + (g2 * y) ** 2 + h12 * x * y
    return x - y - math.sqrt(max(low, 0.0)), x - y + math.sqrt(max(high, 0.0))


def limits_of_combination(terms: Sequence[tuple[float, float, float]], level: float) -> tuple[float, float]:
    """Both ends for Σ c·MS with coefficients of both signs, terms given as (c, MS, df)."""
    p = 0.5 + level / 2
    plus = [(c * x, df) for c, x, df in terms if c > 0]
    minus = [(-c * x, df) for c, x, df in terms if c < 0]
    low = _spread(plus, minus, p, _below, _above, 1.0) + _shared(plus, p)
    high = _spread(plus, minus, p, _above, _below, -1.0) + _shared(minus, p)
    middle = sum(c * x for c, x, _ in terms)
    return middle - math.sqrt(max(low, 0.0)), middle + math.sqrt(max(high, 0.0))


_Terms = Sequence[tuple[float, float]]
_Part = Callable[[float, float], float]


def _spread(plus: _Terms, minus: _Terms, p: float, g: _Part, h: _Part, side: float) -> float:
    """Σ (g·x)² + Σ (h·y)² + ΣΣ of the cross term of each x with each y."""
    own = sum((g(p, df) * x) ** 2 for x, df in plus) + sum((h(p, df) * y) ** 2 for y, df in minus)
    crossed = 0.0
    for x, df1 in plus:
        for y, df2 in minus:
            f = float(f_quantile(p if side > 0 else 1 - p, df1, df2))
            crossed += ((f - 1) ** 2 - (g(p, df1) * f) ** 2 - h(p, df2) ** 2) / f * x * y
    return own + crossed


def _shared(terms: _Terms, p: float) -> float:
    """ΣΣ over pairs of mean squares of the same sign, whose sum would have the limits of a chi-square."""
    out = 0.0
    for (x, a), (y, b) in combinations(terms, 2):
        both = (_below(p, a + b) * (a + b)) ** 2 / (a * b)
        out += (both - _below(p, a) ** 2 * a / b - _below(p, b) ** 2 * b / a) * x * y
    return out / (len(terms) - 1) if len(terms) > 1 else 0.0


def _below(p: float, df: float) -> float:
    """1 − df/χ²_p: by which share of itself a mean square may be too high."""
    return 1 - df / _chi_square(p, df)


def _above(p: float, df: float) -> float:
    """df/χ²_{1−p} − 1: by which share it may be too low."""
    return df / _chi_square(1 - p, df) - 1


def _chi_square(p: float, df: float) -> float:
    from scipy.special import chdtri

    return float(np.asarray(chdtri(df, 1 - p)))


def chi_square_test(
    terms: Sequence[tuple[float, float]], null: float, side: str | None
) -> tuple[dict[str, Any], float]:
    """Whether √Σ c·MS may be `null`: v·Σ c·MS/null², chi-square with Satterthwaite's degrees of freedom v."""
    from scipy.special import chdtr, chdtrc

    if not null > 0:
        raise OptionError("A standard deviation can be tested only against a value above 0.")
    total = sum(x for x, _ in terms)
    v = total**2 / sum(x**2 / df for x, df in terms)
    statistic = v * total / null**2
    above, below = float(chdtrc(v, statistic)), float(chdtr(v, statistic))
    p = {"greater": above, "less": below}.get(side or "", min(1.0, 2 * min(above, below)))
    return {"null_value": null, "test": "chi-square of the variance", "statistic": statistic, "df": v}, p


#: How far the normal score of x is followed, and for how many items at most steps get shorter.
_FAR, _STEEPEST = 8.0, 2000.0


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
    """Where the pivot's probability is (1 ∓ level)/2; it is followed from 0 to 1.

    A lower end that would be below 0 is given as 0: no agreement is not ruled out.
    """
    one = _as_feature(ms)
    x, weights = _nodes(one)

    def probability(rho: float) -> float:
        return float(weights @ _given(one, rho, x)[:, 0])

    return _where(probability, 0.5 - level / 2), _where(probability, 0.5 + level / 2)


def generalised_probability(ms: MeanSquares, rho: float) -> float:
    """`generalised_p` of one feature."""
    return float(generalised_p(_as_feature(ms), rho)[0])


def _as_feature(ms: MeanSquares) -> MeanSquares:
    return MeanSquares(
        **{f.name: np.atleast_1d(np.asarray(getattr(ms, f.name), dtype=float)) for f in fields(ms)}
    )


#: How close a limit is found, and in how many steps at most.
_CLOSE, _MOST_STEPS = 1e-10, 100


def _where(probability: Callable[[float], float], target: float) -> float:
    """By false position; an end that stays twice counts half (Illinois), so that both ends close in."""
    low, high = 0.0, 1.0 - 1e-12
    below, above = probability(low) - target, probability(high) - target
    if below >= 0 or above <= 0:
        return low if below >= 0 else high
    last = 0
    for _ in range(_MOST_STEPS):
        middle = low - below * (high - low) / (above - below)
        found = probability(middle) - target
        if abs(found) <= _CLOSE or high - low <= _CLOSE:
            return middle
        if found < 0:
            low, below, above = middle, found, above / 2 if last < 0 else above
        else:
            high, above, below = middle, found, below / 2 if last > 0 else below
        last = -1 if found < 0 else 1
    return (low + high) / 2


def _nodes(ms: MeanSquares) -> tuple[Floats, Floats]:
    """Values of x = Q_r/T at even steps of the normal score, and the weights of the trapezoidal rule.

    P(β ≥ root) falls the more steeply the more items there are, so steps are shorter then, down to where
    shorter ones change p by less than 0.0003.
    """
    from scipy.special import betaincinv, ndtr

    steep = min(float(ms.df_items.max()), _STEEPEST)
    step = min(0.1, 0.5 / math.sqrt(steep)) / (2 if ms.df_raters.min() < 2 else 1)
    z = np.arange(-_FAR, _FAR + step / 2, step)
    weights = np.exp(-(z**2) / 2)
    designs = np.stack([ms.df_raters, ms.df_items + ms.df_error])
    if (designs == designs[:, :1]).all():
        designs = designs[:, :1]
    share = betaincinv(designs[0] / 2, designs[1] / 2, ndtr(z)[:, None])
    with np.errstate(divide="ignore"):
        return np.asarray(share / (1 - share)), weights / weights.sum()
