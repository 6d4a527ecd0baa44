"""Scores that are nearly a scale, rounded: agreement as categories, shown with the measurement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...language.message import Message
from ...result import Result
from ..compare import (
    Comparison,
    MeasureReport,
    Preset,
    chosen_for,
    headline_of,
    measured,
    people_with_each_other,
    tried,
)
from ..record import Record


@dataclass(frozen=True, kw_only=True)
class RoundedReport(Record):
    """What scores come to as ordered categories, rounded to the points from `low` to `high`.

    `quadratic` is the quadratic weighted kappa of the scores themselves, which needs no rounding.
    """

    low: str
    high: str
    measures: tuple[MeasureReport, ...]
    quadratic: Result
    sentences: tuple[Message, ...]


def rounded_of(
    compared: Comparison,
    known: Mapping[tuple[str, str], Comparison],
    preset: Preset,
    scales: Sequence[str] = (),
) -> tuple[Comparison | None, RoundedReport | None]:
    """The comparison of rounded scores that belongs to one of measurements, and what it says."""
    one = known.get((compared.kind, compared.name))
    if one is None:
        return None, None
    ceiling = people_with_each_other(one) if one.kind == "judge" else None
    measures = measured(one, chosen_for(one, preset), ceiling, scales)
    quadratic = tried(compared, "cohen_kappa" if compared.pair else "conger_kappa", {"weights": "quadratic"})
    labels = one.ratings.labels
    ends = {"low": f"{float(labels[0]):g}", "high": f"{float(labels[-1]):g}"}
    step = float(labels[1]) - float(labels[0]) if len(labels) > 1 else 1.0
    steps = {} if step == 1 else {"step": f"{step:g}"}
    sentences = tuple(_sentences(one, measures, quadratic, {**ends, **steps}))
    return one, RoundedReport(**ends, measures=measures, quadratic=quadratic, sentences=sentences)


def _sentences(
    one: Comparison, measures: Sequence[MeasureReport], quadratic: Result, ends: dict[str, Any]
) -> Iterator[Message]:
    for first in headline_of(one, measures)[:1]:
        said = {**ends, "said": {"code": first.code, "facts": first.facts}}
        yield Message("study.rounded-steps" if "step" in ends else "study.rounded", said)
    if quadratic.defined:
        name = quadratic.measure
        facts: dict[str, Any] = {"m": [name, {"weights": "quadratic"}], "x": [name, quadratic.estimate]}
        yield Message("study.rounded-kappa", facts)
