"""Drift: whether a rater moves away from the others, or agrees less, as time goes by."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..reduce.totals import Total
from ..reduce.weighing import Floats
from ..result import Result
from .beside import Beside
from .record import Record

#: With fewer dated ratings than this nothing is said about time.
LEAST = 10


@dataclass(frozen=True, kw_only=True)
class Drift(Record):
    """The change for one standard deviation of time, and the means of the earlier and the later half.

    `severity` is the slope of (own rating − mean of the others), None where there is no order; `agreement`
    that of the share of others who say the same, None where ratings are measurements.
    """

    n_items: float
    severity: Result | None
    severity_early: float
    severity_late: float
    agreement: Result | None
    agreement_early: float
    agreement_late: float


def drift(beside: Beside) -> Drift | None:
    """The drift of one rater, where there are times that differ."""
    times = beside.ratings.times
    mine = None if times is None else times[beside.ratings.place_of(beside.rater)]
    if mine is None:
        return None
    dated = beside.part(np.isfinite(mine[beside.rows]))
    time = mine[dated.rows]
    if dated.n < LEAST or np.ptp(time) == 0:
        return None
    late = _late(time, dated.weights)
    above = None if dated.positions is None else dated.above
    return Drift(
        n_items=dated.n,
        severity=None if above is None else _slope(dated, time, above, "severity_drift"),
        agreement=None if dated.same is None else _slope(dated, time, dated.same, "agreement_drift"),
        severity_early=_mean(above, dated.weights * ~late),
        severity_late=_mean(above, dated.weights * late),
        agreement_early=_mean(dated.same, dated.weights * ~late),
        agreement_late=_mean(dated.same, dated.weights * late),
    )


def _slope(dated: Beside, time: Floats, values: Floats, measure: str) -> Result:
    """β = Σ w z v / Σ w z² with z the standardised time; an item moves it by z (v − v̄ − βz) / Σ w z²."""
    w = dated.weights
    z = time - w @ time / dated.n
    z = z / math.sqrt(float(w @ z**2) / dated.n)
    beta = float(w @ (z * values)) / dated.n
    rest = values - w @ values / dated.n - beta * z
    return dated.result(Total(beta, z * rest / dated.n), measure, null=0.0)


def _late(time: Floats, weights: Floats) -> NDArray[np.bool_]:
    """The later half of the items; ratings of one moment stay together."""
    order = np.argsort(time, kind="stable")
    run = np.cumsum(weights[order])
    middle = time[order[int(np.searchsorted(run, run[-1] / 2))]]
    after = time > middle
    return np.asarray(after if after.any() else time >= middle)


def _mean(values: Floats | None, weights: Floats) -> float:
    return math.nan if values is None or not weights.sum() > 0 else float(weights @ values / weights.sum())
