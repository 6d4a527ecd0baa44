"""Tests of a coefficient against a value."""

from __future__ import annotations

import math

from .limits import normal_below
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


def _below(x: float, df: float) -> float:
    if math.isinf(df):
        return normal_below(x)
    from scipy.special import stdtr

    return float(stdtr(df, x))
