"""A project over its rounds: how it stands, and what changed between two of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ....interpret.rounds import flip_name
from ....interpret.study import Section
from ....result import Result
from ...store.records import StoredRound
from ...store.store import Store
from ...track.change_sections import change_page
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
    """What changed from one round to another, with the item behind each name of one that flipped.

    `more` says that further items flipped, which are not shown.
    """

    sections: tuple[Section, ...]
    items: dict[str, str]
    more: bool


def changes(store: Store, name: str, first: str, second: str, shown: int = FLIPS) -> Changes:
    """What changed between two rounds; of items that flipped, so many are shown in each direction."""
    project = Project(name, store)
    found = project.compare(first, second, examples=shown + 1)  # one more, to know of it
    sections = tuple(change_page(found, first, second, shown, project.slices(first, second)))
    directions = [some for one in found if one.flips for some in (one.flips.mended, one.flips.broken)]
    items = {text: flip.item for some in directions for flip in some for text in flip_name(flip).values()}
    return Changes(sections, items, any(len(some) > shown for some in directions))
