"""Ratings on a scale whose values are not ranks, so that a distance in ranks would be found out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from concordant.ratings.factorise import factorise
from concordant.ratings.ratings import Ratings
from concordant.ratings.reading.arrays import from_columns
from concordant.ratings.scale import Scale

VALUES = [1, 2, 4, 8]


def ratings_of(raters: int, *, n: int = 60, gaps: float = 0.2, seed: int = 1, **more: Any) -> Ratings:
    rng = np.random.default_rng(seed)
    true = rng.integers(0, 4, n)
    columns = []
    for _ in range(raters):
        code = np.clip(true + rng.choice([-1, 0, 0, 1, 2], n), 0, 3)
        lost = rng.random(n) < gaps
        columns.append([None if gone else VALUES[c] for c, gone in zip(code, lost, strict=True)])
    made = from_columns(columns, [f"r{g}" for g in range(raters)], scale=Scale.ordinal(VALUES), **more)
    return replace(
        made, slices={"topic": factorise(rng.choice(["law", "art", "sport"], n)), "long": factorise(true > 1)}
    )
