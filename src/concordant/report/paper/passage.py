"""A passage for a paper: paragraphs of runs, from which every format is written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ...language.render import Language

#: `name` is text from the data, `cite` a reference by its key, `blank` what only the author knows.
Kind = Literal["text", "italic", "sub", "strong", "name", "cite", "blank"]


@dataclass(frozen=True)
class TextRun:
    """Some text of one kind."""

    text: str
    kind: Kind = "text"


Paragraph = tuple[TextRun, ...]


@dataclass(frozen=True)
class Passage:
    """Paragraphs in one language; the formats say the same."""

    paragraphs: tuple[Paragraph, ...]
    lang: Language = "en"

    @property
    def cited(self) -> tuple[str, ...]:
        """The keys of its sources, in the order in which they are first cited."""
        runs = (run for paragraph in self.paragraphs for run in paragraph if run.kind == "cite")
        return tuple(dict.fromkeys(key for run in runs for key in run.text.split(";")))

    @property
    def blanks(self) -> tuple[str, ...]:
        """What the author must add."""
        return tuple(run.text for paragraph in self.paragraphs for run in paragraph if run.kind == "blank")

    def text(self) -> str:
        """Plain text, a blank line between paragraphs."""
        from .formats import plain

        return plain(self)

    def markdown(self) -> str:
        """Markdown."""
        from .formats import markdown

        return markdown(self)

    def latex(self) -> str:
        """LaTeX, sources cited by their keys."""
        from .formats import latex

        return latex(self)

    def html(self) -> str:
        """HTML: paragraphs to be put into a page, everything escaped."""
        from .formats import html

        return html(self)

    def __str__(self) -> str:
        return self.text()
