"""How many items for a share: exact or adjacent agreement, or a pass rate."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..arguments import check_arguments
from ..inference.items_by_interval import items_by_interval
from ..inference.items_needed import items_of_share
from ..inference.share_power import items_for_share
from ..language.message import Message
from ..ratings.audit import Audit
from ..ratings.ratings import Ratings
from ..ratings.scale import Scale
from .checks import another_value, certainty, inside, one_aim
from .make_plan import Cost, around, planned
from .sample_plan import SamplePlan

WIDTH_FORMULA = "2z·√(p(1 − p)/n + z²/4n²) / (1 + z²/n) = w"
TEST_FORMULA = "P(|X − n·p₀| > q·√(n·p₀(1 − p₀))) ≥ 1 − β, X ~ B(n, p₁), q = t₁₋α/₂(n − 1)"


def items_for_width(*, share: float, width: float, level: float) -> float:
    """The n at which Wilson's interval has this width."""
    inside("share", share, 0, 1, ends=True)
    inside("width", width, 0, 1)
    return items_of_share(share, width, level)


def items_for_test(*, share: float, null: float, power: float, level: float) -> float:
    """Items at which the interval of `study` leaves out a threshold with this power."""
    inside("share", share, 0, 1)
    inside("null", null, 0, 1)
    if share == null:
        return math.inf
    near = items_by_interval("exact_agreement", {}, lambda n: _agreeing(share, n), null, power, level)
    return items_for_share(near, share, null, power, level)


def _agreeing(share: float, n: float) -> Ratings:
    """Ratings of n items on which two raters agree with this share."""
    return Ratings(
        columns=(np.array([0, 0]), np.array([0, 1])),
        raters=("a", "b"),
        scale=Scale("nominal", (0, 1)),
        labels=np.array([0, 1]),
        weights=np.array([share, 1 - share]) * n,
        reading=Audit(source="expected ratings", rows_read=round(n), rows_used=round(n)),
    )


@check_arguments
def plan_share(
    *,
    share: float,
    null: float | None = None,
    width: float | None = None,
    power: float = 0.8,
    level: float = 0.95,
    minutes: float | None = None,
    price: float | None = None,
) -> SamplePlan:
    """Items for a share: to tell it from a threshold, or for an interval of this width."""
    aim = one_aim(null=null, width=width)
    another_value("share", share, null)
    certainty(level, power)
    tested = aim == "null"
    given: dict[str, Any] = {"share": share, "level": level}
    given |= {"null": null, "power": power} if tested else {"width": width}
    return planned(
        "share",
        items_for_test if tested else items_for_width,
        given,
        title=Message(f"plan.share-{aim}", given),
        assumption=Message("plan.assume-share", {"share": share}),
        formula=TEST_FORMULA if tested else WIDTH_FORMULA,
        sources=("wilson1927",),
        aim="power" if tested else "width",
        vary={"share": around(share, 0.05, 0, 1)},
        cost=Cost(minutes, price),
        notes=(Message("plan.where-share"),) if tested else (),
    )
