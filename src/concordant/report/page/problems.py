"""What is wrong, the largest gain first: how reliable, why, what to change, and what that would gain."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ...interpret.finding import Finding, Headroom
from ...interpret.study import ComparisonReport, Study, gain_message
from ...interpret.where import row_identity, row_name
from ...language.message import Message
from ...language.numerals import written
from ...language.render import LANGUAGES, Language, topic
from .bilingual import with_minus
from .items import card_of
from .names import link_to, short, shortened, whose
from .tiles import scale_for


@dataclass(frozen=True)
class GainBar:
    """Now and repaired, in words and as places on an axis in percent."""

    message: Message
    now: float | None = None
    repaired: float | None = None


@dataclass(frozen=True)
class ExampleItem:
    """An item that shows a problem, with its dimension, repeat and round; `href` leads to its card."""

    item: dict[str, str]
    href: str


@dataclass(frozen=True)
class Problem:
    """One finding; `about` names the comparison where there are several, and `href` leads to it.

    `small` are those that are real but too small to matter.
    """

    id: str
    about: Any
    href: str
    text: Mapping[str, str]
    cause: Mapping[str, str]
    fix: Mapping[str, str]
    evidence: Message
    gain: GainBar
    examples: tuple[ExampleItem, ...]
    small: bool


#: So many items are shown for each.
_EXAMPLES = 3


def problems(study: Study) -> tuple[Problem, ...]:
    """Every finding in its order, those too small to matter last."""
    every = (*study.findings, *study.small_findings)
    return tuple(_problem(study, finding, place) for place, finding in enumerate(every, start=1))


def _problem(study: Study, finding: Finding, place: int) -> Problem:
    cut = replace(finding, facts=shortened(finding.facts))
    return Problem(
        id=f"problem-{place}",
        about=whose(study, _about(study, finding)),
        href=link_to(study, _about(study, finding)),
        text=_in_each(cut.text),
        cause=_in_each(cut.cause),
        fix=_in_each(cut.fix),
        evidence=_evidence(finding),
        gain=_gain(finding, finding.headroom),
        examples=tuple(_example(study, example) for example in finding.examples[:_EXAMPLES]),
        small=any(finding is one for one in study.small_findings),
    )


def _in_each(text_of: Callable[[Language], str]) -> dict[str, str]:
    return {lang: with_minus(text_of(lang)) for lang in LANGUAGES}


def _about(study: Study, finding: Finding) -> ComparisonReport | None:
    name = finding.about.get("comparison")
    return next((c for c in study.comparisons if c.name == name), None)


def _evidence(finding: Finding) -> Message:
    result, around = finding.evidence, finding.evidence.interval
    facts: dict[str, Any] = {"what": dict(topic("patterns")[f"evidence-{result.measure}"])}
    facts |= {"x": result.estimate, "n": result.n_items}
    key = "page.evidence" + ("-ratio" if result.measure == "spread_ratio" else "")
    if around is not None:
        key += "-within"
        facts |= {"low": around.low, "high": around.high}
    if not math.isnan(finding.q_value):
        key += "-q"
        facts["q"] = "< 0.001" if finding.q_value < 0.001 else f"= {written(finding.q_value, '.3f')}"
    return Message(key, facts)


def _gain(finding: Finding, headroom: Headroom | None) -> GainBar:
    message = gain_message(finding)
    if headroom is None or not headroom.gain > 0:
        return GainBar(message)
    axis = scale_for(headroom.measure, (headroom.now, headroom.repaired))
    return GainBar(message, axis.place(headroom.now), axis.place(headroom.repaired))


def _example(study: Study, example: Mapping[str, Any]) -> ExampleItem:
    found = card_of(study, example)
    name, parts = row_identity(example)
    label = row_name(short(name), {part: short(value) for part, value in parts.items()})
    return ExampleItem(label, "" if found is None else f"#{found}")
