"""What to do next in a project: how the goal stands, and the commands to type."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from ...interpret.compare import called
from ...interpret.goals import COPIED_GOAL, GOALS
from ...interpret.rounds import Progress, best_round, case_of
from ...interpret.study import ComparisonReport, Section, Study
from ...language.message import Message, fact
from ...language.render import Language
from ..store.records import StoredRound
from .pages import word
from .stored_rounds import typed_again

#: A command of `concordant`, with what says project and store behind it.
Typed = Callable[..., str]


def typed(project: str, store: str | None, lang: Language = "en") -> Typed:
    """Commands for a project, as they are typed, that answer in the same language."""
    answer = f" --lang {lang}" if lang != "en" else ""

    def command(*words: str | Mapping[str, str]) -> str:
        arguments = [
            shlex.quote(w) if isinstance(w, str) else w[lang] for w in (*words, "--project", project)
        ]
        return f"{' '.join(['concordant', *arguments])}{typed_again(store)}{answer}"

    return command


#: What the reader has to fill in.
_FILE, _NAME = {"en": "FILE", "zh": "文件"}, {"en": "NAME", "zh": "轮次名"}


def after_adding(kept: Sequence[StoredRound], last: StoredRound, command: Typed) -> Section:
    """How to look at what was added; of a first round, that a second one is needed."""
    place = [one.name for one in kept].index(last.name)
    beside = pairwise(one.name for one in kept[max(0, place - 1) : place + 2])
    messages = [word("next-compare", command=command("track", "compare", *pair)) for pair in beside]
    if messages:
        messages.insert(0, word("next-status", command=command("track", "status")))
    else:
        messages = [word("next-second", command=command("track", "add", _FILE, "--round", _NAME))]
    report = command("track", "report", last.name)
    return Section(word("title-next"), (*messages, word("next-report", command=report)))


def after_looking(progress: Sequence[Progress], last: StoredRound, command: Typed) -> Iterator[Section]:
    """What the goal and the verdict call for, for all judges alike or for each of them."""
    judges = [one for one in progress if one.kind == "judge"] or list(progress[:1])
    groups: dict[tuple[str, ...], list[Progress]] = {}
    for one in judges:
        groups.setdefault(_alike(one), []).append(one)
    messages: list[Message] = []
    for case, members in groups.items():
        names = [called(one.name, one.kind) for one in members]
        for each in _next(case[0], members[0], last, command):
            messages.append(word("next-of", names=names, said=fact(each)) if len(groups) > 1 else each)
    if messages:
        yield Section(word("title-next"), tuple(messages))


def _alike(one: Progress) -> tuple[str, ...]:
    """Comparisons that need the same advice can be told together."""
    case = case_of(one)
    return (case, best_round(one).name) if case == "worse" else (case,)


def _next(case: str, progress: Progress, last: StoredRound, command: Typed) -> Iterator[Message]:
    adding = command("track", "add", _FILE, "--round", _NAME)
    names = [one.name for one in progress.rounds]
    gate = command("check", _FILE, "--goal", as_typed(last.goal), "--baseline", names[-1])
    if case.startswith("goal-met"):
        goal = {} if last.goal is None else dict(last.goal["name"])
        yield word("next-goal-met", goal=goal, round=names[-1], command=gate)
        if case == "goal-met-more":
            yield word("next-more", command=adding)
    elif case == "converged":
        yield word("next-converged", command=gate)
        yield word("next-converged-else")
    elif case == "worse":
        compare = command("track", "compare", names[-2], names[-1])
        yield word("next-worse", best=best_round(progress).name, command=compare)
    elif case == "cannot-tell":
        again = command("track", "add", _FILE, "--round", _NAME, "--replace")
        yield word("next-cannot-tell", command=again)
    else:
        yield word(f"next-{case}", command=adding)


def goal_messages(study: Study, progress: Sequence[Progress]) -> Iterator[Message]:
    """How the goal stands for every judge (without judges, for all), with the targets that are not met.

    A project is looked at after every round, so a goal that was asked of its rounds is judged by `progress`.
    """
    judged, over = _judged(study.comparisons), {(one.kind, one.name): one.goal for one in progress}
    paid: list[Message] = []
    for one in judged:
        report = over.get((one.kind, one.name)) or one.goal
        if one.goal is None or report is None:
            continue
        if one.goal.said.code == COPIED_GOAL:
            report = one.goal
        messages = (report.said, *(target.said for target in report.missing))
        yield from (_of(one, each) for each in messages) if len(judged) > 1 else messages
        paid += [] if report.paid is None else [report.paid]
    yield from paid[:1]


def _judged(comparisons: Sequence[ComparisonReport]) -> list[ComparisonReport]:
    with_goal = [one for one in comparisons if one.goal is not None]
    return [one for one in with_goal if one.kind == "judge"] or with_goal


def _of(one: ComparisonReport, message: Message) -> Message:
    return word("of", name=called(one.name, one.kind), said=fact(message))


def as_typed(goal: Mapping[str, Any] | None) -> str | Mapping[str, str]:
    """What is typed for a goal: the key of one that comes along, else a place for the reader's own file."""
    if goal is not None and goal["key"] in {one.key for one in GOALS}:
        return str(goal["key"])
    return {"en": "GOAL", "zh": "目标"}
