"""What goes into a store, and what a store says of what it has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ...interpret.goals.goal import Goal
from ...interpret.record import Record
from ...interpret.rounds.round import About
from ...interpret.study.study import Study
from ...ratings.ratings import Ratings


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
