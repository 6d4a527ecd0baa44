"""Folds do not depend on the order of rows, and never part what belongs together."""

from __future__ import annotations

import numpy as np
import pytest

from concordant.judges.folds import make_folds
from concordant.judges.labelled_items import LabelledItems
from concordant.judges.ordinal_map import ordinal_map
from concordant.judges.panel import panel
from concordant.judges.threshold_curve import threshold_curve


def _rows(n: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 3, (n, 2))


@pytest.mark.parametrize("clustered", [False, True])
def test_rows_in_another_order_have_the_same_rows_in_each_fold(clustered: bool) -> None:
    rows = _rows(60)
    units = np.arange(60) // 3 if clustered else None
    order = np.random.default_rng(1).permutation(60)
    one = make_folds(rows, units, 5, 0)
    other = make_folds(rows[order], None if units is None else units[order], 5, 0)

    def content(rows: np.ndarray, fold: np.ndarray) -> list[list[tuple[int, ...]]]:
        return [sorted(map(tuple, rows[fold == k].tolist())) for k in range(5)]

    assert content(rows, one) == content(rows[order], other)


def test_rows_of_one_unit_are_in_one_fold_and_folds_are_equally_large() -> None:
    units = np.random.default_rng(2).permutation(np.repeat(np.arange(20), 3))
    fold = make_folds(_rows(60), units, 5, 0)
    assert all(len(set(fold[units == unit])) == 1 for unit in range(20))
    assert np.bincount(fold).tolist() == [12] * 5


def test_another_seed_deals_otherwise() -> None:
    rows = np.arange(60)[:, None]
    assert (make_folds(rows, None, 5, 0) != make_folds(rows, None, 5, 1)).any()


def test_what_is_measured_by_folds_does_not_depend_on_the_order_of_rows() -> None:
    rng = np.random.default_rng(3)
    people = rng.integers(1, 6, 100).astype(float)
    a, b = (np.clip(people + rng.integers(-1, 2, 100), 1, 5) for _ in range(2))
    order = rng.permutation(100)

    def measured(rows: np.ndarray) -> list[float]:
        mapped = ordinal_map(LabelledItems(judge=a[rows], human=people[rows]))
        curve = threshold_curve(a[rows] + b[rows], people[rows] > 3)
        sizes = panel({"a": a[rows], "b": b[rows]}, people[rows]).sizes
        return [
            mapped.error_after,
            *(result.estimate for result in curve.held_out),
            *(size.held_out for size in sizes),
        ]

    assert measured(order) == pytest.approx(measured(np.arange(100)), rel=1e-12)
