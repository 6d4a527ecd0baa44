"""Ratings as they would be if a problem were repaired: copies, never the data themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ...ratings.ratings import Ratings
from ...ratings.scale import Scale
from ...reduce.item_weights import Floats, Ints

#: A share this small is what rounding leaves.
ROUNDING = 1e-12


def weights_of(ratings: Ratings) -> Floats:
    """How many items each row stands for."""
    return np.ones(len(ratings)) if ratings.weights is None else ratings.weights


def partly(ratings: Ratings, *ways: tuple[Sequence[Ints], Floats]) -> Ratings:
    """For each way, columns and shares, this share of each row's weight is moved to a row with these columns;
    the rest is left as it was."""
    weights = weights_of(ratings)
    left = 1 - np.sum([share for _, share in ways], axis=0)
    shares = [(ratings.columns, np.where(left > ROUNDING, left, 0.0)), *ways]
    moved = [(columns, share, np.flatnonzero(share > 0)) for columns, share in shares]
    return replace(
        ratings.rows(np.concatenate([rows for *_, rows in moved])),
        columns=tuple(
            np.concatenate([columns[at][rows] for columns, _, rows in moved]).astype(old.dtype)
            for at, old in enumerate(ratings.columns)
        ),
        weights=np.concatenate([weights[rows] * share[rows] for _, share, rows in moved]),
        item_source=None,
    )


def with_column(ratings: Ratings, place: int, codes: Ints) -> Ratings:
    """One rater's column replaced."""
    columns = list(ratings.columns)
    columns[place] = np.asarray(codes).astype(columns[place].dtype)
    return replace(ratings, columns=tuple(columns), item_source=None)


def toward(ratings: Ratings, place: int, target: Ints, share: Floats) -> Ratings:
    """A share of one rater's ratings replaced by what the target says."""
    columns = list(ratings.columns)
    columns[place] = target
    there = (target >= 0) & (ratings.columns[place] >= 0)
    return partly(ratings, (columns, np.where(there, np.clip(share, 0.0, 1.0), 0.0)))


def recoded(ratings: Ratings, place: int, mapping: Ints) -> Ratings:
    """One rater's codes c replaced by mapping[c]; gaps stay."""
    codes = ratings.columns[place]
    return with_column(ratings, place, np.where(codes < 0, -1, mapping[codes]))


def measured_anew(ratings: Ratings, place: int, values: Floats) -> Ratings:
    """One rater's measurements replaced by any numbers (of a scale without categories)."""
    old = np.asarray(ratings.labels, dtype=float)
    own = ratings.columns[place]
    labels, code = np.unique(np.concatenate([old, values[own >= 0]]), return_inverse=True)
    columns = [np.where(c < 0, -1, code[np.maximum(c, 0)]) for c in ratings.columns]
    columns[place] = np.full(len(own), -1)
    columns[place][own >= 0] = code[len(old) :]
    scale = Scale(ratings.scale.level, declared=ratings.scale.declared)
    return replace(ratings, columns=tuple(columns), labels=labels, scale=scale, item_source=None)


def codes_of(columns: Sequence[Ints], size: int, rank: Ints | None, near: Ints | None = None) -> Ints:
    """What raters say of each row, as a code (-1: nothing): their middle where codes have a `rank`, else
    what most of them say.

    An even number of raters has two middles; the one nearer to `near` is taken, without it the lower. Of
    several equally frequent ones `near` is taken if it is one of them; else they say nothing in common.
    """
    if len(columns) == 1:
        return columns[0]
    if rank is None:
        return _most_frequent(columns, size, near)
    held, given = _in_order(columns, rank)
    rows = np.arange(len(held))
    low, high = (
        held[rows, np.maximum(given - 1, 0) // 2],
        held[rows, np.minimum(given // 2, len(columns) - 1)],
    )
    middle = low if near is None else np.clip(np.where(near < 0, low, rank[near]), low, high)
    return np.asarray(np.where(given > 0, np.append(np.argsort(rank), -1)[middle], -1))


def as_elsewhere(
    ratings: Ratings, here: NDArray[np.bool_], elsewhere: NDArray[np.bool_], kept: Sequence[int]
) -> Ratings:
    """Some rows with the ratings that are given elsewhere where a kept rater says the same.

    A row becomes rows from elsewhere in which that rater's rating is as it was, so that the others have the
    distribution they have there given that rating; with several raters kept, each is so for an equal share.
    Rows of which elsewhere nothing is known stay.
    """
    weights = weights_of(ratings)
    size = len(ratings.labels)
    columns = [ratings.columns[place] for place in kept]
    there = [np.bincount(c[elsewhere & (c >= 0)], weights[elsewhere & (c >= 0)], size) for c in columns]
    known = [here & (c >= 0) & (held[c] > 0) for c, held in zip(columns, there, strict=True)]
    ways = np.sum(known, axis=0)
    out = np.where(ways > 0, 0.0, weights)
    for c, held, met in zip(columns, there, known, strict=True):
        moved = np.bincount(c[met], weights[met] / ways[met], size)
        more = np.divide(moved, held, out=np.zeros(size), where=held > 0)
        out += np.where(elsewhere & (c >= 0), weights * more[c], 0.0)
    rows = np.flatnonzero(out > 0)
    return replace(ratings.rows(rows), weights=out[rows], item_source=None)


def _in_order(columns: Sequence[Ints], rank: Ints) -> tuple[Ints, Ints]:
    """Ranks of each row from the lowest on, gaps last (as one more rank), and how many there are."""
    kind = np.int8 if len(rank) < 127 else np.int64  # small numbers sort faster
    places = np.append(rank, len(rank)).astype(kind)  # a gap (-1) reads the last
    held = np.sort(np.stack([places[c] for c in columns], axis=1), axis=1)
    return held, (held < len(rank)).sum(axis=1)


def _most_frequent(columns: Sequence[Ints], size: int, near: Ints | None) -> Ints:
    """Of equally frequent ones that which is `near`; -1 where none is, and in a row of gaps."""
    counts = np.zeros((len(columns[0]), size))
    rows = np.arange(len(counts))
    for column in columns:
        there = column >= 0
        counts[rows[there], column[there]] += 1
    best = (counts == counts.max(axis=1, keepdims=True)) & (counts > 0)
    alone = np.where(best.sum(axis=1) == 1, best.argmax(axis=1), -1)
    if near is None:
        return np.asarray(alone)
    return np.asarray(np.where(best[rows, near] & (near >= 0), near, alone))
