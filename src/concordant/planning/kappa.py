"""How many items for kappa before any data: raters alike, categories of known shares.

Under the common correlation model a pattern of ratings of an item has the probability

    P(pattern) = (1 − κ)·multinomial(pattern; p) + κ·[all equal]·p_c,

so a goodness-of-fit statistic of N items has the noncentrality N·Σ(P₁ − P₀)²/P₀ (Donner & Eliasziw, 1992). A
plan gives the number of items for the interval that concordant reports, and that of the formula with it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ..arguments import check_arguments
from ..coefficients.distributions import normal_quantile
from ..errors import OptionError
from ..inference.items_by_interval import items_by_interval, items_by_width
from ..language.message import Message
from .checks import another_value, at_least, category_shares, certainty, inside, one_aim
from .expected_ratings import common_correlation, pattern_shares
from .make_plan import Cost, around, planned
from .sample_plan import SamplePlan

POWER_FORMULA = "N = (z₁₋α/₂ + z₁₋β)² / Σ (P₁ − P₀)²/P₀"
WIDTH_FORMULA = "N = max χ²₁ / Σ (P − P_end)²/P_end, end = κ ± w/2"
#: More patterns of ratings than this are not gone through.
MOST_PATTERNS = 100_000


def _distance(kappa: float, other: float, shares: Sequence[float], raters: int) -> float:
    """Σ(P − P_other)²/P_other: what one item adds to the noncentrality."""
    mine, base = (pattern_shares(one, shares, raters) for one in (kappa, other))
    if not (mine > 0).all() or not (base > 0).all():
        raise OptionError("A kappa this low cannot occur with these shares of categories.")
    return float(((mine - base) ** 2 / base).sum())


def formula_for_test(
    *, kappa: float, null: float, shares: Sequence[float], raters: int, power: float, level: float
) -> float:
    """Items at which a kappa is told from another one with this power, by Donner and Eliasziw."""
    inside("null", null, -1, 1)
    if kappa == null:
        return math.inf
    z = normal_quantile(0.5 + level / 2) + normal_quantile(power)
    return z**2 / _distance(kappa, null, shares, raters)


def formula_for_width(
    *, kappa: float, width: float, shares: Sequence[float], raters: int, level: float
) -> float:
    """Items at which both ends of the interval lie within half the width, by Rotondi and Donner."""
    ends = kappa - width / 2, kappa + width / 2
    inside("width", width, 0, 2 * min(1 + kappa, 1 - kappa))
    z = normal_quantile(0.5 + level / 2)
    return max(z**2 / _distance(kappa, end, shares, raters) for end in ends)


def items_for_test(
    *, kappa: float, null: float, shares: Sequence[float], raters: int, power: float, level: float
) -> float:
    """Items at which the interval that concordant reports leaves out another kappa with this power."""
    formula = formula_for_test(kappa=kappa, null=null, shares=shares, raters=raters, power=power, level=level)
    if not math.isfinite(formula):
        return formula
    found = items_by_interval(
        _coefficient(raters), {}, lambda n: common_correlation(kappa, shares, raters, n), null, power, level
    )
    return formula if math.isnan(found) else found


def items_for_width(
    *, kappa: float, width: float, shares: Sequence[float], raters: int, level: float
) -> float:
    """Items at which the interval that concordant reports has this width."""
    inside("width", width, 0, 2 * min(1 + kappa, 1 - kappa))
    return items_by_width(
        _coefficient(raters), {}, lambda n: common_correlation(kappa, shares, raters, n), width, level
    )


def _coefficient(raters: int) -> str:
    return "cohen_kappa" if raters == 2 else "fleiss_kappa"


@check_arguments
def plan_kappa(
    *,
    kappa: float,
    null: float | None = None,
    width: float | None = None,
    shares: Sequence[float] | None = None,
    categories: int | None = None,
    raters: int = 2,
    power: float = 0.8,
    level: float = 0.95,
    minutes: float | None = None,
    price: float | None = None,
) -> SamplePlan:
    """Items for kappa: to tell it from another value, or for an interval of this width."""
    aim, shares = one_aim(null=null, width=width), category_shares(shares, categories)
    inside("kappa", kappa, -1, 1)
    another_value("kappa", kappa, null)
    at_least("raters", raters, 2)
    certainty(level, power)
    if math.comb(len(shares) + raters - 1, raters) > MOST_PATTERNS:
        raise OptionError("This many raters and categories give too many patterns: name fewer of either.")
    common = {"kappa": kappa, "shares": shares, "raters": raters, "level": level}
    vary: dict[str, Any] = {"kappa": around(kappa, 0.1, -1, 1), "raters": range(2, 5)}
    if len(shares) == 2:
        vary["shares"] = [(rare, 1 - rare) for rare in (0.1, 0.2, 0.3, 0.5)]
    tested = aim == "null"
    given = {**common, "null": null, "power": power} if tested else {**common, "width": width}
    return planned(
        "kappa",
        items_for_test if tested else items_for_width,
        given,
        title=Message(f"plan.kappa-{aim}", given),
        assumption=Message("plan.assume-kappa", {"kappa": kappa, "shares": shares_text(shares)}),
        formula=POWER_FORMULA if tested else WIDTH_FORMULA,
        sources=("donner1992",) if tested else ("rotondi2012",),
        published=formula_for_test if tested else formula_for_width,
        aim="power" if tested else "width",
        vary=vary,
        per_item=raters,
        cost=Cost(minutes, price),
        notes=(Message("plan.own"),),
    )


def shares_text(shares: Sequence[float]) -> list[str]:
    """Shares of categories in percent."""
    return [f"{100 * share:.3g}%" for share in shares]
