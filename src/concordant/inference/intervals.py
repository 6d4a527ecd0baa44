"""The interval of an estimate: as asked for, from its standard error or draws, and with care at the edges."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..coefficients.coefficient import Classical, Coefficient, Estimate
from ..coefficients.distributions import normal_quantile
from ..coefficients.quantiles import t_quantile
from ..errors import OptionError
from ..number_text import show_count
from ..reduce.item_weights import Floats
from ..result import Interval, Note
from .plan import Plan
from .spread import Spread

#: Intervals that a coefficient brings along, made from no spread.
OWN_INTERVALS = ("exact", "classical", "adjusted", "generalised")


def interval_of(
    c: Coefficient, estimate: Estimate, around: Spread, plan: Plan, method: str
) -> tuple[Interval | None, list[Note]]:
    """The interval asked for; at the edge of the range one that does not claim certainty."""
    if plan.interval == "none":
        return None, []
    if plan.interval in OWN_INTERVALS and (not around.none or _without_spread(estimate, plan)):
        return _own_interval(c, estimate, around.value, plan, method)
    if plan.population is not None and plan.population == around.items:
        text = "Every item of the population was rated, so there is no sampling error."
        return Interval(around.value, around.value, plan.level, method), [Note("census", text)]
    if around.none:
        return _at_the_edge(c, estimate, around, plan)
    if math.isnan(around.se):
        return None, [Note("no-spread", "Too few items or clusters for a standard error.")]
    low, high = around.limits(plan, estimate.transform or c.transform)
    bottom, top = (0.0, 1.0) if estimate.distance else estimate.range or c.range
    low = max(low, bottom) if around.value >= bottom else low
    ends = min(low, top), min(high, top)
    return Interval(float(ends[0]), float(ends[1]), plan.level, method), _near_zero(estimate, around)


def _without_spread(estimate: Estimate, plan: Plan) -> bool:
    own = textbook(estimate, plan)
    return own is not None and own.without_spread


def textbook(estimate: Estimate, plan: Plan) -> Classical | None:
    """The textbook's uncertainty, plain or adjusted, where the plan asks for it and the estimate has it.

    Where these data need no adjusting, the adjusted one is the plain one.
    """
    if plan.interval == "adjusted":
        return estimate.classical if estimate.adjusted is None else estimate.adjusted
    return estimate.classical if plan.interval == "classical" else None


def _near_zero(estimate: Estimate, around: Spread) -> list[Note]:
    """A distance is bent at 0, where the interval is only rough."""
    if not estimate.distance or around.value > 3 * around.se:
        return []
    text = (
        "A distance cannot be below 0, and this close to 0, chance alone makes it positive: the interval "
        "is rough."
    )
    return [Note("near-zero", text)]


def _own_interval(
    c: Coefficient, estimate: Estimate, value: float, plan: Plan, method: str
) -> tuple[Interval | None, list[Note]]:
    """The interval that belongs to a coefficient; `value` is the estimate, 0 where only rounding is left."""
    own = textbook(estimate, plan)
    if own is not None:
        low, high = own.limits(plan.level)
    elif plan.interval in estimate.intervals:
        low, high = estimate.intervals[str(plan.interval)](plan.level)
    else:
        raise OptionError(
            f"interval={plan.interval!r} is not available for {c.name} with these data; use "
            f"{'' if estimate.classical is None else repr('classical') + ', '}'analytic', 'jackknife', "
            "'bootstrap' or 'bca'."
        )
    if math.isnan(low) or math.isnan(high):
        return None, [Note("no-spread", "Too few items for a confidence interval.")]
    if not holds(float(estimate.value), low, high):
        return None, [_BROKEN]
    low, high = min(low, value), max(high, value)
    if low == high:
        text = "The data show no variation, so no confidence interval can be computed."
        return None, [Note("no-spread", text)]
    return Interval(float(low), float(high), plan.level, method), []


_BROKEN = Note(
    "no-interval",
    "The textbook interval fails on these data and would not contain the estimate: use "
    "interval='bootstrap' or 'analytic'.",
)


NO_ITEM_MOVES_IT = Note(
    "no-spread", "No single item changes the value, so there is no standard error and no confidence interval."
)


def unit_of(c: Coefficient) -> float:
    """1 where the range is bounded above, 0 where values have units of their own."""
    return 1.0 if math.isfinite(c.range[1]) else 0.0


def _at_the_edge(
    c: Coefficient, estimate: Estimate, around: Spread, plan: Plan
) -> tuple[Interval | None, list[Note]]:
    """No disagreement was seen; n items cannot rule out a little of it."""
    missed = most_missed(around.units, 0.5 + plan.level / 2)
    facts = {"items": around.units, "missed": missed}
    how = "one-sided limit at the edge of the range"
    if estimate.at_best is not None and abs(around.value - c.best) <= 1e-12 * unit_of(c):
        other = min(max(estimate.at_best(missed), c.range[0]), c.range[1])
        seen = "No deviation was observed" if "shift" in c.ignores else "No disagreement was observed"
        text = (
            f"{seen}. With only {show_count(around.units)} items, up to {missed:.1%} of items in the "
            "population could still be in disagreement; the one-sided interval reflects this."
        )
        ends = min(c.best, other), max(c.best, other)
        return Interval(*ends, plan.level, how), [Note("at-the-edge", text, facts)]
    if estimate.at_best is not None and around.value == c.range[0] == 0 and c.range[1] == 1:
        text = (
            f"No agreement was observed; up to {missed:.1%} of items in the population could still be in "
            "agreement."
        )
        return Interval(0.0, missed, plan.level, how), [Note("at-the-edge", text, facts)]
    if estimate.zero_error is not None and around.value == 0:
        error = estimate.zero_error()
        furthest = quantile(0.5 + plan.level / 2, around.df) * error if error > 0 else missed
        return Interval(0.0, min(furthest, c.range[1]), plan.level, how), [_exactly_zero(around.units)]
    return None, [NO_ITEM_MOVES_IT]


def _exactly_zero(items: float) -> Note:
    text = (
        "The distance is exactly 0 on these items. The interval ends at the largest distance that "
        f"{show_count(items)} items cannot rule out."
    )
    return Note("zero-distance", text, {"items": items})


def normal_below(x: float) -> float:
    """How much of a standard normal is below x."""
    return math.erfc(-x / math.sqrt(2)) / 2


def quantile(p: float, df: float) -> float:
    """The p-quantile of Student's t with df degrees of freedom; of the normal where df is infinite."""
    return normal_quantile(p) if math.isinf(df) else t_quantile(p, df)


def quantiles(p: float, df: Floats) -> Floats:
    """The p-quantile of Student's t for each of many degrees of freedom."""
    out = np.full(len(df), normal_quantile(p))
    finite = np.isfinite(df)
    if finite.any():
        from scipy.special import stdtrit

        out[finite] = stdtrit(df[finite], p)
    return out


def wald(estimate: float, se: float, level: float, df: float) -> tuple[float, float]:
    """Estimate plus and minus a quantile of its standard error."""
    half = quantile(0.5 + level / 2, df) * se
    return estimate - half, estimate + half


def wilson(value: Any, variance: Any, units: Any, q: Any, worst: Any = 0.0) -> tuple[Any, Any]:
    """The score interval of a share (Wilson 1927), of as many independent items as have its variance.

    `q` is the quantile, and `units` how many items there are where nothing varies. `worst` is what 0 is
    called where the share is told on another scale that ends in 1. All may be arrays.
    """
    span = 1 - worst
    p = np.clip((value - worst) / span, 0.0, 1.0)
    with np.errstate(invalid="ignore", divide="ignore"):
        n = np.where((variance > 0) & (p > 0) & (p < 1), p * (1 - p) * span**2 / variance, units)
    middle = p + q**2 / (2 * n)
    half = q * np.sqrt(p * (1 - p) / n + (q / (2 * n)) ** 2)
    low, high = ((middle + side * half) / (1 + q**2 / n) for side in (-1, 1))
    return worst + span * np.clip(low, 0.0, p), worst + span * np.clip(high, p, 1.0)


def fisher(estimate: float, se: float, level: float, df: float) -> tuple[float, float]:
    """A Wald interval on the scale of artanh, which keeps a correlation within its range."""
    half = quantile(0.5 + level / 2, df) * se / (1 - estimate**2)
    z = math.atanh(estimate)
    return math.tanh(z - half), math.tanh(z + half)


def on_log(estimate: float, se: float, level: float, df: float) -> tuple[float, float]:
    """A Wald interval of the logarithm, which keeps a positive number positive."""
    half = quantile(0.5 + level / 2, df) * se / estimate
    if half > 700:  # more than numbers can hold
        return 0.0, math.inf
    return estimate / math.exp(half), estimate * math.exp(half)


def on_logit(estimate: float, se: float, level: float, df: float) -> tuple[float, float]:
    """A Wald interval of the log odds, which keeps a proportion between 0 and 1."""
    half = quantile(0.5 + level / 2, df) * se / (estimate * (1 - estimate))
    odds = math.log(estimate / (1 - estimate))
    ends = (math.exp(min(x, 700.0)) for x in (half - odds, -half - odds))
    low, high = (1 / (1 + x) for x in ends)
    return low, high


def percentile(draws: Floats, level: float) -> tuple[float, float]:
    """The middle share of the resampled values."""
    low, high = np.quantile(draws, [0.5 - level / 2, 0.5 + level / 2])
    return float(low), float(high)


def bca(draws: Floats, estimate: float, acceleration: float, level: float) -> tuple[float, float]:
    """Efron's bias-corrected and accelerated percentiles."""
    below = (np.count_nonzero(draws < estimate) + 0.5 * np.count_nonzero(draws == estimate)) / len(draws)
    z0 = normal_quantile(min(max(below, 0.5 / len(draws)), 1 - 0.5 / len(draws)))
    places = []
    for p in (0.5 - level / 2, 0.5 + level / 2):
        z = z0 + normal_quantile(p)
        places.append(normal_below(z0 + z / (1 - acceleration * z)))
    low, high = np.quantile(draws, places)
    return float(low), float(high)


def holds(value: Any, low: Any, high: Any) -> NDArray[np.bool_]:
    """Whether limits hold the estimate, but for rounding."""
    widest = np.maximum(np.abs(low), np.abs(high))
    slack = np.where(np.isfinite(widest), 1e-9 * widest, 0.0)
    return np.asarray((low - slack <= value) & (value <= high + slack))


def reachable(
    ends: tuple[float, float], value: float, first: tuple[float, float], second: tuple[float, float]
) -> tuple[float, float]:
    """The ends of an interval of first − second, no further out than the ranges of the two allow."""
    low, high = min(first[0] - second[1], value), max(first[1] - second[0], value)
    return max(ends[0], low), min(ends[1], high)


def most_missed(n: float, level: float) -> float:
    """The largest share of misses that n items without a miss do not rule out at this level."""
    return 1 - math.pow(1 - level, 1 / n)
