"""A project over its rounds: how it stands, and what changed between two of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, repeat
from typing import Any

from ....interpret.rounds import Change, SliceChange, flip_name
from ....interpret.study import Section
from ....interpret.table_cells import name_of
from ....language.render import LANGUAGES
from ....ratings.rows import NOTHING
from ....result import Result
from ...store.records import StoredRound
from ...store.store import Store
from ...track.change_sections import change_page, judges_first, slice_name
from ...track.project import Project
from ...track.status_sections import status_page
from .studies import Studies

#: So many items that flipped are shown in each direction at first.
FLIPS = 10


@dataclass(frozen=True)
class RoundLine:
    """A round of the strip: its main result, where something is compared."""

    kept: StoredRound
    comparison: str
    main: Result | None


def round_lines(studies: Studies, rounds: tuple[StoredRound, ...]) -> Iterator[RoundLine]:
    """Every round with its main result, as it was stored."""
    for kept in rounds:
        main = studies.stored(kept).main
        yield RoundLine(kept, "" if main is None else main.name, None if main is None else main.main.result)


def status(store: Store, studies: Studies, name: str) -> tuple[Section, ...]:
    """How a project stands: rounds side by side, the goal, and whether it still improves."""
    project = Project(name, store)
    rounds = project.rounds
    if len(rounds) < 2:
        return ()
    key = " ".join(f"{one.content}/{one.generation}" for one in rounds)

    def sections() -> tuple[Section, ...]:
        last = studies.stored(rounds[-1])
        return tuple(status_page(store.where, rounds, project.progress(), last, project.slices()))[1:]

    return studies.cache.get("status", f"{name} {key}", sections)


@dataclass(frozen=True)
class Changes:
    """What changed from one round to another: sections, each with what the names of its rows are about.

    A name is about an item, {"item": …}, or about items of the later round, as their list is asked for.
    `more` says that further items flipped, which are not shown.
    """

    sections: tuple[tuple[Section, Mapping[str, Mapping[str, Any]]], ...]
    more: bool


def changes(store: Store, name: str, first: str, second: str, shown: int = FLIPS) -> Changes:
    """What changed between two rounds; of items that flipped, so many are shown in each direction."""
    project = Project(name, store)
    found = project.compare(first, second, examples=shown + 1)  # one more, to know of it
    slices = project.slices(first, second)
    sections = change_page(found, first, second, shown, slices)
    rows = (dict(_rows_of(one, slices.get(one.name, ()))) for one in judges_first(found))
    about: Iterator[dict[str, Mapping[str, Any]]] = chain(rows, repeat({}))  # the rest has sentences only
    sizes = [len(some) for one in found if one.flips for some in (one.flips.mended, one.flips.broken)]
    return Changes(tuple(zip(sections, about, strict=False)), any(size > shown for size in sizes))


def _rows_of(change: Change, slices: Sequence[SliceChange]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """What the name of each row of a change is about, in every language."""
    compared = {"comparison": change.name, "compared": "1", "sort": "spread"}
    for measure in change.measures:
        words = name_of(measure.measure, measure.options)
        yield from ((words.text(lang), compared) for lang in LANGUAGES)
    for one in slices:
        if one.value is not None and one.value != NOTHING:
            part = {**compared, "within": f"{one.column}:{one.value}"}
            yield from ((slice_name(one).text(lang), part) for lang in LANGUAGES)
    if change.flips:
        for flip in (*change.flips.mended, *change.flips.broken):
            yield from ((text, {"item": flip.item}) for text in flip_name(flip).values())
