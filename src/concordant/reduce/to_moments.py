"""From ratings, or patterns of them, to moments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import OptionError
from ..quote import quote
from ..ratings.ratings import Ratings
from ..ratings.repeats import side_by_side
from ..ratings.scale import Scale
from .item_weights import Floats, Ints
from .moments import Moments, of_values
from .patterns import Patterns, cluster_codes


def moments_of(ratings: Ratings) -> Moments:
    """The moments of numbers given by raters, repeats side by side."""
    number = numbers(ratings.scale, ratings.labels)
    wide, occasions = side_by_side(ratings)
    clusters = cluster_codes(wide)
    columns = _looked_up(number, wide.columns)
    rated = ~np.isnan(columns).all(axis=1)
    weights = wide.weights
    if not rated.all():
        columns = columns[rated]
        weights = None if weights is None else weights[rated]
        clusters = None if clusters is None else clusters[rated]
    found = of_values(
        columns, ratings.raters, occasions, weights=weights, clusters=clusters,
        anonymous=ratings.anonymous, scale_level=ratings.scale.level,
    )  # fmt: skip
    return replace(found, kinds=ratings.rater_kinds, levels=_levels(ratings.scale))


def moments(p: Patterns) -> Moments:
    """The moments of patterns, row by row."""
    number = numbers(p.scale, p.labels)
    columns = _looked_up(number, list(p.codes.T))
    found = of_values(
        columns, p.raters, weights=p.counts, clusters=p.clusters, anonymous=p.anonymous,
        scale_level=p.scale.level,
    )  # fmt: skip
    return replace(found, kinds=p.kinds, levels=_levels(p.scale))


def _levels(scale: Scale) -> int | None:
    """How many categories were declared; those that were only seen may not be all."""
    return len(scale.categories) if scale.declared and scale.categories is not None else None


def numbers(scale: Scale, labels: NDArray[Any]) -> Floats:
    """The number that each label stands for."""
    if scale.values is not None:
        return np.array(scale.values, dtype=float)
    if scale.categories is None:
        return np.asarray(labels, dtype=float)
    some = labels[:5].tolist()
    shown = ", ".join(map(quote, some))
    raise OptionError(
        f"This needs numbers, but the ratings ({shown}) are not numeric: provide numbers or, in Python, "
        "assign one to each category with Scale.ordinal(categories, values).",
        {"labels": some},
    )


def _looked_up(number: Floats, columns: Sequence[Ints]) -> Floats:
    """The number of each code, side by side; a gap, -1, reads the nan at the end."""
    table = np.append(number, np.nan)
    out = np.empty((len(columns[0]), len(columns)), order="F")
    for place, codes in enumerate(columns):
        np.take(table, codes, out=out[:, place], mode="wrap")
    return out
