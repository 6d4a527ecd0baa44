"""One rater against all others on the same items: pairs of ratings, and how well they agree."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from ...coefficients.catalogue import BY_NAME
from ...coefficients.coefficient import Coefficient, Estimate, Statistic
from ...coefficients.weights import positions
from ...errors import OptionError
from ...inference.intervals import interval_of, unit_of
from ...inference.measure import Measure, as_statistic, result_of_total
from ...inference.plan import Plan
from ...inference.score_interval import score_interval, score_method, why_no_score
from ...inference.spread import Spread, analytic
from ...inference.variance import influence
from ...number_text import whole
from ...ratings.ratings import Ratings
from ...reduce.item_weights import Floats, Ints, weight_by_code
from ...reduce.judge_vs_people import against
from ...reduce.moments import Moments
from ...reduce.patterns import Patterns, cluster_codes, cluster_copies
from ...reduce.profiles import category_counts
from ...reduce.totals import Total
from ...result import Interval, Note, Result
from ..compare import MOST_CATEGORIES
from ..notes import not_possible

NOBODY = Note("no-pairs", "Nobody else rated the same items, so there is nothing to compare with.")


@dataclass(frozen=True, eq=False, kw_only=True)
class SharedRows:
    """Rows that one rater and at least one other rated.

    `own` is what the rater said, as a code, and `positions` where codes lie, around the `middle` of the
    scale; `others` is the mean of the others' positions and `squares` that of their squares; `shares` is the
    share of the others in each category.
    """

    ratings: Ratings
    rater: str
    rows: Ints
    own: Ints
    positions: Floats | None
    middle: float
    others: Floats | None
    squares: Floats | None
    shares: Floats | None
    weights: Floats
    clusters: Ints | None
    plan: Plan

    @cached_property
    def n(self) -> float:
        """How many items these are."""
        return float(self.weights.sum())

    @cached_property
    def above(self) -> Floats:
        """How far each own rating lies above the mean of the others; rounding is no distance."""
        if self.positions is None or self.others is None:
            return np.zeros(len(self.own))
        gap = self.positions[self.own] - self.others
        return np.where(np.abs(gap) <= 1e-12 * np.ptp(self.positions), 0.0, gap)

    @cached_property
    def same(self) -> Floats | None:
        """The share of the others who say the same."""
        return None if self.shares is None else self.shares[np.arange(len(self.own)), self.own]

    @cached_property
    def table(self) -> Floats:
        """The weight of items by what the others and what the rater said of them."""
        size = len(self.ratings.labels)
        if self.shares is None:
            raise ValueError("Measurements have no table of categories.")
        return np.stack([weight_by_code(self.own, self.weights * s, size) for s in self.shares.T])

    def part(self, keep: Any) -> SharedRows:
        """Some of the rows."""

        def some(x: Any) -> Any:
            return None if x is None else x[keep]

        names = ("rows", "own", "others", "squares", "shares", "weights", "clusters")
        return replace(self, **{name: some(getattr(self, name)) for name in names})

    def mean(self, values: Floats, measure: str, **more: Any) -> Result:
        """The mean over items of a number for each row."""
        if not self.n > 0:
            return self.result(Total(np.nan), measure, notes=(NOBODY,))
        mean = float(self.weights @ values / self.n)
        return self.result(Total(mean, (values - mean) / self.n), measure, **more)

    def result(self, total: Total, measure: str, **more: Any) -> Result:
        """A number made of these rows, with its uncertainty."""
        return result_of_total(
            total, self.patterns(self.own[:, None], self.weights, self.clusters), self.ratings, self.plan,
            measure=measure, n=self.n, **more,
        )  # fmt: skip

    def patterns(self, codes: Ints, counts: Floats, clusters: Ints | None) -> Patterns:
        """Rows of codes on this scale, as a statistic."""
        r = self.ratings
        return Patterns(codes, counts, r.labels, r.scale, ("others", self.rater)[-codes.shape[1] :], clusters)


class Pool:
    """What the references said of each row, added up once; each rater is then set beside it."""

    def __init__(self, ratings: Ratings, references: Sequence[str], plan: Plan) -> None:
        self.ratings, self.references, self.plan = ratings, tuple(references), plan
        self.weights = ratings.item_weights
        self.clusters = cluster_codes(ratings)
        columns = [ratings.columns[ratings.place_of(name)] for name in references]
        self.given = np.zeros(len(ratings))
        self.total, self.squares = np.zeros(len(ratings)), np.zeros(len(ratings))
        self.positions, self.middle = _centred(ratings)
        for column in columns:
            here = np.flatnonzero(column >= 0)
            self.given[here] += 1
            if self.positions is not None:
                x = self.positions[column[here]]
                self.total[here] += x
                self.squares[here] += x**2
        size = len(ratings.labels)
        few = size <= MOST_CATEGORIES
        self.counts = category_counts(ratings.select(references)) if few and columns else None

    def beside(self, rater: str) -> SharedRows:
        """This rater and the references other than them."""
        column = self.ratings.columns[self.ratings.place_of(rater)]
        among = 1.0 if rater in self.references else 0.0
        rows = np.flatnonzero((column >= 0) & (self.given > among))
        own = column[rows]
        number = self.given[rows] - among
        x = None if self.positions is None else self.positions[own]
        shares = None
        if self.counts is not None:
            shares = self.counts[rows]
            shares[np.arange(len(rows)), own] -= among
            shares /= number[:, None]
        return SharedRows(
            ratings=self.ratings,
            rater=rater,
            rows=rows,
            own=own,
            positions=self.positions,
            middle=self.middle,
            others=None if x is None else (self.total[rows] - among * x) / number,
            squares=None if x is None else (self.squares[rows] - among * x**2) / number,
            shares=shares,
            weights=self.weights[rows],
            clusters=None if self.clusters is None else self.clusters[rows],
            plan=self.plan,
        )


def _centred(ratings: Ratings) -> tuple[Floats | None, float]:
    """Positions around their middle, so that squares lose no digits; None where there is no order."""
    if not ratings.scale.ordered:
        return None, 0.0
    x = positions(ratings.scale, ratings.labels)
    middle = float((x.min() + x.max()) / 2) if x.size else 0.0
    return x - middle, middle


#: Pairs of ratings beyond which measurements are not paired one by one.
_MOST_PAIRS = 4_000_000


def with_the_rest(beside: SharedRows, others: Sequence[str], name: str, options: Mapping[str, Any]) -> Result:
    """A coefficient of one rater with the others."""
    c = BY_NAME[name]
    if not beside.n > 0:
        return _undefined(beside, c, options, NOBODY)
    try:
        if beside.shares is None or c.statistic is Moments:
            return _pair_by_pair(beside, others, c, options)
        return _on_the_table(beside, beside.shares, len(others), c, options)
    except OptionError as why:
        return _undefined(beside, c, options, not_possible(why))


def _undefined(beside: SharedRows, c: Coefficient, options: Mapping[str, Any], why: Note) -> Result:
    return Result(**_common(beside, c, options), estimate=math.nan, method="undefined", notes=(why,))


def _common(beside: SharedRows, c: Coefficient, options: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "measure": c.name, "title": c.title_with(options), "n_items": whole(beside.n), "n_raters": 2,
        "options": dict(options),
    }  # fmt: skip


def _pair_by_pair(
    beside: SharedRows, others: Sequence[str], c: Coefficient, options: Mapping[str, Any]
) -> Result:
    ratings: Ratings = beside.ratings
    if ratings.n_raters * len(ratings) * len(others) > _MOST_PAIRS:
        return _undefined(beside, c, options, Note("left-out", "Too many ratings to pair individually."))
    rows, _ = against(ratings, others, beside.rater)
    return Measure(c, rows, dict(options)).result(beside.plan)


def _on_the_table(
    beside: SharedRows, shares: Floats, others: int, c: Coefficient, options: Mapping[str, Any]
) -> Result:
    """Worked out on the table of categories, whose slopes are then added up item by item."""
    table = beside.table
    cells = np.argwhere(table > 0)
    counted = beside.patterns(cells.astype(np.int32), table[table > 0], None)
    statistic = as_statistic(c.statistic, counted, keep_rows=True)
    estimate = c(statistic, **options)
    if estimate.undefined is not None or math.isnan(float(estimate.value)):
        reason = estimate.undefined or Note("undefined", "The value is undefined for these data.")
        return _undefined(beside, c, options, reason)
    slope = np.zeros_like(table)
    slope[cells[:, 0], cells[:, 1]] = estimate.value.slope
    by_item = Total(float(estimate.value), (shares * slope.T[beside.own]).sum(axis=1))
    around = _spread(beside, c, replace(estimate, value=by_item, n=Total(beside.n)), others)
    clustered = others > 1 or beside.clusters is not None
    interval, notes = _interval(beside, c, options, statistic, estimate, around, clustered=clustered)
    return Result(
        **_common(beside, c, options), estimate=around.value, se=around.se, interval=interval,
        method=interval.method if interval is not None else "no interval", notes=tuple(notes),
    )  # fmt: skip


def _spread(beside: SharedRows, c: Coefficient, estimate: Estimate, others: int) -> Spread:
    """How far the number would move with other items; all ratings of an item belong together."""
    plan: Plan = beside.plan
    return analytic(
        float(estimate.value),
        influence(estimate, beside.weights, beside.clusters, copies=cluster_copies(beside.ratings)),
        plan,
        large_sample=others == 1 and (plan.test or c.test) == "z",
        unit=unit_of(c),
    )


def _interval(
    beside: SharedRows, c: Coefficient, options: Mapping[str, Any], on: Statistic, estimate: Estimate,
    around: Spread, *, clustered: bool,
) -> tuple[Interval | None, list[Note]]:  # fmt: skip
    """The interval that is usual for the coefficient, from the table and from what each item adds."""
    level, more = beside.plan.level, ", clustered" if clustered else ""
    if c.interval == "score":
        how = score_method(estimate, around) + more
        if why := why_no_score(c, estimate, around):
            return None, list(why)
        return score_interval(c, on, lambda s: c(s, **options), estimate, around, level, how, options), []
    how = ("analytic z" if math.isinf(around.df) else f"analytic t({around.df:g})") + more
    return interval_of(c, estimate, around, beside.plan.taking("analytic"), how)
