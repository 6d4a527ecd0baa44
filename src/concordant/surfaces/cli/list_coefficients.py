"""`concordant list`: every coefficient by topic, and the commands that --help leaves out."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable, Iterator
from itertools import groupby
from textwrap import wrap

import rich_click as click

from .coefficient_menu import menu
from .flags import as_flags

#: What the topics of the catalogue are about.
TOPICS = {
    "categories": "Categories: agreement, and agreement beyond chance",
    "limits_of_agreement": "Distances and limits of agreement, in points",
    "ranks": "Order and correlation",
    "reliability": "Reliability of measurements",
    "regression": "A line between two raters",
    "truth": "A known truth",
}
_NAMES, _LEAST, _WIDEST = 32, 30, 100


def listing(more: Iterable[tuple[str, str]]) -> str:
    """All of them with their short names, wrapped to the terminal; `more` are commands and what they do."""
    entries = sorted(menu(), key=lambda entry: list(TOPICS).index(entry.topic))
    blocks = [
        (TOPICS[topic], [(", ".join([one.command, *one.short]), as_flags(one.summary)) for one in found])
        for topic, found in groupby(entries, key=lambda entry: entry.topic)
    ]
    places = min(shutil.get_terminal_size().columns, _WIDEST) if sys.stdout.isatty() else None
    return "\n\n".join(_block(title, rows, places) for title, rows in [*blocks, ("More commands", [*more])])


def _block(title: str, rows: Iterable[tuple[str, str]], places: int | None) -> str:
    lines = [click.style(title, bold=True), *(line for row in rows for line in _lines(*row, places))]
    return "\n".join(lines)


def _lines(names: str, summary: str, places: int | None) -> Iterator[str]:
    """Names and summary side by side; one above the other where the terminal is narrow."""
    if places is None:
        yield f"  {names:<{_NAMES}} {summary}"
        return
    indent = _NAMES + 3 if places - _NAMES - 3 >= _LEAST else 4
    text = wrap(summary, max(places - indent, _LEAST))
    if indent > 4:
        yield f"  {names:<{_NAMES}} {text.pop(0)}"
    else:
        yield f"  {names}"
    yield from (" " * indent + line for line in text)
