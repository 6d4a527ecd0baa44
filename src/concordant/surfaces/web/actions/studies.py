"""The study of a round under filters: the same function as `cc.study`, and the same numbers."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, get_args

from ....coefficients.weights import WeightName
from ....errors import OptionError, choose
from ....interpret.compare import Preset
from ....interpret.goals import Goal
from ....ratings.ratings import Ratings
from ...api.study import study
from ...api.study_result import Study
from ...store.records import StoredRound, goal_from_before
from ...store.store import Store
from ...track.add_rounds import STUDY_OPTIONS
from ...track.project import Project
from .cache import Cache

#: So many studies, studies as they were stored, ratings of rounds, rendered pages and files as read are held.
_HELD = {"study": 16, "stored": 64, "ratings": 4, "status": 32, "panels": 32, "step": 64, "recognise": 32}


@dataclass(frozen=True)
class StudyFilter:
    """Which part of a round is studied and how; `slices` are pairs of a column and a value."""

    raters: tuple[str, ...] = ()
    dimension: str = ""
    slices: tuple[tuple[str, str], ...] = ()
    weights: str = ""
    reference: tuple[str, ...] = ()
    preset: str = ""

    def __post_init__(self) -> None:
        """Refuse what no study knows, also where no study is made."""
        if self.weights:
            choose("weights", self.weights, get_args(WeightName))
        if self.preset:
            choose("preset", self.preset, get_args(Preset))

    @property
    def empty(self) -> bool:
        """Whether all is studied as it was stored."""
        return self == StudyFilter()

    @property
    def chooses_rows(self) -> bool:
        """Whether raters or rows are left out."""
        return bool(self.raters or self.dimension or self.slices)


@dataclass
class Studies:
    """Studies of stored rounds, the last ones held: rounds never change, so what is held stays true."""

    store: Store
    cache: Cache = field(default_factory=lambda: Cache(_HELD))

    def of(
        self,
        kept: StoredRound,
        chosen: StudyFilter,
        goal: Goal | None = None,
        *,
        made_before: Callable[[], Study | None] = lambda: None,
    ) -> Study:
        """The study of a round, as stored or of a part of it; `goal` is judged in place of the stored one."""
        key = fingerprint(kept, chosen, goal)
        return self.cache.get("study", key, lambda: made_before() or self._made(kept, chosen, goal))

    def holds(self, kept: StoredRound, chosen: StudyFilter, goal: Goal | None = None) -> bool:
        """Whether the study is there without any work."""
        return self.cache.holds("study", fingerprint(kept, chosen, goal))

    def stored(self, kept: StoredRound) -> Study:
        """The study as it was stored, without the rounds before it."""
        return self.cache.get("stored", _key(kept), lambda: Study.of(self.store.study(kept)))

    def ratings(self, kept: StoredRound, chosen: StudyFilter | None = None) -> Ratings:
        """The ratings of a round, or of a part of it."""
        whole = self.cache.get("ratings", _key(kept), lambda: self.store.ratings(kept))
        return whole if chosen is None else part_of(whole, chosen)

    def _made(self, kept: StoredRound, chosen: StudyFilter, goal: Goal | None) -> Study:
        if chosen.empty and goal in (None, goal_from_before(kept.goal)):
            return Project(kept.project, self.store).study(kept.name, generation=kept.generation)
        return study_part(self.ratings(kept), kept, chosen, goal)


def part_of(ratings: Ratings, chosen: StudyFilter) -> Ratings:
    """The rows and raters that a filter leaves."""
    part = ratings
    if chosen.dimension:
        part = part.where(dimension=chosen.dimension)
    for column, value in chosen.slices:
        part = part.where(**{column: value})
    if chosen.raters:
        if len(chosen.raters) < 2:
            raise OptionError("Choose at least two raters: one alone cannot be compared.")
        part = part.select(list(chosen.raters))
    return part


def study_part(ratings: Ratings, kept: StoredRound, chosen: StudyFilter, goal: Goal | None = None) -> Study:
    """The study of a part of the ratings with the options of the round; the filter's own come first."""
    options = {
        name: value for name, value in kept.options.items() if name in STUDY_OPTIONS and value is not None
    }
    own: Mapping[str, Any] = {
        "reference": list(chosen.reference) or None,
        "weights": chosen.weights or None,
        "preset": chosen.preset or None,
    }
    given = {**options, **{name: value for name, value in own.items() if value is not None}}
    reference = given.get("reference")
    if chosen.raters and reference is not None and not isinstance(reference, str):
        given["reference"] = [name for name in reference if name in chosen.raters] or None
    return study(part_of(ratings, chosen), goal=goal or goal_from_before(kept.goal), **given)


def fingerprint(kept: StoredRound, chosen: StudyFilter, goal: Goal | None = None) -> str:
    """A key that depends on the ratings, options, goal and version alone."""
    return _key(kept, chosen, None if goal is None else goal.to_dict())


def _key(kept: StoredRound, chosen: StudyFilter | None = None, goal: Any = None) -> str:
    facts = [
        kept.project,
        kept.name,
        kept.generation,
        kept.content,
        kept.version,
        asdict(chosen) if chosen else None,
        goal,
    ]
    return hashlib.sha256(json.dumps(facts, default=str).encode()).hexdigest()[:32]
