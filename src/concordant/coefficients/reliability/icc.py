"""The intraclass correlation: which share of the variance of ratings is that of the items."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from ...errors import OptionError, is_count
from ...quote import quote
from ...reduce.moments import Moments
from ...reduce.sums import Numbers
from ...reduce.totals import Total
from ...result import Note
from ..coefficient import Classical, Estimate, coefficient
from .effective_df import EffectiveDesign, for_ratio, too_few_to_allow
from .icc_forms import FORMS, Form, RaterModel, details_of, few_raters, form_of, negative, raters_as_sample
from .mean_squares import (
    MeanSquares,
    Method,
    blurred,
    f_quantile,
    f_tail,
    left_out,
    mean_squares,
    normal_se,
    uses_likelihood,
    why_not,
)
from .spearman_brown import step_up
from .variance_limits import generalised_limits, generalised_probability


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
    pivot = _generalised(ms, form, together)
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


def icc_of(ms: MeanSquares, form: Form, together: float) -> Numbers:
    """σ_s² / (σ_s² + (σ_r² + σ_e²)/k), without σ_r² where consistency is enough."""
    return _share(ms.var_items, ms.var_error + (ms.var_raters if form.absolute else 0), together)


def _share(signal: Numbers, noise: Numbers, together: float) -> Numbers:
    """Where estimates of variance below 0 leave no variance at all, there is no share of it."""
    whole = signal + noise / together
    with np.errstate(divide="ignore", invalid="ignore"):
        some = np.real(whole) > 1e-12 * (np.abs(signal) + np.abs(noise) / together)
        return np.asarray(np.where(some, signal / whole, np.nan))


# --- F ------------------------------------------------------------------------------------------


def classical(ms: MeanSquares, form: Form, together: float, *, approximate: bool) -> Classical:
    """F limits and tests of Shrout and Fleiss, and McGraw and Wong."""
    return Classical(
        name="F, effective design" if approximate else "F",
        se=lambda: float(normal_se(partial(icc_of, form=form, together=together), ms)),
        limits=lambda level: tuple(map(float, icc_limits(ms, form, together, level))),  # type: ignore[arg-type,return-value]
        test=lambda null, side: _tested(ms, form, together, null, side),
    )


def adjusted(
    ms: MeanSquares, form: Form, together: float, design: EffectiveDesign | None
) -> Classical | None:
    """F limits with the degrees of freedom that fit the data; of absolute agreement with raters who stand for
    others and seem to differ in level, the generalised pivot, which knows how little a few raters tell.

    None where nothing is to adjust.
    """
    few = float(ms.df_raters) + 1 <= _FEW
    pivot = _generalised(ms if design is None else design.ms, form, together)
    if pivot is not None and form.raters == "random" and (few or design is not None) and _differ(ms):
        notes = (*raters_as_sample(ms, form), *(() if design is None else design.notes))
        return replace(pivot, notes=notes)
    if design is None:
        return None
    name = f"F, effective df {float(design.ms.df_items):.0f} and {float(design.ms.df_error):.0f}"
    return replace(classical(design.ms, form, together, approximate=False), name=name, notes=design.notes)


def _differ(ms: MeanSquares) -> bool:
    """Whether raters seem to differ in level."""
    return float(f_tail(ms.raters / ms.error, ms.df_raters, ms.df_error, None)) < _DIFFER


#: With so many raters or fewer, how they differ in level is hardly known.
_FEW = 3
#: Raters seem to differ in level where a test of their means has a p below this. The test is lenient: to take
#: raters for alike who are not costs coverage; the other way round costs width only.
_DIFFER = 0.25


def _generalised(ms: MeanSquares, form: Form, together: float) -> Classical | None:
    """For absolute agreement, limits that allow for few raters; stepped up like the others."""
    if form.raters == "nested" or not form.absolute or not float(ms.error) > 0:
        return None

    def limits(level: float) -> tuple[float, float]:
        low, high = generalised_limits(ms, level)
        return float(_stepped(np.asarray(low), together)), float(_stepped(np.asarray(high), together))

    def test(null: float, side: str | None) -> tuple[dict[str, Any], float]:
        if not 0 < null < 1:  # the pivot is followed from 0 to 1; at 0 the F test is exact
            return _tested(ms, form, together, null, side)
        below = generalised_probability(ms, float(step_up(np.asarray(null), 1 / together)))
        p = {"less": 1 - below, "two-sided": 2 * min(below, 1 - below)}.get(str(side), below)
        return {"null_value": null, "test": "generalised pivot", "statistic": below}, p

    plain = classical(ms, form, together, approximate=False)
    return replace(plain, name="generalised pivot", limits=limits, test=test)


def icc_limits(ms: MeanSquares, form: Form, together: float, level: float) -> tuple[Numbers, Numbers]:
    """Both ends; those of a mean of raters are those of one rater, stepped up (Spearman and Brown)."""
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        random = form.raters != "nested" and form.absolute
        low, high = _agreement_limits(ms, level) if random else _consistency_limits(ms, level)
        return _stepped(low, together), _stepped(high, together)


def _stepped(one: Numbers, times: float) -> Numbers:
    """Stepped up; a limit so far below 0 that no mean could have it is minus infinity."""
    return np.asarray(np.where(1 + (times - 1) * one > 0, step_up(one, times), -np.inf))


def _consistency_limits(ms: MeanSquares, level: float) -> tuple[Numbers, Numbers]:
    """(F′ − 1)/(F′ + k − 1), F′ the observed F over its upper quantile, or times the other way round."""
    p = 0.5 + level / 2
    f = ms.items / ms.error
    low = f / f_quantile(p, ms.df_items, ms.df_error)
    high = f * f_quantile(p, ms.df_error, ms.df_items)
    return (low - 1) / (low + ms.k - 1), (high - 1) / (high + ms.k - 1)


def _agreement_limits(ms: MeanSquares, level: float) -> tuple[Numbers, Numbers]:
    """McGraw and Wong's limits of ICC(A,1), with Satterthwaite's degrees of freedom at the estimate."""
    n, k, p = ms.n, ms.k, 0.5 + level / 2
    rho = _share(ms.var_items, ms.var_raters + ms.var_error, 1.0)
    _, v = _satterthwaite(ms, rho)
    lower, upper = f_quantile(p, ms.df_items, v), f_quantile(p, v, ms.df_items)
    rest = k * ms.raters + (k * n - k - n) * ms.error
    low = n * (ms.items - lower * ms.error) / (lower * rest + n * ms.items)
    high = n * (upper * ms.items - ms.error) / (rest + n * upper * ms.items)
    return low, high


def _satterthwaite(ms: MeanSquares, rho: Any) -> tuple[Numbers, Numbers]:
    """a·MS_r + b·MS_e, which is what MS_s would be expected to be if ICC(A,1) were rho, and its df."""
    a = ms.k * rho / (ms.n * (1 - rho))
    b = 1 + ms.k * rho * (ms.n - 1) / (ms.n * (1 - rho))
    raters, error = a * ms.raters, b * ms.error
    spread = raters**2 / np.where(ms.df_raters > 0, ms.df_raters, 1) + error**2 / ms.df_error
    df = (raters + error) ** 2 / np.where(spread > 0, spread, 1)
    return raters + error, np.where(spread > 0, df, ms.df_error)


def _tested(
    ms: MeanSquares, form: Form, together: float, null: float, side: str | None
) -> tuple[dict[str, Any], float]:
    f, df2 = f_ratio(ms, form, together, null)
    details = {
        "null_value": null, "test": "F", "statistic": float(f), "df1": float(ms.df_items), "df2": float(df2),
    }  # fmt: skip
    return details, float(f_tail(f, ms.df_items, df2, side))


def f_ratio(ms: MeanSquares, form: Form, together: float, null: float) -> tuple[Numbers, Numbers]:
    """F against any value, and its second df; of a mean of raters, against that value stepped down to one."""
    if not null < 1:
        raise OptionError(
            f"An intraclass correlation can be tested only against a value below 1, got {quote(null)}."
        )
    one = step_up(np.asarray(null), 1 / together)
    if form.raters != "nested" and form.absolute:
        expected, df2 = _satterthwaite(ms, one)
    else:
        expected, df2 = ms.error * (1 + ms.k * one / (1 - one)), ms.df_error
    with np.errstate(divide="ignore", invalid="ignore"):  # rounding may leave less than nothing
        return np.asarray(np.maximum(ms.items, 0) / np.maximum(expected, 0)), np.asarray(df2)
