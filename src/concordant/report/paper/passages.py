"""The words for a paper that files bring along: methods and results, and the sources where they are shown."""

from __future__ import annotations

from collections.abc import Iterator

from ...interpret.study import Study
from ...language.message import Message
from ...language.render import Language
from .bibliography import references
from .methods import methods
from .passage import Passage
from .results import results


def passages(study: Study, lang: Language) -> Iterator[tuple[Message, Passage]]:
    """Methods and results, each under its heading."""
    yield Message("paper.methods"), methods(study, lang)
    yield Message("paper.results"), results(study, lang)


def passages_with_sources(study: Study, lang: Language) -> Iterator[tuple[Message, Passage]]:
    """Methods and results under their headings, and the list of what they cite."""
    yield from passages(study, lang)
    yield Message("paper.references"), references(study, lang)
