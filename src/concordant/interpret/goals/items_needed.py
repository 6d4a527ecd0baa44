"""How many items would settle whether a value lies beyond a threshold."""

from __future__ import annotations

import math

from ...digits import rounded
from ...inference.intervals import most_missed
from ...inference.items_needed import items_if_unchanged, items_needed
from ...result import Interval, Result
from ..compare import NO_SPREAD, same

#: How often so many items would settle it, if the estimate is the truth.
POWER = 0.8
#: More than so many times the items there are will hardly be rated.
FAR = 20


def too_many(needed: float, now: float) -> bool:
    """Whether a value lies so near a threshold that rating more items is no way to settle it."""
    return needed > FAR * now


def items_to_settle(result: Result, threshold: float, *, power: float = POWER) -> float:
    """How many items would settle it with this power, if the estimate is the truth.

    Infinite where the estimate lies on the threshold; nan where there is no interval to start from. Where no
    disagreement was seen, see `_if_it_stays_so`.
    """
    if result.interval is None or math.isnan(result.se):
        return math.nan
    if same(result.estimate, threshold):
        return math.inf
    if result.se <= NO_SPREAD:
        return _if_it_stays_so(result, threshold, result.interval)
    return items_needed(result, threshold, power)


def _if_it_stays_so(result: Result, threshold: float, given: Interval) -> float:
    """The n at which the limit passes the threshold, if nothing but agreement is seen from now on.

    A limit at the edge is the share of items that n of them may have missed, (1 − share)ⁿ = const; how far
    such a share moves the measure is read off the interval. An interval by the score has its own rule.
    """
    by_score = items_if_unchanged(result, threshold)
    if not math.isnan(by_score):
        return by_score
    if given.low == given.high or result.n_items <= 0:
        return math.nan
    reach = max(result.estimate - given.low, given.high - result.estimate)
    missed = most_missed(result.n_items, given.level)
    allowed = missed * abs(result.estimate - threshold) / reach
    if allowed >= 1:
        return 1.0
    return float(math.ceil(rounded(result.n_items * math.log1p(-missed) / math.log1p(-allowed))))
