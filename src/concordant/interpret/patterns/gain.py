"""What a measure is, and what it would be after a repair."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from ...coefficients.catalogue import BY_NAME
from ...errors import OptionError
from ...inference.intervals import unit_of
from ...inference.measure import Measure
from ...inference.spread import without_rounding
from ...ratings.ratings import Ratings
from ...reduce.category_counts import category_counts
from ..compare.comparison import Comparison


def value_of(c: Comparison, ratings: Ratings, measure: tuple[str, Mapping[str, Any]] | None = None) -> float:
    """A measure (by default the main one) without its uncertainty; nan where it is undefined."""
    name, options = measure or c.main
    try:
        asked = Measure(BY_NAME[name], ratings, dict(options))
        estimate = asked.estimate(asked.reduce())
    except OptionError:  # such as two raters' kappa of one rater
        return math.nan
    if estimate.undefined is not None:
        return math.nan
    return without_rounding(float(estimate.value), unit_of(BY_NAME[name]))


def exact_of(c: Comparison, ratings: Ratings) -> float:
    """Exact agreement without its uncertainty; of several raters from how many gave each category."""
    if ratings.n_raters == 2 or not c.categorical:
        return value_of(c, ratings, ("exact_agreement", {}))
    counts = category_counts(ratings)
    given = counts.sum(axis=1)
    paired = given >= 2
    weights = ratings.item_weights[paired]
    same = (counts * (counts - 1)).sum(axis=1)[paired] / (given * (given - 1))[paired]
    return float(weights @ same / weights.sum()) if weights.sum() > 0 else math.nan
