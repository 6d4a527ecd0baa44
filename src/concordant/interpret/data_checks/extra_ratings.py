"""The fewest extra ratings that would help: to link groups of raters, to share items, to check singles."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...language.message import Message
from ...ratings.ratings import Ratings
from ...reduce.item_weights import Floats
from ..record import Record
from .overlap import Overlap

#: So many shared items give an agreement of two raters an interval worth having.
ENOUGH = 30
#: Of long lists of steps, and of items in a step, so many are named.
MOST_STEPS = 100
MOST_ITEMS = ENOUGH
#: Work (kinds of items × raters²) up to which the best next step is looked for among all.
_SEARCHED = 1_000_000
_MOST_MOVES = 2_000

#: How many ratings a plan takes, and its steps (the first of them).
_Way = tuple[int, "list[Step]"]


@dataclass(frozen=True, kw_only=True)
class Step(Record):
    """`rater` rates n items more, which `beside` have rated already; `items` names some of them."""

    rater: str
    n: int
    beside: tuple[str, ...] = ()
    items: tuple[Any, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Help(Record):
    """What extra ratings would do: `extra` of them with these steps, of which the first are named.

    No plan does it with fewer than `at_least`.
    """

    code: str
    said: Message
    extra: int
    at_least: int
    steps: tuple[Step, ...]


class Names:
    """The names of items by who rated them; there are none where a row stands for several items."""

    def __init__(self, ratings: Ratings) -> None:
        self.ratings = ratings
        self.known = ratings.item_source is None and (ratings.weights is None or not ratings.copies)

    def of_kind(self, there: NDArray[np.bool_]) -> list[Any]:
        """The items that these raters rated and nobody else."""
        rows = self._kinds.get(np.packbits(there).tobytes(), ())
        return self.ratings.item_labels[rows].tolist() if len(rows) else []

    def first_by(self, rater: int, without: int, n: int) -> tuple[Any, ...]:
        """The first n items that one rater rated and another did not."""
        if not self.known:
            return ()
        columns = self.ratings.columns
        rows = np.flatnonzero((columns[rater] >= 0) & (columns[without] < 0))[: min(n, MOST_ITEMS)]
        return tuple(self.ratings.item_labels[rows].tolist())

    @cached_property
    def _kinds(self) -> dict[bytes, NDArray[np.int64]]:
        """The rows that the same raters rated."""
        if not self.known:
            return {}
        there = np.stack([column >= 0 for column in self.ratings.columns], axis=1)
        packed = np.ascontiguousarray(np.packbits(there, axis=1))
        keys = packed.view(f"V{packed.shape[1]}").ravel()
        distinct, inverse = np.unique(keys, return_inverse=True)
        order = np.argsort(inverse, kind="stable")
        ends = np.searchsorted(inverse[order], np.arange(1, len(distinct)))
        return {key.tobytes(): rows for key, rows in zip(distinct, np.split(order, ends), strict=True)}


def linking(overlap: Overlap, names: Names, may_rate: Sequence[bool]) -> Help | None:
    """One rating joins two groups at most, since an item's raters are one group: c groups need c − 1."""
    hub, *others = overlap.groups or ((),)
    if not others:
        return None
    steps = tuple(_link(overlap, names, may_rate, hub, group) for group in others)
    extra = len(others)
    facts = {"extra": extra, "groups": extra + 1, "rater": steps[0].rater, "beside": list(steps[0].beside)}
    message = Message("doctor.help-link", {**facts, "enough": ENOUGH})
    return Help(code="link", said=message, extra=extra, at_least=extra, steps=steps[:MOST_STEPS])


def _link(
    overlap: Overlap, names: Names, may_rate: Sequence[bool], hub: Sequence[int], group: Sequence[int]
) -> Step:
    """Someone of the smaller group rates an item of the larger; the other way round if nobody there can."""
    free = [g for g in group if may_rate[g]]
    at_home, away = (group, hub) if free else (hub, group)
    busy = overlap.shared.diagonal()
    rater = max(free or [g for g in at_home if may_rate[g]] or at_home, key=lambda g: busy[g])
    other = max(away, key=lambda g: busy[g])
    found = names.first_by(other, rater, 1)
    return Step(rater=overlap.raters[rater], n=1, beside=(overlap.raters[other],), items=found)


def second_looks(overlap: Overlap, names: Names, may_rate: Sequence[bool]) -> Help | None:
    """Every item that was rated once by someone else too: one rating for each."""
    alone = overlap.given == 1
    singles = overlap.counts[alone] @ overlap.there[alone]
    total = round(float(singles.sum()))
    others = [g for g in range(len(singles)) if may_rate[g]]
    steps, load = list[Step](), np.zeros(len(singles))
    for place in np.argsort(-singles, kind="stable").tolist():
        partners = [g for g in others if g != place]
        if not singles[place] or not partners:
            continue
        mate = min(partners, key=lambda g: (load[g], overlap.shared[place, g]))
        load[mate] += singles[place]
        found = names.of_kind(np.arange(len(singles)) == place)[:MOST_ITEMS]
        n, beside = round(float(singles[place])), (overlap.raters[place],)
        steps.append(Step(rater=overlap.raters[mate], n=n, beside=beside, items=tuple(found)))
    if not steps:
        return None
    message = Message("doctor.help-second", {"extra": total})
    return Help(code="second", said=message, extra=total, at_least=total, steps=tuple(steps[:MOST_STEPS]))


def sharing(overlap: Overlap, names: Names, may_rate: Sequence[bool], enough: int = ENOUGH) -> Help | None:
    """At least so many shared items for every two raters, by the cheapest of three ways."""
    least = min(float(enough), float(overlap.counts.sum()))
    lacking = _lacking(overlap, may_rate, least)
    if not lacking.any():
        return None
    ways = (
        _moves(overlap, names, may_rate, lacking),
        _anchors(overlap, names, may_rate, least),
        _by_pair(overlap, names, may_rate, lacking),
    )
    extra, steps = min((way for way in ways if way), key=lambda way: way[0])
    pairs = int(np.count_nonzero(np.triu(lacking)))
    facts = {"extra": extra, "at_least": _bound(lacking), "pairs": pairs, "enough": int(least)}
    code = "doctor.help-share" if extra > facts["at_least"] else "doctor.help-share-exactly"
    return Help(
        code="share", said=Message(code, facts), extra=extra, at_least=facts["at_least"],
        steps=tuple(steps[:MOST_STEPS]),
    )  # fmt: skip


def _lacking(overlap: Overlap, may_rate: Sequence[bool], least: float) -> Floats:
    """How many shared items every two raters lack; who is not asked has what they rated, and no more."""
    free, rated = np.array(may_rate, dtype=bool), overlap.shared.diagonal()
    most = np.where(free, least, np.minimum(least, rated))
    lacking = np.maximum(np.minimum(most[:, None], most[None, :]) - overlap.shared, 0.0)
    lacking[~(free[:, None] | free[None, :]) | ~((rated[:, None] > 0) & (rated[None, :] > 0))] = 0.0
    np.fill_diagonal(lacking, 0.0)
    return np.asarray(np.round(lacking), dtype=float)


def _bound(lacking: Floats) -> int:
    """With x ratings of each rater, x_g + x_h ≥ what g and h lack.

    Added over pairs without a common rater that is a bound, and so it is over all pairs, each counted
    1/(R − 1) of a time.
    """
    g, h = np.triu_indices(len(lacking), 1)
    order = np.argsort(-lacking[g, h], kind="stable")
    apart, used = 0.0, np.zeros(len(lacking), dtype=bool)
    order = order[: np.count_nonzero(lacking[g, h])]
    for one, other in zip(g[order].tolist(), h[order].tolist(), strict=True):
        if not (used[one] or used[other]):
            used[one] = used[other] = True
            apart += lacking[one, other]
    return math.ceil(max(apart, float(lacking[g, h].sum()) / (len(lacking) - 1)) - 1e-9)


def _by_pair(overlap: Overlap, names: Names, may_rate: Sequence[bool], lacking: Floats) -> _Way:
    """Pair by pair: one rates what the other did; items that neither has rated take two ratings each."""
    g, h = np.nonzero(np.triu(lacking))
    rated, shared = overlap.shared.diagonal(), overlap.shared[g, h]
    n = lacking[g, h] + np.maximum(lacking[g, h] - (rated[g] + rated[h] - 2 * shared), 0.0)
    steps = []
    for one, other, extra in zip(g[:MOST_STEPS].tolist(), h[:MOST_STEPS].tolist(), n.tolist(), strict=False):
        rates, beside = sorted((one, other), key=lambda p: (not may_rate[p], rated[p]))
        found = names.first_by(beside, rates, int(extra))
        who = (overlap.raters[beside],)
        steps.append(Step(rater=overlap.raters[rates], n=int(extra), beside=who, items=found))
    return round(float(n.sum())), steps


def _anchors(overlap: Overlap, names: Names, may_rate: Sequence[bool], least: float) -> _Way | None:
    """The items that most have rated become those that everyone rates."""
    there = overlap.shared.diagonal() > 0
    fixed = [g for g in range(len(may_rate)) if there[g] and not may_rate[g]]
    usable = np.flatnonzero(overlap.there[:, fixed].all(axis=1))
    order = usable[np.argsort(-overlap.given[usable], kind="stable")]
    taken = np.minimum(np.cumsum(overlap.counts[order]), least)
    if not len(order) or taken[-1] < least:
        return None
    n = np.diff(taken, prepend=0.0)
    kinds, n = order[n > 0], n[n > 0]
    items = [names.of_kind(overlap.there[kind])[: round(float(c))] for kind, c in zip(kinds, n, strict=True)]
    steps = []
    for g in (g for g in range(len(may_rate)) if there[g] and may_rate[g]):
        new = ~overlap.there[kinds, g]
        if new.any():
            found = [x for own, is_new in zip(items, new, strict=True) if is_new for x in own]
            steps.append(Step(rater=overlap.raters[g], n=round(float(n[new].sum())), items=tuple(found)))
    return sum(step.n for step in steps), steps


def _moves(overlap: Overlap, names: Names, may_rate: Sequence[bool], lacking: Floats) -> _Way | None:
    """Again and again the rating that helps most pairs at once; None where there are too many to look at."""
    if overlap.there.size * len(may_rate) > _SEARCHED:
        return None
    pools = _Pools(overlap, names)
    left, steps = lacking.copy(), list[Step]()
    free = np.array(may_rate, dtype=bool)
    pairs = pools.there.astype(np.intp) @ (left > 0)  # that a rating of each kind by each rater would help
    while left.any() and len(steps) < _MOST_MOVES:
        gains = np.where(pools.there | (pools.counts <= 0)[:, None], 0, pairs) * free
        kind, g = divmod(int(np.argmax(gains)), len(free))
        if gains[kind, g] > 0:
            helped = pools.there[kind] & (left[g] > 0)
            n = min(pools.counts[kind], left[g][helped].min())
        else:
            found = _start(pools, left, free)
            if found is None:
                return None
            kind, g, n = found
            helped = np.zeros(len(free), dtype=bool)
        steps.append(pools.move(int(kind), int(g), round(float(n))))
        if len(pools.there) > len(pairs):
            pairs = np.vstack([pairs, (left > 0)[pools.there[-1]].sum(axis=0)])
        left[g, helped] = left[helped, g] = np.maximum(left[g, helped] - n, 0.0)
        for h in np.flatnonzero(helped & (left[g] == 0)):
            pairs[:, g] -= pools.there[:, h]
            pairs[:, h] -= pools.there[:, g]
    return None if left.any() else (sum(step.n for step in steps), steps)


def _start(pools: _Pools, left: Floats, free: NDArray[np.bool_]) -> tuple[int, int, float] | None:
    """Where nothing helps at once, one of the pair that lacks most rates what neither has."""
    for at in np.argsort(-np.triu(left), axis=None, kind="stable").tolist():
        g, h = divmod(at, len(left))
        if left[g, h] <= 0:
            return None
        one = g if free[g] else h
        fresh = ~pools.there[:, g] & ~pools.there[:, h] & (pools.counts > 0)
        if fresh.any() and free[g] and free[h]:
            kind = int(np.argmax(np.where(fresh, pools.counts, -1.0)))
            return kind, one, min(pools.counts[kind], left[g, h])
    return None


class _Pools:
    """Items by who rated them, as ratings are added."""

    def __init__(self, overlap: Overlap, names: Names) -> None:
        self.raters, self.there, self.counts = overlap.raters, overlap.there, np.floor(overlap.counts + 0.5)
        self.names = [names.of_kind(there) for there in overlap.there]

    def move(self, kind: int, g: int, n: int) -> Step:
        """n items of a kind rated by g too."""
        beside = tuple(self.raters[h] for h in np.flatnonzero(self.there[kind]))
        items, self.names[kind] = self.names[kind][:n], self.names[kind][n:]
        row = self.there[kind].copy()
        row[g] = True
        self.counts[kind] -= n
        same = np.flatnonzero((self.there == row).all(axis=1))
        if len(same):
            self.counts[same[0]] += n
            self.names[same[0]] += items
        else:
            self.there = np.vstack([self.there, row])
            self.counts = np.append(self.counts, float(n))
            self.names.append(list(items))
        return Step(rater=self.raters[g], n=n, beside=beside, items=tuple(items[:MOST_ITEMS]))
