"""A finding: something the data show, how reliably, what to do about it, and what that would gain."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..digits import rounded
from ..language.message import Message
from ..language.render import Language, topic
from ..result import Result
from .record import Record

#: A gain of the main measure, or of exact agreement, below which a problem is real but too small to matter.
LEAST_GAIN = 0.02


@dataclass(frozen=True, kw_only=True)
class Headroom(Record):
    """What a measure is, and about what it would be if the problem were repaired; or `at_most` that."""

    measure: str
    options: Mapping[str, Any] = field(default_factory=dict)
    now: float
    repaired: float
    at_most: bool = False

    @property
    def gain(self) -> float:
        """How much there is to win."""
        return self.repaired - self.now


@dataclass(frozen=True, kw_only=True)
class Finding(Record):
    """One problem pattern that was found.

    `code` names the pattern; its sentences are `patterns.<code>`, `patterns.<code>-cause` and
    `patterns.<code>-fix`, filled with `facts` (`in_ratings` where n counts ratings), or the same with
    `-measured` behind where the fact `measured` says that numbers are read off, not given by a guide; or with
    what the fact `advice` says behind.
    `evidence` is the number that shows it, with interval, n and p; `q_value` that p after all that was looked
    at. `about` says of whom or what: a rater, a slice, a cut.
    `examples` are items that show it, each {"item": …, rater: value, …}.
    """

    code: str
    about: Mapping[str, Any]
    evidence: Result
    facts: Mapping[str, Any] = field(default_factory=dict)
    q_value: float = math.nan
    headroom: Headroom | None = None
    examples: tuple[Mapping[str, Any], ...] = ()

    @property
    def small(self) -> bool:
        """Whether a repair is known to gain too little to matter, or to lose."""
        gain = math.nan if self.headroom is None else rounded(self.headroom.gain)
        exact = float(self.facts.get("exact_repaired", math.nan)) - float(
            self.facts.get("exact_now", math.nan)
        )
        return gain < 0 or (gain < LEAST_GAIN and not rounded(exact) >= LEAST_GAIN)

    def text(self, lang: Language = "en") -> str:
        """What was found, with its numbers."""
        return self._sentence("", lang)

    def cause(self, lang: Language = "en") -> str:
        """What usually lies behind it."""
        return self._sentence("-cause", lang)

    def fix(self, lang: Language = "en") -> str:
        """What to change."""
        return self._sentence("-fix", lang)

    def _sentence(self, part: str, lang: Language) -> str:
        key = f"{self.code}{part}"
        if f"{key}-{self.facts.get('advice')}" in topic("patterns"):
            key = f"{key}-{self.facts['advice']}"
        if self.facts.get("measured") and f"{key}-measured" in topic("patterns"):
            key = f"{key}-measured"
        return Message(f"patterns.{key}", self.facts).text(lang)


def overrides_others(findings: Sequence[Finding], comparison: str) -> bool:
    """Whether other differences of a comparison mean nothing yet.

    A judge without skill, or with one answer to everything, or people who hardly agree: what differs between
    scores and slices is then no reason for advice on these.
    """
    return any(
        finding.code == "unclear-rubric"
        or (finding.about.get("comparison") == comparison and _is_no_skill(finding))
        for finding in findings
    )


def _is_no_skill(finding: Finding) -> bool:
    return finding.code == "no-skill" or (
        finding.code == "constant-rater" and bool(finding.facts.get("of_two"))
    )
