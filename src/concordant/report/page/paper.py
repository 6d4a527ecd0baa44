"""Words for the paper on the page: methods, results, checklist, references, each to be copied."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ...interpret.study import Study
from ...language.message import Message
from ...language.render import LANGUAGES, TAGS, Language
from ..paper.bibliography import bibtex, references
from ..paper.grras import grras
from ..paper.methods import methods
from ..paper.passage import Passage, passage, write
from ..paper.results import results
from .bilingual import in_each
from .text_helpers import Panel


@dataclass(frozen=True)
class PaperPassage:
    """One passage in both languages, as markup; `to_add` says how many blanks are left in it."""

    key: str
    title: Message
    body: Any
    to_add: Message | None = None


@dataclass(frozen=True)
class Paper:
    """What the panel shows."""

    intro: Any
    blocks: tuple[PaperPassage, ...]
    bibtex: str
    bibtex_title: Message = field(default_factory=lambda: Message("paper.bibtex"))
    copy: Mapping[str, str] = field(default_factory=lambda: in_each(Message("paper.copy")))
    copied: Mapping[str, str] = field(default_factory=lambda: in_each(Message("paper.copied")))


def paper_panel(study: Study) -> Panel | None:
    """The passages in both languages."""
    blocks = tuple(_words(key, make, study) for key, make in _PASSAGES.items())
    intro = {lang: passage([[write("paper.intro", lang)]], lang) for lang in LANGUAGES}
    return Panel("paper", Message("paper.panel"), Paper(_both(intro), blocks, bibtex(study)))


_PASSAGES: dict[str, Callable[[Study, Language], Passage]] = {
    "methods": methods,
    "results": results,
    "checklist": grras,
    "references": references,
}


def _words(key: str, make: Callable[[Study, Language], Passage], study: Study) -> PaperPassage:
    made = {lang: make(study, lang) for lang in LANGUAGES}
    blanks = len(made["en"].blanks)
    to_add = Message("paper.to-add", {"n": blanks}) if blanks else None
    return PaperPassage(key, Message(f"paper.{key}"), _both(made), to_add)


def _both(made: dict[Language, Passage]) -> Any:
    """Markup of a passage in every language."""
    from markupsafe import Markup

    pieces = (f'<div class="{lang}" lang="{TAGS[lang]}">{one.html()}</div>' for lang, one in made.items())
    return Markup("".join(pieces))  # noqa: S704 - a passage escapes all its text
