"""Checks of the scale: ratings that may not mean what they seem to, and counts mistaken for raters."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ...ratings.ratings import Ratings
from ...reduce.distinct_rows import distinct
from ...reduce.item_weights import Floats
from .copied import copied
from .labels import labels
from .overlap import MOST_RATERS
from .placeholder_values import unset, without
from .scale_doubt import LIMITS as LIMITS
from .scale_doubt import ScaleDoubt as ScaleDoubt
from .scale_doubt import doubt
from .stray_value import stray_values
from .units import Values, units

#: Cells (rows × raters) that are compared; of more, only every second, third, … row.
_MOST_CELLS = 2_000_000


def scale_doubts(ratings: Ratings) -> tuple[ScaleDoubt, ...]:
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
    found = [*stray_values(rows, counts[:-1]), *labels(rows, counts[:-1], float(weights[rated].sum()))]
    few = 1 < rows.n_raters <= MOST_RATERS
    if few and not rows.anonymous and rows.scale.ordered and rated.any():
        values = _values(rows, weights)
        codes = list(unset(values))
        found = [*counted(rows, weights), *units(without(values, codes)), *codes, *found]
    return (*copied(rows, weights), *found)


def _values(rows: Ratings, weights: Floats) -> Values:
    """The number of each rating: its value, or its rank where categories are words in an order."""
    known = np.arange(float(len(rows.labels))) if rows.values is None else rows.values
    number = np.append(known, np.nan)
    step = -(-len(rows) * rows.n_raters // _MOST_CELLS)
    keep = np.flatnonzero(weights > 0)[::step]
    at = np.stack([number[column[keep]] for column in rows.columns], axis=1)
    names = None if rows.values is not None else tuple(map(str, rows.labels.tolist()))
    return Values(rows.raters, rows.rater_kinds, at, weights[keep], names)


_GUESSED = "(guessed)"


def counted(ratings: Ratings, weights: Floats) -> Iterator[ScaleDoubt]:
    """Whole numbers that add up to the same in every row, of a shape that nobody declared."""
    guessed = ratings.reading.roles.get("shape", "").endswith(_GUESSED)
    if not guessed or ratings.scale.declared or ratings.anonymous or ratings.values is None:
        return
    values = np.append(ratings.values, np.nan)
    sums = np.zeros(int(np.count_nonzero(weights > 0)))
    for column in ratings.columns:
        sums += values[column[weights > 0]]
    whole = bool((ratings.values >= 0).all() and (ratings.values % 1 == 0).all())
    n_items = float(weights.sum())
    if whole and n_items >= LIMITS.fewest_items and len(ratings.labels) > 1 and np.ptp(sums) == 0:
        facts = {"names": list(ratings.raters), "sum": int(sums[0]), "n": n_items, "option": "shape='counts'"}
        yield doubt("counts", facts, about=("names",), n=n_items)
