"""Targets counted in items: with dimensions or repeats a measure rests on rows, several for an item."""

from __future__ import annotations

from dataclasses import replace

from ...language.message import Message
from ..compare import Comparison, n_usable
from .evaluate import GoalReport, TargetReport, about


def n_items_of(target: TargetReport, one: Comparison) -> float:
    """How many items a target rests on."""
    own, on = one.source, target.target.on
    if own.dimension is None and own.repeat is None:
        return float(target.result.n_items)
    return n_usable(replace(one, source=own.where(**on)) if on else one)


def items_for_target(target: TargetReport, n: float) -> float | None:
    """About how many items would settle a target that rests on so many; None where nothing can be said."""
    if target.items_needed is None or target.on_the_line:
        return None
    return about(target.items_needed * n / max(target.result.n_items, 1))


def in_items(report: GoalReport, one: Comparison) -> GoalReport:
    """The report with items needed counted in items instead of rows."""
    return replace(report, targets=tuple(_in_items(target, one) for target in report.targets))


def _in_items(target: TargetReport, one: Comparison) -> TargetReport:
    facts = target.said.facts
    if "needed" not in facts:
        return target
    n = n_items_of(target, one)
    return replace(
        target, said=Message(target.said.code, {**facts, "needed": items_for_target(target, n), "now": n})
    )
