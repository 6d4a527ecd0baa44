"""Deming regression: the straight line between two raters who both make errors."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from ...errors import OptionError, is_number
from ...quote import quote
from ...reduce.item_weights import Floats, LeaveOneOut
from ...reduce.moments import Moments
from ...reduce.sums import Numbers
from ...reduce.totals import Total
from ...result import Note
from ..coefficient import Classical, Estimate, coefficient
from ..limits_of_agreement import t_test
from .line_data import ROUNDING, OneEach, check_at, deming_slope, one_each, rounding, why_no_line
from .weighted_deming import weighted_line, weighted_totals

#: Above this many items a weighted jackknife takes too long, and influence values are used.
_MANY = 5000


@coefficient(
    title="Deming regression",
    title_zh="Deming 回归",
    symbol="β",
    formula=r"\beta = \frac{s_{yy} - \delta s_{xx} + \sqrt{(s_{yy} - \delta s_{xx})^2 "
    r"+ 4 \delta s_{xy}^2}}{2 s_{xy}}",
    range=(-np.inf, np.inf),
    references=("linnet1990", "linnet1993"),
    scales=("ordinal", "interval", "ratio"),
    best=1.0,
    null=1.0,
    chance_corrected=False,
    interval="classical",
    two_raters=True,
    needs={"variation"},
)
def deming(
    moments: Moments, *, ratio: float | None = None, weighted: bool = False, at: float | None = None
) -> Estimate:
    """The slope of the line between two raters' measurements when both have errors: 1 if they scale alike.

    The first rater is x, the second y. The parts are "slope", tested against 1 (a proportional bias), and
    "intercept", tested against 0 (a constant bias). `ratio` is the variance of y's errors over that of x's: 1
    if not given, or estimated where items were measured repeatedly. `weighted` is for errors proportional
    to the measured value (Linnet); measurements must then be above 0. `at` gives the bias y − x at
    this true value of x.

    Intervals are by Linnet's jackknife, t with n − 2 degrees of freedom; interval="analytic" uses influence
    values instead. With outliers, or errors that are not normal, see passing_bablok.
    """
    check_at(at)
    data = one_each(moments)
    m, delta = data.moments, _ratio(ratio, data)
    if m.draws or not m.by.follows_slopes:
        return _together(m, [Total(v) for v in _line(m, delta, weighted)], at)
    reason = why_no_line(m) or _no_covariance(m)
    if reason is not None:
        return Estimate(value=Total(np.nan), n=Total(m.complete.n), undefined=reason)
    line = weighted_totals(m, delta) if weighted else [
        m.follow(lambda q: slope_of(q, delta)), m.follow(lambda q: intercept_of(q, delta)),
    ]  # fmt: skip
    if np.isnan(float(line[0])):
        return Estimate(value=Total(np.nan), n=Total(m.complete.n), undefined=_UNSETTLED)
    errors = _Errors(m, delta, weighted, at)
    return _together(m, line, at, errors, _details(m, line, delta, data), data.notes)


_UNSETTLED = Note("not-settled", "The weights and the line did not converge: use weighted=False.")


def slope_of(m: Moments, delta: float) -> Numbers:
    """The slope from cross-products."""
    s = m.complete.cross
    return deming_slope(s[..., 0, 0], s[..., 0, 1], s[..., 1, 1], delta)


def intercept_of(m: Moments, delta: float) -> Numbers:
    """The line passes through the means."""
    x, y = np.moveaxis(m.complete.mean, -1, 0)
    return np.asarray(y - slope_of(m, delta) * x)


def _line(m: Moments, delta: float, weighted: bool) -> tuple[Floats, Floats]:
    """Slope and intercept of draws, nan where there is no line."""
    if weighted:
        return weighted_line(m, delta)
    s = m.complete.cross
    s_xx, s_xy, s_yy = s[..., 0, 0], s[..., 0, 1], s[..., 1, 1]
    least_x, least_y = rounding(m)
    with np.errstate(invalid="ignore"):
        there = (s_xx > least_x) & (s_yy > least_y) & (np.abs(s_xy) > ROUNDING * np.sqrt(s_xx * s_yy))
        there &= m.complete.n > 1
        slope, intercept = slope_of(m, delta), intercept_of(m, delta)
    return np.where(there, slope, np.nan), np.where(there, intercept, np.nan)


def _no_covariance(m: Moments) -> Note | None:
    (s_xx, s_xy), (_, s_yy) = m.complete.cross
    if abs(s_xy) > ROUNDING * np.sqrt(s_xx * s_yy):
        return None
    return Note("no-covariance", "The two raters' measurements are uncorrelated, so no line can be fitted.")


# --- uncertainty --------------------------------------------------------------------------------


class _Errors:
    """Standard errors of slope, intercept and bias at a size: by leaving items out, or from sums alone."""

    def __init__(self, m: Moments, delta: float, weighted: bool, at: float | None) -> None:
        self.m, self.delta, self.weighted, self.at = m, delta, weighted, at

    @cached_property
    def left_out(self) -> list[Floats]:
        """The three, each time without one item."""
        without = self.m.weighed(LeaveOneOut(self.m.counts))
        return _three(*_line(without, self.delta, self.weighted), self.at)

    def jackknife(self, which: int) -> float:
        """√((n − 1)/n · Σ(θ₋ᵢ − mean)²)."""
        here = ~np.isnan(self.m.measured).any(axis=1) & (self.m.counts > 0)
        values, times = self.left_out[which][here], self.m.counts[here]
        n = float(times.sum())
        mean = times @ values / n
        return float(np.sqrt((n - 1) / n * (times @ (values - mean) ** 2)))

    def normal(self, which: int) -> float:
        """Strike: b·√((1 − r²)/r²/(n − 2)), and times √(s_xx + (x − x̄)²) for the line at x."""
        b = self.m.complete
        (s_xx, s_xy), (_, s_yy) = b.cross
        r2, n = float(s_xy**2 / (s_xx * s_yy)), float(b.n)
        slope = abs(float(slope_of(self.m, self.delta))) * np.sqrt((1 - r2) / r2 / (n - 2))
        away = (0.0 if which == 1 else self.at or 0.0) - float(b.mean[0])
        return float(slope if which == 0 else slope * np.sqrt(float(s_xx) / n + away**2))

    def classical(self, which: int, value: float) -> Classical | None:
        """Linnet's jackknife, t with n − 2 degrees of freedom; without items, errors taken for normal."""
        n, sums = float(self.m.complete.n), self.m.values is None
        if self.weighted and len(self.m.counts) > _MANY:
            return None
        error = self.normal if sums else self.jackknife

        def limits(level: float) -> tuple[float, float]:
            from scipy.special import stdtrit

            half = float(stdtrit(n - 2, 0.5 + level / 2)) * error(which) if n > 2 else np.nan
            return value - half, value + half

        return Classical(
            name=f"{'normal errors' if sums else 'jackknife'} t({n - 2:g})",
            se=lambda: error(which),
            limits=limits,
            test=lambda null, side: t_test(value - null, error(which), n - 2, null, side),
            without_spread=True,
        )


def _three(slope: Any, intercept: Any, at: float | None) -> list[Any]:
    """Slope, intercept and, where asked, the bias intercept + (slope − 1)·at."""
    return [slope, intercept, *([] if at is None else [intercept + (slope - 1) * at])]


def _together(
    m: Moments,
    line: list[Total],
    at: float | None,
    errors: _Errors | None = None,
    details: dict[str, Any] | None = None,
    notes: tuple[Note, ...] = (),
) -> Estimate:
    """The slope, with slope, intercept and bias as parts."""
    n = Total(m.complete.n)
    names = ("slope", "intercept", *([] if at is None else [f"bias at {at:g}"]))
    parts = {}
    for which, (name, value) in enumerate(zip(names, _three(line[0], line[1], at), strict=True)):
        known = errors is not None and errors.classical(which, float(value))
        null = "usual" if which == 0 else 0.0
        parts[name] = Estimate(value=value, n=n, classical=known or None, null=null)  # type: ignore[arg-type]
    whole = parts["slope"]
    return Estimate(
        value=whole.value, n=n, classical=whole.classical, parts=parts, details=details or {}, notes=notes
    )


# --- what stands behind it ----------------------------------------------------------------------


def _details(m: Moments, line: list[Total], delta: float, data: OneEach) -> dict[str, Any]:
    x, y = m.raters
    out: dict[str, Any] = {"line": f"{y} = intercept + slope · {x}", "ratio": delta}
    if data.error_ratio is not None:
        out["ratio_from_repeats"] = data.error_ratio
    (s_xx, s_xy), (_, s_yy) = m.complete.cross
    out["correlation"] = float(s_xy / np.sqrt(s_xx * s_yy))
    n, b = float(m.complete.n), float(line[0])
    if n > 2:
        rest = max(float(s_yy - 2 * b * s_xy + b**2 * s_xx), 0.0) / (n - 2) / (delta + b**2)
        out |= {"sd_errors_first": float(np.sqrt(rest)), "sd_errors_second": float(np.sqrt(delta * rest))}
    return out


def _ratio(ratio: float | None, data: OneEach) -> float:
    if ratio is None:
        return 1.0 if data.error_ratio is None else data.error_ratio
    if not (is_number(ratio) and 1e-100 < ratio < 1e100):
        raise OptionError(
            "ratio, the error variance of the second rater divided by that of the first, must be "
            "above 0, got "
            f"{quote(ratio)}."
        )
    return float(ratio)
