"""Names of projects, rounds and raters in addresses: any text, as one segment of a path."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, urlencode


def segment(name: str) -> str:
    """The name as a segment: a slash would end it, and dots alone mean another folder."""
    plain = name.replace("~", "~0").replace("/", "~1").replace("\\", "~3")
    if not plain.strip("."):
        plain = plain.replace(".", "~2")
    return quote(plain, safe="~")


def name_in(part: str) -> str:
    """The name that a segment stands for."""
    for sign, meant in (("~1", "/"), ("~2", "."), ("~3", "\\"), ("~0", "~")):
        part = part.replace(sign, meant)
    return part


def whole_number(text: str) -> int | None:
    """The number that a version or a place in an address or a header states; None where it states none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def address_of(*parts: str, query: Mapping[str, Any] | None = None) -> str:
    """`/p/NAME/r/ROUND?…`: fixed words and names in turn; values that are empty are left out."""
    path = "/" + "/".join(segment(part) for part in parts)
    given = [(key, value) for key, value in (query or {}).items() if value not in (None, "", [], ())]
    flat = [
        (key, one) for key, value in given for one in (value if isinstance(value, (list, tuple)) else [value])
    ]
    return f"{path}?{urlencode(flat)}" if flat else path
