"""Any number made of totals, with its standard error and interval, where it is no coefficient of its own."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..coefficients.coefficient import Estimate, Statistic
from ..ratings.ratings import Ratings
from ..reduce.patterns import cluster_copies
from ..reduce.totals import Total
from ..result import Interval, Note, Result, whole
from .plan import Plan
from .spread import spread
from .testing import p_value
from .variance import influence


def result_of_total(
    total: Total,
    statistic: Statistic,
    ratings: Ratings,
    plan: Plan,
    *,
    measure: str,
    n: float,
    title: str = "",
    bounds: tuple[float, float] = (-math.inf, math.inf),
    null: float | None = None,
    details: Mapping[str, Any] | None = None,
    notes: Sequence[Note] = (),
) -> Result:
    """The number as a result: Wald interval on t within its bounds, and a test where `null` is given."""
    value = float(total)
    common: dict[str, Any] = {
        "measure": measure, "title": title or measure, "n_items": whole(n), "n_raters": ratings.n_raters,
        "details": dict(details or {}),
    }  # fmt: skip
    if math.isnan(value):
        reasons = tuple(notes) or (Note("undefined", "There is nothing to compute it from."),)
        return Result(**common, estimate=math.nan, method="undefined", notes=reasons)
    if total.slope is None or n < 2:
        return Result(**common, estimate=value, method="no interval", notes=tuple(notes))
    estimate = Estimate(value=total, n=Total(n))
    values = influence(estimate, statistic.counts, statistic.clusters, copies=cluster_copies(ratings))
    around = spread(
        value, values, lambda _: np.full(1, np.nan), plan.taking("analytic"), large_sample=False, unit=0.0
    )
    method = f"analytic t({around.df:g})" + (", clustered" if statistic.clusters is not None else "")
    interval, p = None, math.nan
    if not around.none and not math.isnan(around.se):
        low, high = around.limits(plan.taking("analytic"))
        interval = Interval(max(low, bounds[0]), min(high, bounds[1]), plan.level, method)
        if null is not None:
            p = p_value((value - null) / around.se, around.df, "two-sided")
    return Result(
        **common,
        estimate=value,
        se=around.se,
        interval=interval,
        p_value=p,
        method=method,
        notes=tuple(notes),
    )
