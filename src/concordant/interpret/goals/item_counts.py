"""Targets counted in items: with dimensions or repeats a measure rests on ratings, several of an item."""

from __future__ import annotations

import math
from dataclasses import replace

from ...language.message import Message
from ..compare import Comparison, n_usable
from .evaluate import GoalReport, TargetReport, about


def items_for_target(target: TargetReport, n: float) -> float | None:
    """About how many items would settle a target that rests on so many; None where nothing can be said."""
    if target.items_needed is None or target.on_the_line:
        return None
    return about(target.items_needed * n / max(target.items, 1))


def in_items(report: GoalReport, one: Comparison) -> GoalReport:
    """The report with items needed counted in items, as `study`, `report` and `check` show them."""
    return replace(report, targets=tuple(_in_items(target, one) for target in report.targets))


def _in_items(target: TargetReport, one: Comparison) -> TargetReport:
    n = _n_items(target, one)
    if n == target.items:
        return target
    needed = None if target.items_needed is None else _items_of(target, n)
    counted = replace(target, n_items=n, items_needed=needed)
    facts = target.said.facts
    if "needed" not in facts:
        return counted
    shown = {**facts, "needed": items_for_target(counted, n), "now": n}
    return replace(counted, said=Message(target.said.code, shown))


def _items_of(target: TargetReport, n: float) -> float | None:
    """The items needed where ratings were counted: as many more items as ratings, rounded up."""
    needed = target.items_needed
    if needed is None or math.isinf(needed):
        return needed
    return float(math.ceil(needed * n / max(target.items, 1)))


def _n_items(target: TargetReport, one: Comparison) -> float:
    """How many items a target rests on."""
    own, on = one.source, target.target.on
    if own.dimension is None and own.repeat is None:
        return target.items
    return n_usable(replace(one, source=own.where(**on)) if on else one)
