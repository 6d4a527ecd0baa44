"""Repeats side by side: one row for each item, one column for each rater on each occasion."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError, OptionError
from .factorise import Codes
from .names import kind_of
from .observed import natural
from .phrases import many
from .ratings import Ratings
from .texts import Written, below_each_other, placed_at
from .times import placed_times


def side_by_side(ratings: Ratings) -> tuple[Ratings, tuple[str, ...]]:
    """The ratings with a column for each rater and occasion, and the names of the occasions.

    Occasions run within raters. What was never repeated has one occasion, and is as it was.
    """
    if ratings.repeat is None:
        return ratings, ("",)
    occasions = sorted(dict.fromkeys(ratings.repeat.tolist()), key=lambda x: natural(str(x)))
    rows, first = item_rows(ratings)
    columns, names, kinds, times, comments = [], [], [], [], []
    for place, rater in enumerate(ratings.raters):
        for occasion in occasions:
            here = ratings.repeat == occasion
            column = np.full(len(first), -1, dtype=ratings.columns[place].dtype)
            column[rows[here]] = ratings.columns[place][here]
            columns.append(column)
            names.append(f"{rater}, {occasion}" if len(occasions) > 1 else rater)
            kinds.append(ratings.rater_kinds[place])
            times.append(_times_at(ratings, place, here, rows, len(first)))
            comments.append(_comments_at(ratings, place, here, rows, len(first)))
    keep = np.zeros(len(ratings), dtype=bool)
    keep[first] = True
    return (
        replace(
            ratings.rows(keep),
            columns=tuple(columns),
            raters=tuple(names),
            rater_kinds=tuple(kinds),
            times=None if ratings.times is None else tuple(times),
            comments=None if ratings.comments is None else tuple(comments),
            repeat=None,
        ),
        tuple(map(str, occasions)),
    )


def _times_at(
    ratings: Ratings, place: int, here: NDArray[np.bool_], rows: NDArray[np.int64], n_rows: int
) -> NDArray[np.float64] | None:
    """When a rater rated each item on one occasion."""
    own = None if ratings.times is None else ratings.times[place]
    return None if own is None else placed_times(own, np.flatnonzero(here), rows[here], (n_rows,))


def _comments_at(
    ratings: Ratings, place: int, here: NDArray[np.bool_], rows: NDArray[np.int64], n_rows: int
) -> Written | None:
    """What a rater wrote about each item on one occasion."""
    own = None if ratings.comments is None else ratings.comments[place]
    if own is None:
        return None
    return replace(own, at=placed_at(own.at, np.flatnonzero(here), rows[here], (n_rows,)))


def stacked(ratings: Ratings, columns: Mapping[str, Sequence[str]]) -> Ratings:
    """Columns that are one rater on several occasions, as repeats: `{"Wright": ["wright1", "wright2"]}`."""
    if ratings.repeat is not None:
        raise OptionError("A rater has either several columns or a column of repeats, not both.")
    most = max(map(len, columns.values()))
    gap = np.full(len(ratings), -1, dtype=np.int64)
    places = {r: [ratings.place_of(name) for name in own] for r, own in columns.items()}
    joined = tuple(
        np.concatenate([ratings.columns[own[t]] if t < len(own) else gap for t in range(most)])
        for own in places.values()
    )

    again = np.tile(np.arange(len(ratings)), most)

    def tiled(values: NDArray[Any] | None) -> NDArray[Any] | None:
        return None if values is None else np.tile(values, most)

    return replace(
        ratings,
        columns=joined,
        raters=tuple(map(str, columns)),
        rater_kinds=tuple(ratings.rater_kinds[own[0]] or kind_of(rater) for rater, own in places.items()),
        items=np.tile(ratings.item_labels, most),
        numbered=ratings.numbered or ratings.items is None,
        repeat=np.repeat(np.arange(1, most + 1), len(ratings)),
        dimension=tiled(ratings.dimension),
        round=tiled(ratings.round),
        slices={name: values[again] for name, values in ratings.slices.items()},
        weights=tiled(ratings.weights),
        clusters=tiled(ratings.clusters),
        times=_stacked_times(ratings, list(places.values()), most),
        texts={name: texts[again] for name, texts in ratings.texts.items()},
        comments=_stacked_comments(ratings, list(places.values()), most),
        same_rows=object(),
    )


def _stacked_times(
    ratings: Ratings, places: Sequence[Sequence[int]], most: int
) -> tuple[NDArray[np.float64], ...] | None:
    """For each rater the times of their columns, one below the other."""
    if ratings.times is None:
        return None
    gap = np.full(len(ratings), np.nan)
    known = [gap if t is None else t for t in ratings.times]
    return tuple(
        np.concatenate([known[own[t]] if t < len(own) else gap for t in range(most)]) for own in places
    )


def _stacked_comments(
    ratings: Ratings, places: Sequence[Sequence[int]], most: int
) -> tuple[Written, ...] | None:
    """For each rater the comments of their columns, one below the other."""
    if ratings.comments is None:
        return None
    known = [[ratings.comments[place] for place in own] for own in places]
    return tuple(below_each_other([*own, *[None] * (most - len(own))], len(ratings)) for own in known)


def held_over(ratings: Ratings, among: Sequence[str] | None = None) -> Ratings:
    """What a rater said of an item once holds on every occasion on which others rated it again.

    With `among` it does so only where one of these rated: an occasion of somebody else says nothing new.
    """
    if ratings.repeat is None or ratings.items is None:
        return ratings
    rows, first = item_rows(ratings)
    new = np.zeros(len(ratings), dtype=bool) if among else np.ones(len(ratings), dtype=bool)
    for name in among or ():
        new |= ratings.columns[ratings.place_of(name)] >= 0
    columns, comments = [], list(ratings.comments or ())
    for place, column in enumerate(ratings.columns):
        there = column >= 0
        once = np.bincount(rows[there], minlength=len(first)).max(initial=0) <= 1
        held = everywhere(column, there, rows, len(first)) if once else column
        columns.append(np.where(new, held, column) if once else column)
        if once and comments and (own := comments[place]) is not None:
            comments[place] = replace(own, at=everywhere(own.at, there, rows, len(first)))
    return replace(
        ratings, columns=tuple(columns), times=None, comments=tuple(comments) if ratings.comments else None
    )


def everywhere(codes: Codes, there: NDArray[np.bool_], rows: NDArray[np.int64], n_rows: int) -> Codes:
    """What was said in one row of an item, in all of them."""
    values = np.full(n_rows, -1, dtype=codes.dtype)
    values[rows[there]] = codes[there]
    return values[rows]


def within(ratings: Ratings, rater: str) -> Ratings:
    """One rater's repeats, as if each occasion were a rater: their agreement with themselves."""
    if ratings.repeat is None:
        raise OptionError(
            "No item was rated twice by the same rater: name the column of repeats with repeat=…, or number "
            "them with duplicates='repeat'."
        )
    wide, occasions = side_by_side(ratings.select([rater]))
    if len(occasions) < 2:
        raise OptionError(f"There is only one occasion ({occasions[0]}), and repeats need two or more.")
    return replace(wide, raters=tuple(f"{rater}, {o}" for o in occasions))


def item_rows(ratings: Ratings) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The number of each row's item (in its dimension and round), and where each comes first."""
    if ratings.items is None:
        raise InputError(
            "Repeats need item names, to show which ratings belong to the same item: name the "
            "item column with item=…."
        )
    keys: list[NDArray[Any]] = [ratings.items]
    keys += [x for x in (ratings.dimension, ratings.round) if x is not None]
    number = np.zeros(len(ratings), dtype=np.int64)
    for key in keys:
        codes = np.unique(key.astype(str), return_inverse=True)[1]
        number = np.unique(number * (int(codes.max()) + 1) + codes, return_inverse=True)[1]
    _, first, rows = np.unique(number, return_index=True, return_inverse=True)
    repeat = np.unique(ratings.repeat.astype(str), return_inverse=True)[1]  # type: ignore[union-attr]
    both = rows * (int(repeat.max()) + 1) + repeat
    again = len(both) - len(np.unique(both))
    if again:
        raise InputError(
            f"{many(again, 'row repeats', 'rows repeat')} an item on the same occasion: "
            "give each repeat its own number."
        )
    order = np.argsort(first)  # items in the order first seen
    place = np.empty(len(first), dtype=np.int64)
    place[order] = np.arange(len(first))
    return place[rows], first[order]
