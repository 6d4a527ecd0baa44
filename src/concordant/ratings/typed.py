"""Text from files as what it spells: numbers where a whole column is numbers, else text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from .factorise import Column, factorise
from .observed import MISSING_TEXT, number_in

_LEADING_ZERO = re.compile(r"[+-]?0\d")
_DECIMAL_COMMA = re.compile(r"[+-]?\d*,\d+")


def typed(column: Any, *, decimal_comma: bool = False) -> Column:
    """A column of text, each distinct text looked at once: blanks are gaps, numbers are numbers.

    "007" is a name, not a number, and so is everything beside it. A decimal comma is read only
    where commas do not separate columns.
    """
    column = factorise(column)
    texts = [str(label).strip() for label in column.labels]
    spelled = [x for x in texts if x not in MISSING_TEXT]
    numbers = _numbers(spelled, decimal_comma) if spelled else None
    if numbers is None:
        return relabel(column, [x or None for x in texts])
    place = iter(numbers)
    return relabel(column, [(x or None) if x in MISSING_TEXT else next(place) for x in texts])


def relabel(column: Column, labels: Sequence[Any]) -> Column:
    """The same rows under other labels; equal labels become one, None a gap."""
    place: dict[Any, int] = {}
    table = np.full(len(labels) + 1, -1, dtype=np.int64)
    for old, label in enumerate(labels):
        if label is not None:
            table[old] = place.setdefault((isinstance(label, bool), label), len(place))
    kept = [label for _, label in place]
    return Column(table[column.codes], kept)


def _numbers(texts: list[str], decimal_comma: bool) -> list[int | float] | None:
    """The numbers that all the texts spell, or None."""
    if any(_LEADING_ZERO.match(x) for x in texts):
        return None
    if decimal_comma and any(_DECIMAL_COMMA.fullmatch(x) for x in texts):
        texts = [x.replace(",", ".") for x in texts]
    found = []
    for text in texts:
        number = number_in(text)
        if number is None:
            return None
        found.append(int(number) if number.is_integer() and abs(number) < 2**53 else number)
    return found
