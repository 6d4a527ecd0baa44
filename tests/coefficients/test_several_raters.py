"""Coefficients for any number of raters: what they rest on, and weights with a direction."""

from __future__ import annotations

import numpy as np
import pytest

import concordant as cc
from concordant.reduce.item_weights import DrawWeights
from tests.designs import make, simulated

#: Krippendorff's data C: twelve units, the last with one rating only.
DATA_C = [
    [1, 1, None, 1], [2, 2, 3, 2], [3, 3, 3, 3], [3, 3, 3, 3], [2, 2, 2, 2], [1, 2, 3, 4],
    [4, 4, 4, 4], [1, 1, 2, 1], [2, 2, 2, 2], [None, 5, 5, 5], [None, None, 1, 1], [None, None, 3, None],
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "items"),
    [
        ("fleiss_kappa", 12),  # a single rating still tells how often categories are used
        ("gwet_ac", 12),
        ("conger_kappa", 12),
        ("brennan_prediger", 11),  # here it tells nothing
        ("exact_agreement", 11),
        ("krippendorff_alpha", 11),
        ("specific_agreement", 11),
        ("mean_absolute_error", 11),
        ("kendall_w", 8),  # units 1, 10, 11 and 12 are not rated by all
    ],
)
def test_how_many_items_a_number_rests_on(name: str, items: int) -> None:
    result = cc.agreement(DATA_C, name)
    assert result.n_items == items


@pytest.mark.parametrize(
    "name", ["fleiss_kappa", "conger_kappa", "gwet_ac", "brennan_prediger", "hubert_kappa"]
)
def test_a_direction_in_the_weights_is_met_both_ways(name: str) -> None:
    """Several raters have no first and second, so only the mean of w_ij and w_ji counts."""
    w = np.array([[1, 0.9, 0.2, 0], [0.5, 1, 0.6, 0.1], [0.3, 0.7, 1, 0.8], [0.1, 0, 0.5, 1]])
    ratings = make(simulated(40, 3, 0.2, seed=20))
    results = [cc.agreement(ratings, name, weights=x) for x in (w, (w + w.T) / 2)]
    assert results[0].estimate == pytest.approx(results[1].estimate, abs=1e-12)
    assert results[0].se == pytest.approx(results[1].se, abs=1e-9)
    turned = cc.agreement(ratings.select(["r2", "r0", "r1"]), name, weights=w)
    assert turned.estimate == pytest.approx(results[0].estimate, abs=1e-12)


def test_many_ratings_take_the_road_over_counts_to_the_same_number() -> None:
    """With more ratings than categories an item's pairs are met by category; same number, any weights."""
    w = np.array([[1, 0.9, 0.2, 0], [0.5, 1, 0.6, 0.1], [0.3, 0.7, 1, 0.8], [0.1, 0, 0.5, 1]])
    codes = simulated(30, 6, 0.3, seed=21)
    wide = cc.fleiss_kappa(make(codes), weights=w).estimate
    d = 1 - w
    per_item, shares = [], []
    for row in codes:
        there = row[row >= 0]
        if len(there):
            shares.append(np.bincount(there, minlength=4) / len(there))
        if len(there) > 1:
            pairs = [d[a, b] for i, a in enumerate(there) for j, b in enumerate(there) if i != j]
            per_item.append(np.mean(pairs))
    margin = np.mean(shares, axis=0)
    assert wide == pytest.approx(1 - np.mean(per_item) / (margin @ d @ margin))


def test_unequal_numbers_of_ratings_are_said_with_the_other_margins() -> None:
    result = cc.fleiss_kappa(DATA_C)
    other = cc.fleiss_kappa(DATA_C, margins="ratings")
    assert result.details["estimate_with_margins_of_ratings"] == pytest.approx(other.estimate)
    assert other.details["estimate_with_margins_of_items"] == pytest.approx(result.estimate)


@pytest.mark.parametrize("metric", ["nominal", "ordinal", "interval", "ratio", "circular", "bipolar"])
def test_pairable_ratings_of_one_value_leave_alpha_undefined_whatever_else_was_rated(metric: str) -> None:
    """Rounding must not make a chance disagreement out of nothing."""
    pairs = [[0.91, 0.91]] * 6 + [[0.63, None], [0.46, None], [0.01, None], [1.18, None]]
    result = cc.krippendorff_alpha(pairs, metric=metric, scale="interval")
    assert not result.defined
    assert result.notes[0].code == "no-variation"
    assert result.details["observed_agreement"] == 1


def test_conger_of_many_raters_is_the_mean_over_pairs() -> None:
    codes = simulated(50, 7, 0.3, seed=22)
    shares = [np.bincount(c[c >= 0], minlength=4) / (c >= 0).sum() for c in codes.T]
    d = 1 - np.eye(4)
    expected = np.mean([a @ d @ b for i, a in enumerate(shares) for b in shares[i + 1 :]])
    assert cc.conger_kappa(make(codes)).details["expected_agreement"] == pytest.approx(1 - expected)


def test_rows_without_a_rating_change_nothing() -> None:
    codes = simulated(40, 3, 0.3, seed=23)
    padded = np.concatenate([codes, np.full((60, 3), -1)])
    for interval in ("analytic", "jackknife", "bootstrap"):
        plain, more = (cc.fleiss_kappa(make(m), interval=interval) for m in (codes, padded))
        assert plain.estimate == more.estimate
        assert plain.se == more.se


def test_weights_of_nothing_leave_everything_undefined() -> None:
    codes = simulated(6, 3, 0.0, seed=24)
    for name in ("fleiss_kappa", "exact_agreement", "conger_kappa", "light_kappa", "kendall_w"):
        for clusters in (None, np.arange(6) // 2):
            result = cc.agreement(make(codes, weights=np.zeros(6), clusters=clusters), name)
            assert not result.defined
            assert result.notes[0].code in ("no-pairs", "no-complete-items")


def test_a_resample_in_which_two_raters_share_no_item_leaves_them_out() -> None:
    ratings = cc.as_ratings([[0, 1, None], *[[0, 0, 0]] * 6])
    measure = cc.measure("hubert_kappa", ratings)
    statistic = measure.reduce()
    only = (statistic.codes[:, 2] < 0).astype(float)  # the third rater is in no item of this draw
    assert measure.values(statistic, DrawWeights(np.stack([only, only])))[0] == 0.0
