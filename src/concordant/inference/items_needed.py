"""How many items it takes: to settle whether a value lies beyond a threshold, or for a width of an interval.

An interval by the score judges the threshold by the error it would have if it were true, so two errors
matter: that at the threshold, by which it is left out, and that at the truth, by which the estimate strays,

    n = ((q·σ₀ + z_power·σ₁) / |θ₁ − θ₀|)²,

σ² being variances of one item. Any other interval has one error, on the scale on which it is symmetric. Both
are read off an interval that is there; q is the quantile it rests on, with the degrees of freedom that there
would be then. Of a coefficient that takes chance out, the error at the threshold is estimated from the same
few ratings as the value and strays with it, and the value itself is a little low with few items; taking σ₁
halfway to σ₀ where that is larger makes up for both, and a quarter of the way where σ₀ is smaller, towards
full agreement (`benchmarks/calibration/power.py`). There the ends of an interval by the score also reach
further the fewer the items, as the estimate is skewed. How skewed is taken from how the variance V changes
with the value, V′/√V, as in a natural exponential family.

An interval of a given width takes V·(2z/width)² items, V the variance of one item.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable

import numpy as np

from ..coefficients.catalogue import BY_NAME
from ..coefficients.distributions import normal_quantile
from ..digits import rounded
from ..result import Interval, Result
from .intervals import quantile
from .score_interval import skewed_quantile

#: How often so many items as are said to be needed settle it, if the estimate is the truth.
POWER = 0.8
#: More than so many times the items there are will hardly be rated.
FAR = 20
#: Intervals that judge every value by its own error, and those of them whose error the value alone decides.
_BY_SCORE = ("score", "Wilson")
_OF_SHARES = "Wilson"
#: Means of distances, whose variance grows with the mean, and the most that estimates are taken to be skewed.
_LIKE_COUNTS = ("mean_absolute_error",)
_MOST_SKEWED = 1.5
#: The scales on which intervals are made, and their slopes.
_SCALES: dict[str, tuple[Callable[[float], float], Callable[[float], float]]] = {
    "none": (lambda x: x, lambda _: 1.0),
    "fisher": (math.atanh, lambda x: 1 / (1 - x * x)),
    "log": (math.log, lambda x: 1 / x),
    "logit": (lambda x: math.log(x / (1 - x)), lambda x: 1 / (x * (1 - x))),
}
#: Degrees of freedom change with the number of items, and that with them; so many rounds settle it.
_ROUNDS = 40
#: Before any data, people who agree on so many items are assumed, and an interval of this width is wanted.
USUAL_AGREEMENT, USUAL_WIDTH = 0.7, 0.2


def items_needed(result: Result, threshold: float, power: float) -> float:
    """So many items that their interval leaves out the threshold with this power, if the estimate is true.

    nan where there is no interval to start from; infinite where the estimate lies on the threshold.
    """
    given = result.interval
    if given is None or not result.se > 0 or not result.n_items > 0:
        return math.nan
    if not abs(result.estimate - threshold) > 0:
        return math.inf
    by_score = given.method.startswith(_BY_SCORE)
    needed = (
        _by_score(result, given, threshold, power) if by_score else _by_scale(result, given, threshold, power)
    )
    return _solved(lambda times: result.n_items * needed(times), result.n_items)


def _by_score(result: Result, given: Interval, threshold: float, power: float) -> Callable[[float], float]:
    """How many times the items there are, from how many there would be: each value has its own error."""
    apart, z = abs(result.estimate - threshold), normal_quantile(power)
    share = given.method.startswith(_OF_SHARES)
    up = not share and threshold > result.estimate
    at_threshold, skewness = _error_at(threshold, result, given, skewed=up)
    at_truth = result.se if share else _strays(result.se, at_threshold, up=up)

    def needed(times: float) -> float:
        q = _tail(_quantile(given, times), skewness / math.sqrt(times))
        return ((q * at_threshold + z * at_truth) / apart) ** 2

    return needed


def _by_scale(result: Result, given: Interval, threshold: float, power: float) -> Callable[[float], float]:
    """How many times the items there are, by one error on the scale on which the interval is symmetric.

    The error of a mean of distances grows with their mean, as that of a count does: on the log scale it
    falls by half as much as the mean rises, which brings a limit above nearer and takes one below further
    away; and the log of a mean is a little low.
    """
    apart, error = _scale(result, given, threshold)
    z, z_side = normal_quantile(power), 0.0
    if result.measure in _LIKE_COUNTS and result.estimate > 0 and threshold > 0:
        z_side = 1.0 if threshold > result.estimate else -1.0

    def needed(times: float) -> float:
        q, now = _quantile(given, times), error / math.sqrt(times)
        strays = z * max(1 - z_side * q * now / 2, 0.5)
        return ((q + strays) * error / max(apart + z_side * now**2 / 2, apart / 2)) ** 2

    return needed


def items_to_exclude(difference: Result, bound: float, power: float) -> float:
    """So many items that the interval of a difference leaves out a bound with this power, if it is true.

    The variance at the bound lies between that of the difference found and that at the end of its interval on
    the same side, since intervals by the score and by exchange are not symmetric. nan where there is no
    interval to start from; infinite where the difference found is the bound.
    """
    given = difference.interval
    if given is None or not difference.se > 0 or not difference.n_items > 0:
        return math.nan
    end = given.low if bound < difference.estimate else given.high
    reach, apart = abs(difference.estimate - end), abs(difference.estimate - bound)
    if not rounded(apart) > 0:
        return math.inf
    found, ends = difference.se**2, (reach / _quantile(given)) ** 2
    at_bound = math.sqrt(found + min(apart / reach, 1.0) * (ends - found)) if reach > 0 else difference.se
    strays, n = normal_quantile(power) * difference.se, difference.n_items

    def needed(times: float) -> float:
        return n * ((_quantile(given, times) * at_bound + strays) / apart) ** 2

    return _solved(needed, n)


def items_if_unchanged(result: Result, threshold: float) -> float:
    """So many items that their score interval leaves out the threshold, if nothing but agreement is seen.

    Of a share of 1 the interval reaches down by q²/(n + q²), about q²/n; nan where it is no score interval.
    """
    given, apart = result.interval, abs(result.estimate - threshold)
    if given is None or not given.method.startswith(_BY_SCORE) or not apart > 0:
        return math.nan
    reach = max(result.estimate - given.low, given.high - result.estimate)
    if not 0 < reach < 1:
        return math.nan
    squared, q = result.n_items * reach / (1 - reach), _quantile(given)

    def needed(times: float) -> float:
        return squared * (_quantile(given, times) / q) ** 2 * max(1 - apart, 0.0) / apart

    return _solved(needed, result.n_items)


def too_many(needed: float, now: float) -> bool:
    """Whether a value lies so near a threshold that rating more items is no way to settle it."""
    return needed > FAR * now


def about(count: float) -> float:
    """Rounded up to two digits: more would claim to know."""
    step = 10 ** max(math.floor(math.log10(count)) - 1, 0)
    return float(math.ceil(rounded(count / step)) * step)


def _solved(needed: Callable[[float], float], now: float) -> float:
    """The n that is needed where there are n: `needed` takes how many times as many items there are.

    Fewer items ask for more, so each round goes half the way, on the log scale, and does not leap to and fro.
    """
    times = 1.0
    for _ in range(_ROUNDS):
        times = math.sqrt(times * max(needed(times) / now, 2 / now))
    return float(math.ceil(rounded(times * now)))


def _quantile(given: Interval, more: float = 1.0) -> float:
    """The quantile that an interval rests on, if there were so many times as many items, or clusters."""
    found = re.search(r"t\(([0-9.e+]+)\)", given.method)
    if found is None:
        return normal_quantile(0.5 + given.level / 2)
    df = (float(found[1]) + 1) * more - 1
    return quantile(0.5 + given.level / 2, max(df, 1.0))


def _strays(at_truth: float, at_threshold: float, *, up: bool) -> float:
    """How far a limit strays whose own error is estimated too."""
    if at_threshold >= at_truth:
        return (at_truth + at_threshold) / 2
    return (3 * at_truth + at_threshold) / 4 if up else at_truth


def _error_at(threshold: float, result: Result, given: Interval, *, skewed: bool) -> tuple[float, float]:
    """The standard error if the threshold were true, and how far its tail reaches towards the estimate.

    Squared it lies on a parabola through that at the estimate, that at the end of the interval on the side of
    the threshold, and 0 where all agree, as p(1 − p)/n of a share does. Where estimates are `skewed`, the
    error at the end is what is left of its reach without that.
    """
    down, q = threshold < result.estimate, _quantile(given)
    end = given.low if down else given.high
    reach, best = abs(result.estimate - end), _best(result.measure)
    if not reach > 0:
        return result.se, 0.0
    error, side = reach / q, 1.0 if down else -1.0
    for _ in range(_ROUNDS if skewed and rounded(abs(end - best)) > 0 else 1):
        known = [(result.estimate, result.se**2), (end, error**2), (best, 0.0)]
        if len({rounded(x) for x, _ in known}) < len(known):
            known.pop()
        tail = side * _skewness(known, end) if skewed else 0.0
        error = reach / _tail(q, tail)
    if not _through(known, threshold) > 0:
        known = known[:2]
    variance = _through(known, threshold)
    if not variance > 0:
        return reach / q, 0.0
    return math.sqrt(variance), side * _skewness(known, threshold) if skewed else 0.0


def _skewness(variance: list[tuple[float, float]], at: float) -> float:
    """V′/√V at a value, as in a natural exponential family, of a variance that is known at some values."""
    step = max(abs(x - at) for x, _ in variance) / 2
    there = _through(variance, at)
    if not (there > 0 and step > 0):
        return 0.0
    slope = (_through(variance, at + step) - _through(variance, at - step)) / (2 * step)
    return slope / math.sqrt(there)


def _tail(q: float, skewness: float) -> float:
    """The quantile of a score interval where estimates are so skewed, at most as far as that is believed."""
    if not skewness:
        return q
    believed = min(max(skewness, -_MOST_SKEWED), _MOST_SKEWED)
    return float(skewed_quantile(np.array([q]), np.array([believed]))[0])


def _best(measure: str) -> float:
    """The value at which all agree."""
    return BY_NAME[measure].best if measure in BY_NAME else 1.0


def _through(points: list[tuple[float, float]], at: float) -> float:
    """The polynomial through these points, at another one (Lagrange)."""
    return sum(
        y * math.prod((at - other) / (x - other) for other, _ in points if other != x) for x, y in points
    )


def _scale(result: Result, given: Interval, threshold: float) -> tuple[float, float]:
    """How far the threshold is, and the standard error, on the scale of the interval.

    That is the coefficient's own, or Fisher's where the interval is more symmetric there than as it is. An
    error becomes that of g(θ) times g′(θ).
    """
    known = BY_NAME[result.measure].transform if result.measure in BY_NAME else "none"
    asked = [known] if known in _SCALES and known != "none" else ["fisher"]
    points = result.estimate, given.low, given.high, threshold
    name = min(["none", *asked], key=lambda one: _lopsided(_SCALES[one][0], *points))
    scale, slope = _SCALES[name]
    return abs(scale(result.estimate) - scale(threshold)), result.se * slope(result.estimate)


def _lopsided(scale: Callable[[float], float], at: float, low: float, high: float, threshold: float) -> float:
    """How unequal the two sides of an interval are; infinite where the scale does not reach."""
    try:
        below, above = scale(at) - scale(low), scale(high) - scale(at)
        scale(threshold)
    except (ValueError, ZeroDivisionError):
        return math.inf
    return rounded(abs(below - above) / (below + above)) if below + above > 0 else math.inf


def items_of_variance(variance: float, width: float, level: float = 0.95) -> float:
    """n = V·(2z/width)², V the variance of one item's influence value."""
    return variance * (2 * normal_quantile(0.5 + level / 2) / width) ** 2


def items_of_share(share: float, width: float, level: float = 0.95) -> float:
    """The n at which Wilson's interval of a share has this width.

    With a = (width/2)² and q = z² that is the root of a·n² − q(p(1 − p) − 2a)·n − q²(1/4 − a) = 0.
    """
    a, q = (width / 2) ** 2, normal_quantile(0.5 + level / 2) ** 2
    b = q * (share * (1 - share) - 2 * a)
    return (b + math.sqrt(b**2 + 4 * a * q**2 * (0.25 - a))) / (2 * a)


def of_a_pool(items: float, pool: float | None) -> float:
    """Items to draw where there are only so many: n / (1 + n/N), as drawing all leaves no sampling error."""
    return items if pool is None else items / (1 + items / pool)


def double_ratings(pool: float | None = None) -> float:
    """About how many items to rate twice, to know how far people agree with one another."""
    return float(math.ceil(of_a_pool(items_of_share(USUAL_AGREEMENT, USUAL_WIDTH), pool)))
