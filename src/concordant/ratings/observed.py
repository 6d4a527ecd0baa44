"""The common list of labels where none was declared: text read as what it spells, labels put in order."""

from __future__ import annotations

import math
import re
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError, OptionError, ScaleError
from ..quote import quote
from ..result import Note
from .factorise import CodedColumn, factorise, label_array
from .native import is_gap
from .phrases import listed

_LEADING_ZERO = re.compile(r"[+-]?0\d")
#: So many digits follow a comma that separates thousands.
_THOUSAND = 3
_DECIMAL_COMMA = re.compile(r"[+-]?\d*,\d+")


#: Text read as "no rating". "None" and "none" are not here: they are often a real category.
MISSING_TEXT = frozenset({"", ".", "NA", "N/A", "n/a", "#N/A", "<NA>", "NaN", "nan", "null", "NULL", "NaT"})

_NUMBERS = (int, float, np.integer, np.floating, Decimal, Fraction)
_TRUTH = (bool, np.bool_)
_TRUTH_WORDS = ("true", "false")
#: Numbers of more digits are all alike in an order of names.
_MOST_DIGITS = 1000


class Missing:
    """Which labels mean "no rating": the usual text, blanks, and what was declared beside them."""

    def __init__(self, declared: Iterable[Any] | None = None) -> None:
        if declared is None or isinstance(declared, (str, *_NUMBERS)):
            declared = [] if declared is None else [declared]
        try:
            self.declared = frozenset(map(spelling, declared))
        except TypeError:
            raise OptionError("missing must be a list of single values, such as [9, 'skipped'].") from None

    def __contains__(self, label: Any) -> bool:
        usual = isinstance(label, str) and label.strip() in MISSING_TEXT
        return usual or is_gap(label) or self.names(label)

    def names(self, label: Any) -> bool:
        """Whether the label was declared, however it is written."""
        return bool(self.declared) and isinstance(label, Hashable) and spelling(label) in self.declared


def number_in(text: str) -> float | None:
    """The finite number that text spells, or None."""
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) and "_" not in text else None


def is_word(text: str) -> bool:
    """Whether text can only mean itself: no gap, number or truth value, and no blanks around it."""
    return key(text) == text and text not in MISSING_TEXT and number_in(text) is None


def key(label: Any) -> Any:
    """What makes labels one: 4 and 4.0, " yes" and "yes", TRUE and true; truth values are no numbers."""
    if isinstance(label, str):
        text = label.strip()
        return ("truth", text.casefold() == "true") if text.casefold() in _TRUTH_WORDS else text
    if isinstance(label, _TRUTH):
        return ("truth", bool(label))
    if not isinstance(label, _NUMBERS):
        return label
    try:
        return float(label)
    except OverflowError:
        raise InputError(f"The rating {str(label)[:20]}… is too large a number.") from None


@dataclass(frozen=True)
class Origin:
    """Where columns come from, to name a place in them: `rows` are the numbers of rows that were kept.

    Rows that an engine counted have no number, but `copies`: how many of each there are.
    """

    names: Sequence[str]
    rows: NDArray[np.int64] | None = None
    copies: NDArray[np.int64] | None = None

    def place(self, column: int, row: int) -> str:
        """Whose column it is, and the row from 1 as it was counted in the data."""
        name = list(self.names)[column]  # of {rater: columns} the raters
        if self.copies is not None:
            return name
        return f"{name}, row {(row if self.rows is None else self.rows[row]) + 1}"


def observed(
    columns: list[CodedColumn], origin: Origin, gaps: Missing, *, numbers_only: bool = False
) -> tuple[NDArray[Any], tuple[Note, ...]]:
    """Distinct labels in order: numbers by size, text with the numbers in it by size."""
    if all(isinstance(c.labels, np.ndarray) and c.labels.dtype.kind in "iuf" for c in columns):
        return _distinct_numbers([np.asarray(c.labels) for c in columns], gaps), ()
    groups = _grouped(columns, gaps)
    text = [x for x, *_ in groups.values() if isinstance(x, str)]
    if text and all(isinstance(one, tuple) and one[0] == "truth" for one in groups):
        note = Note("text-as-truth", "Text that looks like true or false was converted to truth values.")
        return label_array(sorted(one[1] for one in groups)), (note,)
    truth = [x for x, *_ in groups.values() if isinstance(x, _TRUTH)]
    numbers = [x for x, *_ in groups.values() if isinstance(x, _NUMBERS) and not isinstance(x, _TRUTH)]
    _refuse_strange(x for x, *_ in groups.values())
    _refuse_mixture(columns, origin, text, truth, numbers)
    read = [number_in(x) for x in text]
    if text and None not in read:
        note = Note("text-as-numbers", "Text that looks like numbers was converted to numbers.")
        return _distinct_numbers([_floats(read), _floats(numbers)], gaps), (note,)
    if numbers_only and (text or truth):
        raise ScaleError(f"{quote((text or truth)[0])} is not a number, but the declared scale is numeric.")
    if text:
        labels = sorted((min((str(x).strip() for x in g), key=natural) for g in groups.values()), key=natural)
        return label_array(labels), tuple(_merged(groups))
    return (label_array(sorted(truth)) if truth else _distinct_numbers([_floats(numbers)], gaps)), ()


def _grouped(columns: list[CodedColumn], gaps: Missing) -> dict[Any, list[Any]]:
    """The labels that occur, as they are written, under what makes them one."""
    groups: dict[Any, list[Any]] = {}
    for label in dict.fromkeys((isinstance(x, _TRUTH), x) for c in columns for x in _used(c)):
        if label[1] not in gaps:
            groups.setdefault(key(label[1]), []).append(label[1])
    return groups


def _merged(groups: Mapping[Any, list[Any]]) -> Iterator[Note]:
    for group in groups.values():
        if len(group) > 1:
            text = f"{listed(map(repr, group), ' and ')} were treated as one label."
            yield Note("labels-merged", text, {"labels": group})


def spelling(label: Any) -> Any:
    """One spelling for 9, 9.0, "9" and "9.0", so that a missing code meets what it means."""
    if isinstance(label, str):
        number = number_in(label)
        return label.strip() if number is None else number
    if isinstance(label, _TRUTH) or not isinstance(label, _NUMBERS):
        return label
    try:
        return float(label)
    except OverflowError:  # a whole number that no float can hold
        return label


def _floats(numbers: Iterable[Any]) -> NDArray[np.float64]:
    return np.array([float(x) for x in numbers], dtype=float)


def _distinct_numbers(parts: list[NDArray[Any]], gaps: Missing) -> NDArray[Any]:
    """Sorted, gaps left out, and whole numbers as such even where gaps had made them floats."""
    first = parts[0]
    alike = all(part is first or np.array_equal(part, first) for part in parts)
    rising = alike and bool((first[1:] > first[:-1]).all())
    distinct = first if rising else _sorted_once(np.concatenate(parts))
    if gaps.declared:
        distinct = distinct[[x not in gaps for x in distinct.tolist()]]
    if distinct.dtype.kind == "f" and np.array_equal(distinct, np.round(distinct)):
        return distinct.astype(np.int64) if not distinct.size or np.abs(distinct).max() < 1e15 else distinct
    return distinct


def _sorted_once(numbers: NDArray[Any]) -> NDArray[Any]:
    """Each number once; `np.unique` would import masked arrays, which takes longer than a small study."""
    ordered = np.sort(numbers)
    return ordered[np.append(True, ordered[1:] != ordered[:-1])] if ordered.size else ordered


def _used(column: CodedColumn) -> list[Any]:
    return [x for x, there in zip(_plain(column.labels), column.present().tolist(), strict=True) if there]


def _plain(labels: NDArray[Any] | list[Any]) -> list[Any]:
    return labels.tolist() if isinstance(labels, np.ndarray) else labels


def _refuse_strange(labels: Iterable[Any]) -> None:
    for label in labels:
        if not isinstance(label, (str, *_NUMBERS, *_TRUTH)):
            raise InputError(f"A rating must be a number, text or a truth value, got {quote(label)}.")


def _refuse_mixture(
    columns: list[CodedColumn], origin: Origin, text: list[str], truth: list[Any], numbers: list[Any]
) -> None:
    word = next((x for x in text if number_in(x) is None), None)
    if word is not None and (truth or numbers):
        what, other = ("numbers", numbers[0]) if numbers else ("truth values", truth[0])
        raise InputError(
            f"Ratings mix text, such as {quote(word)} ({_place(columns, origin, word)}), with {what}, such "
            f"as {other} ({_place(columns, origin, other)}): correct it, pass missing=[{quote(word)}] if it "
            "means no rating, or declare all categories with categories=[…]."
        )
    if truth and (numbers or text):
        raise InputError("Ratings mix truth values (True, False) with numbers: use one kind.")


def _place(columns: list[CodedColumn], origin: Origin, label: Any) -> str:
    """Where a label occurs first: whose column, and which row."""
    return next(
        origin.place(position, int(np.argmax(column.codes == code)))
        for position, column in enumerate(columns)
        for code, held in enumerate(_plain(column.labels))
        if type(held) is type(label) and held == label and (column.codes == code).any()
    )


def natural(label: str) -> tuple[Any, ...]:
    """ "grade 10" after "grade 9"; the label itself decides between equals."""
    parts = re.split(r"(\d+)", label.casefold())
    return (*((_size(p), "") if p.isdecimal() else (-1, p) for p in parts), (0, label))


def _size(digits: str) -> float:
    """How large a whole number is; Python refuses to convert the longest."""
    return int(digits) if len(digits) <= _MOST_DIGITS else math.inf


def in_order(label: Any) -> tuple[Any, ...]:
    """What puts labels of any kind in order: numbers by size, then text with the numbers in it by size."""
    if isinstance(label, (*_NUMBERS, *_TRUTH)):
        return (0, float(label))
    return (1, *natural(str(label)))


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
