"""How many items by the interval that concordant gives: the expected ratings are measured, as data are.

width       from n = V·(2z/width)² on, V the variance of one item's influence value, until it is met
threshold   `inference.items_needed`, the function that `study` and `check` use
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from ..coefficients.catalogue import BY_NAME
from ..inference.items_needed import items_needed, items_of_variance
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
    n = _FIRST
    for _ in range(_ROUNDS):
        following = items_needed(result_of(name, options, ratings_of(n), level), null, power)
        if following > _MOST:
            return math.inf
        if math.isnan(following) or following == n:
            return following
        n = max(following, 3.0)
    return n


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
