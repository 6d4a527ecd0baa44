"""The alternative annotator test: may a judge stand in for people? (Calderon, Reichart and Dror, 2025)

Each person in turn is left out. On every item the person and the judge are scored against the other people:
by accuracy on names, by −RMSE on an ordered scale. The judge wins an item where it scores at least as well,
and so does the person; d = person wins − judge wins. A t test asks whether the mean of d is below ε, what
people are worth more for their cost (.2 for experts, .15 for skilled, .1 for crowd workers). With the
p-values of all people adjusted after Benjamini and Yekutieli, the winning rate is the share of people the
judge can stand in for; at .5 it passes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..errors import OptionError
from ..ratings.ratings import Ratings
from ..reduce.weighing import Floats, Ints
from .false_discovery import adjusted

#: What a person may be worth more than a judge: crowd workers, skilled annotators, experts.
EPSILONS = (0.1, 0.15, 0.2)
#: With fewer items than this for a person the t test is rough.
FEW_ITEMS = 30


@dataclass(frozen=True, kw_only=True)
class AgainstOne:
    """The judge in place of one person: how often each wins, and the p-value at each ε."""

    person: str
    n_items: float
    judge_wins: float
    person_wins: float
    p_values: tuple[float, ...]


@dataclass(frozen=True, kw_only=True)
class AltTest:
    """`winning_rates` at each of `epsilons`; `advantage` is the mean share of items the judge wins."""

    judge: str
    epsilons: tuple[float, ...]
    winning_rates: tuple[float, ...]
    advantage: float
    people: tuple[AgainstOne, ...]
    few_items: bool

    def passes(self, epsilon: float) -> bool:
        """Whether the judge can stand in for at least half of the people."""
        return self.winning_rates[self.epsilons.index(epsilon)] >= 0.5


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
    weights = np.ones(len(ratings)) if ratings.weights is None else ratings.weights
    exact = not ratings.scale.ordered
    tested = tuple(
        _against_one(people[h], _Scored(codes, judged, h, x, exact), weights, epsilons)
        for h in range(len(people))
    )
    p = np.array([one.p_values for one in tested])
    rates = tuple(_winning_rate(p[:, e], fdr) for e in range(len(epsilons)))
    known = [one.judge_wins for one in tested if not math.isnan(one.judge_wins)]
    return AltTest(
        judge=judge,
        epsilons=tuple(epsilons),
        winning_rates=rates,
        advantage=float(np.mean(known)) if known else math.nan,
        people=tested,
        few_items=any(one.n_items < FEW_ITEMS for one in tested),
    )


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


def _against_one(person: str, scored: _Scored, weights: Floats, epsilons: Sequence[float]) -> AgainstOne:
    w = weights[scored.used]
    gap = (scored.judge - scored.person)[scored.used]
    n = float(w.sum())
    if n < 2:
        nan = math.nan
        return AgainstOne(
            person=person, n_items=n, judge_wins=nan, person_wins=nan, p_values=(nan,) * len(epsilons)
        )
    slack = 1e-12  # what rounding can make of equal scores
    judge, own = (gap >= -slack).astype(float), (gap <= slack).astype(float)
    d = own - judge
    mean = float(w @ d / n)
    se = math.sqrt(float(w @ (d - mean) ** 2) / (n - 1) / n)
    return AgainstOne(
        person=person,
        n_items=n,
        judge_wins=float(w @ judge / n),
        person_wins=float(w @ own / n),
        p_values=tuple(_below(mean - epsilon, se, n - 1) for epsilon in epsilons),
    )


def _below(distance: float, se: float, df: float) -> float:
    """The p-value of a mean that far from ε, small where it is clearly below."""
    if se == 0:
        return 0.0 if distance < 0 else 1.0
    from scipy.special import stdtr

    return float(stdtr(df, distance / se))


def _winning_rate(p: Floats, fdr: float) -> float:
    known = p[~np.isnan(p)]
    return float((adjusted(known, "by") <= fdr).mean()) if len(known) else math.nan
