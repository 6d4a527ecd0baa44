"""Text from files as what it spells: numbers where a whole column is numbers, else text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from .factorise import CodedColumn, factorise
from .observed import MISSING_TEXT, number_in

_LEADING_ZERO = re.compile(r"[+-]?0\d")
#: So many digits follow a comma that separates thousands.
_THOUSAND = 3
_DECIMAL_COMMA = re.compile(r"[+-]?\d*,\d+")


def typed(raw: Any, *, decimal_comma: bool | None = False) -> CodedColumn:
    """A column of text, each distinct text looked at once: blanks are gaps, numbers are numbers.

    "007" is a name, not a number, and so is everything beside it. A decimal comma is read only
    where commas do not separate columns, or (None) where it can hardly be anything else.
    """
    column = factorise(raw)
    texts = [label.strip() for label in column.labels]
    comma = has_decimal_comma(texts) if decimal_comma is None else decimal_comma
    numbers = _numbers([x for x in texts if x not in MISSING_TEXT], comma)
    if numbers is None:
        return relabel(column, [x if x.strip() else None for x in column.labels])
    place = iter(numbers)
    spelled = [x if x in MISSING_TEXT else next(place) for x in texts]
    return relabel(column, [None if x == "" else x for x in spelled])


def has_decimal_comma(texts: Sequence[str]) -> bool:
    """Whether numbers have decimals behind a comma: "4,5" does, "1,000" and "2,500" may be thousands."""
    held = {text.strip() for text in texts} - MISSING_TEXT
    commas = [text for text in held if _DECIMAL_COMMA.fullmatch(text)]
    plain = all(number_in(text) is not None for text in held if text not in commas)
    return plain and any(len(text.partition(",")[2]) != _THOUSAND for text in commas)


def relabel(column: CodedColumn, labels: Sequence[Any]) -> CodedColumn:
    """The column under other labels; equal labels become one, None a gap."""
    place: dict[Any, int] = {}
    table = np.full(len(labels) + 1, -1, dtype=np.int64)
    for old, label in enumerate(labels):
        if label is not None:
            table[old] = place.setdefault((isinstance(label, bool), label), len(place))
    kept = [label for _, label in place]
    return CodedColumn(table[column.codes], kept)


def _numbers(texts: list[str], decimal_comma: bool) -> list[int | float] | None:
    """The numbers that all the texts spell, or None."""
    found: list[int | float] = []
    for text in texts:
        if decimal_comma and _DECIMAL_COMMA.fullmatch(text):
            text = text.replace(",", ".")
        number = number_in(text)
        if number is None or _LEADING_ZERO.match(text):
            return None
        if abs(number) >= 2**53 and re.fullmatch(r"[+-]?\d+", text):
            return None  # a name: as a float it might be another's
        found.append(int(number) if number.is_integer() and abs(number) < 2**53 else number)
    return found
