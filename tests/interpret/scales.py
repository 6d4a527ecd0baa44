"""Ratings to try the scale's doctor on, and what it says."""

from __future__ import annotations

from typing import Any

import numpy as np

from concordant.interpret.data_checks.scale import ScaleDoubt, scale_doubts
from concordant.ratings.as_ratings import as_ratings


def said(n: int, raters: int, *, noise: float = 0.7, low: int = 1, high: int = 5, seed: int = 4) -> Any:
    """Whole numbers that follow what is true of the items, with errors."""
    rng = np.random.default_rng(seed)
    truth = rng.uniform(low - 0.5, high + 0.5, (n, 1))
    return np.clip(np.rint(truth + rng.normal(0, noise, (n, raters))), low, high)


def doubts(data: Any, names: str | list[str] = "ABCDEFGH", **options: Any) -> tuple[ScaleDoubt, ...]:
    return scale_doubts(as_ratings(data, raters=list(names)[: len(data[0])], **options))


def told(data: Any, names: str | list[str] = "ABCDEFGH", **options: Any) -> list[tuple[str, Any]]:
    found = doubts(data, names, **options)
    return [(one.code, one.about.get("rater")) for one in found]
