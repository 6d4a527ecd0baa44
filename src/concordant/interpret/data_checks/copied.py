"""Columns that look like copies of each other: all but the same, where nobody else agrees that well."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ...ratings.ratings import Ratings
from ...reduce.every_pair import fits, shared_and_same
from ...reduce.item_weights import Floats
from .scale_doubt import LIMITS, ScaleDoubt, doubt

#: With more raters than this every two of them are not compared.
_MOST_RATERS = 200


def copied(ratings: Ratings, weights: Floats) -> Iterator[ScaleDoubt]:
    """Every group of raters whose ratings are the same on nearly all items they share.

    Honest raters may agree on everything where the task is easy; then the others do too. So the group has to
    agree more often than the best of its pairs with anybody else, and more than chance could make of it.
    Where there is nobody else, honest raters are taken to agree on 95 % of items, and one item on which two
    of them differ is enough to believe that they are.
    """
    if not 1 < ratings.n_raters <= _MOST_RATERS or ratings.anonymous or not fits(ratings):
        return
    met, same = shared_and_same(replace(ratings, weights=weights))
    np.fill_diagonal(met, 0)
    share = same / np.where(met > 0, met, np.nan)
    alike = (share >= LIMITS.copied) & (met >= LIMITS.fewest_copied) & _own_work(ratings)
    for group in _groups(alike):
        found = _doubt(ratings, group, met, same, share)
        if found is not None:
            yield found


def _own_work(ratings: Ratings) -> NDArray[np.bool_]:
    """Pairs of raters who both vary, neither of them a known truth, which may be taken from a person."""
    varies = [
        kind != "gold" and len(np.unique(column[column >= 0])) > 1
        for kind, column in zip(ratings.rater_kinds, ratings.columns, strict=True)
    ]
    return np.logical_and.outer(varies, varies)


def _groups(alike: NDArray[np.bool_]) -> Iterator[list[int]]:
    """Raters who are linked by being alike, the first of each group first."""
    left = set(np.flatnonzero(alike.any(axis=1)).tolist())
    while left:
        group, ahead = [], [min(left)]
        while ahead:
            one = ahead.pop()
            if one in left:
                left.remove(one)
                group.append(one)
                ahead += np.flatnonzero(alike[one]).tolist()
        yield sorted(group)


def _doubt(
    ratings: Ratings, group: Sequence[int], met: Floats, same: Floats, share: Floats
) -> ScaleDoubt | None:
    from scipy.special import bdtrc

    others = [g for g in range(ratings.n_raters) if g not in group]
    pairs = [(a, b) for place, a in enumerate(group) for b in group[place + 1 :]]
    first, second = max(pairs, key=lambda pair: (share[pair] if met[pair] > 0 else -1.0, met[pair]))
    n, k = float(met[first, second]), float(same[first, second])
    most, level = _others(met, same, group, others)
    if math.isnan(most) and not all(same[pair] == met[pair] for pair in pairs):
        return None  # everybody agrees that well: the task is easy
    p = float(bdtrc(math.floor(k) - 1, math.floor(n), level)) * math.comb(ratings.n_raters, 2)
    if not p < LIMITS.alpha:
        return None
    names = [ratings.raters[g] for g in group]
    facts = {"names": names, "n": n, "same": k, "others": most, "first": names[0]}
    facts["option"] = f"raters={[name for name in ratings.raters if name not in names[1:]]}"
    code = "copied" if not math.isnan(most) else "copied-alone"
    evidence = {"share": k / n, "others": most}
    return doubt(code, facts, about=("names",), n=n, p_value=min(p, 1.0), evidence=evidence)


def _others(met: Floats, same: Floats, group: Sequence[int], others: Sequence[int]) -> tuple[float, float]:
    """How often the best of all other pairs agrees, and how often it may agree in truth (two errors more)."""
    best, bound = math.nan, LIMITS.copied_alone
    known = [(a, b) for a in range(len(met)) for b in range(a) if not {a, b} <= {*group}]
    for pair in known:
        if met[pair] >= LIMITS.fewest_items:
            share = float(same[pair] / met[pair])
            upper = share + 2 * math.sqrt(max(share * (1 - share), 0.25 / met[pair]) / met[pair])
            if math.isnan(best) or share > best:
                best, bound = share, min(upper, LIMITS.copied)
    return (best, bound) if others else (math.nan, LIMITS.copied_alone)


def copied_from(judge: str, reference: Sequence[str], doubts: Sequence[ScaleDoubt]) -> str | None:
    """Whose ratings a judge's are a copy of, as nobody else agrees that well; None where they are its own."""
    for one in doubts:
        if one.code == "copied" and judge in one.about["names"]:
            return next((name for name in reference if name in one.about["names"]), None)
    return None
