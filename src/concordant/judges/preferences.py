"""Which of two answers is better, by several raters: agreement with and without ties, and win rates.

An outcome is 1 where the answer in the first place of the table wins, 0 where the second does, 0.5 for a tie.
Agreement with ties counts three outcomes; without them it is of votes in which neither rater called a tie
(the two setups of MT-Bench; Zheng et al. 2023). By chance, two raters who keep their own shares of outcomes
agree with probability Σ p_c·q_c.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ..inference.item_means import ItemMean
from ..reduce.item_weights import Floats, Ints
from ..result import Result
from .position_bias import BothOrders

FIRST, TIE, SECOND = 1.0, 0.5, 0.0
_TITLE = "Agreement on the better answer"


@dataclass(frozen=True, kw_only=True)
class PreferenceAgreement:
    """Two raters, or two groups of them, on the same pairs: the share of equal votes, and that by chance."""

    first: str
    second: str
    with_ties: Result
    chance_with_ties: float
    without_ties: Result
    chance_without_ties: float


@dataclass(frozen=True, kw_only=True)
class WinRate:
    """How often one name wins against all it met, ties counting half, by one rater or group."""

    name: str
    rater: str
    rate: Result
    comparisons: float
    ties: float


def preference_agreement(
    votes: Sequence[tuple[Floats, Floats]], units: Ints, *, first: str, second: str, level: float = 0.95
) -> PreferenceAgreement:
    """Agreement over pairs of columns, each pair with a vote for every row (nan for none).

    Rows of a unit (a question, a pair asked in both orders) vary together.
    """
    a = np.concatenate([mine for mine, _ in votes])
    b = np.concatenate([theirs for _, theirs in votes])
    unit = np.concatenate([units] * len(votes))
    both = ~np.isnan(a) & ~np.isnan(b)
    decided = both & (a != TIE) & (b != TIE)
    found = [(_mean(a, b, there, unit, level), _by_chance(a[there], b[there])) for there in (both, decided)]
    return PreferenceAgreement(
        first=first,
        second=second,
        with_ties=found[0][0],
        chance_with_ties=found[0][1],
        without_ties=found[1][0],
        chance_without_ties=found[1][1],
    )


def _mean(a: Floats, b: Floats, there: Floats, unit: Ints, level: float) -> Result:
    same = np.where(there, a == b, math.nan).astype(float)
    return ItemMean(same, np.ones(len(same)), unit, level).share("exact_agreement", _TITLE)


def _by_chance(a: Floats, b: Floats) -> float:
    if not len(a):
        return math.nan
    return float(sum((a == outcome).mean() * (b == outcome).mean() for outcome in (FIRST, TIE, SECOND)))


def win_rates(
    first: Sequence[str],
    second: Sequence[str],
    votes: Mapping[str, Sequence[Floats]],
    units: Ints,
    *,
    level: float = 0.95,
) -> tuple[WinRate, ...]:
    """The win rate of every name by every rater or group of raters, whose columns of votes are given.

    Names come in the order of their rate by the first rater.
    """
    names = list(dict.fromkeys([*first, *second]))
    left, right = np.array(first, dtype=object), np.array(second, dtype=object)
    found = [
        _win_rate(name, rater, left == name, right == name, columns, units, level)
        for rater, columns in votes.items()
        for name in names
    ]
    ranked = {one.name: one.rate.estimate for one in reversed(found)}
    return tuple(sorted(found, key=lambda one: (list(votes).index(one.rater), -_known(ranked[one.name]))))


def _known(rate: float) -> float:
    return -1.0 if math.isnan(rate) else rate


def _win_rate(
    name: str, rater: str, left: Floats, right: Floats, columns: Sequence[Floats], units: Ints, level: float
) -> WinRate:
    won = np.concatenate([np.where(left, y, np.where(right, 1 - y, math.nan)) for y in columns])
    unit = np.concatenate([units] * len(columns))
    rate = ItemMean(won, np.ones(len(won)), unit, level).share("exact_agreement", "Win rate", category=name)
    there = ~np.isnan(won)
    return WinRate(
        name=name, rater=rater, rate=rate, comparisons=float(there.sum()), ties=float((won == TIE).sum())
    )


def asked_both_ways(pair: Sequence[object], first: Sequence[str], votes: Floats) -> BothOrders:
    """How the pairs came out that a rater was asked in both orders; others are left out."""
    asked: dict[object, list[tuple[str, float]]] = {}
    for key, shown, vote in zip(pair, first, votes.tolist(), strict=True):
        if not math.isnan(vote):
            asked.setdefault(key, []).append((shown, vote))
    counts = dict.fromkeys(("consistent", "first_slot", "second_slot", "half", "first_wins", "decided"), 0)
    for rows in asked.values():
        if len(rows) == 2 and rows[0][0] != rows[1][0]:
            (_, one), (_, other) = rows
            counts[_kind(one, other)] += 1
            counts["first_wins"] += (one == FIRST) + (other == FIRST)
            counts["decided"] += (one != TIE) + (other != TIE)
    return BothOrders(**counts)


def _kind(one: float, other: float) -> str:
    """What two votes on the same two answers mean, whose places were swapped in between."""
    if one + other == 1:
        return "consistent"
    if TIE in (one, other):
        return "half"
    return "first_slot" if one == FIRST else "second_slot"
