"""Which category of people corresponds to which score of a judge: an ordered logit.

The model is P(label ≤ c | x) = 1/(1 + exp(β·x − θ_c)) with x the judge's score, β ≥ 0 and θ rising
(McCullagh 1980); it is fitted by maximum likelihood. A score corresponds to the median category, which errs
least in steps. How much the map helps is measured on items that were not used for it: each fold is mapped by
the others. A judge without skill errs less when all its scores become the median category, so that one answer
for every item is measured in the same way: a map that is no better has learnt nothing from the judge.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..arguments import check_arguments
from ..errors import OptionError
from ..language.render import Language
from ..reduce.item_weights import Floats, Ints
from ..wording import text_in
from .labelled_items import LabelledItems, as_scores
from .panel import nearest
from .score_map import folds_of

#: With more distinct labels there are hardly categories.
MOST_CATEGORIES = 20
#: A penalty on the slope, in standard deviations of the judge, as small as a tenth of an item: labels that a
#: score separates completely would have an infinite one.
_RIDGE = 0.1
#: Newton's method takes six to ten.
_MOST_STEPS = 100


@dataclass(frozen=True, kw_only=True, eq=False)
class OrdinalMap:
    """A judge's scores, the category of people for each, and how probable every category is there.

    `probabilities` is scores × categories. `same_before` and `same_after` are the shares of labels that the
    judge meets as it is and as mapped, `error_before` and `error_after` mean absolute errors; those after are
    of items not used to fit the map. `mapped` is the category of every item (for a labelled item by the folds
    that do not hold it). `one_answer` is the median category of the other folds for every labelled item, and
    `error_one_answer` its mean absolute error: what is reached without the judge.
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
    one_answer: Floats
    error_one_answer: float

    @check_arguments
    def apply(self, scores: Iterable[Any]) -> Floats:
        """The category of people for each of the judge's scores; nan for a gap."""
        x = as_scores(scores, "scores", gaps=True)
        there = ~np.isnan(x)
        out = np.full(len(x), np.nan)
        out[there] = _Logit(self.categories, self.slope, self.cuts).median(x[there])
        return out

    @check_arguments
    def text(self, lang: Language = "en") -> str:
        """The map and what it gains in words, in "en" or "zh"."""
        return text_in("ordinal map", self, lang)


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
            f"An ordinal map needs 2 to {MOST_CATEGORIES} different human labels; there are "
            f"{len(categories)}. Use method='isotonic' for mean scores."
        )
    fold = folds_of(items, folds, seed)
    model = _fit(items.judged, items.labels, items.design, categories)
    crossed, one_answer = np.empty((2, len(items.labels)))
    for one in np.unique(fold):
        rest, own = fold != one, fold == one
        known = np.unique(items.labels[rest])
        part = _fit(items.judged[rest], items.labels[rest], items.design[rest], known)
        crossed[own] = part.median(items.judged[own])
        one_answer[own] = _median(items.labels[rest], items.design[rest])
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
        one_answer=one_answer,
        error_one_answer=float(w @ np.abs(one_answer - items.labels)),
    )


def with_categories(items: LabelledItems, points: Floats) -> LabelledItems:
    """Items whose labels are the nearest points of a scale, halves down: a mean of people is none."""
    labels = items.human.copy()
    labels[items.labelled] = nearest(np.unique(points), items.labels)
    return replace(items, human=labels)


def _median(values: Floats, weights: Floats) -> float:
    """The lowest value with half of the weight at it or below."""
    order = np.argsort(values, kind="stable")
    reached = np.cumsum(weights[order])
    return float(values[order][np.searchsorted(reached, reached[-1] / 2)])


def _distinct(z: Floats, code: Ints, weights: Floats) -> tuple[Floats, Ints, Floats]:
    """Every pair of a score and a category once, with its weight."""
    scores, place = np.unique(z, return_inverse=True)
    width = int(code.max()) + 1
    pairs, back = np.unique(place * width + code, return_inverse=True)
    return scores[pairs // width], pairs % width, np.bincount(back, weights).astype(float)


def _fit(x: Floats, y: Floats, weights: Floats, categories: Floats) -> _Logit:
    """Maximum likelihood by Newton's method, from the log odds of the shares of categories and no slope on.

    The likelihood has one maximum (Pratt 1981); where it rises towards slopes below 0, the best map is flat.
    """
    if len(categories) < 2:
        return _Logit(categories, 0.0, np.zeros(0))
    middle, spread = float(x.mean()), float(x.std()) or 1.0
    z, code, weights = _distinct((x - middle) / spread, np.searchsorted(categories, y), weights)
    shares = np.cumsum(np.bincount(code, weights, len(categories)))[:-1] / weights.sum()
    p = np.concatenate([[0.0], np.log(shares / (1 - shares))])
    likelihood = _Likelihood(z, code, weights, len(categories) - 1)
    value, gradient, information = likelihood.at(p)
    for _ in range(_MOST_STEPS if gradient[0] > 0 else 0):
        step = np.linalg.solve(information, gradient)
        size = 1.0
        while size > 1e-6 and not likelihood.at(p + size * step)[0] >= value:
            size /= 2
        if not likelihood.at(p + size * step)[0] >= value:
            break  # rounding is all that is left to gain
        p = p + size * step
        gain, (value, gradient, information) = value, likelihood.at(p)
        if value - gain < 1e-10 * abs(value):
            break
    slope = float(p[0]) / spread
    return _Logit(categories, slope, p[1:] + slope * middle)


@dataclass(frozen=True)
class _Likelihood:
    """The log-likelihood of a slope and cuts, less the penalty on the slope."""

    z: Floats
    code: Ints
    weights: Floats
    cuts: int

    def at(self, p: Floats) -> tuple[float, Floats, Floats]:
        """The value, its gradient, and its second derivatives with the sign turned; −∞ for cuts that fall."""
        if not (np.diff(p[1:]) > 0).all():
            return -np.inf, np.zeros(0), np.zeros((0, 0))
        ends = np.concatenate([[-np.inf], p[1:], [np.inf]])
        low, high = (
            1 / (1 + np.exp(np.clip(p[0] * self.z - ends[self.code + i], -700, 700))) for i in (0, 1)
        )
        chance = np.maximum(high - low, 1e-300)
        steep_low, steep_high = low * (1 - low), high * (1 - high)
        by_low, by_high = -steep_low / chance, steep_high / chance
        value = float((self.weights * np.log(chance)).sum()) - _RIDGE * float(p[0]) ** 2 / 2
        down, up = self._moves(self.code - 1), self._moves(self.code)
        gradient = (self.weights * by_low) @ down + (self.weights * by_high) @ up
        gradient[0] -= _RIDGE * p[0]
        bend_low = -steep_low * (1 - 2 * low) / chance - by_low**2
        bend_high = steep_high * (1 - 2 * high) / chance - by_high**2
        mixed = (down * (self.weights * -by_low * by_high)[:, None]).T @ up
        curvature = mixed + mixed.T
        curvature += (down * (self.weights * bend_low)[:, None]).T @ down
        curvature += (up * (self.weights * bend_high)[:, None]).T @ up
        curvature[0, 0] -= _RIDGE
        return value, gradient, -curvature

    def _moves(self, cut: Ints) -> Floats:
        """How the distance of each row from one of its cuts moves with the slope and with each cut."""
        own = np.zeros((len(cut), self.cuts + 1))
        inner = np.flatnonzero((cut >= 0) & (cut < self.cuts))
        own[:, 0] = -self.z
        own[inner, cut[inner] + 1] = 1.0
        return own
