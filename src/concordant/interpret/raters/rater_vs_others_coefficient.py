"""How well one rater agrees with all others: every pair (other, rater) of an item is a share of that item."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ...coefficients.catalogue import BY_NAME
from ...coefficients.coefficient import Coefficient, Estimate
from ...errors import OptionError
from ...inference.intervals import interval_of, unit_of
from ...inference.measure import Measure, as_statistic
from ...inference.plan import Plan
from ...inference.spread import analytic
from ...inference.variance import influence
from ...ratings.ratings import Ratings
from ...reduce.item_weights import Floats
from ...reduce.judge_vs_people import against
from ...reduce.moments import Moments
from ...reduce.patterns import cluster_copies
from ...reduce.totals import Total
from ...result import Note, Result, whole
from ..notes import not_possible
from .rater_vs_others import NOBODY, Beside

#: Pairs of ratings beyond which measurements are not paired one by one.
_MOST_PAIRS = 4_000_000


def with_the_rest(beside: Beside, others: Sequence[str], name: str, options: Mapping[str, Any]) -> Result:
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


def _undefined(beside: Beside, c: Coefficient, options: Mapping[str, Any], why: Note) -> Result:
    return Result(**_common(beside, c, options), estimate=math.nan, method="undefined", notes=(why,))


def _common(beside: Beside, c: Coefficient, options: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "measure": c.name, "title": c.title_with(options), "n_items": whole(beside.n), "n_raters": 2,
        "options": dict(options),
    }  # fmt: skip


def _pair_by_pair(
    beside: Beside, others: Sequence[str], c: Coefficient, options: Mapping[str, Any]
) -> Result:
    ratings: Ratings = beside.ratings
    if ratings.n_raters * len(ratings) * len(others) > _MOST_PAIRS:
        return _undefined(beside, c, options, Note("left-out", "Too many ratings to pair them one by one."))
    rows, _ = against(ratings, others, beside.rater)
    return Measure(c, rows, dict(options)).result(beside.plan)


def _on_the_table(
    beside: Beside, shares: Floats, others: int, c: Coefficient, options: Mapping[str, Any]
) -> Result:
    """Worked out on the table of categories, whose slopes are then added up item by item."""
    table = beside.table
    cells = np.argwhere(table > 0)
    counted = beside.patterns(cells.astype(np.int32), table[table > 0], None)
    estimate = c(as_statistic(c.statistic, counted, keep_rows=True), **options)
    if estimate.undefined is not None or math.isnan(float(estimate.value)):
        reason = estimate.undefined or Note("undefined", "The value is not defined on these data.")
        return _undefined(beside, c, options, reason)
    slope = np.zeros_like(table)
    slope[cells[:, 0], cells[:, 1]] = estimate.value.slope
    by_item = Total(float(estimate.value), (shares * slope.T[beside.own]).sum(axis=1))
    return _told(beside, c, options, replace(estimate, value=by_item, n=Total(beside.n)), others)


def _told(
    beside: Beside, c: Coefficient, options: Mapping[str, Any], estimate: Estimate, others: int
) -> Result:
    plan: Plan = beside.plan.taking("analytic")
    around = analytic(
        float(estimate.value),
        influence(estimate, beside.weights, beside.clusters, copies=cluster_copies(beside.ratings)),
        plan,
        large_sample=others == 1 and (plan.test or c.test) == "z",
        unit=unit_of(c),
    )
    how = "analytic z" if math.isinf(around.df) else f"analytic t({around.df:g})"
    how += ", clustered" if others > 1 or beside.clusters is not None else ""
    interval, notes = interval_of(c, estimate, around, plan, how)
    return Result(
        **_common(beside, c, options), estimate=around.value, se=around.se, interval=interval, method=how,
        notes=tuple(notes),
    )  # fmt: skip
