"""Seeded data: the same size gives the same ratings on every machine."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

LABELS = np.array(["very poor", "poor", "fair", "good", "very good"])


def pairs(n: int, k: int = 5) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Two raters' labels 0 … k − 1; the second copies the first seven times in ten."""
    rng = np.random.default_rng(1)
    first = rng.integers(0, k, n)
    second = np.where(rng.random(n) < 0.7, first, rng.integers(0, k, n))
    return first, second


def small_pairs(n: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """The same labels as bytes."""
    first, second = pairs(n)
    return first.astype(np.uint8), second.astype(np.uint8)


def words(n: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """The same labels as words, each a Python string."""
    first, second = pairs(n)
    names = LABELS.astype(object)
    return names[first], names[second]


def matrix(n: int, raters: int = 5, gaps: float = 0.2, k: int = 5) -> NDArray[np.float64]:
    """Items × raters: an item has a true category, which a rater gives seven times in ten; nan for gaps."""
    rng = np.random.default_rng(2)
    truth = rng.integers(0, k, (n, 1))
    given = np.where(rng.random((n, raters)) < 0.7, truth, rng.integers(0, k, (n, raters)))
    ratings = given.astype(np.float64)
    ratings[rng.random((n, raters)) < gaps] = np.nan
    return ratings


def whole_matrix(n: int, raters: int = 5) -> NDArray[np.int64]:
    """The same without gaps, as whole numbers."""
    return matrix(n, raters, gaps=0).astype(np.int64)


def measurements(n: int, raters: int) -> NDArray[np.float64]:
    """Items × raters: an item's level, a rater's habit and noise."""
    rng = np.random.default_rng(3)
    items, habits = rng.normal(size=(n, 1)), 0.3 * rng.normal(size=(1, raters))
    return items + habits + 0.7 * rng.normal(size=(n, raters))


def features(n: int) -> NDArray[np.float64]:
    """100 items × 3 raters × n features, some of which are more reliable than others."""
    rng = np.random.default_rng(4)
    noise = rng.uniform(0.2, 2, size=n)
    return rng.normal(size=(100, 1, n)) + noise * rng.normal(size=(100, 3, n))


#: How many values each slice column takes.
SLICES = {"language": 10, "kind": 4, "length": 6}


def sliced(n: int) -> dict[str, NDArray[np.int64]]:
    """Two raters' columns and three slice columns, all whole numbers."""
    rng = np.random.default_rng(5)
    first, second = pairs(n)
    return {"a": first, "b": second, **{name: rng.integers(0, k, n) for name, k in SLICES.items()}}


def judged_and_sliced(n: int) -> Any:
    """A judge and four people on a scale from 0 to 4, and three slice columns, as ratings."""
    import pandas as pd

    import concordant as cc

    rng = np.random.default_rng(6)
    truth = rng.integers(0, 5, n)
    errors = {"human 1": 0.3, "human 2": 0.3, "human 3": 0.4, "human 4": 0.4, "judge": 0.5}
    scores = {
        name: np.clip(truth + rng.choice([-1, 0, 1], n, p=[e / 2, 1 - e, e / 2]), 0, 4)
        for name, e in errors.items()
    }
    slices = {name: rng.integers(0, k, n) for name, k in SLICES.items()}
    return cc.as_ratings(pd.DataFrame({**scores, **slices}), raters=list(scores), slices=list(slices))
