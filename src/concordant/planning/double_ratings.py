"""How many items to rate twice, where most have one rating: enough to know how far people agree."""

from __future__ import annotations

from ..arguments import check_arguments
from ..inference.items_needed import USUAL_AGREEMENT, USUAL_WIDTH, items_of_share, of_a_pool
from ..language.message import Message
from .checks import at_least, certainty, inside
from .make_plan import Cost, around, planned
from .sample_plan import SamplePlan

FORMULA = "2z·√(p(1 − p)/n + z²/4n²) / (1 + z²/n) = w; n_N = n / (1 + n/N)"


def items_to_double(*, agreement: float, width: float, pool: int | None, level: float) -> float:
    """Items with a second rating, for an interval of the agreement between people of this width."""
    inside("agreement", agreement, 0, 1, ends=True)
    inside("width", width, 0, 1)
    return of_a_pool(items_of_share(agreement, width, level), pool)


@check_arguments
def plan_double_ratings(
    *,
    agreement: float = USUAL_AGREEMENT,
    width: float = USUAL_WIDTH,
    pool: int | None = None,
    level: float = 0.95,
    minutes: float | None = None,
    price: float | None = None,
) -> SamplePlan:
    """Items to give to a second person, where most have one rating: how far people agree is then known."""
    certainty(level, 0.8)
    if pool is not None:
        at_least("pool", pool, 2)
    given = {"agreement": agreement, "width": width, "pool": pool, "level": level}
    return planned(
        "double-ratings",
        items_to_double,
        given,
        title=Message("plan.double", given),
        assumption=Message("plan.assume-double", given),
        formula=FORMULA,
        sources=("wilson1927",),
        aim="width",
        vary={"agreement": around(agreement, 0.1, 0, 1)},
        cost=Cost(minutes, price),
        notes=(Message("plan.double-how"),),
    )
