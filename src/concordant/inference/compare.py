"""The difference of two coefficients, on the same items or on different ones."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..coefficients.coefficient import Estimate, Statistic
from ..errors import InputError, OptionError
from ..ratings.ratings import Ratings
from ..reduce.patterns import Patterns, cluster_codes, count_rows
from ..reduce.weighing import Floats, Ints
from ..result import Interval, Note, Result, whole
from .measure import Measure, as_statistic
from .plan import Plan
from .spread import Spread, minus, spread
from .testing import p_value
from .variance import Influence, covariance, influence


def compare(
    first: Measure, second: Measure, *, paired: bool | None = None, plan: Plan | None = None
) -> Result:
    """first − second, with standard error, interval and test.

    Paired where both are measured on the same items: then what moves both cancels. `paired=None`
    pairs when the two share their ratings or item labels. Rows without labels are paired when one
    rater's ratings are the same in both, or when asked for with `paired=True`.
    """
    plan = plan or Plan()
    if plan.interval in ("exact", "classical") or plan.raters_are == "sampled" or plan.variance != "delta":
        raise OptionError(
            "A difference has an analytic (delta), jackknife, bootstrap or bca interval, raters fixed."
        )
    if _shares_items(first.ratings, second.ratings) if paired is None else paired:
        return _paired(first, second, plan)
    return _independent(first, second, plan, said=paired is not None)


# --- on the same items ------------------------------------------------------------------------


def _paired(first: Measure, second: Measure, plan: Plan) -> Result:
    a_stat, b_stat = _on_common_rows(first, second)
    a, b = first.estimate(a_stat), second.estimate(b_stat)
    undefined = _undefined(first, a, second, b)
    if undefined is not None:
        return _no_difference(first, second, undefined, a, b)
    counts, clusters = a_stat.counts, a_stat.clusters
    inf_a, inf_b = (influence(e, counts, clusters) for e in (a, b))
    difference = Influence(inf_a.slope - inf_b.slope, counts, clusters, max(inf_a.n, inf_b.n))
    around = spread(
        float(a.value) - float(b.value),
        difference,
        lambda w: first.values(a_stat, w) - second.values(b_stat, w),
        plan,
        large_sample=_large_sample(first, second, plan),
    )
    both = [i.variance(divisor_n=True) for i in (inf_a, inf_b)]
    shared = covariance(inf_a, inf_b, divisor_n=True)
    correlation = shared / math.sqrt(both[0] * both[1]) if min(both) > 0 else math.nan
    details = {"first": float(a.value), "second": float(b.value), "correlation": correlation, "paired": True}
    return _difference(first, second, plan, around, difference.n, details, [])


def _on_common_rows(first: Measure, second: Measure) -> tuple[Statistic, Statistic]:
    """Both statistics over one list of patterns, so that row i is the same items in each."""
    a, b = first.ratings, second.ratings
    rows_a, rows_b, weights, clusters = _aligned(a, b)
    columns = [c[rows_a] if rows_a is not None else c for c in a.columns]
    columns += [c[rows_b] if rows_b is not None else c for c in b.columns]
    if rows_a is not None and rows_b is not None:
        for place, column in enumerate(columns):
            gone = (rows_a if place < a.n_raters else rows_b) < 0
            columns[place] = np.where(gone, -1, column)
    sizes = [len(a.labels)] * a.n_raters + [len(b.labels)] * b.n_raters
    if clusters is not None:
        columns.append(clusters)
        sizes.append(int(clusters.max(initial=0)) + 1)
    codes, counts = count_rows(columns, sizes, weights)
    cut = a.n_raters, a.n_raters + b.n_raters
    in_cluster = None if clusters is None else codes[:, -1]
    part_a = Patterns(codes[:, : cut[0]], counts, a.labels, a.scale, a.raters, in_cluster, a.anonymous)
    part_b = Patterns(codes[:, cut[0] : cut[1]], counts, b.labels, b.scale, b.raters, in_cluster, b.anonymous)
    return (
        as_statistic(first.coefficient.statistic, part_a, keep_rows=True),
        as_statistic(second.coefficient.statistic, part_b, keep_rows=True),
    )


Aligned = tuple[Ints | None, Ints | None, Floats | None, Ints | None]


def _aligned(a: Ratings, b: Ratings) -> Aligned:
    """Which row of each belongs to each item (-1: none); None where rows already match."""
    if _same_rows(a, b):
        here = np.arange(len(a))
        given = [r for r in (a, b) if r.clusters_in_force is not None]
        if len(given) == 2 and not np.array_equal(*(r.clusters_in_force for r in given)):  # type: ignore[arg-type]
            raise InputError("The two sets of ratings have different clusters, so they cannot be paired.")
        return (
            None,
            None,
            _joined(a.weights, b.weights, here, here),
            cluster_codes(given[0]) if given else None,
        )
    if not _labelled(a) or not _labelled(b):
        raise InputError(
            f"The two have {len(a)} and {len(b)} rows and no item labels, so rows cannot be paired."
        )
    keys_a, keys_b = _keys(a), _keys(b)
    for name, keys in (("first", keys_a), ("second", keys_b)):
        if len(np.unique(keys)) < len(keys):
            raise InputError(f"Items occur more than once in the {name} ratings, so rows cannot be paired.")
    union, where = np.unique(np.concatenate([keys_a, keys_b]), return_inverse=True)
    rows_a, rows_b = (np.full(len(union), -1, dtype=np.int64) for _ in range(2))
    rows_a[where[: len(keys_a)]] = np.arange(len(keys_a))
    rows_b[where[len(keys_a) :]] = np.arange(len(keys_b))
    weights = _joined(a.weights, b.weights, rows_a, rows_b)
    clusters_a, clusters_b = a.clusters_in_force, b.clusters_in_force
    clusters = None
    if clusters_a is not None or clusters_b is not None:
        named_a = (a.item_labels if clusters_a is None else clusters_a).astype(str)
        named_b = (b.item_labels if clusters_b is None else clusters_b).astype(str)
        clusters = np.unique(np.where(rows_a >= 0, named_a[rows_a], named_b[rows_b]), return_inverse=True)[1]
    return rows_a, rows_b, weights, clusters


def _joined(wa: Floats | None, wb: Floats | None, rows_a: Ints, rows_b: Ints) -> Floats | None:
    if wa is None and wb is None:
        return None
    left = np.ones(len(rows_a)) if wa is None else wa[rows_a]
    right = np.ones(len(rows_b)) if wb is None else wb[rows_b]
    both = (rows_a >= 0) & (rows_b >= 0)
    if not np.allclose(left[both], right[both]):
        raise InputError(
            "An item has different weights in the two sets of ratings, so they cannot be paired."
        )
    return np.where(rows_a >= 0, left, right)


def _keys(r: Ratings) -> NDArray[np.str_]:
    parts = [r.item_labels, r.dimension, r.repeat, r.round]
    keys = parts[0].astype(str)  # type: ignore[union-attr]
    for part in parts[1:]:
        if part is not None:
            keys = np.char.add(np.char.add(keys, "\x1f"), part.astype(str))
    return keys


def _same_rows(a: Ratings, b: Ratings) -> bool:
    """Whether row i of both is the same item: parts of one set of ratings, or rows without labels."""
    return a.same_rows is b.same_rows or (not _labelled(a) and not _labelled(b) and len(a) == len(b))


def _labelled(r: Ratings) -> bool:
    """Whether items have names of their own, not only row numbers."""
    return r.items is not None and not r.numbered


def _shares_items(a: Ratings, b: Ratings) -> bool:
    if a.same_rows is b.same_rows:
        return True
    if not _labelled(a) and not _labelled(b):
        return len(a) == len(b) and _common_rater(a, b)
    if not _labelled(a) or not _labelled(b):
        return False
    return bool(np.intersect1d(_keys(a), _keys(b)).size)


def _common_rater(a: Ratings, b: Ratings) -> bool:
    """Whether one rater's ratings are the same in both, row by row: then the rows are the same items."""
    varied = [(g, h) for g in a.columns for h in b.columns if np.unique(g[g >= 0]).size > 1]
    if not np.array_equal(a.labels, b.labels):
        return any(np.array_equal(_said(a, g), _said(b, h)) for g, h in varied)
    return any(np.array_equal(g, h) for g, h in varied)


def _said(r: Ratings, codes: Ints) -> NDArray[Any]:
    """The labels a rater gave, None for a gap."""
    return np.asarray([*r.labels.tolist(), None], dtype=object)[codes]


# --- on different items -----------------------------------------------------------------------


def _independent(first: Measure, second: Measure, plan: Plan, *, said: bool) -> Result:
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
                influence(e, s.counts, s.clusters),
                partial(m.values, s),
                replace(plan, rng=rng),
                large_sample=_large_sample(first, second, plan),
            )
            for m, s, e in zip((first, second), stats, (a, b), strict=True)
        )
    )
    note = Note(
        "not-paired",
        "The two were measured on different items, as far as their labels tell; a comparison on the same "
        "items would see smaller differences.",
    )
    details = {"first": float(a.value), "second": float(b.value), "paired": False}
    n = float(a.n) + float(b.n)
    return _difference(first, second, plan, around, n, details, [] if said else [note])


# --- in common --------------------------------------------------------------------------------


def _large_sample(first: Measure, second: Measure, plan: Plan) -> bool:
    if plan.test is not None:
        return plan.test == "z"
    return first.coefficient.test == "z" and second.coefficient.test == "z"


def _undefined(first: Measure, a: Estimate, second: Measure, b: Estimate) -> Note | None:
    for which, m, e in (("first", first, a), ("second", second, b)):
        if e.undefined is not None:
            return Note(
                e.undefined.code, f"The {which} ({m.coefficient.name}) is undefined: {e.undefined.text}"
            )
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
    names = [f"{m.coefficient.title} ({', '.join(m.ratings.raters[:4])})" for m in (first, second)]
    return f"{names[0]} minus {names[1]}"


def _difference(
    first: Measure,
    second: Measure,
    plan: Plan,
    around: Spread,
    n: float,
    details: dict[str, Any],
    notes: list[Note],
) -> Result:
    asked = 0.0 if plan.null is None else plan.null
    statistic = (around.value - asked) / around.se if around.se > 0 else math.nan
    method = {"bootstrap": "bootstrap percentile", "bca": "bootstrap BCa"}.get(plan.interval, plan.interval)
    if plan.interval in ("analytic", "jackknife"):
        method += " z" if math.isinf(around.df) else f" t({around.df:g})"
    method += ", paired" if details["paired"] else ", independent"
    interval = None
    if around.none or math.isnan(around.se):
        text = "No item moves the difference, so there is no spread to judge it by."
        notes = [*notes, Note("no-spread", text)]
    elif plan.interval != "none":
        interval = Interval(*around.limits(plan), plan.level, method)
    return Result(
        measure="difference",
        title=_title(first, second),
        estimate=around.value,
        se=around.se,
        interval=interval,
        p_value=p_value(statistic, around.df, plan.alternative),
        n_items=whole(n),
        n_raters=max(first.ratings.n_raters, second.ratings.n_raters),
        method=method,
        options=plan.stated(),
        notes=(*notes, *around.notes),
        details={**details, "null_value": asked, **_tested(statistic, around.df)},
    )


def _tested(statistic: float, df: float) -> dict[str, Any]:
    """What the test of a difference rests on."""
    if math.isnan(statistic):
        return {}
    if math.isinf(df):
        return {"test": "Wald z", "statistic": statistic}
    return {"test": "Wald t", "statistic": statistic, "df": df}
