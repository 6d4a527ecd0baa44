"""The one-way intraclass correlation of items with unequally many ratings, by analysis of variance."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import concordant as cc

from ...interpret.saying import assert_said

NAN = math.nan


def with_gaps(n: int = 40, k: int = 5, seed: int = 4) -> Any:
    rng = np.random.default_rng(seed)
    y = rng.normal(10, 2, (n, 1)) + rng.normal(size=(n, k))
    return np.where(np.arange(k) < rng.integers(1, k + 1, (n, 1)), y, NAN)


def by_hand(y: Any) -> tuple[float, float]:
    """ICC(1) = (MSB − MSW)/(MSB + (k₀ − 1)MSW) and k₀, as Donner (1986) has them."""
    rows = [row[~np.isnan(row)] for row in y]
    n, total = len(rows), sum(map(len, rows))
    mean = np.concatenate(rows).mean()
    between = sum(len(row) * (row.mean() - mean) ** 2 for row in rows) / (n - 1)
    within = sum(((row - row.mean()) ** 2).sum() for row in rows) / (total - n)
    k0 = (total - sum(len(row) ** 2 for row in rows) / total) / (n - 1)
    return (between - within) / (between + (k0 - 1) * within), k0


def test_it_takes_all_items_with_the_mean_number_of_ratings() -> None:
    y = with_gaps()
    result = cc.icc(y, form="1,1", method="anova")
    value, k0 = by_hand(y)
    assert result.estimate == pytest.approx(value, abs=1e-12)
    assert result.n_items == 40
    (note,) = [n for n in result.notes if n.code == "gaps-by-anova"]
    assert f"{k0:.3g} per item" in note.text
    assert "method='reml'" in note.text
    assert_said(note)


def test_a_small_table_as_fractions() -> None:
    # items (1, 3), (5), (8, 10): MSB: mean 27/5; 2·(17/5)² + (2/5)² + 2·(18/5)² = 49.2, over 2 = 24.6;
    # MSW = (2 + 2)/2 = 2; k₀ = (5 − 9/5)/2 = 1.6; (24.6 − 2)/(24.6 + 0.6·2) = 22.6/25.8
    result = cc.icc([[1, 3], [5, NAN], [8, 10]], form="1,1", method="anova")
    assert result.estimate == pytest.approx(22.6 / 25.8, abs=1e-14)


def test_without_gaps_it_is_the_balanced_table() -> None:
    y = with_gaps()
    y = np.where(np.isnan(y), 9.5, y)
    assert cc.icc(y, form="1,1", method="anova").estimate == pytest.approx(cc.icc(y, form="1,1").estimate)


def test_the_two_way_forms_still_need_complete_items() -> None:
    y = with_gaps()
    complete = y[~np.isnan(y).any(axis=1)]
    result = cc.icc(y, form="C,1", method="anova")
    assert result.n_items == len(complete)
    assert result.estimate == pytest.approx(cc.icc(complete, form="C,1").estimate)


def test_bootstrap_and_jackknife_follow_it() -> None:
    y = with_gaps()
    analytic, jackknife, bootstrap = (
        cc.icc(y, form="1,1", method="anova", interval=how, draws=400)  # type: ignore[arg-type]
        for how in ("analytic", "jackknife", "bootstrap")
    )
    assert jackknife.se == pytest.approx(analytic.se, rel=0.15)
    assert bootstrap.se == pytest.approx(analytic.se, rel=0.25)


def test_where_every_item_has_one_rating_there_is_no_reliability() -> None:
    result = cc.icc([[1, NAN], [NAN, 2], [3, NAN]], form="1,1", method="anova")
    assert not result.defined
