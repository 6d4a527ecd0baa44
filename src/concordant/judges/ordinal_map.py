"""Which category of people corresponds to which score of a judge: an ordered logit.

The model is P(label ≤ c | x) = 1/(1 + exp(β·x − θ_c)) with x the judge's score, β ≥ 0 and θ rising
(McCullagh 1980); it is fitted by maximum likelihood. A score corresponds to the median category, which errs
least in steps. How much the map helps is measured on items that were not used for it: each fold is mapped by
the others.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..arguments import check_arguments
from ..errors import OptionError
from ..reduce.item_weights import Floats, Ints
from .labelled_items import LabelledItems, as_scores
from .score_map import folds_of

#: With more distinct labels there are hardly categories.
MOST_CATEGORIES = 20
#: A penalty on the slope, in standard deviations of the judge, as small as a tenth of an item: labels that a
#: score separates completely would have an infinite one.
_RIDGE = 0.1


@dataclass(frozen=True, kw_only=True, eq=False)
class OrdinalMap:
    """A judge's scores, the category of people for each, and how probable every category is there.

    `probabilities` is scores × categories. `same_before` and `same_after` are the shares of labels that the
    judge meets as it is and as mapped, `error_before` and `error_after` mean absolute errors; those after are
    of items not used to fit the map. `mapped` is the category of every item (for a labelled item by the folds
    that do not hold it).
    """

    scores: Floats
    people: Floats
    labels: Ints
    categories: Floats
    probabilities: Floats
    slope: float
    cuts: Floats
    error_before: float
    error_after: float
    same_before: float
    same_after: float
    mapped: Floats

    @check_arguments
    def apply(self, scores: Iterable[Any]) -> Floats:
        """The category of people for each of the judge's scores; nan for a gap."""
        x = as_scores(scores, "scores", gaps=True)
        there = ~np.isnan(x)
        out = np.full(len(x), np.nan)
        out[there] = _Logit(self.categories, self.slope, self.cuts).median(x[there])
        return out


@dataclass(frozen=True)
class _Logit:
    """A fitted model."""

    categories: Floats
    slope: float
    cuts: Floats

    def below(self, x: Floats) -> Floats:
        """P(label ≤ c) for every category but the last."""
        return np.asarray(1 / (1 + np.exp(np.clip(self.slope * x[:, None] - self.cuts, -700, 700))))

    def probabilities(self, x: Floats) -> Floats:
        """P(label = c) for every category."""
        ends = np.zeros((len(x), 1))
        return np.diff(np.hstack([ends, self.below(x), ends + 1]), axis=1)

    def median(self, x: Floats) -> Floats:
        """The lowest category with P(label ≤ c) of one half or more."""
        return np.asarray(self.categories[(self.below(x) < 0.5).sum(axis=1)])


def ordinal_map(items: LabelledItems, *, folds: int = 5, seed: int = 0) -> OrdinalMap:
    """Fit the map on all labels, and measure it by folds."""
    categories = np.unique(items.labels)
    if not 2 <= len(categories) <= MOST_CATEGORIES:
        raise OptionError(
            f"An ordinal map needs 2 to {MOST_CATEGORIES} different labels of people; there are "
            f"{len(categories)}. Use method='isotonic' for mean scores."
        )
    fold = folds_of(items, folds, seed)
    model = _fit(items.judged, items.labels, items.design, categories)
    crossed = np.empty(len(items.labels))
    for one in np.unique(fold):
        rest, own = fold != one, fold == one
        known = np.unique(items.labels[rest])
        part = _fit(items.judged[rest], items.labels[rest], items.design[rest], known)
        crossed[own] = part.median(items.judged[own])
    mapped = model.median(items.judge)
    mapped[items.labelled] = crossed
    w = items.design / items.design.sum()
    scores, labels = np.unique(items.judged, return_counts=True)
    return OrdinalMap(
        scores=scores,
        people=model.median(scores),
        labels=labels,
        categories=categories,
        probabilities=model.probabilities(scores),
        slope=model.slope,
        cuts=model.cuts,
        error_before=float(w @ np.abs(items.judged - items.labels)),
        error_after=float(w @ np.abs(crossed - items.labels)),
        same_before=float(w @ (items.judged == items.labels)),
        same_after=float(w @ (crossed == items.labels)),
        mapped=mapped,
    )


def _distinct(z: Floats, code: Ints, weights: Floats) -> tuple[Floats, Ints, Floats]:
    """Every pair of a score and a category once, with its weight."""
    scores, place = np.unique(z, return_inverse=True)
    width = int(code.max()) + 1
    pairs, back = np.unique(place * width + code, return_inverse=True)
    return scores[pairs // width], pairs % width, np.bincount(back, weights).astype(float)


def _fit(x: Floats, y: Floats, weights: Floats, categories: Floats) -> _Logit:
    """Maximum likelihood, from the log odds of the shares of categories and no slope on.

    Cuts are the first and the logarithms of the steps between them, so that they rise.
    """
    from scipy.optimize import minimize

    if len(categories) < 2:
        return _Logit(categories, 0.0, np.zeros(0))
    middle, spread = float(x.mean()), float(x.std()) or 1.0
    z, code, weights = _distinct((x - middle) / spread, np.searchsorted(categories, y), weights)

    def unpack(p: Floats) -> _Logit:
        cuts = p[1] + np.concatenate([[0.0], np.cumsum(np.exp(p[2:]))])
        return _Logit(categories, float(p[0]), cuts)

    def loss(p: Floats) -> tuple[float, Floats]:
        model = unpack(p)
        below = np.hstack([np.zeros((len(z), 1)), model.below(z), np.ones((len(z), 1))])
        row = np.arange(len(z))
        low, high = below[row, code], below[row, code + 1]
        chance = np.maximum(high - low, 1e-300)
        steep_low, steep_high = weights * low * (1 - low) / chance, weights * high * (1 - high) / chance
        by_cut = np.bincount(code, -steep_high, len(categories))[:-1]
        by_cut += np.bincount(code, steep_low, len(categories))[1:]
        later = np.cumsum(by_cut[::-1])[::-1]
        steps = np.exp(p[2:]) * later[1:]
        slope = float(((steep_high - steep_low) * z).sum()) + _RIDGE * p[0]
        value = -float(weights @ np.log(chance)) + _RIDGE * float(p[0]) ** 2 / 2
        return value, np.concatenate([[slope, later[0]], steps])

    shares = np.cumsum(np.bincount(code, weights, len(categories)))[:-1] / weights.sum()
    start = np.log(shares / (1 - shares))
    first = np.concatenate([[0.0, start[0]], np.log(np.maximum(np.diff(start), 1e-6))])
    bounds = [(0.0, None), *[(None, None)] * (len(categories) - 1)]
    found = unpack(minimize(loss, first, jac=True, method="L-BFGS-B", bounds=bounds).x)
    return _Logit(categories, found.slope / spread, found.cuts + found.slope * middle / spread)
