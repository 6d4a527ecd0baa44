"""Projects as they are listed: the last round and its verdict in a word."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ...errors import ConcordantError
from ...report.page.verdict import verdict
from ..store.records import ProjectFacts
from .addresses import address_of
from .state import WebState

#: A verdict is read for so many projects; the others are named.
_MOST_READ = 40


@dataclass(frozen=True)
class ProjectCard:
    """A project with the verdict on its last round: `state` is met, not-met, cannot-tell, word or doubt."""

    name: str
    href: str
    n_rounds: int
    last: str
    word: Any = None
    state: str = ""


def project_cards(web: WebState) -> list[ProjectCard]:
    """Every project of the store."""
    return list(_cards(web, web.store.projects()))


def _cards(web: WebState, projects: tuple[ProjectFacts, ...]) -> Iterator[ProjectCard]:
    for at, one in enumerate(projects):
        word, state = _verdict(web, one) if at < _MOST_READ else (None, "")
        yield ProjectCard(one.name, address_of("p", one.name), one.n_rounds, one.last, word, state)


def _verdict(web: WebState, one: ProjectFacts) -> tuple[Any, str]:
    try:
        kept = web.store.round(one.name, one.last)
        view = verdict(web.studies.stored(kept))
    except ConcordantError:  # damaged: opening the round says how
        return None, ""
    return view.word, view.state
