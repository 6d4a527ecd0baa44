"""A finding: something the data show, how surely, what to do about it, and what that would gain."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..result import Result
from .record import Record
from .said import Said
from .speak import Language


@dataclass(frozen=True, kw_only=True)
class Headroom(Record):
    """What a measure is, and what it would be if the problem were repaired."""

    measure: str
    options: Mapping[str, Any] = field(default_factory=dict)
    now: float
    repaired: float

    @property
    def gain(self) -> float:
        """How much there is to win."""
        return self.repaired - self.now


@dataclass(frozen=True, kw_only=True)
class Finding(Record):
    """One problem pattern that was found.

    `code` names the pattern; its sentences are `patterns.<code>`, `patterns.<code>-cause` and
    `patterns.<code>-fix`, filled with `facts`. `evidence` is the number that shows it, with interval, n and
    p; `q_value` that p after all that was looked at. `about` says of whom or what: a rater, a slice, a cut.
    `examples` are items that show it, each {"item": …, rater: value, …}.
    """

    code: str
    about: Mapping[str, Any]
    evidence: Result
    facts: Mapping[str, Any] = field(default_factory=dict)
    q_value: float = math.nan
    headroom: Headroom | None = None
    examples: tuple[Mapping[str, Any], ...] = ()

    def text(self, lang: Language = "en") -> str:
        """What was found, with its numbers."""
        return Said(f"patterns.{self.code}", self.facts).text(lang)

    def cause(self, lang: Language = "en") -> str:
        """What usually lies behind it."""
        return Said(f"patterns.{self.code}-cause", self.facts).text(lang)

    def fix(self, lang: Language = "en") -> str:
        """What to change."""
        return Said(f"patterns.{self.code}-fix", self.facts).text(lang)
