"""How a project stands, as sections: every comparison over all rounds, the goal, and whether it converged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...interpret.compare import called
from ...interpret.rounds import Progress, RoundFacts
from ...interpret.rounds import tables as cells
from ...interpret.study import Section, Study
from ...interpret.table_cells import brackets_of, chance, count, name_of, within
from ...language.message import Message
from ...language.text_table import NONE, Cell, TextTable, shown
from ..store.records import StoredRound
from .change_sections import Slices, lost_messages, unmoved
from .next_steps import goal_messages
from .pages import in_words, word


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
    """Judges before others; people who rated nothing anew beside judges are left for a line."""
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
    return tuple(_rounds_table(one, len(progress) > 1, last) for one in progress)


def _rounds_table(progress: Progress, several: bool, last: StoredRound) -> TextTable:
    heads = (
        cells.word("head-round"), word("head-when"), cells.word("head-items"),
        name_of(progress.measure, progress.options), word("head-change"), cells.word("head-p"),
        _goal_head(progress, last), cells.word("head-note"),
    )  # fmt: skip
    brackets = brackets_of([one.tracked for one in progress.rounds])
    name = called(progress.name, progress.kind)
    title = word("rounds-of" if several else "rounds-with", name=name, brackets=brackets)
    columns = [*zip(*(_status_row(one, progress) for one in progress.rounds), strict=True)]
    words = [in_words(column) for column in columns[-2:]]
    return shown(title, heads, list(zip(*columns[:-2], *words, strict=True)))


def _goal_head(progress: Progress, last: StoredRound) -> Message:
    if not _has_goal(progress):
        return cells.word("head-stage")
    return cells.word("head-goal") if last.goal is None else word("head-goal", name=dict(last.goal["name"]))


def _status_row(one: RoundFacts, progress: Progress) -> tuple[Cell, ...]:
    change = cells.change_to(progress, one.name)
    gap = cells.tracked_change(progress, change)
    message = cells.gap_message(progress.measure, gap)
    cell = NONE if message is None else message
    if message is not None and change is not None:
        cell = cells.with_items(message, change)
    return (
        one.name, cells.moment(one.about.when), count(one.n_items), within(one.tracked), cell,
        NONE if gap is None else chance(gap.p_value),
        cells.outcome(one) if _has_goal(progress) else cells.stage_of(one), cells.note_of(one),
    )  # fmt: skip


def _has_goal(progress: Progress) -> bool:
    return any(one.goal is not None for one in progress.rounds)
