"""Progress: one comparison over all rounds, what each round changed, and whether it has converged."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ...result import Result
from ..record import Record
from ..said import Said
from .anchors import Anchored
from .change import Change
from .convergence import Convergence
from .round import About


@dataclass(frozen=True, kw_only=True)
class RoundFacts(Record):
    """One round of a comparison on all its items: the measure that is tracked and the main one.

    `goal` says whether the goal is met ("met", "not-met", "cannot-tell"), `stage` the key of the stage that is
    reached; None where there is none.
    """

    name: str
    called: str
    about: About = field(default_factory=About)
    n_items: float
    tracked: Result
    main: Result
    goal: str | None = None
    stage: str | None = None


@dataclass(frozen=True, kw_only=True)
class Progress(Record):
    """A comparison over rounds, the oldest first; `changes` are those from each round to the next.

    `measure` is the one that is tracked: exact agreement, of measurements the main one.
    """

    name: str
    kind: str
    measure: str
    options: Mapping[str, Any] = field(default_factory=dict)
    rounds: tuple[RoundFacts, ...]
    changes: tuple[Change, ...]
    convergence: Convergence | None
    drift: Anchored | None = None
    sentences: tuple[Said, ...] = ()
