"""How many items for an intraclass correlation: a test (Walter, 1998) or an interval (Bonett, 2002)."""

from __future__ import annotations

import math
from typing import Any

from ..arguments import check_arguments
from ..coefficients.distributions import normal_quantile
from ..errors import choose
from ..language.message import Message
from .checks import at_least, certainty, inside, one_aim
from .make_plan import Cost, around, planned
from .sample_plan import SamplePlan, whole

POWER_FORMULA = "N = 1 + 2(z_α + z_β)²k / ((ln C)²(k − 1)), C = (1 + kρ₀/(1 − ρ₀)) / (1 + kρ₁/(1 − ρ₁))"
#: From so many items on, the default interval allows for scores that are not normal; more items make up for
#: it (`benchmarks/calibration/planning.py`: 78 to 81 % where 80 is stated, for ICC(1,1) and ICC(C,1)).
_ALLOWS_FROM, _MORE = 30, 5
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
        notes=_by_interval(items_for_test(**given)) if tested else (),
    )


def _by_interval(formula: float) -> tuple[Message, ...]:
    """How many items it takes by the interval that concordant gives, where that is another number."""
    needed = whole(formula)
    if not math.isfinite(needed) or needed < _ALLOWS_FROM:
        return ()
    return (Message("plan.by-interval", {"n": needed + _MORE}),)
