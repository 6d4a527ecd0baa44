"""What figures are made with: Altair, words in one language, and labels short enough to show."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from ...frame import width
from ...language.render import Language, is_share, render
from ...quote import one_line
from ...result import Result

#: Numbers at an axis as they are; with "g" an axis of few steps would say 2e+1 for 20.
PLAIN = "~f"
#: Signs that a label may have beside a picture.
LONGEST = 32
#: What keeps the direction of a name to itself.
_ISOLATE, _END = "\u2068", "\u2069"


def altair() -> Any:
    """Altair, which writes Vega-Lite."""
    import altair

    return altair


class Words:
    """The words of figures in one language."""

    def __init__(self, lang: Language) -> None:
        self.lang = lang

    def __call__(self, key: str, **facts: Any) -> str:
        """One of them with its facts."""
        return render(f"figures.b-{key}", facts, self.lang)


def short(label: object, longest: int = LONGEST) -> str:
    """A label on one line, cut where it is long, its direction kept to itself."""
    line = " ".join(one_line(str(label)).split()) or "–"
    cut = line if len(line) <= longest else f"{line[: longest - 1]}…"
    backwards = any(unicodedata.bidirectional(sign) in ("R", "AL") for sign in cut)
    return f"{_ISOLATE}{cut}{_END}" if backwards else cut


def values(rows: Iterable[Mapping[str, Any]]) -> Any:
    """Rows as data inside the figure; what is not defined is left empty."""
    plain = [{name: _plain(x) for name, x in row.items()} for row in rows]
    # Altair copies lists again and again, and leaves tuples alone
    return altair().Data(values=tuple(_without_dust(plain)))


def _plain(x: Any) -> Any:
    if isinstance(x, np.generic):
        x = x.item()
    return None if isinstance(x, float) and not math.isfinite(x) else x


#: What is smaller than this part of the largest number of its column is what rounding leaves of a zero.
_DUST = 1e-13


def _without_dust(rows: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The rows with zeros for what rounding leaves of them, which differs between machines."""
    largest: dict[str, float] = {}
    for row in rows:
        for name, x in row.items():
            if isinstance(x, float):
                largest[name] = max(largest.get(name, 0.0), abs(x))
    for row in rows:
        yield {n: 0.0 if isinstance(x, float) and abs(x) < _DUST * largest[n] else x for n, x in row.items()}


def channels(**fields: str) -> dict[str, Any]:
    """Fields that channels take, by the channels' names; Altair is slow to find the type of a plain text."""
    alt = altair()
    return {name: getattr(alt, name.capitalize())(field) for name, field in fields.items()}


def titled(text: str, *lines: str) -> Any:
    """A title with what to know below it, a sentence a line."""
    subtitle = [line for line in lines if line]
    return altair().TitleParams(text=text, frame="bounds", **({"subtitle": subtitle} if subtitle else {}))


def number_format(measure: str) -> str:
    """How an axis writes a measure: shares in percent."""
    return "~%" if is_share(measure) else PLAIN


def domain(numbers: Iterable[float], *, pad: float = 0.05) -> list[float]:
    """From the least to the largest, with room at both ends."""
    known = [x for x in numbers if x is not None and math.isfinite(x)]
    low, high = (min(known), max(known)) if known else (0.0, 1.0)
    room = (high - low or abs(high) or 1.0) * pad
    return [low - room, high + room]


def ends(result: Result | None) -> tuple[float, float]:
    """The ends of a result's interval; its estimate where it has none, nothing where there is no result."""
    if result is None:
        return math.nan, math.nan
    interval = result.interval
    return (result.estimate, result.estimate) if interval is None else (interval.low, interval.high)


def wrapped(label: str, places: int = 14) -> str:
    """A label on lines of about so many places; a Chinese sign takes two."""
    lines, taken = [""], 0
    for word in _pieces(label):
        if taken and taken + width(word.rstrip()) > places:
            lines, taken = [*lines, ""], 0
        lines[-1] += word
        taken += width(word)
    return "\n".join(line.strip() for line in lines)


def _pieces(label: str) -> list[str]:
    """What may stand on a line of its own: a word, or a Chinese sign."""
    return re.findall(r"[\u3000-\u9fff]|[^\s\u3000-\u9fff]+\s*|\s+", label)


def apart(heights: Mapping[str, float], least: float) -> dict[str, float]:
    """Heights moved as little upwards as keeps all of them `least` apart."""
    out: dict[str, float] = {}
    last = -math.inf
    for name, height in sorted(heights.items(), key=lambda pair: pair[1]):
        last = out[name] = max(height, last + least)
    return out
