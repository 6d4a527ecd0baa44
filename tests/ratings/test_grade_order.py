"""Words that are grades count by their order, however the ratings come: never by the alphabet."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

import concordant as cc
from concordant.errors import InputError
from concordant.ratings.scale import Scale

GRADES = ["poor", "fair", "good", "excellent"]
ROWS = np.random.default_rng(4).integers(0, 4, 60)
OTHER = np.clip(ROWS + np.random.default_rng(5).integers(-1, 2, 60), 0, 3)


def quadratic(a: np.ndarray, b: np.ndarray) -> float:
    """Quadratic kappa of places, by its definition: 1 − Σ(a − b)² / Σ expected."""
    return float(1 - ((a - b) ** 2).mean() / (np.subtract.outer(a, b) ** 2).mean())


KAPPA = quadratic(ROWS, OTHER)


def words(places: Any) -> list[str]:
    return [GRADES[place] for place in places]


def as_table(order: list[str]) -> Any:
    counts = pd.crosstab(pd.Series(words(ROWS)), pd.Series(words(OTHER)))
    return cc.table(counts.reindex(index=order, columns=order, fill_value=0))


def on_disk(folder: Path, name: str) -> Path:
    frame = pl.DataFrame({"item": range(60), "ann": words(ROWS), "bob": words(OTHER)})
    path = folder / name
    if path.suffix == ".csv":
        frame.write_csv(path)
    else:
        frame.write_parquet(path)
    return path


WAYS: dict[str, Callable[[Path], Any]] = {
    "mapping": lambda folder: {"ann": words(ROWS), "bob": words(OTHER)},
    "pandas": lambda folder: pd.DataFrame({"ann": words(ROWS), "bob": words(OTHER)}),
    "long": lambda folder: pd.DataFrame(
        {
            "item": [*range(60)] * 2,
            "rater": ["ann"] * 60 + ["bob"] * 60,
            "rating": words(ROWS) + words(OTHER),
        }
    ),
    "csv": lambda folder: on_disk(folder, "a.csv"),
    "parquet": lambda folder: on_disk(folder, "a.parquet"),
    "lazy": lambda folder: pl.DataFrame({"ann": words(ROWS), "bob": words(OTHER)}).lazy(),
    "table": lambda folder: as_table(GRADES),
    "table by alphabet": lambda folder: as_table(sorted(GRADES)),
}


@pytest.mark.parametrize("way", WAYS)
def test_weights_follow_the_order_of_the_grades(way: str, tmp_path: Path) -> None:
    ratings = cc.as_ratings(WAYS[way](tmp_path))
    assert ratings.scale.categories == tuple(GRADES) == tuple(ratings.labels.tolist())
    assert cc.cohen_kappa(ratings, weights="quadratic").estimate == pytest.approx(KAPPA, abs=1e-12)


def test_two_plain_columns_take_the_order_of_the_grades_too() -> None:
    result = cc.cohen_kappa(words(ROWS), words(OTHER), weights="quadratic")
    assert result.estimate == pytest.approx(KAPPA, abs=1e-12)


def test_a_part_in_which_few_grades_occur_keeps_their_order() -> None:
    """Of the slice two grades are left, which alone say nothing of their order."""
    kinds = np.where((ROWS > 1) & (OTHER > 1), "upper", "other")
    data = {"ann": words(ROWS), "bob": words(OTHER), "kind": kinds.tolist()}
    study = cc.study(data, raters=["ann", "bob"], slices=["kind"])
    (table,) = study.comparisons[0].slices
    assert {row.value for row in table.rows} == {"upper", "other"}


def test_rounds_of_which_none_has_all_grades_are_on_one_scale(tmp_path: Path) -> None:
    """By the alphabet "excellent" and "fair" would be neighbours."""
    rounds = {
        "v1": (np.minimum(ROWS, 2), np.minimum(OTHER, 2)),
        "v2": (np.maximum(ROWS, 1), np.maximum(OTHER, 1)),
    }
    project = cc.Project("grades", str(tmp_path / "store.db"))
    for name, (human, judge) in rounds.items():
        project.add({"item": [*range(60)], "human": words(human), "judge": words(judge)}, round=name)
    (change,) = project.compare("v1", "v2")
    (kappa,) = (one for one in change.measures if one.measure == "cohen_kappa" and one.options)
    assert kappa.first.estimate == pytest.approx(quadratic(*rounds["v1"]), abs=1e-12)
    assert kappa.second.estimate == pytest.approx(quadratic(*rounds["v2"]), abs=1e-12)


def test_labels_in_another_order_than_the_scale_are_refused() -> None:
    with pytest.raises(InputError, match="in its order"):
        cc.Ratings(
            columns=(np.array([0, 1]), np.array([0, 1])), raters=("a", "b"),
            scale=Scale.ordinal(["low", "high"]), labels=np.array(["high", "low"]),
        )  # fmt: skip
