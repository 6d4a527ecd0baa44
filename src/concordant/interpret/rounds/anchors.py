"""Drift on anchor items: the same judge on the same items, again and again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ...result import Result
from ..record import Record
from ..said import Said

DriftVerdict = Literal["steady", "drifting", "cannot-tell"]


@dataclass(frozen=True, kw_only=True)
class Run(Record):
    """One run of a judge on the anchor items.

    `shift` is the mean of own score − that of the first run (None without an order, or for the first run);
    `same` the share of anchors with the same value as in the first run; `itself` the agreement of repeats
    within the run, where there are any; `with_people` the agreement with people on the anchors.
    """

    name: str
    when: str = ""
    shift: Result | None = None
    same: Result | None = None
    itself: Result | None = None
    with_people: Result | None = None


@dataclass(frozen=True, kw_only=True)
class Anchored(Record):
    """A judge over its runs on the items that all of them share.

    Three things are kept apart: `repeatability` (repeats within a run: noise), `between` (runs against each
    other: noise and drift), and disagreement with people (`with_people_trend`). `level` tests that all runs
    have the same mean, `trend` that scores do not rise or fall, `beyond_noise` that runs differ no more than
    repeats of one run do. `detectable` is the change that so many anchors would show.
    """

    rater: str
    n_anchors: float
    runs: tuple[Run, ...]
    repeatability: Result | None = None
    between: Result | None = None
    level: Result | None = None
    trend: Result | None = None
    beyond_noise: Result | None = None
    with_people_trend: Result | None = None
    verdict: DriftVerdict
    detectable: float
    sentences: tuple[Said, ...] = ()
