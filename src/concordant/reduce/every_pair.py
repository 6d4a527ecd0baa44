"""How often one rater said i where another said j, for every two raters at once.

Items in rows of zeros and ones, a row for each rater and each thing that can be said: the products of
those rows are all the counts. Each rater says one thing about an item, or nothing, so one of the things
need not be counted: what is left of a rater's total is it.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import OptionError
from ..ratings.ratings import Ratings
from .item_weights import Floats, Ints
from .patterns import Patterns

#: Items at a time, and the whole numbers that float32 holds exactly.
_BLOCK, _EXACT = 1 << 13, 1 << 24
#: The most counts, of all raters with all raters, that are made at once.
_LARGE = 40_000_000
#: The most pairs of raters that are told apart: of 1,000 raters where all tables are counted at once, of 200
#: where each pair is worked out by itself.
MOST_PAIRS, MOST_ONE_BY_ONE = 500_000, 20_000


def number_of_pairs(raters: int) -> int:
    """How many pairs so many raters make."""
    return raters * (raters - 1) // 2


def refuse_many_pairs(raters: int, most: int, instead: str) -> None:
    """Complain where raters make more pairs than are worth forming; `instead` says what else to do."""
    pairs = number_of_pairs(raters)
    if pairs > most:
        few = (1 + isqrt(1 + 8 * most)) // 2
        raise OptionError(
            f"{raters:,} raters make {pairs:,} pairs, but the limit is {most:,} ({few:,} raters): {instead}."
        )


def fits(ratings: Ratings) -> bool:
    """Whether the tables of all pairs are small enough to be counted at once."""
    return (ratings.n_raters * (len(ratings.labels) + 1)) ** 2 <= _LARGE


def pair_counts(ratings: Ratings) -> Floats:
    """`counts[g, i, h, j]`: the weight of items of which g said i and h said j; the last is "nothing"."""
    raters, size = ratings.n_raters, len(ratings.labels)
    with_gaps = any(int(column.min(initial=0)) < 0 for column in ratings.columns)
    kept_codes = np.arange(
        size if with_gaps else size - 1
    )  # the one that is left out follows from the others
    product = np.zeros((raters * len(kept_codes),) * 2)
    heard, total = np.zeros((raters, len(kept_codes))), 0.0
    for codes, weights in _blocks(ratings):
        ones = codes[:, None, :] == kept_codes[:, None]
        product += _product(ones.reshape(-1, codes.shape[1]), weights)
        heard += ones @ weights
        total += float(weights.sum())
    shape = (raters, len(kept_codes), raters, len(kept_codes))
    return _completed(product.reshape(shape), heard, total, size, with_gaps)


def shared_and_same(ratings: Ratings) -> tuple[Floats, Floats]:
    """By two raters the weight of items that both rated, and of those of which both said the same."""
    raters = ratings.n_raters
    shared, same = np.zeros((raters, raters)), np.zeros((raters, raters))
    for codes, weights in _blocks(ratings):
        shared += _product(codes >= 0, weights)
        for code in np.unique(codes[codes >= 0]).tolist():
            same += _product(codes == code, weights)
    return shared, same


def _blocks(ratings: Ratings) -> Iterator[tuple[Ints, Floats]]:
    """The codes of some items at a time, raters × items, and the items' weights."""
    weights = ratings.item_weights
    for start in range(0, len(ratings), _BLOCK):
        rows = slice(start, start + _BLOCK)
        yield np.stack([column[rows] for column in ratings.columns]), weights[rows]


def _product(ones: NDArray[np.bool_], weights: Floats) -> Floats:
    """By two rows the weight of columns in which both are true; whole weights are added exactly."""
    exact = weights.sum() < _EXACT and bool((weights == np.floor(weights)).all())
    flat = ones.astype(np.float32 if exact else float)
    weighed = flat if (weights == 1).all() else flat * weights.astype(flat.dtype)
    return np.asarray(weighed @ flat.T, dtype=float)


def _completed(known: Floats, heard: Floats, total: float, size: int, with_gaps: bool) -> Floats:
    """Σ_j n_ij is what g said i of, so the one thing not counted is the difference."""
    raters, width = heard.shape
    other = size if with_gaps else size - 1
    out = np.zeros((raters, size + 1, raters, size + 1))
    out[:, :width, :, :width] = known
    out[:, :width, :, other] = heard[:, :, None] - known.sum(axis=3)
    out[:, other, :, :width] = heard[None, :, :] - known.sum(axis=1)
    rest = total - heard.sum(axis=1)
    out[:, other, :, other] = rest[:, None] - out[:, other, :, :width].sum(axis=2)
    return out


def cells(size: int, *, complete: bool) -> Ints:
    """What two raters can say of an item, one row each; `complete` leaves out where one says nothing."""
    everything = np.append(np.arange(size), -1)
    first, second = (x.ravel() for x in np.meshgrid(everything, everything, indexing="ij"))
    keep = (first >= 0) & (second >= 0) if complete else (first >= 0) | (second >= 0)
    return np.asarray(np.stack([first, second], axis=1)[keep], dtype=np.int32)


def pairs(ratings: Ratings) -> NDArray[np.intp]:
    """The places of every two raters, in order."""
    return np.stack(np.triu_indices(ratings.n_raters, 1), axis=1)


def of_pairs(counts: Floats, chosen: NDArray[np.intp], codes: Ints) -> Floats:
    """The counts of each pair, in the order of the cells."""
    g, h = chosen.T
    return np.asarray(counts[g[:, None], codes[None, :, 0], h[:, None], codes[None, :, 1]])


def patterns_of_pair(ratings: Ratings, pair: Any, counts: Floats, codes: Ints) -> Patterns:
    """The patterns of two raters, from their counts."""
    seen = counts > 0
    names = tuple(ratings.raters[place] for place in pair)
    kinds = tuple(ratings.rater_kinds[place] for place in pair)
    return Patterns(codes[seen], counts[seen], ratings.labels, ratings.scale, names, kinds=kinds)
