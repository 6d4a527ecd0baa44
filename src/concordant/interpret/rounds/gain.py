"""A gain: the difference of two rounds on the same items, turned so that more is better."""

from __future__ import annotations

import math
from dataclasses import dataclass

from ...coefficients.catalogue import BY_NAME
from ...inference.limits import normal_below, normal_quantile
from ...inference.looks import detectable
from ...inference.score_interval import score_statistic
from ...inference.testing import p_value
from ...result import Result
from ..benchmarks import same
from ..settle import POWER
from ..verdict import NO_SPREAD


def direction(measure: str) -> float:
    """1 where more is better, −1 where less is: errors, distances."""
    return -1.0 if BY_NAME[measure].best == 0 else 1.0


@dataclass(frozen=True, kw_only=True)
class Gain:
    """A gain with its spread and its interval.

    `moved` are the items that got right and those that got wrong, where that is all that an item can do;
    `paired` says that both rounds have the same items.
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
        return self.se <= NO_SPREAD

    def detectable(self) -> float:
        """The true gain that so many items would show with probability .8, at the interval's own level.

        If no item changed, there is no standard error to go by: see `_first_changes`.
        """
        if not self.unmoved:
            return detectable(self.se, self.df, self.level, POWER)
        return min(1.0, _first_changes(self.level) / self.n) if self.moved else math.nan

    def probability_below(self, limit: float) -> float:
        """How probable it is that the true gain is below a limit: t around the estimate (a flat prior).

        If no item changed, one minus the one-sided p of the score test of that limit takes its place.
        """
        if not self.unmoved:
            return p_value((self.value - limit) / self.se, self.df, "greater")
        return normal_below(-float(score_statistic(0, 0, self.n, limit))) if self.moved else math.nan

    def se_if(self, true: float) -> float:
        """The standard error by which the interval ends where it does: as if that were the true gain."""
        if self.moved is None:
            end = self.low if true < self.value else self.high
            return abs(end - self.value) / normal_quantile(0.5 + self.level / 2)
        if same(self.value, true):
            return self.se
        return (self.value - true) / float(score_statistic(*self.moved, self.n, true))


def gain_of(result: Result | None, measure: str) -> Gain | None:
    """The difference as a gain; None where there is none, or no interval."""
    if result is None or result.interval is None or not result.defined or math.isnan(result.se):
        return None
    told, sign = result.details, direction(measure)
    low, high = sorted((sign * result.interval.low, sign * result.interval.high))
    return Gain(
        value=sign * result.estimate, se=result.se, df=_df(result), low=low, high=high,
        level=result.interval.level, n=float(result.n_items),
        moved=(told["up"], told["down"]) if "up" in told else None, paired=bool(told.get("paired", True)),
    )  # fmt: skip


def _df(result: Result) -> float:
    return float(result.details.get("df", max(result.n_items - 1, 1)))


def _first_changes(level: float) -> float:
    """How many items have to be expected to change for the better, if no other does, to be seen with .8.

    k of them have the score k/√k, so the first k above z² is seen; and a Poisson count reaches k with
    probability .8 where its mean is the .8 quantile of a gamma distribution of shape k.
    """
    from scipy.special import gammaincinv

    k = math.floor(normal_quantile(0.5 + level / 2) ** 2) + 1
    return float(gammaincinv(k, POWER))
