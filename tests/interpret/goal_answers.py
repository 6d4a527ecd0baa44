"""Results that are given, for goals to be judged on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from concordant.interpret.goals.evaluate import MeasureOf, TargetReport, judge_goal, read_goals
from concordant.interpret.goals.goal import Goal
from concordant.result import Interval, Result


def result(estimate: float, low: float, high: float, **more: Any) -> Result:
    facts = {"measure": "cohen_kappa", "title": "", "se": (high - low) / 3.92, "n_items": 100, **more}
    return Result(estimate=estimate, interval=Interval(low, high, 0.95, "test"), **facts)


def answering(*, counts: list[str] | None = None, **results: Result) -> MeasureOf:
    """An `MeasureOf` that has the results already, by measure."""

    def ask(measure: str, options: Mapping[str, Any], on: Mapping[str, Any], /) -> Result:
        if counts is not None:
            counts.append(measure)
        return results[measure]

    return ask


def goal(measure: str = "cohen_kappa", **target: Any) -> Goal:
    return read_goals({"name": "own", "targets": [{"measure": measure, **target}]})


def judged_one(asked: Goal, found: Result, ceiling: Result | None = None) -> TargetReport:
    above = None if ceiling is None else answering(**{ceiling.measure: ceiling})
    return judge_goal(asked, answering(**{found.measure: found}), above).targets[0]
