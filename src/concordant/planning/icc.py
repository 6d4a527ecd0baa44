"""How many items for an intraclass correlation: a test (Walter, 1998) or an interval (Bonett, 2002).

Both formulas are for the F test and its interval. The interval that concordant reports allows for scores that
are not normal and, in ICC(A,1), for how little a few raters show of how raters differ in level; how many
items it takes is simulated.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ..arguments import check_arguments
from ..coefficients.catalogue import BY_NAME
from ..coefficients.distributions import normal_quantile
from ..coefficients.normal_limits import LEAST_ITEMS
from ..errors import choose
from ..language.message import Message
from ..reduce.moments import of_values
from .checks import another_value, at_least, certainty, inside, one_aim
from .make_plan import Cost, around, planned
from .sample_plan import SamplePlan, whole
from .simulated_power import Simulation, items_by_simulated_width, items_by_simulation

IccForm = Literal["A,1", "C,1", "1,1"]
POWER_FORMULA = "N = 1 + 2(z_α + z_β)²k / ((ln C)²(k − 1)), C = (1 + kρ₀/(1 − ρ₀)) / (1 + kρ₁/(1 − ρ₁))"
#: Samples for each number of items, and for other numbers of raters than the one that is planned.
_SAMPLES, _GLANCE = 1000, 250


#: With two raters the power of ICC(A,1) rises late and slowly: the search begins at so many times the
#: formula, with fewer samples.
_LATE, _FEWER_SAMPLES = 20.0, 400
WIDTH_FORMULA = "N = 8z²(1 − ρ)²(1 + (k − 1)ρ)² / (k(k − 1)w²) + 1; + 5ρ (k = 2, ρ ≥ 0.7)"


def formula_for_test(
    *, icc: float, null: float, raters: int, power: float, level: float, sided: int
) -> float:
    """N at which an F test tells an intraclass correlation from a lower one."""
    inside("null", null, 0, 1, ends=True)
    k = raters
    if icc == null:
        return math.inf
    c = (1 + k * null / (1 - null)) / (1 + k * icc / (1 - icc))
    z = normal_quantile(1 - (1 - level) / sided) + normal_quantile(power)
    return 1 + 2 * z**2 * k / (math.log(c) ** 2 * (k - 1))


def formula_for_width(*, icc: float, width: float, raters: int, level: float) -> float:
    """N at which the interval by F has this width."""
    inside("width", width, 0, 1)
    k, z = raters, normal_quantile(0.5 + level / 2)
    n = 8 * z**2 * (1 - icc) ** 2 * (1 + (k - 1) * icc) ** 2 / (k * (k - 1) * width**2) + 1
    return n + 5 * icc if k == 2 and icc >= 0.7 else n


@check_arguments
def plan_icc(
    *,
    icc: float,
    null: float | None = None,
    width: float | None = None,
    raters: int = 2,
    form: IccForm = "A,1",
    sided: int = 2,
    power: float = 0.8,
    level: float = 0.95,
    minutes: float | None = None,
    price: float | None = None,
) -> SamplePlan:
    """Items for an intraclass correlation: to tell it from a lower one, or for an interval of this width."""
    aim = one_aim(null=null, width=width)
    inside("icc", icc, 0, 1)
    another_value("icc", icc, null)
    at_least("raters", raters, 2)
    choose("sided", sided, (1, 2))
    certainty(level, power)
    tested = aim == "null"
    common: dict[str, Any] = {"icc": icc, "raters": raters, "level": level}
    given = {**common, "null": null, "power": power, "sided": sided} if tested else {**common, "width": width}
    formula = formula_for_test if tested else formula_for_width
    simulated = math.isfinite(formula(**given)) and (null is None or null < icc)
    found = planned(
        "icc",
        _solver(formula, given, form) if simulated else formula,
        given,
        title=Message(f"plan.icc-{aim}", {**given, "tails": f"{sided}-sided"}),
        assumption=Message("plan.assume-icc", {"icc": icc, "raters": raters}),
        formula=POWER_FORMULA if tested else WIDTH_FORMULA,
        sources=("walter1998",) if tested else ("bonett2002",),
        aim="power" if tested else "width",
        vary={"icc": around(icc, 0.05, 0, 1), "raters": _others(raters, form)},
        per_item=raters,
        cost=Cost(minutes, price),
        notes=tuple(_notes(formula, given, form)) if simulated else (),
        options={**given, "form": form},
        published=formula if simulated else None,
    )
    # with two raters the power of ICC(A,1) stays near 70% over hundreds of items: no formula follows it
    return replace(found, curve=()) if tested and form == "A,1" and raters == 2 else found


def _others(raters: int, form: IccForm) -> tuple[int, ...]:
    """Other numbers of raters; two are far too few to know how raters differ in level."""
    return tuple(range(3, 6)) if form == "A,1" and raters != 2 else tuple(range(2, 6))


def _solver(formula: Callable[..., float], given: dict[str, Any], form: IccForm) -> Callable[..., float]:
    """The number of items for what is asked; for other values in proportion to the formula's."""
    own = _own(formula, given, form, _SAMPLES)

    def solve(**options: Any) -> float:
        if options["raters"] != given["raters"]:
            return _own(formula, options, form, _glance(options["raters"], form))
        by_formula = formula(**options)
        return own * by_formula / formula(**given) if math.isfinite(own) else own

    return solve


def _glance(raters: int, form: IccForm) -> int:
    """Three raters are what two are compared with, so their number is as good."""
    return _SAMPLES if form == "A,1" and raters == 3 else _GLANCE


def _own(formula: Callable[..., float], given: dict[str, Any], form: IccForm, samples: int) -> float:
    near = formula(**given)
    tested = formula is formula_for_test
    if not math.isfinite(near) or (tested and form != "A,1" and whole(near) < LEAST_ITEMS):
        return near  # with so few items the interval is that of the F test
    return (_by_test if tested else _by_width)(form=form, near=near, samples=samples, **given)


def _notes(formula: Callable[..., float], given: dict[str, Any], form: IccForm) -> Iterator[Message]:
    """What the number rests on; and how many items it takes with three raters."""
    own = _own(formula, given, form, _SAMPLES)
    if not math.isfinite(own):
        yield Message("plan.own-icc-never", {"form": form})
    elif own == formula(**given):
        yield Message("plan.own-few")
    else:
        yield Message("plan.own-agreement" if form == "A,1" else "plan.own-icc", {"form": form})
    if form == "A,1" and given["raters"] == 2:
        yield Message("plan.third-rater", {"n": whole(_own(formula, {**given, "raters": 3}, form, _SAMPLES))})


@cache
def _by_test(
    *, icc: float, null: float, raters: int, power: float, level: float, sided: int, form: IccForm,
    near: float, samples: int,
) -> float:  # fmt: skip
    simulation = _simulation(icc, null, raters, 1 - 2 / sided * (1 - level), form)
    if form == "A,1" and raters == 2:
        return items_by_simulation(simulation, _LATE * near, power, _FEWER_SAMPLES)
    return items_by_simulation(simulation, near, power, samples, 4 if form == "A,1" else LEAST_ITEMS)


@cache
def _by_width(
    *, icc: float, width: float, raters: int, level: float, form: IccForm, near: float, samples: int
) -> float:
    coefficient, names = BY_NAME["icc"], tuple(map(str, range(raters)))

    def one(n: int, rng: np.random.Generator) -> float:
        found = coefficient(of_values(_scores(icc, n, raters, rng), names), form=form)
        own = found.classical if found.adjusted is None else found.adjusted
        low, high = (math.nan, math.nan) if own is None else own.limits(level)
        return high - low

    return items_by_simulated_width(one, near, width, samples // 2)


def _scores(icc: float, n: int, raters: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """Normal scores by raters who do not differ in level."""
    spreads = math.sqrt(icc), math.sqrt(1 - icc)
    return np.asfortranarray(spreads[0] * rng.normal(size=(n, 1)) + spreads[1] * rng.normal(size=(n, raters)))


def _simulation(icc: float, null: float, raters: int, level: float, form: IccForm) -> Simulation:
    """The interval that concordant reports, beside the F test of consistency.

    MS_items/MS_error is F times (1 + (k − 1)ρ)/(1 − ρ), so that the power of the F test is known.
    """
    from scipy.special import fdtrc, fdtri

    coefficient, names, p = BY_NAME["icc"], tuple(map(str, range(raters))), 0.5 + level / 2
    at, over = ((1 + (raters - 1) * rho) / (1 - rho) for rho in (null, icc))

    def reach(n: int) -> float:
        return at * float(fdtri(n - 1, (n - 1) * (raters - 1), p))

    def shows(n: int, rng: np.random.Generator) -> tuple[bool, bool]:
        scores = _scores(icc, n, raters, rng)
        found = coefficient(of_values(scores, names), form=form)
        own = found.classical if found.adjusted is None else found.adjusted
        rest = scores - scores.mean(axis=1, keepdims=True) - scores.mean(axis=0) + scores.mean()
        between = raters * (n - 1) * scores.mean(axis=1).var(ddof=1) * (raters - 1)
        return own is not None and own.limits(level)[0] > null, between > reach(n) * (rest**2).sum()

    def known(n: int) -> float:
        return float(fdtrc(n - 1, (n - 1) * (raters - 1), reach(n) / over))

    return Simulation(shows, known)
