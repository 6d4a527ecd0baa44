"""One look for all figures: quiet axes, one font, colours that are read on white and on a dark page."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any

from ...digits import rounded_all
from ...language.render import Language
from ..figure import FAINT, INK, SOFT, Figure

#: Sizes of letters: title, what stands below it, words at axes, numbers in cells.
TITLE, SUBTITLE, LABEL, SMALL = 14, 12, 11, 9.5
#: How long a label at an axis may be, in points.
LABEL_LIMIT = 150
#: The most that a colour covers, so that dark letters on it are read on white and light ones on a dark page.
COVER = 0.8


def unchecked() -> AbstractContextManager[None]:
    """Charts are built without a look at the schema, which takes longer than the rest; tests look."""
    from altair.utils.schemapi import debug_mode

    return debug_mode(False)


def themed(name: str, chart: Any, *, lang: Language = "en", words: Sequence[str] | None = None) -> Figure:
    """A chart of Altair with its title, as a figure that looks like all others.

    `words` are for those who cannot see it, where the lines of the title are broken.
    """
    drawn = {key: part for key, part in chart.to_dict(validate=False).items() if key != "config"}
    head = drawn.get("title", {})
    titles = [head, ""] if isinstance(head, str) else [head.get("text", ""), *head.get("subtitle", [])]
    description = _sentences([line for line in words or titles if line], lang)
    return Figure(name, {"config": CONFIG, **rounded_all(drawn), "description": description}, lang)


def _sentences(lines: Sequence[str], lang: Language) -> str:
    """The lines as sentences, one behind the other."""
    ended = (line.rstrip(".。") for line in lines)
    return "。".join(ended) + "。" if lang == "zh" else ". ".join(ended)


_WORDS = {
    "labelColor": INK,
    "titleColor": INK,
    "labelFontSize": LABEL,
    "titleFontSize": LABEL,
    "titleFontWeight": "normal",
}

CONFIG: dict[str, Any] = {
    "background": "white",
    "padding": 6,
    "aria": False,
    "view": {"stroke": None, "continuousWidth": 420, "continuousHeight": 300},
    "title": {
        "color": INK,
        "subtitleColor": SOFT,
        "fontSize": TITLE,
        "fontWeight": "normal",
        "subtitleFontSize": SUBTITLE,
        "anchor": "start",
        "frame": "bounds",
        "offset": 12,
        "subtitlePadding": 4,
    },
    "axis": {
        **_WORDS,
        "labelLimit": LABEL_LIMIT,
        "domainColor": SOFT,
        "tickColor": SOFT,
        "gridColor": FAINT,
        "labelPadding": 4,
        "titlePadding": 8,
        "tickSize": 4,
    },
    "legend": {**_WORDS, "labelLimit": LABEL_LIMIT, "symbolStrokeWidth": 0, "titlePadding": 6},
    "header": {**_WORDS, "labelLimit": LABEL_LIMIT},
    "text": {"color": INK, "fontSize": LABEL},
    "rule": {"color": SOFT},
    "concat": {"spacing": 6},
}
