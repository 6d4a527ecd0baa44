"""Restricted likelihood of crossed items and raters, against the same likelihood written out densely."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import concordant as cc
from concordant.coefficients.reliability.mean_squares import mean_squares
from concordant.coefficients.reliability.reml import reml
from concordant.reduce.crossed import crossed
from concordant.reduce.item_weights import DrawWeights
from concordant.reduce.moments import of_values


def data(seed: int, n: int = 14, raters: int = 4, gaps: float = 0.3, spread: float = 1.0) -> Any:
    rng = np.random.default_rng(seed)
    x = rng.normal(0, spread, (n, 1)) + rng.normal(0, 0.6, raters) + rng.normal(0, 0.5, (n, raters)) + 3
    x[rng.random(x.shape) < gaps] = np.nan
    return x[~np.isnan(x).all(axis=1)]


def dense(x: Any, items: float, raters: float, error: float) -> float:
    """−2 log restricted likelihood with the whole covariance matrix of all ratings."""
    i, j = np.nonzero(~np.isnan(x))
    y = x[i, j]
    v = items * (i[:, None] == i) + raters * (j[:, None] == j) + error * np.eye(len(y))
    one = np.ones(len(y))
    inverse = np.linalg.inv(v)
    information = one @ inverse @ one
    rest = y - one * (one @ inverse @ y) / information
    return float(np.linalg.slogdet(v)[1] + np.log(information) + rest @ inverse @ rest)


def fit(x: Any, **options: Any) -> Any:
    return reml(crossed(of_values(x, [str(g) for g in range(x.shape[1])])), **options)


@pytest.mark.parametrize("seed", range(6))
def test_no_other_components_are_more_likely(seed: int) -> None:
    x = data(seed)
    found = fit(x)
    best = [float(found.items), float(found.raters), float(found.error)]
    at = dense(x, *best)
    rng = np.random.default_rng(seed)
    for size in (1e-3, 1e-2, 0.1, 0.5):
        for _ in range(40):
            other = (
                np.array(best) * np.exp(rng.normal(0, size, 3)) + (np.array(best) == 0) * rng.random(3) * size
            )
            assert dense(x, *other) >= at - 1e-9


@pytest.mark.parametrize("seed", range(4))
def test_the_slope_of_the_dense_likelihood_is_zero_there(seed: int) -> None:
    x = data(seed, n=20, gaps=0.4)
    found = fit(x)
    best = np.array([float(found.items), float(found.raters), float(found.error)])
    assert (best > 0).all()
    for place in range(3):
        h = 1e-4 * best[place] * np.eye(3)[place]
        slope = (dense(x, *(best + h)) - dense(x, *(best - h))) / 2e-4
        assert abs(slope) < 1e-4


def test_the_general_mean_is_that_of_generalised_least_squares() -> None:
    x = data(3)
    found = fit(x)
    i, j = np.nonzero(~np.isnan(x))
    y = x[i, j]
    v = found.items * (i[:, None] == i) + found.raters * (j[:, None] == j) + found.error * np.eye(len(y))
    w = np.linalg.solve(v, np.ones(len(y)))
    assert found.mean == pytest.approx(w @ y / w.sum(), rel=1e-9)


@pytest.mark.parametrize("seed", range(5))
def test_complete_ratings_give_the_analysis_of_variance(seed: int) -> None:
    x = data(seed, gaps=0)
    n, k = x.shape
    rows, columns, grand = x.mean(1), x.mean(0), x.mean()
    error = ((x - rows[:, None] - columns + grand) ** 2).sum() / ((n - 1) * (k - 1))
    items = (k * ((rows - grand) ** 2).sum() / (n - 1) - error) / k
    raters = (n * ((columns - grand) ** 2).sum() / (k - 1) - error) / n
    assert min(items, raters) > 0
    found = fit(x)
    np.testing.assert_allclose([found.items, found.raters, found.error], [items, raters, error], rtol=1e-7)


def test_a_variance_that_would_be_negative_is_zero_and_the_rest_refitted() -> None:
    # B10: with no variance of items the one-way model of raters alone is left
    x = np.array([[1.0, 2.0, 3.0], [3.0, 1.0, 2.0], [2.0, 3.0, 1.0], [1.0, 3.0, 2.0]])
    found = fit(x)
    assert found.items == 0
    best = dense(x, 0.0, float(found.raters), float(found.error))
    for a in (0.01, 0.1):
        assert dense(x, a, float(found.raters), float(found.error)) > best


def test_the_one_way_model_is_the_likelihood_without_raters() -> None:
    x = data(1)
    found = fit(x, raters=False)
    assert found.raters == 0
    at = dense(x, float(found.items), 0.0, float(found.error))
    for a, e in ((1.1, 1.0), (0.9, 1.0), (1.0, 1.1), (1.0, 0.9)):
        assert dense(x, float(found.items) * a, 0.0, float(found.error) * e) > at


def test_a_far_away_origin_changes_nothing_but_the_mean() -> None:
    x = np.round(data(2), 2)
    near, far = fit(x), fit(x + 1e6)
    np.testing.assert_allclose(
        [near.items, near.raters, near.error], [far.items, far.raters, far.error], rtol=1e-6
    )
    assert far.mean - 1e6 == pytest.approx(near.mean, abs=1e-6)


def test_ratings_without_error_are_known_exactly() -> None:
    """y = s + r with gaps: the effects can be read off, and so can how they vary."""
    items, raters = np.array([1.0, 4.0, 2.0, 7.0, 3.0]), np.array([0.0, 2.0, -1.0])
    x = items[:, None] + raters
    x[0, 1] = x[2, 0] = x[4, 2] = np.nan
    found = fit(x)
    assert found.error == 0
    assert found.items == pytest.approx(items.var(ddof=1))
    assert found.raters == pytest.approx(raters.var(ddof=1))


def test_many_draws_at_once_are_the_draws_one_by_one() -> None:
    x = data(9, n=25)
    m = of_values(x, "abcd")
    weights = np.random.default_rng(0).multinomial(25, np.ones(25) / 25, 6).astype(float)
    together = reml(crossed(m.weighed(DrawWeights(weights))))
    for d, w in enumerate(weights):
        alone = fit(np.repeat(x, w.astype(int), axis=0))
        np.testing.assert_allclose(together.items[d], alone.items, atol=1e-6)
        np.testing.assert_allclose(together.raters[d], alone.raters, atol=1e-6)


def test_components_of_simulated_ratings_are_recovered() -> None:
    rng = np.random.default_rng(0)
    n, k = 40_000, 12
    raters = rng.normal(0, 1, k)
    x = rng.normal(0, 1.5, (n, 1)) + raters + rng.normal(0, 0.8, (n, k))
    x[rng.random(x.shape) < 0.5] = np.nan
    x = x[~np.isnan(x).all(axis=1)]
    found = fit(x)
    assert float(found.items) == pytest.approx(1.5**2, rel=0.03)
    assert float(found.error) == pytest.approx(0.8**2, rel=0.01)
    assert float(found.raters) == pytest.approx(raters.var(ddof=1), rel=0.01)


def test_gaps_are_said_and_incomplete_items_used() -> None:
    x = data(4)
    result = cc.icc(x)
    assert "gaps-by-likelihood" in [note.code for note in result.notes]
    assert result.n_items == np.count_nonzero((~np.isnan(x)).sum(axis=1) >= 2)
    assert result.details["var_items"] == pytest.approx(float(fit(x).items))
    complete = cc.icc(x, method="anova")
    assert complete.n_items == np.count_nonzero(~np.isnan(x).any(axis=1))
    assert "incomplete-items" in [note.code for note in complete.notes]


def test_intervals_with_gaps_rest_on_harmonic_means_of_the_design() -> None:
    x = data(12, n=30, gaps=0.4)
    there = ~np.isnan(x)
    ms = mean_squares(of_values(x, "abcd"))
    assert ms.k == pytest.approx(len(x) / (1 / there.sum(axis=1)).sum())
    assert ms.n == pytest.approx(4 / (1 / there.sum(axis=0)).sum())
    assert (ms.df_items, ms.df_raters) == (len(x) - 1, 3)
    assert ms.df_error == there.sum() - len(x) - 3


def test_what_one_more_item_changes_is_followed_through_the_likelihood() -> None:
    x = data(5, n=25, gaps=0.3)
    m = of_values(x, "abcd")

    def share(part: Any) -> Any:
        found = reml(crossed(part))
        return found.items / (found.items + found.raters + found.error)

    slope = m.follow(share).slope
    h = 1e-4
    up, down = (share(m.weighed(DrawWeights(m.counts + s * h * np.eye(len(x))))) for s in (1, -1))
    np.testing.assert_allclose(slope, (up - down) / (2 * h), atol=1e-6)
