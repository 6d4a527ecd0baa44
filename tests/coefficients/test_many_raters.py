"""Many raters: sums over all pairs without a loop over pairs, and a refusal where pairs are too many."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest

import concordant as cc
from concordant.coefficients.kernels import AbsoluteKernel, MatrixKernel, NominalKernel, SquaredKernel
from concordant.coefficients.null_variance import pair_variance, variance_over_pairs
from concordant.coefficients.ranks import correlation
from concordant.coefficients.ranks.pearson_pairs import PearsonPairs
from concordant.reduce.patterns import patterns


def scores(gaps: float, raters: int = 6) -> Any:
    """Raters at very different levels, so that lost digits would show."""
    rng = np.random.default_rng(5)
    x = np.clip(rng.integers(1, 6, (90, 1)) + rng.integers(-1, 2, (90, raters)), 1, 5).astype(float)
    x += np.arange(raters) * 1000
    x[rng.random(x.shape) < gaps] = np.nan
    return x


@pytest.mark.parametrize("gaps", [0.0, 0.5], ids=["complete", "gaps"])
def test_the_mean_correlation_of_many_raters_is_that_of_their_pairs(
    gaps: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    x, weights = scores(gaps), np.arange(90) % 3
    one_by_one = cc.pearson(x, case_weights=weights)
    monkeypatch.setattr(correlation, "MANY_RATERS", 2)
    at_once = cc.pearson(x, case_weights=weights)
    assert at_once.estimate == pytest.approx(one_by_one.estimate, rel=1e-10)
    assert at_once.se == pytest.approx(one_by_one.se, rel=1e-9)
    assert at_once.n_items == one_by_one.n_items
    assert at_once.details == pytest.approx(one_by_one.details)


def test_a_rater_who_never_varies_is_named_in_the_same_words(monkeypatch: pytest.MonkeyPatch) -> None:
    x = scores(0.2)
    x[:, 3] = 7
    notes = cc.pearson(x).notes
    monkeypatch.setattr(correlation, "MANY_RATERS", 2)
    assert cc.pearson(x).notes == notes
    assert "rater 4 gave only one value" in notes[0].text


@pytest.mark.parametrize("gaps", [0.0, 0.5], ids=["complete", "gaps"])
def test_the_concordance_of_many_raters_is_that_of_the_catalogue(gaps: float) -> None:
    ratings = cc.as_ratings(scores(gaps) - np.arange(6) * 999)
    found = PearsonPairs(patterns(ratings), np.asarray(ratings.values))
    assert found.concordance() == pytest.approx(cc.ccc(ratings, divisor="n").estimate, rel=1e-9)


@pytest.mark.parametrize(
    "kernel",
    [
        NominalKernel(), AbsoluteKernel(np.arange(4.0)), SquaredKernel(np.arange(4.0) ** 2),
        MatrixKernel(np.array([[0, 1, 1, 3], [1, 0, 2, 1], [1, 2, 0, 1], [3, 1, 1, 0]], dtype=float)),
    ],
    ids=["nominal", "absolute", "squared", "matrix"],
)  # fmt: skip
def test_the_null_variance_is_the_sum_over_pairs(kernel: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("concordant.coefficients.null_variance._BLOCK", 3)
    shares = np.random.default_rng(0).dirichlet(np.ones(4), 7)
    wanted = sum(pair_variance(kernel, a, b) for a, b in combinations(shares, 2))
    assert variance_over_pairs(kernel, shares) == pytest.approx(wanted, rel=1e-10)


@pytest.mark.parametrize("name", ["light_kappa", "hubert_kappa", "spearman", "kendall_tau"])
def test_what_needs_every_pair_is_refused_with_what_to_do(name: str) -> None:
    x = np.random.default_rng(0).integers(1, 6, (3, 300))
    with pytest.raises(cc.OptionError, match=r"300 raters make 44,850 pairs, but the limit is 20,000"):
        cc.agreement(x, name)


def test_very_many_raters_have_the_coefficients_that_need_no_pairs() -> None:
    ratings = cc.as_ratings(np.random.default_rng(0).integers(1, 6, (3, 1_500)))
    for name in ("fleiss_kappa", "krippendorff_alpha", "gwet_ac", "conger_kappa"):
        assert abs(cc.agreement(ratings, name).estimate) < 0.01
    for name in ("pearson", "ccc", "light_kappa"):
        with pytest.raises(cc.OptionError, match="raters"):
            cc.agreement(ratings, name)
