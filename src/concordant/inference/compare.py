"""The difference of two coefficients, on the same items or on different ones."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial
from typing import Any

from ..coefficients.coefficient import Estimate
from ..errors import OptionError
from ..number_text import whole
from ..ratings.ratings import Ratings
from ..reduce.moments import Moments
from ..reduce.patterns import cluster_copies
from ..result import Interval, Note, Result
from .alignment import on_common_rows, shares_items
from .intervals import OWN_INTERVALS, reachable, unit_of
from .measure import Measure
from .paired import FEW_ITEMS, NO_SPREAD
from .permutation import Swaps, swaps
from .plan import Plan
from .spread import ROUNDING, Spread, minus, spread, without_rounding
from .testing import p_value
from .variance import Influence, covariance, influence


def compare(
    first: Measure, second: Measure, *, paired: bool | None = None, plan: Plan | None = None
) -> Result:
    """first − second, with standard error, interval and test.

    Both are on t, by default. With few items interval and test come from swapping the two sides item by item
    where both are measured alike (`permutation.py`): slopes are too short then.

    Paired where both are measured on the same items: then what moves both cancels. `paired=None`
    pairs when the two share their ratings or item labels. Rows without labels are paired when one
    rater's ratings are the same in both, or when asked for with `paired=True`.
    """
    plan = plan or Plan()
    plan = plan if plan.interval is not None else replace(plan, interval="analytic")
    if plan.interval in (*OWN_INTERVALS, "score") or plan.raters_are == "sampled" or plan.variance != "delta":
        raise OptionError(
            "A difference supports interval='analytic', 'jackknife', 'bootstrap' or 'bca', with fixed raters."
        )
    if shares_items(first.ratings, second.ratings) if paired is None else paired:
        return _paired(first, second, plan)
    return _independent(first, second, plan, noted=paired is not None)


# --- on the same items ------------------------------------------------------------------------


def _paired(first: Measure, second: Measure, plan: Plan) -> Result:
    a_stat, b_stat = on_common_rows(first, second)
    a, b = first.estimate(a_stat), second.estimate(b_stat)
    undefined = _undefined(first, a, second, b)
    if undefined is not None:
        return _no_difference(first, second, undefined, a, b)
    counts, clusters = a_stat.counts, a_stat.clusters
    copies = cluster_copies(first.ratings if _bundled(first) else second.ratings)
    inf_a, inf_b = (influence(e, counts, clusters, copies=copies) for e in (a, b))
    difference = Influence(inf_a.slope - inf_b.slope, counts, clusters, max(inf_a.n, inf_b.n), copies)
    unit = min(unit_of(m.coefficient) for m in (first, second))
    one, other = (without_rounding(float(e.value), unit) for e in (a, b))
    around = spread(
        one - other,
        difference,
        lambda w: first.values(a_stat, w) - second.values(b_stat, w),
        plan,
        large_sample=plan.test == "z",
        unit=unit,
    )
    both = [i.variance(divisor_n=True) for i in (inf_a, inf_b)]
    shared = covariance(inf_a, inf_b, divisor_n=True)
    correlation = shared / math.sqrt(both[0] * both[1]) if min(both) > (ROUNDING * unit) ** 2 else math.nan
    details = {"first": one, "second": other, "correlation": correlation, "paired": True}
    swapped = swaps(first, second, around, plan)
    notes = [] if swapped is None else _too_few_differ(swapped, plan.level)
    return _difference(first, second, plan, around, difference.n, details, notes, swapped)


def _too_few_differ(swapped: Swaps, level: float) -> list[Note]:
    """That no test could see a difference, the items on which the sides differ being too few."""
    least = swapped.least_p
    if least <= 1 - level:
        return []
    text = (
        f"The two sides differ on too few items: even if all of these favoured the same side, p would be "
        f"{least:.2g}, so no difference can be shown. More items are needed."
    )
    return [Note("few-items-differ", text, {"least": least})]


# --- on different items -----------------------------------------------------------------------


def _independent(first: Measure, second: Measure, plan: Plan, *, noted: bool) -> Result:
    stats = [m.reduce() for m in (first, second)]
    a, b = (m.estimate(s) for m, s in zip((first, second), stats, strict=True))
    undefined = _undefined(first, a, second, b)
    if undefined is not None:
        return _no_difference(first, second, undefined, a, b)
    rng = plan.generator()  # one stream for both, so that their draws are independent
    around = minus(
        *(
            spread(
                float(e.value),
                influence(e, s.counts, s.clusters, copies=cluster_copies(m.ratings)),
                partial(m.values, s),
                replace(plan, rng=rng),
                large_sample=plan.test == "z",
            )
            for m, s, e in zip((first, second), stats, (a, b), strict=True)
        )
    )
    note = Note("not-paired", _COUNTED if _counted(first) or _counted(second) else _DIFFERENT)
    details = {"first": float(a.value), "second": float(b.value), "paired": False}
    n = float(a.n) + float(b.n)
    return _difference(first, second, plan, around, n, details, [] if noted else [note])


# --- in common --------------------------------------------------------------------------------


_DIFFERENT = (
    "The labels indicate that the two were measured on different items; a comparison on the same items "
    "would have more power."
)
_COUNTED = (
    "Rows were aggregated in the data source, so the items of the two cannot be paired and the two are "
    "treated as independent. To compare on the same items, read all raters at once and choose them with "
    "raters=[…]."
)


def _bundled(m: Measure) -> bool:
    """Whether a cluster of rows may stand for many."""
    return isinstance(m.ratings, Ratings) and m.ratings.cluster_copies is not None


def _counted(m: Measure) -> bool:
    """Whether the rows were counted by an engine, or only sums are known."""
    return isinstance(m.ratings, Moments) or m.ratings.item_source is not None


def _undefined(first: Measure, a: Estimate, second: Measure, b: Estimate) -> Note | None:
    for which, m, e in (("first", first, a), ("second", second, b)):
        if e.undefined is not None:
            name = m.coefficient.name
            text = f"The {which} ({name}) is undefined: {e.undefined.text}"
            return Note(e.undefined.code, text, {"why": e.undefined, "measure": name})
    return None


def _no_difference(first: Measure, second: Measure, why: Note, a: Estimate, b: Estimate) -> Result:
    values = [math.nan if e.undefined else float(e.value) for e in (a, b)]
    return Result(
        measure="difference",
        title=_title(first, second),
        estimate=math.nan,
        n_items=whole(max(float(a.n), float(b.n))),
        n_raters=max(first.ratings.n_raters, second.ratings.n_raters),
        method="undefined",
        notes=(why,),
        details={"first": values[0], "second": values[1]},
    )


def _title(first: Measure, second: Measure) -> str:
    names = [
        f"{m.coefficient.title_with(m.options)} ({', '.join(m.ratings.raters[:4])})" for m in (first, second)
    ]
    return f"{names[0]} minus {names[1]}"


def _difference(
    first: Measure,
    second: Measure,
    plan: Plan,
    around: Spread,
    n: float,
    details: dict[str, Any],
    notes: list[Note],
    swapped: Swaps | None = None,
) -> Result:
    null = 0.0 if plan.null is None else plan.null
    around = around.with_zeros()
    statistic = (around.value - null) / around.se if around.se > 0 else math.nan
    method = {"bootstrap": "bootstrap percentile", "bca": "bootstrap BCa"}.get(
        str(plan.interval), str(plan.interval)
    )
    if swapped is not None:
        method = "sides swapped"
    elif plan.interval in ("analytic", "jackknife"):
        method += " z" if math.isinf(around.df) else f" t({around.df:g})"
    method += ", paired" if details["paired"] else ", independent"
    interval = None
    if around.none or math.isnan(around.se):
        notes = [*notes, NO_SPREAD if around.none else FEW_ITEMS]
    elif plan.interval != "none":
        ranges = (first.coefficient.range, second.coefficient.range)
        limits = around.limits(plan) if swapped is None else swapped.limits(plan.level)
        interval = Interval(*reachable(limits, around.value, *ranges), plan.level, method)
    return Result(
        measure="difference",
        title=_title(first, second),
        estimate=around.value,
        se=around.se,
        interval=interval,
        p_value=p_value(statistic, around.df, plan.side) if swapped is None else swapped.p_value(plan.side),
        n_items=whole(n),
        n_raters=max(first.ratings.n_raters, second.ratings.n_raters),
        method=method,
        options={name: x for name, x in plan.stated().items() if (name, x) != ("interval", "analytic")},
        notes=(*notes, *around.notes),
        details={**details, "null_value": null, **_tested(statistic, around.df, swapped)},
    )


def _tested(statistic: float, df: float, swapped: Swaps | None) -> dict[str, Any]:
    """What the test of a difference rests on."""
    if math.isnan(statistic):
        return {}
    if swapped is not None:
        return {"test": "permutation", "statistic": statistic, "draws": len(swapped.draws)}
    if math.isinf(df):
        return {"test": "Wald z", "statistic": statistic}
    return {"test": "Wald t", "statistic": statistic, "df": df}
