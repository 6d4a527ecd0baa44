"""Who rated what: the distinct sets of raters that items have, and what two raters share."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ...ratings.factorise import factorise, number_rows
from ...ratings.ratings import Ratings
from ...ratings.rows import first_in_row
from ...reduce.item_weights import Floats
from ...reduce.patterns import count_rows

#: With more raters than this, what every two of them share is not counted.
MOST_RATERS = 1000
#: Sets of raters at a time in one product.
_BLOCK = 1 << 13
#: A product of full matrices does about so many steps in the time of one over the ratings that there are.
_FASTER = 50
#: So many steps take less time than scipy's sparse matrices take to import.
_SMALL = 10**7


@dataclass(frozen=True, eq=False)
class Overlap:
    """`there[p, g]` says whether rater g rated the items of kind p, `counts[p]` how many there are."""

    raters: tuple[str, ...]
    there: NDArray[np.bool_]
    counts: Floats

    @cached_property
    def given(self) -> NDArray[np.int64]:
        """How many raters rated the items of each kind."""
        return np.asarray(self.there.sum(axis=1))

    @cached_property
    def rated(self) -> NDArray[np.bool_]:
        """Whether each rater rated anything."""
        return np.asarray(self.there[self.counts > 0].any(axis=0))

    @cached_property
    def shared(self) -> Floats:
        """How many items two raters share; on the diagonal, how many a rater rated."""
        full = len(self.there) * len(self.raters) ** 2
        if full > max(_SMALL, _FASTER * float((self.given.astype(float) ** 2).sum())):
            return self._shared_by_ratings()
        shared = np.zeros((len(self.raters),) * 2)
        for start in range(0, len(self.there), _BLOCK):
            there = self.there[start : start + _BLOCK].T.astype(float)
            shared += (there * self.counts[start : start + _BLOCK]) @ there.T
        return shared

    def _shared_by_ratings(self) -> Floats:
        from scipy import sparse

        there = sparse.csr_array(self.there.astype(float))
        return np.asarray((there.T @ sparse.diags_array(self.counts) @ there).toarray())

    @cached_property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """Raters who are linked by shared items, perhaps through others; the largest group first."""
        left = {g for g in range(len(self.raters)) if self.shared[g, g] > 0}
        found = []
        while left:
            group, fresh = set(), {min(left)}
            while fresh:
                group |= fresh
                met = (self.shared[sorted(fresh)] > 0).any(axis=0)
                fresh = set(np.flatnonzero(met).tolist()) - group
            left -= group
            found.append(tuple(sorted(group)))
        return tuple(sorted(found, key=lambda group: (-len(group), group)))


def over_repeats(ratings: Ratings) -> Ratings:
    """One row for each item (in its dimension and round), rated by all who rated it on any occasion."""
    if ratings.repeat is None or ratings.items is None:
        return ratings
    facts = (ratings.items, ratings.dimension, ratings.round)
    rows, n_rows = number_rows([factorise(fact) for fact in facts if fact is not None])
    columns = []
    for column in ratings.columns:
        columns.append(np.full(n_rows, -1, dtype=column.dtype))
        np.maximum.at(columns[-1], rows, column)
    first = ratings.rows(first_in_row(rows, n_rows))
    return replace(first, columns=tuple(columns), times=None, comments=None, repeat=None)


def overlap_of(ratings: Ratings) -> Overlap:
    """Counted over rows: an item in one dimension and round."""
    weights = ratings.weights
    if weights is not None and not ratings.copies:
        weights = (weights > 0).astype(float)  # of a sample: a row is one item
    columns = [(column >= 0).astype(np.int8) - np.int8(1) for column in ratings.columns]
    codes, counts = count_rows(columns, [1] * len(columns), weights)
    return Overlap(ratings.raters, codes >= 0, counts)
