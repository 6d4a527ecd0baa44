"""The common list of labels where none was declared: those observed, typed and put in order."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError, ScaleError
from ..result import Note
from .factorise import Column, label_array
from .native import is_gap

#: Text read as "no rating". "None" and "none" are not here: they are often a real category.
MISSING_TEXT = frozenset({"", ".", "NA", "N/A", "n/a", "#N/A", "<NA>", "NaN", "nan", "null", "NULL", "NaT"})

_NUMBERS = (int, float, np.integer, np.floating, Decimal, Fraction)
_TRUTH = (bool, np.bool_)


class Missing:
    """Which labels mean "no rating": what was declared, else the usual text; blanks always."""

    def __init__(self, declared: Iterable[Any] | None) -> None:
        if isinstance(declared, str):
            declared = [declared]
        self.declared = frozenset() if declared is None else frozenset(map(_spelling, declared))
        self.text = MISSING_TEXT if declared is None else frozenset({""})

    def __contains__(self, label: Any) -> bool:
        if is_gap(label) or (isinstance(label, str) and label.strip() in self.text):
            return True
        return bool(self.declared) and _spelling(label) in self.declared


def number_in(text: str) -> float | None:
    """The finite number that text spells, or None."""
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) and "_" not in text else None


def observed(
    columns: list[Column], gaps: Missing, *, numbers_only: bool = False
) -> tuple[NDArray[Any], tuple[Note, ...]]:
    """Distinct labels in order: numbers by size, text with the numbers in it by size."""
    if all(isinstance(c.labels, np.ndarray) and c.labels.dtype.kind in "iuf" for c in columns):
        return _distinct_numbers([np.asarray(c.labels) for c in columns], gaps), ()
    apart = {(isinstance(x, _TRUTH), x): x for c in columns for x in _used(c) if x not in gaps}
    seen = list(apart.values())  # True equals 1 but is not the same label
    text = [x for x in seen if isinstance(x, str)]
    truth = [x for x in seen if isinstance(x, _TRUTH)]
    numbers = [x for x in seen if isinstance(x, _NUMBERS) and not isinstance(x, _TRUTH)]
    _refuse_mixture(seen, text, truth, numbers)
    read = [number_in(x) for x in text]
    if text and None not in read:
        note = Note("text-as-numbers", "Text that reads as numbers was taken as numbers.")
        return _distinct_numbers([_floats(read), _floats(numbers)], gaps), (note,)
    if numbers_only and (text or truth):
        raise ScaleError(f"{(text or truth)[0]!r} is not a number, but the declared scale is one of numbers.")
    if text:
        labels = sorted(seen, key=natural)
        return label_array(labels), tuple(_text_notes(labels))
    return (label_array(sorted(truth)) if truth else _distinct_numbers([_floats(numbers)], gaps)), ()


def _spelling(label: Any) -> Any:
    """One spelling for 9, 9.0, "9" and "9.0", so that a missing code meets what it means."""
    if isinstance(label, str):
        number = number_in(label)
        return label.strip() if number is None else number
    return float(label) if isinstance(label, _NUMBERS) and not isinstance(label, _TRUTH) else label


def _floats(numbers: Iterable[Any]) -> NDArray[np.float64]:
    return np.array([float(x) for x in numbers], dtype=float)


def _distinct_numbers(parts: list[NDArray[Any]], gaps: Missing) -> NDArray[Any]:
    """Sorted, gaps left out, and whole numbers as such even where gaps had made them floats."""
    distinct = np.unique(np.concatenate(parts))
    if gaps.declared:
        distinct = distinct[[x not in gaps for x in distinct.tolist()]]
    if distinct.dtype.kind == "f" and np.array_equal(distinct, np.round(distinct)):
        return distinct.astype(np.int64) if not distinct.size or np.abs(distinct).max() < 1e15 else distinct
    return distinct


def _used(column: Column) -> list[Any]:
    return [x for x, there in zip(column.labels, column.present().tolist(), strict=True) if there]


def _refuse_mixture(seen: list[Any], text: list[str], truth: list[Any], numbers: list[Any]) -> None:
    if len(text) + len(truth) + len(numbers) < len(seen):
        known = (str, *_NUMBERS)
        odd = next(x for x in seen if not isinstance(x, (*known, *_TRUTH)))
        raise InputError(f"A rating must be a number, text or a truth value, got {odd!r}.")
    word = next((x for x in text if number_in(x) is None), None)
    if word is not None and (truth or numbers):
        raise InputError(
            f"Ratings mix text (such as {word!r}) with numbers (such as {(numbers or truth)[0]!r}): "
            "use one kind, or name the text that means a gap with missing=[…]."
        )
    if truth and (numbers or text):
        raise InputError("Ratings mix truth values (True, False) with numbers: use one kind.")


def natural(label: str) -> tuple[Any, ...]:
    """ "grade 10" after "grade 9"; the label itself decides between equals."""
    parts = re.split(r"(\d+)", label.casefold())
    return (*((int(p), "") if p.isdecimal() else (-1, p) for p in parts), (0, label))


def _text_notes(labels: list[str]) -> Iterable[Note]:
    folded: dict[str, list[str]] = {}
    for label in labels:
        folded.setdefault(label.strip().casefold(), []).append(label)
    for group in folded.values():
        if len(group) > 1:
            said = " and ".join(map(repr, group))
            yield Note("alike-labels", f"{said} differ only in case or blanks; kept apart.")
    for word in folded.get("none", ()):
        yield Note(
            "none-is-a-category",
            f"The text {word!r} was kept as a category; pass missing=[{word!r}] if it means no rating.",
        )
