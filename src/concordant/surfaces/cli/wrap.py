"""Sentences on a terminal: their language, wrapped to its width, titles bold."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterable, Iterator

import rich_click as click

from ...frame import width
from ...interpret.study import Section
from ...language.chinese import PIECE
from ...language.render import Language
from ...quote import one_line, tamed
from .flags import as_flags
from .language import lang_option as lang_option

#: Longer lines are hard to read, however wide the terminal is.
WIDEST = 100
#: A terminal that says it is narrower than this does not know its width.
_NARROWEST = 20

_INDENT = re.compile(r"(\s*)((?:\d+\. )?)")
_FURTHER = 2


def page_width() -> int | None:
    """How many places a line may take (a Chinese character takes two); None where no terminal shows it."""
    if not sys.stdout.isatty():
        return None
    return max(min(shutil.get_terminal_size().columns, WIDEST), _NARROWEST)


def sections(found: Iterable[Section], lang: Language) -> str:
    """Sections for the terminal: titles bold, sentences wrapped, the columns of tables where they fit."""
    places = page_width()
    lines = (
        f"{_title(section.title.text(lang), places)}\n"
        + section.body(lang, lambda line: wrapped(as_flags(line), places), places)
        for section in found
    )
    return "\n\n".join(lines)


def table_and_sentences(text: str) -> str:
    """A title, a table up to the first empty line, then sentences; for the terminal."""
    places = page_width()
    table, _, sentences = tamed(text).partition("\n\n")
    title, *rows = table.split("\n")
    messages = [wrapped(as_flags(line), places) for line in sentences.rstrip("\n").split("\n")]
    return "\n".join([_title(title, places), *rows, "", *messages]).rstrip("\n")


def _title(line: str, places: int | None) -> str:
    return click.style(wrapped(one_line(line), places), bold=True)


def wrapped(line: str, places: int | None) -> str:
    """One line as several, the others further in than the first; no word is broken."""
    if places is None:
        return line
    indent, numbered = _INDENT.match(line).groups()  # type: ignore[union-attr]
    text = line[len(indent) + len(numbered) :]
    return "\n".join(_lines(text, indent + numbered, indent + " " * (len(numbered) or _FURTHER), places))


def _lines(text: str, first: str, others: str, places: int) -> Iterator[str]:
    now = start = first
    for piece in PIECE.findall(text):
        if now != start and width(now + piece) > places:
            yield now
            now, start = others + piece.lstrip(), others
        else:
            now += piece
    yield now
