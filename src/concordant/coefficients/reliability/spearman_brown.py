"""Spearman–Brown: how reliable the mean of several raters is, and how many it takes."""

from __future__ import annotations

import math
from typing import Any

from ...arguments import check_arguments
from ...errors import OptionError, is_number
from ...quote import quote
from ...result import Interval, Note, Result


def step_up(one: Any, times: Any) -> Any:
    """r_k = k·r / (1 + (k − 1)·r): the reliability of the mean of k, from that of one."""
    return times * one / (1 + (times - 1) * one)


@check_arguments
def spearman_brown(reliability: float, times: float) -> float:
    """Predict the reliability of the mean of `times` as many raters (or of a test so much longer).

    Parameters
    ----------
    reliability : float
        Current reliability, below 1.
    times : float
        Factor by which the number of raters is multiplied.

    Returns
    -------
    float
        k·r / (1 + (k − 1)·r), for k = `times` and r = `reliability`.

    Examples
    --------
    >>> import concordant as cc
    >>> round(cc.spearman_brown(0.6, times=3), 3)
    0.818
    """
    _check("reliability", reliability)
    if not (is_number(times) and times > 0):
        raise OptionError(
            f"times, the factor by which the number of raters changes, must be above 0, got {quote(times)}."
        )
    if not 1 + (times - 1) * reliability > 0:
        raise OptionError(
            "The reliability of a mean cannot be predicted from a reliability as low as "
            f"{quote(reliability)}."
        )
    return float(step_up(reliability, times))


@check_arguments
def raters_needed(reliability: float | Result, target: float) -> Result:
    """Compute how many raters to average to reach a target, given the reliability of one rater.

    Parameters
    ----------
    reliability : float or Result
        The reliability of one rater, or a result of a single-rater form, such as
        `icc(data, form="A,1")`, whose interval then gives an interval of the number.
    target : float
        The reliability to reach, above 0 and below 1.

    Returns
    -------
    Result
        The number of raters, k = target·(1 − r) / (r·(1 − target)), rounded up.

    Examples
    --------
    >>> import concordant as cc
    >>> cc.raters_needed(0.6, target=0.9).estimate
    6
    """
    if not (is_number(target) and 0 < target < 1):
        raise OptionError(f"target must be a reliability above 0 and below 1, got {quote(target)}.")
    _check("reliability", reliability)
    r = reliability.estimate if isinstance(reliability, Result) else float(reliability)
    common: dict[str, Any] = {
        "measure": "raters_needed",
        "title": f"Raters needed for a reliability of {target:g}",
        "method": "Spearman–Brown",
        "options": {"target": target},
        "n_items": reliability.n_items if isinstance(reliability, Result) else 0,
        "n_raters": reliability.n_raters if isinstance(reliability, Result) else 0,
        "details": {"reliability_of_one": r},
    }
    if isinstance(reliability, Result) and (
        reliability.measure not in ("icc", "intra_rater_icc") or "averaged" in reliability.details
    ):
        raise OptionError(
            "raters_needed starts from the reliability of one rater: measure it with icc(form='A,1') or "
            f"'C,1'; {reliability.title} is something else."
        )
    if not 0 < r < 1:
        return Result(**common, estimate=math.nan, notes=(_why(r),))
    interval = None
    if isinstance(reliability, Result) and reliability.interval is not None:
        i = reliability.interval
        ends = [_needed(end, target) for end in (i.high, i.low)]
        interval = Interval(ends[0], ends[1], i.level, "Spearman–Brown of the interval of r")
    return Result(**common, estimate=_needed(r, target), interval=interval)


def _needed(r: float, target: float) -> float:
    """Rounded up; a hair above a whole number is that number."""
    if not r > 0:
        return math.inf
    if r >= 1:
        return 1
    needed = target * (1 - r) / (r * (1 - target))
    return max(1, math.ceil(round(needed, 9))) if math.isfinite(needed) else math.inf


def _why(r: float) -> Note:
    if math.isnan(r):
        return Note(
            "undefined", "The reliability of a single rater is undefined, so nothing can be derived from it."
        )
    text = (
        "A single rater is already perfectly reliable."
        if r >= 1
        else "The reliability of a single rater is not above 0, so no number of raters is enough."
    )
    return Note("no-number", text)


def _check(name: str, value: float | Result) -> None:
    if not isinstance(value, Result) and not (is_number(value) and value < 1):
        raise OptionError(f"{name} must be a reliability below 1, got {quote(value)}.")
