"""The encoding of a text file: by its mark, by what decodes, by what the result looks like."""

from __future__ import annotations

import codecs
import re

from ...errors import InputError, OptionError
from ...quote import quote

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")


def decode(raw: bytes, source: str, encoding: str | None = None) -> tuple[str, str]:
    """The text and the encoding it was in; one clear complaint where it is not text."""
    encoding = encoding or guess(raw, source)
    try:
        text = raw.decode(encoding)
    except LookupError:
        raise OptionError(
            f"There is no encoding {quote(encoding)}; try 'utf-8', 'gb18030' or 'latin-1'."
        ) from None
    except UnicodeDecodeError as problem:
        line = raw[: problem.start].count(b"\n") + 1
        raise InputError(f"Line {line} of {source} is not {encoding} text: name its encoding.") from None
    refuse_null(text, source)
    return text.removeprefix("\ufeff"), encoding


def refuse_null(text: str, source: str) -> None:
    """A null character is in no text: complain of the line it stands on."""
    if "\x00" in text:
        line = text[: text.index("\x00")].count("\n") + 1
        raise InputError(f"Line {line} of {source} holds a null character: the file is damaged or not text.")


def refuse_binary(start: bytes, source: str) -> None:
    """Complain of bytes that are no text in any encoding; they may end in the middle of a character."""
    found = codecs.getincrementaldecoder(guess(start, source))("replace")
    refuse_null(found.decode(start), source)


def guess(raw: bytes, source: str) -> str:
    """The likeliest encoding; the part looked at may end in the middle of a character."""
    for mark, name in _MARKS:
        if raw.startswith(mark):
            return name
    if (wide := _unmarked_utf16(raw)) is not None:
        return wide
    if _decodes(raw, "utf-8"):
        return "utf-8"
    if len(_CONTROL.findall(raw[:65536])) > 0.01 * len(raw[:65536]):
        raise InputError(f"{source} looks like a binary file: give text, JSON, Parquet or Excel.")
    if _decodes(raw, "gb18030") and _looks_chinese(raw):
        return "gb18030"
    return "cp1252" if _decodes(raw, "cp1252") else "latin-1"


def _decodes(raw: bytes, encoding: str) -> bool:
    try:
        codecs.getincrementaldecoder(encoding)().decode(raw, final=False)
    except UnicodeDecodeError:
        return False
    return True


def _unmarked_utf16(raw: bytes) -> str | None:
    """Latin text in UTF-16 has a null in every other byte."""
    part = raw[:4096]
    even, odd = part[::2].count(0), part[1::2].count(0)
    if max(even, odd) < 0.3 * len(part) / 2 or min(even, odd) > 0.01 * len(part):
        return None
    return "utf-16-le" if odd > even else "utf-16-be"


def _looks_chinese(raw: bytes) -> bool:
    """Chinese characters are pairs of high bytes; accents in Latin text stand alone."""
    high = len(re.findall(rb"[\x80-\xff]", raw))
    paired = 2 * len(re.findall(rb"[\xb0-\xf7][\xa1-\xfe]|[\xa1-\xa9][\xa1-\xfe]", raw))
    return paired > 0.6 * high
