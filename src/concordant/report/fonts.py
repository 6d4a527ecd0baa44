"""Letters for figures: the font that comes with us has Latin, Greek, the signs of statistics and Chinese."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

#: The name that only our own font has, so that no other is taken for it.
FONT = "Concordant Sans"
FOLDER = Path(__file__).parent / "fonts"
FILE = FOLDER / "ConcordantSans-Regular.otf"

#: What a browser takes where our font is not: fonts with letters of about the same width, then any.
FAMILY = (
    f"{FONT}, Noto Sans CJK SC, Noto Sans SC, Source Han Sans SC, Segoe UI, Helvetica Neue, Arial, "
    "PingFang SC, Microsoft YaHei, sans-serif"
)


#: Signs that no picture can hold; the converter ends the whole program over them.
_IMPOSSIBLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def with_fonts(spec: Mapping[str, Any]) -> dict[str, Any]:
    """The specification with fonts that have every sign it shows, and no sign that cannot be drawn."""
    possible: dict[str, Any] = _drawable(dict(spec))
    return {**possible, "config": {"font": FAMILY, **possible.get("config", {})}}


def _drawable(part: Any) -> Any:
    if isinstance(part, str):
        return _IMPOSSIBLE.sub("\N{WHITE SQUARE}", part)
    if isinstance(part, Mapping):
        return {_drawable(key): _drawable(inner) for key, inner in part.items()}
    if isinstance(part, (list, tuple)):
        return [_drawable(inner) for inner in part]
    return part


@cache
def register() -> None:
    """Let the converter know our font, once."""
    import vl_convert

    vl_convert.register_font_directory(str(FOLDER.resolve()))
