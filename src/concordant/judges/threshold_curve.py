"""A judge that gives scores, and labels of two kinds: which threshold separates them, and how well.

The area under the ROC curve is the share of pairs (positive, negative) in which the positive has the higher
score, ties counting half; its error is by placement values (DeLong et al. 1988), summed within clusters where
rows belong together (Obuchowski 1997), and its interval is on the logit scale.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError, choose
from ..inference.intervals import on_logit, quantile, wilson
from ..language.message import worded_note
from ..reduce.item_weights import Floats, Ints
from ..result import Interval, Note, Result
from .folds import make_folds

Criterion = Literal["youden", "f1", "accuracy"]
CRITERIA: tuple[Criterion, ...] = ("youden", "f1", "accuracy")
#: Fewer of either kind are too few for a curve.
LEAST_OF_A_KIND = 5
_FOLDS = 5


@dataclass(frozen=True, kw_only=True)
class ThresholdPoint:
    """What happens where every score of at least `threshold` is called positive."""

    threshold: float
    sensitivity: float
    specificity: float
    precision: float
    flagged: float
    f1: float
    accuracy: float


@dataclass(frozen=True, kw_only=True)
class ThresholdCurve:
    """Every threshold with what it does, the area under the curve, and the threshold chosen by `criterion`.

    `found` are sensitivity, specificity, precision and accuracy at the chosen threshold; `held_out` are the
    same on items that did not choose it (five folds), which is what to expect of new items.
    """

    area: Result
    average_precision: float
    prevalence: float
    criterion: Criterion
    points: tuple[ThresholdPoint, ...]
    chosen: ThresholdPoint
    found: tuple[Result, ...]
    held_out: tuple[Result, ...]
    notes: tuple[Note, ...] = ()


def threshold_curve(
    scores: Floats,
    positive: NDArray[np.bool_],
    *,
    criterion: Criterion = "youden",
    clusters: Ints | None = None,
    level: float = 0.95,
    seed: int = 0,
) -> ThresholdCurve:
    """The curve of scores beside labels; `criterion` chooses the threshold."""
    choose("criterion", criterion, CRITERIA)
    if len(scores) != len(positive):
        raise InputError(f"There are {len(scores)} scores and {len(positive)} labels.")
    n_positive, n, least = int(positive.sum()), len(positive), LEAST_OF_A_KIND
    if min(n_positive, n - n_positive) < least:
        raise InputError(
            f"{n_positive} labels are positive and {n - n_positive} negative; "
            f"at least {least} of each are needed."
        )
    points = _points(scores, positive)
    chosen = _best(points, criterion)
    area = _area(scores, positive, clusters, level)
    called = _held_out(scores, positive, criterion, clusters, seed)
    return ThresholdCurve(
        area=area,
        average_precision=_average_precision(points),
        prevalence=n_positive / n,
        criterion=criterion,
        points=points,
        chosen=chosen,
        found=_rates(scores >= chosen.threshold, positive, level),
        held_out=_rates(called, positive, level),
        notes=(worded_note("scores-reversed"),) if area.estimate < 0.5 else (),
    )


def _points(scores: Floats, positive: NDArray[np.bool_]) -> tuple[ThresholdPoint, ...]:
    """Every distinct score as a threshold, the highest first."""
    values, place = np.unique(scores, return_inverse=True)
    size = len(values)
    above = np.cumsum(np.bincount(place, positive, size)[::-1])
    flagged = np.cumsum(np.bincount(place, minlength=size)[::-1])
    n, n_positive = len(scores), float(positive.sum())
    found = []
    for threshold, tp, many in zip(values[::-1].tolist(), above.tolist(), flagged.tolist(), strict=True):
        tn = n - n_positive - (many - tp)
        found.append(
            ThresholdPoint(
                threshold=threshold,
                sensitivity=tp / n_positive,
                specificity=tn / (n - n_positive),
                precision=tp / many,
                flagged=many / n,
                f1=2 * tp / (n_positive + many),
                accuracy=(tp + tn) / n,
            )
        )
    return tuple(found)


def _best(points: tuple[ThresholdPoint, ...], criterion: Criterion) -> ThresholdPoint:
    def worth(point: ThresholdPoint) -> float:
        if criterion == "youden":
            return point.sensitivity + point.specificity
        return point.f1 if criterion == "f1" else point.accuracy

    return max(points, key=worth)


def _average_precision(points: tuple[ThresholdPoint, ...]) -> float:
    """Σ precision·(rise of recall), without interpolation."""
    recall = np.diff([0.0, *(point.sensitivity for point in points)])
    return float(recall @ np.array([point.precision for point in points]))


def _area(scores: Floats, positive: NDArray[np.bool_], clusters: Ints | None, level: float) -> Result:
    mine, theirs = scores[positive], scores[~positive]
    below, above = _placed(mine, theirs), 1 - _placed(theirs, mine)
    value = float(below.mean())
    rows = np.zeros(len(scores))
    rows[positive] = (below - value) / len(mine)
    rows[~positive] = (above - value) / len(theirs)
    if clusters is None:
        variance = sum(float((x**2).sum()) * len(x) / (len(x) - 1) for x in (rows[positive], rows[~positive]))
    else:
        sums = np.bincount(np.unique(clusters, return_inverse=True)[1], rows)
        variance = float((sums**2).sum()) * len(sums) / max(len(sums) - 1, 1)
    se = math.sqrt(variance)
    interval = None
    if se > 0 and 0 < value < 1:
        low, high = on_logit(value, se, level, math.inf)
        interval = Interval(float(low), float(high), level, "DeLong, logit")
    return Result(
        measure="roc_area",
        title="Area under the ROC curve",
        estimate=value,
        se=se,
        interval=interval,
        n_items=len(scores),
        n_raters=2,
        method="DeLong, logit",
        notes=() if interval is not None else (worded_note("separated-completely"),),
    )


def _placed(x: Floats, among: Floats) -> Floats:
    """The share of `among` below each x, equal ones counting half."""
    ranked = np.sort(among)
    low, high = np.searchsorted(ranked, x, "left"), np.searchsorted(ranked, x, "right")
    return np.asarray((low + high) / (2 * len(among)))


def _held_out(
    scores: Floats, positive: NDArray[np.bool_], criterion: Criterion, clusters: Ints | None, seed: int
) -> NDArray[np.bool_]:
    """Which items are called positive by a threshold that the other folds chose."""
    fold = make_folds(np.column_stack([scores, positive]), clusters, _FOLDS, seed)
    called = np.zeros(len(scores), dtype=bool)
    for one in np.unique(fold):
        train = fold != one
        if positive[train].any() and not positive[train].all():
            best = _best(_points(scores[train], positive[train]), criterion)
            called[~train] = scores[~train] >= best.threshold
    return called


def _rates(called: NDArray[np.bool_], positive: NDArray[np.bool_], level: float) -> tuple[Result, ...]:
    right = called == positive
    return (
        _share("sensitivity", called[positive], level),
        _share("specificity", ~called[~positive], level),
        _share("precision", positive[called], level),
        _share("accuracy", right, level),
    )


def _share(name: str, hits: NDArray[np.bool_], level: float) -> Result:
    n = len(hits)
    if not n:
        return Result(
            measure="exact_agreement",
            title="Share",
            category=name,
            estimate=math.nan,
            notes=(worded_note("none-called-positive"),),
        )
    p = float(hits.mean())
    low, high = wilson(p, p * (1 - p) / n, n, quantile(0.5 + level / 2, math.inf))
    return Result(
        measure="exact_agreement",
        title="Share",
        category=name,
        estimate=p,
        se=math.sqrt(p * (1 - p) / n),
        interval=Interval(float(low), float(high), level, "Wilson"),
        n_items=n,
        method="Wilson",
    )
