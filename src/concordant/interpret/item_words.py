"""An item in words: its name, and what was said of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..ratings.rows import NOTHING
from .numerals import in_units
from .speak import LANGUAGES, Language, column_name, topic

#: So many cells are named; the item itself can be looked up for the others.
_MOST = 8


def item_said(item: Mapping[str, Any]) -> dict[str, str]:
    """The item's name, which stands first, and its other cells, in each language."""
    (_, name), *cells = item.items()
    known = [(column, value) for column, value in cells if value is not None]
    return {lang: _said(str(name), known, lang) for lang in LANGUAGES}


def _said(name: str, cells: list[tuple[str, Any]], lang: Language) -> str:
    said = [f"{column_name(column, lang)} {said_value(value, lang)}" for column, value in cells[:_MOST]]
    if len(cells) > _MOST:
        said.append("…" if lang == "en" else "……")
    return f"{name} ({', '.join(said)})" if lang == "en" else f"{name}（{'，'.join(said)}）"


def said_value(value: Any, lang: Language) -> str:
    """A measurement with two decimals; a whole number as it is."""
    if value == NOTHING:
        return topic("shown")["missing"][lang]
    if not isinstance(value, float):
        return str(value)
    return f"{value:.0f}" if value.is_integer() and abs(value) < 1e15 else in_units(value)
