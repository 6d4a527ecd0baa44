"""The weights of categories: as a matrix, and scores by an outside measure."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from ...arguments import check_arguments, check_arguments_and
from ...coefficients.catalogue import BY_NAME
from ...coefficients.weights import Weights, agreement_matrix
from ...coefficients.weights import severity_scores as _severity_scores
from ...errors import OptionError
from ...inference.measure import Measure
from ...interpret.kappa_steps import KappaSteps, kappa_steps_of
from ...option_values import plain_value
from ...quote import quote
from ...ratings.as_ratings import as_ratings
from ...ratings.ratings import Ratings
from ...ratings.read import READING
from ...ratings.scale import Scale
from ...reduce.table import Table


@check_arguments
def severity_scores(ratings: Ratings, measure: Any) -> NDArray[np.float64]:
    """Score each category by the mean of an outside measure over the items assigned to it.

    Use it where steps between categories are not equally large and a measure shows how large they
    are, such as a cost or a laboratory value. Pass the scores as `scores=` with
    `weights="quadratic"`; kappa is then the concordance correlation of the anchored scores.

    Parameters
    ----------
    ratings : Ratings
        The ratings, made by `concordant.read` or `concordant.as_ratings`.
    measure : sequence of float or str
        The outside measure, one number for each item; nan where it is not known. Or the name of the
        slice column with it (`slices=["severity"]` when reading).

    Returns
    -------
    numpy.ndarray
        A score for each category, lowest category first. Each rating counts once, so an item on
        which two raters agree counts twice in its category.

    Examples
    --------
    >>> import concordant as cc
    >>> ratings = cc.as_ratings([1, 1, 2, 2, 3, 3], [1, 2, 2, 3, 3, 3], categories=[1, 2, 3])
    >>> scores = cc.severity_scores(ratings, [2, 4, 5, 9, 20, 22])
    >>> scores.round(2)
    array([ 2.67,  5.75, 18.6 ])
    >>> cc.cohen_kappa(ratings, weights="quadratic", scores=scores)
    cohen_kappa 0.720 [-0.252, 0.993] (n=6, score t(5))
    """
    return _severity_scores(ratings, _column(ratings, measure) if isinstance(measure, str) else measure)


def _column(ratings: Ratings, name: str) -> list[float]:
    """A column of numbers by its name, nan where it is blank."""
    values = [None if value is None else str(value).strip() for value in ratings.part_column(name).tolist()]
    try:
        return [float(value) if value else math.nan for value in values]
    except ValueError:
        wrong = next(value for value in values if value and not _is_number(value))
        raise OptionError(
            f"The column {quote(name)} measures severity, but {quote(wrong)} is not a number: correct it, or "
            "leave it blank."
        ) from None


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


@check_arguments_and(READING)
def kappa_steps(
    first: Any,
    second: Any = None,
    /,
    *,
    weights: Weights = "identity",
    scores: Sequence[float] | None = None,
    **reading: Any,
) -> KappaSteps:
    """Show how Cohen's kappa is computed: P_o, P_e category by category, improvement over chance.

    Use it to explain kappa, or to see which category makes chance agreement high.

    Parameters
    ----------
    first : sequence, matrix, frame, path or Ratings
        One rater's ratings, item by item, if `second` has the other's; otherwise all ratings of
        two raters.
    second : sequence, optional
        The other rater's ratings of the same items.
    weights : str or array-like, default "identity"
        Partial credit for near misses, as in `concordant.cohen_kappa`.
    scores : sequence of float, optional
        Score of each category, lowest first; the weights follow the distances between scores.
    **reading
        Options of reading; see `concordant.read`.

    Returns
    -------
    KappaSteps
        `steps.text("zh")` gives the steps in words; `observed`, `expected`, `gained`, `possible`
        and `kappa` are the numbers, `categories` the terms of each category.

    Examples
    --------
    >>> import concordant as cc
    >>> steps = cc.kappa_steps([1, 2, 2, 1, 2], [1, 2, 1, 1, 2])
    >>> round(steps.observed, 2), round(steps.expected, 2), round(steps.kappa, 3)
    (0.8, 0.48, 0.615)
    """
    ratings = as_ratings(first, second, **reading)
    named = plain_value("weights", weights)
    cohen_kappa = BY_NAME["cohen_kappa"]
    statistic = Measure(cohen_kappa, ratings, {"weights": named, "scores": scores}).reduce()
    return kappa_steps_of(cast(Table, statistic), named, scores)


@check_arguments
def weight_matrix(
    weights: Weights, categories: Sequence[Any], *, scores: Sequence[float] | None = None
) -> NDArray[np.float64]:
    """Show the agreement weights that a name stands for on these categories, 1 on the diagonal.

    Parameters
    ----------
    weights : str or array-like
        "identity", "linear", "quadratic", "radical", "ordinal", "ratio", "circular", "bipolar",
        "power:1.5", or a matrix.
    categories : sequence
        The categories, lowest first. Numbers are spaced by their values, names by their rank.
    scores : sequence of float, optional
        Score of each category, lowest first; the weights follow the distances between scores.

    Returns
    -------
    numpy.ndarray
        Categories × categories: 1 is full credit, 0 none.

    Examples
    --------
    >>> import concordant as cc
    >>> cc.weight_matrix("linear", ["low", "middle", "high"])
    array([[1. , 0.5, 0. ],
           [0.5, 1. , 0.5],
           [0. , 0.5, 1. ]])
    """
    scale = Scale.ordinal(categories)
    return agreement_matrix(weights, scale, np.array(scale.categories, dtype=object), scores)
