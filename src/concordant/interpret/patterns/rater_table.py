"""One rater against others as a table of categories: a few cells in place of a row for every pair of ratings.

An item that m others rated has m pairs, so that 200 raters of 100,000 items have 4·10⁹ of them. Whatever is
asked of pairs is a number x for each cell (others' category k, own category c). An item whose others are in
the categories with shares s adds s·x, so that its square needs Σ s s′ over the items of each own category.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...ratings.ratings import Ratings
from ...reduce.item_weights import Floats, Ints, weight_by_code
from ..compare import Comparison
from ..raters import SharedRows
from .candidate import WeightedSums


@dataclass(frozen=True, eq=False)
class CellSums(WeightedSums):
    """Sums over cells (`theirs`, `own`), where an item counts once however many cells it lies in.

    `products[c]` is Σ s s′ over the items of own category c. `used` are the different sets of categories that
    the others gave to an item, with the own category (`used_own`) and the number of such items (`used_by`).
    """

    theirs: Ints
    own: Ints
    products: Floats
    used: NDArray[np.bool_]
    used_own: Ints
    used_by: Floats

    @property
    def clustered(self) -> bool:
        """An item lies in as many cells as its others gave categories."""
        return True

    def units(self, rows: NDArray[np.bool_]) -> float:
        """How many items have a rating in these cells."""
        met = self._by_cell(rows & (self.counts > 0))
        return float(self.used_by[(self.used * met.T[self.used_own]).any(axis=1)].sum())

    def error(self, slope: Floats, n: float) -> tuple[float, float]:
        """The standard error of these slopes, and its degrees of freedom, from items that have a slope."""
        x = self._by_cell(slope)
        units = self.units(slope != 0)
        if units < 2:
            return math.nan, 1.0
        variance = float(np.einsum("kc,ckl,lc->", x, self.products, x)) * units / (units - 1)
        return (math.sqrt(variance) if variance > 0 else 0.0), max(units - 1, 1.0)

    def _by_cell(self, x: NDArray[Any]) -> NDArray[Any]:
        """A number for each row as a table; rows in which one side says nothing have no cell."""
        out = np.zeros(self.products.shape[1:], dtype=x.dtype)
        both = (self.theirs >= 0) & (self.own >= 0)
        out[self.theirs[both], self.own[both]] = x[both]
        return out


def rater_cells(beside: SharedRows, level: float) -> tuple[Ratings, CellSums]:
    """The cells that occur, as ratings of two columns (the others first), and their sums.

    Categories that the rater gave to items of nobody else are rows without a reference.
    """
    size = len(beside.ratings.labels)
    rows = cells(beside.ratings, beside.rater, beside.table)
    shares, weights = np.asarray(beside.shares), beside.weights
    products = np.zeros((size, size, size))
    for code in range(size):
        of_code = np.flatnonzero(beside.own == code)
        s = shares[of_code]
        products[code] = (s * weights[of_code, None]).T @ s
    theirs, own = rows.columns
    sums = CellSums(
        np.asarray(rows.weights), None, None, level, 2, theirs, own, products, *_used(beside, shares)
    )
    return rows, sums


def _used(beside: SharedRows, shares: Floats) -> tuple[NDArray[np.bool_], Ints, Floats]:
    """The different sets of categories, each with an own category and the number of items."""
    packed = np.packbits(shares > 0, axis=1)
    key = np.ascontiguousarray(np.column_stack([packed, beside.own.astype(np.uint8)]))
    whole = key.view(np.dtype((np.void, key.shape[1]))).ravel()
    _, first, number = np.unique(whole, return_index=True, return_inverse=True)
    return shares[first] > 0, beside.own[first], weight_by_code(number, beside.weights, len(first))


def cells(ratings: Ratings, rater: str, table: Floats) -> Ratings:
    """The cells of a table that have a weight, as rows: what others said, and what the rater said."""
    place = ratings.place_of(rater)
    codes = ratings.columns[place]
    theirs, own = np.nonzero(table)
    alone = _only_there(codes, own, len(ratings.labels))
    kind = codes.dtype
    return Ratings(
        columns=(
            np.concatenate([theirs, np.full(len(alone), -1)]).astype(kind),
            np.concatenate([own, alone]).astype(kind),
        ),
        raters=("others" if rater != "others" else "others (all)", rater),
        rater_kinds=("", ratings.rater_kinds[place]),
        scale=ratings.scale,
        labels=ratings.labels,
        weights=np.concatenate([table[theirs, own], np.zeros(len(alone))]),
    )


def _only_there(codes: Ints, own: Ints, size: int) -> Ints:
    """Categories that the rater gave, but to no item that others rated."""
    given = np.bincount(codes[codes >= 0], minlength=size) > 0
    given[own] = False
    return np.flatnonzero(given)


def tables_with_each(ratings: Ratings, weights: Floats, rater: str) -> Iterator[tuple[str, Floats]]:
    """The table of the rater with each other one: items by what the other (row) and the rater said."""
    size = len(ratings.labels)
    own = ratings.columns[ratings.place_of(rater)]
    rated = np.flatnonzero(own >= 0)
    codes, w = own[rated].astype(np.int64), weights[rated]
    for other, column in zip(ratings.raters, ratings.columns, strict=True):
        if other != rater:
            theirs = column[rated]
            met = theirs >= 0
            key = theirs[met].astype(np.int64) * size + codes[met]
            yield other, weight_by_code(key, w[met], size * size).reshape(size, size)


def as_pair(ratings: Ratings, of: Comparison) -> Comparison:
    """The cells as a comparison of two columns."""
    return Comparison(
        name=ratings.raters[1], kind="judge", ratings=ratings, items=ratings,
        origin=np.arange(len(ratings)), source=ratings, main=of.main, plan=of.plan,
    )  # fmt: skip
