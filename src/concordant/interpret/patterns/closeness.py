"""How close ratings of an item are: 1 where they are the same, in order 1 − distance / range."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

import numpy as np

from ...ratings.ratings import Ratings
from ...reduce.weighing import Floats, Ints
from .looked import Looked, words


def close(looked: Looked, a: Ints, b: Ints) -> Floats:
    """The closeness of two columns of codes, nan where one is a gap."""
    there = (a >= 0) & (b >= 0)
    if not looked.compared.ordered:
        return np.where(there, (a == b).astype(float), np.nan)
    x = looked.compared.positions
    span = float(np.ptp(x)) or 1.0
    return np.where(there, 1 - np.abs(x[a] - x[b]) / span, np.nan)


def meaning(looked: Looked) -> Mapping[str, str]:
    """What a closeness of 100% and of 0% is, in words."""
    return words("closeness-ordered" if looked.compared.ordered else "closeness-names")


def agreement(looked: Looked, ratings: Ratings) -> Floats:
    """By row the share of pairs that say the same (of measurements the mean closeness), nan without one."""
    if looked.compared.categorical:
        return _same(ratings)
    pairs = [close(looked, a, b) for a, b in combinations(ratings.columns, 2)]
    met = np.sum([~np.isnan(p) for p in pairs], axis=0)
    return np.where(met > 0, np.nansum(pairs, axis=0) / np.maximum(met, 1), np.nan)


def _same(ratings: Ratings) -> Floats:
    """Σ n_c(n_c − 1) / m(m − 1), from how many raters say each category."""
    if ratings.n_raters == 2:
        a, b = ratings.columns
        return np.where((a >= 0) & (b >= 0), (a == b).astype(float), np.nan)
    same, given = np.zeros(len(ratings)), np.zeros(len(ratings))
    for column in ratings.columns:
        given += column >= 0
    for code in range(len(ratings.labels)):
        count = np.sum([column == code for column in ratings.columns], axis=0)
        same += count * (count - 1)
    pairs = given * (given - 1)
    return np.where(pairs > 0, same / np.maximum(pairs, 1), np.nan)
