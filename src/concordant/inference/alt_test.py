"""The alternative annotator test: may a judge stand in for people? (Calderon, Reichart and Dror, 2025)

Each person in turn is left out. On every item the person and the judge are scored against the other people:
by accuracy on names, by −RMSE on an ordered scale. The judge wins an item where it scores at least as well,
and so does the person; d = person wins − judge wins. A t test asks whether the mean of d is below ε, what
people are worth more for their cost (.2 for experts, .15 for skilled, .1 for crowd workers). With the
p-values of all people adjusted after Benjamini and Yekutieli, the winning rate is the share of people the
judge can stand in for; at .5 it passes. Where people often say the same, one constant answer passes too: it
is put through the same test.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..errors import OptionError
from ..ratings.ratings import Ratings
from ..reduce.item_weights import Floats, Ints, product
from ..reduce.patterns import cluster_codes, cluster_copies
from .false_discovery import adjusted
from .variance import Influence

#: What a person may be worth more than a judge: crowd workers, skilled annotators, experts.
EPSILONS = (0.1, 0.15, 0.2)
#: With fewer items than this for a person the t test is rough.
FEW_ITEMS = 30


@dataclass(frozen=True, kw_only=True)
class AgainstOne:
    """The judge in place of one person: how often each wins, and the p-value at each ε.

    `n_items` counts what is independent: an item once, whatever its dimensions and repeats.
    """

    person: str
    n_items: float
    judge_wins: float
    person_wins: float
    p_values: tuple[float, ...]


@dataclass(frozen=True, kw_only=True)
class AltTest:
    """`winning_rates` at each of `epsilons`; `advantage` is the mean share of items the judge wins.

    `losing_rates` are the shares of people that the judge is reliably worse than by more than ε; a judge that
    neither wins nor loses has too few items. `constant` is the answer that would do best if it were always
    given, and `constant_rates` are its winning rates. People with fewer than `FEW_ITEMS` items are left out
    of all; `left_out` names them.
    """

    judge: str
    epsilons: tuple[float, ...]
    winning_rates: tuple[float, ...]
    advantage: float
    people: tuple[AgainstOne, ...]
    left_out: tuple[str, ...] = ()
    losing_rates: tuple[float, ...] = ()
    constant: str = ""
    constant_rates: tuple[float, ...] = ()

    @property
    def tested(self) -> tuple[AgainstOne, ...]:
        """The people the judge was tested against."""
        return tuple(one for one in self.people if one.person not in self.left_out)

    def passes(self, epsilon: float) -> bool:
        """Whether the judge can stand in for at least half of the people."""
        return self.winning_rates[self.epsilons.index(epsilon)] >= 0.5

    def fails(self, epsilon: float) -> bool:
        """Whether it is reliably worse than more than half of the people, so that it cannot pass."""
        place = self.epsilons.index(epsilon)
        return bool(self.losing_rates) and self.losing_rates[place] > 0.5

    def constant_passes(self, epsilon: float) -> bool:
        """Whether always giving one and the same answer would pass."""
        place = self.epsilons.index(epsilon)
        return bool(self.constant_rates) and self.constant_rates[place] >= 0.5


def alt_test(
    ratings: Ratings,
    judge: str,
    people: Sequence[str],
    *,
    epsilons: Sequence[float] = EPSILONS,
    fdr: float = 0.05,
) -> AltTest:
    """The test on all items that the judge, the person and at least one other person rated."""
    if len(people) < 2 or judge in people:
        raise OptionError("The test needs a judge and at least two people, one of whom is left out in turn.")
    x = np.arange(float(len(ratings.labels))) if ratings.values is None else ratings.values
    codes = np.stack([ratings.columns[ratings.place_of(name)] for name in people])
    judged = ratings.columns[ratings.place_of(judge)]
    exact = not ratings.scale.ordered
    units = _Units(ratings)

    def tested(answers: Ints) -> tuple[AgainstOne, ...]:
        return tuple(
            _against_one(people[h], _Scored(codes, answers, h, x, exact), units, epsilons)
            for h in range(len(people))
        )

    every = tested(judged)
    known = [one for one in every if one.n_items >= FEW_ITEMS]
    best = _best_constant(codes, judged, x, exact, units)
    constant = tested(np.where(judged >= 0, best, -1))
    return AltTest(
        judge=judge,
        epsilons=tuple(epsilons),
        winning_rates=_winning_rates(every, fdr),
        losing_rates=_winning_rates(every, fdr, losing=True),
        constant=str(ratings.labels[best]),
        constant_rates=_winning_rates(constant, fdr),
        advantage=float(np.mean([one.judge_wins for one in known])) if known else math.nan,
        people=every,
        left_out=tuple(one.person for one in every if one.n_items < FEW_ITEMS),
    )


class _Units:
    """What rows count, and which of them vary together."""

    def __init__(self, ratings: Ratings) -> None:
        self.weights = ratings.item_weights
        self.clusters, self.copies = cluster_codes(ratings), cluster_copies(ratings)

    def of_mean(self, d: Floats, rows: NDArray[np.bool_]) -> tuple[float, Influence]:
        """The mean of d over some rows, and what each item adds to it."""
        weights = self.weights[rows]
        n = float(weights.sum())
        mean = float(product(weights, d[rows])) / n
        clusters = None if self.clusters is None else self.clusters[rows]
        return mean, Influence((d[rows] - mean) / n, weights, clusters, n, self.copies)


class _Scored:
    """How near the person and the judge come to the other people, item by item."""

    def __init__(self, codes: Ints, judged: Ints, h: int, x: Floats, exact: bool) -> None:
        others = np.delete(codes, h, axis=0)
        there = others >= 0
        self.used = (codes[h] >= 0) & (judged >= 0) & there.any(axis=0)
        self.person = _nearness(codes[h], others, there, x, exact)
        self.judge = _nearness(judged, others, there, x, exact)


def _nearness(own: Ints, others: Ints, there: NDArray[np.bool_], x: Floats, exact: bool) -> Floats:
    count = np.maximum(there.sum(axis=0), 1)
    if exact:
        return np.asarray(((others == own) & there).sum(axis=0) / count)
    squares = np.where(there, (x[own] - x[others]) ** 2, 0.0).sum(axis=0) / count
    return np.asarray(-np.sqrt(squares))


def _against_one(person: str, scored: _Scored, units: _Units, epsilons: Sequence[float]) -> AgainstOne:
    nan = math.nan
    if not units.weights[scored.used].sum() > 0:
        return AgainstOne(
            person=person, n_items=0, judge_wins=nan, person_wins=nan, p_values=(nan,) * len(epsilons)
        )
    slack = 1e-12  # what rounding can make of equal scores
    gap = scored.judge - scored.person
    judge, own = (gap >= -slack).astype(float), (gap <= slack).astype(float)
    mean, adds = units.of_mean(own - judge, scored.used)
    count = adds.units
    se = math.sqrt(adds.variance(divisor_n=False)) if count > 1 else nan
    return AgainstOne(
        person=person,
        n_items=count,
        judge_wins=units.of_mean(judge, scored.used)[0],
        person_wins=units.of_mean(own, scored.used)[0],
        p_values=tuple(_below(mean - epsilon, se, count - 1) for epsilon in epsilons),
    )


def _below(distance: float, se: float, df: float) -> float:
    """The p-value of a mean that far from ε, small where it is clearly below."""
    if math.isnan(se):
        return math.nan
    if se == 0:
        return 0.0 if distance < 0 else 1.0
    from scipy.special import stdtr

    return float(stdtr(df, distance / se))


def _winning_rates(every: Sequence[AgainstOne], fdr: float, *, losing: bool = False) -> tuple[float, ...]:
    """At each ε the share of people with enough items who lose to the judge, or reliably win by more."""
    p = [one.p_values for one in every if one.n_items >= FEW_ITEMS]
    columns = zip(*p, strict=True) if p else [()] * len(every[0].p_values)
    return tuple(_rate(np.array([1 - x if losing else x for x in each]), fdr) for each in columns)


def _rate(p: Floats, fdr: float) -> float:
    known = p[~np.isnan(p)]
    return float((adjusted(known, "by") <= fdr).mean()) if len(known) else math.nan


#: With more labels than this the constant answer is their median.
_MANY_LABELS = 50


def _best_constant(codes: Ints, judged: Ints, x: Floats, exact: bool, units: _Units) -> int:
    """The answer that comes nearest to all people if it is always given."""
    there = codes >= 0
    rows = (judged >= 0) & there.any(axis=0) & (units.weights > 0)
    if not rows.any():
        return 0
    if len(x) > _MANY_LABELS:
        given = np.sort(x[codes[:, rows][there[:, rows]]])
        return int(np.abs(x - given[len(given) // 2]).argmin())
    near = (_nearness(np.full(len(judged), c), codes, there, x, exact) for c in range(len(x)))
    return int(np.argmax([units.of_mean(one, rows)[0] for one in near]))
