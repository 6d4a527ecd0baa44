"""Sentences on a terminal: their language, wrapped to its width, titles bold."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator

import rich_click as click

from ..frame import width
from ..interpret.speak import LANGUAGES
from .cli_options import OneOf

#: Longer lines are hard to read, however wide the terminal is.
WIDEST = 100
#: A terminal that says it is narrower than this does not know its width.
_NARROWEST = 20

_WIDE = "\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef"
_OPENING = "“‘（《【「"
_CLOSING = "，。：；！？、）》】」”’…％"
#: What stays together: a word, or a Chinese character, with the signs that may not begin or end a line.
_PIECE = re.compile(rf"\s*[{_OPENING}]*(?:[^\s{_WIDE}{_OPENING}]+|[^\s])[{_CLOSING}]*")
_INDENT = re.compile(r"\s*(?:\d+\. )?")


def lang_option() -> click.RichOption:
    """`--lang`, for every command that speaks in sentences."""
    return click.RichOption(
        ["--lang"], type=OneOf(LANGUAGES), default="en", show_default=True, help="Language.", panel="Output"
    )


def page_width() -> int | None:
    """How many places a line may take, a Chinese character taking two; None where nobody reads it on a terminal."""
    if not sys.stdout.isatty():
        return None
    return max(min(shutil.get_terminal_size().columns, WIDEST), _NARROWEST)


def laid_out(text: str, places: int | None) -> str:
    """Every line wrapped; the lines that begin at the margin are titles."""
    lines = [_line(line, places) for line in text.rstrip("\n").split("\n")]
    return "\n".join(lines)


def _line(line: str, places: int | None) -> str:
    shown = line if places is None else wrapped(line, places)
    return click.style(shown, bold=True) if line and not line[0].isspace() else shown


def wrapped(line: str, places: int) -> str:
    """One line as several, which stand below the first one's text; a word is never broken."""
    indent = _INDENT.match(line)[0]  # type: ignore[index]
    return "\n".join(_lines(line[len(indent) :], indent, places))


def _lines(text: str, indent: str, places: int) -> Iterator[str]:
    now, blank = indent, " " * len(indent)
    for piece in _PIECE.findall(text):
        if now.strip() and now != indent and width(now + piece) > places:
            yield now
            now = blank + piece.lstrip()
        else:
            now += piece
    yield now
