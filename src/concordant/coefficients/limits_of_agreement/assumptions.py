"""Whether normal limits of agreement fit: differences that are normal, and the same at every size.

The slope of the difference on the mean of both has the same t as the test of Pitman and Morgan that both
raters spread alike, since Σ(x − y)(x + y)/2 about the means is half of S_xx − S_yy. Normality is tested by
K², the sum of two squared normal scores, one of the skewness (D'Agostino 1970) and one of the kurtosis
(Anscombe and Glynn 1983), and chi-square with two degrees of freedom if differences are normal (D'Agostino,
Belanger and D'Agostino 1990).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...reduce.item_weights import Floats
from ...reduce.moments import Moments
from ...result import Note
from .pairs import Differences, MeasuredPairs

#: Below, the normal score of the kurtosis is not to be trusted.
_FEWEST = 20
#: What is called reliable, and what departure is too small to matter however reliable it is.
_LEVEL, _SKEWED, _LONG_TAILED = 0.05, 0.5, 1.0


@dataclass(frozen=True)
class Line:
    """A least-squares line on size, with the t test of its slope; nan where size does not vary."""

    intercept: float
    slope: float
    se: float
    df: float

    @property
    def t(self) -> float:
        """The slope over its standard error."""
        if self.se == 0 and self.slope != 0:
            return float("inf") if self.slope > 0 else float("-inf")
        return self.slope / self.se if self.se > 0 else float("nan")

    @property
    def p(self) -> float:
        """Two-sided, of no slope."""
        from scipy.special import stdtr

        return float(2 * stdtr(self.df, -abs(self.t))) if self.df > 0 else float("nan")

    def at(self, size: Floats) -> Floats:
        """The line."""
        return self.intercept + self.slope * size

    @classmethod
    def of_sums(cls, n: float, y: float, x: float, s_yy: float, s_xy: float, s_xx: float) -> Line:
        """From means and cross-products."""
        slope = s_xy / s_xx if s_xx > 0 else float("nan")
        rest = max(s_yy - slope * s_xy, 0.0)
        rest = rest if rest > 1e-13 * s_yy else 0.0  # no more than rounding
        se = float(np.sqrt(rest / (n - 2) / s_xx)) if n > 2 and s_xx > 0 else float("nan")
        return cls(y - slope * x, slope, se, n - 2)


def line(y: Floats, size: Floats, weight: Floats) -> Line:
    """y on size, items weighed."""
    n = float(weight.sum())
    mean_y, mean_x = float(weight @ y) / n, float(weight @ size) / n
    a, b = y - mean_y, size - mean_x
    s_xx = float(weight @ b**2)
    if s_xx <= 1e-24 * n * max(1e-300, float(np.max(np.abs(size)))) ** 2:
        s_xx = 0.0
    return Line.of_sums(n, mean_y, mean_x, float(weight @ a**2), float(weight @ (a * b)), s_xx)


def line_from_sums(m: Moments) -> Line:
    """The difference on the mean of both, where only means and cross-products are known."""
    b = m.complete
    (xx, xy), (_, yy) = b.cross
    x, y = map(float, b.mean)
    between, together = float(xx - 2 * xy + yy), float(xx + 2 * xy + yy) / 4
    return Line.of_sums(float(b.n), x - y, (x + y) / 2, between, float(xx - yy) / 2, together)


def spread_on_size(p: MeasuredPairs, level: Line) -> Line:
    """How far from the line, on size: |residual| averages σ·√(2/π)."""
    if level.se == 0:
        return Line(float("nan"), float("nan"), float("nan"), level.df)
    away = np.abs(p.difference - level.at(p.size)) * np.sqrt(np.pi / 2)
    return line(away, p.size, p.counts)


def size_details(level: Line, spread: Line | None) -> dict[str, Any]:
    """For the details; equal spread of both raters is the same test as no slope."""
    out = {
        "slope_on_size": level.slope, "slope_on_size_se": level.se, "slope_on_size_t": level.t,
        "slope_on_size_p": level.p,
    }  # fmt: skip
    if spread is not None:
        out |= {"spread_on_size": spread.slope, "spread_on_size_p": spread.p}
    return {name: value for name, value in out.items() if not np.isnan(value)}


def noticed(
    level: Line, spread: Line | None, how: Differences, limits: str, *, repeated: bool = False
) -> list[Note]:
    """What a reader must know before one pair of limits is used for all sizes."""
    if limits == "regression":
        return []
    notes = []
    if level.p < 0.05:
        way = "increase" if level.slope > 0 else "decrease"
        notes.append(
            Note(
                "differences-follow-size",
                f"Differences {way} with size: by {abs(level.slope):.3g} per unit of the mean of both raters "
                f"(p = {level.p:.2g}), so one rater's scale is wider or their errors differ."
                + ("" if repeated else " Use limits='regression'."),
                {"slope": abs(level.slope), "p": level.p},
            )
        )
    if spread is not None and spread.p < 0.05 and limits == "normal":
        more = "more" if spread.slope > 0 else "less"
        grows = how == "plain" and spread.slope > 0
        instead = " Use differences='log' or 'percent'." if grows else " Use limits='regression'."
        instead = "" if repeated and not grows else instead  # limits of repeats cannot follow size
        notes.append(
            Note(
                "spread-follows-size",
                f"Differences vary {more} for larger measurements (p = {spread.p:.2g}), so one pair of "
                f"limits is too wide at one end and too narrow at the other.{instead}",
                {"p": spread.p},
            )
        )
    return notes


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
    square = off * off
    powers = (square, square * off, square * square)
    second, third, fourth = (float(p.counts @ power) / n for power in powers)
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
