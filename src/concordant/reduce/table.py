"""The table of two raters: how often the first said i where the second said j."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..ratings.ratings import Ratings
from ..ratings.scale import Scale
from .item_weights import Floats, Ints, WeightedStatistic, Weighting, of_rows
from .patterns import Patterns, count_directly, countable_directly, merge, patterns, refuse_clusters
from .totals import Margin, Total, total


@dataclass(frozen=True, eq=False)
class Table(WeightedStatistic):
    """Cells that occur, as codes of the two raters and a count; pairs with a gap are left out.

    `left_out` is the weight of rows in which one of the two did not rate. Rows that hold a gap
    may stay as cells of code -1 (so that two measures can be compared row by row); they add
    nothing.
    """

    first: Ints
    second: Ints
    counts: Floats
    labels: NDArray[Any]
    scale: Scale
    raters: tuple[str, str]
    left_out: float = 0.0
    clusters: Ints | None = None
    weighing: Weighting | None = None

    @of_rows
    def complete(self) -> NDArray[np.bool_]:
        """Where both raters spoke."""
        return (self.first >= 0) & (self.second >= 0)

    @of_rows
    def full(self) -> bool:
        """Whether both raters spoke everywhere."""
        return bool(self.first.min(initial=0) >= 0 and self.second.min(initial=0) >= 0)

    def sum(self, x: Any) -> Total:
        """Σ of x over the items both rated; x by cell."""
        return total(self.by, x if self.full and np.ndim(x) else np.where(self.complete, x, 0.0))

    @cached_property
    def n(self) -> Total:
        """How many items both rated."""
        return total(self.by, np.ones(len(self.counts)) if self.full else self.complete)

    def mean(self, x: Any) -> Total:
        """The mean of x over the items both rated."""
        return self.sum(x) / self.n

    @cached_property
    def rows(self) -> Margin:
        """The first rater's use of the categories."""
        return self.margin(self.first, self.n)

    @cached_property
    def columns(self) -> Margin:
        """The second rater's use of the categories."""
        return self.margin(self.second, self.n)

    @cached_property
    def pooled(self) -> Margin:
        """Both raters' use of the categories together."""
        both = np.stack([self.first, self.second], axis=1)
        if not self.full:
            both = np.where(self.complete[:, None], both, -1)
        return Margin(self.by, both, None, self.size)

    def margin(self, codes: Ints, weight: Total | None = None) -> Margin:
        """Weight by category, of the items both rated; `weight` is that of all categories, where known."""
        there = codes if self.full else np.where(self.complete, codes, -1)
        return Margin(self.by, there[:, None], None, self.size, weight=weight)

    @cached_property
    def diagonal(self) -> Margin:
        """Weight by category of the items on which both agree."""
        return self.margin(np.where(self.first == self.second, self.first, -1))

    @cached_property
    def cells(self) -> Floats:
        """The table as a matrix of counts."""
        out = np.zeros((self.size, self.size))
        np.add.at(out, (self.first[self.complete], self.second[self.complete]), self.counts[self.complete])
        return out

    def __add__(self, other: Table) -> Table:
        if self.raters != other.raters or not np.array_equal(self.labels, other.labels):
            raise ValueError("Only tables of the same raters on the same labels can be added.")
        refuse_clusters(self, other)
        joined = replace(
            self,
            first=np.concatenate([self.first, other.first]),
            second=np.concatenate([self.second, other.second]),
            counts=np.concatenate([self.counts, other.counts]),
            left_out=self.left_out + other.left_out,
        )
        return merged(joined)


def table_of(ratings: Ratings) -> Table:
    """The table of two raters; where rows are single items and categories few, it is counted at once."""
    k, rows = len(ratings.labels), len(ratings)
    space = (k + 1) ** 2
    alone = ratings.weights is None and ratings.clusters_in_force is None
    if not (alone and countable_directly(space, rows)):
        return table(patterns(ratings))
    counts = count_directly(ratings.columns, (k, k), None, space).reshape(k + 1, k + 1)
    cells = counts[1:, 1:]  # the first row and column count the gaps
    first, second = cells.nonzero()
    paired = cells[first, second].astype(float)
    left_out = rows - float(counts[0, 0]) - float(paired.sum())
    raters = ratings.raters[0], ratings.raters[1]
    found = Table(first, second, paired, ratings.labels, ratings.scale, raters, left_out)
    vars(found)["full"] = True  # as gaps are not among these cells, nobody need look for them
    return found


def table(p: Patterns, *, keep_rows: bool = False) -> Table:
    """The table of the patterns' two raters; with `keep_rows` one cell stays for each pattern."""
    first, second = p.codes[:, 0], p.codes[:, 1]
    complete = (first >= 0) & (second >= 0)
    some = (first >= 0) | (second >= 0)
    left_out = float(p.counts[some & ~complete].sum())
    keep = np.ones(len(first), dtype=bool) if keep_rows else complete
    return Table(
        first[keep],
        second[keep],
        p.counts[keep],
        p.labels,
        p.scale,
        (p.raters[0], p.raters[1]),
        left_out,
        None if p.clusters is None else p.clusters[keep],
    )


def merged(t: Table) -> Table:
    """Equal cells made one."""
    both = np.stack([t.first, t.second], axis=1)
    p = merge(Patterns(both, t.counts, t.labels, t.scale, t.raters, t.clusters))
    return replace(t, first=p.codes[:, 0], second=p.codes[:, 1], counts=p.counts, clusters=p.clusters)
