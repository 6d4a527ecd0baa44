"""A table of slices: its rows, which of them say little, what to expect of them, and which are worse."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np

from ...coefficients.catalogue import BY_NAME
from ...digits import order_key
from ...inference.false_discovery import adjusted
from ...inference.variance import rescaled
from ...language.message import Message
from ...reduce.item_weights import Floats
from ...result import Result
from ..compare.comparison import Comparison
from ..record import Record
from ..shrinkage import Common, Shrunk, shared_variance, shrink
from .subgroups import varies

#: A slice of fewer items, or with a wider interval, says little by itself and is greyed.
SMALL = 30
WIDEST_HALF = 0.25
#: A column with more values is no way to slice.
MOST_VALUES = 50


@dataclass(frozen=True, kw_only=True)
class SliceRow(Record):
    """One slice: its size, its measures, its difference from the rest, and what to expect of it.

    `results` are further measures by the name of their coefficient, and `differences` how they (and the main
    one, under its name) differ from all other items; `q_value` is p of the difference that `tested` names,
    after all slices that were looked at, and `q_main` the same of the main measure. `shrunk` is the main
    measure drawn to what slices have in common.
    """

    value: Any
    missing: bool = False
    n: float
    small: bool
    main: Result
    results: Mapping[str, Result] = field(default_factory=dict)
    differences: Mapping[str, Result] = field(default_factory=dict)
    tested: str
    q_value: float = math.nan
    q_main: float = math.nan
    shrunk: Shrunk | None = None

    @property
    def exact(self) -> Result | None:
        """The share of exact agreement."""
        return self.results.get("exact_agreement")

    @property
    def difference(self) -> Result:
        """The difference from the rest that is tested."""
        return self.differences[self.tested]

    @property
    def worse(self) -> bool:
        """Whether agreement is lower here than in the rest."""
        return _lower(self.tested, self.difference)

    @property
    def worse_by_main(self) -> bool:
        """The same by the main measure."""
        return _lower(self.main.measure, self.differences[self.main.measure])


def _lower(measure: str, difference: Result) -> bool:
    return difference.estimate > 0 if BY_NAME[measure].best == 0 else difference.estimate < 0


@dataclass(frozen=True, kw_only=True)
class SliceTable(Record):
    """All slices by one column, or by rater. `said` tells where it fails, or why it was not sliced."""

    column: str
    kind: Literal["column", "rater"] = "column"
    n_values: int
    measure: str
    options: Mapping[str, Any] = field(default_factory=dict)
    rows: tuple[SliceRow, ...] = ()
    equality: Result | None = None
    common: Common | None = None
    worst: Any = None
    said: Message


def beside(compared: Comparison) -> list[str]:
    """What stands beside the main coefficient; by the first a slice is tested."""
    named = compared.pair and not compared.ratings.anonymous
    bias = ["signed_bias"] if named else []
    if not compared.ordered:
        return ["exact_agreement"]
    if not compared.categorical:
        return ["mean_absolute_error", *bias]
    return ["exact_agreement", "adjacent_agreement", "mean_absolute_error", *bias]


def is_small(main: Result) -> bool:
    """Whether a result says little by itself: few items, or an interval that leaves much open."""
    if main.n_items < SMALL or main.interval is None:
        return True
    bounded = math.isfinite(BY_NAME[main.measure].range[1])
    return bounded and (main.interval.high - main.interval.low) / 2 > WIDEST_HALF


def shrunken(
    mains: Sequence[Result], whole: Result, level: float, covariance: Floats | None = None
) -> tuple[Common | None, tuple[Shrunk | None, ...]]:
    """Every part's result drawn to the common mean, None where it has none.

    The variance of a small part is itself a guess, so it is taken as no less than the whole's, n/N of it.
    The covariance of parts that share items says how much of their error they have in common.
    """
    known = [place for place, r in enumerate(mains) if r.defined and r.n_items > 0]
    if len(known) < 2 or not varies(whole):
        return None, (None,) * len(mains)
    variances = np.array([_variance(mains[place], whole) for place in known])
    estimates = np.array([mains[place].estimate for place in known])
    shared = 0.0
    if covariance is not None:
        shared = shared_variance(rescaled(covariance[np.ix_(known, known)], variances))
    common, drawn = shrink(estimates, variances, level, BY_NAME[whole.measure].range, shared)
    by_place = dict(zip(known, drawn, strict=True))
    return common, tuple(by_place.get(place) for place in range(len(mains)))


def _variance(main: Result, whole: Result) -> float:
    typical = whole.se**2 * whole.n_items / main.n_items
    own = main.se**2 if varies(main) else 0.0
    return own if main.n_items >= SMALL and own > 0 else max(own, typical)


def with_q_values(rows: Sequence[SliceRow]) -> tuple[SliceRow, ...]:
    """All rows that were looked at, with what their p-values are worth among so many."""
    tested = adjusted(np.array([row.difference.p_value for row in rows])).tolist()
    main = adjusted(np.array([row.differences[row.main.measure].p_value for row in rows])).tolist()
    return tuple(replace(row, q_value=a, q_main=b) for row, a, b in zip(rows, tested, main, strict=True))


def surely_worse(rows: Sequence[SliceRow], fdr: float) -> list[SliceRow]:
    """The slices that are surely worse than the rest, the furthest from it first."""
    sure = [row for row in rows if row.q_value <= fdr and row.worse]
    return sorted(sure, key=lambda row: -order_key(abs(row.difference.estimate)))


def surely_worse_by_main(rows: Sequence[SliceRow], fdr: float) -> list[SliceRow]:
    """The same by the main measure."""
    sure = [row for row in rows if row.q_main <= fdr and row.worse_by_main]
    return sorted(sure, key=lambda row: -order_key(abs(row.differences[row.main.measure].estimate)))
