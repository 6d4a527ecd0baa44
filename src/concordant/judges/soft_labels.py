"""A judge among people who do not all agree: how far its answers are from the distribution of theirs.

One person at a time is held out, and the judge and that person are compared with the same others:

    total variation   ½·Σ_c |q_c − p_c|, for a single answer the share of the others who differ
    earth mover       Σ_c |Q_c − P_c|·(x_{c+1} − x_c), for a single answer the mean distance to the others

with q the answers of the judge (of the person), p those of the others, and Q, P their cumulative shares.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..inference.item_means import ItemMean
from ..reduce.item_weights import Floats, Ints
from ..result import Result

Distance = Literal["total_variation", "earth_mover"]
TITLES: dict[Distance, str] = {
    "total_variation": "Distance from the answers of people (total variation)",
    "earth_mover": "Distance from the scores of people (earth mover)",
}
#: An item needs so many people: one is held out, and two others can agree or differ.
LEAST_PEOPLE = 3


@dataclass(frozen=True, kw_only=True)
class VoteCounts:
    """How often people and the judge gave each category to each item (items × categories).

    `copies` says how many items a row stands for, `units` number what varies together, and `values` are those
    of the categories where they are ordered.
    """

    people: Floats
    judge: Floats
    copies: Floats
    units: Ints
    values: Floats | None = None

    @classmethod
    def of(
        cls,
        people: Floats,
        judge: Floats,
        *,
        copies: Floats | None = None,
        units: Ints | None = None,
        values: Floats | None = None,
    ) -> VoteCounts:
        """The items with an answer of the judge and of enough people."""
        n = len(people)
        kept = (people.sum(axis=1) >= LEAST_PEOPLE) & (judge.sum(axis=1) > 0)
        if not kept.any():
            least = LEAST_PEOPLE
            raise InputError(f"No item has answers from the judge and from {least} people.")
        own = np.ones(n) if copies is None else copies
        together = np.arange(n) if units is None else units
        return cls(
            people=people[kept],
            judge=judge[kept],
            copies=own[kept],
            units=np.unique(together[kept], return_inverse=True)[1],
            values=values,
        )


@dataclass(frozen=True, kw_only=True)
class SoftAgreement:
    """A judge and a person, each compared with the other people of an item.

    `difference` is judge minus person: below 0 the judge is closer. `least` is the distance of the best
    single answer to each item, which nobody who gives one answer can beat. `certainty` parts items on which
    the others all say the same from those on which they do not.
    """

    distance: Distance
    judge: Result
    person: Result
    difference: Result
    least: float
    certainty: tuple[CertaintyGroup, ...]


@dataclass(frozen=True, kw_only=True)
class CertaintyGroup:
    """Items on which the other people are unanimous, or split with a most frequent answer."""

    unanimous: bool
    items: float
    judge: Result
    person: Result
    difference: Result


def soft_agreement(votes: VoteCounts, *, level: float = 0.95) -> SoftAgreement:
    """The distance of the judge and of a person from the others, and agreement by how sure the others are."""
    kind: Distance = "total_variation" if votes.values is None else "earth_mover"
    own = votes.judge / votes.judge.sum(axis=1, keepdims=True)
    held = list(_held_out(votes))
    judge = sum((share * _distance(own, others, votes.values) for _, share, others in held), np.zeros(1))
    person = sum(
        (share * _distance(_only(others, c), others, votes.values) for c, share, others in held), np.zeros(1)
    )

    def mean(x: Floats, **more: float) -> Result:
        return ItemMean(x, votes.copies, votes.units, level, votes.copies).of(kind, TITLES[kind], **more)

    return SoftAgreement(
        distance=kind,
        judge=mean(judge),
        person=mean(person),
        difference=mean(judge - person, null=0.0),
        least=_least(votes),
        certainty=tuple(_by_certainty(votes, own, held, level)),
    )


def _held_out(votes: VoteCounts) -> Iterator[tuple[int, Floats, Floats]]:
    """Each category c, the share of an item's people who gave it, and the others without one of them."""
    n = votes.people.sum(axis=1)
    for c in range(votes.people.shape[1]):
        others = votes.people.copy()
        others[:, c] -= 1
        share = votes.people[:, c] / n
        yield c, share, np.where(share[:, None] > 0, others / (n - 1)[:, None], 0.0)


def _only(like: Floats, c: int) -> Floats:
    """The answer c alone, for every item."""
    out = np.zeros_like(like)
    out[:, c] = 1.0
    return out


def _distance(q: Floats, p: Floats, values: Floats | None) -> Floats:
    if values is None:
        return np.asarray(np.abs(q - p).sum(axis=1) / 2)
    order = np.argsort(values)
    apart = np.cumsum((q - p)[:, order], axis=1)[:, :-1]
    return np.asarray(np.abs(apart) @ np.diff(values[order]))


def _least(votes: VoteCounts) -> float:
    """The mean distance of the best single answer to each item: the most frequent one, or the median."""
    shares = votes.people / votes.people.sum(axis=1, keepdims=True)
    every = [_distance(_only(shares, c), shares, votes.values) for c in range(shares.shape[1])]
    return float(np.average(np.min(every, axis=0), weights=votes.copies))


def _by_certainty(
    votes: VoteCounts, own: Floats, held: list[tuple[int, Floats, Floats]], level: float
) -> Iterator[CertaintyGroup]:
    """Items on which the others say the same, then those on which they do not but have one mode."""
    for unanimous in (True, False):
        judge, person, weight = (np.zeros(len(own)) for _ in range(3))
        for c, share, others in held:
            top = others.max(axis=1)
            clear = (others == top[:, None]).sum(axis=1) == 1
            there = np.where(clear & ((top == 1) == unanimous), share, 0.0)
            mode = others.argmax(axis=1)
            judge += there * own[np.arange(len(own)), mode]
            person += there * (mode == c)
            weight += there
        seen = weight > 0
        if seen.any():
            yield _group(votes, unanimous, judge, person, weight, seen, level)


def _group(
    votes: VoteCounts,
    unanimous: bool,
    judge: Floats,
    person: Floats,
    weight: Floats,
    seen: NDArray[np.bool_],
    level: float,
) -> CertaintyGroup:
    def mean(x: Floats) -> ItemMean:
        own = np.where(seen, x / np.where(seen, weight, 1.0), math.nan)
        return ItemMean(own, votes.copies * weight, votes.units, level, votes.copies)

    title = "Agreement with the most frequent answer of the others"
    return CertaintyGroup(
        unanimous=unanimous,
        items=float(votes.copies[seen.astype(bool)].sum()),
        judge=mean(judge).share("exact_agreement", title),
        person=mean(person).share("exact_agreement", title),
        difference=mean(judge - person).of("exact_agreement", title, null=0.0),
    )
