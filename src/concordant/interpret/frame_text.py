"""A frame as lines in either language: its title, its headings, its cells and its notes."""

from __future__ import annotations

from ..frame import Frame, lines_of
from ..language.render import Language, topic
from ..result import Sentence
from .notes import note_text
from .result_text import title_text, word


def frame_text(frame: Frame, lang: Language, most: int | None = None) -> str:
    """The rows as lines, at most so many of them."""
    rows = [[_cell(cell, lang) for cell in row] for row in frame.shown_cells(most)]
    title = [title_text(frame.title, lang)] if frame.title else []
    heads = [heading(name, lang) for name in frame.names]
    more = len(frame) - len(rows)
    left = [word("more-rows", lang, n=more)] if more else []
    notes = [word("note", lang, text=note_text(note, lang)) for note in frame.notes]
    return "\n".join([*title, *lines_of([heads, *rows]), *left, *notes])


def heading(name: str, lang: Language) -> str:
    """What a column is called; columns of the data keep their names."""
    known = topic("results").get(f"column-{name}")
    return known[lang] if known else name


def _cell(cell: str, lang: Language) -> str:
    return cell(lang) if isinstance(cell, Sentence) else cell
