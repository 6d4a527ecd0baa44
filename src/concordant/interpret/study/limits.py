"""Limits of agreement in a sentence."""

from __future__ import annotations

from typing import Any

from ...language.message import Message
from ...language.render import topic
from ..compare.measure_report import MeasureReport
from .comparison_report import ComparisonReport


def limits_said(one: ComparisonReport) -> tuple[Message, ...]:
    """Between which limits the differences of two lie, where limits of agreement were asked for."""
    return tuple(_limits(one, m) for m in one.measures if m.measure == "bland_altman")


def _limits(one: ComparisonReport, m: MeasureReport) -> Message:
    facts: dict[str, Any] = {"m": [m.measure, dict(m.options)]}
    if not m.result.defined:
        return Message("study.measure-undefined", facts)
    facts |= {"estimate": [m.measure, m.result.estimate], "share": m.result.details["agreement"]}
    facts["limits"] = [part.estimate for part in m.result.parts]
    first = topic("terms")["people"] if len(one.reference) > 1 else one.raters[0]
    facts |= {"first": first, "second": one.raters[1]}
    around = m.result.interval
    if around is None:
        return Message("study.measure-limits-bare", facts)
    ends = [[m.measure, end] for end in (around.low, around.high)]
    return Message("study.measure-limits", facts | {"within": ends})
