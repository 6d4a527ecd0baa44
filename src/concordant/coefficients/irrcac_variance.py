"""Where irrCAC 1.0 (and Gwet's handbook) differs from the exact influence values, for comparison.

Both differ only where items have unequally many ratings, by terms of lower order; bootstrap and
jackknife side with the exact values. `variance="irrcac"` adds these terms.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..reduce.item_weights import Floats
from ..reduce.profiles import Profiles
from ..reduce.totals import Total

#: What is added to the slopes, and the number of items the variance is then divided by.
Extra = Callable[[], tuple[Floats, float]]


def for_items(s: Profiles, value: Total) -> Extra:
    """The share n₂/n of items with two ratings is held fixed: θ((n/n₂)[two ratings] − 1)/n is added."""

    def extra() -> tuple[Floats, float]:
        rated = s.given >= 1
        n, n2 = float(s.counts[rated].sum()), float(s.counts[s.paired].sum())
        return np.where(rated, float(value) * (n / n2 * s.paired - 1) / n, 0.0), n

    return extra


def for_alpha(s: Profiles, large: Total) -> Extra:
    """irrCAC 1.0 puts the small-sample p_a where p_a′ belongs: −(1 − α′)(r_i/r̄ − 1)/(nN) is added."""

    def extra() -> tuple[Floats, float]:
        n = float(s.counts[s.paired].sum())
        total = float((s.counts * s.given)[s.paired].sum())
        lean = np.where(s.paired, s.given * n / total - 1, 0.0)
        return -(1 - float(large)) * lean / (n * total), n

    return extra
