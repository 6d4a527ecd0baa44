"""Items as cards: what each is and what everybody said; every card stands in the page once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ...interpret.study import Study
from ...interpret.where import PARTS, ItemFacts, cell_name, place_of, row_name, value_text
from ...language.render import LANGUAGES, column_name
from .names import short


@dataclass(frozen=True)
class Rating:
    """What one rater said of an item; `mine` where it put the item into the cell that is open."""

    rater: str
    called: dict[str, str]
    place: int
    value: dict[str, str]
    comment: str
    mine: bool = False


@dataclass(frozen=True)
class Card:
    """An item in full; `title` names it, and which of its rows it is."""

    id: str
    item: str
    title: dict[str, str] | str
    about: tuple[tuple[dict[str, str], dict[str, str]], ...]
    ratings: tuple[Rating, ...]
    texts: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Pointer:
    """An item whose card stands elsewhere in the page; `mine` are the places of raters to mark in it here."""

    id: str
    title: dict[str, str] | str
    mine: str = ""


#: Where the card of an item stands: the comparison and the cell of its table.
Home = tuple[str, int, int]


def homes(study: Study) -> dict[int, Home]:
    """The cell that holds the card of each item: the first, those of the main comparison before others."""
    found: dict[int, Home] = {}
    main = study.main
    for one in sorted(study.comparisons, key=lambda c: c is not main):
        for cell in () if one.confusion is None else one.confusion.items:
            for place in cell.items:
                found.setdefault(place, (one.name, cell.first, cell.second))
    return found


def left_over(study: Study) -> tuple[Card, ...] | None:
    """The cards of items that stand in no cell."""
    held = homes(study)
    return tuple(card(study, place) for place in range(len(study.items)) if place not in held) or None


def card(study: Study, place: int, mine: Iterable[str] = ()) -> Card:
    """The card of an item; `mine` names the raters who put it where it is."""
    facts, marked = study.items[place], set(mine)
    raters = {name: at for at, name in enumerate(facts.ratings)}
    return Card(
        id=card_id(place),
        item=short(facts.item, 120),
        title=title_of(facts),
        about=tuple(
            (_in_each(column_name, name), _value(value))
            for name, value in facts.about.items()
            if name not in PARTS
        ),
        ratings=tuple(
            _rating(facts, name, raters[name], name in marked)
            for name, value in facts.ratings.items()
            if value is not None
        ),
        texts=tuple((short(name), text) for name, text in facts.texts.items() if text),
    )


def _rating(facts: ItemFacts, name: str, place: int, mine: bool) -> Rating:
    value = _value(facts.ratings[name])
    return Rating(short(name), _in_each(cell_name, name), place, value, facts.comments.get(name, ""), mine)


def title_of(facts: ItemFacts) -> dict[str, str] | str:
    """The item's name with what tells its rows apart; empty where rows have no names."""
    known = {name: facts.about[name] for name in PARTS if facts.about.get(name) is not None}
    parts = {name: short(value) if isinstance(value, str) else value for name, value in known.items()}
    return row_name(short(facts.item, 120), parts) if facts.item or parts else ""


def places_of(study: Study, place: int, raters: Iterable[str]) -> str:
    """The places of some raters among those of an item."""
    marked = set(raters)
    return " ".join(str(at) for at, name in enumerate(study.items[place].ratings) if name in marked)


def card_id(place: int) -> str:
    """What links to the card say."""
    return f"item-{place + 1}"


def card_of(study: Study, example: Mapping[str, Any]) -> str | None:
    """The id of the card of an item that a finding, a cut or the ledger names; None where there is none."""
    place = place_of(study.items, example)
    return None if place is None else card_id(place)


def _value(value: Any) -> dict[str, str]:
    return {lang: short(value_text(value, lang), 120) for lang in LANGUAGES}


def _in_each(text_of: Any, name: str) -> dict[str, str]:
    return {lang: short(text_of(name, lang)) for lang in LANGUAGES}
