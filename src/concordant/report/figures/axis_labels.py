"""Names in figures: unique labels on an axis, raters' names, and lines broken to a width."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from unicodedata import east_asian_width

from ...digits import rounded
from ...interpret.study import ComparisonReport
from ...language.render import Language, topic
from .drawing import altair, short
from .theme import LABEL

#: How wide a letter of an axis is, about.
_LETTER = 6.5


def named_axis(names: Sequence[str], places: Sequence[float] | None = None, **options: Any) -> Any:
    """An axis with a name at each place; without places in the middle of one step each.

    A name is found by its place, which is rounded as all numbers of a figure are.
    """
    at = [i + 0.5 for i in range(len(names))] if places is None else [rounded(place) for place in places]
    return altair().Axis(
        values=at,
        tickCount=len(at),
        labelExpr=f"{name_list(names)}[indexof({json.dumps(at)}, datum.value)]",
        **{"grid": False, "ticks": False, "domain": False, "labelOverlap": False, **options},
    )


def name_list(labels: Sequence[str]) -> str:
    """Short labels as a list in an expression: text in quotes, whatever it says."""
    return json.dumps([short(label) for label in labels], ensure_ascii=False)


def steps(low: float, high: float, **options: Any) -> Any:
    """A scale of exactly so many steps."""
    return altair().Scale(domain=[low, high], nice=False, zero=False, **options)


def across(labels: Sequence[str], cell: float, **options: Any) -> dict[str, Any]:
    """How labels stand below columns so wide: level where they fit, else upright."""
    size = min(LABEL, 0.9 * cell)
    level = max(map(_width, map(short, labels)), default=0) * size / LABEL <= cell
    upright = {"labelAngle": -90, "labelAlign": "right", "labelBaseline": "middle"}
    turned = {"labelAngle": 0} if level else upright
    return {"labelFontSize": size, **turned, **options}


def down(cell: float, **options: Any) -> dict[str, Any]:
    """How labels stand beside rows so high."""
    return {"labelFontSize": min(LABEL, 0.9 * cell), **options}


def _width(label: str) -> float:
    """About how wide a label is; signs of Chinese are twice as wide."""
    return _LETTER * sum(2 if sign >= "\u2e80" else 1 for sign in label)


#: Signs that a name may have in a title or at an axis.
_LONGEST = 24


def name_in(name: Any, lang: Language) -> str:
    """A rater's name, or a word that is given in each language."""
    return short(name[lang] if isinstance(name, dict) else name, _LONGEST)


def names_in(one: ComparisonReport, raters: Sequence[str]) -> list[Any]:
    """What figures call the raters: several people who are one column by a word for them."""
    several = len(one.reference) > 1
    return [dict(topic("terms")["people"]) if several and name == one.raters[0] else name for name in raters]


#: A letter of the lines below a title is about so wide; a Chinese sign is twice that.
_LETTER_WIDTH = 5.3


def wrapped(lines: Iterable[str], width: float) -> Iterator[str]:
    """Each line, broken where it is wider than that: between words, or Chinese signs."""
    most = max(int(width / _LETTER_WIDTH), 20)
    for line in lines:
        if any(east_asian_width(sign) in "WF" for sign in line):
            yield from _signs(line, most)
        else:
            yield from _words(line, most)


def _words(line: str, most: int) -> list[str]:
    """As few pieces as it takes, and no last word alone."""
    pieces = textwrap.wrap(line, most) or [line]
    even = -(-len(line) // len(pieces))
    narrower = (textwrap.wrap(line, width) for width in range(even, most))
    return next((each for each in narrower if len(each) == len(pieces)), pieces)


def _signs(line: str, most: int) -> Iterator[str]:
    """Pieces of a Chinese line; no piece begins with a mark that ends what is before it."""
    piece, size = "", 0
    for sign in line:
        wide = 2 if east_asian_width(sign) in "WF" else 1
        if size + wide > most and sign not in "，。；：、）”%.,)":
            yield piece.rstrip()
            piece, size = "", 0
        piece, size = piece + sign, size + wide
    if piece:
        yield piece
