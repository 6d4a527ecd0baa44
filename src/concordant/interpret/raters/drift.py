"""Drift: whether a rater moves away from the others, or agrees less, as time goes by."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ...reduce.item_weights import Floats
from ...result import Result
from ..record import Record
from .rater_vs_others import Beside
from .trend import OverTime, over_time

#: With fewer dated ratings than this nothing is said about time.
LEAST = 10


@dataclass(frozen=True, kw_only=True)
class Drift(Record):
    """The change from a rater's first rating to the last, and the means of the earlier and the later half.

    `severity` is that of own rating − mean of the others, at the same level of the others (`over_time.py`),
    None where there is no order; `agreement` that of the share of others who say the same, None where ratings
    are measurements.
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
    moved = over_time(beside)
    if moved is None or moved.dated.n < LEAST:
        return None
    dated = moved.dated
    late = _late(moved.order, dated.weights)
    above = None if dated.positions is None else dated.above
    return Drift(
        n_items=dated.n,
        severity=None if above is None else _severity(moved),
        agreement=None if dated.same is None else _agreement(moved, dated.same),
        severity_early=_mean(above, dated.weights * ~late),
        severity_late=_mean(above, dated.weights * late),
        agreement_early=_mean(dated.same, dated.weights * ~late),
        agreement_late=_mean(dated.same, dated.weights * late),
    )


def _severity(moved: OverTime) -> Result:
    forth, back = (
        moved.dated.result(change.value, "severity_drift", null=0.0)
        for change in (moved.severity, moved.of_others)
    )
    return replace(forth, p_value=moved.p_value(forth.p_value, back.p_value)) if forth.defined else forth


def _agreement(moved: OverTime, same: Floats) -> Result:
    return moved.dated.result(moved.change(same).value, "agreement_drift", null=0.0)


def _late(time: Floats, weights: Floats) -> NDArray[np.bool_]:
    """The later half of the items; ratings of one moment stay together."""
    order = np.argsort(time, kind="stable")
    run = np.cumsum(weights[order])
    middle = time[order[int(np.searchsorted(run, run[-1] / 2))]]
    after = time > middle
    return np.asarray(after if after.any() else time >= middle)


def _mean(values: Floats | None, weights: Floats) -> float:
    return math.nan if values is None or not weights.sum() > 0 else float(weights @ values / weights.sum())
