"""Items on which agreement changed from one round to the next, as cards: before and after."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ...interpret.rounds import Change, Flip, counted, flip_name
from ...interpret.where import PARTS, cell_name, value_text
from ...language.message import Message
from ...language.render import LANGUAGES, column_name
from ...language.text_table import NONE
from .names import short

#: Items of each direction that are shown.
MOST = 10


def rounds_sentence(key: str, **facts: Any) -> Message:
    """A sentence of the panel of rounds."""
    return Message(f"page_progress.{key}", facts)


@dataclass(frozen=True)
class Move:
    """What one rater said in both rounds; `moved` where that is not the same."""

    rater: dict[str, str]
    before: dict[str, str] | str
    after: dict[str, str] | str
    moved: bool


@dataclass(frozen=True)
class FlipCard:
    """An item on which agreement changed."""

    title: dict[str, str]
    about: tuple[tuple[dict[str, str], dict[str, str] | str], ...]
    moves: tuple[Move, ...]
    texts: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class FlipList:
    """Items of one direction."""

    title: Message
    note: Message | None
    cards: tuple[FlipCard, ...]


def flip_lists(change: Change) -> Iterator[FlipList]:
    """Items that agree better, then those that agree worse; nothing where there are none."""
    found = change.flips
    if found is None:
        return
    for key, n, flips in (
        ("mended", found.n_mended, found.mended),
        ("broken", found.n_broken, found.broken),
    ):
        shown = flips[:MOST]
        if shown:
            note = rounds_sentence("some", shown=len(shown)) if len(shown) < n else None
            many = counted(n, ratings=change.in_ratings)
            yield FlipList(rounds_sentence(key, n=many, first=change.first), note, tuple(map(_card, shown)))


def _card(flip: Flip) -> FlipCard:
    raters = dict.fromkeys((*flip.before, *flip.after))
    return FlipCard(
        title={lang: short(text, 120) for lang, text in flip_name(flip).items()},
        about=tuple(
            ({lang: short(column_name(name, lang)) for lang in LANGUAGES}, _value(value))
            for name, value in flip.about.items()
            if name not in PARTS and value is not None
        ),
        moves=tuple(_move(flip, rater) for rater in raters),
        texts=tuple((short(name), text) for name, text in flip.texts.items() if text),
    )


def _move(flip: Flip, rater: str) -> Move:
    before, after = flip.before.get(rater), flip.after.get(rater)
    called: dict[str, str] = {lang: short(cell_name(rater, lang)) for lang in LANGUAGES}
    return Move(called, _value(before), _value(after), before != after)


def _value(value: Any) -> dict[str, str] | str:
    if value is None or value != value:
        return NONE
    return {lang: short(value_text(value, lang), 120) for lang in LANGUAGES}
