"""How much larger than estimated a variance, and its own error, may be where scores have long tails.

A sample often lacks the rare large scores that make up much of a variance, and then its estimate and the
estimate of its error are both too small. The t statistic of a mean of squares is skewed for that reason, and
the transformation of Hall (1992) undoes it. The skewness of squares in a sample is itself too small where
tails are long, so it is raised by up to half. The error of a variance is an estimate as well, from the same
few large scores, so the normal quantile gives way to that of t (`cautious_times`).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..reduce.item_weights import Floats
from .distributions import normal_quantile
from .normal_limits import MATTERS

#: Where quantiles of t and normal are compared: the ends of a 95 % interval.
_QUANTILE = 0.975
#: The fewest degrees of freedom that the error of a variance is taken to have.
_LEAST_DF = 6.0
#: What is added to the skewness at most, and at which excess of variance over normal scores.
_MORE_SKEWED, _ALL_OF_IT = 0.5, 2 * MATTERS


@dataclass(frozen=True)
class SquaresTail:
    """Squares whose mean is a variance: the variance of the logarithm of that mean, skewness and number.

    `times` is how many times as much as with normal scores the mean varies.
    """

    variance: float
    skewness: float
    items: float
    times: float

    def above(self, level: float) -> float:
        """By which share of itself the mean may be too low; 0 where scores are nearly normal."""
        from scipy.special import stdtrit

        if not self.times >= MATTERS:
            return 0.0
        share = min((self.times - MATTERS) / (_ALL_OF_IT - MATTERS), 1.0)
        skewness = self.skewness / np.sqrt(self.items) * (1 + _MORE_SKEWED * share)
        q = float(stdtrit(self.items - 1, 0.5 + level / 2))
        return float(-np.sqrt(self.variance) * _untransformed(-q, skewness))


def cautious_times(times: float, left: Floats, counts: Floats) -> float:
    """How many times as much as with normal scores an estimate may vary, its error being estimated too.

    `times` is what was found, from the values `left` without each item. Their mean square s² has the variance
    (κ − 1)·s⁴/n, κ being their kurtosis, as one with 2n/(κ − 1) degrees of freedom has (Satterthwaite). Not
    where scores are nearly normal: there degrees of freedom are known.
    """
    from scipy.special import stdtrit

    n = float(counts.sum())
    off = left - float(counts @ left) / n
    square = off * off  # a power of 4 would take ten times as long as two products
    second, fourth = float(counts @ square) / n, float(counts @ (square * square)) / n
    if not (times > 1 and second > 0 and fourth > second**2):
        return times
    df = max(2 * n / (fourth / second**2 - 1), _LEAST_DF)
    wider = (float(stdtrit(df, _QUANTILE)) / normal_quantile(_QUANTILE)) ** 2
    return times * (1 + min((times - 1) / (MATTERS - 1), 1.0) * (wider - 1))


def skewness_of(values: Floats, counts: Floats) -> float:
    """The third moment about the mean, in standard deviations; 0 where nothing varies."""
    n = float(counts.sum())
    off = values - float(counts @ values) / n
    square = off * off
    second, third = float(counts @ square) / n, float(counts @ (square * off)) / n
    return third / second**1.5 if second > 0 else 0.0


def _untransformed(y: float, skewness: float) -> float:
    """The t whose transformation is y: T + γT²/3 + γ²T³/27 + γ/6 with γ = skewness/√n (Hall 1992)."""
    if abs(skewness) < 1e-9:
        return y
    return float(3 / skewness * (np.cbrt(1 + skewness * (y - skewness / 6)) - 1))
