"""Labels that may not be what they seem: codes for missing, words among numbers, twins in case."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..quote import quote
from ..result import Note
from .observed import number_in
from .phrases import listed

_CODES = (-9999, -999, -99, -9, 99, 999, 9999)


def doubts(labels: NDArray[Any]) -> Iterator[Note]:
    """What to ask about labels that nobody declared."""
    if labels.dtype.kind in "iuf":
        yield from _missing_codes(labels)
    elif labels.size and isinstance(labels[0], str):
        texts = labels.tolist()
        yield from _twins(texts)
        yield from _words(texts)


def _missing_codes(numbers: NDArray[Any]) -> Iterator[Note]:
    """Numbers that questionnaires use for "no answer", far from all the others."""
    place = np.minimum(np.searchsorted(numbers, _CODES), len(numbers) - 1)
    seen = numbers[place] == _CODES  # the labels are in order
    others = np.delete(numbers, place[seen]) if seen.any() else numbers
    if not others.size or others.size == numbers.size:
        return
    low, high = float(others[0]), float(others[-1])
    far = 2 * max(high - low, 1.0)
    found = [
        code
        for code, here in zip(_CODES, seen, strict=True)
        if here and (code < 0 <= low or code < low - far or code > high + far)
    ]
    if found:
        look = "looks like a code" if len(found) == 1 else "look like codes"
        they = "it is" if len(found) == 1 else "they are"
        text = f"{listed(found, ' and ')} {look} for missing; pass missing={found} if {they}."
        yield Note("missing-code", text, {"codes": found})


def _twins(labels: list[str]) -> Iterator[Note]:
    folded: dict[str, list[str]] = {}
    for label in labels:
        folded.setdefault(label.casefold(), []).append(label)
    for group in folded.values():
        if len(group) > 1:
            said = listed(map(repr, group), " and ")
            yield Note("alike-labels", f"{said} differ only in case; kept apart.", {"labels": group})


def _words(labels: list[str]) -> Iterator[Note]:
    """Text that was kept as a category but may mean a gap: "none", and words among numbers."""
    words = [x for x in labels if number_in(x) is None]
    among = words if 2 * len(words) <= len(labels) else [x for x in words if x.casefold() == "none"]
    for word in among:
        yield Note(
            "kept-as-category",
            f"The text {quote(word)} was kept as a category; pass missing=[{quote(word)}] if it means no "
            "rating.",
            {"word": word},
        )
