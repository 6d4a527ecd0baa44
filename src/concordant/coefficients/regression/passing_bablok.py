"""Passing–Bablok regression, which assumes no distribution of errors, and its cusum test of linearity."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from ...errors import OptionError
from ...reduce.item_weights import Floats, LeaveOneOut
from ...reduce.moments import Moments
from ...reduce.totals import Pending, Total
from ...result import Note
from ..coefficient import Classical, Estimate, coefficient
from ..order_statistics import Sorted, median
from ..ranks import net_concordance
from .line_data import check_at, one_each, why_no_line
from .shifted_median import Fit, both_measured, slope_of, snapped
from .theil_sen import ALL_PAIRS

#: Above this many items a bootstrap takes too long.
_MANY = 20_000


@coefficient(
    title="Passing–Bablok regression",
    title_zh="Passing–Bablok 回归",
    symbol="b",
    formula=r"b = \operatorname{med}_{shifted} \frac{y_j - y_i}{x_j - x_i}",
    range=(0, np.inf),
    references=("passing1983",),
    scales=("ordinal", "interval", "ratio"),
    best=1.0,
    null=1.0,
    chance_corrected=False,
    interval="classical",
    two_raters=True,
    needs={"variation"},
)
def passing_bablok(moments: Moments, *, at: float | None = None) -> Estimate:
    """The slope of the line between two raters by medians, robust to outliers: 1 if they scale alike.

    The first rater is x, the second y; exchanging them inverts the line. The parts are "slope", tested
    against 1 (a proportional bias), and "intercept" (a constant bias, if its interval excludes 0). `at`
    gives the bias y − x at this value of x. Intervals are by ranks. The relation must be linear and
    increasing; the details give the p-value of a test of linearity (a small value indicates a curve). Ties
    make it imprecise: with few distinct values, use deming.
    """
    check_at(at)
    data = one_each(moments)
    m = data.moments
    if m.draws or not m.by.follows_slopes:
        return _of_draws(m, at)
    reason = why_no_line(m)
    fitted = None if reason else Fit.of(m)
    if fitted is None or not fitted.rises:
        return Estimate(value=Total(np.nan), n=Total(m.complete.n), undefined=reason or _NO_RISE)
    return replace(_explained(m, fitted, at), notes=data.notes)


_NO_RISE = Note(
    "no-rise",
    "At least half of all pairs of items are tied for one rater or ordered in opposite ways by the two: "
    "no rising line exists.",
)


# --- estimates ----------------------------------------------------------------------------------


def _of_draws(m: Moments, at: float | None) -> Estimate:
    """Weights one vector at a time, on pairs that are sorted once."""
    here = both_measured(m)
    if len(m.counts) > (ALL_PAIRS if isinstance(m.by, LeaveOneOut) else _MANY):
        raise OptionError(
            f"Resampling {len(m.counts)} items would take too long, because all pairs are ranked "
            "each time: use "
            "interval='classical' or 'analytic'."
        )
    fitted = Fit.of(m)
    lines = np.array([_line(fitted.weighed(v[here])) for v in m.by.vectors()]).reshape(-1, 2)
    return _together(m, [Total(lines[:, 0]), Total(lines[:, 1])], at)


def _line(f: Fit) -> tuple[float, float]:
    return (f.slope, f.intercept_here) if f.n > 1 and f.rises else (np.nan, np.nan)


def _explained(m: Moments, f: Fit, at: float | None) -> Estimate:
    moved = _Moved(m, f)
    slope = Pending(f.slope, lambda: moved.both[0])
    intercept = Pending(f.intercept_here, lambda: moved.both[1])
    made = _together(m, [slope, intercept], at)
    parts = dict(made.parts)
    parts["slope"] = replace(parts["slope"], classical=_by_ranks(f))
    parts["intercept"] = replace(parts["intercept"], classical=_of_intercept(f))
    x, y = m.raters
    details: dict[str, Any] = {
        "line": f"{y} = intercept + slope · {x}",
        "n_pairs": f.pairs.total,
        "straightness_p": linearity_p(f.x, f.y, f.w, f.slope, f.intercept_here),
    }
    notes = (*_bent(float(details["straightness_p"])), *_near_zero(f))
    return replace(made, classical=parts["slope"].classical, parts=parts, details=details, notes=notes)


def _bent(p: float) -> tuple[Note, ...]:
    text = f"The relationship is not linear (p = {p:.2g}), so a single slope does not describe it."
    return (Note("not-straight", text, {"p": p}),) if p < 0.05 else ()


def _near_zero(f: Fit) -> tuple[Note, ...]:
    """The interval of the intercept knows of the slope alone; far from 0 that is nearly all there is."""
    middle = float(np.average(f.x, weights=f.w))
    spread = float(np.sqrt(np.average((f.x - middle) ** 2, weights=f.w)))
    if abs(middle) >= 2 * spread:
        return ()
    text = (
        "Measurements are close to 0, where the textbook interval of the intercept is too narrow: use "
        "interval='bootstrap'."
    )
    return (Note("intercept-near-zero", text),)


def _together(m: Moments, line: list[Total], at: float | None) -> Estimate:
    """The slope, with slope, intercept and bias as parts."""
    n = Total(m.complete.n)
    slope, intercept = line
    parts = {
        "slope": Estimate(value=slope, n=n),
        "intercept": Estimate(value=intercept, n=n, null=0.0, range=_ANY),
    }
    if at is not None:
        bias = intercept + (slope - 1) * float(at)
        parts[f"bias at {at:g}"] = Estimate(value=bias, n=n, null=0.0, range=_ANY)
    return Estimate(value=slope, n=n, parts=parts)


_ANY = (-np.inf, np.inf)


def _half(limits: tuple[float, float]) -> float:
    """The standard error that limits of 95 % would come from; nan where they have no end."""
    width = limits[1] - limits[0]
    return width / (2 * 1.959963984540054) if np.isfinite(width) else np.nan


def _by_ranks(f: Fit) -> Classical:
    def se() -> float:
        return _half(f.limits(0.95))

    return Classical(name="ranks", se=se, limits=f.limits, test=f.test, without_spread=True)


def _of_intercept(f: Fit) -> Classical:
    """There is no test that belongs to this interval: see whether it holds 0."""

    def se() -> float:
        return _half(f.limits_of_intercept(0.95))

    untested: tuple[dict[str, Any], float] = ({}, float("nan"))
    return Classical(
        name="ranks",
        se=se,
        limits=f.limits_of_intercept,
        test=lambda null, side: untested,
        without_spread=True,
    )


# --- influence values ---------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class _Moved:
    """What one more item does to slope and intercept, found when first asked for.

    The median u balances Σ sign(u_ij − u), so an item moves it by its own part of that sum over twice the
    density of pairs at u; the intercept moves with the slope, and as a median does.
    """

    m: Moments
    f: Fit

    @cached_property
    def both(self) -> Floats:
        """Slope and intercept, by row."""
        f, every = self.f, self.f.pairs.total
        apart = min(1.96 * f.noise, 0.8 * every) / 2
        low, high = f.pairs.ranked(every / 2 - apart, every / 2 + apart)
        slope = self._net * (high - low) / (4 * apart) * 2 / (1 - f.u) ** 2
        residual = f.y - f.slope * f.x
        intercept = Sorted(residual, f.w).slope(0.5, residual) + self._turn(low, high) * slope
        here = both_measured(self.m)
        out = np.zeros((2, len(here)))
        out[:, here] = slope, intercept
        return out

    def _turn(self, low: float, high: float) -> float:
        """How the intercept changes with the slope."""
        low, high = (slope_of(float(np.clip(v, -0.9, 0.9))) for v in (low, high))
        if not high > low:
            return -median(self.f.x, self.f.w)
        return (self.f.intercept(high) - self.f.intercept(low)) / (high - low)

    @property
    def _net(self) -> Floats:
        """For each item the weight of pairs steeper than the line less that of pairs less steep."""
        p = self.f.pairs
        off = snapped(p.d - self.f.u * p.s, float(np.abs(p.s).max()))
        s, z = (np.unique(v, return_inverse=True)[1] for v in (p.s, off))
        return net_concordance(s, z, self.f.w, int(max(s.max(), z.max())) + 1)


def linearity_p(x: Floats, y: Floats, w: Floats, slope: float, intercept: float) -> float:
    """How likely items above and below a straight line would be so badly mixed along it: about uniform.

    Along the line a step up is √(L/l) for each of l items above, and a step down √(l/L) for each of L below.
    The farthest distance from 0 over √(L + 1) is compared with Kolmogorov's distribution. (As the line was
    fitted to the items, they mix better than chance; √(l + L) in its place would hardly ever reject.)
    """
    from scipy.special import kolmogorov

    off = y - intercept - slope * x
    size = np.abs(y).max(initial=0.0) + np.abs(slope * x).max(initial=0.0)
    off = np.where(np.abs(off) <= 1e-13 * size, 0.0, off)
    above, below = float(w[off > 0].sum()), float(w[off < 0].sum())
    if not (above > 0 and below > 0):
        return float("nan")
    step = w * np.where(off > 0, np.sqrt(below / above), np.where(off < 0, -np.sqrt(above / below), 0.0))
    along = np.argsort(y * slope + x, kind="stable")
    farthest = float(np.abs(np.cumsum(step[along])).max())
    return float(kolmogorov(farthest / np.sqrt(below + 1)))
