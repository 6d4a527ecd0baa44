"""Values and texts from the data as a message shows them: on one line, short, and with nothing that steers a
terminal or the words around it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping

#: So many characters of a text, so many entries of a list, and so many characters of a whole list are shown.
_TEXT, _ENTRIES, _LIST = 80, 20, 400
#: A path is only of use whole, but for one that no system has.
LONGEST_PATH = 300
#: Lists in lists are written out to this depth.
_DEEPEST = 3
_BRACKETS = {list: "[]", tuple: "()"}


def quote(value: object, depth: int = 0) -> str:
    """The value as Python writes it; what is large is shown by its beginning, a table by its type."""
    if isinstance(value, (str, bytes)):
        return _quoted_text(value)
    if isinstance(value, Mapping):
        pairs = (f"{quote(key, depth + 1)}: {quote(held, depth + 1)}" for key, held in value.items())
        return f"{{{_entries(pairs, depth)}}}"
    if isinstance(value, (list, tuple, set, frozenset)):
        ends = _BRACKETS.get(type(value), "{}")
        return f"{ends[0]}{_entries((quote(entry, depth + 1) for entry in value), depth)}{ends[1]}"
    if type(value).__module__ == "numpy" and getattr(value, "shape", None) == ():
        value = value.item()  # type: ignore[attr-defined]
    if _has_rows(value) or type(value).__repr__ is object.__repr__:
        return kind_of(value)
    return shorten(_written(value))


def shorten(text: str, most: int = _TEXT) -> str:
    """A name without quotes, on one line; its beginning where it is long."""
    line = " ".join(text[: 10 * most].splitlines())
    return line if len(line) <= most else f"{line[: most - 1].rstrip()}…"


def kind_of(value: object) -> str:
    """What kind of thing it is: "a DataFrame", "an array"."""
    name = {"ndarray": "array"}.get(type(value).__name__, type(value).__name__)
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"


def _quoted_text(value: str | bytes) -> str:
    if len(value) <= _TEXT:
        return repr(value)
    shown = repr(value[: _TEXT - 1])
    return f"{shown[:-1]}…{shown[-1]}"


def _entries(entries: Iterable[str], depth: int) -> str:
    """Entries with commas, as many as a message can hold."""
    shown: list[str] = []
    room = _LIST if depth < _DEEPEST else 0
    for entry in entries:
        room -= len(entry) + 2
        if len(shown) == _ENTRIES or room < 0:
            shown.append("…")
            break
        shown.append(entry)
    return ", ".join(shown)


def _has_rows(value: object) -> bool:
    """Arrays, series and frames, which write themselves on many lines."""
    return not isinstance(value, type) and (hasattr(value, "shape") or hasattr(value, "dtype"))


def _written(value: object) -> str:
    try:
        return repr(value)
    except Exception:  # a whole number of thousands of digits, or an object that cannot write itself
        return kind_of(value)


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
