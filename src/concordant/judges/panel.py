"""A panel of judges: what the k-th judge adds, which of them to keep, and how to combine them.

Errors are a judge's score minus the people's. The mean of k judges whose errors have mean b, variance σ² and
correlation ρ has the squared error b² + σ²·(1 + (k − 1)·ρ)/k: what does not average out is b² + ρσ².
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError, OptionError
from ..reduce.item_weights import Floats

#: All subsets are looked at up to so many judges.
MOST_JUDGES = 12
#: Fewer labelled items than this are too few to choose judges by.
LEAST_ITEMS = 20
_FOLDS = 5


@dataclass(frozen=True, kw_only=True)
class JudgeError:
    """How one judge differs from people: mean, spread, and the root of the mean square."""

    name: str
    bias: float
    spread: float
    rms: float
    cost: float


@dataclass(frozen=True, kw_only=True)
class PanelSize:
    """The mean of k judges: the error expected of any k, and the best k with its error on held-out items."""

    judges: int
    expected: float
    best: tuple[str, ...]
    held_out: float
    cost: float


@dataclass(frozen=True, kw_only=True)
class CombiningRule:
    """A way to combine all judges: its mean absolute error, and how often it gives the score of people."""

    name: str
    error: float
    exact: float


@dataclass(frozen=True, kw_only=True)
class JudgePanel:
    """Judges alone, panels of every size, ways to combine all of them, and how alike their errors are.

    `correlation` is the mean correlation of two judges' errors; `items` counts those with a label and a score
    of every judge. `chosen` is the panel with the smallest held-out error that costs no more than the budget.
    """

    items: int
    judges: tuple[JudgeError, ...]
    correlation: float
    sizes: tuple[PanelSize, ...]
    rules: tuple[CombiningRule, ...]
    chosen: PanelSize


def panel(
    scores: Mapping[str, Floats],
    people: Floats,
    *,
    costs: Mapping[str, float] | None = None,
    budget: float = math.inf,
    rules: Mapping[str, Callable[[], Floats]] | None = None,
    seed: int = 0,
) -> JudgePanel:
    """Compare panels of judges with people; `rules` are more ways to combine all of them, by name."""
    names = list(scores)
    if not 2 <= len(names) <= MOST_JUDGES:
        raise OptionError(f"A panel has 2 to {MOST_JUDGES} judges; there are {len(names)}.")
    table = np.stack([scores[name] for name in names], axis=1)
    there = ~np.isnan(table).any(axis=1) & ~np.isnan(people)
    if there.sum() < LEAST_ITEMS:
        raise InputError(
            f"Only {int(there.sum())} items have a label and every judge's score; {LEAST_ITEMS} are needed."
        )
    price = np.array([(costs or {}).get(name, 1.0) for name in names])
    table, truth = table[there], people[there]
    errors = table - truth[:, None]
    fold = np.random.default_rng(seed).permutation(np.arange(len(truth)) % _FOLDS)
    sizes = tuple(_size(k, names, errors, price, budget, fold) for k in range(1, len(names) + 1))
    possible = [size for size in sizes if size.best]
    if not possible:
        raise OptionError(f"No judge costs as little as {budget:g}.")
    found = {name: make()[there] for name, make in (rules or {}).items()}
    return JudgePanel(
        items=len(truth),
        judges=tuple(
            JudgeError(
                name=name, bias=float(e.mean()), spread=float(e.std(ddof=1)), rms=_rms(e), cost=float(c)
            )
            for name, e, c in zip(names, errors.T, price, strict=True)
        ),
        correlation=_mean_correlation(errors),
        sizes=sizes,
        rules=tuple(_rules(table, truth, found)),
        chosen=min(possible, key=lambda size: (size.held_out, size.judges)),
    )


def _size(
    k: int, names: Sequence[str], errors: Floats, price: Floats, budget: float, fold: NDArray[np.intp]
) -> PanelSize:
    """The best k judges within the budget; their error on folds that did not choose them."""
    sets = [np.array(s) for s in combinations(range(len(names)), k)]
    means = np.stack([errors[:, s].mean(axis=1) for s in sets], axis=1)
    expected = math.sqrt(float((means**2).mean()))
    open_ = [at for at, s in enumerate(sets) if price[s].sum() <= budget]
    if not open_:
        return PanelSize(judges=k, expected=expected, best=(), held_out=math.nan, cost=math.nan)
    squares = means[:, open_] ** 2
    held = np.empty(len(errors))
    for one in np.unique(fold):
        chosen = int(squares[fold != one].mean(axis=0).argmin())
        held[fold == one] = squares[fold == one, chosen]
    best = sets[open_[int(squares.mean(axis=0).argmin())]]
    return PanelSize(
        judges=k,
        expected=expected,
        best=tuple(names[j] for j in best),
        held_out=math.sqrt(float(held.mean())),
        cost=float(price[best].sum()),
    )


def _rules(table: Floats, truth: Floats, more: Mapping[str, Floats]) -> Iterator[CombiningRule]:
    every = {"mean": table.mean(axis=1), "median": np.median(table, axis=1), **more}
    points = np.unique(truth)
    for name, combined in every.items():
        nearest = points[np.abs(combined[:, None] - points).argmin(axis=1)]
        yield CombiningRule(
            name=name,
            error=float(np.abs(combined - truth).mean()),
            exact=float((nearest == truth).mean()),
        )


def _mean_correlation(errors: Floats) -> float:
    varied = errors[:, errors.std(axis=0) > 0]
    if varied.shape[1] < 2:
        return math.nan
    r = np.atleast_2d(np.corrcoef(varied.T))
    return float(r[np.triu_indices(len(r), 1)].mean())


def _rms(errors: Floats) -> float:
    return math.sqrt(float((errors**2).mean()))


def runs_gain(reliability: float, runs: int) -> float:
    """How much higher the correlation with people is for the mean of k runs of a judge than for one run.

    √(k / (1 + (k − 1)·ρ)), with ρ the correlation of one run with another (Spearman 1910, Brown 1910).
    """
    if not 0 < reliability <= 1:
        raise OptionError(f"reliability is {reliability:g}; it has to be above 0 and at most 1.")
    if runs < 1:
        raise OptionError(f"runs is {runs}; at least one is needed.")
    return math.sqrt(runs / (1 + (runs - 1) * reliability))
