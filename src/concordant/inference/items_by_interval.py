"""How many items by the interval that concordant gives: any number of items of the same kind is measured.

threshold   from `items_needed` on, which reads it off one interval, to where the end of the interval lies
            beyond the threshold by z_power times as much as it strays (`EndOfInterval`)
width       from n = V·(2z/width)² on, V the variance of one item's influence value, until it is met

`study`, `check` and `plan` all ask here. The ratings are those in hand, or those a plan expects.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..coefficients.catalogue import BY_NAME
from ..coefficients.distributions import normal_quantile
from ..digits import rounded
from ..ratings.ratings import Ratings
from ..reduce.distinct_rows import bundled, distinct
from ..reduce.item_weights import Floats
from ..reduce.moments import Moments
from ..reduce.patterns import units
from ..result import Result
from .items_needed import items_if_unchanged, items_needed, items_of_variance, too_many
from .measure import Measure
from .plan import Plan
from .share_power import is_binomial, items_for_share

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


def items_like(measure: Measure, result: Result, threshold: float, power: float, plan: Plan) -> float:
    """Items of the same kind as those measured whose interval leaves out the threshold with this power.

    Of a share of independent items the power is known exactly. It is what `items_needed` reads off the
    interval where it takes long to measure others (measurements, many patterns of ratings, other intervals
    than the usual one), or where far more are needed than can be rated.
    """
    near, ratings = items_needed(result, threshold, power), measure.ratings
    usual = plan == Plan(level=plan.level) and measure.coefficient.statistic is not Moments
    if not (usual and math.isfinite(near)) or too_many(near, result.n_items):
        return near
    if isinstance(ratings, Moments) or ratings.scale.categories is None:
        return near
    if is_binomial(result):
        return items_for_share(near, result.estimate, threshold, power, plan.level)
    kinds = bundled(distinct(ratings))
    if len(np.unique(units(kinds)[0])) > _MOST_PATTERNS:
        return near
    found = items_by_interval(
        measure.coefficient.name,
        measure.options,
        lambda n: recounted(kinds, n / result.n_items),
        threshold,
        power,
        plan.level,
        near,
    )
    return near if math.isnan(found) else found


def recounted(ratings: Ratings, times: float | Floats) -> Ratings:
    """Ratings whose rows, and clusters, stand for so many times as many (a factor for each row, or one)."""
    copies = None if ratings.clusters_in_force is None else units(ratings)[1] * times
    return replace(ratings, weights=ratings.item_weights * times, cluster_copies=copies)


def items_by_interval(
    name: str,
    options: Mapping[str, Any],
    ratings_of: Callable[[float], Ratings],
    null: float,
    power: float,
    level: float,
    first: float = _FIRST,
) -> float:
    """Items whose interval leaves out `null` with this power, where ratings are as expected."""
    n = _near(lambda items: result_of(name, options, ratings_of(items), level), null, power, first)
    if not math.isfinite(n):
        return n
    ratings = ratings_of(max(n, 3.0))
    value = result_of(name, options, ratings, level).estimate
    if len(np.unique(units(ratings)[0])) > _MOST_PATTERNS or not abs(value - null) > 0:
        return n
    if n * abs(BY_NAME[name].best - value) < _FEWEST_APART:
        return n
    end = end_of_interval(name, options, ratings, below=value > null, level=level)
    reach = abs(value - end.mean) + normal_quantile(power) * end.spread
    found = n * (reach / abs(value - null)) ** 2
    return float(math.ceil(rounded(found))) if math.isfinite(found) else n


def _near(result_with: Callable[[float], Result], null: float, power: float, first: float) -> float:
    """Items needed by the errors at the estimate and at the threshold; the interval depends on n as well."""
    n = first
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

    With L the end as a function of the shares p of the kinds of items (patterns of ratings, or clusters),
    and D_j its derivative towards items that are all of kind j, the mean is L + Σ p_j D²_j L / 2n and the
    variance Σ p_j (D_j L)² / n.
    """
    kind, copies = units(expected)
    counts = np.zeros(int(kind.max()) + 1)
    counts[kind] = copies
    n, p = float(counts.sum()), counts / counts.sum()

    def end(shares: Floats) -> float:
        factor = np.divide(shares, p, out=np.zeros_like(p), where=p > 0)
        found = result_of(name, options, recounted(expected, factor[kind]), level).interval
        return math.nan if found is None else found.low if below else found.high

    here, slopes, bends = end(p), np.zeros_like(p), np.zeros_like(p)
    for j in np.flatnonzero(p > _RAREST):
        towards = np.eye(len(p))[j] - p
        step = min(_SHIFT, _OF_PATTERN * p[j])
        more, less = end(p + step * towards), end(p - step * towards)
        slopes[j], bends[j] = (more - less) / (2 * step), (more - 2 * here + less) / step**2
    return EndOfInterval(here + float(p @ bends) / (2 * n), math.sqrt(float(p @ slopes**2) / n))


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
