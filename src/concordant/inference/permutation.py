"""Permutation tests on draws of a statistic: p-values and critical values that agree with each other.

A statistic of few items takes few values, so that the one seen is often drawn again. Such ties count half
(mid-p): the share of false alarms then stays near the level, not far below it.
"""

from __future__ import annotations

import numpy as np

from ..reduce.item_weights import Floats

#: With fewer independent units there are too few permutations to tell anything.
LEAST_UNITS = 8
#: Draws that differ by less, relative to the largest, differ by rounding.
_ROUNDING = 1e-9


def upper_p(draws: Floats, seen: float) -> float:
    """One-sided p: the share of draws above the one seen, ties (the one seen among them) counted half."""
    near = _ROUNDING * float(np.abs(draws).max(initial=0.0))
    above, tied = float((draws > seen + near).sum()), float((np.abs(draws - seen) <= near).sum())
    return (above + (tied + 1) / 2) / (len(draws) + 1)


def upper_critical(draws: Floats, alpha: float) -> float:
    """The value above which `upper_p` is at most `alpha`, halfway between two draws."""
    near = _ROUNDING * float(np.abs(draws).max(initial=0.0))
    values, counts = np.unique(np.round(draws / near) if near > 0 else draws, return_counts=True)
    values = values * near if near > 0 else values
    above = len(draws) - np.cumsum(counts)
    reached = (above + (counts + 1) / 2) / (len(draws) + 1) <= alpha
    first = int(np.argmax(reached)) if reached.any() else len(values)
    if first == 0:
        return float(values[0]) - near
    last = float(values[first - 1])
    return (last + float(values[first])) / 2 if first < len(values) else last + near


def without_dust(end: float, value: float) -> float:
    """An end of an interval, 0 where it is rounding: it then stands on the edge of what the test rejects."""
    return 0.0 if abs(end) <= 1e-7 * abs(value) else end
