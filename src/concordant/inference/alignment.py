"""Which rows of two sets of ratings are the same items, and both reduced over them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..coefficients.coefficient import Statistic
from ..errors import InputError
from ..ratings.ratings import Ratings
from ..reduce.item_weights import Floats, Ints, weight_by_code
from ..reduce.moments import Moments
from ..reduce.patterns import Patterns, cluster_codes, count_rows
from .measure import Measure, as_statistic


def on_common_rows(first: Measure, second: Measure) -> tuple[Statistic, Statistic]:
    """Both statistics over one list of patterns, so that row i is the same items in each."""
    rows = _common_rows(first, second)
    return rows.statistic(first, rows.first), rows.statistic(second, rows.second)


@dataclass(frozen=True, eq=False)
class _CommonRows:
    """Patterns of both sides' ratings of the same items, how often each occurs, and its cluster."""

    first: Ints
    second: Ints
    counts: Floats
    clusters: Ints | None

    def statistic(self, of: Measure, codes: Ints, times: int = 1) -> Statistic:
        """What a measure needs of these codes, which are so many lists of the patterns one below another."""
        r = _rated(of)
        counts = np.tile(self.counts, times)
        clusters = None if self.clusters is None else np.tile(self.clusters, times)
        part = Patterns(
            codes, counts, r.labels, r.scale, r.raters, clusters, r.anonymous, kinds=r.rater_kinds
        )
        return as_statistic(of.coefficient.statistic, part, keep_rows=True)

    def either_way(self) -> _CommonRows:
        """The patterns, whichever side is which: draws then depend on no order of sides or rows."""
        n_raters = self.first.shape[1]
        differ = self.first != self.second
        at = differ.argmax(axis=1)[:, None]
        later = np.take_along_axis(self.first > self.second, at, axis=1)
        one, other = np.where(later, self.second, self.first), np.where(later, self.first, self.second)
        codes, inverse = np.unique(np.concatenate([one, other], axis=1), axis=0, return_inverse=True)
        counts = weight_by_code(inverse.ravel(), self.counts, len(codes))
        return _CommonRows(codes[:, :n_raters], codes[:, n_raters:], counts, None)


def _common_rows(first: Measure, second: Measure) -> _CommonRows:
    a, b = _rated(first), _rated(second)
    rows_a, rows_b, weights, clusters = _aligned(a, b)
    columns = [c[rows_a] if rows_a is not None else c for c in a.columns]
    columns += [c[rows_b] if rows_b is not None else c for c in b.columns]
    if rows_a is not None and rows_b is not None:
        for place, column in enumerate(columns):
            gone = (rows_a if place < a.n_raters else rows_b) < 0
            columns[place] = np.where(gone, -1, column)
    sizes = [len(a.labels)] * a.n_raters + [len(b.labels)] * b.n_raters
    if clusters is not None:
        columns.append(clusters)
        sizes.append(int(clusters.max(initial=0)) + 1)
    codes, counts = count_rows(columns, sizes, weights)
    cut = a.n_raters, a.n_raters + b.n_raters
    in_cluster = None if clusters is None else codes[:, -1]
    return _CommonRows(codes[:, : cut[0]], codes[:, cut[0] : cut[1]], counts, in_cluster)


@dataclass(frozen=True, eq=False)
class SwappedRows:
    """Both statistics over the patterns as they are and, below them, with their sides swapped."""

    first: Statistic
    second: Statistic
    counts: Floats
    clusters: Ints | None

    def draw(self, draws: int, rng: np.random.Generator) -> Floats | None:
        """So many times at random: how often each pattern occurs as it is, then how often swapped.

        The items of a cluster are swapped together. None where counts are not whole.
        """
        if self.clusters is not None:
            ones = rng.integers(0, 2, (draws, int(self.clusters.max()) + 1))
            turned = ones[:, self.clusters] * self.counts
        elif np.array_equal(self.counts, np.round(self.counts)):
            turned = rng.binomial(self.counts.astype(np.int64), 0.5, (draws, len(self.counts))).astype(float)
        else:
            return None
        return np.concatenate([self.counts - turned, turned], axis=1).astype(float)


def swapped_rows(first: Measure, second: Measure) -> SwappedRows:
    """Two measures on as many raters, to be swapped item by item."""
    rows = _common_rows(first, second)
    rows = rows.either_way() if rows.clusters is None else rows
    stacked = [np.concatenate(parts) for parts in ((rows.first, rows.second), (rows.second, rows.first))]
    one, other = (rows.statistic(m, codes, 2) for m, codes in zip((first, second), stacked, strict=True))
    return SwappedRows(one, other, rows.counts, rows.clusters)


Aligned = tuple[Ints | None, Ints | None, Floats | None, Ints | None]


def _aligned(a: Ratings, b: Ratings) -> Aligned:
    """Which row of each belongs to each item (-1: none); None where rows already match."""
    if _same_rows(a, b):
        here = np.arange(len(a))
        given = [r for r in (a, b) if r.clusters_in_force is not None]
        if len(given) == 2 and not np.array_equal(*(r.clusters_in_force for r in given)):  # type: ignore[arg-type]
            raise InputError("The two sets of ratings have different clusters, so they cannot be paired.")
        return (
            None,
            None,
            _joined(a.weights, b.weights, here, here),
            cluster_codes(given[0]) if given else None,
        )
    if a.item_source is not None or b.item_source is not None:
        raise InputError(
            "Rows counted by an engine cannot be paired with those of another reading: read all "
            "raters at once, and choose them with raters=[…]."
        )
    if not _labelled(a) or not _labelled(b):
        raise InputError(
            f"The two sets of ratings have {len(a)} and {len(b)} rows and no item labels, so rows "
            "cannot be paired."
        )
    keys_a, keys_b = _keys(a), _keys(b)
    for name, keys in (("first", keys_a), ("second", keys_b)):
        if len(np.unique(keys)) < len(keys):
            raise InputError(f"Items occur more than once in the {name} ratings, so rows cannot be paired.")
    union, where = np.unique(np.concatenate([keys_a, keys_b]), return_inverse=True)
    rows_a, rows_b = (np.full(len(union), -1, dtype=np.int64) for _ in range(2))
    rows_a[where[: len(keys_a)]] = np.arange(len(keys_a))
    rows_b[where[len(keys_a) :]] = np.arange(len(keys_b))
    weights = _joined(a.weights, b.weights, rows_a, rows_b)
    clusters_a, clusters_b = a.clusters_in_force, b.clusters_in_force
    clusters = None
    if clusters_a is not None or clusters_b is not None:
        named_a = (a.item_labels if clusters_a is None else clusters_a).astype(str)
        named_b = (b.item_labels if clusters_b is None else clusters_b).astype(str)
        clusters = np.unique(np.where(rows_a >= 0, named_a[rows_a], named_b[rows_b]), return_inverse=True)[1]
    return rows_a, rows_b, weights, clusters


def _joined(wa: Floats | None, wb: Floats | None, rows_a: Ints, rows_b: Ints) -> Floats | None:
    if wa is None and wb is None:
        return None
    left = np.ones(len(rows_a)) if wa is None else wa[rows_a]
    right = np.ones(len(rows_b)) if wb is None else wb[rows_b]
    both = (rows_a >= 0) & (rows_b >= 0)
    if not np.allclose(left[both], right[both]):
        raise InputError(
            "An item has different weights in the two sets of ratings, so they cannot be paired."
        )
    return np.where(rows_a >= 0, left, right)


def _keys(r: Ratings) -> NDArray[np.str_]:
    parts = [r.item_labels, r.dimension, r.repeat, r.round]
    keys = parts[0].astype(str)  # type: ignore[union-attr]
    for part in parts[1:]:
        if part is not None:
            keys = np.char.add(np.char.add(keys, "\x1f"), part.astype(str))
    return keys


def _same_rows(a: Ratings, b: Ratings) -> bool:
    """Whether row i of both is the same item: parts of one set of ratings, or rows without labels."""
    return a.same_rows is b.same_rows or (_in_order(a) and _in_order(b) and len(a) == len(b))


def _in_order(r: Ratings) -> bool:
    """Whether rows can be told by their place alone; rows that an engine counted cannot."""
    return not _labelled(r) and r.item_source is None


def _labelled(r: Ratings) -> bool:
    """Whether items have names of their own, not only row numbers."""
    return r.items is not None and not r.numbered


def _rated(m: Measure) -> Ratings:
    if isinstance(m.ratings, Moments):
        raise InputError(
            "Only sums are available for one of the two sets of ratings, so their items cannot be "
            "paired: read them into "
            "memory "
            "(engine='memory')."
        )
    if m.coefficient.statistic is Moments and m.ratings.repeat is not None:
        raise InputError(
            f"A paired comparison of {m.coefficient.name} with repeated ratings is not available yet: "
            "choose one occasion with where(repeat=…).",
            {"measure": m.coefficient.name},
        )
    return m.ratings


def shares_items(a: Ratings | Moments, b: Ratings | Moments) -> bool:
    """Whether the two can be paired without being told so."""
    if isinstance(a, Moments) or isinstance(b, Moments):
        return False
    if a.same_rows is b.same_rows:
        return True
    if _in_order(a) and _in_order(b):
        return len(a) == len(b) and rated_alike(a, b)
    if not _labelled(a) or not _labelled(b):
        return False
    return bool(np.intersect1d(_keys(a), _keys(b)).size)


def rated_alike(a: Ratings, b: Ratings) -> bool:
    """Whether a rater, whose ratings are not all equal, said the same in both, row by row: the same items."""
    varied = [(g, h) for g in a.columns for h in b.columns if np.unique(g[g >= 0]).size > 1]
    if not np.array_equal(a.labels, b.labels):
        return any(np.array_equal(_given_labels(a, g), _given_labels(b, h)) for g, h in varied)
    return any(np.array_equal(g, h) for g, h in varied)


def _given_labels(r: Ratings, codes: Ints) -> NDArray[Any]:
    """The labels a rater gave, None for a gap."""
    return np.asarray([*r.labels.tolist(), None], dtype=object)[codes]
