"""The intraclass correlation: which share of the variance of ratings is that of the items."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from ...errors import OptionError, is_count
from ...quote import quote
from ...reduce.moments import Moments
from ...reduce.sums import Numbers
from ...reduce.totals import Total
from ...result import Note
from ..coefficient import Estimate, coefficient
from .effective_df import for_ratio, too_few_to_allow
from .icc_forms import FORMS, Form, RaterModel, details_of, few_raters, form_of, icc_of, negative
from .icc_intervals import adjusted, classical, generalised_pivot
from .mean_squares import Method, blurred, left_out, mean_squares, uses_likelihood, why_not


def _named(options: Mapping[str, Any]) -> str:
    form = form_of(options.get("form") or "A,1", options.get("model"))
    return f"Intraclass correlation {form.mcgraw_wong}, {form.model}"


@coefficient(
    title="Intraclass correlation",
    title_zh="组内相关系数",
    symbol="ICC",
    formula=r"ICC(A,1) = \frac{\sigma_s^2}{\sigma_s^2 + \sigma_r^2 + \sigma_e^2}",
    range=(-np.inf, 1),
    references=("shrout1979", "mcgraw1996"),
    scales=("ordinal", "interval", "ratio"),
    ignores={"rater order", "shift"},
    chance_corrected=False,
    variants=_named,
    transform="fisher",
    interval="classical",
    from_mean_squares=True,
    needs={"linked raters", "variation"},
    disagreement="squared",
)
def icc(
    moments: Moments,
    *,
    form: str = "A,1",
    model: RaterModel | None = None,
    method: Method = "auto",
    averaged: int | None = None,
    all_forms: bool = False,
) -> Estimate:
    """Share of the variance of ratings that is due to differences between items.

    `form` is one of "1,1", "A,1", "C,1" (one rater's rating) and "1,k", "A,k", "C,k" (the mean of k); the
    names of Shrout and Fleiss ("ICC(2,1)", "ICC3k") are accepted too. A: absolute agreement, a constant
    difference between raters counts as error; C: consistency, it does not; 1: every item may have raters of
    its own. `model` states whether these raters are a sample of others ("random") or all that matter
    ("mixed"): the number is the same, but the conclusion is not.

    Where ratings are missing, variance components are estimated by restricted likelihood from all ratings
    (`method="anova"` excludes incomplete items instead, except for the one-way form, which uses all items
    with the mean number of ratings k₀). Estimates below 0 are shown. `averaged` gives the form for the mean
    of a different number of raters; `all_forms` shows the six estimates side by side.

    From 30 items on, the interval allows for scores that are not normal. For absolute agreement it also
    allows for the uncertainty of generalising from a few raters, unless `model="mixed"` limits the
    conclusions to these raters.
    """
    chosen = form_of(form, model)
    if moments.anonymous and chosen.raters != "nested":
        raise OptionError(
            f"{chosen.mcgraw_wong} needs to know who gave each rating, which these data do not record: use "
            "form='1,1'.",
            {"form": chosen.mcgraw_wong},
        )
    estimate = _one(moments, chosen, method, averaged)
    if not all_forms or estimate.undefined is not None:
        return estimate
    usual = [f for f in FORMS if f.shrout_fleiss and (f.raters == "nested" or not moments.anonymous)]
    parts = {f.mcgraw_wong: _one(moments, f, method, averaged if f.average else None) for f in usual}
    return replace(estimate, parts=parts)


def _one(m: Moments, form: Form, method: Method, averaged: int | None) -> Estimate:
    """With repeats or without."""
    if len(m.occasions) == 1:
        return one_form(m, form, method, averaged)
    from .replicates import icc_of_replicates  # which rests on this file

    return icc_of_replicates(m, form, averaged)


def one_form(m: Moments, form: Form, method: Method, averaged: int | None) -> Estimate:
    """One form, with its F test and limits."""
    one_way = form.raters == "nested"
    together = raters_averaged(m, form, averaged)
    likelihood = uses_likelihood(m, method)
    complete = not (likelihood or one_way)
    n = Total(m.complete.n if complete else m.n_with(1))

    def value(part: Moments) -> Numbers:
        return icc_of(mean_squares(part, method=method, one_way=one_way), form, together)

    if m.draws or not m.by.follows_slopes:
        with np.errstate(all="ignore"):
            return Estimate(value=Total(value(m)), n=n)
    reason = why_not(m, method, one_way=one_way)
    if reason is not None:
        return Estimate(value=Total(np.nan), n=n, undefined=reason)
    ms = mean_squares(m, method=method, one_way=one_way)
    if np.isnan(icc_of(ms, form, together)):
        return Estimate(
            value=Total(np.nan),
            n=n,
            undefined=_NO_WHOLE,
            details=details_of(ms, form, together, seen=not likelihood),
        )
    pivot = generalised_pivot(ms, form, together)
    return Estimate(
        value=m.follow(value),
        n=n,
        classical=replace(
            classical(ms, form, together, approximate=likelihood),
            notes=too_few_to_allow(m, ms, one_way=one_way, complete=complete),
        ),
        adjusted=adjusted(ms, form, together, for_ratio(m, ms, one_way=one_way, complete=complete)),
        intervals={} if pivot is None else {"generalised": pivot.limits},
        at_best=lambda missed: 1 - missed,
        details=details_of(ms, form, together, seen=not likelihood),
        notes=(
            *negative(ms, form),
            *few_raters(ms, form),
            *blurred(ms),
            *left_out(m, method, one_way=one_way),
        ),
    )


_NO_WHOLE = Note(
    "negative-variance",
    "The estimated item variance is so far below 0 that no proportion can be computed.",
)


def raters_averaged(m: Moments, form: Form, averaged: int | None) -> float:
    """Of how many raters' mean the form speaks."""
    if averaged is None:
        return float(m.n_raters) if form.average else 1.0
    if not form.average:
        raise OptionError(
            f"averaged requires a form of the mean, such as '{form.key[0]},k', not {form.key!r}."
        )
    if not is_count(averaged):
        raise OptionError(f"averaged must be a whole number of raters, 1 or more, got {quote(averaged)}.")
    return float(averaged)
