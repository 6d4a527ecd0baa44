"""Raters with known faults, and what a profile says of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from concordant.interpret.raters.profiles import RaterProfile, rater_profiles
from concordant.ratings.ratings import Ratings
from concordant.ratings.reading.arrays import from_columns
from concordant.ratings.scale import Scale

QUADRATIC: tuple[str, Any] = ("cohen_kappa", {"weights": "quadratic"})
#: Values that are not ranks.
VALUES = [1, 2, 4, 8]


def made(codes: Any, scale: Scale | None = None, **more: Any) -> Ratings:
    scale = scale or Scale.ordinal(VALUES)
    labels = list(scale.categories or ())
    columns = [[None if c < 0 else labels[c] for c in column] for column in np.asarray(codes).T]
    return from_columns(columns, [f"r{g}" for g in range(len(columns))], scale=scale, **more)


def noisy(n: int = 80, raters: int = 4, gaps: float = 0.3, seed: int = 2, k: int = 4) -> Any:
    rng = np.random.default_rng(seed)
    codes = np.clip(rng.integers(0, k, n)[:, None] + rng.choice([-1, 0, 0, 1], (n, raters)), 0, k - 1)
    codes[rng.random((n, raters)) < gaps] = -1
    return codes


def one(ratings: Ratings, rater: str, main: Any = QUADRATIC, **more: Any) -> RaterProfile:
    return next(p for p in rater_profiles(ratings, main, **more) if p.rater == rater)


def codes_said(profile: RaterProfile) -> list[str]:
    """What is said, whether of ratings or of measurements."""
    return [s.code.removeprefix("profiles.").removesuffix("-measured") for s in profile.said]


def simulated(
    n: int = 600, *, shift: float = 0.0, squeeze: float = 1.0, slope: float = 0.0, seed: int = 4
) -> Ratings:
    """Measurements by five raters, the first with a fault: higher, narrower, or rising with time."""
    rng = np.random.default_rng(seed)
    true = rng.normal(50, 10, n)
    x = true[:, None] + rng.normal(0, 3, (n, 5))
    when = rng.permutation(n).astype(float)
    z = (when - when.mean()) / when.std()
    x[:, 0] = 50 + squeeze * (x[:, 0] - 50) + shift + slope * z
    r = from_columns([c.tolist() for c in x.T], [f"r{g}" for g in range(5)], level="interval")
    return replace(r, times=(when, *[None] * 4))
