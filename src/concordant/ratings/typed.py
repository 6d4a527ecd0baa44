"""Text from files as what it spells: numbers where a whole column is numbers, else text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from .factorise import CodedColumn, factorise
from .observed import MISSING_TEXT, number_in

_LEADING_ZERO = re.compile(r"[+-]?0\d")
_DECIMAL_COMMA = re.compile(r"[+-]?\d*,\d+")


def typed(raw: Any, *, decimal_comma: bool = False) -> CodedColumn:
    """A column of text, each distinct text looked at once: blanks are gaps, numbers are numbers.

    "007" is a name, not a number, and so is everything beside it. A decimal comma is read only
    where commas do not separate columns.
    """
    column = factorise(raw)
    texts = [label.strip() for label in column.labels]
    numbers = _numbers([x for x in texts if x not in MISSING_TEXT], decimal_comma)
    if numbers is None:
        return relabel(column, [x if x.strip() else None for x in column.labels])
    place = iter(numbers)
    spelled = [x if x in MISSING_TEXT else next(place) for x in texts]
    return relabel(column, [None if x == "" else x for x in spelled])


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
