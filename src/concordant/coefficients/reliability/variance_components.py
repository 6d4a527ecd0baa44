"""Variance components: how much of the variance of ratings is that of items, of raters, and of error."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from ...errors import OptionError
from ...reduce.moments import Moments
from ...reduce.sums import Numbers
from ...reduce.totals import Total
from ..coefficient import Classical, Estimate, coefficient
from .effective_df import not_allowed_for
from .icc_forms import form_of, negative
from .mean_squares import (
    MeanSquares,
    Method,
    components,
    f_tail,
    left_out,
    mean_squares,
    normal_se,
    uses_likelihood,
    why_not,
)
from .variance_limits import limits_of_difference, limits_of_sum


@coefficient(
    title="Variance components",
    title_zh="方差组分",
    symbol="σ²",
    formula=r"\sigma^2 = \sigma_s^2 + \sigma_r^2 + \sigma_e^2",
    range=(-np.inf, np.inf),
    references=("searle1992", "mcgraw1996"),
    scales=("ordinal", "interval", "ratio"),
    ignores={"rater order", "shift"},
    best=math.nan,
    chance_corrected=False,
    null=None,
    interval="classical",
    from_mean_squares=True,
    needs={"linked raters"},
)
def variance_components(moments: Moments, *, method: Method = "auto") -> Estimate:
    """The variance of ratings, and its shares due to items, raters and error.

    It uses analysis of variance of complete items, in which estimates below 0 are shown unchanged, or, if
    ratings are missing or `method="reml"`, restricted likelihood (REML), which has none below 0.
    """
    m = moments
    if len(m.occasions) > 1:
        raise OptionError("Raters repeated their ratings here: use g_study for all variance components.")
    if m.anonymous:
        raise OptionError(
            "Counts do not record who gave each rating, so rater variance cannot be separated from error."
        )
    likelihood = uses_likelihood(m, method)
    n = Total(m.n_with(1) if likelihood else m.complete.n)
    parts = {"items": _items, "raters": _raters, "error": _error}
    if m.draws or not m.by.follows_slopes:
        with np.errstate(all="ignore"):
            found = {name: Estimate(value=Total(_on(f, method)(m)), n=n) for name, f in parts.items()}
            return Estimate(value=Total(_on(_total, method)(m)), n=n, parts=found)
    reason = why_not(m, method)
    if reason is not None and reason.code != "no-variation":
        return Estimate(value=Total(np.nan), n=n, undefined=reason)
    if reason is not None:
        nothing = Estimate(value=Total(0.0, np.zeros(len(m.counts))), n=n, notes=(reason,))
        return replace(nothing, parts={name: replace(nothing, notes=()) for name in parts})
    ms = mean_squares(m, method=method)
    total = float(_total(ms))
    return Estimate(
        value=m.follow(_on(_total, method)),
        n=n,
        classical=Classical(
            name="chi-square",
            se=lambda: float(normal_se(_total, ms)),
            limits=lambda level: _limits(_total, ms, level),
            test=lambda null, side: _tested(_total, ms, null, side),
            notes=not_allowed_for(m, ms, one_way=False, complete=not likelihood),
        ),
        parts={name: _part(m, ms, f, n, total, method) for name, f in parts.items()},
        details=_details(m, ms, likelihood),
        notes=(*negative(ms, form_of("A,1")), *left_out(m, method)),
    )


Component = Callable[[MeanSquares], Numbers]


def _items(ms: MeanSquares) -> Numbers:
    return ms.var_items


def _raters(ms: MeanSquares) -> Numbers:
    return ms.var_raters


def _error(ms: MeanSquares) -> Numbers:
    return ms.var_error


def _total(ms: MeanSquares) -> Numbers:
    return np.asarray(ms.var_items + ms.var_raters + ms.var_error)


def _on(f: Component, method: Method) -> Callable[[Moments], Numbers]:
    return lambda part: f(mean_squares(part, method=method))


def _part(m: Moments, ms: MeanSquares, f: Component, n: Total, total: float, method: Method) -> Estimate:
    value = float(f(ms))
    found = m.follow(_on(f, method)) if value else Total(0.0, np.zeros(len(m.counts)))
    return Estimate(
        value=found,
        n=n,
        classical=Classical(
            name="chi-square",
            se=lambda: float(normal_se(f, ms)),
            limits=lambda level: _limits(f, ms, level),
            test=lambda null, side: _tested(f, ms, null, side),
        ),
        details={"share": value / total} if total > 0 else {},
    )


def _tested(f: Component, ms: MeanSquares, null: float, side: str | None) -> tuple[dict[str, Any], float]:
    """F of items or raters over error, against no variance; textbooks have none against another value."""
    if null != 0 or f not in (_items, _raters):
        return {}, math.nan
    above, df = (ms.items, ms.df_items) if f is _items else (ms.raters, ms.df_raters)
    if not float(ms.error) > 0:
        return {}, math.nan
    ratio = float(above / ms.error)
    facts = {"null_value": null, "test": "F", "statistic": ratio, "df1": float(df), "df2": float(ms.df_error)}
    return facts, float(f_tail(ratio, df, ms.df_error, side))


def _limits(f: Component, ms: MeanSquares, level: float) -> tuple[float, float]:
    """Modified large-sample limits of the combination of mean squares that the component is."""
    items, raters, error = (float(x) for x in (ms.items, ms.raters, ms.error))
    dfs = [float(x) for x in (ms.df_items, ms.df_raters, ms.df_error)]
    n, k = float(ms.n), float(ms.k)
    if f is _items:
        return limits_of_difference((items / k, dfs[0]), (error / k, dfs[2]), level)
    if f is _raters:
        return limits_of_difference((raters / n, dfs[1]), (error / n, dfs[2]), level)
    if f is _error:
        return limits_of_sum([(error, dfs[2])], level)
    rest = max(1 - 1 / n - 1 / k, 0.0)
    return limits_of_sum([(items / k, dfs[0]), (raters / n, dfs[1]), (error * rest, dfs[2])], level)


def _details(m: Moments, ms: MeanSquares, likelihood: bool) -> dict[str, float | str]:
    if likelihood:
        found = components(m)
        deviance = {"deviance": float(found.deviance)} if np.isfinite(found.deviance) else {}
        return {"method": "REML", "mean": float(found.mean), **deviance}
    facts = {
        "ms_items": ms.items,
        "ms_raters": ms.raters,
        "ms_error": ms.error,
        "mean": m.complete.mean.mean(),
    }
    return {"method": "ANOVA", **{name: float(x) for name, x in facts.items()}}
