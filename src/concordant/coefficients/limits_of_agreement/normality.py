"""Whether differences are normal: their skewness and kurtosis, and the test of D'Agostino that takes both.

K² is the sum of two squared normal scores, one of the skewness (D'Agostino 1970) and one of the kurtosis
(Anscombe and Glynn 1983), and chi-square with two degrees of freedom if differences are normal (D'Agostino,
Belanger and D'Agostino 1990).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from ...result import Note
from .pairs import Differences, MeasuredPairs

#: Below, the normal score of the kurtosis is not to be trusted.
_FEWEST = 20
#: What is called reliable, and what departure is too small to matter however reliable it is.
_LEVEL, _SKEWED, _LONG_TAILED = 0.05, 0.5, 1.0


@dataclass(frozen=True)
class Normality:
    """Skewness √b₁, excess kurtosis b₂ − 3, and K² with its p."""

    skewness: float
    excess: float
    statistic: float
    p: float

    @property
    def details(self) -> dict[str, Any]:
        """For the details of a result."""
        return {
            "skewness": self.skewness,
            "excess_kurtosis": self.excess,
            "normality_statistic": self.statistic,
            "normality_p": self.p,
        }

    @property
    def doubtful(self) -> bool:
        """Whether differences are reliably not normal, by so much that limits notice."""
        far = abs(self.skewness) >= _SKEWED or abs(self.excess) >= _LONG_TAILED
        return self.p < _LEVEL and far

    def notes(self, how: Differences, share: float) -> list[Note]:
        """What a reader must know before limits of so many standard deviations are used, and what to do."""
        if not self.doubtful:
            return []
        text = (
            f"Differences are not normal (skewness {self.skewness:.2g}, excess kurtosis {self.excess:.2g}, "
            f"D'Agostino's K², p = {self.p:.2g}): limits based on the standard deviation need "
            f"not contain {share:.0%} of them. Use limits='nonparametric' for percentiles"
        )
        text += ", or differences='log' if errors grow with size." if how == "plain" else "."
        facts = {"skewness": self.skewness, "excess": self.excess, "p": self.p, "share": share}
        return [Note("differences-not-normal", text, facts)]


def normality(p: MeasuredPairs) -> Normality | None:
    """Of the differences; None with too few items, repeats, or differences that are all the same."""
    n = float(p.counts.sum())
    if n < _FEWEST or p.within:
        return None
    off = p.difference - float(p.counts @ p.difference) / n
    second, third, fourth = (float(p.counts @ off**power) / n for power in (2, 3, 4))
    if not second > (1e-14 * p.largest) ** 2:
        return None
    skewness, kurtosis = third / second**1.5, fourth / second**2
    statistic = _skewness_score(skewness, n) ** 2 + _kurtosis_score(kurtosis, n) ** 2
    return Normality(skewness, kurtosis - 3, statistic, math.exp(-statistic / 2))


def _skewness_score(skewness: float, n: float) -> float:
    """D'Agostino 1970: δ·arsinh(Y/α), normal if differences are."""
    y = skewness * math.sqrt((n + 1) * (n + 3) / (6 * (n - 2)))
    beta = 3 * (n**2 + 27 * n - 70) * (n + 1) * (n + 3) / ((n - 2) * (n + 5) * (n + 7) * (n + 9))
    w2 = math.sqrt(2 * (beta - 1)) - 1
    alpha, delta = math.sqrt(2 / (w2 - 1)), 1 / math.sqrt(math.log(w2) / 2)
    return delta * math.asinh(y / alpha)


def _kurtosis_score(kurtosis: float, n: float) -> float:
    """Anscombe and Glynn 1983, by the cube root of a shifted inverse gamma."""
    mean = 3 * (n - 1) / (n + 1)
    variance = 24 * n * (n - 2) * (n - 3) / ((n + 1) ** 2 * (n + 3) * (n + 5))
    x = (kurtosis - mean) / math.sqrt(variance)
    skew = 6 * (n**2 - 5 * n + 2) / ((n + 7) * (n + 9))
    skew *= math.sqrt(6 * (n + 3) * (n + 5) / (n * (n - 2) * (n - 3)))
    a = 6 + 8 / skew * (2 / skew + math.sqrt(1 + 4 / skew**2))
    below = 1 + x * math.sqrt(2 / (a - 4))
    root = math.copysign(((1 - 2 / a) / abs(below)) ** (1 / 3), below) if below else math.inf
    return (1 - 2 / (9 * a) - root) / math.sqrt(2 / (9 * a))
