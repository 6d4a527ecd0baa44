"""Any number made of totals, with its standard error and interval, where it is no coefficient of its own."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from ..coefficients.coefficient import Estimate, Statistic
from ..ratings.ratings import Ratings
from ..reduce.patterns import cluster_copies
from ..reduce.totals import Total
from ..result import Interval, Note, Result, whole
from .limits import wald
from .plan import Plan
from .spread import Spread, analytic
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
    around = analytic(value, values, plan, unit=0.0)
    how = ", clustered" if statistic.clusters is not None else ""
    told = on_t(around, plan.level, how=how, bounds=bounds, null=null)
    return Result(**common, **told, notes=tuple(notes))


def on_t(
    around: Spread,
    level: float,
    *,
    how: str = "",
    bounds: tuple[float, float] = (-math.inf, math.inf),
    null: float | None = None,
) -> dict[str, Any]:
    """What a result says of a number by its standard error: a Wald interval on t, and a test of `null`.

    There is neither where nothing varies.
    """
    df = "" if math.isinf(around.df) else f" t({float(f'{around.df:.4g}'):g})"
    told: dict[str, Any] = {"estimate": around.value, "se": around.se, "method": f"analytic{df}{how}"}
    if around.none or math.isnan(around.se):
        return told
    low, high = wald(around.value, around.se, level, around.df)
    told["interval"] = Interval(max(low, bounds[0]), min(high, bounds[1]), level, told["method"])
    if null is not None:
        told["p_value"] = p_value((around.value - null) / around.se, around.df, "two-sided")
    return told
