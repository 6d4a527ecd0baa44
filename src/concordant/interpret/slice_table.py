"""A table of slices: its rows, which of them say little, what to expect of them, and the worst in words."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from ..coefficients.catalogue import BY_NAME
from ..result import Result
from .compared import Compared
from .parts import varies
from .record import Record
from .said import Said
from .shrink import Common, Shrunk, shrink

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
    after all slices that were looked at. `shrunk` is the main measure drawn to what slices have in common.
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
        gap = self.difference.estimate
        return gap > 0 if BY_NAME[self.tested].best == 0 else gap < 0


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
    said: Said


def beside(compared: Compared) -> list[str]:
    """What stands beside the main coefficient; the first speaks where the main one is undefined."""
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
    mains: Sequence[Result], whole: Result, level: float
) -> tuple[Common | None, tuple[Shrunk | None, ...]]:
    """Every part's result drawn to the common mean, None where it has none.

    The variance of a small part is itself a guess, so it is taken as no less than the whole's, n/N of it.
    """
    known = [place for place, r in enumerate(mains) if r.defined and r.n_items > 0]
    if len(known) < 2 or not varies(whole):
        return None, (None,) * len(mains)
    variances = np.array([_variance(mains[place], whole) for place in known])
    estimates = np.array([mains[place].estimate for place in known])
    common, drawn = shrink(estimates, variances, level, BY_NAME[whole.measure].range)
    by_place = dict(zip(known, drawn, strict=True))
    return common, tuple(by_place.get(place) for place in range(len(mains)))


def _variance(main: Result, whole: Result) -> float:
    typical = whole.se**2 * whole.n_items / main.n_items
    own = main.se**2 if varies(main) else 0.0
    return own if main.n_items >= SMALL and own > 0 else max(own, typical)


def worst_of(rows: Sequence[SliceRow], fdr: float) -> SliceRow | None:
    """Of the slices that are surely worse than the rest, the one that is furthest from it."""
    sure = [row for row in rows if row.q_value <= fdr and row.worse]
    return max(sure, key=lambda row: abs(row.difference.estimate), default=None)


def about(row: SliceRow, code: str = "worst") -> Said:
    """How one slice differs from the rest: in shares that agree, else in the measure that was tested."""
    gap = row.differences.get("exact_agreement")
    if row.exact is not None and gap is not None and gap.interval is not None and gap.estimate < 0:
        ends = [-100 * gap.interval.high, -100 * gap.interval.low]
        facts = {"share": row.exact.estimate, "points": -100 * gap.estimate, "within": ends}
        return Said(f"slices.{code}", {"slice": _name(row), **facts, "level": gap.interval.level})
    by = row.difference
    ends = [math.nan, math.nan] if by.interval is None else [by.interval.low, by.interval.high]
    named = [row.tested, dict(row.main.options)] if row.tested == row.main.measure else row.tested
    facts = {"m": named, "here": by.details["first"], "rest": by.details["second"], "gap": by.estimate}
    level = math.nan if by.interval is None else by.interval.level
    return Said(f"slices.{code}-by", {"slice": _name(row), **facts, "within": ends, "level": level})


def _name(row: SliceRow) -> str:
    parts = row.value if isinstance(row.value, list) else [row.value]
    return " × ".join(map(str, parts))
