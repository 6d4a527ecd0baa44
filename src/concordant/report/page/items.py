"""Items as cards: what each is and what everybody said; every card stands in the page once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ...interpret.study import Study, rater_name
from ...interpret.table_cells import word
from ...interpret.where import PARTS, ItemFacts, cell_name, place_of, row_identity, row_name, value_text
from ...language.message import Message
from ...language.numerals import in_units
from ...language.render import LANGUAGES, column_name
from ...ratings.rows import NOTHING
from .bilingual import in_each
from .names import short


@dataclass(frozen=True)
class Rating:
    """What one rater said of an item; `place` numbers the raters, so that a cell can mark its own."""

    rater: str
    called: dict[str, str]
    place: int
    value: dict[str, str]
    comment: str


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
    """An item in a list: its name, what was said of it in short, and where its card is.

    `mine` are the places of the raters who put it where it is.
    """

    id: str
    title: dict[str, str] | str
    said: dict[str, str]
    mine: str = ""


def pointer(study: Study, place: int, raters: Iterable[str]) -> Pointer:
    """The item as it stands in a list, with those raters marked."""
    facts = study.items[place]
    return Pointer(card_id(place), title_of(facts), said_of(facts), places_of(study, place, raters))


def said_of(facts: ItemFacts) -> dict[str, str]:
    """Who said what, in one line."""
    known = [(name, value) for name, value in facts.ratings.items() if value is not None]
    return {
        lang: " · ".join(
            f"{short(cell_name(name, lang), 24)} {short(value_text(value, lang), 24)}"
            for name, value in known
        )
        for lang in LANGUAGES
    }


@dataclass(frozen=True)
class ItemFilter:
    """One thing that items can be chosen by: a cell, a finding or a slice, and the cards that are in it."""

    kind: str
    name: Any
    cards: tuple[str, ...]


@dataclass(frozen=True)
class ItemsView:
    """Every item that is kept, once, and by what they can be chosen."""

    cards: tuple[Card, ...]
    filters: tuple[ItemFilter, ...]
    gist: Message


def items_view(study: Study) -> ItemsView | None:
    """All items that the study keeps; None where it keeps none."""
    if not study.items:
        return None
    cards = tuple(card(study, place) for place in range(len(study.items)))
    gist = Message("page.items-gist", {"n": len(cards)})
    return ItemsView(cards, tuple(_filters(study)), gist)


def _filters(study: Study) -> Iterator[ItemFilter]:
    """By finding, then by cell of the main comparison, then by slice."""
    for finding in study.findings:
        places = {place_of(study.items, example) for example in finding.examples}
        cards = tuple(card_id(place) for place in sorted(p for p in places if p is not None))
        if cards:
            yield ItemFilter("finding", Message(f"findings.name-{finding.code}"), cards)
    main = study.main
    confusion = None if main is None else main.confusion
    if main is not None and confusion is not None:
        sides = {"first": rater_name(main, confusion.first), "second": rater_name(main, confusion.second)}
        for cell in confusion.items:
            labels = {"a": confusion.labels[cell.first], "b": confusion.labels[cell.second]}
            yield ItemFilter(
                "cell", Message("page.cell-title", sides | labels), tuple(map(card_id, cell.items))
            )
    yield from _slices(study)


def _slices(study: Study) -> Iterator[ItemFilter]:
    groups: dict[tuple[str, str], list[str]] = {}
    for place, facts in enumerate(study.items):
        for column, value in facts.about.items():
            groups.setdefault((column, str(value)), []).append(card_id(place))
    values = Counter(column for column, _ in groups)
    for (column, value), cards in sorted(groups.items()):
        if 1 < values[column] <= _MOST_VALUES:
            yield ItemFilter(
                "slice", Message("findings.slice", {"column": column, "value": value}), tuple(cards)
            )


#: A column with more values than this is no way to choose items.
_MOST_VALUES = 40


def card(study: Study, place: int) -> Card:
    """The card of an item."""
    facts = study.items[place]
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
            _rating(facts, name, raters[name]) for name, value in facts.ratings.items() if value is not None
        ),
        texts=tuple((short(name), text) for name, text in facts.texts.items() if text),
    )


def _rating(facts: ItemFacts, name: str, place: int) -> Rating:
    value = _value(facts.ratings[name])
    return Rating(short(name), _in_each(cell_name, name), place, value, facts.comments.get(name, ""))


def title_of(facts: ItemFacts) -> dict[str, str] | str:
    """The item's name with what tells its rows apart; empty where rows have no names."""
    known = {name: facts.about[name] for name in PARTS if facts.about.get(name) is not None}
    parts = {name: short(value) if isinstance(value, str) else value for name, value in known.items()}
    return row_name(short(facts.item, 120), parts) if facts.item or parts else ""


def places_of(study: Study, place: int, raters: Iterable[str]) -> str:
    """The places of some raters among those of an item."""
    marked = set(raters)
    return " ".join(str(at) for at, name in enumerate(study.items[place].ratings) if name in marked)


def label_of(example: Mapping[str, Any]) -> dict[str, str]:
    """The name of an example with what tells its rows apart, as its card is called."""
    name, parts = row_identity(example)
    return row_name(short(name), {part: short(value) for part, value in parts.items()})


def who_said(example: Mapping[str, Any]) -> dict[str, str]:
    """Everybody who rated an example, with the rating: w40 5 · w91 1."""
    _, *cells = example.items()
    known = [(name, _plain(x)) for name, x in cells if x is not None and x == x and name not in PARTS]
    shown = known[:MOST_RATERS_NAMED]
    more = [f"+{len(known) - len(shown)}"] if len(known) > len(shown) else []
    return {
        lang: " · ".join(
            [*(f"{short(cell_name(name, lang), 24)} {in_each(value)[lang]}" for name, value in shown), *more]
        )
        for lang in LANGUAGES
    }


#: Raters of an item that are named.
MOST_RATERS_NAMED = 12


def _plain(value: Any) -> Any:
    """A measurement with two decimals; a gap in the words of each language."""
    if value == NOTHING:
        return word("missing")
    if isinstance(value, float):
        return f"{value:.0f}" if value.is_integer() and abs(value) < 1e15 else in_units(value)
    return str(value)


def link_to_card(study: Study, example: Mapping[str, Any]) -> str:
    """Where the card of an example is; nothing where the study does not keep the item."""
    place = place_of(study.items, example)
    return "" if place is None else f"#{card_id(place)}"


def card_id(place: int) -> str:
    """What links to the card say."""
    return f"item-{place + 1}"


def _value(value: Any) -> dict[str, str]:
    return {lang: short(value_text(value, lang), 120) for lang in LANGUAGES}


def _in_each(text_of: Any, name: str) -> dict[str, str]:
    return {lang: short(text_of(name, lang)) for lang in LANGUAGES}
