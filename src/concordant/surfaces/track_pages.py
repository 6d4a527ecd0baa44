"""What `track` shows, as sections that any language can say: rounds, what changed, how a project stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..interpret.compared import called
from ..interpret.outline import Section, glance, outline
from ..interpret.rounds import shown as cells
from ..interpret.rounds.anchors import Anchored, Run
from ..interpret.rounds.changed import Change
from ..interpret.rounds.progress import Progress, RoundFacts
from ..interpret.rounds.round import MARKS, About
from ..interpret.said import Said, fact
from ..interpret.shown import brackets_of, chance, count, name_of, within
from ..interpret.study import Study
from ..interpret.tabular import NONE, Cell, Shown, shown
from ..one_line import one_line
from ..result import Result
from .store.kept import Kept, ProjectFacts

#: Signs of a note in a table, and in a line of its own; JSON has it whole.
_NOTE, _LONG = 60, 500


def word(key: str, **facts: Any) -> Said:
    """A sentence, a head or a cell of `track`."""
    return Said(f"track.{key}", facts)


# --- what there is ------------------------------------------------------------------------------


def _in_words(column: Sequence[Cell]) -> Sequence[Cell]:
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


def rounds_page(project: str, kept: Sequence[Kept], where: str) -> Iterator[Section]:
    """Every round of a project, with what is known of it."""
    heads = (
        cells.word("head-round"), word("head-when"), cells.word("head-who"), cells.word("head-items"),
        word("head-ratings"), word("head-made"), cells.word("head-note"),
    )  # fmt: skip
    columns = (
        [one.name for one in kept],
        [cells.moment(one.about.when) for one in kept],
        _in_words([one.about.who or NONE for one in kept]),
        [count(one.n_items) for one in kept],
        [count(one.n_ratings) for one in kept],
        _in_words([_made(one.about) for one in kept]),
        _in_words([one_line(one.about.note, _NOTE) or NONE for one in kept]),
    )
    table = shown(word("rounds"), heads, list(zip(*columns, strict=True)))
    yield Section(word("title-rounds", project=project, where=where), (), (table,))


def _made(about: About) -> Cell:
    marks = list(_marks(about))
    return word("made", marks=marks) if marks else NONE


def _marks(about: About) -> Iterator[dict[str, Any]]:
    for what in MARKS:
        if what in about.marks:
            kind = fact(cells.word(f"mark-{what}"))
            yield fact(word("mark", what=kind, name=about.marks[what].name))


def round_page(kept: Kept, study: Study, *, full: bool = False) -> Iterator[Section]:
    """One round: what it is, then its study."""
    about = kept.about
    facts = {"n": kept.n_items, "ratings": kept.n_ratings, "when": cells.moment(about.when)}
    first = word("facts-by", **facts, who=about.who) if about.who else word("facts", **facts)
    more = [word("generation", n=kept.generation - 1)] if kept.generation > 1 else []
    if kept.goal is not None:
        more.append(word("goal", name=dict(kept.goal["name"])))
    title = word("title-round", round=kept.name, project=kept.project)
    yield Section(title, (first, *about_said(about), *more))
    yield from outline(study) if full else glance(study)


def about_said(about: About) -> Iterator[Said]:
    """What a round was made with, and the note on it."""
    marks = list(_marks(about))
    if marks:
        yield word("made-with", marks=marks)
    if about.note:
        yield word("note", note=one_line(about.note, _LONG))


# --- what changed -------------------------------------------------------------------------------


def change_page(changes: Sequence[Change], first: str, second: str, items: int) -> Iterator[Section]:
    """Every comparison of two rounds: what changed, by how much, and on which items."""
    for one in changes:
        title = word("title-compare", first=first, second=second, name=called(one.name, one.kind))
        tables = (cells.measures_table(one), *cells.flips_tables(one, items))
        yield Section(title, one.sentences, tables)
    if not changes:
        title = word("title-since", before=first)
        yield Section(title, (word("no-change", first=first, second=second),))


def since_page(changes: Sequence[Change]) -> Iterator[Section]:
    """What the newest round changed, in sentences."""
    for one in changes:
        name = called(one.name, one.kind)
        several = len(changes) > 1
        title = (
            word("title-since-of", before=one.first, name=name)
            if several
            else word("title-since", before=one.first)
        )
        yield Section(title, one.sentences)


# --- how it stands ------------------------------------------------------------------------------


def status_page(
    project: str, where: str, kept: Sequence[Kept], progress: Sequence[Progress]
) -> Iterator[Section]:
    """The rounds of every comparison, and whether they have converged."""
    title = word("title-status", project=project, where=where, n=len(kept))
    lost = () if progress else (word("no-comparison"),)
    yield Section(title, lost, rounds_tables(progress))
    for one in progress:
        said = (*one.sentences, *(() if one.convergence is None else one.convergence.sentences))
        several = len(progress) > 1
        name = called(one.name, one.kind)
        yield Section(word("title-verdict-of", name=name) if several else word("title-verdict"), said)


def rounds_tables(progress: Sequence[Progress]) -> tuple[Shown, ...]:
    """Every comparison over all rounds."""
    return tuple(_rounds_table(one, len(progress) > 1) for one in progress)


def _rounds_table(progress: Progress, several: bool) -> Shown:
    heads = (
        cells.word("head-round"), word("head-when"), cells.word("head-items"),
        name_of(progress.measure, progress.options), word("head-change"), cells.word("head-p"),
        cells.word("head-goal" if _has_goal(progress) else "head-stage"), cells.word("head-note"),
    )  # fmt: skip
    brackets = brackets_of([one.tracked for one in progress.rounds])
    name = called(progress.name, progress.kind)
    title = word("rounds-of" if several else "rounds-with", name=name, brackets=brackets)
    columns = [*zip(*(_status_row(one, progress) for one in progress.rounds), strict=True)]
    words = [_in_words(column) for column in columns[-2:]]
    return shown(title, heads, list(zip(*columns[:-2], *words, strict=True)))


def _status_row(one: RoundFacts, progress: Progress) -> tuple[Cell, ...]:
    change = cells.change_to(progress, one.name)
    gap = cells.tracked_change(progress, change)
    said = cells.gap_said(progress.measure, gap)
    cell = NONE if said is None else said
    if said is not None and change is not None and not change.paired:
        cell = cells.word("independent", gap=fact(said))
    return (
        one.name, cells.moment(one.about.when), count(one.n_items), within(one.tracked), cell,
        NONE if gap is None else chance(gap.p_value),
        cells.outcome(one) if _has_goal(progress) else cells.stage_of(one), cells.note_of(one),
    )  # fmt: skip


def _has_goal(progress: Progress) -> bool:
    return any(one.goal is not None for one in progress.rounds)


def drift_page(found: Sequence[Anchored]) -> Iterator[Section]:
    """Every judge over its runs on the items that all of them share."""
    for one in found:
        yield Section(word("title-drift", name=one.rater), one.sentences, (_runs(one),))
    if not found:
        yield Section(word("title-drift-none"), (word("no-drift"),))


def _runs(anchored: Anchored) -> Shown:
    heads = [word(f"head-{name}") for name in ("run", "when", "shift", "same", "itself", "with-people")]
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
