"""Ratings whose margins are compared, and how the tests are asked for."""

from __future__ import annotations

from typing import Any

import numpy as np

import concordant as cc

#: Unaided distance vision of 7477 women (Stuart 1953), right eye by left eye.
VISION = [[1520, 266, 124, 66], [234, 1512, 432, 78], [117, 362, 1772, 205], [36, 82, 179, 492]]


def found(data: Any, **reading: Any) -> dict[str, cc.Result]:
    return {r.measure: r for r in cc.marginal_homogeneity(data, **reading)}


def noisy(n: int, raters: int, k: int, seed: int, gaps: float = 0.0) -> Any:
    rng = np.random.default_rng(seed)
    truth = rng.choice(k, n)
    out = np.where(rng.random((n, raters)) < 0.6, truth[:, None], rng.choice(k, (n, raters))).astype(float)
    out[rng.random((n, raters)) < gaps] = np.nan
    return out
