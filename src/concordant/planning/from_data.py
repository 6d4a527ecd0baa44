"""How many items, from data in hand: by the variance of one item, or by the goal a study was held to."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache, partial
from typing import Any

import numpy as np

from ..coefficients.catalogue import BY_NAME
from ..errors import InputError, OptionError
from ..inference.items_by_interval import items_by_width, items_like, recounted
from ..inference.items_needed import POWER, USUAL_WIDTH, items_of_variance
from ..inference.measure import Measure
from ..inference.plan import Plan
from ..interpret.compare import items_rated, rated_once
from ..interpret.goals import GoalReport, TargetReport, about, items_to_settle
from ..interpret.study import Study
from ..language.message import Message
from ..ratings.ratings import Ratings
from ..result import Result
from .checks import certainty, inside, positive
from .double_ratings import plan_double_ratings
from .goal import target_message
from .make_plan import POWERS, Cost, curve_values, moved
from .ordered import TEST_FORMULA, VARIANCE_FORMULA
from .sample_plan import SamplePlan, whole

#: Factors by which the variance of one item, and the distance from a goal, may be off.
_FACTORS = (0.5, 0.8, 1.0, 1.25, 2.0)


def usual_measure(ratings: Ratings) -> tuple[str, dict[str, Any]]:
    """The coefficient that goes with the scale and the number of raters, and its options."""
    level, two = ratings.scale.level, ratings.n_raters == 2
    if ratings.scale.categories is None and level in ("interval", "ratio"):
        return "icc", {}
    if level == "nominal":
        return ("cohen_kappa" if two else "krippendorff_alpha"), {} if two else {"metric": "nominal"}
    if two:
        return "cohen_kappa", {"weights": "quadratic"}
    return "krippendorff_alpha", {"metric": "ordinal"}


def _people(ratings: Ratings) -> tuple[str, ...]:
    """The raters, judges left out where there are people."""
    kinds = ratings.rater_kinds or ("",) * ratings.n_raters
    named = zip(ratings.raters, kinds, strict=True)
    return tuple(name for name, kind in named if kind not in ("judge", "code")) or ratings.raters


def plan_from_ratings(
    ratings: Ratings,
    measure: str | None,
    options: Mapping[str, Any],
    *,
    width: float | None = None,
    null: float | None = None,
    power: float = 0.8,
    level: float = 0.95,
    cost: Cost = Cost(),  # noqa: B008
) -> SamplePlan:
    """Items like these for an interval of this width, or to tell the value found from another one."""
    certainty(level, power)
    people = _people(ratings)
    if measure is None and rated_once(ratings, people):
        plan = plan_double_ratings(
            pool=max(items_rated(ratings, people), 2), level=level,
            width=USUAL_WIDTH if width is None else width, minutes=cost.minutes, price=cost.price,
        )  # fmt: skip
        return replace(plan, notes=(Message("plan.single-ratings"), *plan.notes))
    if width is not None and null is not None:
        raise OptionError("A plan needs only one aim: width=… or null=…, got both.")
    name, own = (measure, dict(options)) if measure is not None else usual_measure(ratings)
    measured = Measure(BY_NAME[name], ratings, own)
    result = measured.result(Plan(level=level))
    if not result.defined or not result.se > 0:
        why = result.notes[0].text if result.notes else "it does not vary on these data."
        raise InputError(f"Nothing can be planned from {name} here: {why}")
    if null is None:
        return _for_width(ratings, result, own, USUAL_WIDTH if width is None else width, level, cost)
    return _for_test(measured, result, null, power, level, cost, _rows(ratings))


def _rows(ratings: Ratings) -> tuple[float, tuple[Message, ...]]:
    """Rows of an item, and what is said where they are several."""
    if ratings.items is None or (ratings.dimension is None and ratings.repeat is None):
        return 1.0, ()
    rows = len(ratings) / len(np.unique(ratings.items))
    return rows, (Message("plan.data-rows", {"rows": rows}),) if rows > 1 else ()


def _facts(result: Result, own: Mapping[str, Any], rows: float) -> dict[str, Any]:
    now = result.n_items / rows
    return {"m": [result.measure, dict(own)], "x": [result.measure, result.estimate], "now": whole(now)}


def _for_width(
    ratings: Ratings, result: Result, own: Mapping[str, Any], width: float, level: float, cost: Cost
) -> SamplePlan:
    positive("width", width)
    rows, notes = _rows(ratings)
    facts = {**_facts(result, own, rows), "width": width, "level": level}
    variance = result.se**2 * result.n_items / rows
    now, scaled = result.interval, _scaled_ratings(ratings, result, rows)

    def solve(variance_times: float, width: float) -> float:
        formula = items_of_variance(variance_times * variance, width, level)
        if scaled is None:
            return formula
        return variance_times * items_by_width(result.measure, own, scaled, width, level, formula)

    given = {"variance_times": 1.0, "width": width}
    exact = solve(**given)
    of_interval = () if scaled is None else (Message("plan.own"),)
    wide = () if now is None else (Message("plan.data-now", {**facts, "width": now.high - now.low}),)
    return SamplePlan(
        question="data",
        title=Message("plan.data-width", facts),
        exact=exact,
        answer={"items": whole(exact)},
        assumption=Message("plan.assume-data", facts),
        formula=VARIANCE_FORMULA,
        moves=tuple(moved(solve, given, "variance_times", _FACTORS)),
        curve=tuple(moved(solve, given, "width", curve_values("width", width))),
        cost=cost.of(whole(exact) * max(result.n_raters, 1)),
        notes=(*wide, *notes, Message("plan.where-variance"), *of_interval),
        options={
            "measure": result.measure,
            "options": dict(own),
            "variance": variance,
            "width": width,
            "level": level,
        },
        published=None if scaled is None else items_of_variance(variance, width, level),
    )


def _scaled_ratings(ratings: Ratings, result: Result, rows: float) -> Callable[[float], Ratings] | None:
    """Any number of items like those the result rests on; None where items are not counted by row, or where
    ratings may be any number.

    Items that only one rater has rated come along, as they do in the data, and are not counted.
    """
    if rows != 1 or ratings.clusters_in_force is not None or ratings.scale.categories is None:
        return None
    return lambda n: recounted(ratings, n / result.n_items)


def _for_test(
    measured: Measure, result: Result, null: float, power: float, level: float, cost: Cost,
    per: tuple[float, Any],
) -> SamplePlan:  # fmt: skip
    inside("null", null, -math.inf, math.inf)
    (rows, notes), own = per, measured.options
    facts = {**_facts(result, own, rows), "null": null, "power": power}

    needed = cache(lambda power: items_like(measured, result, null, power, Plan(level=level)))

    def solve(power: float, distance: float) -> float:
        return float(needed(power)) / rows / distance**2

    given = {"power": power, "distance": 1.0}
    exact = solve(**given)
    return SamplePlan(
        question="data",
        title=Message("plan.data-null", facts),
        exact=exact,
        answer={"items": whole(exact)},
        assumption=Message("plan.assume-data", facts),
        formula=TEST_FORMULA,
        moves=tuple(moved(solve, given, "distance", _FACTORS)),
        curve=tuple(moved(solve, given, "power", sorted({*POWERS, power}))),
        cost=cost.of(whole(exact) * max(result.n_raters, 1)) if math.isfinite(exact) else {},
        notes=(*notes, Message("plan.where-test")),
        options={"measure": result.measure, "options": dict(own), "null": null, "level": level, **given},
    )


def plan_from_study(study: Study, *, power: float = 0.8, cost: Cost = Cost()) -> SamplePlan:  # noqa: B008
    """Items to decide every target of the goal that a study was held to, if the values found are true."""
    certainty(0.95, power)
    main = study.main
    goal = None if main is None else main.goal
    if main is None or goal is None:
        raise InputError("There is no comparison to check against a goal: name the raters with raters=….")
    rows = 1.0 if math.isnan(main.n_distinct) else main.n_items / main.n_distinct
    each = [_of_target(target, rows, power) for target in goal.targets]
    now = max(one["now"] for one in each)
    facts = {"name": goal.goal.name, "power": power, "now": now}
    exact = max(one["answer"] for one in each)
    given = {"distance": 1.0}
    return SamplePlan(
        question="data",
        title=Message("plan.data-goal", facts),
        exact=exact,
        answer={"items": whole(exact)},
        assumption=Message("plan.assume-data-goal", facts),
        formula=TEST_FORMULA,
        moves=tuple(moved(lambda distance: exact / distance**2, given, "distance", _FACTORS)),
        curve=tuple(_other_powers(goal, rows, power)),
        cost=cost.of(whole(exact) * 2) if math.isfinite(exact) else {},
        notes=(*(target_message(one) for one in each), Message("plan.where-test")),
        options={"goal": goal.goal.key, "power": power},
    )


def _of_target(target: TargetReport, rows: float, power: float) -> dict[str, Any]:
    """A target, and the items that decide it; a measure rests on so many rows of an item.

    The study knows how many that are at its own power; other powers are read off the interval, in proportion.
    """
    result, needed = target.result, math.nan
    if result.defined:
        at = partial(items_to_settle, result, target.target.threshold)
        needed = at(power=power)
        if target.items_needed is not None and math.isfinite(target.items_needed) and math.isfinite(needed):
            needed *= target.items_needed * result.n_items / target.items / at(power=POWER)
    return {
        "target": target.target,
        "value": result.estimate,
        "answer": about(needed / rows) if math.isfinite(needed) else math.inf,
        "met": target.target.satisfied(result.estimate),
        "now": whole(result.n_items / rows),
    }


def _other_powers(goal: GoalReport, rows: float, power: float) -> Iterator[dict[str, Any]]:
    for one in sorted({*POWERS, power}):
        answers = [_of_target(target, rows, one)["answer"] for target in goal.targets]
        yield {"name": "power", "value": one, "answer": max(answers)}
