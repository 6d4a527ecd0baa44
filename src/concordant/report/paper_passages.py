"""The words for a paper that files bring along: methods and results, and the sources where they are shown."""

from __future__ import annotations

from collections.abc import Iterator

from ..interpret.study.study import Study
from ..language.message import Said
from ..language.render import Language
from .paper.bibliography import references
from .paper.methods import methods
from .paper.passage import Passage
from .paper.results import results


def passages(study: Study, lang: Language) -> Iterator[tuple[Said, Passage]]:
    """Methods and results, each under its heading."""
    yield Said("paper.methods"), methods(study, lang)
    yield Said("paper.results"), results(study, lang)


def passages_with_sources(study: Study, lang: Language) -> Iterator[tuple[Said, Passage]]:
    """The same, and the list of what they cite."""
    yield from passages(study, lang)
    yield Said("paper.references"), references(study, lang)
