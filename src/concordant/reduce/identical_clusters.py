"""Equal clusters counted once: what `distinct` does for rows, done for rows that belong together."""

from __future__ import annotations

from dataclasses import replace
from weakref import WeakKeyDictionary

import numpy as np

from ..ratings.ratings import Ratings
from .item_weights import Floats, Ints, weight_by_code
from .patterns import cluster_codes


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
    kind = _kinds(_row_keys(ratings, one), clusters)
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


def _row_keys(ratings: Ratings, one: Floats) -> Ints:
    """A number for each row, equal where ratings and weight within the cluster are."""
    # a share such as (w/3)/w is 1/3 up to rounding only
    key = np.unique(np.round(one, 12), return_inverse=True)[1]
    for column in ratings.columns:
        key = key * (len(ratings.labels) + 1) + column + 1
        key = np.unique(key, return_inverse=True)[1]
    return key


def _kinds(rows: Ints, clusters: Ints) -> Ints:
    """A number for each cluster, equal for clusters that hold the same rows in any order."""
    order = np.lexsort((rows, clusters))
    rows, clusters = rows[order], clusters[order]
    start = np.searchsorted(clusters, np.arange(int(clusters.max()) + 1))
    place = np.arange(len(rows)) - start[clusters]
    kind = np.zeros(len(start), dtype=np.int64)
    for step in range(int(place.max()) + 1):
        there = place == step
        held = np.zeros(len(start), dtype=np.int64)  # 0: the cluster has no row here
        held[clusters[there]] = rows[there] + 1
        kind = np.unique(kind * (int(rows.max()) + 2) + held, return_inverse=True)[1]
    return kind
