"""How a project stands, as sections: every comparison over all rounds, the goal, and rounds just stored."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...interpret.compare import called
from ...interpret.rounds import (
    Progress,
    RoundFacts,
    change_to,
    gap_message,
    moment,
    note_of,
    outcome,
    progress_words,
    stage_of,
    tracked_change,
)
from ...interpret.study import ComparisonReport, Section, Study
from ...interpret.table import COUNT, NAME, P_VALUE, RESULT, TEXT, WORDS, Column, DeclaredTable
from ...interpret.table_cells import brackets_of, name_of, within
from ...language.message import Message, fact
from ...language.text_table import NONE, Cell, TextTable
from ..store.records import StoredRound
from .change_sections import Slices, lost_messages, unmoved
from .next_steps import goal_messages
from .pages import about_messages, word


def status_page(
    where: str, kept: Sequence[StoredRound], progress: Sequence[Progress], study: Study, slices: Slices
) -> Iterator[Section]:
    """The rounds of every comparison, judges first; whether the goal is met, and whether they converge."""
    title = word("title-status", project=kept[0].project, where=where, n=len(kept))
    followed, common = followed_first(progress), _common(progress)
    messages = (*(() if progress else (word("no-comparison"),)), *_same_people(progress), *common)
    yield Section(title, messages, rounds_tables(followed, kept[-1]))
    if goals := tuple(goal_messages(study, progress)):
        yield Section(word("title-goal", round=kept[-1].name), goals)
    for one in followed:
        name = called(one.name, one.kind)
        title = word("title-verdict-of", name=name) if len(followed) > 1 else word("title-verdict")
        yield Section(title, tuple(_verdict_messages(one, common, slices)))


def _verdict_messages(one: Progress, common: Sequence[Message], slices: Slices) -> Iterator[Message]:
    if one.convergence is not None:
        yield from one.convergence.sentences
    if one.changes:
        yield from lost_messages(one.changes[-1], slices)
    yield from (message for message in one.sentences if message not in common)


def followed_first(progress: Sequence[Progress]) -> list[Progress]:
    """Judges before others; people without new ratings are left for a line where there are judges."""
    same = [one for one in progress if _is_same(one)] if any(one.kind == "judge" for one in progress) else []
    return sorted((one for one in progress if one not in same), key=lambda one: one.kind != "judge")


def _is_same(one: Progress) -> bool:
    return bool(one.changes) and all(map(unmoved, one.changes))


def _same_people(progress: Sequence[Progress]) -> Iterator[Message]:
    followed = followed_first(progress)
    yield from (word("people-same-all") for one in progress if one not in followed)


def _common(progress: Sequence[Progress]) -> tuple[Message, ...]:
    """What is said of every comparison alike, and needs to be said once."""
    if len(progress) < 2:
        return ()
    return tuple(
        message for message in progress[0].sentences if all(message in one.sentences for one in progress)
    )


def rounds_tables(progress: Sequence[Progress], last: StoredRound) -> tuple[TextTable, ...]:
    """Every comparison over all rounds, towards the goal of the last one."""
    return tuple(status_table(one, len(progress) > 1, last).in_words() for one in progress)


def status_table(progress: Progress, several: bool, last: StoredRound) -> DeclaredTable:
    """A comparison over all rounds: the tracked measure, what each round changed, and the goal."""
    head, reached = progress_words.word, outcome if _has_goal(progress) else stage_of
    columns = (
        Column("round", head("head-round"), NAME, lambda one: one.name, TEXT),
        Column("when", word("head-when"), WORDS, lambda one: moment(one.about.when), TEXT),
        Column("n_items", head("head-items"), COUNT, lambda one: one.n_items, TEXT),
        Column("tracked", name_of(progress.measure, progress.options), RESULT, lambda one: one.tracked, TEXT),
        Column("change", word("head-change"), WORDS, lambda one: _changed(one, progress), TEXT),
        Column("p_value", head("head-p"), P_VALUE, lambda one: _p_value(one, progress), TEXT),
        Column("goal", _goal_head(progress, last), WORDS, lambda one: _or_blank(reached(one)), TEXT),
        Column("note", head("head-note"), WORDS, lambda one: _or_blank(note_of(one)), TEXT),
    )
    brackets = brackets_of([one.tracked for one in progress.rounds])
    name = called(progress.name, progress.kind)
    title = word("rounds-of" if several else "rounds-with", name=name, brackets=brackets)
    return DeclaredTable("status", title, columns, progress.rounds)


def _or_blank(words: Cell) -> Cell:
    """Words, or an empty cell in a column of words."""
    return "" if words == NONE else words


def _goal_head(progress: Progress, last: StoredRound) -> Message:
    if not _has_goal(progress):
        return progress_words.word("head-stage")
    if last.goal is None:
        return progress_words.word("head-goal")
    return word("head-goal", name=dict(last.goal["name"]))


def _changed(one: RoundFacts, progress: Progress) -> Cell:
    """How far the tracked measure changed, and whether on other items."""
    change = change_to(progress, one.name)
    gap = gap_message(progress.measure, tracked_change(progress, change))
    if gap is None or change is None:
        return gap or NONE
    return progress_words.with_items(gap, change)


def _p_value(one: RoundFacts, progress: Progress) -> float | None:
    gap = tracked_change(progress, change_to(progress, one.name))
    return None if gap is None else gap.p_value


def _has_goal(progress: Progress) -> bool:
    return any(one.goal is not None for one in progress.rounds)


def added_section(kept: StoredRound, what: str, where: str, *more: Message) -> Section:
    """One round that is stored: "added", "replaced", or "known" already."""
    title = word(what, round=kept.name, project=kept.project, where=where)
    sizes = word("sizes", n=kept.n_items, ratings=kept.n_ratings)
    return Section(title, (sizes, *about_messages(kept.about), *more))


def several_section(
    kept: Sequence[StoredRound],
    known: Sequence[str],
    where: str,
    progress: Sequence[Progress],
    *more: Message,
) -> Section:
    """Several rounds that are stored, some `known` already; how far raters agree in each."""
    facts: dict[str, Any] = {"project": kept[0].project, "where": where, "n": len(kept)}
    if 0 < len(known) < len(kept):
        new = [one.name for one in kept if one.name not in known]
        title = word("added-some", **facts, added=new, known=list(known))
    else:
        title = word("known-several" if known else "added-several", **facts)
    return Section(title, more, rounds_tables(followed_first(progress), kept[-1]))


def same_ratings_messages(added: Sequence[StoredRound], rounds: Sequence[StoredRound]) -> Iterator[Message]:
    """That a round has the very ratings of one before it, which may be the wrong file."""
    for one in added:
        same = [other.name for other in rounds if other.content == one.content and other.place < one.place]
        if same:
            yield word("same-as", round=one.name, names=same)


def carried_over_messages(
    before: str, held: Mapping[str, Any], goal: Mapping[str, str] | None
) -> Iterator[Message]:
    """What was taken over from the round before."""
    parts = [word(f"held-{name}", **_held(name, value)) for name, value in held.items()]
    if goal is not None:
        parts.append(word("held-goal", name=dict(goal)))
    if parts:
        yield word("held", before=before, flag="--fresh", what=[fact(part) for part in parts])


def _held(name: str, value: Any) -> dict[str, Any]:
    if name in ("reference", "categories", "missing"):
        return {"names": [str(one) for one in ([value] if isinstance(value, str) else value)]}
    if name == "scale":
        return {"level": value if isinstance(value, str) else value["level"]}
    return {} if name == "rater_kind" else {"level" if name == "level" else "name": value}


def number_messages(study: Study) -> Iterator[Message]:
    """The main numbers of every comparison, in a line each."""
    for one in study.comparisons:
        main, exact = one.main, one.measure("exact_agreement")
        facts: dict[str, Any] = {"name": fact(comparison_message(one)), **_number(main, "")}
        if exact is None or exact is main:
            yield word("number", **facts)
        else:
            yield word("numbers", name=facts["name"], **_number(exact, ""), **_number(main, "2"))
    if not study.comparisons:
        yield word("alone")


def _number(measured: Any, place: str) -> dict[str, Any]:
    cell = within(measured.result)
    shown_as = fact(cell) if isinstance(cell, Message) else cell
    return {f"m{place}": [measured.measure, dict(measured.options)], f"x{place}": shown_as}


def comparison_message(one: ComparisonReport) -> Message:
    """Who is compared with whom."""
    if one.kind != "judge":
        return word(f"name-{one.kind}")
    if len(one.reference) > 1:
        return word("name-judge-people", name=one.name)
    return word("name-judge", name=one.name, reference=list(one.reference))
