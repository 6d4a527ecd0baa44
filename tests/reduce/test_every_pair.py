"""Counts of all pairs of raters at once: those of each pair counted by itself."""

from __future__ import annotations

import numpy as np
import pytest

import concordant as cc
from concordant.reduce import every_pair
from concordant.reduce.every_pair import cells, of_pairs, pair_counts, pairs, patterns_of_pair
from concordant.reduce.patterns import patterns


@pytest.mark.parametrize("with_gaps", [True, False], ids=["gaps", "no gaps"])
@pytest.mark.parametrize("weighed", [True, False], ids=["weights", "no weights"])
def test_counts_are_those_of_each_pair(
    with_gaps: bool, weighed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(every_pair, "_BLOCK", 64)
    rng = np.random.default_rng(4)
    x = rng.integers(0, 4, (150, 3)).astype(float)
    if with_gaps:
        x[rng.random(x.shape) < 0.3] = np.nan
    weights = rng.integers(0, 5, 150) if weighed else np.ones(150, dtype=int)
    ratings = cc.as_ratings(x, **({"case_weights": weights} if weighed else {}))
    counts = pair_counts(ratings)
    said = [0.0, 1.0, 2.0, 3.0, np.nan]
    for g, h in ((0, 1), (2, 0)):
        for i, a in enumerate(said):
            for j, b in enumerate(said):
                here = [np.isnan(x[:, r]) if np.isnan(v) else x[:, r] == v for r, v in ((g, a), (h, b))]
                assert counts[g, i, h, j] == weights[here[0] & here[1]].sum()


def test_patterns_from_counts_are_those_from_ratings() -> None:
    ratings = cc.as_ratings([[1, 2, None], [1, 2, 2], [2, 2, 1], [None, None, 1], [1, 2, 2]])
    codes = cells(2, complete=False)
    counts = of_pairs(pair_counts(ratings), pairs(ratings), codes)
    for pair, weight in zip(pairs(ratings).tolist(), counts, strict=True):
        short = patterns_of_pair(ratings, pair, weight, codes)
        alone = patterns(ratings.select([ratings.raters[place] for place in pair]))
        assert short.raters == alone.raters
        order = np.lexsort(alone.codes.T[::-1])
        other = np.lexsort(short.codes.T[::-1])
        assert short.codes[other].tolist() == alone.codes[order].tolist()
        assert short.counts[other].tolist() == alone.counts[order].tolist()


def test_one_category_without_gaps_is_counted_too() -> None:
    counts = pair_counts(cc.as_ratings([["x", "x"], ["x", "x"]]))
    assert counts[0, 0, 1, 0] == 2
    assert counts[:, 1].sum() == 0


@pytest.mark.parametrize(
    "weights", [None, np.arange(150) % 4, np.linspace(0.1, 2, 150)], ids=["1", "whole", "any"]
)
def test_what_two_share_and_say_alike_is_that_of_each_pair(
    weights: np.ndarray | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(every_pair, "_BLOCK", 64)
    rng = np.random.default_rng(4)
    x = rng.integers(0, 4, (150, 3)).astype(float)
    x[rng.random(x.shape) < 0.3] = np.nan
    w = np.ones(150) if weights is None else weights.astype(float)
    ratings = cc.as_ratings(x, **({} if weights is None else {"case_weights": w}))
    w = ratings.item_weights  # those of a sample are scaled
    shared, same = every_pair.shared_and_same(ratings)
    for g in range(3):
        for h in range(3):
            both = ~np.isnan(x[:, g]) & ~np.isnan(x[:, h])
            assert shared[g, h] == pytest.approx(w[both].sum())
            assert same[g, h] == pytest.approx(w[both & (x[:, g] == x[:, h])].sum())
