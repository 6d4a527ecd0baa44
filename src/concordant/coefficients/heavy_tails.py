"""How much larger than estimated a variance, and its own error, may be where scores have long tails.

A sample often lacks the rare large scores that make up much of a variance, and then its estimate and the
estimate of its error are both too small. The t statistic of a mean of squares is skewed for that reason, and
the transformation of Hall (1992) undoes it. The skewness of squares in a sample is itself too small where
tails are long, so it is raised by up to half. The error of a variance is an estimate as well, from the same
few large scores, so the normal quantile gives way to that of t (`cautious_times`).

Where the fourth moment is infinite, as with t of 3 degrees of freedom, none of these holds: a mean of n
squares strays by n^(-1/3), not by n^(-1/2). So far at least a limit reaches where the largest scores lie as
such a tail has them (Hill 1975) and scores vary more than normal ones do by chance. With 30 items the two can
hardly be told apart.
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
#: How far a mean of squares with a tail exponent of 3 may be too low, times n^(-1/3), in 2.5 % of samples.
_REACH = 3.3
#: From where on tails are taken to be long, and from where wholly: the surplus of `times` in standard errors
#: of two raters' normal scores, and the reciprocal of the tail's exponent.
_SURPLUS, _LENGTH = (0.5, 2.0), (0.15, 0.25)
#: The largest scores, by which the tail is judged: a tenth, and at least so many.
_TOP, _LEAST_TOP = 0.1, 5.0
#: What is added to the skewness at most, and at which excess of variance over normal scores.
_MORE_SKEWED, _ALL_OF_IT = 0.5, 2 * MATTERS


@dataclass(frozen=True)
class SquaresTail:
    """Squares whose mean is a variance: the variance of the logarithm of that mean, skewness and number.

    `times` is how many times as much as with normal scores the mean varies, and `length` the reciprocal of
    the exponent of the scores' tail.
    """

    variance: float
    skewness: float
    items: float
    times: float
    length: float

    @classmethod
    def of(cls, squares: Floats, counts: Floats, variance: float, times: float) -> SquaresTail:
        """The tail of these squares, whose mean has a logarithm of this variance."""
        n = float(counts.sum())
        return cls(variance, skewness_of(squares, counts), n, times, _length(squares, counts))

    def above(self, level: float) -> float:
        """By which share of itself the mean may be too low; 0 where scores are nearly normal."""
        return max(self._by_skewness(level), self._by_length(level))

    def _by_skewness(self, level: float) -> float:
        from scipy.special import stdtrit

        if not self.times >= MATTERS:
            return 0.0
        share = min((self.times - MATTERS) / (_ALL_OF_IT - MATTERS), 1.0)
        skewness = self.skewness / np.sqrt(self.items) * (1 + _MORE_SKEWED * share)
        q = float(stdtrit(self.items - 1, 0.5 + level / 2))
        return float(-np.sqrt(self.variance) * _untransformed(-q, skewness))

    def _by_length(self, level: float) -> float:
        """What is reached with an infinite fourth moment, as far as the scores look as if they had it."""
        surplus = (self.times - 1) / np.sqrt(6 / self.items)
        looks = _part(surplus, *_SURPLUS) * _part(self.length, *_LENGTH)
        reach = _REACH * normal_quantile(0.5 + level / 2) / normal_quantile(_QUANTILE)
        return float(looks * reach * self.items ** (-1 / 3))


def _part(x: float, start: float, end: float) -> float:
    """Which part of the way from start to end has been gone, from 0 to 1."""
    return float(np.clip((x - start) / (end - start), 0.0, 1.0))


def _length(squares: Floats, counts: Floats) -> float:
    """The reciprocal of the exponent of the scores' tail, from the logarithms of the largest (Hill 1975)."""
    order = np.argsort(squares)[::-1]
    ranked, among = squares[order], counts[order]
    top = max(np.ceil(_TOP * among.sum()), _LEAST_TOP)
    next_one = int(np.searchsorted(among.cumsum(), top, side="right"))  # the largest of the others
    if next_one == len(ranked) or not ranked[next_one] > 0:
        return 0.0
    return float(among[:next_one] @ np.log(ranked[:next_one] / ranked[next_one]) / top) / 2


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
