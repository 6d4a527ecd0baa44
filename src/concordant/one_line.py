"""Text from the data on one line: nothing in it steers a terminal, a reader or the words around it."""

from __future__ import annotations

import re
import unicodedata

#: Signs that turn the direction of all that follows, until something turns it back.
_TURNING = {"LRE", "LRO", "RLE", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
#: No sentence has so many signs without a blank, not even a Chinese one; so many of them are shown.
_ENDLESS, _CUT = re.compile(r"\S{1000,}|\s{1000,}"), 80


def one_line(text: str, most: int | None = None) -> str:
    """The text without line ends, control signs and turns of direction; its beginning, if it is longer."""
    line = text if text.isascii() and text.isprintable() else "".join(_sign(sign) for sign in text)
    return line if most is None or len(line) <= most else f"{line[: most - 1].rstrip()}…"


def tamed(text: str) -> str:
    """Several lines in which nothing steers a terminal, and no name is endless."""
    return "\n".join(
        _ENDLESS.sub(lambda run: one_line(run[0], _CUT), one_line(line)) for line in text.split("\n")
    )


def _sign(sign: str) -> str:
    if sign.isspace():
        return sign if sign in " \u00a0\u3000" else " "
    steers = unicodedata.category(sign) in ("Cc", "Cs") or unicodedata.bidirectional(sign) in _TURNING
    return "" if steers else sign
