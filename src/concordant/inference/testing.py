"""Tests of a coefficient, or of several at once, against a value."""

from __future__ import annotations

import math

import numpy as np

from ..reduce.item_weights import Floats
from .intervals import normal_below
from .plan import Alternative


def p_value(statistic: float, df: float, alternative: Alternative) -> float:
    """Probability of a statistic at least as far out; t with df, normal where df is infinite."""
    if math.isnan(statistic):
        return math.nan
    if alternative == "two-sided":
        return min(1.0, 2 * _below(-abs(statistic), df))
    return _below(-statistic, df) if alternative == "greater" else _below(statistic, df)


def chi_square_p(statistic: float, df: float) -> float:
    """Probability of a chi-square at least as large."""
    from scipy.special import chdtrc

    return float(chdtrc(df, statistic))


def f_p(statistic: float, above: float, below: float) -> float:
    """Probability of an F at least as large."""
    from scipy.special import fdtrc

    return float(fdtrc(above, below, statistic))


def exact_mcnemar(one: float, other: float) -> float:
    """Both tails of the smaller of two counts: binomial(one + other, ½) where neither is favoured."""
    from scipy.special import bdtr

    return min(1.0, 2 * float(bdtr(min(one, other), int(one + other), 0.5)))


def _below(x: float, df: float) -> float:
    if math.isinf(df):
        return normal_below(x)
    from scipy.special import stdtr

    return float(stdtr(df, x))


#: Of correlations, eigenvalues below this are rounding.
_ROUNDING = 1e-12


def quadratic(vector: Floats, matrix: Floats) -> tuple[float, int]:
    """vᵀM⁻v and the rank of M, for a covariance M and a vector v in its range: any inverse M⁻ gives the same.

    M is brought to correlations first, so that rare and common categories weigh alike in the rounding.
    """
    varies = np.diag(matrix) > 0
    if not varies.any():
        return 0.0, 0
    unit = np.sqrt(np.diag(matrix)[varies])
    values, axes = np.linalg.eigh(matrix[np.ix_(varies, varies)] / np.outer(unit, unit))
    kept = values > _ROUNDING * len(values)
    along = (vector[varies] / unit) @ axes[:, kept]
    return float((along**2 / values[kept]).sum()), int(kept.sum())
