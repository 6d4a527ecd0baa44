"""`concordant list`: every coefficient by topic, and the commands that --help does not list."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable, Iterator
from itertools import groupby

import rich_click as click

from .coefficient_menu import menu
from .help_text import summary
from .language import help_word
from .wrap import wrapped

#: The topics of the catalogue in reading order; help.toml says what they are about.
TOPICS = ("categories", "limits_of_agreement", "ranks", "reliability", "regression", "truth")
_NAMES, _LEAST, _WIDEST = 32, 30, 100


def listing(more: Iterable[tuple[str, str]], title: str = "more-commands") -> str:
    """All of them with their short names, wrapped to the terminal; `more` are others, under their title."""
    entries = sorted(menu(), key=lambda entry: TOPICS.index(entry.topic))
    blocks = [
        (help_word(f"topic-{topic}"), [(", ".join([one.command, *one.short]), summary(one)) for one in found])
        for topic, found in groupby(entries, key=lambda entry: entry.topic)
    ]
    blocks.append((help_word(title), [*more]))
    places = min(shutil.get_terminal_size().columns, _WIDEST) if sys.stdout.isatty() else None
    return "\n\n".join(_block(title, rows, places) for title, rows in blocks)


def _block(title: str, rows: Iterable[tuple[str, str]], places: int | None) -> str:
    lines = [click.style(title, bold=True), *(line for row in rows for line in _lines(*row, places))]
    return "\n".join(lines)


def _lines(names: str, summary: str, places: int | None) -> Iterator[str]:
    """Names and summary side by side; one above the other where the terminal is narrow."""
    if places is None:
        yield f"  {names:<{_NAMES}} {summary}"
        return
    indent = _NAMES + 3 if places - _NAMES - 3 >= _LEAST else 4
    text = wrapped(summary, max(places - indent, _LEAST)).split("\n  ")
    if indent > 4:
        yield f"  {names:<{_NAMES}} {text.pop(0)}"
    else:
        yield f"  {names}"
    yield from (" " * indent + line for line in text)
