"""How many items by the interval that concordant gives: the expected ratings are measured, as data are.

width       from n = V·(2z/width)² on, V the variance of one item's influence value, until it is met
threshold   from `inference.items_needed` on, the function that `study` and `check` use, to where the end of
            the interval lies beyond the threshold by z_power times as much as it strays (`EndOfInterval`)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..coefficients.catalogue import BY_NAME
from ..coefficients.distributions import normal_quantile
from ..digits import rounded
from ..inference.items_needed import items_if_unchanged, items_needed, items_of_variance
from ..inference.measure import Measure
from ..inference.plan import Plan
from ..ratings.ratings import Ratings
from ..result import Result

#: The interval depends on the number of items; so many rounds settle both.
_ROUNDS = 6
_FIRST = 200.0
_MANY = 1e6
#: More items than this are as good as never.
_MOST = 1e9
#: How much of all items is moved to one pattern and away from it, and how much of the pattern at most, to see
#: how the end of an interval moves. Patterns that are rarer move it by nothing that could be measured; where
#: there are more than so many, none are gone through.
_SHIFT, _OF_PATTERN, _RAREST, _MOST_PATTERNS = 0.01, 0.5, 1e-4, 64
#: Where fewer items than this are expected to differ, nearly all samples agree wholly and have one interval.
_FEWEST_APART = 1.0


def result_of(name: str, options: Mapping[str, Any], ratings: Ratings, level: float) -> Result:
    """The coefficient on ratings, with the interval that `study` would give."""
    return Measure(BY_NAME[name], ratings, options).result(Plan(level=level))


def items_by_interval(
    name: str,
    options: Mapping[str, Any],
    ratings_of: Callable[[float], Ratings],
    null: float,
    power: float,
    level: float,
) -> float:
    """Items whose interval leaves out `null` with this power, where ratings are as expected."""
    n = _near(lambda items: result_of(name, options, ratings_of(items), level), null, power)
    if not math.isfinite(n):
        return n
    ratings = ratings_of(max(n, 3.0))
    value = result_of(name, options, ratings, level).estimate
    if len(ratings.item_weights) > _MOST_PATTERNS or not abs(value - null) > 0:
        return n
    if n * abs(BY_NAME[name].best - value) < _FEWEST_APART:
        return n
    end = end_of_interval(name, options, ratings, below=value > null, level=level)
    reach = abs(value - end.mean) + normal_quantile(power) * end.spread
    found = n * (reach / abs(value - null)) ** 2
    return float(math.ceil(rounded(found))) if math.isfinite(found) else n


def _near(result_with: Callable[[float], Result], null: float, power: float) -> float:
    """Items needed by the errors at the estimate and at the threshold; the interval depends on n as well."""
    n = _FIRST
    for _ in range(_ROUNDS):
        result = result_with(n)
        following = items_needed(result, null, power)
        if math.isnan(following):
            return items_if_unchanged(result, null)
        if following > _MOST:
            return math.inf
        if following == n:
            return n
        n = max(following, 3.0)
    return n


@dataclass(frozen=True)
class EndOfInterval:
    """Where one end of an interval lies on average over samples, and how far it strays."""

    mean: float
    spread: float


def end_of_interval(
    name: str, options: Mapping[str, Any], expected: Ratings, *, below: bool, level: float
) -> EndOfInterval:
    """The mean and standard deviation of an end of the interval, by the delta method to second order.

    With L the end as a function of the shares p of patterns, and D_j its derivative towards items that are
    all of pattern j, the mean is L + Σ p_j D²_j L / 2n and the variance Σ p_j (D_j L)² / n.
    """
    n, p = float(expected.item_weights.sum()), expected.item_weights / expected.item_weights.sum()

    def end(shares: NDArray[np.float64]) -> float:
        found = result_of(name, options, replace(expected, weights=shares * n), level).interval
        return math.nan if found is None else found.low if below else found.high

    here = end(p)
    slopes, bends = np.zeros_like(p), np.zeros_like(p)
    for j in np.flatnonzero(p > _RAREST):
        towards = np.eye(len(p))[j] - p
        h = min(_SHIFT, _OF_PATTERN * p[j])
        more, less = end(p + h * towards), end(p - h * towards)
        slopes[j], bends[j] = (more - less) / (2 * h), (more - 2 * here + less) / h**2
    variance = p @ slopes**2 - (p @ slopes) ** 2
    return EndOfInterval(here + float(p @ bends) / (2 * n), math.sqrt(max(float(variance), 0.0) / n))


def items_by_width(
    name: str,
    options: Mapping[str, Any],
    ratings_of: Callable[[float], Ratings],
    width: float,
    level: float,
    first: float | None = None,
) -> float:
    """Items whose interval has this width where ratings are as expected, from n = V·(2z/width)² on."""
    n = items_of_variance(item_variance(name, options, ratings_of), width, level) if first is None else first
    for _ in range(_ROUNDS):
        found = result_of(name, options, ratings_of(max(n, 3.0)), level).interval
        if found is None:
            break
        n *= ((found.high - found.low) / width) ** 2
    return n


def item_variance(name: str, options: Mapping[str, Any], ratings_of: Callable[[float], Ratings]) -> float:
    """V: n times the squared standard error, of very many items."""
    found = Measure(BY_NAME[name], ratings_of(_MANY), options).result(Plan(interval="analytic"))
    return found.se**2 * found.n_items
