"""What the store hands out: projects and rounds as records, and the options they remember."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ...interpret.goals import Goal
from ...interpret.record import Record
from ...interpret.rounds import About
from ...interpret.study import Study
from ...plain_json import plain
from ...ratings.ratings import Ratings
from ...ratings.scale import Scale


@dataclass(frozen=True, kw_only=True)
class StoredRound(Record):
    """A round that is in the store.

    `place` counts the rounds of a project from 1; `generation` is 1, and one more with every replacement of
    the round, whose earlier generations stay. `options` are those of its study, `goal` what it was judged by.
    `content` is a fingerprint of the ratings as kept, `version` that of the concordant that added it.
    """

    project: str
    name: str
    place: int
    generation: int = 1
    about: About = field(default_factory=About)
    n_items: float
    n_ratings: float
    options: Mapping[str, Any] = field(default_factory=dict)
    goal: Mapping[str, Any] | None = None
    content: str
    version: str = ""


@dataclass(frozen=True, kw_only=True, eq=False)
class NewRound:
    """A round to be added, with the study that was made of it."""

    project: str
    name: str
    about: About = field(default_factory=About)
    ratings: Ratings
    study: Study
    options: Mapping[str, Any] = field(default_factory=dict)
    goal: Goal | None = None


@dataclass(frozen=True, kw_only=True)
class ProjectFacts(Record):
    """A project: how many rounds it has, what the last one is called, and when that was added."""

    name: str
    n_rounds: int
    last: str
    when: str


@dataclass(frozen=True, kw_only=True)
class Loaded(Record):
    """What was loaded from a file: the rounds that are new here, and those that were here already."""

    added: tuple[StoredRound, ...]
    known: tuple[StoredRound, ...]


#: Options of reading and of the study that say what the ratings mean, not how the file is laid out.
REMEMBERED = ("reference", "categories", "scale", "missing", "rater_kind", "preset", "level")


def to_keep(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options that are kept with a round, as strict JSON; a column's name is only of one file."""
    texts = {name: options[name] for name in REMEMBERED if options.get(name) is not None}
    if not isinstance(texts.get("rater_kind"), Mapping):
        texts.pop("rater_kind", None)
    lists = {name: list(texts[name]) for name in ("categories", "missing") if name in texts}
    return {name: plain(value) for name, value in (texts | lists).items()}


def from_before(given: Mapping[str, Any], before: Mapping[str, Any] | None) -> dict[str, Any]:
    """The options stored with the previous round that were not given again."""
    kept = {name: value for name, value in (before or {}).items() if name in REMEMBERED}
    if given.get("scale") is not None or given.get("categories") is not None:
        kept = {name: value for name, value in kept.items() if name not in ("scale", "categories")}
    return {name: _raised(value) for name, value in kept.items() if given.get(name) is None}


def goal_from_before(before: Mapping[str, Any] | None) -> Goal | None:
    """The goal that was kept."""
    return None if before is None else Goal.from_dict(before)


def with_kinds(ratings: Ratings, kinds: Mapping[str, str] | None) -> Ratings:
    """The ratings, of raters that are still there the kinds that they had."""
    if not kinds:
        return ratings
    known = zip(ratings.raters, ratings.rater_kinds, strict=True)
    return replace(ratings, rater_kinds=tuple(kinds.get(name, kind) for name, kind in known))


def _raised(value: Any) -> Any:
    """A scale is kept as its parts."""
    if isinstance(value, Mapping) and "level" in value and "declared" in value:
        categories, values = (None if value[n] is None else tuple(value[n]) for n in ("categories", "values"))
        return Scale(value["level"], categories, values)
    return value
