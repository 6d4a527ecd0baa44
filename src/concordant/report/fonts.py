"""The font of figures (Latin, Greek, statistical signs, Chinese), and the part that one picture embeds."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from functools import cache
from html import unescape
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


#: Signs that every machine can draw: Latin letters, marks, arrows and the signs of formulas.
_EVERYWHERE = re.compile("[\u0000-\u024f\u0370-\u03ff\u2000-\u22ff\u25a0-\u25ff]*")
_TAG = re.compile(r"<[^<>]*>")


def with_letters(svg: str) -> str:
    """The picture with its signs inside where it shows some that a machine may not have; else as it is."""
    face = letters(svg)
    if not face:
        return svg
    return re.sub(r"<svg [^<>]*>", lambda head: f"{head[0]}<defs><style>{face}</style></defs>", svg, count=1)


def letters(svg: str) -> str:
    """A rule of CSS that brings the signs of a picture; nothing where every machine has them."""
    shown = set(unescape(_TAG.sub("", svg)))
    if _EVERYWHERE.fullmatch("".join(shown)):
        return ""
    held = f"url(data:font/otf;base64,{_subset(shown)})"
    return f"@font-face{{font-family:'{FONT}';src:{held} format('opentype')}}"


def _subset(signs: set[str]) -> str:
    """The font with these signs alone, in base64; the same signs are the same bytes."""
    import uharfbuzz

    flags, wanted = uharfbuzz.SubsetFlags, uharfbuzz.SubsetInput()
    wanted.flags = flags.NO_HINTING | flags.DESUBROUTINIZE | flags.NOTDEF_OUTLINE
    wanted.unicode_set.update(map(ord, signs))
    made = uharfbuzz.subset(uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(FILE))), wanted)
    return base64.b64encode(made.blob.data).decode()
