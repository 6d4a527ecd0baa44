"""Lines of words that are no wider than the picture below them."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from unicodedata import east_asian_width

#: A letter of the lines below a title is about so wide; a Chinese sign is twice that.
_LETTER = 5.3


def wrapped(lines: Iterable[str], width: float) -> Iterator[str]:
    """Each line, broken where it is wider than that: between words, or Chinese signs."""
    most = max(int(width / _LETTER), 20)
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
