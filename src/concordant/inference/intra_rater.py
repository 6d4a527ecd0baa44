"""Each rater with their own repeats: any coefficient between occasions, and its mean over raters."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from ..coefficients.catalogue import BY_NAME
from ..coefficients.coefficient import Coefficient, Statistic
from ..coefficients.reliability import ONE_OCCASION, TO_CHECK
from ..errors import OptionError, choose
from ..number_text import whole
from ..ratings.phrases import listed
from ..ratings.ratings import Ratings
from ..ratings.repeats import side_by_side
from ..reduce.item_weights import Floats, Weighting
from ..reduce.patterns import cluster_copies, patterns
from ..result import Interval, Note, Result
from .measure import Measure, as_statistic
from .plan import Plan
from .spread import Spread, spread
from .variance import Influence, influence


def intra_rater(ratings: Ratings, name: str, options: Mapping[str, Any], plan: Plan) -> Result:
    """The coefficient of every rater with their own repeats as parts, and their mean over raters."""
    wide, occasions = side_by_side(ratings)
    if len(occasions) < 2:
        return _nothing(ratings, ONE_OCCASION)
    c, options, why = _chosen(ratings, name, options, len(occasions))
    places = [range(g * len(occasions), (g + 1) * len(occasions)) for g in range(ratings.n_raters)]
    raters = [
        Measure(c, wide.select([wide.raters[place] for place in columns]), options) for columns in places
    ]
    parts = tuple(
        replace(measure.result(plan), category=rater, n_raters=1)
        for rater, measure in zip(ratings.raters, raters, strict=True)
    )
    mean = _mean(raters, parts, _on_common_rows(c, wide, places), plan)
    return replace(
        mean,
        notes=(*mean.notes, *why, *_differ(parts), TO_CHECK),
        details={**mean.details, "coefficient": c.name, "n_occasions": len(occasions)},
    )


def _nothing(ratings: Ratings, why: Note) -> Result:
    return Result(
        measure="intra_rater", title="Intra-rater (test–retest) reliability", estimate=math.nan,
        method="undefined",
        n_items=ratings.n_items, n_raters=ratings.n_raters, notes=(why,),
    )  # fmt: skip


# --- which coefficient ----------------------------------------------------------------------------


def _chosen(
    ratings: Ratings, name: str, options: Mapping[str, Any], occasions: int
) -> tuple[Coefficient, Mapping[str, Any], tuple[Note, ...]]:
    """The coefficient asked for, or the one that goes with the scale, and why."""
    choose("name", name, ["auto", *BY_NAME])
    if name != "auto":
        c = BY_NAME[name]
        if c.two_raters_only and occasions > 2:
            raise OptionError(
                f"{name} compares two occasions, but there are {occasions}: choose two with where(repeat=…), "
                "or use a coefficient for several, such as conger_kappa or krippendorff_alpha."
            )
        return c, options, ()
    level = ratings.scale.level
    if level == "ordinal" and not ratings.scale.declared and _wide(ratings):
        level = "interval"
    if level in ("interval", "ratio"):
        these = {} if {"form", "model"} & options.keys() else {"model": "mixed"}  # these occasions
        return BY_NAME["icc"], {**these, **options}, (_why("ICC(A,1)", "ICC(A,1)", level),)
    c = BY_NAME["cohen_kappa" if occasions == 2 else "conger_kappa"]
    weighted = {} if level == "nominal" else {"weights": "quadratic"}
    shown = c.title if level == "nominal" else f"{c.title} with quadratic weights"
    shown_zh = c.title_zh if level == "nominal" else f"{c.title_zh}（二次加权）"
    return c, {**weighted, **options}, (_why(shown, shown_zh, level),)


#: Whole numbers that reach further than this were measured, not chosen from a scale.
_REACH = 20


def _wide(ratings: Ratings) -> bool:
    values = ratings.values
    return values is not None and float(np.ptp(values)) > _REACH


def _why(shown: str, shown_zh: str, level: str) -> Note:
    text = f"The scale is {level}, so {shown} is shown; request other coefficients by name."
    return Note("chosen-by-scale", text, {"shown": {"en": shown, "zh": shown_zh}, "level": level})


# --- the mean over raters -------------------------------------------------------------------------


def _on_common_rows(c: Coefficient, wide: Ratings, places: list[range]) -> list[Statistic]:
    """The statistic of each rater over one list of patterns, so that row i is the same items in each."""
    p = patterns(wide)
    parts = [
        replace(p, codes=p.codes[:, list(columns)], raters=tuple(p.raters[i] for i in columns), kinds=())
        for columns in places
    ]
    return [as_statistic(c.statistic, part, keep_rows=True) for part in parts]


def _mean(
    raters: list[Measure], parts: tuple[Result, ...], statistics: list[Statistic], plan: Plan
) -> Result:
    """Σ over raters / number of raters; items are shared, so what moves several raters is counted once."""
    c = raters[0].coefficient
    common: dict[str, Any] = {
        "measure": "intra_rater",
        "title": f"{c.title_with(raters[0].options)}, intra-rater (test–retest) reliability",
        "n_items": whole(max(part.n_items for part in parts)),
        "n_raters": len(parts),
        "options": parts[0].options,
        "parts": parts,
    }
    lost = [str(part.category) for part in parts if not part.defined]
    if lost:
        text = f"Undefined for {listed(lost)}, so there is no mean over raters; examine each rater."
        why = Note("undefined-rater", text, {"raters": lost})
        return Result(**common, estimate=math.nan, method="undefined", notes=(why,))
    if len(parts) == 1:
        return replace(parts[0], **common, category=None, p_value=math.nan, details={})
    plan = (
        plan
        if plan.interval not in (None, "classical", "adjusted", "exact", "score")
        else replace(plan, interval="analytic")
    )
    around = _spread(raters, statistics, plan).with_zeros()
    return Result(
        **common,
        estimate=around.value,
        se=around.se,
        interval=_interval(c, around, plan),
        method=_how(around, plan),
        notes=tuple(around.notes),
    )


def _spread(raters: list[Measure], statistics: list[Statistic], plan: Plan) -> Spread:
    estimates = [m.estimate(s) for m, s in zip(raters, statistics, strict=True)]
    first = statistics[0]
    copies = cluster_copies(raters[0].ratings)
    each = [influence(e, first.counts, first.clusters, copies=copies) for e in estimates]
    slope = np.mean([i.slope for i in each], axis=0)

    def values(weighing: Weighting) -> Floats:
        every = [m.values(s, weighing) for m, s in zip(raters, statistics, strict=True)]
        return np.asarray(np.mean(every, axis=0))

    return spread(
        float(np.mean([float(e.value) for e in estimates])),
        Influence(slope, first.counts, first.clusters, max(i.n for i in each), copies),
        values,
        plan,
        large_sample=(plan.test or raters[0].coefficient.test) == "z",
    )


def _interval(c: Coefficient, around: Spread, plan: Plan) -> Interval | None:
    if plan.interval == "none" or around.none or math.isnan(around.se):
        return None
    low, high = around.limits(plan, c.transform)
    return Interval(max(low, c.range[0]), min(high, c.range[1]), plan.level, _how(around, plan))


def _how(around: Spread, plan: Plan) -> str:
    if plan.resamples or plan.interval == "none":
        return f"mean over raters, {plan.interval}"
    df = "z" if math.isinf(around.df) else f"t({around.df:g})"
    return f"mean over raters, {plan.interval} {df}"


def _differ(parts: tuple[Result, ...]) -> tuple[Note, ...]:
    """Raters whose intervals do not overlap should not be summed up in one number."""
    known = [part for part in parts if part.interval is not None]
    if len(known) < 2:
        return ()
    high, low = (f(known, key=lambda part: part.estimate) for f in (max, min))
    if high.interval.low <= low.interval.high:  # type: ignore[union-attr]
        return ()
    text = (
        f"Raters differ: the intervals of {low.category} and {high.category} do not overlap; examine "
        "each rater."
    )
    return (Note("raters-differ", text, {"low": low.category, "high": high.category}),)
