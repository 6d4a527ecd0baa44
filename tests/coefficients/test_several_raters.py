"""Coefficients for any number of raters: what they rest on, and weights with a direction."""

from __future__ import annotations

import numpy as np
import pytest

import concordant as cc
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
