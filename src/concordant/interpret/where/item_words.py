"""An item in words: its name, and what was said of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ...language.numerals import in_units
from ...language.render import LANGUAGES, Language, column_name, render, topic
from ...ratings.rows import NOTHING

#: So many cells are named; the item itself can be looked up for the others.
_MOST = 8
#: What ratings are called of which nobody knows who gave them.
_PLACE = re.compile(r"place (\d+)")


def item_said(item: Mapping[str, Any]) -> dict[str, str]:
    """The item's name, which stands first, and its other cells, in each language."""
    (_, name), *cells = item.items()
    known = [(column, value) for column, value in cells if value is not None]
    return {lang: _said(str(name), known, lang) for lang in LANGUAGES}


def _said(name: str, cells: list[tuple[str, Any]], lang: Language) -> str:
    said = [_cell(column, value, lang) for column, value in cells[:_MOST]]
    if len(cells) > _MOST:
        said.append("…" if lang == "en" else "……")
    return f"{name} ({', '.join(said)})" if lang == "en" else f"{name}（{'，'.join(said)}）"


def row_said(item: str, parts: Mapping[str, Any]) -> dict[str, str]:
    """A row of an item by what tells it from the item's other rows, in each language."""
    return {lang: " · ".join(_row(item, parts, lang)) for lang in LANGUAGES}


def _row(item: str, parts: Mapping[str, Any], lang: Language) -> Iterator[str]:
    if item:
        yield item
    yield from (_part(name, value, lang) for name, value in parts.items())


def cell_name(column: str, lang: Language) -> str:
    """What a cell of an item is called; ratings of unknown raters have numbers."""
    found = _PLACE.fullmatch(column)
    return render("terms.nth-place", {"n": found[1]}, lang) if found else column_name(column, lang)


def _cell(column: str, value: Any, lang: Language) -> str:
    return (
        _part(column, value, lang)
        if column in _TIMES
        else f"{cell_name(column, lang)} {said_value(value, lang)}"
    )


#: What counts the ratings of an item.
_TIMES = ("repeat", "round")


def _part(name: str, value: Any, lang: Language) -> str:
    """Which of an item's rows: a dimension by its name, a repeat or a round by its number."""
    shown = said_value(value, lang)
    if name not in _TIMES:
        return shown
    if shown.isdecimal():
        return render(f"terms.{name}-number", {"n": shown}, lang)
    return f"{column_name(name, lang)} {shown}"


def said_value(value: Any, lang: Language) -> str:
    """A measurement with two decimals; a whole number as it is."""
    if value == NOTHING:
        return topic("shown")["missing"][lang]
    if not isinstance(value, float):
        return str(value)
    return f"{value:.0f}" if value.is_integer() and abs(value) < 1e15 else in_units(value)
