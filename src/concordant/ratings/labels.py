"""The raters' columns as codes over one list of labels (-1 is a gap), and labels that look suspicious."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ..digits import refuse_extremes
from ..errors import InputError, ScaleError
from ..quote import quote
from ..result import Note
from .factorise import CodedColumn, Codes, factorise, factorise_together, label_array, small
from .observed import Missing, Origin, key, number_in, observed
from .phrases import counted, listed, many
from .scale import Level, Scale, in_scale_order, infer_scale

_GAP, _OUTSIDE = -1, -2
_ALL_KEPT = np.zeros(0, dtype=np.int64)


#: What to do with a label that is not on the declared scale: complain, or count it as a gap.
OutOfScale = Literal["error", "drop"]


@dataclass(frozen=True)
class Encoded:
    """All columns' codes over one common list of labels, and what was lost on the way."""

    columns: tuple[Codes, ...]
    labels: NDArray[Any]
    scale: Scale
    missing: dict[str, int] = field(default_factory=dict)
    out_of_scale: dict[str, int] = field(default_factory=dict)
    notes: tuple[Note, ...] = ()


def encode(
    raw: Sequence[Any] | NDArray[Any],
    *,
    scale: Scale | None = None,
    level: Level | None = None,
    missing: Iterable[Any] | None = None,
    out_of_scale: OutOfScale = "error",
    origin: Origin | None = None,
) -> Encoded:
    """Code every column over one list of labels: the declared categories, or those observed."""
    columns = factorise_together(raw) or [
        _factorised(column, origin, place) for place, column in enumerate(raw)
    ]
    gaps = Missing(missing)
    scale = scale or _order_brought(columns)
    notes: tuple[Note, ...] = ()
    origin = origin or Origin([f"rater {place + 1}" for place in range(len(columns))])
    if scale is None or scale.categories is None:
        universe, notes = observed(columns, origin, gaps, numbers_only=scale is not None)
        _refuse_nothing(columns, universe)
        _refuse_infinite(universe)
        if universe.dtype.kind == "f":
            refuse_extremes(float(universe.min()), float(universe.max()), "Ratings")
        notes = (*notes, *doubts(universe))
        if scale is None:
            universe = in_scale_order(universe)
            scale = infer_scale(universe, level)
    else:
        universe = label_array(scale.categories)
    lost, outside = Counter[str](), Counter[str]()
    coded = []
    for position, column in enumerate(columns):
        if _as_they_are(column.labels, universe, gaps):
            _count_lost(column, _ALL_KEPT, origin.copies, lost, outside)
            coded.append(column.codes.astype(small(len(universe)), copy=False))
            continue
        target = _targets(column.labels, universe, gaps)
        _count_lost(column, target, origin.copies, lost, outside)
        if outside and out_of_scale == "error":
            _complain(column, target, scale, partial(origin.place, position))
        coded.append(_recode(column.codes, target, len(universe)))
    notes = (*notes, *_outside_note(outside))
    return Encoded(tuple(coded), universe, scale, dict(lost), dict(outside), notes)


def _factorised(column: Any, origin: Origin | None, place: int) -> CodedColumn:
    """The column coded; what is wrong with it is told with the name of its rater."""
    try:
        return factorise(column)
    except InputError as problem:
        if origin is None or not str(problem).startswith("Row "):
            raise
        if origin.copies is not None:
            problem = InputError(re.sub(r"^Row \d+", "A row", str(problem)))
        raise InputError(f"{origin.names[place]}: {problem}") from None


def _outside_note(outside: Mapping[str, int]) -> Iterator[Note]:
    if outside:
        one = "rating is off the declared scale and treated as missing"
        more = "ratings are off the declared scale and treated as missing"
        count = sum(outside.values())
        text = f"{many(count, one, more)}: {counted(outside)}."
        yield Note("out-of-scale", text, {"count": count, "values": dict(outside)})


def _refuse_nothing(columns: list[CodedColumn], universe: NDArray[Any]) -> None:
    if not universe.size:
        why = "every value is a gap" if any(len(c) for c in columns) else "no row was found"
        raise InputError(f"There are no ratings in the data: {why}.")


def _refuse_infinite(universe: NDArray[Any]) -> None:
    if universe.dtype.kind == "f" and not np.isfinite(universe).all():
        raise InputError("A rating is infinite. Correct it, or leave it empty for a gap.")


def _order_brought(columns: list[CodedColumn]) -> Scale | None:
    """The order that ordered categoricals declare, where all that declare one agree."""
    orders = {tuple(column.labels) for column in columns if column.ordered}
    if len(orders) != 1:
        return None
    note = Note("order-from-categories", "The categories are ordered as declared by the column's type.")
    return Scale.ordinal(orders.pop()).with_notes(note)


def _as_they_are(labels: NDArray[Any] | list[Any], universe: NDArray[Any], gaps: Missing) -> bool:
    """Whether a column's numbers are the common list."""
    if not isinstance(labels, np.ndarray) or labels.dtype.kind not in "iuf" or gaps.declared:
        return False
    return labels is universe or (
        labels.dtype.kind == universe.dtype.kind and np.array_equal(labels, universe)
    )


def _targets(labels: NDArray[Any] | list[Any], universe: NDArray[Any], gaps: Missing) -> NDArray[np.int64]:
    """For each label of a column its place in the common list, -1 for a gap, -2 for outside."""
    numbers = all(isinstance(x, np.ndarray) and x.dtype.kind in "iuf" for x in (labels, universe))
    if numbers and not gaps.declared and universe.size and (universe[1:] > universe[:-1]).all():
        place = np.minimum(np.searchsorted(universe, labels), len(universe) - 1)
        return np.where(universe[place] == labels, place, _OUTSIDE)
    place_of = {key(x): i for i, x in enumerate(universe.tolist())}
    return np.array([_place(x, place_of, gaps) for x in labels], dtype=np.int64)


def _place(label: Any, place_of: dict[Any, int], gaps: Missing) -> int:
    """A label as it is, or as the number it spells, or as the text a number is written as.

    A category is a gap only if it was declared as one, not because the usual text looks like it.
    """
    this = key(label)
    if gaps.names(label):
        return _GAP
    if this in place_of:
        return place_of[this]
    if label in gaps:
        return _GAP
    if isinstance(label, str):
        return place_of.get(number_in(label), _OUTSIDE)
    return place_of.get(f"{this:g}", _OUTSIDE) if isinstance(this, float) else _OUTSIDE


def _count_lost(
    column: CodedColumn,
    target: NDArray[np.int64],
    copies: NDArray[np.int64] | None,
    lost: Counter[str],
    outside: Counter[str],
) -> None:
    def rows(there: NDArray[np.bool_]) -> int:
        return int(np.count_nonzero(there) if copies is None else copies[there].sum())

    blank = rows(column.codes < 0)
    if blank:
        lost["(empty)"] += blank
    for place in np.flatnonzero(target < 0).tolist():
        count = rows(column.codes == place)
        label = str(column.labels[place])
        if count and target[place] == _OUTSIDE:
            outside[label] += count
        elif count:
            lost[label if label.strip() else "(empty)"] += count


def _complain(
    column: CodedColumn, target: NDArray[np.int64], scale: Scale, where: Callable[[int], str]
) -> None:
    for place in np.flatnonzero(target == _OUTSIDE).tolist():
        rows = np.flatnonzero(column.codes == place)
        if rows.size:
            label = np.asarray(column.labels, dtype=object)[place]
            raise ScaleError(
                f"{quote(label)} ({where(int(rows[0]))}) is not on the declared scale "
                f"{quote(list(scale.categories or ()))}. Correct it, declare it, or pass out_of_scale='drop' "
                "to count it as a gap."
            )


def _recode(codes: Codes, target: NDArray[np.int64], size: int) -> Codes:
    """The column in common codes; a gap (-1) reads the spare last place of the table."""
    kind = small(size)
    if target.size == size and codes.dtype == kind and np.array_equal(target, np.arange(size)):
        return codes
    table = np.append(np.maximum(target, _GAP), _GAP).astype(kind)
    return table[codes]


#: Numbers that questionnaires use for "no answer".
CODES_FOR_MISSING = (-9999, -999, -99, -9, -1, 99, 999, 9999)
#: No number between these is such a code.
_NEAREST = (-1, 99)
#: So many points from 1 on make a scale on which -1 is no point.
_POINTS = 3


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
    if not numbers.size or (_NEAREST[0] < numbers[0] and numbers[-1] < _NEAREST[1]):
        return
    place = np.minimum(np.searchsorted(numbers, CODES_FOR_MISSING), len(numbers) - 1)
    seen = numbers[place] == CODES_FOR_MISSING  # the labels are in order
    others = np.delete(numbers, place[seen]) if seen.any() else numbers
    if not others.size or others.size == numbers.size:
        return
    low, high = float(others[0]), float(others[-1])
    far = 2 * max(high - low, 1.0)
    found = [
        code
        for code, here in zip(CODES_FOR_MISSING, seen, strict=True)
        if here and (_below(code, others) or code < low - far or code > high + far)
    ]
    if found:
        look = "looks like a code" if len(found) == 1 else "look like codes"
        what = "a missing rating" if len(found) == 1 else "missing ratings"
        text = f"{listed(found, ' and ')} {look} for {what}; if so, pass missing={found}."
        yield Note("missing-code", text, {"codes": found})


def _below(code: int, others: NDArray[Any]) -> bool:
    """Whether a negative code stands beside points from 0 on; -1 beside points 1, 2, 3, …"""
    if code != -1:
        return bool(code < 0 <= others[0])
    return len(others) >= _POINTS and others[0] >= 1 and bool((others == np.round(others)).all())


def _twins(labels: list[str]) -> Iterator[Note]:
    folded: dict[str, list[str]] = {}
    for label in labels:
        folded.setdefault(label.casefold(), []).append(label)
    for group in folded.values():
        if len(group) > 1:
            text = listed(map(repr, group), " and ")
            yield Note(
                "alike-labels",
                f"{text} differ only in case and were kept as separate categories.",
                {"labels": group},
            )


def _words(labels: list[str]) -> Iterator[Note]:
    """Text that was kept as a category but may mean a gap: "none", and words among numbers."""
    words = [x for x in labels if number_in(x) is None]
    among = words if 2 * len(words) <= len(labels) else [x for x in words if x.casefold() == "none"]
    for word in among:
        yield Note(
            "kept-as-category",
            f"The text {quote(word)} was kept as a category; if it means no rating, pass "
            f"missing=[{quote(word)}].",
            {"word": word},
        )
