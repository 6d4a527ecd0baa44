"""Progress: one comparison over all rounds, what each changed, whether it has converged, the next step."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from ...coefficients.catalogue import BY_NAME
from ...digits import order_key
from ...errors import choose
from ...language.message import Message
from ...result import Result
from ..compare import Comparison, Preset, called, n_usable, people_with_each_other
from ..goals import Goal, GoalReport, Looks, StagesReport, goal_of, stages_of
from ..non_inferiority import check_margin
from ..record import Record
from .anchors import Anchored, anchored
from .change import change_of
from .change_record import Change
from .convergence import IN_A_ROW, LEAST_GAIN, Convergence, converge
from .difference import RoundPair, answer, both
from .gain import direction
from .round import About, ComparedRound, comparisons_of, matched, on_one_scale


@dataclass(frozen=True, kw_only=True)
class RoundFacts(Record):
    """One round of a comparison on all its items: the measure that is tracked and the main one.

    `goal` says whether the goal is met ("met", "not-met", "cannot-tell"), `stage` the key of the stage that
    is reached; None where there is none.
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

    `measure` is the one that is tracked: exact agreement, of measurements the main one. `goal` is how the
    goal stands in the last round, and `stages` how far the stages were reached, at the level of one of all
    looks at the project.
    """

    name: str
    kind: str
    measure: str
    options: Mapping[str, Any] = field(default_factory=dict)
    rounds: tuple[RoundFacts, ...]
    changes: tuple[Change, ...]
    convergence: Convergence | None
    drift: Anchored | None = None
    sentences: tuple[Message, ...] = ()
    goal: GoalReport | None = None
    stages: StagesReport | None = None


Member = tuple[ComparedRound, Comparison]


def progress(
    rounds: Sequence[ComparedRound],
    *,
    goal: Goal | None = None,
    preset: Preset = "auto",
    level: float = 0.95,
    measure: str | None = None,
    least_gain: float = LEAST_GAIN,
    in_a_row: int = IN_A_ROW,
    examples: int = 10,
    margin: float | None = None,
) -> tuple[Progress, ...]:
    """Every comparison of the last round over all rounds, given from the oldest to the newest."""
    if measure is not None:
        choose("measure", measure, BY_NAME)
    rounds = on_one_scale(rounds)
    each = [comparisons_of(one, preset=preset, level=level) for one in rounds]
    lines = [_line(rounds, each, one) for one in (each[-1] if each else ())]
    ended = tuple(_ended(rounds, each, lines))
    judges = sum(line[-1][1].kind == "judge" for line in lines)
    asked = _Asked(goal, measure, (least_gain, in_a_row), examples, check_margin(margin), judges)
    found = (_over(line, rounds, asked) for line in lines)
    return tuple(replace(one, sentences=(*one.sentences, *ended)) for one in found)


def _line(
    rounds: Sequence[ComparedRound], each: Sequence[Sequence[Comparison]], last: Comparison
) -> list[Member]:
    """A comparison of the last round and what it was in those before, the oldest first."""
    line, later = [(rounds[-1], last)], each[-1]
    for one, held in zip(rounds[-2::-1], each[-2::-1], strict=True):
        known = next((a for a, b in matched(held, later) if b is line[-1][1]), None)
        if known is not None:
            line, later = [*line, (one, known)], held
    return line[::-1]


@dataclass(frozen=True)
class _Asked:
    """What is asked of every comparison; `judges` is how many of them are judges."""

    goal: Goal | None
    measure: str | None
    rule: tuple[float, int]
    examples: int
    margin: float | None
    judges: int


def _over(line: Sequence[Member], rounds: Sequence[ComparedRound], asked: _Asked) -> Progress:
    last = line[-1][1]
    judges = asked.judges if last.kind == "judge" else 1
    looks = Looks(look=len(line), judges=judges)
    people = people_with_each_other(last) if last.kind == "judge" else None
    name, options = _tracked(last, asked.measure)
    facts = tuple(
        _facts(one, compared, (name, options), asked.goal, Looks(look=look, judges=judges))
        for look, (one, compared) in enumerate(line, 1)
    )
    steps = [_between(a, b) for a, b in pairwise(line)]
    return Progress(
        name=last.name,
        kind=last.kind,
        measure=name,
        options=dict(options),
        rounds=facts,
        changes=tuple(
            change_of(step, a[0], b[0], examples=asked.examples, tracked=(name, options), margin=asked.margin)
            for step, (a, b) in zip(steps, pairwise(line), strict=True)
        ),
        convergence=_convergence(line, facts, steps, (name, options), asked.rule),
        drift=_drift(line, last.plan.level),
        sentences=tuple(_skipped(line, rounds)),
        goal=goal_of(last, people, asked.goal, looks),
        stages=stages_of(last, people, looks),
    )


def _tracked(last: Comparison, measure: str | None) -> tuple[str, Mapping[str, Any]]:
    """Exact agreement, of measurements the main measure, unless another one is asked for."""
    main, options = last.main
    name = measure or (main if last.measurements else "exact_agreement")
    return name, options if name == main else {}


def _facts(
    one: ComparedRound,
    compared: Comparison,
    tracked_by: tuple[str, Mapping[str, Any]],
    goal: Goal | None,
    looks: Looks,
) -> RoundFacts:
    """What a round shows; its goal is judged as one of all looks at the project."""
    stands, stages = goal_of(compared, None, goal, looks), stages_of(compared, None, looks)
    tracked = answer(compared, *tracked_by)
    return RoundFacts(
        name=one.name,
        called=compared.name,
        about=one.about,
        n_items=n_usable(compared),
        tracked=tracked,
        main=compared.measure(*compared.main),
        goal=None if stands is None else stands.outcome,
        stage=None if stages is None else stages.reached,
    )


def _between(first: Member, second: Member) -> RoundPair:
    return both(first[1], second[1], (first[0].name, second[0].name))


def _convergence(
    line: Sequence[Member],
    facts: Sequence[RoundFacts],
    steps: Sequence[RoundPair],
    tracked: tuple[str, Mapping[str, Any]],
    rule: tuple[float, int],
) -> Convergence | None:
    """Whether it has converged; None of one round alone."""
    if not steps:
        return None
    least_gain, in_a_row = rule
    window = line[-in_a_row - 1 :]
    whole = steps[-1] if len(window) == 2 else _between(window[0], window[-1])
    return converge(
        [one.tracked for one in facts],
        [step.difference(*tracked).result for step in steps[-in_a_row:]],
        whole.difference(*tracked).result,
        len(steps),
        line[-1][1].plan.level,
        measure=tracked[0],
        options=tracked[1],
        names=[one.name for one in facts],
        least_gain=least_gain,
        in_a_row=in_a_row,
    )


def _drift(line: Sequence[Member], level: float) -> Anchored | None:
    """The judge over its rounds on the items that all of them share."""
    if line[-1][1].kind != "judge":
        return None
    rounds = [one for one, _ in line]
    names, people = [one.name for _, one in line], [one.reference for _, one in line]
    return anchored(rounds, names, people, level=level)


def _skipped(line: Sequence[Member], rounds: Sequence[ComparedRound]) -> list[Message]:
    there = [one for one, _ in line]
    names = [one.name for one in rounds if one not in there]
    return (
        [Message("rounds.skipped", {"name": called(line[-1][1].name, line[-1][1].kind), "names": names})]
        if names
        else []
    )


def _ended(
    rounds: Sequence[ComparedRound], each: Sequence[Sequence[Comparison]], lines: Sequence[Sequence[Member]]
) -> Iterator[Message]:
    """What was compared in rounds before and is not in the last, so that nothing follows it."""
    followed = {id(compared) for line in lines for _, compared in line}
    lost: dict[tuple[str, str], list[str]] = {}
    for one, held in zip(rounds, each, strict=True):
        for compared in held:
            if id(compared) not in followed:
                lost.setdefault((compared.name, compared.kind), []).append(one.name)
    for (name, kind), names in lost.items():
        yield Message("rounds.ended", {"name": called(name, kind), "names": names, "last": rounds[-1].name})


def case_of(one: Progress) -> str:
    """What kind of advice a comparison needs."""
    verdict = None if one.convergence is None else one.convergence.verdict
    if verdict == "worse":
        return "worse"
    if one.rounds[-1].goal == "met":
        return "goal-met-more" if verdict == "improving" else "goal-met"
    if one.convergence is None:
        return "second"
    return _open(one, one.convergence) if verdict == "cannot-tell" else str(verdict)


def _open(one: Progress, convergence: Convergence) -> str:
    """What would settle it: the same items in the first place, the next round, more items, or a new idea."""
    if one.changes and not one.changes[-1].paired:
        return "same-items"
    needed = convergence.items_needed
    far = needed is None or math.isinf(needed)
    if convergence.rounds_needed is not None or (far and convergence.rule == "too-few-rounds"):
        return "improving"
    return "far" if far else "cannot-tell"


def best_round(one: Progress) -> RoundFacts:
    """The round with the best value of the measure that is tracked; of equals the later one."""
    sign = direction(one.measure)

    def value(each: RoundFacts) -> float:
        return -math.inf if math.isnan(each.tracked.estimate) else order_key(sign * each.tracked.estimate)

    return max(reversed(one.rounds), key=value)


def next_step_messages(one: Progress) -> Iterator[Message]:
    """What to do next, without a command."""
    case = case_of(one)
    facts: dict[str, Any] = {}
    if case == "worse":
        facts = {"best": best_round(one).name}
    elif case.startswith("goal-met"):
        facts = {"round": one.rounds[-1].name}
    elif case == "cannot-tell" and one.convergence is not None:
        facts = {"rounds": list(one.convergence.items_in)}
    yield Message(f"progress.step-{case}", facts)
