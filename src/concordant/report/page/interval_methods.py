"""How an interval was had, in both languages: "analytic t(39), clustered" piece by piece."""

from __future__ import annotations

import re

from ...language.render import LANGUAGES, topic


def how(method: str) -> dict[str, str]:
    """The method in words, without degrees of freedom; a piece that has no words is said as it is."""
    pieces = re.sub(r"\bt\([\d.]+\)", "t", method).split(", ")
    words = topic("page_lower")
    said = [words.get(_key(piece), dict.fromkeys(LANGUAGES, piece)) for piece in pieces]
    return {"en": ", ".join(piece["en"] for piece in said), "zh": "，".join(piece["zh"] for piece in said)}


def _key(piece: str) -> str:
    return "how-" + re.sub(r"[^a-z]+", "-", piece.lower()).strip("-")
