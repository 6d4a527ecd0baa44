"""Which interval and test an intraclass correlation has: plain F, fitted degrees of freedom, or the pivot."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from ...errors import OptionError
from ...quote import quote
from ...reduce.sums import Numbers
from ..coefficient import Classical
from .effective_df import EffectiveDesign
from .icc_forms import Form, icc_of, raters_as_sample, share_of_items
from .mean_squares import MeanSquares, f_quantile, f_tail, normal_se
from .spearman_brown import step_up
from .variance_limits import generalised_limits, generalised_probability


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
    pivot = generalised_pivot(ms if design is None else design.ms, form, together)
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


def generalised_pivot(ms: MeanSquares, form: Form, together: float) -> Classical | None:
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
    rho = share_of_items(ms.var_items, ms.var_raters + ms.var_error, 1.0)
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
