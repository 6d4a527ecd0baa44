"""How many items would settle whether a value lies beyond a threshold."""

from __future__ import annotations

import math

from ...coefficients.catalogue import BY_NAME
from ...coefficients.distributions import normal_quantile
from ...digits import rounded
from ...inference.intervals import most_missed
from ...result import Result
from ..compare import NO_SPREAD, same

#: How often so many items would settle it, if the estimate is the truth.
POWER = 0.8
#: More than so many times the items there are will hardly be rated.
FAR = 20


def too_many(needed: float, now: float) -> bool:
    """Whether a value lies so near a threshold that rating more items is no way to settle it."""
    return needed > FAR * now


def items_to_settle(result: Result, threshold: float, *, power: float = POWER) -> float:
    """n·((z_level + z_power)/d)², d being how many standard errors the estimate is from the threshold.

    Standard errors fall with √n. If the estimate is the truth, an interval from so many items leaves out the
    threshold with probability `power`. Infinite where the estimate lies on the threshold; nan where there is
    no interval to start from. Where no disagreement was seen, see `_if_it_stays_so`.
    """
    if result.interval is None or math.isnan(result.se):
        return math.nan
    if same(result.estimate, threshold):
        return math.inf
    if result.se <= NO_SPREAD:
        return _if_it_stays_so(result, threshold)
    wanted = normal_quantile(0.5 + result.interval.level / 2) + normal_quantile(power)
    apart = _standard_errors(result, threshold)
    return math.inf if apart == 0 else float(math.ceil(rounded(result.n_items * (wanted / apart) ** 2)))


def _if_it_stays_so(result: Result, threshold: float) -> float:
    """The n at which 1 − (1 − level)^(1/n), the share of items that may be missed after all, is small enough.

    How far such a share moves the measure is read off the interval that there is.
    """
    given = result.interval
    if given is None or given.low == given.high or result.n_items <= 0:
        return math.nan
    reach = max(result.estimate - given.low, given.high - result.estimate)
    allowed = most_missed(result.n_items, given.level) * abs(result.estimate - threshold) / reach
    if allowed >= 1:
        return 1.0
    return float(math.ceil(rounded(math.log1p(-given.level) / math.log1p(-allowed))))


def _standard_errors(result: Result, threshold: float) -> float:
    """The distance in standard errors, on the scale on which the interval is symmetric."""
    at, se = result.estimate, result.se
    transform = BY_NAME[result.measure].transform
    try:
        if transform == "fisher":
            return abs(math.atanh(at) - math.atanh(threshold)) * (1 - at**2) / se
        if transform == "log":
            return abs(math.log(at) - math.log(threshold)) * at / se
        if transform == "logit":
            odds = math.log(at / (1 - at)) - math.log(threshold / (1 - threshold))
            return abs(odds) * at * (1 - at) / se
    except (ValueError, ZeroDivisionError):
        pass  # the threshold is an end of the range, where that scale does not reach
    return abs(at - threshold) / se
