"""When each rating was given, and what it took: times, and the seconds and cost of each rater."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..number_text import show
from ..quote import quote
from ..result import Note
from .factorise import CodedColumn, factorise
from .native import library_of, plain
from .observed import MISSING_TEXT, number_in
from .phrases import listed

Times = NDArray[np.float64]

#: Smaller numbers in a column that is only called a time may be durations, or anything.
_LEAST_GUESSED = 1e8

_TYPES = ("datetime", "date", "timestamp")
_WRITTEN = re.compile(
    r"(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})日?"
    r"(?:[T\s]*(\d{1,2})\s*[:时点]\s*(\d{1,2})分?(?::?(\d{1,2})(?:\.\d+)?秒?)?)?"
)


def times_of(column: Any, name: str, *, declared: bool) -> tuple[Times | None, tuple[Note, ...]]:
    """A number for each row of a column of times, nan where there is none.

    What cannot be read is refused where the column was declared; where it was guessed the column is left out.
    """
    ready = _moments(column)
    if ready is not None:
        return ready, ()
    held = factorise(column)
    labels = [None if _blank(x) else x for x in _listed(held)]
    numbers = _all_numbers(labels)
    found = [None if x is None else _number(x) if numbers else _seconds(x) for x in labels]
    for place, (label, time) in enumerate(zip(labels, found, strict=True)):
        if label is not None and time is None:
            return _unreadable(held, place, label, name, declared)
    by_label = np.array([*(np.nan if x is None else x for x in found), np.nan], dtype=float)
    return by_label[held.codes], ()


def are_times(values: Iterable[Any]) -> bool:
    """Whether all of them are points in time, or numbers as large as those since 1970 are."""
    there = [x for x in values if not _blank(x)]
    numbers = [_number(x) for x in there]
    if any(x is not None for x in numbers):
        return all(x is not None and x >= _LEAST_GUESSED for x in numbers)
    return bool(there) and all(_seconds(x) is not None for x in there)


def _moments(column: Any) -> Times | None:
    """A column that holds points in time already; None for any other."""
    kind = str(getattr(column, "dtype", getattr(column, "type", ""))).lower()
    if not kind.startswith(_TYPES):
        return None
    array = plain(column) if library_of(column) else np.asarray(column)
    if array.dtype.kind != "M":
        return None
    counted = array.astype("datetime64[us]")
    return np.where(np.isnat(counted), np.nan, counted.astype(np.int64) / 1e6)


def _listed(column: CodedColumn) -> list[Any]:
    return column.labels.tolist() if isinstance(column.labels, np.ndarray) else list(column.labels)


def _blank(label: Any) -> bool:
    """A gap, in any of its forms."""
    return label is None or label != label or (isinstance(label, str) and label.strip() in MISSING_TEXT)


def _all_numbers(labels: Sequence[Any]) -> bool:
    """Numbers, or points in time: the first label says which the column holds."""
    first = next((x for x in labels if x is not None), None)
    return _number(first) is not None


def _number(label: Any) -> float | None:
    return None if isinstance(label, bool) else number_in(str(label).strip())


def _seconds(label: Any) -> float | None:
    """Seconds since 1970 of a point in time; what names no time zone is taken as universal time."""
    moment = _moment(str(label).strip())
    if moment is None:
        return None
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()


def _moment(text: str) -> datetime | None:
    """ISO 8601, or year, month and day with other signs between them; day or month first is ambiguous."""
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        pass
    found = _WRITTEN.fullmatch(text)
    if not found:
        return None
    try:
        return datetime(*(int(part or 0) for part in found.groups()))  # type: ignore[arg-type]
    except ValueError:
        return None


def _unreadable(
    held: CodedColumn, place: int, label: Any, name: str, declared: bool
) -> tuple[None, tuple[Note, ...]]:
    row = int(np.argmax(held.codes == place)) + 1
    what = f"row {row} of column {quote(name)} contains {quote(label)}"
    if declared:
        raise InputError(
            f"Times must be points in time such as '2026-01-31 14:05', or all numbers, but {what}: correct "
            "it, or omit time=."
        )
    text = f"Times were not used: {what}. Pass time=… to name the column of times."
    return None, (Note("times-unreadable", text, {"row": row, "column": name, "label": label}),)


def placed_times(times: Times, at: NDArray[np.int64], where: Any, shape: tuple[int, ...]) -> Times:
    """The times of some records at their places, nan everywhere else."""
    spread = np.full(shape, np.nan)
    spread[where] = times[at]
    return spread


@dataclass(frozen=True, kw_only=True)
class Effort:
    """Of one rater: the median seconds of a rating, the mean cost of one, and how many ratings have each."""

    seconds: float = math.nan
    n_timed: int = 0
    cost: float = math.nan
    total_cost: float = math.nan
    n_priced: int = 0


def effort_by_rater(
    seconds: Any, cost: Any, keep: NDArray[np.bool_], who: NDArray[np.int64], raters: Sequence[str]
) -> dict[str, Effort]:
    """The effort of each rater from a column of seconds and one of costs; either may be missing."""
    times, costs = (None if column is None else amounts(column)[keep] for column in (seconds, cost))
    found = {}
    for place, rater in enumerate(raters):
        own = who == place
        took, paid = (None if x is None else x[own & ~np.isnan(x)] for x in (times, costs))
        facts: dict[str, Any] = {}
        if took is not None and took.size:
            facts |= {"seconds": float(np.median(took)), "n_timed": int(took.size)}
        if paid is not None and paid.size:
            total = math.fsum(paid.tolist())
            facts |= {"cost": total / paid.size, "total_cost": total, "n_priced": int(paid.size)}
        if facts:
            found[rater] = Effort(**facts)
    return found


def effort_notes(efforts: Mapping[str, Effort]) -> tuple[Note, ...]:
    """What ratings took, in a sentence on seconds and one on costs."""
    notes = []
    timed = [f"{rater} {show(one.seconds, 1)}" for rater, one in efforts.items() if one.n_timed]
    if timed:
        text = f"Median seconds per rating: {listed(timed)}."
        notes.append(Note("effort-seconds", text, {"raters": timed}))
    paid = {rater: one for rater, one in efforts.items() if one.n_priced}
    priced = [f"{rater} {show(one.cost)} ({show(one.total_cost)})" for rater, one in paid.items()]
    if priced:
        text = f"Mean cost per rating (total in brackets): {listed(priced)}."
        notes.append(Note("effort-cost", text, {"raters": priced}))
    return tuple(notes)


def amounts(column: Any) -> NDArray[np.float64]:
    """Numbers that are not negative; nan for anything else."""
    held = factorise(column)
    by_label = np.array([*map(_amount, held.labels), math.nan], dtype=float)
    return by_label[held.codes]


def _amount(label: Any) -> float:
    number = None if isinstance(label, bool) else number_in(str(label))
    return math.nan if number is None or number < 0 else number
