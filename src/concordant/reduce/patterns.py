"""Patterns: the distinct ways a row was rated, gaps included, and how often each occurs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..ratings.numeric import small
from ..ratings.ratings import Ratings
from ..ratings.scale import Scale
from .item_weights import Floats, Ints, WeightedStatistic, Weighting, of_rows

#: Key spaces up to this size are counted directly; larger ones are sorted.
_DIRECT = 1 << 22
_BLOCK = 1 << 16


@dataclass(frozen=True, eq=False)
class Patterns(WeightedStatistic):
    """`codes[p, r]` is what rater r said in pattern p (-1: nothing); `counts[p]` how often.

    Items and weights add, so the patterns of two parts of the data are added with `+`.
    Where there are clusters, a pattern belongs to one cluster.
    """

    codes: Ints
    counts: Floats
    labels: NDArray[Any]
    scale: Scale
    raters: tuple[str, ...]
    clusters: Ints | None = None
    anonymous: bool = False
    weighing: Weighting | None = None
    kinds: tuple[str, ...] = ()

    @of_rows
    def given(self) -> Ints:
        """How many ratings each pattern holds."""
        return np.asarray((self.codes >= 0).sum(axis=1))

    @of_rows
    def left_aligned(self) -> Ints:
        """The ratings of each pattern in rising order, gaps last."""
        kind = np.int8 if self.size < 127 else self.codes.dtype  # small numbers sort faster
        filled = np.where(self.codes < 0, self.size, self.codes).astype(kind)
        filled.sort(axis=1)
        return np.where(filled == self.size, -1, filled).astype(self.codes.dtype)

    def __add__(self, other: Patterns) -> Patterns:
        if self.raters != other.raters or not np.array_equal(self.labels, other.labels):
            raise ValueError("Only patterns of the same raters on the same labels can be added.")
        refuse_clusters(self, other)
        return merge(
            replace(
                self,
                codes=np.concatenate([self.codes, other.codes]),
                counts=np.concatenate([self.counts, other.counts]),
            )
        )


def refuse_clusters(*parts: WeightedStatistic) -> None:
    """Clusters are numbered within their part, so parts that have them cannot be distinguished or joined."""
    if any(part.clusters is not None for part in parts):
        raise ValueError("Statistics with clusters do not add: reduce the parts together.")


def patterns(ratings: Ratings) -> Patterns:
    """Count the distinct rows of the ratings."""
    clusters = cluster_codes(ratings)
    columns = list(ratings.columns) + ([] if clusters is None else [clusters])
    sizes = [len(ratings.labels)] * ratings.n_raters
    if clusters is not None:
        sizes.append(int(clusters.max(initial=0)) + 1)
    codes, counts = count_rows(columns, sizes, ratings.weights)
    rated = (codes[:, : ratings.n_raters] >= 0).any(axis=1)  # a row without a rating says nothing
    codes, counts = codes[rated], counts[rated]
    return Patterns(
        codes[:, : ratings.n_raters],
        counts,
        ratings.labels,
        ratings.scale,
        ratings.raters,
        None if clusters is None else codes[:, -1],
        ratings.anonymous,
        kinds=ratings.rater_kinds,
    )


def cluster_codes(ratings: Ratings) -> Ints | None:
    """The cluster of each row as a number, or None where rows are independent."""
    clusters = ratings.clusters_in_force
    if clusters is None:
        return None
    if clusters.dtype.kind not in "iu":
        return np.unique(clusters.astype(str), return_inverse=True)[1]
    if clusters.size and clusters.min() >= 0 and clusters.max() < 4 * len(clusters):
        rank = np.cumsum(np.bincount(clusters) > 0) - 1  # small numbers need no sorting
        return np.asarray(rank[clusters])
    return np.unique(clusters, return_inverse=True)[1]


def cluster_copies(ratings: Any) -> Floats | None:
    """How many equal clusters each cluster stands for, by its number; None where each is one."""
    if not isinstance(ratings, Ratings) or ratings.cluster_copies is None:
        return None
    codes = cluster_codes(ratings)
    if codes is None:
        return None
    copies = np.ones(int(codes.max(initial=0)) + 1)
    copies[codes] = ratings.cluster_copies
    return copies


def units(ratings: Ratings) -> tuple[Ints, Floats]:
    """By row: the number of the cluster, or of the row where rows are independent, and its equal ones."""
    known = cluster_codes(ratings)
    if known is None:
        return np.arange(len(ratings)), ratings.item_weights if ratings.copies else np.ones(len(ratings))
    copies = ratings.cluster_copies
    return known, np.ones(len(ratings)) if copies is None else copies


def merge(p: Patterns) -> Patterns:
    """Equal patterns made one, their counts added."""
    columns = list(p.codes.T) + ([] if p.clusters is None else [p.clusters])
    sizes = [p.size] * p.codes.shape[1] + ([] if p.clusters is None else [int(p.clusters.max(initial=0)) + 1])
    codes, counts = count_rows(columns, sizes, p.counts)
    width = p.codes.shape[1]
    return replace(
        p, codes=codes[:, :width], counts=counts, clusters=None if p.clusters is None else codes[:, -1]
    )


def count_rows(columns: Sequence[Ints], sizes: Sequence[int], weights: Floats | None) -> tuple[Ints, Floats]:
    """Distinct rows of several code columns (−1 allowed) and the weight of each."""
    space = 1
    for size in sizes:
        space *= size + 1
    if countable_directly(space, len(columns[0])):
        counts = count_directly(columns, sizes, weights, space)
        keys = np.flatnonzero(counts)
        return _decode(keys, sizes), counts[keys].astype(float)
    if weights is not None and not weights.all():
        columns, weights = [c[weights > 0] for c in columns], weights[weights > 0]
    key = row_keys(columns, sizes)
    _, where, inverse = np.unique(key, return_index=True, return_inverse=True)
    rows = np.stack([np.asarray(c)[where].astype(np.int32) for c in columns], axis=1)
    return rows, np.bincount(inverse, weights=weights, minlength=len(rows)).astype(float)


def row_keys(columns: Sequence[Ints], sizes: Sequence[int]) -> NDArray[np.int64]:
    """A number for each row, equal for equal rows; renumbered whenever it would outgrow 62 bits."""
    key = np.zeros(len(columns[0]), dtype=np.int64)
    space = 1
    for column, size in zip(columns, sizes, strict=True):
        if space * (size + 1) >= 2**62:
            key = np.unique(key, return_inverse=True)[1]
            space = int(key.max(initial=0)) + 1
        key = key * (size + 1) + (column.astype(np.int64) + 1)
        space *= size + 1
    return key


def ranks(numbers: Ints) -> NDArray[np.int64]:
    """The place of each number, none below 0, among the distinct ones; few possible ones are not sorted."""
    if not countable_directly(int(numbers.max(initial=0)) + 1, len(numbers)):
        return np.unique(numbers, return_inverse=True)[1]
    place = np.cumsum(np.bincount(numbers) > 0) - 1
    return np.asarray(place[numbers])


def unique_rows(codes: Ints) -> tuple[Ints, Ints]:
    """The distinct rows of codes from -1 on, in their order, and the number of each row's."""
    keys = row_keys(list(codes.T), [int(codes.max(initial=-1)) + 1] * codes.shape[1])
    _, first, number = np.unique(keys, return_index=True, return_inverse=True)
    return codes[first], number


def number_of_rows(columns: Sequence[Ints], sizes: Sequence[int]) -> tuple[int, NDArray[np.int64]]:
    """How many distinct rows there are, and the number of each row's."""
    distinct, number = np.unique(row_keys(columns, sizes), return_inverse=True)
    return len(distinct), number


def countable_directly(space: int, rows: int) -> bool:
    """Whether there are so few ways to rate a row that each gets a count of its own."""
    return space <= min(_DIRECT, 64 * rows + 4096)


def count_directly(
    columns: Sequence[Ints], sizes: Sequence[int], weights: Floats | None, space: int
) -> NDArray[Any]:
    """How often each way to rate a row occurs, all gaps first.

    No helper array is larger than a block, and a block is no smaller than what is counted, which is added up
    once for each.
    """
    counts = np.zeros(space, dtype=np.int64 if weights is None else float)
    n = len(columns[0])
    kind: type[np.signedinteger[Any]] = small(space)
    gaps = 0  # the key of a row of gaps, each of them -1, is so far below 0
    for size in sizes:
        gaps = gaps * (size + 1) + 1
    step = max(_BLOCK, space)
    for start in range(0, n, step):
        block = slice(start, min(start + step, n))
        key = columns[0][block].astype(kind)
        for column, size in zip(columns[1:], sizes[1:], strict=True):
            key *= size + 1
            key += column[block]
        key += gaps
        w = None if weights is None else weights[block]
        counts += np.bincount(key, weights=w, minlength=space)
    return counts


def _decode(keys: Ints, sizes: Sequence[int]) -> Ints:
    out = np.empty((len(keys), len(sizes)), dtype=np.int32)
    rest = keys.astype(np.int64)
    for place in range(len(sizes) - 1, -1, -1):
        rest, digit = np.divmod(rest, sizes[place] + 1)
        out[:, place] = digit - 1
    return out
