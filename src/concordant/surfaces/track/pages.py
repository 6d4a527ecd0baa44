"""What `track` shows of what is kept, as sections that any language can say: projects, rounds, runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...interpret.rounds import MARKS, About, Anchored, moment, progress_words
from ...interpret.study import Section, Study, glance
from ...interpret.study.outline import outline
from ...interpret.table import COUNT, NAME, RESULT, TEXT, WORDS, Column, ColumnKind, DeclaredTable
from ...interpret.table_cells import brackets_of
from ...language.message import Message, fact
from ...language.text_table import NONE, Cell
from ...quote import one_line
from ...result import Result
from ..store.records import ProjectFacts, StoredRound

#: Signs of a note in a table, and in a line of its own; JSON has it whole.
_NOTE, _LONG = 60, 500


def word(key: str, **facts: Any) -> Message:
    """A sentence, a head or a cell of `track`."""
    return Message(f"track.{key}", facts)


# --- what there is ------------------------------------------------------------------------------


def projects_page(found: Sequence[ProjectFacts], where: str) -> Iterator[Section]:
    """Every project of a store."""
    title = word("title-projects", where=where)
    if not found:
        yield Section(title, (word("no-projects"),))
    else:
        yield Section(title, (), (projects_table(found).in_words(),))


def projects_table(found: Sequence[ProjectFacts]) -> DeclaredTable:
    """Every project, how many rounds it has, and the last of them."""
    columns = (
        Column("project", word("head-project"), NAME, lambda one: one.name, TEXT),
        Column("n_rounds", word("head-rounds"), COUNT, lambda one: one.n_rounds, TEXT),
        Column("last", word("head-last"), NAME, lambda one: one.last, TEXT),
        Column("when", word("head-when"), WORDS, lambda one: moment(one.when), TEXT),
    )
    return DeclaredTable("projects", word("projects"), columns, tuple(found))


def rounds_page(project: str, kept: Sequence[StoredRound], where: str) -> Iterator[Section]:
    """Every round of a project, with what is known of it."""
    replaced = next((one for one in kept if one.generation > 1), None)
    messages = (
        [] if replaced is None else [word("see-generation", flag="--generation 1", round=replaced.name)]
    )
    title = word("title-rounds", project=project, where=where)
    yield Section(title, tuple(messages), (kept_rounds_table(kept).in_words(),))


def kept_rounds_table(kept: Sequence[StoredRound]) -> DeclaredTable:
    """Every round that is kept, how large it is, its goal and what it was made with."""
    columns = (
        Column("round", progress_words.word("head-round"), WORDS, _named, TEXT),
        Column("when", word("head-when"), WORDS, lambda one: moment(one.about.when), TEXT),
        Column("who", progress_words.word("head-who"), WORDS, lambda one: one.about.who or "", TEXT),
        Column("n_items", progress_words.word("head-items"), COUNT, lambda one: one.n_items, TEXT),
        Column("n_ratings", word("head-ratings"), COUNT, lambda one: one.n_ratings, TEXT),
        Column("goal", progress_words.word("head-goal"), WORDS, _goal, TEXT),
        Column("made", word("head-made"), WORDS, lambda one: _made(one.about), TEXT),
        Column(
            "note", progress_words.word("head-note"), WORDS, lambda one: one_line(one.about.note, _NOTE), TEXT
        ),
    )
    return DeclaredTable("rounds", word("rounds"), columns, tuple(kept))


def _goal(kept: StoredRound) -> Cell:
    return "" if kept.goal is None else dict(kept.goal["name"])


def _named(kept: StoredRound) -> Cell:
    """A round by its name, with how often it was replaced."""
    if kept.generation == 1:
        return kept.name
    return word("name-replaced", round=kept.name, n=kept.generation - 1)


def _made(about: About) -> Cell:
    marks = list(_marks(about))
    return word("made", marks=marks) if marks else ""


def _marks(about: About) -> Iterator[dict[str, Any]]:
    for what in MARKS:
        if what in about.marks:
            kind = fact(progress_words.word(f"mark-{what}"))
            yield fact(word("mark", what=kind, name=about.marks[what].name))


def round_page(
    kept: StoredRound, newest: StoredRound, study: Study, *, full: bool = False
) -> Iterator[Section]:
    """One round, as it is or as it was before it was replaced: what it is, then its study."""
    about = kept.about
    facts = {"n": kept.n_items, "ratings": kept.n_ratings, "when": moment(about.when)}
    first = word("facts-by", **facts, who=about.who) if about.who else word("facts", **facts)
    more = []
    if kept.generation < newest.generation:
        more.append(word("old-generation", n=kept.generation, of=newest.generation))
    elif kept.generation > 1:
        more.append(word("generation", n=kept.generation - 1, flag="--generation 1"))
    if kept.goal is not None:
        more.append(word("goal", name=dict(kept.goal["name"])))
    title = word("title-round", round=kept.name, project=kept.project)
    yield Section(title, (first, *about_messages(about), *more))
    yield from outline(study) if full else glance(study)


def about_messages(about: About) -> Iterator[Message]:
    """What a round was made with, and the note on it."""
    marks = list(_marks(about))
    if marks:
        yield word("made-with", marks=marks)
    if about.note:
        yield word("note", note=one_line(about.note, _LONG))


# --- drift -------------------------------------------------------------------------------------


def drift_page(found: Sequence[Anchored]) -> Iterator[Section]:
    """Every judge over its runs on the items that all of them share."""
    for one in found:
        yield Section(word("title-drift", name=one.rater), one.sentences, (runs_table(one).in_words(),))
    if not found:
        yield Section(word("title-drift-none"), (word("no-drift"),))


def runs_table(anchored: Anchored) -> DeclaredTable:
    """Every run of a judge: how far its ratings moved, and how far it agrees with itself and with people."""
    kind = "-measured" if anchored.measured else ""
    columns = (
        Column("run", word("head-run"), NAME, lambda one: one.name, TEXT),
        Column("when", word("head-when"), WORDS, lambda one: moment(one.when), TEXT),
        Column("shift", word("head-shift"), _SHIFT, lambda one: one.shift, TEXT),
        Column("same", word(f"head-same{kind}"), RESULT, lambda one: one.same, TEXT),
        Column("itself", word(f"head-itself{kind}"), RESULT, lambda one: one.itself, TEXT),
        Column("with_people", word(f"head-with-people{kind}"), RESULT, lambda one: one.with_people, TEXT),
    )
    title = word("runs", n=anchored.n_anchors, brackets=brackets_of([one.same for one in anchored.runs]))
    return DeclaredTable("runs", title, columns, anchored.runs)


def _shift(result: Result) -> Cell:
    """A change in units of the scale, with its interval."""
    if not result.defined:
        return NONE
    if result.interval is None:
        return word("shift", x=result.estimate)
    return word("shift-within", x=result.estimate, low=result.interval.low, high=result.interval.high)


#: How far ratings moved, in units of the scale.
_SHIFT = ColumnKind(_shift)
