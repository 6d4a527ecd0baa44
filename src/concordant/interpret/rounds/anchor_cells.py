"""What a judge, and people, said of the anchor items in every run, on one scale for all runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...ratings.ratings import Ratings
from ...reduce.item_weights import Floats, Ints
from ..compare import MOST_CATEGORIES
from .round import ComparedRound
from .same_items import keys_of

#: With fewer items in common nothing is said of drift.
LEAST_ANCHORS = 10


@dataclass(frozen=True, eq=False, kw_only=True)
class RunCells:
    """One run on the anchors: a row for each, a column for each repeat; nan where there is none.

    `people` are those whom the judge is compared with, each with a matrix of the same shape.
    """

    name: str
    when: str
    own: Floats
    people: Mapping[str, Floats]

    @property
    def others(self) -> Floats:
        """All ratings by people, one beside the other."""
        return np.hstack([*self.people.values(), np.full((len(self.own), 1), np.nan)])


@dataclass(frozen=True, eq=False, kw_only=True)
class AnchorCells:
    """The runs on the anchors that all of them share; `left_out` are the runs that share too few.

    `units` number what varies together: an item's dimensions, or the user's own clusters. `n_items` are the
    items of the anchors, `items_last` and `n_last` the items and the ratings of the last run.
    """

    runs: tuple[RunCells, ...]
    scale: AnchorScale
    weights: Floats
    units: Ints
    left_out: tuple[str, ...]
    n_last: int
    n_items: int
    items_last: int

    @property
    def n(self) -> int:
        """How many anchors there are."""
        return len(self.units)


def cells_of(
    rounds: Sequence[ComparedRound], raters: Sequence[str], references: Sequence[Sequence[str]]
) -> AnchorCells:
    """The anchors of a judge: what was rated in every run that is kept."""
    keys = keys_of([one.ratings for one in rounds])
    there = (own[_there(one, rater)] for one, rater, own in zip(rounds, raters, keys, strict=True))
    rated = [np.flatnonzero(np.bincount(own)) for own in there]
    kept = _kept(rated)
    anchors = reduce(_shared, (rated[place] for place in kept))
    row = np.full(1 + max((int(own.max(initial=-1)) for own in keys), default=0), -1)
    row[anchors] = np.arange(len(anchors))
    scale = scale_of([rounds[place].ratings for place in kept])
    n = len(anchors)
    weights, units = _units(rounds[-1], row[keys[-1]], n)
    return AnchorCells(
        runs=tuple(_cells(rounds[p], raters[p], references[p], row[keys[p]], n, scale) for p in kept),
        scale=scale, weights=weights, units=units, n_last=len(rated[-1]),
        n_items=_n_items(rounds[-1], row[keys[-1]] >= 0),
        items_last=_n_items(rounds[-1], _there(rounds[-1], raters[-1])),
        left_out=tuple(one.name for place, one in enumerate(rounds) if place not in kept),
    )  # fmt: skip


def _there(one: ComparedRound, rater: str) -> NDArray[np.bool_]:
    return np.asarray(one.ratings.columns[one.ratings.place_of(rater)] >= 0)


def _n_items(one: ComparedRound, there: NDArray[np.bool_]) -> int:
    """How many items these rows are of."""
    own = one.ratings
    if own.dimension is None and own.repeat is None:
        return int(np.count_nonzero(there))
    return len(set(own.item_labels[there].tolist()))


def _shared(first: Ints, second: Ints) -> Ints:
    return np.intersect1d(first, second, assume_unique=True)


def _kept(rated: Sequence[Ints]) -> list[int]:
    """All runs where they share enough; else the last and, one by one, those that leave most anchors."""
    everywhere = reduce(_shared, rated)
    kept, shared = [len(rated) - 1], rated[-1]
    left = list(range(len(rated) - 1))
    while left and len(everywhere) < LEAST_ANCHORS:
        best = max(left, key=lambda place: (len(_shared(shared, rated[place])), place))
        if len(_shared(shared, rated[best])) < LEAST_ANCHORS:
            break
        shared = _shared(shared, rated[best])
        kept.append(best)
        left.remove(best)
    return sorted(kept) if len(kept) > 1 else list(range(len(rated)))


def _cells(
    one: ComparedRound, rater: str, references: Sequence[str], row: Ints, n_rows: int, scale: AnchorScale
) -> RunCells:
    """What was said of the anchors, `row` being the anchor that each row of the ratings is of, or -1."""
    positions = scale.positions(one.ratings)

    def of(name: str) -> Floats:
        codes = one.ratings.columns[one.ratings.place_of(name)]
        here = np.flatnonzero((row >= 0) & (codes >= 0))
        return _beside(row[here], positions[codes[here]], n_rows)

    people = {name: of(name) for name in references}
    return RunCells(name=one.name, when=one.about.when, own=of(rater), people=people)


def _beside(row: Ints, values: Floats, n_rows: int) -> Floats:
    """Values in the row that they belong to, one beside the other as they come."""
    order = np.argsort(row, kind="stable")
    ordered = row[order]
    place = np.arange(len(row)) - np.searchsorted(ordered, ordered)
    out = np.full((n_rows, int(place.max(initial=0)) + 1), np.nan)
    out[ordered, place] = values[order]
    return out


def _units(one: ComparedRound, row: Ints, n_rows: int) -> tuple[Floats, Ints]:
    """The weight of each anchor in the last run, and the number of the unit that it belongs to."""
    own, here = one.ratings, np.flatnonzero(row >= 0)
    labels = own.item_labels if own.clusters is None else own.clusters
    weights, units = np.ones(n_rows), np.zeros(n_rows, dtype=np.int64)
    weights[row[here]] = own.item_weights[here]
    units[row[here]] = np.unique(labels[here].astype(str), return_inverse=True)[1]
    return weights, units


@dataclass(frozen=True, eq=False, kw_only=True)
class AnchorScale:
    """`places` says where a label lies: its value, its rank, or, without an order, only its number.

    `places` is None where labels are numbers that stand for themselves. `step` is the usual distance of two
    neighbouring categories.
    """

    places: dict[Any, float] | None
    ordered: bool
    measured: bool
    step: float

    def positions(self, ratings: Ratings) -> Floats:
        """Where the labels of these ratings lie."""
        if self.places is None:
            return np.asarray(ratings.values, dtype=float)
        return np.array([self.places[_same(label)] for label in ratings.labels.tolist()], dtype=float)

    @property
    def names(self) -> dict[float, str]:
        """What a category without an order is called."""
        return {place: str(label) for label, place in (self.places or {}).items()}


def scale_of(runs: Sequence[Ratings]) -> AnchorScale:
    """Values where all runs have some; ranks where their orders do not contradict; else names."""
    seen = list(dict.fromkeys(_same(label) for one in runs for label in one.labels.tolist()))
    if not all(one.scale.ordered for one in runs):
        places = {label: float(at) for at, label in enumerate(sorted(seen, key=str))}
        return AnchorScale(places=places, ordered=False, measured=False, step=1.0)
    if all(one.values is not None for one in runs):
        few = all(one.scale.categories is not None for one in runs) and len(seen) <= MOST_CATEGORIES
        at = np.unique(np.concatenate([np.asarray(one.values, dtype=float) for one in runs]))
        step = float(np.median(np.diff(at))) if len(at) > 1 else 1.0
        return AnchorScale(places=None, ordered=True, measured=not few, step=step)
    ranks = _ranks([[_same(label) for label in one.labels.tolist()] for one in runs])
    places = ranks or {label: float(at) for at, label in enumerate(sorted(seen, key=str))}
    measured = ranks is not None and len(places) > MOST_CATEGORIES
    return AnchorScale(places=places, ordered=ranks is not None, measured=measured, step=1.0)


def _same(label: Any) -> Any:
    """What makes labels of two files one: 4 and 4.0 are, and text is text."""
    return float(label) if isinstance(label, (int, float)) and not isinstance(label, bool) else str(label)


def _ranks(orders: Sequence[Sequence[Any]]) -> dict[Any, float] | None:
    """The places in the longest order, where it holds all the others; None where it does not."""
    longest = max(orders, key=len)
    place = {label: float(at) for at, label in enumerate(longest)}
    for order in orders:
        at = [place.get(label, -1.0) for label in order]
        if -1.0 in at or at != sorted(at):
            return None
    return place
