"""What ratings must satisfy, checked once when they are made: raters, lengths, kinds, clusters, weights."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError, OptionError
from ..quote import quote, shorten
from .native import is_gap
from .phrases import listed, many

if TYPE_CHECKING:
    from .ratings import Ratings
    from .scale import Scale

#: Sums of squares of larger weights could not be held.
LARGEST_WEIGHT = 1e100

#: What a rater may be; "" where nobody said.
KINDS = ("human", "judge", "code", "gold", "")

#: The fields of ratings that hold an entry for each row.
_BY_ROW = ("items", "dimension", "repeat", "round", "weights", "clusters", "cluster_copies")


def check_ratings(ratings: Ratings) -> None:
    """Complain of what does not fit together."""
    _check_raters(ratings)
    for name, values in _by_row(ratings):
        if np.ndim(values) != 1:
            raise InputError(
                f"{name} must be a single column with one entry for each row, got {np.ndim(values)} "
                "dimensions."
            )
        if len(values) != len(ratings):
            raise InputError(
                f"{name} has {many(len(values), 'entry', 'entries')} for {many(len(ratings), 'row')}."
            )
    _check_order(ratings.labels, ratings.scale)
    if ratings.clusters is not None and ratings.clusters.dtype.kind not in "iu":
        blank = np.array([is_gap(c) for c in ratings.clusters.tolist()], dtype=bool)
        if blank.any():
            raise InputError(
                f"The cluster of row {int(np.argmax(blank)) + 1} is missing: give every row one."
            )
    if ratings.weights is not None:
        check_weights(ratings.weights)


def _check_order(labels: NDArray[Any], scale: Scale) -> None:
    """Ranks are places among the labels, so words have to stand in the order of the scale."""
    words = labels.dtype.kind not in "iuf" and scale.categories is not None
    if words and tuple(labels.tolist()) != scale.categories:
        raise InputError(
            f"The labels {quote(labels.tolist())} must be the categories of the scale in its order, "
            f"{quote(list(scale.categories or ()))}."
        )


def _check_raters(ratings: Ratings) -> None:
    raters, columns = ratings.raters, ratings.columns
    if not columns:
        raise InputError("There are no raters in the data.")
    if len(raters) != len(columns):
        raise InputError(
            f"There are {len(columns)} columns of ratings but {many(len(raters), 'rater name')}."
        )
    if len(set(raters)) != len(raters):
        twice = next(r for r in raters if raters.count(r) > 1)
        raise InputError(f"The rater {quote(twice)} occurs twice: give each rater a unique name.")
    if len(set(map(len, columns))) > 1:
        text = listed(f"{shorten(r)} has {len(c)}" for r, c in zip(raters, columns, strict=True))
        raise InputError(f"All raters need one value for each item, including gaps: {text}.")
    for what, given in (("Times", ratings.times), ("Comments", ratings.comments)):
        if given is not None and len(given) != len(columns):
            raise InputError(f"{what} of {many(len(given), 'rater')} for {many(len(columns), 'rater')}.")
    for kind in ratings.rater_kinds:
        if kind not in KINDS:
            raise OptionError(f"rater kind must be one of {list(KINDS)}, got {quote(kind)}.")


def _by_row(ratings: Ratings) -> Iterator[tuple[str, NDArray[Any]]]:
    """Everything beside the ratings that has an entry for each row, with its name."""
    for name in _BY_ROW:
        if (values := getattr(ratings, name)) is not None:
            yield name, values
    for name, column in ratings.slices.items():
        yield name, column.codes
    for rater, times in zip(ratings.raters, ratings.times or (), strict=False):
        if times is not None:
            yield f"times of {rater}", times
    for name, text in ratings.texts.items():
        yield f"text {name}", text.at
    for rater, comment in zip(ratings.raters, ratings.comments or (), strict=False):
        if comment is not None:
            yield f"comments of {rater}", comment.at


def check_weights(weights: NDArray[np.float64]) -> None:
    """Complain of a weight that is not a number from 0 on, or too large to be computed with."""
    bad = ~((weights >= 0) & (weights <= LARGEST_WEIGHT))
    if bad.any():
        row, weight = int(np.argmax(bad.ravel())), weights.ravel()[np.argmax(bad.ravel())]
        allowed = f"{LARGEST_WEIGHT:g} or less" if np.isfinite(weight) and weight > 0 else "0 or more"
        raise InputError(f"The weight of row {row + 1} is {weight}: weights are {allowed}.")
