"""Points of measurements: the data's own pairs, few enough to draw, the extremes among them."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import concordant as cc
from concordant.interpret.where.scatter import Scatter


def measured(n: int, raters: int = 2, seed: int = 0) -> pd.DataFrame:
    rng = np.random.default_rng(seed)
    truth = rng.normal(100, 15, n)
    names = ["human_1", "human_2", "judge"][-raters:] if raters == 3 else ["human", "judge"]
    return pd.DataFrame({name: truth + rng.normal(0, 5, n) for name in names})


def points(table: pd.DataFrame, name: str = "judge") -> Scatter:
    found = cc.study(table, scale="interval").comparison(name).scatter
    assert found is not None
    return found


def test_few_pairs_are_all_there() -> None:
    table = measured(80)
    table.loc[3, "judge"] = np.nan
    found = points(table)
    assert sorted(found.pairs) == sorted(table.dropna().itertuples(index=False, name=None))
    assert (found.n, found.first, found.second) == (79, "human", "judge")


def test_of_many_pairs_some_are_spread_evenly_with_the_extremes_among_them() -> None:
    table = measured(5000)
    found = points(table)
    pairs = set(table.itertuples(index=False, name=None))
    assert found.n == 5000
    assert 990 <= len(found.pairs) <= 1000
    assert set(found.pairs) <= pairs
    difference = table["human"] - table["judge"]
    shown = [a - b for a, b in found.pairs]
    assert (max(shown), min(shown)) == (difference.max(), difference.min())
    means = np.array([(a + b) / 2 for a, b in found.pairs])
    assert (np.diff(means) >= 0).all()
    whole = table.mean(axis=1)
    assert np.quantile(means, [0.1, 0.5, 0.9]) == pytest.approx(whole.quantile([0.1, 0.5, 0.9]), abs=0.5)


def test_the_order_of_rows_changes_no_point() -> None:
    table = measured(3000)
    assert points(table) == points(table.sample(frac=1, random_state=1))


def test_a_judge_has_a_pair_with_each_of_several_people() -> None:
    table = measured(60, raters=3)
    found = points(table)
    expected = [(row.human_1, row.judge) for row in table.itertuples()]
    expected += [(row.human_2, row.judge) for row in table.itertuples()]
    assert sorted(found.pairs) == sorted(expected)
    assert found.n == 120


def test_categories_have_no_points() -> None:
    study = cc.study([1, 2, 3, 2], [1, 2, 2, 2])
    assert study.comparisons[0].scatter is None
