"""The gate: whether a goal is met and nothing was lost since a baseline; met, not met, or cannot tell yet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ...errors import InputError, OptionError, choose, is_number
from ...inference.false_discovery import check_rate
from ...inference.plan import Plan
from ...language.message import Message
from ...quote import quote
from ...ratings.audit import WARNINGS
from ...ratings.ratings import Ratings
from ...reduce.fingerprint import fingerprint
from ..compare import (
    Comparison,
    Preset,
    double_rating_messages,
    people_with_each_other,
    rounded_comparisons,
    who_rated,
)
from ..data_checks import SERIOUS, ScaleDoubt, copied_from, scale_doubts
from ..goals import Goal, GoalReport, Looks, Outcome, TargetReport, goal_of_copy, held_to
from ..non_inferiority import check_margin
from ..notes import note_message
from ..record import Record
from ..rounds import Change, ComparedRound, SliceChange, carried_over_messages, comparisons_of
from .regressions import OPEN_STATES, BaselineChange, State, regressions
from .words import sentences_of

NOTHING_TO_CHECK = "There is nothing to check: give a goal, for example goal='first', or a baseline."


@dataclass(frozen=True, kw_only=True)
class Gate(Record):
    """`goals` by the name of the comparison that is judged; `changes` and `slices` since the baseline.

    `judged` are these comparisons, each with its kind ("judge", "people", "raters"); `round` is the round
    that is judged, where the data have several; `items` says how many items each target rests on. `wholes`
    are what became of each comparison since the baseline, and `gone` the judges that only the baseline has.
    Not met if any target is not, or if agreement was reliably lost since the baseline, in all or in a slice;
    met if every target is, and everything that the baseline has is there; else it is inconclusive. With a
    `margin` a loss of that size since the baseline has to be excluded, and a smaller one may be there.
    """

    outcome: Outcome
    judged: Mapping[str, str] = field(default_factory=dict)
    goals: Mapping[str, GoalReport] = field(default_factory=dict)
    items: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    round: str = ""
    baseline: str = ""
    changes: tuple[Change, ...] = ()
    wholes: Mapping[str, BaselineChange] = field(default_factory=dict)
    slices: Mapping[str, tuple[SliceChange, ...]] = field(default_factory=dict)
    gone: tuple[str, ...] = ()
    allowed_loss: float = 0.0
    margin: float | None = None
    least_common: float = 0.9
    fdr: float = 0.05
    source: str = ""
    fingerprint: str = ""
    sentences: tuple[Message, ...] = ()
    version: str = ""

    @property
    def exit_code(self) -> int:
        """0 met, 1 not met, 2 cannot tell yet; broken input is 3."""
        return {"met": 0, "not-met": 1, "cannot-tell": 2}[self.outcome]

    @property
    def missing(self) -> tuple[tuple[str, TargetReport], ...]:
        """The targets that are not met, or not reliably, each with its comparison."""
        return tuple((name, one) for name, goal in self.goals.items() for one in goal.missing)

    @property
    def every_slice(self) -> tuple[tuple[str, SliceChange], ...]:
        """All slices that were looked at, each with its comparison."""
        return tuple((name, one) for name, found in self.slices.items() for one in found)

    @property
    def new(self) -> tuple[str, ...]:
        """The comparisons that the baseline does not have."""
        seen = {change.name for change in self.changes}
        return tuple(name for name in self.judged if name not in seen) if self.baseline else ()

    def state(self, change: Change) -> State:
        """Whether a comparison as a whole lost more than is allowed, or gained."""
        return self.wholes[change.name].state


def gate(
    now: ComparedRound,
    *,
    goal: Goal | None = None,
    baseline: ComparedRound | None = None,
    comparison: str | None = None,
    preset: Preset = "auto",
    level: float = 0.95,
    allowed_loss: float = 0.0,
    margin: float | None = None,
    least_common: float = 0.9,
    fdr: float = 0.05,
    version: str = "",
) -> Gate:
    """The goal on every judge (else on raters among themselves), and what they lost since the baseline."""
    _check(goal, baseline, allowed_loss, least_common, fdr)
    margin = _margin(margin, baseline, allowed_loss)
    compared = _judged(comparisons_of(now, preset=preset, level=level), comparison)
    graded = {} if goal is None else _graded(now, compared, preset, level)
    judges = sum(one.kind == "judge" for one in compared)
    doubts = tuple(doubt for doubt in scale_doubts(now.ratings) if doubt.code in SERIOUS)
    looks = Looks(look=now.look, judges=max(judges, 1))
    goals = {name: _reported(one, goal, looks, doubts) for name, one in graded.items() if goal is not None}
    names = [one.name for one in compared]
    since = {} if baseline is None else regressions(
        baseline, now, names, preset=preset, level=level, fdr=fdr, allowed=allowed_loss, margin=margin,
        least_common=least_common,
    )  # fmt: skip
    if comparison is not None:
        since.pop("gone", None)
    draft = Gate(
        outcome="met",
        judged={one.name: one.kind for one in compared},
        goals=goals,
        items={name: tuple(target.items for target in goals[name].targets) for name in graded},
        allowed_loss=float(allowed_loss),
        margin=margin,
        least_common=float(least_common),
        fdr=float(fdr),
        round=now.name,
        source=now.ratings.audit.source,
        fingerprint=fingerprint(now.ratings),
        version=version,
        **since,
    )
    judged = replace(draft, outcome=_outcome(draft))
    rounded = [one for one in graded.values() if one not in compared]
    return replace(judged, sentences=(*_with_reading(judged, now.ratings, doubts, compared, rounded),))


def _graded(
    now: ComparedRound, compared: Sequence[Comparison], preset: Preset, level: float
) -> dict[str, Comparison]:
    """What meets a goal: the comparisons, on rounded scores where these are nearly a scale."""
    who = who_rated(now.ratings, now.reference)
    rounded = rounded_comparisons(now.ratings, who, preset, Plan(level=level))
    return {one.name: rounded.get((one.kind, one.name), one) for one in compared}


def _with_reading(
    judged: Gate,
    ratings: Ratings,
    doubts: Sequence[ScaleDoubt],
    compared: Sequence[Comparison],
    rounded: Sequence[Comparison],
) -> Iterator[Message]:
    """The outcome, what a reader must know of the data, doubts about them, and all else."""
    first, *others = sentences_of(judged)
    yield first
    yield from (note_message(note) for note in ratings.audit.notes if note.code in WARNINGS)
    yield from (message for doubt in doubts for message in doubt.sentences)
    yield from others
    for one in compared:
        if one.kind != "judge":
            yield from double_rating_messages(one)
    yield from map(note_message, dict.fromkeys(n for one in rounded for n in one.ratings.scale.notes))
    yield from carried_over_messages(ratings)


def _check(
    goal: Goal | None, baseline: ComparedRound | None, allowed_loss: float, least_common: float, fdr: float
) -> None:
    if goal is None and baseline is None:
        raise OptionError(NOTHING_TO_CHECK)
    if not (is_number(allowed_loss) and allowed_loss >= 0):
        raise OptionError(
            f"allowed_loss, the largest loss allowed, must be 0 or more, got {quote(allowed_loss)}."
        )
    if not (is_number(least_common) and 0 <= least_common <= 1):
        raise OptionError(
            f"least_common must be a share of items between 0 and 1, got {quote(least_common)}."
        )
    check_rate(fdr)


def _margin(margin: float | None, baseline: ComparedRound | None, allowed_loss: float) -> float | None:
    """The margin, which is one against a baseline and takes the place of an allowed loss."""
    found = check_margin(margin)
    if found is not None and baseline is None:
        raise OptionError("margin, the loss that must be ruled out, needs a baseline: give one.")
    if found is not None and allowed_loss:
        raise OptionError(
            "Give margin (a loss that must be ruled out) or allowed_loss (a loss that is tolerated), "
            "not both."
        )
    return found


def _judged(compared: Sequence[Comparison], name: str | None) -> list[Comparison]:
    """The comparison that is named, else every judge, else the first."""
    known = {one.name: one for one in compared}
    if name is not None:
        choose("comparison", name, known)
        return [known[name]]
    found = [one for one in compared if one.kind == "judge"] or list(compared[:1])
    if not found:
        raise InputError("There is nobody to compare: a check needs two raters, or a judge and a reference.")
    return found


def _reported(compared: Comparison, goal: Goal, looks: Looks, doubts: Sequence[ScaleDoubt]) -> GoalReport:
    """How the goal stands; one that these data can never answer is a mistake and not an open question.

    A judge whose ratings look like a copy of a person's meets none.
    """
    judged = compared.kind == "judge"
    ceiling = people_with_each_other(compared) if judged else None
    report = held_to(goal, compared, ceiling, looks if judged else replace(looks, judges=1))
    for one in report.targets:
        if any(note.code == "not-possible" for note in one.result.notes):
            raise OptionError(
                f"The goal {quote(goal.name['en'])} requires {one.target.measure!r}, which cannot be "
                f"computed from these data: {one.result.notes[0].text}"
            )
    person = copied_from(compared.name, compared.reference, doubts)
    return report if person is None else goal_of_copy(report, compared.name, person)


def _outcome(draft: Gate) -> Outcome:
    lost = any(one.lost for _, one in draft.every_slice)
    states = {draft.state(change) for change in draft.changes}
    outcomes = {report.outcome for report in draft.goals.values()}
    if lost or "lost" in states or "not-met" in outcomes:
        return "not-met"
    unknown = bool(draft.new or draft.gone) or not states.isdisjoint(OPEN_STATES)
    return "cannot-tell" if unknown or "cannot-tell" in outcomes else "met"
