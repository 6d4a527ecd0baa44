"""Drift on anchor items: the same judge on the same items, again and again."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from ...inference.repeated_looks import level_at
from ...language.message import Message
from ...language.render import Language
from ...result import Result
from ..record import Record
from .anchor_cells import LEAST_ANCHORS, AnchorCells, RunCells, cells_of
from .anchor_tests import AnchorTests
from .anchor_verdict import detectable, matter_of, verdict_of
from .anchor_words import changed_marks, last_change, sentences, why_not
from .round import ComparedRound, rated

#: "changed" is what a prompt, a rubric or a model that was changed on purpose makes of the ratings.
DriftVerdict = Literal["steady", "drifting", "changed", "cannot-tell"]


@dataclass(frozen=True, kw_only=True)
class Run(Record):
    """One run of a judge on the anchor items.

    `shift` is the mean of own score − that of the first run (None without an order, or for the first run);
    `shares` instead of it, without an order, the change of each category's share; `same` the share of anchors
    with the same value as in the first run; `itself` the agreement of repeats within the run, where there are
    any; `with_people` the agreement with people on the anchors. Of measurements the last three are mean
    distances. `noise` is how far the mean would shift by what repeats of one run differ (a half-width).
    """

    name: str
    when: str = ""
    shift: Result | None = None
    shares: Mapping[str, Result] = field(default_factory=dict)
    noise: float = math.nan
    same: Result | None = None
    itself: Result | None = None
    with_people: Result | None = None


@dataclass(frozen=True, kw_only=True)
class Anchored(Record):
    """A judge over its runs on the items that all of them share.

    `n_anchors` are ratings in each run: with dimensions an item is several; `n_items` counts the items.

    Three things are kept apart: `repeatability` (repeats within a run: noise), `between` (runs against each
    other: noise and drift), and disagreement with people (`with_people_trend`). `level` tests that all runs
    have the same mean, `trend` that scores do not rise or fall, `beyond_noise` that runs differ no more than
    repeats of one run do. `adjusted` are the p-values of these three after Holm, `matter` the smallest change
    of the mean (or of a share) that matters, `detectable` the change that so many anchors would show.
    `left_out` are runs that share too few items with the last one; `ranked` says that scores are ranks. Runs
    follow each other in the order in which they are given; dates are shown, and not used. `looked` is how
    often the judge was looked at, after every run from the second on, and `level_now` what is left of the
    confidence for the tests of this look (see `inference/repeated_looks.py`). `changed` are the marks
    ("prompt", "rubric", "model") that are known to have been changed between the runs: then other ratings are
    that change, and drift is what happens among the runs since the last one.
    """

    rater: str
    n_anchors: float
    n_items: float | None = None
    runs: tuple[Run, ...]
    ordered: bool = True
    measured: bool = False
    ranked: bool = False
    left_out: tuple[str, ...] = ()
    repeatability: Result | None = None
    between: Result | None = None
    level: Result | None = None
    trend: Result | None = None
    beyond_noise: Result | None = None
    with_people_trend: Result | None = None
    adjusted: Mapping[str, float] = field(default_factory=dict)
    n_people_changed: float = 0.0
    matter: float = math.nan
    looked: int = 1
    level_now: float = math.nan
    changed: tuple[str, ...] = ()
    verdict: DriftVerdict
    detectable: float
    sentences: tuple[Message, ...] = ()

    @property
    def items(self) -> float:
        """How many items the anchors are."""
        return self.n_anchors if self.n_items is None else self.n_items

    def text(self, lang: Language = "en") -> str:
        """What is found, in sentences."""
        return "\n".join(message.text(lang) for message in self.sentences)

    def __str__(self) -> str:
        return self.text()


def anchored(
    rounds: Sequence[ComparedRound],
    raters: Sequence[str],
    references: Sequence[Sequence[str]],
    *,
    level: float = 0.95,
) -> Anchored | None:
    """A judge over the rounds, on the items that it rated in all of them; None with fewer than two rounds.

    `raters` are the judge's names, round by round, `references` whom it is compared with. With fewer than ten
    anchors nothing is tested, and a sentence says so.
    """
    if len(rounds) < 2:
        return None
    rater = raters[-1]
    why = why_not(rounds)
    if why is not None:
        return _untested(rater, [one.name for one in rounds], 0, why)
    cells = cells_of(rounds, raters, references)
    if cells.n_items < LEAST_ANCHORS:
        share = {"items": rated(cells.n_items, cells.n), "least": LEAST_ANCHORS}
        few = Message("anchors.few", {**share, "runs": len(rounds)})
        return _untested(rater, [one.name for one in rounds], cells.n, few)
    found = _tested(rater, rounds, cells, level)
    return _with_drift_since(found, rounds, raters, references, level) if found.changed else found


def _with_drift_since(
    found: Anchored, rounds: Sequence[ComparedRound], raters: Sequence[str],
    references: Sequence[Sequence[str]], level: float,
) -> Anchored:  # fmt: skip
    """Drift among the runs since something was last changed on purpose, where there are two or more."""
    start = last_change(rounds)
    since = anchored(rounds[start:], raters[start:], references[start:], level=level)
    if since is None or since.verdict != "drifting":
        return found
    facts = {"rater": found.rater, "first": rounds[start].name, "last": rounds[-1].name}
    said = Message("anchors.drifting-since", facts)
    return replace(found, verdict="drifting", sentences=(said, *found.sentences))


def _untested(rater: str, names: Sequence[str], n: int, why: Message) -> Anchored:
    return Anchored(
        rater=rater, n_anchors=float(n), runs=tuple(Run(name=name) for name in names),
        verdict="cannot-tell", detectable=math.nan, sentences=(why,),
    )  # fmt: skip


def _tested(rater: str, rounds: Sequence[ComparedRound], cells: AnchorCells, level: float) -> Anchored:
    tests, looked = AnchorTests(cells, level), len(rounds) - 1
    found = Anchored(
        rater=rater,
        n_anchors=float(cells.n),
        n_items=float(cells.n_items),
        runs=tuple(_run(tests, run, first=not place) for place, run in enumerate(cells.runs)),
        ordered=cells.scale.ordered,
        measured=cells.scale.measured,
        ranked=cells.scale.ordered and cells.scale.places is not None,
        left_out=cells.left_out,
        repeatability=tests.repeatability(),
        between=tests.between(),
        level=tests.equal(),
        trend=tests.trend(),
        beyond_noise=tests.beyond_noise(),
        with_people_trend=tests.people_trend(),
        n_people_changed=float(tests.people_changed()),
        matter=matter_of(tests),
        looked=looked,
        level_now=level_at(level, looked),
        verdict="cannot-tell",
        detectable=math.nan,
    )
    unchanged = tests.nothing_changed()
    judged = replace(found, **verdict_of(found, level, unchanged=unchanged))
    judged = replace(judged, changed=changed_marks(_kept(judged, rounds)))
    if judged.verdict == "drifting" and judged.changed:
        judged = replace(judged, verdict="changed")
    judged = replace(judged, detectable=detectable(judged, cells.scale.step))
    return replace(
        judged,
        sentences=sentences(judged, level, (cells.items_last, cells.n_last), unchanged=unchanged),
    )


def _kept(found: Anchored, rounds: Sequence[ComparedRound]) -> list[ComparedRound]:
    names = {run.name for run in found.runs}
    return [one for one in rounds if one.name in names]


def _run(tests: AnchorTests, run: RunCells, *, first: bool) -> Run:
    known = Run(name=run.name, when=run.when, itself=tests.itself(run), with_people=tests.with_people(run))
    if first:
        return known
    if tests.cells.scale.ordered:
        return replace(known, shift=tests.shift(run), noise=tests.noise(run), same=tests.same(run))
    return replace(known, shares=tests.shares(run), same=tests.same(run))
