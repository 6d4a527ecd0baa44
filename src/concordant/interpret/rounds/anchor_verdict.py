"""Whether a judge drifts: steady, drifting, or not to be told from so few anchors."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ...coefficients.distributions import normal_quantile
from ...inference.intervals import most_missed, quantile
from ...result import Result
from ..goals import POWER
from .anchor_tests import AnchorTests

if TYPE_CHECKING:
    from .anchors import Anchored, Run

#: A tenth of a step: on balance one item in ten rated a category higher (or lower). Of categories without an
#: order 10 points of a share, which is the same; of measurements a tenth of the items' standard deviation,
#: half of what Cohen calls a small effect.
MATTER = 0.1
#: Holm's tests: those that can call a judge drifting.
TESTS = ("level", "trend", "beyond_noise")


def matter_of(tests: AnchorTests) -> float:
    """The smallest change that matters, in the units of the scale (or of a share)."""
    scale = tests.cells.scale
    if not scale.ordered:
        return MATTER
    return MATTER * (tests.item_spread() if scale.measured else scale.step)


def verdict_of(found: Anchored, level: float, *, unchanged: bool) -> dict[str, Any]:
    """The verdict, and the p-values after Holm (1979) that it rests on, at the level left for this look."""
    p = {name: _p(getattr(found, name)) for name in TESTS}
    after = holm({name: value for name, value in p.items() if not math.isnan(value)})
    drifting = any(value < 1 - found.level_now for value in after.values())
    steady = few_missed(found, level) if unchanged else level_holds(found) and _items_hold(found)
    verdict = "drifting" if drifting else "steady" if steady else "cannot-tell"
    return {"adjusted": after, "verdict": verdict}


def few_missed(found: Anchored, level: float) -> bool:
    """Whether anchors that all stayed the same leave no more items that may have changed than matter."""
    return most_missed(found.items, level) < MATTER


def anchors_needed(level: float) -> int:
    """So many anchors that all stay the same are steady: 1 − (1 − level)^(1/n) is below what matters."""
    return math.floor(math.log1p(-level) / math.log1p(-MATTER)) + 1


def holm(p: Mapping[str, float]) -> dict[str, float]:
    """The smallest error rate over all tests at which each would count: (m − rank + 1)·p, never falling."""
    out, largest = {}, 0.0
    for rank, name in enumerate(sorted(p, key=lambda name: p[name])):
        largest = max(largest, min(1.0, (len(p) - rank) * p[name]))
        out[name] = largest
    return {name: out[name] for name in p}


def level_holds(found: Anchored) -> bool:
    """Whether no run's mean (or share of a category) may have moved by more than matters."""
    return all(_inside(moved, found.matter) for run in found.runs[1:] for _, moved in moves(run))


def _items_hold(found: Anchored) -> bool:
    """Whether no more items than matter may have changed beyond noise; without repeats all change counts."""
    most = found.matter if found.measured else MATTER
    if found.beyond_noise is not None:
        return _upper(found.beyond_noise) < most
    if found.between is None:
        return False
    return _upper(found.between) < most if found.measured else 1 - _lower(found.between) < most


def moves(run: Run) -> Iterator[tuple[str, Result]]:
    """How far a run has moved from the first: its mean, or the share of each category by its name."""
    if run.shift is not None:
        yield "", run.shift
    yield from run.shares.items()


def _inside(result: Result, most: float) -> bool:
    return -most < _lower(result) and _upper(result) < most


def _lower(result: Result) -> float:
    """The lower end; without an interval what every item says, or nothing known."""
    if result.interval is not None:
        return result.interval.low
    return result.estimate if result.se == 0 else -math.inf


def _upper(result: Result) -> float:
    if result.interval is not None:
        return result.interval.high
    return result.estimate if result.se == 0 else math.inf


def detectable(found: Anchored, step: float) -> float:
    """The true change of the last run that so many anchors show with probability .8: (t + z)·se = √k·se.

    Where nothing varied: items that change by a step, all one way, and have the share p = √k·√(p(1 − p)/n),
    so p = k/(n + k).
    """
    n, last = found.items, found.runs[-1]
    root = quantile(0.5 + found.level_now / 2, max(n - 1, 1.0)) + normal_quantile(POWER)
    spread = [moved.se for _, moved in moves(last) if moved.se > 0]
    if spread:
        return root * max(spread)
    return math.nan if found.measured else step * root**2 / (n + root**2)


def _p(result: Result | None) -> float:
    return math.nan if result is None else result.p_value
