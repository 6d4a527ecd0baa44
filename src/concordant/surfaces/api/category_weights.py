"""The weights of categories: as a matrix, and scores by an outside measure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...arguments import check_arguments
from ...coefficients.weights import Weights, agreement_matrix
from ...coefficients.weights import severity_scores as _severity_scores
from ...ratings.ratings import Ratings
from ...ratings.scale import Scale


@check_arguments
def severity_scores(ratings: Ratings, measure: Any) -> NDArray[np.float64]:
    """Score each category by the mean of an outside measure over the items put in it.

    Use it where steps between categories are not equally large and a measure shows how large they
    are, such as a cost or a laboratory value. Pass the scores as `scores=` with
    `weights="quadratic"`; kappa is then the concordance correlation of the anchored scores.

    Parameters
    ----------
    ratings : Ratings
        The ratings, made by `concordant.read` or `concordant.as_ratings`.
    measure : sequence of float
        The outside measure, one number for each item; nan where it is not known.

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
    return _severity_scores(ratings, measure)


@check_arguments
def weight_matrix(
    weights: Weights, categories: Sequence[Any], *, scores: Sequence[float] | None = None
) -> NDArray[np.float64]:
    """Show the agreement weights that a name means on these categories, 1 on the diagonal.

    Parameters
    ----------
    weights : str or array-like
        "identity", "linear", "quadratic", "radical", "ordinal", "ratio", "circular", "bipolar",
        "power:1.5", or a matrix.
    categories : sequence
        The categories, lowest first. Numbers are spaced by their values, names by their rank.
    scores : sequence of float, optional
        A number for each category, to space the weights by.

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
