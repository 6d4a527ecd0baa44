"""A panel of judges: what the k-th judge adds, which of them to keep, and how to combine them.

Errors are a judge's score minus the people's. The mean of k judges whose errors have mean b, variance σ² and
correlation ρ has the squared error b² + σ²·(1 + (k − 1)·ρ)/k: what does not average out is b² + ρσ².
Intervals are over items, by the mean of squared errors; what a panel gains is compared item by item.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from ..arguments import check_arguments
from ..errors import InputError, OptionError, choose
from ..inference.item_means import ItemMean
from ..language.render import Language
from ..quote import quote
from ..reduce.item_weights import Floats, Ints
from ..result import Interval, Result
from ..wording import text_in
from .folds import make_folds

#: All subsets are looked at up to so many judges.
MOST_JUDGES = 12
#: Fewer labelled items than this are too few to choose judges by.
LEAST_ITEMS = 20
#: With more distinct scores there is no majority to speak of.
_FEW_SCORES = 50
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
    """The mean of k judges: the error expected of any k, and the best k with its error on held-out items.

    `reliability` is ICC(A,k) of the judges by Spearman and Brown: how far the mean of k would repeat itself
    with k other judges like these, whatever people say. `error` is the held-out error with its interval, and
    `gain` how much smaller its square is than that of the best judge alone, item by item.
    """

    judges: int
    expected: float
    best: tuple[str, ...]
    held_out: float
    cost: float
    reliability: float = math.nan
    error: Result | None = None
    gain: Result | None = None


@dataclass(frozen=True, kw_only=True)
class CombiningRule:
    """A way to combine all judges: its mean absolute error, and how often it gives the score of people.

    `apart` is the mean absolute error with its interval, `same` the share with its own.
    """

    name: str
    error: float
    exact: float
    apart: Result | None = None
    same: Result | None = None


@dataclass(frozen=True, kw_only=True)
class JudgePanel:
    """Judges alone, panels of every size, ways to combine all of them, and how alike their errors are.

    `correlation` is the mean correlation of two judges' errors; `items` counts those with a label and a score
    of every judge. `chosen` is the panel with the smallest held-out error that costs no more than `budget`.
    """

    items: int
    judges: tuple[JudgeError, ...]
    correlation: float
    sizes: tuple[PanelSize, ...]
    rules: tuple[CombiningRule, ...]
    chosen: PanelSize
    budget: float = math.inf

    @check_arguments
    def text(self, lang: Language = "en") -> str:
        """Judges, panels and ways to combine them in words, in "en" or "zh"."""
        return text_in("panel", self, lang)


def panel(
    scores: Mapping[str, Floats],
    people: Floats,
    *,
    costs: Mapping[str, float] | None = None,
    budget: float = math.inf,
    rules: Mapping[str, Callable[[], Floats]] | None = None,
    units: Ints | None = None,
    level: float = 0.95,
    seed: int = 0,
) -> JudgePanel:
    """Compare panels of judges with people; `rules` are more ways to combine all of them, by name.

    `units` number what varies together, such as the dimensions of an item.
    """
    names = list(scores)
    if not 2 <= len(names) <= MOST_JUDGES:
        raise OptionError(f"A panel must have 2 to {MOST_JUDGES} judges, got {len(names)}.")
    table = np.stack([scores[name] for name in names], axis=1)
    there = ~np.isnan(table).any(axis=1) & ~np.isnan(people)
    if there.sum() < LEAST_ITEMS:
        raise InputError(
            f"Only {int(there.sum())} items have a label and every judge's score; {LEAST_ITEMS} are needed."
        )
    price = prices(names, costs)
    table, truth = table[there], people[there]
    errors = table - truth[:, None]
    mean = _Mean(
        np.arange(len(truth)) if units is None else np.unique(units[there], return_inverse=True)[1], level
    )
    fold = make_folds(np.column_stack([table, truth]), mean.units, _FOLDS, seed)
    sizes = _sizes(names, table, errors, price, budget, fold, mean)
    possible = [size for size in sizes if size.best]
    if not possible:
        raise OptionError(f"No judge costs {budget:g} or less.")
    found = {name: make()[there] for name, make in (rules or {}).items()}
    return JudgePanel(
        items=len(truth),
        judges=tuple(
            JudgeError(
                name=name, bias=float(e.mean()), spread=float(e.std(ddof=1)), rms=_rms(e), cost=float(c)
            )
            for name, e, c in zip(names, errors.T, price, strict=True)
        ),
        correlation=mean_correlation(errors),
        sizes=sizes,
        rules=tuple(_rules(table, truth, found, mean)),
        chosen=min(possible, key=lambda size: (size.held_out, size.judges)),
        budget=budget,
    )


def prices(names: Sequence[str], costs: Mapping[str, float] | None) -> Floats:
    """What a rating of each judge costs: 1 where nothing is said."""
    for name, cost in (costs or {}).items():
        choose("a judge with a cost", name, names)
        if not cost >= 0:
            raise OptionError(f"The cost of {quote(name)} must be 0 or more, got {cost:g}.")
    return np.array([(costs or {}).get(name, 1.0) for name in names])


def _sizes(
    names: Sequence[str], table: Floats, errors: Floats, price: Floats, budget: float,
    fold: NDArray[np.intp], mean: _Mean,
) -> tuple[PanelSize, ...]:  # fmt: skip
    """The best panel of every size, each beside the best judge alone."""
    single = agreement_icc(table)
    made: list[PanelSize] = []
    alone: tuple[Floats, float] | None = None
    for k in range(1, len(names) + 1):
        size, held = _size(k, names, errors, price, budget, fold)
        reliability = k * single / (1 + (k - 1) * single) if single > 0 else math.nan
        gain = error = None
        if held is not None:
            error = _root(mean.square(held[0], held[1]))
        if held is not None and alone is not None:
            gain = mean.square(alone[0] - held[0], math.hypot(alone[1], held[1]), null=0.0)
        made.append(replace(size, reliability=reliability, error=error, gain=gain))
        alone = held if k == 1 else alone
    return tuple(made)


def agreement_icc(table: Floats) -> float:
    """ICC(A,1) of items × raters (McGraw and Wong 1996); nan where nothing varies."""
    n, k = table.shape
    rows, columns, grand = table.mean(axis=1), table.mean(axis=0), table.mean()
    between = k * float(((rows - grand) ** 2).sum()) / (n - 1)
    raters = n * float(((columns - grand) ** 2).sum()) / (k - 1)
    error = float(((table - rows[:, None] - columns + grand) ** 2).sum()) / ((n - 1) * (k - 1))
    total = between + (k - 1) * error + k * (raters - error) / n
    return (between - error) / total if total > 0 else math.nan


@dataclass(frozen=True)
class _Mean:
    """Means over items, with intervals over units."""

    units: Ints
    level: float

    def over(self, x: Floats, luck: float = 0.0) -> ItemMean:
        return mean_with_luck(x, self.units, self.level, luck)

    def square(self, x: Floats, luck: float, **more: float) -> Result:
        return self.over(x, luck).of("mean_squared_error", "Mean squared error", **more)


def mean_with_luck(x: Floats, units: Ints, level: float, luck: float) -> ItemMean:
    """A mean over items whose standard error also allows, in squares, for how far the choice may stray."""
    ones = np.ones(len(x))
    se = ItemMean(x, ones, units, level).of("mean", "").se
    copies = ones / (1 + (luck / se) ** 2) if luck > 0 and se > 0 else None
    return ItemMean(x, ones, units, level, copies)


def held_out(losses: Floats, fold: Ints) -> tuple[Floats, float]:
    """Losses by item (items × panels) of the panel that other folds choose, and how far that may stray.

    Where panels are alike, each fold chooses another one, for having been lucky on the other folds, and the
    mean over folds strays more than that of one panel. How far the panels lie apart that these items cannot
    tell from the one chosen (two standard errors) is of the size of that error; it is 0 where one is clearly
    the best.
    """
    held = np.empty(len(losses))
    for one in np.unique(fold):
        chosen = int(losses[fold != one].mean(axis=0).argmin())
        held[fold == one] = losses[fold == one, chosen]
    apart = losses - held[:, None]
    mean, error = apart.mean(axis=0), apart.std(axis=0, ddof=1) / math.sqrt(len(losses))
    alike = np.abs(mean) <= 2 * error
    return held, math.sqrt(float((mean[alike] ** 2).mean())) if alike.any() else 0.0


def _root(found: Result) -> Result:
    """The root of a mean square, with the roots of the ends of its interval."""
    ends = found.interval
    root = math.sqrt(max(found.estimate, 0.0))
    return replace(
        found,
        measure="root_mean_square_error",
        title="Root mean square error",
        estimate=root,
        se=found.se / (2 * root) if root > 0 else math.nan,
        interval=None
        if ends is None
        else Interval(math.sqrt(max(ends.low, 0.0)), math.sqrt(max(ends.high, 0.0)), ends.level, ends.method),
    )


def _size(
    k: int, names: Sequence[str], errors: Floats, price: Floats, budget: float, fold: NDArray[np.intp]
) -> tuple[PanelSize, tuple[Floats, float] | None]:
    """The best k judges within the budget, and their squared errors on folds that did not choose them."""
    sets = [np.array(s) for s in combinations(range(len(names)), k)]
    means = np.stack([errors[:, s].mean(axis=1) for s in sets], axis=1)
    expected = math.sqrt(float((means**2).mean()))
    open_ = [at for at, s in enumerate(sets) if price[s].sum() <= budget]
    if not open_:
        return PanelSize(judges=k, expected=expected, best=(), held_out=math.nan, cost=math.nan), None
    squares = means[:, open_] ** 2
    held, luck = held_out(squares, fold)
    best = sets[open_[int(squares.mean(axis=0).argmin())]]
    size = PanelSize(
        judges=k,
        expected=expected,
        best=tuple(names[j] for j in best),
        held_out=math.sqrt(float(held.mean())),
        cost=float(price[best].sum()),
    )
    return size, (held, luck)


def _rules(table: Floats, truth: Floats, more: Mapping[str, Floats], mean: _Mean) -> Iterator[CombiningRule]:
    every = {"mean": table.mean(axis=1), "median": np.median(table, axis=1)}
    if len(np.unique(table)) <= _FEW_SCORES:
        every["majority"] = majority(table)
    points = np.unique(truth)
    for name, combined in {**every, **more}.items():
        same = (nearest(points, combined) == truth).astype(float)
        apart = np.abs(combined - truth)
        yield CombiningRule(
            name=name,
            error=float(apart.mean()),
            exact=float(same.mean()),
            apart=mean.over(apart).of("mean_absolute_error", "Mean absolute error"),
            same=mean.over(same).share("exact_agreement", "Same score as people"),
        )


def nearest(points: Floats, x: Floats) -> Floats:
    """The point nearest to each x; of two that are as near, the lower."""
    above = np.clip(np.searchsorted(points, x), 1, max(len(points) - 1, 1))
    if len(points) < 2:
        return np.full(len(x), points[0])
    low, high = points[above - 1], points[above]
    return np.asarray(np.where(x - low <= high - x, low, high))


def majority(table: Floats) -> Floats:
    """The most frequent score of each item; of several, the one nearest to the median, the lower first."""
    points = np.unique(table)
    votes = (table[:, :, None] == points).sum(axis=1)
    far = np.abs(points - np.median(table, axis=1)[:, None])
    return np.asarray(points[np.where(votes == votes.max(axis=1, keepdims=True), far, np.inf).argmin(axis=1)])


def mean_correlation(errors: Floats) -> float:
    """The mean correlation of two columns; nan where fewer than two vary."""
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
        raise OptionError(f"reliability must be above 0 and at most 1, got {reliability:g}.")
    if runs < 1:
        raise OptionError(f"runs must be 1 or more, got {runs}.")
    return math.sqrt(runs / (1 + (runs - 1) * reliability))
