"""Weights: how bad it is to say i where another says j.

Agreement weights (1 on the diagonal) and disagreement weights (0 there) are both understood;
inside there is only disagreement, scaled so that the worst is 1. Numbers are spaced by their
values, named categories by their rank on the declared scale.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from ..digits import refuse_extremes
from ..errors import OptionError, ScaleError, choose
from ..quote import quote
from ..ratings.numeric import real_numbers
from ..ratings.ratings import Ratings
from ..ratings.scale import Scale
from ..reduce.item_weights import Floats, weight_by_code
from .kernels import (
    AbsoluteKernel,
    Kernel,
    MatrixKernel,
    NominalKernel,
    SquaredKernel,
    as_matrix,
    written_out,
)

WeightName = Literal["identity", "linear", "quadratic", "radical", "ordinal", "ratio", "circular", "bipolar"]
#: A name, "power:1.5", or a k × k matrix.
Weights = WeightName | str | Sequence[Sequence[float]] | NDArray[Any]

#: Above this many distinct values a matrix is not written out.
_MANY = 2000


def disagreement(
    weights: Weights, scale: Scale, labels: NDArray[Any], scores: Sequence[float] | None = None
) -> Kernel:
    """The disagreement kernel that `weights` means on this scale."""
    k = len(labels)
    if not isinstance(weights, str):
        if scores is not None:
            raise OptionError(
                "scores sets the spacing of categories for named weights, but a "
                "weight matrix has its own: omit scores."
            )
        return _given(weights, k)
    if weights == "identity":
        if scores is not None:
            raise OptionError(
                "scores sets the spacing of categories for weights: also give weights, for example "
                "weights='quadratic'."
            )
        return NominalKernel()
    power = _power(weights)
    if power is None:
        choose("weights", weights, get_args(WeightName))
    x = positions(scale, labels, scores, weights)
    if k == 1 or np.ptp(x) == 0:
        return MatrixKernel(np.zeros((k, k)))
    if power is None:
        power = {"linear": 1.0, "quadratic": 2.0, "radical": 0.5}.get(weights)
    if power is not None:
        return _by_power(x, power)
    if k > _MANY:
        text = f"weights={quote(weights)} applies to categories; there are {k} distinct values here."
        raise OptionError(text, {"weights": weights, "count": k})
    return _NAMED[weights](x)


def spacing(weights: Weights, scale: Scale, scores: Sequence[float] | None = None) -> dict[str, str]:
    """How categories were spaced, for the result to say: by scores, by value or by rank."""
    if not isinstance(weights, str) or weights == "identity":
        return {}
    if scores is not None:
        return {"spacing": "scores"}
    by_value = (scale.values is not None or scale.categories is None) and weights != "ordinal"
    return {"spacing": "values" if by_value else "ranks"}


def agreement_matrix(
    weights: Weights, scale: Scale, labels: NDArray[Any], scores: Sequence[float] | None = None
) -> Floats:
    """Weights of agreement as a matrix, 1 on the diagonal."""
    return 1 - as_matrix(disagreement(weights, scale, labels, scores), len(labels))


def positions(
    scale: Scale, labels: NDArray[Any], scores: Sequence[float] | None = None, what: str = "this"
) -> Floats:
    """Where each category lies: given scores, else its value, else its rank on a declared order."""
    if scores is not None:
        x = _numbers(scores)
        if x.shape != (len(labels),):
            raise OptionError(
                f"scores needs one number for each of the {len(labels)} categories, got {x.size}."
            )
        if not np.isfinite(x).all():
            raise OptionError("scores must be finite numbers.")
        refuse_extremes(float(x.min(initial=0.0)), float(x.max(initial=0.0)), "Scores")
        return x
    if scale.values is not None:
        return np.array(scale.values, dtype=float)
    if scale.categories is None:
        return labels.astype(float)
    if scale.ordered:
        return np.arange(1, len(labels) + 1, dtype=float)
    some = labels[:5].tolist()
    shown = ", ".join(map(quote, some))
    raise OptionError(
        f"{quote(what)} needs an order, but the categories ({shown}) have none: declare it, lowest first, "
        "with categories=[…].",
        {"option": what, "categories": some},
    )


def severity_scores(ratings: Ratings, measure: Any) -> Floats:
    """A score for each category: the mean of an outside measure over the items put in it.

    Each rating counts once, so an item on which two raters agree counts twice in its category.
    With these scores quadratic weighted kappa is the concordance correlation of the scores.
    """
    try:
        severity = real_numbers(measure)
    except ValueError:
        raise OptionError(f"The measure must be a list of numbers, got {quote(measure)}.") from None
    if severity.shape != (len(ratings),):
        raise OptionError(
            f"The measure needs one number for each of the {len(ratings)} items, got {severity.size}."
        )
    known = severity[np.isfinite(severity)]
    refuse_extremes(float(known.min(initial=0.0)), float(known.max(initial=0.0)), "Values of the measure")
    weight = ratings.item_weights
    count, total = np.zeros(len(ratings.labels)), np.zeros(len(ratings.labels))
    for column in ratings.columns:
        there = (column >= 0) & np.isfinite(severity)
        count += weight_by_code(column[there], weight[there], len(count))
        total += weight_by_code(column[there], (weight * severity)[there], len(count))
    if (count == 0).any():
        empty = ratings.labels[count == 0].tolist()
        raise ScaleError(
            f"No item with a measurement was rated {quote(empty)}, so its severity score cannot be "
            "determined."
        )
    return np.asarray(total / count)


def _numbers(scores: Any) -> Floats:
    try:
        return real_numbers(scores)
    except ValueError:
        raise OptionError(f"scores must be numbers, got {quote(scores)}.") from None


# --- a matrix that was given ------------------------------------------------------------------


def _given(weights: Any, k: int) -> MatrixKernel:
    """F5: both signs are accepted, the diagonal tells which; a mixed diagonal is refused."""
    try:
        w = real_numbers(weights)
    except ValueError:
        raise OptionError("A weight matrix must contain only numbers.") from None
    if w.shape != (k, k):
        shape = " × ".join(map(str, w.shape))
        raise OptionError(f"The weight matrix must be {k} × {k}, one row for each category, got {shape}.")
    if not np.isfinite(w).all():
        raise OptionError("A weight matrix must contain only finite numbers.")
    diagonal = np.diag(w)
    if (diagonal == 0).all():
        d = w
    elif (diagonal == 1).all():
        d = 1 - w
    else:
        raise OptionError(
            "The diagonal of a weight matrix must be all 1 (weights of agreement) "
            f"or all 0 (of disagreement), got {quote(diagonal.tolist())}."
        )
    if (d < 0).any():
        raise OptionError("No two categories may have a higher weight than a category has with itself.")
    worst = d.max()
    if worst == 0 and k > 1:
        raise OptionError(
            "In this weight matrix all categories agree with each other, so there is nothing to measure."
        )
    if worst == 0 or (diagonal == 1).all():
        return MatrixKernel(d)
    return MatrixKernel(d / worst)


def _power(weights: str) -> float | None:
    """The p of "power:p"."""
    if not weights.startswith("power"):
        return None
    try:
        p = float(weights.removeprefix("power").lstrip(":=(").rstrip(")"))
    except ValueError:
        raise OptionError(f"Power weights must have the form 'power:1.5', got {quote(weights)}.") from None
    if not 0 <= p < np.inf:
        raise OptionError(f"The power of power weights must be 0 or more, got {p:g}.")
    return p


# --- by name ----------------------------------------------------------------------------------


def _by_power(x: Floats, p: float) -> Kernel:
    span = float(np.ptp(x))
    if p == 0:
        return written_out(x, lambda a, b: (a != b).astype(float))
    if len(x) > _MANY and p == 2:
        return SquaredKernel(x, span)
    if len(x) > _MANY and p == 1:
        return AbsoluteKernel(x, span)
    if len(x) > _MANY:
        text = f"With {len(x)} distinct values, only linear and quadratic weights are available."
        raise OptionError(text, {"count": len(x)})
    return written_out(x, lambda a, b: (np.abs(a - b) / span) ** p)


def _scaled(kernel: MatrixKernel) -> MatrixKernel:
    return MatrixKernel(kernel.d / kernel.d.max())


def _ordinal(x: Floats) -> MatrixKernel:
    """Gwet's ordinal weights: the number of pairs among the categories from i to j."""
    rank = np.argsort(np.argsort(x)).astype(float)
    return _scaled(written_out(rank, lambda a, b: (np.abs(a - b) + 1) * np.abs(a - b) / 2))


def _ratio(x: Floats) -> MatrixKernel:
    if (x < 0).any():
        raise OptionError("Ratio weights need values of 0 or more.")

    def d(a: Floats, b: Floats) -> Floats:
        total = np.where(a + b == 0, 1.0, a + b)
        return ((a - b) / total) ** 2

    return _scaled(written_out(x, d))


def circular(x: Floats) -> Floats:
    """sin² of half the angle between values on a circle: its circumference is the span plus one step."""
    step = np.diff(np.unique(x)).min()
    return np.asarray(np.sin(np.pi * (x[:, None] - x[None, :]) / (np.ptp(x) + step)) ** 2)


def _circular(x: Floats) -> MatrixKernel:
    return _scaled(MatrixKernel(circular(x)))


def bipolar(x: Floats) -> Floats:
    """(a − b)² weighed up towards the two poles."""
    a, b = x[:, None], x[None, :]
    reach = (a + b - 2 * x.min()) * (2 * x.max() - a - b)
    return np.where(a == b, 0.0, (a - b) ** 2 / np.where(reach == 0, 1.0, reach))


def _bipolar(x: Floats) -> MatrixKernel:
    return _scaled(MatrixKernel(bipolar(x)))


_NAMED = {"ordinal": _ordinal, "ratio": _ratio, "circular": _circular, "bipolar": _bipolar}
