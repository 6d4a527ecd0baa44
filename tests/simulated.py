"""Measurements that are drawn at random, the same every time."""

from __future__ import annotations

from typing import Any

import numpy as np


def simulate(
    n: int, k: int, features: int, *, items: Any = 1.0, raters: float = 0.0, error: Any = 1.0, seed: int = 0
) -> Any:
    """Items × raters × features of normal effects with these variances."""
    rng = np.random.default_rng(seed)
    return (
        rng.normal(size=(n, 1, features)) * np.sqrt(items)
        + rng.normal(size=(1, k, features)) * np.sqrt(raters)
        + rng.normal(size=(n, k, features)) * np.sqrt(error)
    )
