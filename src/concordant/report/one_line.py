"""Text from the data on one line: nothing in it steers a terminal, a reader or the words around it."""

from __future__ import annotations

import unicodedata

#: Signs that turn the direction of all that follows, until something turns it back.
_TURNING = {"LRE", "LRO", "RLE", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


def one_line(text: str) -> str:
    """The text without line ends, control signs and turns of direction."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_sign(sign) for sign in text)


def _sign(sign: str) -> str:
    if sign.isspace():
        return sign if sign in " \u00a0\u3000" else " "
    steers = unicodedata.category(sign) in ("Cc", "Cs") or unicodedata.bidirectional(sign) in _TURNING
    return "" if steers else sign
