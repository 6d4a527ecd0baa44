"""The G study: every component of variance of items × raters × occasions, with its share of the whole."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from ...reduce.moments import Moments
from ...reduce.sums import Numbers
from ...reduce.totals import Total
from ..coefficient import Classical, Estimate, coefficient
from .generalisability import by_likelihood, flat, notes_on, table_of, why_undefined
from .mean_squares import NO_SPREAD, Method
from .replicates import components
from .three_way import Anova, sources
from .variance_limits import limits_of_combination, limits_of_sum


@coefficient(
    title="G study: variance components",
    title_zh="概化研究：方差组分",
    symbol="σ²",
    formula=r"\sigma^2 = \sigma_s^2 + \sigma_r^2 + \sigma_o^2 + \sigma_{sr}^2 + \sigma_{so}^2 + \sigma_{ro}^2"
    r" + \sigma_{sro,e}^2",
    range=(-np.inf, np.inf),
    references=("brennan2001", "searle1992"),
    scales=("ordinal", "interval", "ratio"),
    ignores={"rater order", "shift"},
    best=math.nan,
    chance_corrected=False,
    null=None,
    interval="classical",
    repeats=True,
    from_mean_squares=True,
    needs={"linked raters"},
)
def g_study(moments: Moments, *, method: Method = "auto") -> Estimate:
    """The variance of a single rating, and how much of it comes from each facet and from their interactions.

    The design is items × raters × occasions if ratings were repeated, otherwise items × raters (or items ×
    the occasions of one rater). The estimate is the sum of all components; the parts are the components
    with their `share` of it. Estimates below 0 are shown unchanged; there are none by restricted
    likelihood, which is used for items × raters where ratings are missing.
    """
    m = moments
    likelihood = by_likelihood(m, method)
    n = Total(flat(m).n_with(2) if likelihood else m.complete.n)
    names = sources(m.n_raters, len(m.occasions))

    def estimate(wanted: tuple[str, ...], table: Anova | None) -> Estimate:
        def value(part: Moments) -> Numbers:
            found = table_of(part, method)
            return found.of(found.row(*wanted))

        if table is None:
            return Estimate(value=Total(value(m)), n=n)
        found = m.follow(value) if float(value(m)) else Total(0.0, np.zeros(len(m.counts)))
        return Estimate(value=found, n=n, classical=_classical(table, table.row(*wanted)))

    if m.draws or not m.by.follows_slopes:
        with np.errstate(all="ignore"):
            return replace(estimate(names, None), parts={name: estimate((name,), None) for name in names})
    reason = why_undefined(m, method)
    if reason is not None:
        return _without(m, names, n) if reason == NO_SPREAD else Estimate(
            value=Total(np.nan), n=n, undefined=reason
        )  # fmt: skip
    return _with_details(m, method, estimate, names, table_of(m, method))


def _with_details(
    m: Moments,
    method: Method,
    estimate: Callable[[tuple[str, ...], Anova], Estimate],
    names: tuple[str, ...],
    table: Anova,
) -> Estimate:
    total = float(table.of(table.row(*names)))
    shares = {name: {"share": float(table.component(name)) / total} if total > 0 else {} for name in names}
    parts = {name: replace(estimate((name,), table), details=shares[name]) for name in names}
    details: dict[str, Any] = {**components(table), "n_occasions": len(m.occasions)}
    return replace(estimate(names, table), parts=parts, details=details, notes=notes_on(m, method, table))


def _without(m: Moments, names: tuple[str, ...], n: Total) -> Estimate:
    """Where all ratings are the same, every component is 0."""
    nothing = Estimate(value=Total(0.0, np.zeros(len(m.counts))), n=n)
    return replace(nothing, parts=dict.fromkeys(names, nothing), notes=(NO_SPREAD,))


def _classical(table: Anova, row: Numbers) -> Classical:
    """Modified large-sample limits of a sum of mean squares, or of a difference."""
    every = zip(row.tolist(), table.squares.tolist(), table.df.tolist(), strict=True)
    terms = [(c, x, df) for c, x, df in every if abs(c) > 1e-12]

    def limits(level: float) -> tuple[float, float]:
        if all(c > 0 for c, _, _ in terms):
            return limits_of_sum([(c * x, df) for c, x, df in terms], level)
        return limits_of_combination(terms, level)

    return Classical(
        name="modified large sample", se=lambda: math.sqrt(float(table.variance(row))), limits=limits
    )
