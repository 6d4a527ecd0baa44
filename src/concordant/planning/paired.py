"""How many items for a paired change of two rounds: a gain on the same items."""

from __future__ import annotations

import math

from ..arguments import check_arguments
from ..coefficients.distributions import normal_quantile
from ..errors import OptionError
from ..language.message import Message
from .checks import certainty, inside
from .make_plan import Cost, around, planned
from .sample_plan import SamplePlan

FORMULA = "N = (z·√d + z_β·√(d − g²))² / g²"


def items_for_gain(*, discordant: float, gain: float, power: float, level: float) -> float:
    """N at which a gain g shows, where a share d of the items changes from right to wrong or back."""
    inside("discordant", discordant, 0, 1, ends=True)
    inside("gain", gain, -1, 1)
    if gain == 0:
        return math.inf
    if abs(gain) > discordant:
        raise OptionError(
            f"A gain of {gain:g} is larger than the share of items that change (discordant), which is "
            "impossible."
        )
    z, z_power = normal_quantile(0.5 + level / 2), normal_quantile(power)
    return (z * math.sqrt(discordant) + z_power * math.sqrt(discordant - gain**2)) ** 2 / gain**2


@check_arguments
def plan_paired(
    *,
    discordant: float,
    gain: float,
    power: float = 0.8,
    level: float = 0.95,
    minutes: float | None = None,
    price: float | None = None,
) -> SamplePlan:
    """Items that two rounds must share for a gain in the share of agreement to show."""
    certainty(level, power)
    given = {"discordant": discordant, "gain": gain, "power": power, "level": level}
    return planned(
        "paired",
        items_for_gain,
        given,
        title=Message("plan.paired", given),
        assumption=Message("plan.assume-paired", given),
        formula=FORMULA,
        sources=("connor1987",),
        aim="power",
        vary={
            "discordant": around(discordant, 0.05, abs(gain), 1),
            "gain": tuple(float(f"{f * gain:.6g}") for f in (0.5, 0.75, 1.25, 1.5)),
        },
        cost=Cost(minutes, price),
    )
