"""Whether differences change with the size of what is measured: in level, and in spread.

The slope of the difference on the mean of both has the same t as the test of Pitman and Morgan that both
raters spread alike, since Σ(x − y)(x + y)/2 about the means is half of S_xx − S_yy.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...reduce.item_weights import Floats
from ...reduce.moments import Moments
from ...result import Note
from .pairs import Differences, MeasuredPairs


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
