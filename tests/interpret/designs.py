"""Designs to try the doctor on, and plans carried out."""

from __future__ import annotations

from typing import Any

import numpy as np

from concordant.interpret.data_checks.design import Design
from concordant.interpret.data_checks.extra_ratings import Help
from concordant.ratings.as_ratings import as_ratings
from concordant.ratings.ratings import Ratings

NAMES = tuple("ABCDEFGH")

DESIGNS = {
    "complete": ([(0, 1, 2)], 3),
    "every two, never three": ([(0, 1), (1, 2), (0, 2)], 3),
    "a chain": ([(0, 1), (1, 2)], 3),
    "two groups": ([(0, 1), (2, 3)], 4),
    "each alone": ([(0,), (1,), (2,)], 3),
    "two who never meet": ([(0,), (1,)], 2),
}


def designed(sets: list[tuple[int, ...]], raters: int, n: int = 40) -> Ratings:
    """n items, rated by the sets of raters in turn; ratings follow a common truth."""
    rng = np.random.default_rng(5)
    truth = rng.integers(1, 5, size=(n, 1))
    said = np.clip(truth + rng.integers(-1, 2, size=(n, raters)), 1, 5).astype(float)
    for row in range(n):
        said[row, [g for g in range(raters) if g not in sets[row % len(sets)]]] = np.nan
    return as_ratings(said, raters=list(NAMES[:raters]), scale="interval", categories=[1, 2, 3, 4, 5])


def matrix(ratings: Ratings) -> Any:
    return np.where(ratings.matrix < 0, np.nan, ratings.matrix + 1.0)


def carried_out(ratings: Ratings, plan: Help) -> Ratings:
    """The ratings with those of the plan added, each of which must be a new one."""
    said = matrix(ratings)
    for step in plan.steps:
        assert len(step.items) == step.n
        for item in step.items:
            place = ratings.place_of(step.rater)
            assert np.isnan(said[item - 1, place])
            for other in step.beside:
                assert not np.isnan(said[item - 1, ratings.place_of(other)])
            said[item - 1, place] = 3
    return as_ratings(said, raters=list(ratings.raters), scale="interval", categories=[1, 2, 3, 4, 5])


def helps(found: Design) -> dict[str, Help]:
    return {one.code: one for one in found.helps}


def codes(found: Design) -> set[str]:
    return {one.code for one in found.obstacles}
