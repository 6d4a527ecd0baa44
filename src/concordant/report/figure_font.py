"""Letters inside a picture that stands alone: the signs of our font that it shows, so that none lacks."""

from __future__ import annotations

import base64
import re
from html import unescape

from .fonts import FILE, FONT

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
