"""Midranks of categories, and how they move when an item is added."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..reduce.item_weights import Floats


def midranks(weight: Floats, order: NDArray[np.intp]) -> Floats:
    """For each category the weight below it plus half its own; `order` is from lowest to highest."""
    out = np.empty_like(weight)
    sorted_weight = weight[order]
    out[order] = np.cumsum(sorted_weight) - sorted_weight / 2
    return out


def pull_midranks(along: Floats, rank: Floats, order: NDArray[np.intp]) -> Floats:
    """Σ_i along_i · ∂rank_i for one more in each category, times the total weight.

    One more in category g raises the rank of every higher category by 1 and its own by ½, and, as
    ranks are shares of the total, lowers each by its own value.
    """
    out = np.empty_like(along)
    a = along[order]
    out[order] = a.sum() - np.cumsum(a) + a / 2
    return np.asarray(out - along @ rank)
