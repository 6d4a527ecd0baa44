"""Equal rows, and equal clusters of rows, counted once: what engines do elsewhere, done in memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from weakref import WeakKeyDictionary

import numpy as np

from ..errors import InputError
from ..ratings.factorise import CodedColumn, small
from ..ratings.ratings import Ratings
from ..ratings.remote import MOST_IN_MEMORY
from .item_weights import Floats, Ints, weight_by_code
from .patterns import cluster_codes, count_rows, ranks, row_keys, units

#: With more labels than this ratings are measurements, of which hardly two rows are equal.
_MANY_LABELS = 1000


def distinct(ratings: Ratings, slices: Sequence[str] = ()) -> Ratings:
    """The distinct rows of what raters said and of some slices, each with its number of copies.

    Where rows belong together, or hardly two are equal, the ratings are returned as they are.
    """
    if ratings.clusters_in_force is not None or len(ratings.labels) > _MANY_LABELS:
        return ratings
    known = _COUNTED.setdefault(ratings, {})
    if tuple(slices) not in known:
        known[tuple(slices)] = _distinct(ratings, slices)
    return known[tuple(slices)]


#: What was counted already: several coefficients of the same parts are one count. It goes with the ratings.
_COUNTED: WeakKeyDictionary[Ratings, dict[tuple[str, ...], Ratings]] = WeakKeyDictionary()


def _distinct(ratings: Ratings, slices: Sequence[str]) -> Ratings:
    columns = [ratings.part_column(name) for name in slices]
    codes, counts = count_rows(
        [*(column.codes for column in columns), *ratings.columns],
        [*(len(column.labels) for column in columns), *[len(ratings.labels)] * ratings.n_raters],
        ratings.weights,
    )
    kind = small(len(ratings.labels))
    width = len(columns)
    return replace(
        ratings,
        columns=tuple(np.ascontiguousarray(c, dtype=kind) for c in codes[:, width:].T),
        slices={
            name: CodedColumn(codes[:, place], column.labels, column.ordered)
            for place, (name, column) in enumerate(zip(slices, columns, strict=True))
        },
        weights=counts,
        items=None,
        numbered=False,
        dimension=None,
        repeat=None,
        round=None,
        times=None,
        texts={},
        comments=None,
        item_source=None,
        same_rows=object(),
    )


def written_out(ratings: Ratings) -> Ratings:
    """Counted rows as one row for each item, equal clusters apart; the names of items are not known then."""
    if ratings.weights is None or not ratings.copies:
        return ratings
    times = np.round(ratings.item_weights).astype(np.int64)
    if times.sum() > MOST_IN_MEMORY:
        raise InputError(
            f"This needs every item, and {times.sum():,} are too many to be held in memory: use part of the "
            "data."
        )
    clusters = None
    if ratings.clusters is not None:
        cluster, copies = units(ratings)
        each = copies.astype(np.int64)
        of_cluster = np.zeros(int(cluster.max(initial=-1)) + 1, dtype=np.int64)
        of_cluster[cluster] = each
        place = np.arange(times.sum()) - np.repeat(np.cumsum(times) - times, times)
        first = np.cumsum(of_cluster) - of_cluster
        clusters = np.repeat(first[cluster], times) + place % np.repeat(each, times)
    rows = replace(
        ratings, weights=None, cluster_copies=None, item_source=None, texts={}, comments=None, times=None
    )
    rows = rows.rows(np.repeat(np.arange(len(ratings)), times))
    return replace(rows, items=None, numbered=False, clusters=clusters)


def bundled(ratings: Ratings) -> Ratings:
    """Clusters whose rows are the same made one that stands for all; slices are dropped.

    Only where clusters are known to stand for equal ones (`cluster_copies`); else the ratings as they are.
    """
    if ratings.cluster_copies is None or not len(ratings):
        return ratings
    if ratings not in _KNOWN:
        _KNOWN[ratings] = _bundled(ratings, ratings.cluster_copies)
    return _KNOWN[ratings]


#: Several parts of a study ask for the same ratings. What was found goes with them.
_KNOWN: WeakKeyDictionary[Ratings, Ratings] = WeakKeyDictionary()


def _bundled(ratings: Ratings, copies: Floats) -> Ratings:
    clusters = np.asarray(cluster_codes(ratings))
    weights = ratings.item_weights
    one = weights / np.where(copies > 0, copies, 1.0)  # what a row counts in one copy of its cluster
    kind = _kinds(_row_numbers(ratings, one), clusters)
    first = np.full(int(kind.max()) + 1, len(kind))
    np.minimum.at(first, kind, np.arange(len(kind)))
    keep = np.flatnonzero(first[kind[clusters]] == clusters)
    of_cluster = np.zeros(len(kind))
    of_cluster[clusters] = copies
    stands_for = weight_by_code(kind, of_cluster, len(first))[kind[clusters[keep]]]
    return replace(
        ratings.rows(keep), slices={}, item_source=None, clusters=clusters[keep],
        weights=one[keep] * stands_for, cluster_copies=stands_for,
    )  # fmt: skip


def _row_numbers(ratings: Ratings, one: Floats) -> Ints:
    """A number for each row, equal where ratings and weight within the cluster are."""
    # a share such as (w/3)/w is 1/3 up to rounding only
    _, share = np.unique(np.round(one, 12), return_inverse=True)
    sizes = [int(share.max(initial=0)) + 1, *[len(ratings.labels)] * ratings.n_raters]
    return ranks(row_keys([share, *ratings.columns], sizes))


def _kinds(rows: Ints, clusters: Ints) -> Ints:
    """A number for each cluster, equal for clusters that hold the same rows in any order."""
    size = int(rows.max()) + 2
    order = _in_clusters(rows, clusters)
    rows, clusters = rows[order], clusters[order]
    start = np.searchsorted(clusters, np.arange(int(clusters.max()) + 1))
    place = np.arange(len(rows)) - start[clusters]
    kind = np.zeros(len(start), dtype=np.int64)
    for step in range(int(place.max()) + 1):
        there = place == step
        held = np.zeros(len(start), dtype=np.int64)  # 0: the cluster has no row here
        held[clusters[there]] = rows[there] + 1
        kind = ranks(kind * size + held)
    return kind


def _in_clusters(rows: Ints, clusters: Ints) -> Ints:
    """The order by cluster, and by row within it; one sort of whole numbers where they fit into one."""
    size = int(rows.max()) + 1
    if (int(clusters.max()) + 1) * size >= 2**62:
        return np.lexsort((rows, clusters))
    return np.argsort(clusters.astype(np.int64) * size + rows, kind="stable")
