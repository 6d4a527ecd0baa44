"""The scale's doctor: ratings that may not mean what they seem to."""

from __future__ import annotations

import numpy as np

from ...ratings.ratings import Ratings
from ...reduce.distinct_rows import distinct
from ...reduce.item_weights import Floats
from .count_columns import counted
from .labels import labels
from .overlap import MOST_RATERS
from .placeholder_values import unset, without
from .scale_doubt import LIMITS as LIMITS
from .scale_doubt import ScaleDoubt as ScaleDoubt
from .units import Values, units

#: Cells (rows × raters) that are compared; of more, only every second, third, … row.
_MOST_CELLS = 2_000_000


def scale_doctor(ratings: Ratings) -> tuple[ScaleDoubt, ...]:
    """Every doubt about the scale, the gravest kinds first; none where all seems well."""
    rows = ratings if ratings.item_source is not None else distinct(ratings)
    weights = np.ones(len(rows)) if rows.weights is None or not rows.copies else rows.weights
    if rows.weights is not None and not rows.copies:
        weights = (rows.weights > 0).astype(float)  # of a sample: a row is one item
    counts = np.zeros(len(rows.labels) + 1)
    rated = np.zeros(len(rows), dtype=bool)
    for column in rows.columns:
        counts += np.bincount(
            np.where(column < 0, len(rows.labels), column), weights=weights, minlength=len(counts)
        )
        rated |= column >= 0
    found = list(labels(rows, counts[:-1], float(weights[rated].sum())))
    few = 1 < rows.n_raters <= MOST_RATERS
    if few and not rows.anonymous and rows.scale.ordered and rated.any():
        values = _values(rows, weights)
        codes = list(unset(values))
        found = [*counted(rows, weights), *units(without(values, codes)), *codes, *found]
    return tuple(found)


def _values(rows: Ratings, weights: Floats) -> Values:
    """The number of each rating: its value, or its rank where categories are words in an order."""
    known = np.arange(float(len(rows.labels))) if rows.values is None else rows.values
    number = np.append(known, np.nan)
    step = -(-len(rows) * rows.n_raters // _MOST_CELLS)
    keep = np.flatnonzero(weights > 0)[::step]
    at = np.stack([number[column[keep]] for column in rows.columns], axis=1)
    names = None if rows.values is not None else tuple(map(str, rows.labels.tolist()))
    return Values(rows.raters, rows.rater_kinds, at, weights[keep], names)
