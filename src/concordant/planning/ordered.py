"""How many items for weighted kappa and Krippendorff's alpha before any data, by concordant's interval."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Literal

from ..arguments import check_arguments
from ..inference.items_by_interval import items_by_interval, items_by_width
from ..language.message import Message
from ..ratings.ratings import Ratings
from .checks import another_value, at_least, category_shares, certainty, inside, one_aim
from .expected_ratings import common_correlation, ordered_ratings
from .kappa import shares_text
from .make_plan import Cost, around, planned
from .sample_plan import SamplePlan

Metric = Literal["nominal", "ordinal", "interval"]
VARIANCE_FORMULA = "n = V·(2z/w)²"
WIDTH_FORMULA = "U(n) − L(n) = w, n ≈ V·(2z/w)²"
TEST_FORMULA = "n = ((q·σ₀ + z₁₋β·σ₁) / (θ₁ − θ₀))²"
_SOURCES = ("fleiss1969",)


@check_arguments
def plan_weighted_kappa(
    *,
    kappa: float,
    null: float | None = None,
    width: float | None = None,
    weights: Literal["linear", "quadratic"] = "quadratic",
    shares: Sequence[float] | None = None,
    categories: int | None = None,
    power: float = 0.8,
    level: float = 0.95,
    minutes: float | None = None,
    price: float | None = None,
) -> SamplePlan:
    """Items for weighted kappa of two raters: to tell it from another value, or for a given width."""
    shares = category_shares(shares, categories if categories or shares else 5)
    return _plan(
        "weighted-kappa", "cohen_kappa", {"weights": weights}, kappa, null, width, shares, 2, power, level,
        Cost(minutes, price),
    )  # fmt: skip


@check_arguments
def plan_alpha(
    *,
    alpha: float,
    null: float | None = None,
    width: float | None = None,
    metric: Metric = "ordinal",
    shares: Sequence[float] | None = None,
    categories: int | None = None,
    raters: int = 2,
    power: float = 0.8,
    level: float = 0.95,
    minutes: float | None = None,
    price: float | None = None,
) -> SamplePlan:
    """Items for Krippendorff's alpha of several raters: to tell it from another value, or for a width."""
    at_least("raters", raters, 2)
    shares = category_shares(shares, categories if categories or shares else 5)
    return _plan(
        "alpha", "krippendorff_alpha", {"metric": metric}, alpha, null, width, shares, raters, power, level,
        Cost(minutes, price),
    )  # fmt: skip


def _plan(
    question: str,
    name: str,
    options: Mapping[str, Any],
    value: float,
    null: float | None,
    width: float | None,
    shares: Sequence[float],
    raters: int,
    power: float,
    level: float,
    cost: Cost,
) -> SamplePlan:
    aim = one_aim(null=null, width=width)
    called = "alpha" if question == "alpha" else "kappa"
    inside(called, value, 0, 1)
    another_value(called, value, null)
    certainty(level, power)
    common = {"value": value, "shares": tuple(shares), "raters": raters, "level": level}
    tested = aim == "null"
    given = {**common, "null": null, "power": power} if tested else {**common, "width": width}
    facts = {**given, "m": [name, dict(options)]}
    vary: dict[str, Any] = {"value": around(value, 0.1, 0, 1)}
    if question == "alpha":
        vary["raters"] = range(2, 4)
    return planned(
        question,
        partial(_tested if tested else _measured, name, options),
        given,
        title=Message(f"plan.any-{aim}", facts),
        assumption=Message(f"plan.assume-{_model(options)}", {**facts, "shares": shares_text(shares)}),
        formula=TEST_FORMULA if tested else WIDTH_FORMULA,
        sources=() if question == "alpha" else _SOURCES,
        aim="power" if tested else "width",
        vary=vary,
        per_item=raters,
        cost=cost,
        notes=(Message("plan.where-test" if tested else "plan.where-width"),),
    )


def _model(options: Mapping[str, Any]) -> str:
    return "answers" if options.get("metric") == "nominal" else "scores"


def ratings_with(
    name: str, options: Mapping[str, Any], value: float, shares: Sequence[float], raters: int
) -> Callable[[float], Ratings]:
    """Expected ratings of any number of items on which a coefficient has this value."""
    if _model(options) == "answers":
        return lambda n: common_correlation(value, shares, raters, n)
    return ordered_ratings(name, options, value, shares, raters)


def _tested(
    name: str, options: Mapping[str, Any], *, value: float, null: float, shares: Sequence[float], raters: int,
    power: float, level: float,
) -> float:  # fmt: skip
    inside("null", null, -1, 1)
    if value == null:
        return math.inf
    ratings = ratings_with(name, options, value, shares, raters)
    return items_by_interval(name, options, ratings, null, power, level)


def _measured(
    name: str, options: Mapping[str, Any], *, value: float, width: float, shares: Sequence[float],
    raters: int, level: float,
) -> float:  # fmt: skip
    inside("width", width, 0, 2)
    return items_by_width(name, options, ratings_with(name, options, value, shares, raters), width, level)
