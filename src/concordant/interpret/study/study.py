"""A study: what the agreement is, whether to believe it, where it fails, what to fix; once, as a value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ...arguments import check_arguments
from ...errors import choose
from ...language.message import Message
from ...language.render import Language
from ...quote import one_line
from ..compare import RaterRoles, SelfAgreement
from ..data_checks import Design, ScaleDoubt
from ..finding import Finding
from ..goals import COPIED_GOAL, COPIED_STAGES
from ..judge_reports import JudgeReports
from ..raters import RaterMatrix, RaterProfile
from ..record import Record
from ..rounds import Progress
from ..trust import Validity
from ..where import ItemFacts
from .comparison_report import ComparisonReport
from .leaderboard import Leaderboard

if TYPE_CHECKING:
    from .outline import Section


@dataclass(frozen=True, kw_only=True)
class ScaleFacts(Record):
    """The scale as it was understood."""

    level: str
    categories: tuple[str, ...]
    values: tuple[float, ...]
    declared: bool
    notes: tuple[Message, ...] = ()


@dataclass(frozen=True, kw_only=True)
class DataFacts(Record):
    """Where the ratings came from: `fingerprint` is the same for the same ratings, however they are kept.

    `rounds` are those that the data hold, the oldest first: the last one is what is studied.
    """

    source: str = ""
    fingerprint: str = ""
    rounds: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Study(Record):
    """Results and findings; surfaces only show it.

    `comparisons` keep the kinds of consistency apart: between people (or raters), then each judge with
    people, the best first; `leaderboard` compares the judges, where there are several. `within` is each rater
    with themselves. `findings` are the problems found, the largest gain first; `small_findings` those whose
    repair would gain too little to matter. `judge_reports` are what judge methods add where the data call for
    them. `items` are those that cells and findings point to, with their
    texts. `versions` are those of what it was computed with.
    """

    who: RaterRoles
    scale: ScaleFacts
    n_items: float
    n_ratings: float
    audit: tuple[Message, ...]
    design: Design
    scale_doubts: tuple[ScaleDoubt, ...] = ()
    within: tuple[SelfAgreement, ...] = ()
    comparisons: tuple[ComparisonReport, ...] = ()
    leaderboard: Leaderboard | None = None
    matrix: RaterMatrix | None = None
    profiles: tuple[RaterProfile, ...] = ()
    validity: tuple[Validity, ...] = ()
    judge_reports: JudgeReports | None = None
    findings: tuple[Finding, ...] = ()
    small_findings: tuple[Finding, ...] = ()
    items: tuple[ItemFacts, ...] = ()
    data: DataFacts = field(default_factory=DataFacts)
    options: Mapping[str, Any] = field(default_factory=dict)
    version: str = ""
    versions: Mapping[str, str] = field(default_factory=dict)

    @property
    def main(self) -> ComparisonReport | None:
        """The comparison to read first: the best judge with people, else raters among themselves."""
        return next((c for c in self.comparisons if c.kind == "judge"), next(iter(self.comparisons), None))

    @check_arguments
    def comparison(self, name: str) -> ComparisonReport:
        """One comparison by its name: "people", "raters", or a judge's."""
        known = {c.name: c for c in self.comparisons}
        choose("a comparison", name, known)
        return known[name]

    @property
    def headline(self) -> tuple[Message, ...]:
        """What to read first."""
        return () if self.main is None else self.main.headline

    @check_arguments
    def text(self, lang: Language = "en") -> str:
        """The study in plain words."""
        from .outline import outline
        from .readers import for_readers

        return as_text(outline(for_readers(self, lang)), lang)

    @check_arguments
    def summary(self, lang: Language = "en") -> str:
        """A screen of it: the verdict, the first findings and what to do next."""
        from .brief import brief
        from .readers import for_readers

        return as_text(brief(for_readers(self, lang)), lang)

    def __str__(self) -> str:
        return self.summary()

    __repr__ = __str__


def as_text(sections: Sequence[Section], lang: Language) -> str:
    """Sections below each other, in one language."""
    lines: list[str] = []
    for section in sections:
        lines += ["", one_line(section.title.text(lang)), section.body(lang)]
    return "\n".join(lines[1:]) + "\n"


def with_progress(study: Study, found: Sequence[Progress]) -> Study:
    """The study with each comparison's progress over rounds; its goal is one of all looks at the project."""
    known = {(one.kind, one.name): one for one in found}
    return study.but(
        comparisons=tuple(_over_rounds(one, known.get((one.kind, one.name))) for one in study.comparisons)
    )


def _over_rounds(one: ComparisonReport, found: Progress | None) -> ComparisonReport:
    """Goals of scores that are rounded, and of a copied judge, stay as they were judged."""
    if found is None:
        return one
    goal, stages = one.goal, one.stages
    if one.rounded is None:
        if goal is not None and found.goal is not None and goal.said.code != COPIED_GOAL:
            goal = found.goal
        if stages is not None and found.stages is not None and stages.said.code != COPIED_STAGES:
            stages = found.stages
    return one.but(progress=found, goal=goal, stages=stages)
