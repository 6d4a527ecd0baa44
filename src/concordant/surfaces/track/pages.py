"""What `track` shows of what is kept, as sections that any language can say: projects, rounds, runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...interpret.rounds import MARKS, About, Anchored, Run
from ...interpret.rounds import tables as cells
from ...interpret.study import Section, Study, glance
from ...interpret.study.outline import outline
from ...interpret.table_cells import brackets_of, count, within
from ...language.message import Message, fact
from ...language.text_table import NONE, Cell, TextTable, shown
from ...quote import one_line
from ...result import Result
from ..store.records import ProjectFacts, StoredRound

#: Signs of a note in a table, and in a line of its own; JSON has it whole.
_NOTE, _LONG = 60, 500


def word(key: str, **facts: Any) -> Message:
    """A sentence, a head or a cell of `track`."""
    return Message(f"track.{key}", facts)


# --- what there is ------------------------------------------------------------------------------


def in_words(column: Sequence[Cell]) -> Sequence[Cell]:
    """A column of words, empty where there are none; not shown where there are none at all."""
    return (
        column if all(cell == NONE for cell in column) else ["" if cell == NONE else cell for cell in column]
    )


def projects_page(found: Sequence[ProjectFacts], where: str) -> Iterator[Section]:
    """Every project of a store."""
    heads = (word("head-project"), word("head-rounds"), word("head-last"), word("head-when"))
    rows = [(one.name, count(one.n_rounds), one.last, cells.moment(one.when)) for one in found]
    if not rows:
        yield Section(word("title-projects", where=where), (word("no-projects"),))
    else:
        yield Section(word("title-projects", where=where), (), (shown(word("projects"), heads, rows),))


def rounds_page(project: str, kept: Sequence[StoredRound], where: str) -> Iterator[Section]:
    """Every round of a project, with what is known of it."""
    heads = (
        cells.word("head-round"), word("head-when"), cells.word("head-who"), cells.word("head-items"),
        word("head-ratings"), cells.word("head-goal"), word("head-made"), cells.word("head-note"),
    )  # fmt: skip
    columns = (
        [_named(one) for one in kept],
        [cells.moment(one.about.when) for one in kept],
        in_words([one.about.who or NONE for one in kept]),
        [count(one.n_items) for one in kept],
        [count(one.n_ratings) for one in kept],
        in_words([NONE if one.goal is None else dict(one.goal["name"]) for one in kept]),
        in_words([_made(one.about) for one in kept]),
        in_words([one_line(one.about.note, _NOTE) or NONE for one in kept]),
    )
    table = shown(word("rounds"), heads, list(zip(*columns, strict=True)))
    replaced = next((one for one in kept if one.generation > 1), None)
    messages = (
        [] if replaced is None else [word("see-generation", flag="--generation 1", round=replaced.name)]
    )
    yield Section(word("title-rounds", project=project, where=where), tuple(messages), (table,))


def _named(kept: StoredRound) -> Cell:
    """A round by its name, with how often it was replaced."""
    if kept.generation == 1:
        return kept.name
    return word("name-replaced", round=kept.name, n=kept.generation - 1)


def _made(about: About) -> Cell:
    marks = list(_marks(about))
    return word("made", marks=marks) if marks else NONE


def _marks(about: About) -> Iterator[dict[str, Any]]:
    for what in MARKS:
        if what in about.marks:
            kind = fact(cells.word(f"mark-{what}"))
            yield fact(word("mark", what=kind, name=about.marks[what].name))


def round_page(
    kept: StoredRound, newest: StoredRound, study: Study, *, full: bool = False
) -> Iterator[Section]:
    """One round, as it is or as it was before it was replaced: what it is, then its study."""
    about = kept.about
    facts = {"n": kept.n_items, "ratings": kept.n_ratings, "when": cells.moment(about.when)}
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
        yield Section(word("title-drift", name=one.rater), one.sentences, (_runs(one),))
    if not found:
        yield Section(word("title-drift-none"), (word("no-drift"),))


def _runs(anchored: Anchored) -> TextTable:
    kind = "-measured" if anchored.measured else ""
    agreed = [word(f"head-{name}{kind}") for name in ("same", "itself", "with-people")]
    heads = [*(word(f"head-{name}") for name in ("run", "when", "shift")), *agreed]
    brackets = brackets_of([one.same for one in anchored.runs])
    title = word("runs", n=anchored.n_anchors, brackets=brackets)
    return shown(title, heads, [_run(one) for one in anchored.runs])


def _run(one: Run) -> tuple[Cell, ...]:
    agreed = [within(result) for result in (one.same, one.itself, one.with_people)]
    return (one.name, cells.moment(one.when), _shift(one.shift), *agreed)


def _shift(result: Result | None) -> Cell:
    """A change in units of the scale, with its interval."""
    if result is None or not result.defined:
        return NONE
    if result.interval is None:
        return word("shift", x=result.estimate)
    return word("shift-within", x=result.estimate, low=result.interval.low, high=result.interval.high)
