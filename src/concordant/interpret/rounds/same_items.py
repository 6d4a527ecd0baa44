"""Two rounds of a comparison cut to the items that both have."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from ...inference.alignment import rated_alike
from ...ratings.ratings import Ratings
from ...reduce.item_weights import Floats, Ints
from ..compare import CachedMeasures, Comparison, judged, together, usable_rows

#: With fewer items in common two rounds are compared as if their items were others.
LEAST_COMMON = 10
#: The same with fewer than this share of the smaller round's: a few shared ones do not speak for all others.
LEAST_SHARE = 0.5


def least_common(n_first: float, n_second: float) -> float:
    """How many items rounds of these sizes have to share to be compared on them."""
    return float(max(LEAST_COMMON, math.ceil(LEAST_SHARE * min(n_first, n_second))))


@dataclass(frozen=True, eq=False, kw_only=True)
class Cut:
    """A round of a comparison on the common items.

    `compared` has a cluster for each item, numbered as in the other round. `keys` says which thing each row
    of `compared.source` is of: an item, or an item in one dimension, numbered alike in both rounds. `grouped`
    means that the clusters are the user's own, of several items.
    """

    compared: Comparison
    keys: Ints
    grouped: bool = False

    def rows(self, at: Ints) -> Ratings:
        """Some rows of the source, with the user's own clusters only."""
        own = self.compared.source.rows(at)
        return own if self.grouped else replace(own, clusters=None)

    @cached_property
    def cached_measures(self) -> CachedMeasures:
        """All that can be asked with clusters, equal ones not yet made one."""
        return CachedMeasures(self.compared.ratings, self.compared.plan)

    @cached_property
    def by_itself(self) -> Comparison:
        """The round as a study of it would see it: an item of one row is no cluster."""
        own = self.compared.source
        rows = np.bincount(np.asarray(own.clusters))
        return self.compared if self.grouped or rows.max(initial=0) > 1 else built(self.compared, own, None)


@dataclass(frozen=True, eq=False, kw_only=True)
class SameItems:
    """Both rounds on the items they have in common; `n` items, `weights` is how many things each key is.

    `share` is how much of the smaller round they are.
    """

    first: Cut
    second: Cut
    n: float
    n_keys: int
    weights: Floats
    share: float = 1.0

    @property
    def n_rows(self) -> float:
        """How many things are rated: items, or items in a dimension."""
        return float(self.weights.sum())

    def part(self, keep: NDArray[np.bool_]) -> SameItems:
        """Some of the keys only."""
        number = np.cumsum(keep) - 1
        cuts = (self.first, self.second)
        at = [np.flatnonzero(keep[cut.keys]) for cut in cuts]
        rows = [cut.rows(rows) for cut, rows in zip(cuts, at, strict=True)]
        places = [number[cut.keys[rows]] for cut, rows in zip(cuts, at, strict=True)]
        return _cut((self.first.compared, self.second.compared), rows, places, int(keep.sum()))


def same_items(first: Comparison, second: Comparison) -> SameItems | None:
    """Both on their common items; None where nothing tells which items are the same.

    Things are told apart by the labels of items and the dimension; repeats of a thing are all kept. Items
    that are only numbered are the same if both rounds have as many rows and somebody rated them alike.
    """
    rounds = (first, second)
    keys = _keys(first.source, second.source)
    if keys is None:
        return None
    there = [np.bincount(key[usable_rows(one)]) > 0 for key, one in zip(keys, rounds, strict=True)]
    size = 1 + max(int(key.max(initial=-1)) for key in keys)
    common = np.logical_and(*(np.pad(one, (0, size - len(one))) for one in there))
    number = np.where(common, np.cumsum(common) - 1, -1)
    rows = [np.flatnonzero(common[key]) for key in keys]
    parts = [one.source.rows(at) for one, at in zip(rounds, rows, strict=True)]
    places = [number[key[at]] for key, at in zip(keys, rows, strict=True)]
    n = int(common.sum())
    smaller = min(int(one.sum()) for one in there)
    return replace(_cut(rounds, parts, places, n), share=n / smaller if smaller else 0.0)


def _cut(
    rounds: tuple[Comparison, Comparison], parts: list[Ratings], places: list[Ints], n_keys: int
) -> SameItems:
    """Both rounds with the same clusters: the user's of the later round, or the first's, else the items."""
    own = next((place for place in (1, 0) if parts[place].clusters is not None), None)
    items = _items_of_keys(parts[1], places[1], n_keys)
    cluster = items if own is None else _numbered_keys(parts[own].clusters, places[own], n_keys)
    weights = [of_key(part.item_weights, place, n_keys) for part, place in zip(parts, places, strict=True)]
    copies = None
    if (
        own is None
        and all(_stands_for_many(part, n_keys) for part in parts)
        and np.allclose(weights[0], weights[1])
    ):
        copies = weights[1]
    first, second = (
        Cut(compared=built(one, part, cluster[place], copies), keys=place, grouped=own is not None)
        for one, part, place in zip(rounds, parts, places, strict=True)
    )
    return SameItems(
        first=first,
        second=second,
        n=float(items.max(initial=-1) + 1 if copies is None else copies.sum()),
        n_keys=n_keys,
        weights=np.ones(n_keys) if copies is None else copies,
    )


def built(
    one: Comparison, ratings: Ratings, clusters: Ints | None, copies: Floats | None = None
) -> Comparison:
    """The comparison with other rows and these clusters."""
    part = replace(ratings, clusters=clusters)
    if one.kind == "judge":
        again = judged(part, one.reference, one.name, plan=one.plan)
    else:
        again = together(part, one.ratings.raters, one.kind, name=one.name, plan=one.plan)
    if copies is not None:
        stands_for = copies[np.asarray(again.ratings.clusters)]
        again = replace(again, ratings=replace(again.ratings, cluster_copies=stands_for))
    return replace(again, main=one.main)


# --- which rows are the same thing ------------------------------------------------------------


def _keys(a: Ratings, b: Ratings) -> tuple[Ints, Ints] | None:
    """A number for each row of either, equal for rows of the same thing; None where that is not known."""
    if a.item_source is not None or b.item_source is not None:
        return None
    named = [r.items is not None and not r.numbered for r in (a, b)]
    if all(named):
        first, second = keys_of([a, b])
        return first, second
    in_place = not any(named) and len(a) == len(b) and a.weights is None and b.weights is None
    if not in_place or a.anonymous or b.anonymous or not rated_alike(a, b):
        return None
    places = np.arange(len(a))
    return places, places


def of_key(values: NDArray[Any], keys: Ints, size: int) -> NDArray[Any]:
    """The value of each key's first row."""
    first = np.zeros(size, dtype=np.int64)
    first[keys[::-1]] = np.arange(len(keys))[::-1]
    return np.asarray(values[first])


def _items_of_keys(r: Ratings, keys: Ints, size: int) -> Ints:
    """The number of each key's item; without dimensions a key is an item."""
    return np.arange(size) if r.dimension is None else _numbered_keys(r.item_labels, keys, size)


def _numbered_keys(labels: Any, keys: Ints, size: int) -> Ints:
    """The number of each key's label, equal labels alike."""
    return numbered(spelled(of_key(labels, keys, size)), {})


def _stands_for_many(r: Ratings, n_keys: int) -> bool:
    """Whether a row is a thing that stands for as many equal ones as its weight says."""
    one_row = r.dimension is None and len(r) == n_keys
    return one_row and r.weights is not None and r.copies and bool((r.weights > 0).all())


def keys_of(rounds: Sequence[Ratings]) -> list[Ints]:
    """A number for each row of each round, equal for rows of the same thing, in the order first met.

    Rounds mostly have the same items in the same order; then they are numbered once.
    """
    known: dict[Any, int] = {}
    keys: list[Ints] = []
    before: list[Any] | None = None
    for one in rounds:
        things = things_of(one)
        keys.append(keys[-1] if things == before else numbered(things, known))
        before = things
    return keys


def things_of(ratings: Ratings) -> list[Any]:
    """What each row is of, equal in any round for the same thing."""
    if ratings not in _THINGS:
        items: list[Any] = spelled(ratings.item_labels)
        dimension = ratings.dimension
        if dimension is not None:
            items = list(zip(items, spelled(dimension), strict=True))
        _THINGS[ratings] = items
    return _THINGS[ratings]


#: A round is compared with the one before it, with the one after it, and with all of them.
_THINGS: WeakKeyDictionary[Ratings, list[Any]] = WeakKeyDictionary()


def spelled(labels: NDArray[Any]) -> list[str]:
    """7, 7.0 and "7" are the same item: one file was read as numbers and the other as text."""
    if labels.dtype.kind in "iu":
        return list(map(str, labels.tolist()))
    return [label if type(label) is str else _as_text(label) for label in labels.tolist()]


def _as_text(label: Any) -> str:
    return str(int(label)) if isinstance(label, float) and label.is_integer() else str(label)


def numbered(things: Iterable[Any], known: dict[Any, int]) -> Ints:
    """A number for each, in the order first met; `known` goes on from one round to the next."""
    things = list(things)
    new = [one for one in dict.fromkeys(things) if one not in known]
    known.update(zip(new, range(len(known), len(known) + len(new)), strict=True))
    return np.fromiter(map(known.__getitem__, things), np.int64, len(things))
