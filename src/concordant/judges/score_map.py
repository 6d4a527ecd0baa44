"""Which score of people corresponds to which score of a judge: a map that never goes down.

The mean label of the items with each score of the judge, made monotone by pooling neighbours that are in
the wrong order (isotonic regression; Ayer et al. 1955). How much it helps is measured on items that were not
used for it: each fold is mapped by the others.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..arguments import check_arguments
from ..errors import OptionError
from ..language.render import Language
from ..reduce.item_weights import Floats, Ints
from ..wording import text_in
from .folds import make_folds
from .labelled_items import LabelledItems, as_scores

#: Labels for each fold at least.
_LEAST_FOLD = 5


@dataclass(frozen=True, kw_only=True, eq=False)
class ScoreMap:
    """A judge's scores, what people give on average to items with each, and how many labels show it.

    `error_before` and `error_after` are mean absolute errors of the judge as it is and as mapped, the
    latter on items not used to fit the map; `mapped` is the judge's score of every item, mapped (for a
    labelled item by the folds that do not hold it). `error_one_answer` is the error of the mean of the other
    folds for every item: what is reached without the judge.
    """

    scores: Floats
    people: Floats
    labels: Ints
    error_before: float
    error_after: float
    mapped: Floats
    error_one_answer: float

    @check_arguments
    def apply(self, scores: Iterable[Any]) -> Floats:
        """The judge's scores on people's scale, by linear interpolation between observed scores."""
        return np.interp(as_scores(scores, "scores", gaps=True), self.scores, self.people)

    @check_arguments
    def text(self, lang: Language = "en") -> str:
        """The map and what it gains in words, in "en" or "zh"."""
        return text_in("score map", self, lang)


def score_map(items: LabelledItems, *, folds: int = 5, seed: int = 0) -> ScoreMap:
    """Fit the map on all labels, and measure it by folds."""
    fold = folds_of(items, folds, seed)
    scores, people, labels = isotonic(items.judged, items.labels, items.design)
    crossed, one_answer = np.empty((2, len(items.labels)))
    for one in np.unique(fold):
        train, test = fold != one, fold == one
        known = isotonic(items.judged[train], items.labels[train], items.design[train])
        crossed[test] = np.interp(items.judged[test], known[0], known[1])
        one_answer[test] = np.average(items.labels[train], weights=items.design[train])
    mapped = np.interp(items.judge, scores, people)
    mapped[items.labelled] = crossed
    w = items.design / items.design.sum()
    return ScoreMap(
        scores=scores,
        people=people,
        labels=labels,
        error_before=float(w @ np.abs(items.judged - items.labels)),
        error_after=float(w @ np.abs(crossed - items.labels)),
        mapped=mapped,
        error_one_answer=float(w @ np.abs(one_answer - items.labels)),
    )


def folds_of(items: LabelledItems, folds: int, seed: int) -> Ints:
    """The fold of every label, at random; what belongs together is in one fold."""
    n = len(items.labels)
    folds = min(folds, n // _LEAST_FOLD)
    if folds < 2:
        raise OptionError(f"{n} labels are too few to measure a map: at least {2 * _LEAST_FOLD} are needed.")
    units = None if items.clusters is None else items.clusters[items.labelled]
    return make_folds(np.column_stack([items.judged, items.labels, items.design]), units, folds, seed)


def isotonic(x: Floats, y: Floats, weights: Floats) -> tuple[Floats, Floats, Ints]:
    """Distinct x, the best values of y that never go down, and how many items have each x."""
    distinct, place, counts = np.unique(x, return_inverse=True, return_counts=True)
    total = np.bincount(place, weights)
    means = np.bincount(place, weights * y) / total
    blocks: list[list[float]] = []  # mean, weight, how many x
    for mean, weight in zip(means.tolist(), total.tolist(), strict=True):
        blocks.append([mean, weight, 1])
        while len(blocks) > 1 and blocks[-2][0] >= blocks[-1][0]:
            value, size, many = blocks.pop()
            before = blocks[-1]
            before[0] = (before[0] * before[1] + value * size) / (before[1] + size)
            before[1] += size
            before[2] += many
    fitted = np.concatenate([np.full(int(many), mean) for mean, _, many in blocks])
    return distinct, fitted, counts
