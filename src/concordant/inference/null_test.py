"""The test of one coefficient against a value, by default no agreement beyond chance."""

from __future__ import annotations

import math
from typing import Any

from ..coefficients.coefficient import Coefficient, Estimate
from ..result import Note
from .intervals import textbook
from .plan import Plan
from .spread import ROUNDING, Spread
from .testing import chi_square_p, p_value

NO_TEST = Note("no-test", "No item changes the value, so there is no standard error and no p-value.")
#: A larger statistic is a division by what rounding left of an error.
_LARGEST_STATISTIC = 1e20


def null_test(
    c: Coefficient, estimate: Estimate, around: Spread, plan: Plan, *, clustered: bool
) -> tuple[dict[str, Any], float]:
    """The test against `null` (by default: no agreement), and what it rests on."""
    null_value = _tested_against(c, estimate, plan)
    own = textbook(estimate, plan)
    if own is not None and own.test:
        return ({}, math.nan) if null_value is None else _known(*own.test(null_value, plan.alternative))
    if null_value is None or (estimate.distance and null_value == 0):
        null = {} if clustered or plan.raters_are == "sampled" else _classical(estimate, plan)
        return null, null.get("p_null", math.nan)
    wald = (around.value - null_value) / around.se if not around.none else math.nan
    p = p_value(wald, around.df, plan.side)
    t = not math.isinf(around.df)
    details: dict[str, Any] = {"null_value": null_value}
    if not math.isnan(wald):
        details |= {
            "test": "Wald t" if t else "Wald z",
            "statistic": wald,
            **({"df": around.df} if t else {}),
        }
        details |= {"statistic_wald": wald, "p_wald": p}
    if null_value != c.null or clustered or plan.raters_are == "sampled" or plan.test == "t":
        return details, p
    null = _error_under_null(estimate, around.value, plan)
    if null:
        details.pop("df", None)
    return {**details, **null}, null.get("p_null", p)


def _known(details: dict[str, Any], p: float) -> tuple[dict[str, Any], float]:
    """A test without its p where no error was seen, and the statistic would be infinite."""
    if not abs(details.get("statistic", 0.0)) > _LARGEST_STATISTIC:
        return details, p
    return {"null_value": details["null_value"]}, math.nan


def is_tested(c: Coefficient, estimate: Estimate, plan: Plan) -> bool:
    """Whether there is a value to test against."""
    null = _tested_against(c, estimate, plan)
    return null is not None and not (estimate.distance and null == 0)


def _tested_against(c: Coefficient, estimate: Estimate, plan: Plan) -> float | None:
    """What was asked for, else the estimate's own value, else the coefficient's."""
    if estimate.null is None:
        return None
    if plan.null is not None:
        return plan.null
    return c.null if estimate.null == "usual" else estimate.null


def _error_under_null(estimate: Estimate, value: float, plan: Plan) -> dict[str, Any]:
    """z with the standard error that holds if agreement were only chance, or a classical test."""
    variance = estimate.null_variance() if estimate.null_variance is not None else math.nan
    if variance * float(estimate.n) > ROUNDING:  # that of one item; a constant rater has none
        z = value / math.sqrt(variance)
        return {
            "test": "z, error under no agreement",
            "statistic": z,
            "se_null": math.sqrt(variance),
            "p_null": p_value(z, math.inf, plan.side),
        }
    return _classical(estimate, plan)


def _classical(estimate: Estimate, plan: Plan) -> dict[str, Any]:
    """The textbook test of no association that an estimate brings along."""
    if estimate.null_test is None:
        return {}
    name, statistic, df = estimate.null_test
    p = chi_square_p(statistic, df) if name == "chi-square" else p_value(statistic, df, plan.side)
    return {"test": name, "statistic": statistic, **({} if math.isinf(df) else {"df": df}), "p_null": p}
