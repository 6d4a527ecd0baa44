"""Ratings as they would be expected before any data: every pattern of answers with its probability.

Two models: categories without order, where raters share an answer with probability κ and guess otherwise
(common correlation); and ordered ones, where each rater cuts a normal score, ρ correlated between raters,
at the points that give the shares of the categories.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations_with_replacement, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..coefficients.catalogue import BY_NAME
from ..errors import OptionError
from ..inference.measure import Measure
from ..inference.plan import Plan
from ..ratings.audit import Audit
from ..ratings.ratings import Ratings
from ..ratings.scale import Scale

#: Scores at which the probability of a pattern is summed.
_NODES = np.linspace(-8, 8, 801)
#: More patterns of answers than this are not gone through.
MOST_PATTERNS = 5_000
#: Correlations of scores that are tried.
_LEAST, _MOST = 0.0, 0.9995
#: So many items that a value differs by no digit that is shown.
_MANY = 1e6

Shares = NDArray[np.float64]


def common_correlation(kappa: float, shares: Sequence[float], raters: int, n: float) -> Ratings:
    """The expected ratings of n items in categories without order.

    Two raters have a table of their own margins; more of them are alike to the coefficients for many raters.
    """
    p = np.array(shares)
    if raters == 2:
        answers = _answers(len(p), raters)
        equal = answers[:, 0] == answers[:, 1]
        chance = (1 - kappa) * p[answers].prod(axis=1) + kappa * np.where(equal, p[answers[:, 0]], 0.0)
    else:
        answers = np.array(list(combinations_with_replacement(range(len(p)), raters)))
        chance = pattern_shares(kappa, shares, raters)
    if (chance < 0).any():
        raise OptionError("A kappa this low cannot occur with these shares of categories.")
    return _ratings(answers, chance, len(p), n, "nominal")


def pattern_shares(kappa: float, shares: Sequence[float], raters: int) -> Shares:
    """The probability of each way in which raters can fill the categories, under common correlation."""
    found = []
    for answers in combinations_with_replacement(range(len(shares)), raters):
        counts = np.bincount(answers, minlength=len(shares))
        ways = math.factorial(raters) / math.prod(map(math.factorial, counts.tolist()))
        alone = ways * math.prod(shares[answer] for answer in answers)
        equal = shares[answers[0]] if counts.max() == raters else 0.0
        found.append((1 - kappa) * alone + kappa * equal)
    return np.array(found)


def cut_scores(rho: float, shares: Sequence[float], raters: int, n: float) -> Ratings:
    """The expected ratings of n items in ordered categories, scores of two raters ρ correlated."""
    from scipy.special import ndtr, ndtri

    p, answers = np.array(shares), _answers(len(shares), raters)
    cuts = np.concatenate([[-np.inf], ndtri(np.cumsum(p)[:-1]), [np.inf]])
    below = ndtr((cuts - np.sqrt(rho) * _NODES[:, None]) / np.sqrt(1 - rho))
    of_node = np.diff(below, axis=1)
    density = np.exp(-(_NODES**2) / 2)
    joint = (density / density.sum())[:, None]
    for _ in range(raters):
        joint = (joint[:, :, None] * of_node[:, None, :]).reshape(len(_NODES), -1)
    return _ratings(answers, joint.sum(axis=0), len(p), n, "ordinal")


def ordered_ratings(
    name: str, options: Mapping[str, Any], value: float, shares: Sequence[float], raters: int
) -> Callable[[float], Ratings]:
    """Ordered ratings of which a coefficient has this value, for any number of items."""
    from scipy.optimize import brentq

    def off(rho: float) -> float:
        return value_of(name, options, cut_scores(rho, shares, raters, _MANY)) - value

    if not off(_LEAST) < 0 < off(_MOST):
        raise OptionError(
            f"{name} cannot be expected at {value:g} here: with these categories it lies between "
            f"{off(_LEAST) + value:.2g} and {off(_MOST) + value:.2g}."
        )
    rho = float(brentq(off, _LEAST, _MOST, xtol=1e-9))
    return lambda n: cut_scores(rho, shares, raters, n)


def value_of(name: str, options: Mapping[str, Any], ratings: Ratings) -> float:
    """The coefficient on ratings."""
    return Measure(BY_NAME[name], ratings, options).result(Plan(interval="none")).estimate


def _answers(categories: int, raters: int) -> NDArray[np.intp]:
    if categories**raters > MOST_PATTERNS:
        raise OptionError(
            f"{raters} raters and {categories} categories give too many patterns: name fewer raters."
        )
    return np.array(list(product(range(categories), repeat=raters)))


def _ratings(answers: NDArray[np.intp], chance: Shares, categories: int, n: float, level: Any) -> Ratings:
    seen = chance > 0
    names = tuple(range(1, categories + 1))
    return Ratings(
        columns=tuple(column.astype(np.int16) for column in answers[seen].T),
        raters=tuple(f"rater {i}" for i in range(1, answers.shape[1] + 1)),
        scale=Scale(level, names),
        labels=np.array(names),
        weights=chance[seen] / chance.sum() * n,
        reading=Audit(source="expected ratings", rows_read=round(n), rows_used=round(n)),
    )
