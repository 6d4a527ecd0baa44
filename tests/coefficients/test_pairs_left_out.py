"""A mean over pairs of raters leaves out pairs without a value, and says which."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import concordant as cc
from concordant.coefficients.ranks import correlation

from ..interpret.saying import assert_said


def raters(constant: int, varying: int = 3, n: int = 40) -> Any:
    rng = np.random.default_rng(4)
    truth = rng.integers(1, 6, n)
    columns = [np.clip(truth + rng.choice([-1, 0, 1], n), 1, 5) for _ in range(varying)]
    return np.stack([*columns, *[np.full(n, 3)] * constant], axis=1)


@pytest.mark.parametrize("name", ["pearson", "spearman", "kendall_tau"])
def test_the_mean_is_that_of_the_pairs_that_have_a_value(name: str) -> None:
    all_, without = (cc.agreement(cc.as_ratings(raters(c), categories=range(1, 6)), name) for c in (1, 0))
    assert all_.estimate == pytest.approx(without.estimate)
    assert all_.se == pytest.approx(without.se)
    assert all_.details["n_rater_pairs"] == 3
    note = next(note for note in all_.notes if note.code == "pairs-left-out")
    assert note.text.startswith("3 of 6 pairs of raters are undefined and were excluded from the mean.")
    assert_said(note)


def test_one_pair_that_shares_no_item_is_left_out_of_lights_kappa() -> None:
    y = raters(0).astype(float)
    y[:20, 0] = y[20:, 2] = np.nan
    r = cc.as_ratings(y, categories=range(1, 6))
    kappas = [cc.cohen_kappa(r.select([r.raters[g], r.raters[1]])).estimate for g in (0, 2)]
    found = cc.light_kappa(r)
    assert found.estimate == pytest.approx(np.mean(kappas))
    note = next(note for note in found.notes if note.code == "pairs-left-out")
    assert note.text.startswith("1 of 3 pairs of raters is undefined and was excluded from the mean.")
    assert_said(note)


def test_many_raters_at_once_leave_out_the_same_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    r = cc.as_ratings(raters(2, 4), categories=range(1, 6))
    one_by_one = cc.pearson(r)
    monkeypatch.setattr(correlation, "MANY_RATERS", 2)
    at_once = cc.pearson(r)
    assert at_once.estimate == pytest.approx(one_by_one.estimate)
    assert at_once.se == pytest.approx(one_by_one.se)
    assert [n.text for n in at_once.notes] == [n.text for n in one_by_one.notes]


def test_without_any_pair_there_is_no_mean() -> None:
    found = cc.pearson(cc.as_ratings(raters(2, 1), categories=range(1, 6)))
    assert math.isnan(found.estimate)
    assert "pairs-left-out" not in [note.code for note in found.notes]


def test_resamples_of_a_mean_without_some_pairs() -> None:
    found = cc.pearson(
        cc.as_ratings(raters(1), categories=range(1, 6)), interval="bootstrap", draws=100, rng=1
    )
    assert found.interval is not None
    assert found.interval.low < found.estimate < found.interval.high
