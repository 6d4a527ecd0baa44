"""Constructed ratings for studies: scores and measurements with errors, gaps, names, one rating a row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd


def scores(n: int, raters: int, *, low: int = 0, high: int = 4, noise: float = 0.7, seed: int = 1) -> Any:
    """Whole numbers that follow what is true of the items, with errors; items × raters."""
    rng = np.random.default_rng(seed)
    truth = rng.uniform(low - 0.5, high + 0.5, (n, 1))
    return np.clip(np.rint(truth + rng.normal(0, noise, (n, raters))), low, high).astype(int)


def measured(n: int = 40, raters: int = 2, seed: int = 3) -> Any:
    """Measurements with errors, items × raters."""
    rng = np.random.default_rng(seed)
    return np.round(rng.normal(50, 10, (n, 1)) + rng.normal(0, 3, (n, raters)), 3)


def gaps(matrix: Any, share: float = 0.3, seed: int = 7) -> Any:
    """Some ratings left out."""
    holes = np.random.default_rng(seed).random(np.shape(matrix)) < share
    out = np.array(matrix, dtype=object)
    out[holes] = None
    return out


def without(matrix: Any, *parts: Any) -> Any:
    """These parts left out, each (rows, columns)."""
    out = gaps(matrix, 0)
    for rows, columns in parts:
        out[rows, columns] = None
    return out


def named(labels: Sequence[Any], codes: Any) -> Any:
    """Labels in place of codes."""
    out = np.empty(np.shape(codes), dtype=object)
    out[...] = [[labels[int(c)] for c in row] for row in codes]
    return out


def wide(matrix: Any, names: Sequence[str], **more: Any) -> dict[str, Any]:
    """A column for each rater, items named."""
    columns = np.asarray(matrix).T
    items = {"item": [f"q{i + 1}" for i in range(len(columns[0]))]}
    return items | dict(zip(names, map(list, columns), strict=True)) | more


def long(n: int, raters: Sequence[str], dimensions: Sequence[str] = ("",), times: int = 1) -> pd.DataFrame:
    """One rating a row, for each item in each dimension and as often as it was repeated."""
    cells = scores(n * len(dimensions) * times, len(raters))
    rows = [
        {"item": f"q{i // (len(dimensions) * times)}", "dimension": dimensions[i // times % len(dimensions)],
         "repeat": i % times + 1, "rater": rater, "value": int(cells[i, r])}
        for i in range(len(cells)) for r, rater in enumerate(raters)
    ]  # fmt: skip
    drop = [*(["dimension"] if dimensions == ("",) else []), *(["repeat"] if times == 1 else [])]
    return pd.DataFrame(rows).drop(columns=drop)


def few_each(raters: int = 30, items: int = 60, each: int = 3) -> pd.DataFrame:
    """Every item rated by a few of many raters."""
    rng = np.random.default_rng(5)
    rows = [
        {"item": f"q{i}", "rater": f"r{r}", "value": int(np.clip(i % 5 + rng.integers(-1, 2), 0, 4))}
        for i in range(items)
        for r in rng.choice(raters, each, replace=False)
    ]
    return pd.DataFrame(rows)
