"""Measurement error in the units of the scale: SEM and smallest detectable change."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Literal

import numpy as np

from ...errors import OptionError, choose, is_number
from ...number_text import show
from ...quote import quote
from ...reduce.moments import Moments
from ...reduce.sums import Numbers
from ...reduce.totals import Total
from ...result import Note
from ..coefficient import Classical, Estimate, coefficient
from ..heavy_tails import SquaresTail
from .effective_df import EffectiveDesign, for_error
from .mean_squares import (
    MeanSquares,
    Method,
    blurred,
    left_out,
    mean_squares,
    normal_se,
    uses_likelihood,
    why_not,
)
from .variance_limits import chi_square_test, limits_of_sum

Kind = Literal["agreement", "consistency"]
_ORDERED = ("ordinal", "interval", "ratio")


def _named(title: str) -> Callable[[Mapping[str, Any]], str]:
    return lambda options: f"{title} ({options.get('kind') or 'agreement'})"


@coefficient(
    title="Standard error of measurement",
    title_zh="测量标准误",
    symbol="SEM",
    formula=r"SEM = \sqrt{\sigma_r^2 + \sigma_e^2}",
    range=(0, np.inf),
    references=("devet2006",),
    scales=_ORDERED,
    ignores={"rater order", "shift"},
    best=0.0,
    chance_corrected=False,
    null=None,
    transform="log",
    variants=_named("Standard error of measurement"),
    interval="classical",
    from_mean_squares=True,
    needs={"linked raters"},
    disagreement="squared",
)
def sem(moments: Moments, *, kind: Kind = "agreement", method: Method = "auto") -> Estimate:
    """Typical distance of a single rating from the item's true value, a standard deviation in points.

    "agreement" counts raters who are always higher or lower as error, √(σ_r² + σ_e²), a negative estimate
    of σ_r² as 0; "consistency" does not, √MS_e. Unlike a reliability it does not depend on how much the
    items differ.
    """
    return error_estimate(moments, _error_variance(kind), 1.0, method, one_way=False)


@coefficient(
    title="Smallest detectable change",
    title_zh="最小可检出变化",
    symbol="SDC",
    formula=r"SDC = z \sqrt2 \, SEM",
    range=(0, np.inf),
    references=("devet2006",),
    scales=_ORDERED,
    ignores={"rater order", "shift"},
    best=0.0,
    chance_corrected=False,
    null=None,
    transform="log",
    variants=_named("Smallest detectable change"),
    interval="classical",
    from_mean_squares=True,
    needs={"linked raters"},
)
def smallest_detectable_change(
    moments: Moments, *, kind: Kind = "agreement", certainty: float = 0.95, method: Method = "auto"
) -> Estimate:
    """The smallest change between two ratings of an item that exceeds measurement error.

    It is 1.96·√2·SEM at a `certainty` of 95%. Also called minimal detectable change (MDC).
    """
    return error_estimate(moments, _error_variance(kind), two_readings(certainty), method, one_way=False)


# --- how they are had -----------------------------------------------------------------------------

Variance = Callable[[MeanSquares], Numbers]


def _error_variance(kind: Kind) -> Variance:
    choose("kind", kind, ("agreement", "consistency"))
    if kind == "consistency":
        return lambda ms: ms.var_error
    return _with_raters


def _with_raters(ms: MeanSquares) -> Numbers:
    """σ_r² + σ_e², where an estimate of σ_r² below 0 counts as 0."""
    return ms.var_error + np.where(np.real(ms.var_raters) > 0, ms.var_raters, 0)


def two_readings(certainty: float) -> float:
    """z·√2: a difference of two readings has twice the variance of one."""
    if not (is_number(certainty) and 0 < certainty < 1):
        raise OptionError(f"certainty must be a share between 0 and 1, such as 0.95, got {quote(certainty)}.")
    from scipy.special import ndtri

    return float(ndtri(0.5 + certainty / 2) * math.sqrt(2))


def error_estimate(
    m: Moments, variance: Variance, times: float, method: Method, *, one_way: bool
) -> Estimate:
    """times · √variance, with its limits."""
    if len(m.occasions) > 1:
        raise OptionError(
            "Raters repeated their ratings here: use within_subject_sd or repeatability_limit, "
            "intra_rater for each rater's own error, or in Python choose one occasion with "
            "where(repeat=…)."
        )
    likelihood = uses_likelihood(m, method)
    n = Total(m.n_with(1) if likelihood or one_way else m.complete.n)

    def value(part: Moments) -> Numbers:
        found = variance(mean_squares(part, method=method, one_way=one_way))
        return np.asarray(times * np.sqrt(found))

    if m.draws or not m.by.follows_slopes:
        with np.errstate(all="ignore"):
            return Estimate(value=Total(value(m)), n=n)
    reason = why_not(m, method, one_way=one_way)
    if reason is not None and reason.code != "no-variation":
        return Estimate(value=Total(np.nan), n=n, undefined=reason)
    if reason is not None:
        return Estimate(value=Total(0.0, np.zeros(len(m.counts))), n=n, notes=(NO_ERROR,))
    ms = mean_squares(m, method=method, one_way=one_way)
    if not float(variance(ms)) > 0:
        return Estimate(value=Total(0.0, np.zeros(len(m.counts))), n=n, notes=(NO_ERROR,))
    return Estimate(
        value=m.follow(value),
        n=n,
        classical=_classical(ms, variance, times),
        adjusted=_adjusted(
            for_error(m, ms, one_way=one_way, complete=not (likelihood or one_way)), variance, times
        ),
        details=_details(ms, one_way),
        notes=(
            *_cut(ms, variance),
            *(blurred(ms) if likelihood else ()),
            *left_out(m, method, one_way=one_way),
        ),
    )


NO_ERROR = Note("no-error", "All ratings of each item are the same, so no measurement error was observed.")


def _cut(ms: MeanSquares, variance: Variance) -> tuple[Note, ...]:
    """Unlike elsewhere, an estimate below 0 is not used as it is here."""
    if variance is not _with_raters or not float(ms.var_raters) < 0:
        return ()
    value = float(ms.var_raters)
    text = f"The estimated rater variance is below 0 ({show(value)}) and was set to 0 here."
    return (Note("negative-variance", text, {"value": value}),)


def _classical(
    ms: MeanSquares, variance: Variance, times: float, tail: SquaresTail | None = None
) -> Classical:
    def se() -> float:
        return float(normal_se(lambda part: np.asarray(times * np.sqrt(variance(part))), ms))

    def limits(level: float) -> tuple[float, float]:
        above = 0.0 if tail is None else tail.above(level)
        low, high = limits_of_sum(_terms(ms, variance), level, above)
        low = min(low, float(variance(ms)))  # where a rater variance below 0 counts as 0
        return times * math.sqrt(max(low, 0.0)), times * math.sqrt(high)

    return Classical(
        name="chi-square",
        se=se,
        limits=limits,
        test=lambda null, side: chi_square_test(_terms(ms, variance), null / times, side),
    )


def _adjusted(design: EffectiveDesign | None, variance: Variance, times: float) -> Classical | None:
    """Chi-square limits with the degrees of freedom that fit the data, and room for a long tail."""
    if design is None:
        return None
    name = f"chi-square, effective df {float(design.ms.df_error):.0f}"
    made = _classical(design.ms, variance, times, design.tail)
    return replace(made, name=name, notes=design.notes)


def _terms(ms: MeanSquares, variance: Variance) -> list[tuple[float, float]]:
    """The variance as a sum of mean squares: MS_r/n + (1 − 1/n)·MS_e, or MS_e alone."""
    if variance is not _with_raters:
        return [(float(ms.error), float(ms.df_error))]
    n = float(ms.n)
    return [
        (float(ms.raters) / n, float(ms.df_raters)),
        (float(ms.error) * (1 - 1 / n), float(ms.df_error)),
    ]


def _details(ms: MeanSquares, one_way: bool) -> dict[str, float]:
    if one_way:
        return {"var_within": float(ms.var_error)}
    return {"var_raters": float(ms.var_raters), "var_error": float(ms.var_error)}
