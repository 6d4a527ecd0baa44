"""A gain: the difference of two rounds on the same items, turned so that more is better."""

from __future__ import annotations

import math
from dataclasses import dataclass

from ...coefficients.catalogue import BY_NAME
from ...inference.intervals import normal_below, quantile
from ...inference.repeated_looks import detectable, detectable_share
from ...inference.share_differences import score_statistic
from ...inference.testing import p_value
from ...result import Result
from ..compare import NO_SPREAD, same
from ..goals import POWER


def direction(measure: str) -> float:
    """1 where more is better, −1 where less is: errors, distances."""
    return -1.0 if BY_NAME[measure].best == 0 else 1.0


def room(measure: str, start: float) -> float:
    """How far a measure can change at all from where it is."""
    return max(abs(end - start) for end in BY_NAME[measure].range)


def headroom(measure: str, start: float) -> float:
    """How much better a measure can become than it is."""
    return abs(BY_NAME[measure].best - start)


def possible(detectable: float, most: float) -> float:
    """A detectable change; infinite where it is more than there can be."""
    return math.inf if detectable > most else detectable


@dataclass(frozen=True, kw_only=True)
class Gain:
    """A gain with its spread and its interval.

    `moved` are the items that got right and those that got wrong, where that is all that an item can do;
    `paired` says that both rounds have the same items, `n` how many these are: rows of an item count once.
    """

    value: float
    se: float
    df: float
    low: float
    high: float
    level: float
    n: float
    moved: tuple[float, float] | None = None
    paired: bool = True

    @property
    def unmoved(self) -> bool:
        """Whether no item changed at all, so that there is no spread to judge by."""
        return self.se <= NO_SPREAD if self.moved is None else sum(self.moved) == 0

    def detectable(self) -> float:
        """The true gain that so many items would show with probability .8, at the interval's own level.

        Of items that got right or wrong it is by the score, as the interval is: a standard error from one or
        two of them says nothing of those that a gain would add.
        """
        if self.moved is not None:
            return detectable_share(sum(self.moved), self.n, self.level, POWER)
        return math.nan if self.unmoved else detectable(self.se, self.df, self.level, POWER)

    def probability_below(self, limit: float) -> float:
        """How probable it is that the true gain is below a limit: t around the estimate (a flat prior).

        Of items that got right or wrong one minus the one-sided p of the score test of that limit.
        """
        if self.moved is not None:
            return normal_below(-float(score_statistic(*self.moved, self.n, limit)))
        return math.nan if self.unmoved else p_value((self.value - limit) / self.se, self.df, "greater")

    def se_if(self, true: float) -> float:
        """The standard error by which the interval ends where it does: as if that were the true gain."""
        if self.moved is None:
            end = self.low if true < self.value else self.high
            return max(self.se, abs(end - self.value) / quantile(0.5 + self.level / 2, self.df))
        if same(self.value, true):
            return self.se
        return (self.value - true) / float(score_statistic(*self.moved, self.n, true))


def gain_of(result: Result | None, measure: str) -> Gain | None:
    """The difference as a gain; None where there is none, or no interval."""
    if result is None or result.interval is None or not result.defined or math.isnan(result.se):
        return None
    details, sign = result.details, direction(measure)
    low, high = sorted((sign * result.interval.low, sign * result.interval.high))
    return Gain(
        value=sign * result.estimate, se=result.se, df=_df(result), low=low, high=high,
        level=result.interval.level, n=_items(result),
        moved=(details["up"], details["down"]) if "up" in details else None,
        paired=bool(details.get("paired", True)),
    )  # fmt: skip


def _items(result: Result) -> float:
    """The items of both rounds; where these are others, the mean number of a round."""
    details = result.details
    if "items_first" in details:
        return float(details["items_first"] + details["items_second"]) / 2
    return float(details.get("items", result.n_items))


def _df(result: Result) -> float:
    return float(result.details.get("df", max(result.n_items - 1, 1)))
