"""Chinese set beside Latin letters and digits."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import reduce

_WIDE = "\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef"
_OPENING = "“‘（《【「"
_CLOSING = "，。：；！？、）》】」”’…％"
#: What stays together: a word, or a Chinese character, with the signs that may not begin or end a line.
PIECE = re.compile(rf"\s*[{_OPENING}]*(?:[^\s{_WIDE}{_OPENING}]+|[^\s])[{_CLOSING}]*")


def in_chinese(*pieces: str) -> str:
    """Pieces as a Chinese sentence writes them: no blank between Chinese signs, one beside Latin letters."""
    return reduce(joined, pieces)


def joined(before: str, after: str) -> str:
    """Two pieces of a Chinese sentence."""
    if before.endswith(" ") and _chinese(before[-2:-1]) and _chinese(after[:1]):
        return before[:-1] + after
    if after.startswith(" ") and _chinese(before[-1:]) and _chinese(after[1:2]):
        return before + after[1:]
    if before.endswith(" ") and _mark(before[-2:-1]) and _letter(after[:1]):
        return before[:-1] + after
    beside = (_letter(before[-1:]) and _ideograph(after[:1])) or (
        _ideograph(before[-1:]) and _letter(after[:1])
    )
    return before + " " * beside + after


def enumerated(texts: Iterable[str], between: str = "、") -> str:
    """Texts in a row; between quotes that follow each other there is no mark (GB/T 15834): “无”“轻度”."""
    return between.join(texts).replace("”、“", "”“")


def line_breaks(text: str, places: int, width: Callable[[str], int]) -> list[int]:
    """Where a text is broken into lines of so many places: between pieces, and in one that is too long."""
    breaks: list[int] = []
    taken = 0
    for piece in PIECE.finditer(text):
        begins = piece.end() - len(piece[0].lstrip())
        if taken and taken + width(piece[0]) > places:
            breaks.append(begins)
            taken = 0
        for at in range(begins if taken == 0 else piece.start(), piece.end()):
            if taken and taken + width(text[at]) > places:
                breaks.append(at)
                taken = 0
            taken += width(text[at])
    return breaks


def share_in_words(shown: str) -> str:
    """A share beyond the digits shown, as a sentence has it: "99.9% 以上" for ">99.9%"."""
    word = {">": "以上", "<": "以下"}.get(shown[:1])
    return f"{shown[1:]} {word}" if word else shown


def set_apart(name: str) -> str:
    """A name from the data in a Chinese sentence: in quotes where it would run into the words beside it."""
    return f"“{name}”" if _ideograph(name[:1]) or _ideograph(name[-1:]) else name


def _chinese(sign: str) -> bool:
    return "\u3000" <= sign <= "\u9fff" or "\uff00" <= sign <= "\uffef" or (sign != "" and sign in "“”")


def _ideograph(sign: str) -> bool:
    return "\u4e00" <= sign <= "\u9fff"


def _mark(sign: str) -> bool:
    """Whether a sign is Chinese punctuation, which has room of its own."""
    return _chinese(sign) and not _ideograph(sign)


def _letter(sign: str) -> bool:
    """Whether a sign is one of a Latin word, a number or a name such as judge_2."""
    return sign < "\u0400" and (sign.isalnum() or sign == "_")
