"""How many raters an item and how many repeats: for a reliability (D study), or under a budget."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from ..arguments import check_arguments
from ..digits import rounded
from ..errors import OptionError
from ..language.message import Message
from .checks import at_least, inside, one_aim, positive
from .make_plan import Cost
from .sample_plan import SamplePlan, whole

TARGET_FORMULA = "ρ_k = σ²_item / (σ²_item + σ²_e·((1 − v) + v/m)/k)"
BUDGET_FORMULA = "k = √(c_item/c_rating · σ²_e/σ²_item)"
#: Repeats of each rater that are gone through, and reliabilities to reach.
_REPEATS = (1, 2, 3)
_TARGETS = (0.6, 0.7, 0.8, 0.9, 0.95)


def raters_for_target(*, reliability: float, target: float, repeat_error: float, repeats: int) -> float:
    """k at which the mean of k raters, each repeating m times, has this reliability.

    σ²_e/σ²_item = (1 − ρ)/ρ; of the error a share v changes with each repeat.
    """
    inside("reliability", reliability, 0, 1)
    inside("target", target, 0, 1)
    error = (1 - reliability) / reliability * (1 - repeat_error + repeat_error / repeats)
    return max(error * target / (1 - target), 1.0)


def raters_for_budget(*, reliability: float, item_cost: float, rating_cost: float) -> float:
    """k at which a mean over items is most certain for its cost."""
    inside("reliability", reliability, 0, 1)
    return math.sqrt(item_cost / rating_cost * (1 - reliability) / reliability)


@check_arguments
def plan_raters(
    *,
    reliability: float,
    target: float | None = None,
    budget: float | None = None,
    item_cost: float = 1.0,
    rating_cost: float = 1.0,
    repeat_error: float = 0.0,
    minutes: float | None = None,
    price: float | None = None,
) -> SamplePlan:
    """Raters an item: for a reliability of their mean, or the best use of a budget."""
    inside("reliability", reliability, 0, 1)
    inside("repeat_error", repeat_error, 0, 1, ends=True)
    if one_aim(target=target, budget=budget) == "target":
        return _for_target(reliability, float(target or 0), repeat_error, Cost(minutes, price))
    for name, cost in (("item_cost", item_cost), ("rating_cost", rating_cost), ("budget", budget)):
        positive(name, cost or 0.0)
    return _for_budget(reliability, float(budget or 0), item_cost, rating_cost)


def _for_target(reliability: float, target: float, repeat_error: float, cost: Cost) -> SamplePlan:
    given: dict[str, Any] = {"reliability": reliability, "target": target, "repeat_error": repeat_error}
    exact = raters_for_target(**given, repeats=1)
    return SamplePlan(
        question="raters",
        title=Message("plan.raters-target", given),
        exact=exact,
        answer={"raters": whole(exact)},
        assumption=Message("plan.assume-raters" if repeat_error > 0 else "plan.assume-raters-once", given),
        formula=TARGET_FORMULA,
        sources=("brennan2001",),
        moves=tuple(_other_raters(given)),
        curve=tuple(
            {
                "name": "target",
                "value": one,
                "answer": whole(raters_for_target(**given | {"target": one}, repeats=1)),
            }
            for one in sorted({*_TARGETS, target})
        ),
        cost={f"{name}-item": value for name, value in cost.of(whole(exact)).items()},
        notes=(Message("plan.where-raters"),),
        options=given,
    )


def _other_raters(given: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for other in (-0.1, -0.05, 0.0, 0.05, 0.1):
        reliability = rounded(given["reliability"] + other)
        if 0 < reliability < 1:
            exact = raters_for_target(**{**given, "reliability": reliability}, repeats=1)
            yield {"name": "reliability", "value": reliability, "answer": whole(exact)}
    for repeats in _REPEATS if given["repeat_error"] > 0 else ():
        yield {
            "name": "repeats",
            "value": repeats,
            "answer": whole(raters_for_target(**given, repeats=repeats)),
        }


def _for_budget(reliability: float, budget: float, item_cost: float, rating_cost: float) -> SamplePlan:
    given = {"reliability": reliability, "item_cost": item_cost, "rating_cost": rating_cost}
    exact = raters_for_budget(**given)
    k = _best(exact, **given)
    items = math.floor(rounded(budget / (item_cost + k * rating_cost)))
    if items < 1:
        raise OptionError(
            f"A budget of {budget:g} does not cover one item, which costs {item_cost + k * rating_cost:g}."
        )
    ratings = items * k
    return SamplePlan(
        question="raters",
        title=Message("plan.raters-budget", {**given, "budget": budget}),
        exact=exact,
        answer={"raters": k, "items": items, "ratings": ratings},
        assumption=Message("plan.assume-budget", given),
        formula=BUDGET_FORMULA,
        sources=("brennan2001",),
        moves=tuple(
            {
                "name": "reliability",
                "value": r,
                "answer": _best(
                    raters_for_budget(**{**given, "reliability": r}), **{**given, "reliability": r}
                ),
            }
            for r in sorted({0.3, 0.5, 0.7, 0.9, reliability})
        ),
        cost={"money": items * item_cost + ratings * rating_cost},
        options={**given, "budget": budget},
    )


def _best(exact: float, *, reliability: float, item_cost: float, rating_cost: float) -> int:
    """The whole number beside the exact one with the smaller (1 + σ²_e/(σ²_item·k))·(c_item + k·c_rating)."""
    at_least("raters", max(math.ceil(exact), 1), 1)
    around = {max(math.floor(exact), 1), max(math.ceil(exact), 1)}
    ratio = (1 - reliability) / reliability
    return min(sorted(around), key=lambda k: rounded((1 + ratio / k) * (item_cost + k * rating_cost)))
