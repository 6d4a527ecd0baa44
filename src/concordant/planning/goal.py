"""How many items to settle a goal before any data, by the intervals that `study` and `check` report."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from ..arguments import check_arguments
from ..coefficients.catalogue import BY_NAME
from ..errors import OptionError, choose
from ..inference.items_by_interval import items_by_interval
from ..interpret.goals import Target, read_goals
from ..language.message import Message, fact
from ..language.render import topic
from ..ratings.ratings import Ratings
from ..reduce.moments import Moments
from .checks import category_shares, certainty, inside
from .expected_ratings import value_of
from .kappa import shares_text
from .make_plan import Cost, around
from .ordered import TEST_FORMULA, ratings_with
from .sample_plan import SamplePlan

_MANY = 1e6


@check_arguments
def plan_goal(
    *,
    goal: str | Path | Mapping[str, Any],
    expected: float,
    measure: str = "exact_agreement",
    weights: Literal["identity", "linear", "quadratic"] = "identity",
    shares: Sequence[float] | None = None,
    categories: int | None = None,
    power: float = 0.8,
    level: float = 0.95,
    minutes: float | None = None,
    price: float | None = None,
) -> SamplePlan:
    """Items to settle every target of a goal, from the value that one measure is expected to have.

    Two raters with ordered categories are assumed whose measure has that value; all other measures follow.
    """
    choose("measure", measure, [name for name, c in BY_NAME.items() if c.statistic is not Moments])
    certainty(level, power)
    inside("expected", expected, -1, 1)
    shares = category_shares(shares, categories if categories or shares else 5)
    options = {"weights": weights} if weights != "identity" else {}
    if weights != "identity" and "weights" not in BY_NAME[measure].options:
        raise OptionError(f"{measure} does not support weights: omit weights.")
    found = read_goals(goal)

    def targets(value: float, power: float = power) -> list[dict[str, Any]]:
        ratings = ratings_with(measure, options, value, shares, 2)
        return [_settled(target, ratings, power, level) for target in found.targets]

    each = targets(expected)
    items = max(one["answer"] for one in each)
    facts = {"name": found.name, "m": [measure, options], "value": expected, "power": power}
    return SamplePlan(
        question="goal",
        title=Message("plan.goal", facts),
        exact=items,
        answer={"items": items},
        assumption=Message(
            "plan.assume-goal", {**facts, "x": [measure, expected], "shares": shares_text(shares)}
        ),
        formula=TEST_FORMULA,
        moves=tuple(_other_values(targets, expected)),
        curve=tuple(
            {"name": "power", "value": one, "answer": max(t["answer"] for t in targets(expected, one))}
            for one in sorted({0.7, power, 0.9})
        ),
        cost=Cost(minutes, price).of(items) if math.isfinite(items) else {},
        notes=(*(target_message(one) for one in each), Message("plan.where-test")),
        options={"goal": found.key, "expected": expected, "measure": measure, "shares": list(shares)},
    )


def _settled(
    target: Target, ratings: Callable[[float], Ratings], power: float, level: float
) -> dict[str, Any]:
    value = value_of(target.measure, target.options, ratings(_MANY))
    needed = items_by_interval(target.measure, target.options, ratings, target.threshold, power, level)
    met = target.satisfied(value)
    return {
        "target": target,
        "value": value,
        "answer": needed if not math.isnan(needed) else math.inf,
        "met": met,
    }


def _other_values(
    targets: Callable[[float], list[dict[str, Any]]], expected: float
) -> Iterator[dict[str, Any]]:
    for value in sorted({*around(expected, 0.05, 0, 1), expected}):
        try:
            items = max(one["answer"] for one in targets(value))
        except OptionError:
            continue
        yield {"name": "expected", "value": value, "answer": items}


def target_message(one: Mapping[str, Any]) -> Message:
    """What a target takes, and what will be shown of it."""
    target: Target = one["target"]
    facts: dict[str, Any] = {
        "m": [target.measure, dict(target.options)],
        "bound": dict(topic("goals")[target.bound]),
        "goal": [target.measure, target.threshold],
        "x": [target.measure, one["value"]],
        "n": one["answer"],
    }
    if not math.isfinite(one["answer"]):
        return Message("plan.target-never", facts)
    return Message(
        "plan.target", {**facts, "outcome": fact(Message("plan.met" if one["met"] else "plan.not-met"))}
    )
