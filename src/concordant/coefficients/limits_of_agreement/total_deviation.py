"""How far apart two raters are on most items: total deviation index and coverage probability.

Both take the differences as normal, with mean μ and standard deviation σ.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from ...errors import OptionError
from ...number_text import show, whole
from ...quote import quote
from ...reduce.moments import Moments
from ...reduce.paired_columns import difference, normal_part
from ...reduce.sums import Numbers
from ...reduce.totals import Total
from ...result import Note
from ..coefficient import NO_ITEMS, Classical, Estimate, coefficient
from ..distributions import covered, log_odds, normal_quantile, reach
from ..normal_limits import near_normal

_ORDERED = ("ordinal", "interval", "ratio")
#: Lin's approximation is spoken of when it is off by this share.
_OFF = 0.05
#: So many standard errors of a share are no accident: differences then do not look normal.
_NO_ACCIDENT = 3.0


@coefficient(
    title="Total deviation index",
    title_zh="总偏差指数",
    symbol="TDI",
    formula=r"\Phi\left(\frac{\kappa - \mu}{\sigma}\right)"
    r" - \Phi\left(\frac{-\kappa - \mu}{\sigma}\right) = p",
    range=(0, np.inf),
    references=("lin2000", "lin2002"),
    scales=_ORDERED,
    ignores={"rater order", "shift"},
    test="z",
    best=0.0,
    chance_corrected=False,
    null=None,
    transform="log",
    interval="classical",
    two_raters=True,
)
def total_deviation_index(moments: Moments, *, coverage: float = 0.9, approximate: bool = False) -> Estimate:
    """The largest difference between two raters on a given share of items.

    If differences are normal, a share of `coverage` of them is no larger than this, in points of the
    scale. The upper end of a 90% interval is about the 95% upper limit, to be compared with the
    largest acceptable difference. `approximate` is Lin's z·√MSD, which is accurate if the mean difference
    is small relative to the spread.
    """
    if not (isinstance(coverage, (int, float)) and 0 < coverage < 1):
        raise OptionError(f"coverage must be a share between 0 and 1, such as 0.9, got {quote(coverage)}.")
    d = _differences(moments)
    value = partial(_lins if approximate else _reach, coverage=coverage)
    found = _followed(d, value, steady=not approximate)
    if found.undefined is not None or not d.by.follows_slopes:
        return found
    n, mean, sd = map(float, normal_part(d))
    kappa = float(found.value)
    exact = float(_reach(d, coverage))
    off = approximate and abs(kappa - exact) > _OFF * exact
    return replace(
        found,
        classical=(_lin_2002(n, mean, kappa, coverage) if approximate else _by_slopes(n, mean, sd, coverage)),
        at_best=_at_best(moments, coverage),
        details={**_details(d), "coverage": coverage, **({"exact": exact} if approximate else {})},
        notes=(*((_ROUGH,) if off else ()), *_not_normal(d, kappa, coverage)),
    )


_ROUGH = Note(
    "rough-approximation",
    "The mean difference is large relative to the spread, so Lin's approximation is inaccurate: see `exact`.",
)


@coefficient(
    title="Coverage probability",
    title_zh="覆盖概率",
    symbol="CP",
    formula=r"CP = \Phi\left(\frac{\delta - \mu}{\sigma}\right)"
    r" - \Phi\left(\frac{-\delta - \mu}{\sigma}\right)",
    range=(0, 1),
    references=("lin2002",),
    scales=_ORDERED,
    ignores={"rater order", "shift"},
    test="z",
    chance_corrected=False,
    null=None,
    transform="logit",
    interval="classical",
    two_raters=True,
)
def coverage_probability(moments: Moments, *, within: float = 1.0) -> Estimate:
    """Share of items on which two raters differ by no more than is allowed.

    `within` is the largest difference allowed, in points of the scale; differences are assumed to be normal.
    For the observed share, whatever the distribution, see `adjacent_agreement`.
    """
    if not (isinstance(within, (int, float)) and within > 0 and math.isfinite(within)):
        raise OptionError(f"within, the allowed difference, must be above 0, got {quote(within)}.")
    d = _differences(moments)
    found = _followed(d, partial(_covered, within=within), steady=True)
    if found.undefined is not None or not d.by.follows_slopes:
        return found
    return replace(
        found,
        classical=_odds(d, within),
        at_best=(lambda missed: 1 - missed) if not float(d.complete.mean[0]) else None,
        details={**_details(d), "within": float(within)},
        notes=_not_normal(d, within, float(found.value)),
    )


# --- values ---------------------------------------------------------------------------------------


def _differences(m: Moments) -> Moments:
    if len(m.occasions) > 1:
        raise OptionError(
            "This coefficient compares single ratings, but ratings were repeated: choose one occasion."
        )
    return difference(m, 0, 1)


def _followed(d: Moments, value: Callable[[Moments], Numbers], *, steady: bool) -> Estimate:
    """The value with its slopes, where there are two differences or more.

    A `steady` one stays as it is if differences that are all alike become one more.
    """
    n = Total(d.complete.n)
    if d.draws or not d.by.follows_slopes:
        return Estimate(value=Total(np.where(n.value > 1, value(d), np.nan)), n=n)
    if not float(n) > 1:
        return Estimate(value=Total(np.nan), n=n, undefined=_ONE if float(n) > 0 else NO_ITEMS)
    found = value(d)
    if float(normal_part(d)[2]) > 0 or (found > 0 and not steady):
        return Estimate(value=d.follow(value), n=n)
    return Estimate(value=Total(found, np.zeros(len(d.counts))), n=n)


_ONE = Note(
    "one-item", "Both raters rated only one item, so the spread of the differences cannot be estimated."
)


def _reach(d: Moments, coverage: float) -> Numbers:
    """κ, with its slopes by μ and σ for complex steps."""
    _, mean, sd = normal_part(d)
    return _along(mean, sd, *reach(mean.real, sd.real, coverage))


def _covered(d: Moments, within: float) -> Numbers:
    _, mean, sd = normal_part(d)
    return _along(mean, sd, *covered(mean.real, sd.real, within))


def _along(mean: Numbers, sd: Numbers, value: Numbers, by_mean: Numbers, by_sd: Numbers) -> Numbers:
    """f(μ, σ) + f_μ·dμ + f_σ·dσ, where μ and σ are a small step away from real numbers."""
    if not (np.iscomplexobj(mean) or np.iscomplexobj(sd)):
        return value
    return np.asarray(value + by_mean * (mean - mean.real) + by_sd * (sd - sd.real))


def _lins(d: Moments, coverage: float) -> Numbers:
    """z·√(Σd²/(n − 1))."""
    n, mean, sd = normal_part(d)
    msd = sd**2 + n * mean**2 / np.where(n.real > 1, n - 1, 1)
    return np.asarray(normal_quantile(0.5 + coverage / 2) * np.sqrt(msd))


# --- limits ---------------------------------------------------------------------------------------


def _by_slopes(n: float, mean: float, sd: float, coverage: float) -> Classical | None:
    """The mean of normal differences varies by σ²/n, their standard deviation by σ²/2(n − 1)."""
    if not sd > 0:
        return None
    kappa, by_mean, by_sd = (float(x) for x in reach(np.asarray(mean), np.asarray(sd), coverage))
    se = sd * math.sqrt(by_mean**2 / n + by_sd**2 / (2 * (n - 1)))
    return near_normal("normal differences, log scale", kappa, se, "log")


def _at_best(m: Moments, coverage: float) -> Callable[[float], float] | None:
    """As far apart as unrelated ratings are, for the share of items missed; unknown where nothing varies."""
    unrelated = _unrelated(m)
    if not unrelated > 0:
        return None
    return lambda missed: normal_quantile(0.5 + coverage / 2) * math.sqrt(missed * unrelated)


def _lin_2002(n: float, mean: float, kappa: float, coverage: float) -> Classical | None:
    """ln Σd²/(n − 1) has the variance 2(1 − μ⁴/MSD²)/(n − 2)."""
    msd = (kappa / normal_quantile(0.5 + coverage / 2)) ** 2
    if not (n > 2 and msd > mean**2):
        return None
    se = math.sqrt(2 * (1 - mean**4 / msd**2) / (n - 2)) / 2
    return near_normal("Lin, log scale", kappa, kappa * se, "log")


#: Log odds beyond this belong to a share that is 0 or 1 to the last digit.
_FAR = 700.0


def _odds(d: Moments, within: float) -> Classical | None:
    """The interval of the coverage probability, computed on log odds."""
    n, mean, sd = map(float, normal_part(d))
    if not sd > 0:
        return None
    value, by_mean, by_sd = (float(x) for x in covered(np.asarray(mean), np.asarray(sd), within))
    try:
        at, there_mean, there_sd = log_odds(mean, sd, within)
    except (OverflowError, ValueError):
        at = math.inf
    if abs(at) > _FAR:  # nearer to 0 or to 1 than numbers can tell
        name = "normal differences, log odds"
        return Classical(name=name, se=lambda: 0.0, limits=lambda level: (value, value), without_spread=True)
    spread = [
        sd * math.hypot(m / math.sqrt(n), s / math.sqrt(2 * (n - 1)))
        for m, s in ((by_mean, by_sd), (there_mean, there_sd))
    ]
    made = near_normal("normal differences, log odds", value, spread[0], "logit", at=at, se_there=spread[1])
    return replace(made, without_spread=True)  # all but certain is not certain


# --- what stands behind it ------------------------------------------------------------------------


def _details(d: Moments) -> dict[str, Any]:
    _, mean, sd = map(float, normal_part(d))
    bias = {"relative_bias_squared": (mean / sd) ** 2} if sd > 0 else {}
    return {"mean_difference": mean, "difference": d.raters[0], "sd_difference": sd, **bias}


def _unrelated(m: Moments) -> float:
    """The mean squared difference of two raters who know nothing of each other."""
    b = m.complete
    return float(np.trace(b.covariance) + np.diff(b.mean)[0] ** 2)


def _not_normal(d: Moments, size: float, expected: float) -> tuple[Note, ...]:
    """Whether many more, or fewer, differences are as small as normal ones would be."""
    if d.values is None:
        return ()
    there = ~np.isnan(d.measured[:, 0])
    near = np.abs(d.measured[there, 0]) <= size * (1 + 1e-9)
    n = float(d.counts[there].sum())
    seen = float(d.counts[there] @ near) / n
    if abs(seen - expected) <= _NO_ACCIDENT * math.sqrt(expected * (1 - expected) / n):
        return ()
    text = (
        f"Differences do not look normal: {seen:.1%} of {whole(n)} are {show(size)} or less; "
        f"{expected:.1%} would be expected if they were."
    )
    return (Note("not-normal", text, {"seen": seen, "n": whole(n), "size": size, "expected": expected}),)
