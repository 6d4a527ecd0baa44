"""How many items for a correlation: an interval of a width, on Fisher's scale (Bonett & Wright, 2000)."""

from __future__ import annotations

import math

from ..arguments import check_arguments
from ..coefficients.distributions import normal_quantile
from ..language.message import Message
from .checks import certainty, inside
from .make_plan import Cost, around, planned
from .sample_plan import SamplePlan

FORMULA = "tanh(atanh r + z/√(n − 3)) − tanh(atanh r − z/√(n − 3)) = w"
_LEAST, _MOST = 3 + 1e-6, 1e12


def items_for_width(*, correlation: float, width: float, level: float) -> float:
    """The n at which Fisher's interval has this width."""
    from scipy.optimize import brentq

    inside("width", width, 0, 2)
    at, z = math.atanh(correlation), normal_quantile(0.5 + level / 2)

    def wider(n: float) -> float:
        reach = z / math.sqrt(n - 3)
        return math.tanh(at + reach) - math.tanh(at - reach) - width

    return float(brentq(wider, _LEAST, _MOST, xtol=1e-9))


@check_arguments
def plan_correlation(
    *,
    correlation: float,
    width: float,
    level: float = 0.95,
    minutes: float | None = None,
    price: float | None = None,
) -> SamplePlan:
    """Items for a Pearson correlation with an interval of this width."""
    inside("correlation", correlation, -1, 1)
    certainty(level, 0.8)
    given = {"correlation": correlation, "width": width, "level": level}
    return planned(
        "correlation",
        items_for_width,
        given,
        title=Message("plan.correlation-width", given),
        assumption=Message("plan.assume-correlation", given),
        formula=FORMULA,
        sources=("bonett2000",),
        aim="width",
        vary={"correlation": around(correlation, 0.1, -1, 1)},
        per_item=2,
        cost=Cost(minutes, price),
    )
