"""What ratings took: seconds and cost, for each rater."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..result import Note, show
from .factorise import factorise
from .observed import number_in
from .phrases import listed


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
