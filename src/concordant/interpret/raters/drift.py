"""Drift: whether a rater moves away from the others, or agrees less with them, over time."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ...reduce.item_weights import Floats
from ...reduce.totals import Total
from ...result import Result
from ..record import Record
from .rater_vs_others import SharedRows

#: With fewer dated ratings than this nothing is said about time.
LEAST = 10


@dataclass(frozen=True, kw_only=True)
class Drift(Record):
    """The change from a rater's first rating to the last, and the means of the earlier and the later half.

    `severity` is that of own rating − mean of the others (`OverTime.drift`),
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


def drift(beside: SharedRows) -> Drift | None:
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
    return moved.drift(lambda value: moved.dated.result(value, "severity_drift", null=0.0))


def _agreement(moved: OverTime, same: Floats) -> Result:
    return moved.dated.result(moved.change(same), "agreement_drift", null=0.0)


def _late(time: Floats, weights: Floats) -> NDArray[np.bool_]:
    """The later half of the items; ratings of one moment stay together."""
    order = np.argsort(time, kind="stable")
    run = np.cumsum(weights[order])
    middle = time[order[int(np.searchsorted(run, run[-1] / 2))]]
    after = time > middle
    return np.asarray(after if after.any() else time >= middle)


def _mean(values: Floats | None, weights: Floats) -> float:
    return math.nan if values is None or not weights.sum() > 0 else float(weights @ values / weights.sum())


#: Of the spread of the order so much must be left beside the level to tell the two apart.
_LEFT = 1e-6


#: A trend of the items that is surer than this may pass for a drift of the rater.
_TREND = 0.1


@dataclass(frozen=True, eq=False)
class OverTime:
    """A rater's dated ratings beside the others'; `order` runs from 0 to 1."""

    dated: SharedRows
    order: Floats

    def change(self, values: Floats, given: Floats | None = None) -> Total:
        """The change from first to last, β = Σ w z v / Σ w z², where z and v are the order and the values,
        each without what `given` says of it; an item moves it by z (v − βz) / Σ w z²."""
        z, v = (self._beside(x, given) for x in (self.order, values))
        squares = float(self.dated.weights @ z**2)
        if squares <= _LEFT * float(self.dated.weights @ self._beside(self.order, None) ** 2):
            return Total(np.nan)
        beta = float(self.dated.weights @ (z * v)) / squares
        return Total(beta, z * (v - beta * z) / squares)

    def drift(self, result: Callable[[Total], Result]) -> Result:
        """The change of own − others from first to last.

        Where items themselves change with time, a rater with a narrower scale than the others seems to drift.
        Then it is the change at the same level of the others, and it must also hold at the same level of the
        rater, as noise in a level leaves some of the trend behind. The interval is that of both, p that of
        the less sure.
        """
        theirs, own = self._levels
        if not result(self.change(theirs)).p_value <= _TREND:
            return result(self.change(self.dated.above))
        forth, back = result(self.change(self.dated.above, theirs)), result(-self.change(theirs, own))
        return _both(forth, back)

    @property
    def _levels(self) -> tuple[Floats, Floats]:
        """The mean of the others, and the rater's own."""
        if self.dated.positions is None or self.dated.others is None:
            return np.zeros(len(self.order)), np.zeros(len(self.order))
        return self.dated.others, self.dated.positions[self.dated.own]

    def _beside(self, x: Floats, given: Floats | None) -> Floats:
        """What is left of x without its mean, and without its line over `given`."""
        w = self.dated.weights
        x = x - w @ x / self.dated.n
        if given is None:
            return x
        level = given - w @ given / self.dated.n
        squares = float(w @ level**2)
        return x - level * float(w @ (level * x)) / squares if squares > 0 else x


def _both(forth: Result, back: Result) -> Result:
    """The result with what the other leaves open: an interval that holds both, and the larger p."""
    if not (forth.defined and back.defined):
        return forth if not forth.defined else back
    if forth.interval is None or back.interval is None:
        return replace(forth, interval=None, p_value=math.nan)
    low = min(forth.interval.low, back.interval.low)
    high = max(forth.interval.high, back.interval.high)
    p = max(forth.p_value, back.p_value) if forth.estimate * back.estimate > 0 else 1.0
    return replace(forth, interval=replace(forth.interval, low=low, high=high), p_value=p)


def over_time(beside: SharedRows) -> OverTime | None:
    """The dated ratings of a rater; None where there are none, or all are of one time."""
    times = beside.ratings.times
    mine = None if times is None else times[beside.ratings.place_of(beside.rater)]
    if mine is None:
        return None
    dated = beside.part(np.isfinite(mine[beside.rows]))
    when = mine[dated.rows]
    if len(when) < 2 or np.ptp(when) == 0:
        return None
    return OverTime(dated, _order(when, dated.weights))


def _order(when: Floats, weights: Floats) -> Floats:
    """From 0 for the first rating to 1 for the last; ratings of one time are in the middle of theirs."""
    _, inverse = np.unique(when, return_inverse=True)
    count = np.bincount(inverse, weights)
    middle = np.cumsum(count) - (count + 1) / 2
    return np.asarray(middle[inverse] / max(float(count.sum()) - 1, 1.0))
