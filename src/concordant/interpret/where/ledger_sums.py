"""Disagreement added up over rows, raters, pairs of raters and pairs of categories, each adding to the whole.

Where categories are few, rows are counts of categories N, and Σ over the pairs of an item of d is ½·N d N′:
no pair of ratings is ever formed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Literal

import numpy as np

from ...coefficients.catalogue import BY_NAME
from ...coefficients.categories import Nearness, metric_kernel
from ...coefficients.kernels import AbsoluteKernel, NominalKernel, SquaredKernel
from ...coefficients.weights import disagreement, positions
from ...ratings.ratings import Ratings
from ...reduce.item_weights import Floats, Ints, weight_by_code
from ...reduce.profiles import category_counts, pairs_of_categories, profiles_of
from ...reduce.table import Table
from ...reduce.totals import symmetric
from ..compare import MOST_CATEGORIES

#: With more raters than this no pairs of them are shown.
MOST_RATERS = 60
_BLOCK = 1 << 14
#: A bias below this part of the disagreement is the square of what rounding leaves of a zero.
_DUST = 1e-24


@dataclass(frozen=True, eq=False)
class PairSums:
    """By two raters, g < h: what they add, how much their pairs of ratings count, and how much is bias.

    Bias is what would be left if all differences of a pair were the same; nan where d is no square.
    """

    apart: Floats
    met: Floats
    bias: Floats


def pair_sums(ratings: Ratings, unit: Floats, form: DisagreementForm) -> PairSums:
    """The sums of every two raters, where a pair of ratings of a row counts `unit`."""
    few = len(ratings.labels) <= MOST_CATEGORIES
    found = (_of_few if few else _one_by_one)(ratings, unit, form)
    apart, met, ahead = (np.triu(x, 1) for x in found)
    if form.squares is None:
        return PairSums(apart, met, np.full_like(met, np.nan))
    bias = ahead**2 / np.where(met > 0, met, 1.0)
    return PairSums(apart, met, np.where(bias > _DUST * apart, bias, 0.0))


@dataclass(frozen=True, eq=False, kw_only=True)
class LedgerSums:
    """What each part adds to the disagreement, in one unit throughout.

    `weights` are the items of each row that two ratings or more make count. `categories[i, j]` is what pairs
    (i, j) add: the first rater's i with the second's j where there are two raters, else half of either order.
    A rater has half of each of their pairs.
    """

    rows: Floats
    weights: Floats
    raters: Floats
    categories: Floats | None
    cells: Floats | None
    pairs: PairSums | None

    @property
    def total(self) -> float:
        """All disagreement."""
        return float(self.rows.sum())


def disagreement_sums(ratings: Ratings, weights: Floats, form: DisagreementForm) -> LedgerSums:
    """The sums of some ratings whose rows stand for `weights` items."""
    few = ratings.n_raters > 2 and len(ratings.labels) <= MOST_CATEGORIES
    return (_by_counts if few else _by_pairs)(ratings, weights, form)


def _per_pair(counts: Counts, given: Floats, apart: Floats) -> Floats:
    """What one pair of ratings of an item counts, an item having given·(given − 1)/2 of them."""
    number = np.maximum(given * (given - 1) / 2, 1.0)
    if counts == "any":
        return np.asarray(np.where(apart > 0, 1 / np.where(apart > 0, apart, 1.0), 1 / number))
    return np.asarray({"item": 1 / number, "ratings": given / number, "pairs": np.ones_like(given)}[counts])


# --- few categories -----------------------------------------------------------------------------


def _by_counts(ratings: Ratings, weights: Floats, form: DisagreementForm) -> LedgerSums:
    size = len(ratings.labels)
    d = _both_ways(form, size)
    counts = category_counts(ratings)
    given = counts.sum(axis=1)
    away = counts @ d  # how far category k of an item lies from its ratings
    apart = (counts * away).sum(axis=1) / 2
    unit = weights * _per_pair(form.counts, given, apart) * (given >= 2)
    cells = (counts.T @ (counts * unit[:, None]) - np.diag(unit @ counts)) / 2
    raters = np.zeros(ratings.n_raters)
    for g, column in enumerate(ratings.columns):
        here = np.flatnonzero(column >= 0)
        raters[g] = unit[here] @ away[here, column[here]] / 2
    pairs = None if ratings.n_raters > MOST_RATERS else pair_sums(ratings, unit, form)
    return LedgerSums(
        rows=unit * apart, weights=weights * (given >= 2), raters=raters, categories=cells * d, cells=cells,
        pairs=pairs,
    )  # fmt: skip


def _both_ways(form: DisagreementForm, size: int) -> Floats:
    """d between every two categories; where a pair has no direction, the mean of both."""
    d = pairs_of_categories(form.between, size)
    return d if form.one_way else (d + d.T) / 2


def _of_few(ratings: Ratings, unit: Floats, form: DisagreementForm) -> tuple[Floats, Floats, Floats]:
    """Σ u d(x_g, x_h), Σ u and Σ u (x_h − x_g), as products of who-said-what with how-far-that-is."""
    raters, size = ratings.n_raters, len(ratings.labels)
    apart, met, ahead = (np.zeros((raters, raters)) for _ in range(3))
    far = np.vstack([_both_ways(form, size), np.zeros(size)])  # a gap (-1) reads the zeros at the end
    for start in range(0, len(ratings), _BLOCK):
        codes, u = ratings.matrix[start : start + _BLOCK], unit[start : start + _BLOCK, None]
        there = (codes >= 0).astype(float)
        met += there.T @ (there * u)
        for category in range(size):
            apart += far[:, category][codes].T @ ((codes == category) * u)
        if form.squares is not None:
            ahead += there.T @ (np.append(form.squares, 0.0)[codes] * u)
    return apart, met, ahead - ahead.T


# --- two raters, or measurements ----------------------------------------------------------------


def _by_pairs(ratings: Ratings, weights: Floats, form: DisagreementForm) -> LedgerSums:
    given, apart = np.zeros(len(ratings)), np.zeros(len(ratings))
    for column in ratings.columns:
        given += column >= 0
    for a, b in combinations(ratings.columns, 2):
        here, between = _met(a, b, form)
        apart[here] += between
    unit = weights * _per_pair(form.counts, given, apart) * (given >= 2)
    pairs = pair_sums(ratings, unit, form)
    cells = _cells(ratings, unit)
    both = pairs.apart + pairs.apart.T
    return LedgerSums(
        rows=unit * apart, weights=weights * (given >= 2), raters=both.sum(axis=0) / 2, cells=cells,
        categories=None if cells is None else cells * _both_ways(form, len(ratings.labels)),
        pairs=pairs if ratings.n_raters <= MOST_RATERS else None,
    )  # fmt: skip


def _one_by_one(ratings: Ratings, unit: Floats, form: DisagreementForm) -> tuple[Floats, Floats, Floats]:
    shape = (ratings.n_raters, ratings.n_raters)
    apart, met, ahead = (np.zeros(shape) for _ in range(3))
    for (g, a), (h, b) in combinations(enumerate(ratings.columns), 2):
        here, between = _met(a, b, form)
        apart[g, h], met[g, h] = unit[here] @ between, unit[here].sum()
        if form.squares is not None:
            ahead[g, h] = unit[here] @ (form.squares[b[here]] - form.squares[a[here]])
    return apart, met, ahead


def _met(a: Ints, b: Ints, form: DisagreementForm) -> tuple[Ints, Floats]:
    """The rows that both rated, and how far apart; a pair without direction is met both ways."""
    here = np.flatnonzero((a >= 0) & (b >= 0))
    one, other = a[here], b[here]
    if form.one_way:
        return here, form.between(one, other)
    return here, (form.between(one, other) + form.between(other, one)) / 2


def _cells(ratings: Ratings, unit: Floats) -> Floats | None:
    """What the first says by what the second says."""
    size = len(ratings.labels)
    if ratings.n_raters != 2 or size > MOST_CATEGORIES:
        return None
    a, b = ratings.columns
    here = np.flatnonzero((a >= 0) & (b >= 0))
    key = a[here].astype(np.int64) * size + b[here]
    return weight_by_code(key, unit[here], size * size).reshape(size, size)


#: 1 − coefficient, the distance itself, or the mean squared difference in its place.
What = Literal["one-minus", "distance", "squared"]
#: An item counts one, or as its ratings, or as its pairs; or one where any two ratings differ.
Counts = Literal["item", "ratings", "pairs", "any"]


@dataclass(frozen=True, eq=False, kw_only=True)
class DisagreementForm:
    """Disagreement as a sum over items, of pairs of ratings: Σ_i c_i Σ_gh d(x_ig, x_ih).

    `between` is d. `one_way` means that (first, second) is all there is to ask: d has no direction, or a pair
    has one. `squares` are places of the categories where d = (a − b)²: it then falls into bias and scatter.
    """

    between: Callable[[Ints, Ints], Floats]
    what: What = "one-minus"
    counts: Counts = "item"
    one_way: bool = True
    squares: Floats | None = None


def form_of(name: str, options: Mapping[str, Any], ratings: Ratings) -> DisagreementForm | None:
    """The form of a coefficient of the catalogue, None where it has none."""
    if name == "light_kappa" and ratings.n_raters == 2:
        name = "cohen_kappa"
    kind = BY_NAME[name].disagreement
    if kind in ("weighted", "weighted pairs"):
        return _weighted(name, options, ratings)
    across: Counts = "any" if options.get("across") == "all" else "item"
    if kind == "nominal":
        return DisagreementForm(between=NominalKernel().between, counts=across)
    if kind == "metric":
        return _alpha(options, ratings)
    if kind is None or not ratings.scale.ordered:
        return None
    x = positions(ratings.scale, ratings.labels, None, name)
    if kind == "adjacent":
        return DisagreementForm(between=Nearness(x, float(options.get("within", 1.0))).between, counts=across)
    if kind == "absolute":
        return DisagreementForm(between=AbsoluteKernel(x).between, what="distance")
    return DisagreementForm(between=SquaredKernel(x).between, what="squared", squares=x)


def _weighted(name: str, options: Mapping[str, Any], ratings: Ratings) -> DisagreementForm:
    weights = options.get("weights", "identity")
    scores = options.get("scores")
    kernel = disagreement(weights, ratings.scale, ratings.labels, scores)
    squares = None
    if isinstance(weights, str) and weights == "quadratic":
        x = positions(ratings.scale, ratings.labels, scores)
        squares = x / (np.ptp(x) or 1.0)
    return DisagreementForm(
        between=kernel.between,
        counts="pairs" if BY_NAME[name].disagreement == "weighted pairs" else "item",
        one_way=BY_NAME[name].statistic is Table or symmetric(kernel),
        squares=squares,
    )


def _alpha(options: Mapping[str, Any], ratings: Ratings) -> DisagreementForm:
    """Every pairable rating counts one, so that an item counts as its ratings."""
    kernel = metric_kernel(profiles_of(ratings), options.get("metric"))
    squares = kernel.x if isinstance(kernel, SquaredKernel) else None
    return DisagreementForm(between=kernel.between, counts="ratings", squares=squares)
