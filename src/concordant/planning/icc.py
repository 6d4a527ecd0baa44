"""How many items for an intraclass correlation: a test (Walter, 1998) or an interval (Bonett, 2002).

Walter's formula is for the F test. The interval that concordant gives allows for scores that are not normal
and, in ICC(A,1), for how little a few raters show of how raters differ in level; how many items it takes is
simulated.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from typing import Any, Literal

import numpy as np

from ..arguments import check_arguments
from ..coefficients.catalogue import BY_NAME
from ..coefficients.distributions import normal_quantile
from ..errors import choose
from ..language.message import Message
from ..reduce.moments import of_values
from .checks import at_least, certainty, inside, one_aim
from .make_plan import Cost, around, planned
from .sample_plan import SamplePlan
from .simulated_power import Simulation, items_by_simulation

IccForm = Literal["A,1", "C,1", "1,1"]
POWER_FORMULA = "N = 1 + 2(z_α + z_β)²k / ((ln C)²(k − 1)), C = (1 + kρ₀/(1 − ρ₀)) / (1 + kρ₁/(1 − ρ₁))"
#: Samples for each number of items.
_SAMPLES = 1500
#: With two raters the power of ICC(A,1) rises late and slowly: the search begins at so many times the
#: formula, with fewer samples.
_LATE, _FEWER_SAMPLES = 20.0, 400
WIDTH_FORMULA = "N = 8z²(1 − ρ)²(1 + (k − 1)ρ)² / (k(k − 1)w²) + 1; + 5ρ (k = 2, ρ ≥ 0.7)"


def items_for_test(*, icc: float, null: float, raters: int, power: float, level: float, sided: int) -> float:
    """N at which an intraclass correlation is told from a lower one."""
    inside("null", null, 0, 1, ends=True)
    k = raters
    if icc == null:
        return math.inf
    c = (1 + k * null / (1 - null)) / (1 + k * icc / (1 - icc))
    z = normal_quantile(1 - (1 - level) / sided) + normal_quantile(power)
    return 1 + 2 * z**2 * k / (math.log(c) ** 2 * (k - 1))


def items_for_width(*, icc: float, width: float, raters: int, level: float) -> float:
    """N at which the interval has this width."""
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
    at_least("raters", raters, 2)
    choose("sided", sided, (1, 2))
    certainty(level, power)
    tested = aim == "null"
    common: dict[str, Any] = {"icc": icc, "raters": raters, "level": level}
    given = {**common, "null": null, "power": power, "sided": sided} if tested else {**common, "width": width}
    return planned(
        "icc",
        items_for_test if tested else items_for_width,
        given,
        title=Message(f"plan.icc-{aim}", {**given, "tails": f"{sided}-sided"}),
        assumption=Message("plan.assume-icc", {"icc": icc, "raters": raters}),
        formula=POWER_FORMULA if tested else WIDTH_FORMULA,
        sources=("walter1998",) if tested else ("bonett2002",),
        aim="power" if tested else "width",
        vary={"icc": around(icc, 0.05, 0, 1), "raters": range(2, 6)},
        per_item=raters,
        cost=Cost(minutes, price),
        notes=tuple(_by_interval(given, form)) if tested else (),
        options={**given, "form": form},
    )


def _by_interval(given: dict[str, Any], form: IccForm) -> Iterator[Message]:
    """How many items it takes by the interval that concordant gives; and by three raters."""
    formula = items_for_test(**given)
    if not given["null"] < given["icc"] or not math.isfinite(formula):
        return
    n = _simulated(form=form, **given)
    kind = "agreement" if form == "A,1" else "icc"
    yield Message(f"plan.by-interval-{kind if math.isfinite(n) else 'never'}", {"n": n, "form": form})
    if form == "A,1" and given["raters"] == 2:
        three = _simulated(form=form, **{**given, "raters": 3})
        yield Message("plan.third-rater", {"n": three})


@cache
def _simulated(
    *, icc: float, null: float, raters: int, power: float, level: float, sided: int, form: IccForm
) -> float:
    near = items_for_test(icc=icc, null=null, raters=raters, power=power, level=level, sided=sided)
    simulation = _simulation(icc, null, raters, 1 - 2 / sided * (1 - level), form)
    if form == "A,1" and raters == 2:
        return items_by_simulation(simulation, _LATE * near, power, _FEWER_SAMPLES)
    return items_by_simulation(simulation, near, power, _SAMPLES)


def _simulation(icc: float, null: float, raters: int, level: float, form: IccForm) -> Simulation:
    """The interval of normal scores by raters who do not differ in level, beside the F test of consistency.

    MS_items/MS_error is F times (1 + (k − 1)ρ)/(1 − ρ), so that the power of the F test is known.
    """
    from scipy.special import fdtrc, fdtri

    coefficient, names, p = BY_NAME["icc"], tuple(map(str, range(raters))), 0.5 + level / 2
    spreads = math.sqrt(icc), math.sqrt(1 - icc)
    at, over = ((1 + (raters - 1) * rho) / (1 - rho) for rho in (null, icc))

    def reach(n: int) -> float:
        return at * float(fdtri(n - 1, (n - 1) * (raters - 1), p))

    def shows(n: int, rng: np.random.Generator) -> tuple[bool, bool]:
        scores = spreads[0] * rng.normal(size=(n, 1)) + spreads[1] * rng.normal(size=(n, raters))
        found = coefficient(of_values(np.asfortranarray(scores), names), form=form)
        own = found.classical if found.adjusted is None else found.adjusted
        rest = scores - scores.mean(axis=1, keepdims=True) - scores.mean(axis=0) + scores.mean()
        between = raters * (n - 1) * scores.mean(axis=1).var(ddof=1) * (raters - 1)
        return own is not None and own.limits(level)[0] > null, between > reach(n) * (rest**2).sum()

    def known(n: int) -> float:
        return float(fdtrc(n - 1, (n - 1) * (raters - 1), reach(n) / over))

    return Simulation(shows, known)
