"""A round of ratings, what it counts, and two rounds made comparable: their comparisons and one scale."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...inference.plan import Plan
from ...language.message import Message, fact
from ...ratings.factorise import label_array, small
from ...ratings.observed import natural
from ...ratings.ratings import Ratings
from ...ratings.scale import Scale, in_scale_order, infer_scale
from ...result import Result
from ..compare import Comparison, Preset, who_rated
from ..compare.comparisons import comparisons
from ..record import Record

#: What a round was made with, besides its data: each has a fingerprint, so that a change of it is seen.
MARKS = ("prompt", "rubric", "model")


@dataclass(frozen=True, kw_only=True)
class Mark(Record):
    """What something was: a name to show (of a file, of a model), and a fingerprint of its content."""

    name: str
    fingerprint: str


@dataclass(frozen=True, kw_only=True)
class About(Record):
    """What is known of a round: when it was added (ISO 8601, UTC), by whom, a note, and its marks.

    `marks` are those of `MARKS` that were given, and "data", the fingerprint of the ratings.
    """

    when: str = ""
    who: str = ""
    note: str = ""
    marks: Mapping[str, Mark] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, eq=False)
class ComparedRound:
    """A round as it is compared: `reference` says who judges are compared with, as in a study.

    `look` is its place among the rounds of the same data, from 1; None where the data have one round only.
    """

    name: str
    ratings: Ratings
    reference: str | Sequence[str] | None = None
    about: About = field(default_factory=About)
    look: int | None = None


def rated(n: float, rows: float | None) -> dict[str, Any]:
    """How much was rated, as a fact: "150 items"; of items with several rows "300 ratings of 150 items"."""
    if rows is None or rows == n:
        return counted(n)
    return fact(Message("rounds.ratings-of-items", {"rows": rows, "n": n}))


def counted(n: float, *, ratings: bool = False) -> dict[str, Any]:
    """A number of items, or of ratings, as a fact."""
    return fact(Message("rounds.n-ratings" if ratings else "rounds.n-items", {"n": n}))


def rated_in(difference: Result) -> dict[str, Any]:
    """What a difference of two rounds rests on: the items of both, or those of the one and the other."""
    details = difference.details
    if "items_first" in details:
        return fact(Message("rounds.n-and-n", {"a": details["items_first"], "b": details["items_second"]}))
    return rated(details.get("items", difference.n_items), details.get("rows"))


def comparisons_of(
    one: ComparedRound, *, preset: Preset = "auto", level: float = 0.95
) -> tuple[Comparison, ...]:
    """Who is compared with whom in a round, as in a study of it."""
    return comparisons(one.ratings, who_rated(one.ratings, one.reference), preset, Plan(level=level))


def matched(
    first: Sequence[Comparison], second: Sequence[Comparison]
) -> tuple[tuple[Comparison, Comparison], ...]:
    """The comparisons of two rounds that belong together, in the order of the second.

    They have the same kind and name; where both rounds have one judge only, these belong together whatever
    they are called.
    """
    known = {(one.kind, one.name): one for one in first}
    judges = [[one for one in each if one.kind == "judge"] for each in (first, second)]
    if all(len(each) == 1 for each in judges):
        known["judge", judges[1][0].name] = judges[0][0]
    pairs = ((known.get((one.kind, one.name)), one) for one in second)
    return tuple((before, after) for before, after in pairs if before is not None)


def on_one_scale(rounds: Sequence[ComparedRound]) -> tuple[ComparedRound, ...]:
    """The rounds on one scale: the one that was declared, if it holds all ratings, else all values seen.

    Rounds stay as they are where several scales were declared, or where words meet numbers.
    """
    counted = any(
        one.ratings.item_source is not None for one in rounds
    )  # rows that an engine knows by their codes
    found = None if counted else _common([one.ratings for one in rounds])
    if found is None:
        return tuple(rounds)
    return tuple(replace(one, ratings=_recoded(one.ratings, *found)) for one in rounds)


def _common(ratings: Sequence[Ratings]) -> tuple[Scale, NDArray[Any]] | None:
    """The scale and its labels that all can share; None where all do already, or cannot."""
    if all(alike(ratings[0], one) for one in ratings[1:]):
        return None
    declared = [one for one in ratings if one.scale.declared]
    if not declared:
        return _all_seen(ratings)
    chosen = declared[0]
    known = set(chosen.labels.tolist())
    if chosen.scale.categories is None or not all(alike(chosen, one) for one in declared):
        return None
    if not all(set(one.labels.tolist()) <= known for one in ratings):
        return None
    return chosen.scale, chosen.labels


def alike(first: Ratings, second: Ratings) -> bool:
    """Whether both have the same scale; of measurements it does not matter which values were seen."""
    a, b = first.scale, second.scale
    same = (a.level, a.categories, a.values) == (b.level, b.categories, b.values)
    return same and (a.categories is None or np.array_equal(first.labels, second.labels))


def _all_seen(ratings: Sequence[Ratings]) -> tuple[Scale, NDArray[Any]] | None:
    """Every value that was seen; a level that all have is kept."""
    levels = {one.scale.level for one in ratings}
    level = levels.pop() if len(levels) == 1 else None
    if all(one.labels.dtype.kind in "iuf" for one in ratings):
        labels = np.unique(np.concatenate([one.labels for one in ratings]))
    else:
        seen = dict.fromkeys(label for one in ratings for label in one.labels.tolist())
        if len(set(map(type, seen))) > 1:
            return None
        labels = in_scale_order(label_array(sorted(seen, key=natural if _text(seen) else None)))
    return infer_scale(labels, level), labels


def _text(labels: Any) -> bool:
    return all(isinstance(label, str) for label in labels)


def _recoded(ratings: Ratings, scale: Scale, labels: NDArray[Any]) -> Ratings:
    """The ratings with codes that point to these labels."""
    place = {label: code for code, label in enumerate(labels.tolist())}
    codes = np.array([*(place[label] for label in ratings.labels.tolist()), -1], dtype=small(len(labels)))
    return replace(ratings, columns=tuple(codes[c] for c in ratings.columns), labels=labels, scale=scale)
