"""A study: what the agreement is, whether to believe it, where it fails, and what to fix; once, as a value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .comparison import Comparison
from .doctor_design import Design
from .doctor_scale import ScaleDoubt
from .finding import Finding
from .rater_matrix import RaterMatrix
from .rater_profiles import RaterProfile
from .record import Record
from .repeats import Within
from .said import Said
from .speak import Language
from .validity import Validity
from .who import Who


@dataclass(frozen=True, kw_only=True)
class ScaleFacts(Record):
    """The scale as it was understood."""

    level: str
    categories: tuple[str, ...]
    values: tuple[float, ...]
    declared: bool
    notes: tuple[Said, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Study(Record):
    """Results and findings; surfaces only show it.

    `comparisons` keep the kinds of consistency apart: between people (or raters), then each judge with
    people; `within` is each rater with themself. `findings` are the problems found, the largest gain first.
    """

    who: Who
    scale: ScaleFacts
    n_items: float
    n_ratings: float
    audit: tuple[Said, ...]
    design: Design
    scale_doubts: tuple[ScaleDoubt, ...] = ()
    within: tuple[Within, ...] = ()
    comparisons: tuple[Comparison, ...] = ()
    matrix: RaterMatrix | None = None
    profiles: tuple[RaterProfile, ...] = ()
    validity: tuple[Validity, ...] = ()
    findings: tuple[Finding, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    version: str = ""

    @property
    def main(self) -> Comparison | None:
        """The comparison a reader asks for first: a judge with people, else raters among themselves."""
        judges = [c for c in self.comparisons if c.kind == "judge"]
        return (judges or list(self.comparisons) or [None])[0]

    def comparison(self, name: str) -> Comparison:
        """One comparison by its name: "people", "raters", or a judge's."""
        return next(c for c in self.comparisons if c.name == name)

    @property
    def headline(self) -> tuple[Said, ...]:
        """What to read first."""
        return () if self.main is None else self.main.headline

    def text(self, lang: Language = "en") -> str:
        """The study in plain words."""
        from .outline import outline

        parts = []
        for section in outline(self):
            parts += ["", section.title.text(lang), *(f"  {line.text(lang)}" for line in section.sentences)]
        return "\n".join(parts[1:]) + "\n"

    def __str__(self) -> str:
        return self.text()

    __repr__ = __str__
