"""Moments: right, stable, and additive; and the sums that crossed models need."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from concordant.errors import OptionError
from concordant.reduce.crossed import _from_items, _from_patterns
from concordant.reduce.from_published import mean_squares, summary
from concordant.reduce.item_weights import CaseWeights, DrawWeights, LeaveOneOut
from concordant.reduce.moments import Moments, of_values


def data(seed: int, n: int = 12, raters: int = 3, gaps: float = 0.25) -> Any:
    rng = np.random.default_rng(seed)
    x = rng.normal(0, 1, (n, 1)) + rng.normal(0, 0.7, (n, raters)) + np.arange(raters)
    x[rng.random(x.shape) < gaps] = np.nan
    return x


def pairwise(x: Any, columns: list[int]) -> Any:
    """Count, means and covariance of the rows that have these columns, by numpy on the raw numbers."""
    part = x[~np.isnan(x[:, columns]).any(axis=1)][:, columns]
    return len(part), part.mean(axis=0), np.cov(part.T)


@pytest.mark.parametrize("columns", [[0, 1], [0, 2], [1, 2], [0, 1, 2]])
def test_a_block_is_what_numpy_says_of_the_rows_that_have_it(columns: list[int]) -> None:
    x = data(1, n=60)
    n, mean, covariance = pairwise(x, columns)
    block = of_values(x, "abc").block(columns)
    assert block.n == n
    np.testing.assert_allclose(block.mean, mean, rtol=1e-12)
    np.testing.assert_allclose(block.covariance, covariance, rtol=1e-12)


@pytest.mark.parametrize("columns", [[0, 1], [1, 2], [0, 1, 2]])
@pytest.mark.parametrize("road", ["counted", "drawn", "added", "sums"])
def test_differences_are_summed_as_differences(columns: list[int], road: str) -> None:
    """Items spread a million times as far as raters differ: their differences keep their digits."""
    x = data(6, n=60)
    x += np.random.default_rng(6).normal(0, 1e6, (60, 1))
    m = of_values(x, "abc")
    if road == "drawn":
        m = m.weighed(DrawWeights(np.ones((1, 60))))
    if road in ("added", "sums"):
        a, b = of_values(x[:23], "abc"), of_values(x[23:], "abc")
        m = a + b if road == "added" else a.without_items() + b.without_items()
    there = x[~np.isnan(x[:, columns]).any(axis=1)][:, columns]
    d = there - there[:, :1]
    d -= d.mean(axis=0)
    np.testing.assert_allclose(
        m.block(columns).apart.reshape(len(columns), -1), d.T @ d, rtol=1e-7, atol=1e-7
    )


def test_measurements_around_a_billion_lose_no_digits() -> None:
    x = np.round(data(2, n=200, gaps=0.1), 3)
    near, far = of_values(x, "abc"), of_values(x + 1e9, "abc")
    for columns in ([0, 1], [1, 2]):
        a, b = near.block(columns), far.block(columns)
        # 10⁹ + x keeps x to about 10⁻⁷; nothing more is lost on the way
        np.testing.assert_allclose(a.cross, b.cross, rtol=2e-7)
        np.testing.assert_allclose(a.mean, b.mean - 1e9, atol=2e-7)


@given(st.integers(0, 10**6), st.integers(1, 11))
def test_moments_of_parts_add_to_those_of_the_whole(seed: int, cut: int) -> None:
    x = data(seed)
    whole = of_values(x, "abc")
    with_items = of_values(x[:cut], "abc") + of_values(x[cut:], "abc")
    sums_only = of_values(x[:cut], "abc").without_items() + of_values(x[cut:], "abc").without_items()
    for columns in ([0], [0, 1], [1, 2], [0, 1, 2]):
        a = whole.block(columns)
        for other in (with_items, sums_only):
            b = other.block(columns)
            assert a.n == b.n
            if a.n > 0:
                np.testing.assert_allclose(a.mean, b.mean, atol=1e-12)
                np.testing.assert_allclose(a.cross, b.cross, atol=1e-11)


def test_only_moments_of_the_same_columns_add() -> None:
    with pytest.raises(ValueError, match="same raters"):
        of_values(data(0), "abc") + of_values(data(0), "abd")


@given(st.integers(0, 10**6))
def test_every_weighing_gives_the_moments_of_the_rows_it_stands_for(seed: int) -> None:
    x = data(seed)
    m = of_values(x, "abc")
    weights = np.random.default_rng(seed).integers(0, 4, (3, len(x))).astype(float)
    together = m.weighed(DrawWeights(weights)).block([0, 1])
    alone = [m.weighed(CaseWeights(w)).block([0, 1]) for w in weights]
    repeated = [of_values(np.repeat(x, w.astype(int), axis=0), "abc") for w in weights if w.sum()]
    for d, one in enumerate(alone):
        np.testing.assert_allclose(together.cross[d], one.cross, atol=1e-10)
    for one, copies in zip(
        [a for a, w in zip(alone, weights, strict=True) if w.sum()], repeated, strict=True
    ):
        np.testing.assert_allclose(one.cross, copies.block([0, 1]).cross, atol=1e-10)
    without = m.weighed(LeaveOneOut(m.counts)).block([0, 1])
    np.testing.assert_allclose(
        without.cross[3], of_values(np.delete(x, 3, 0), "abc").block([0, 1]).cross, atol=1e-10
    )


@pytest.mark.parametrize("smooth", [True, False])
def test_slopes_are_what_one_more_item_changes(smooth: bool) -> None:
    x = data(5, n=30)
    m = of_values(x, "abc")

    def correlation(part: Moments) -> Any:
        b = part.block([0, 1])
        return b.cross[..., 0, 1] / np.sqrt(b.cross[..., 0, 0] * b.cross[..., 1, 1])

    slope = m.follow(correlation, smooth=smooth).slope
    h = 1e-5
    up, down = (correlation(m.weighed(DrawWeights(m.counts + s * h * np.eye(len(x))))) for s in (1, -1))
    np.testing.assert_allclose(slope, (up - down) / (2 * h), atol=1e-8)
    assert slope is not None
    assert np.abs(slope[np.isnan(x[:, :2]).any(axis=1)]).max() == 0


def test_crossed_sums_are_the_same_from_items_and_from_patterns() -> None:
    m = of_values(data(7, n=40) + 500, "abc")
    a, b = _from_items(m), _from_patterns(m)
    for name in ("m", "items", "together", "sums", "pulls", "squares", "total"):
        np.testing.assert_allclose(getattr(a, name), getattr(b, name), rtol=1e-9, atol=1e-9)
    x = data(7, n=40) + 500
    assert a.n_ratings == np.count_nonzero(~np.isnan(x))
    np.testing.assert_array_equal(a.by_rater, np.count_nonzero(~np.isnan(x), axis=0))


def test_where_only_sums_are_known_items_are_asked_for_in_words() -> None:
    m = of_values(data(0), "abc").without_items()
    with pytest.raises(OptionError, match="nothing can be resampled"):
        m.weighed(CaseWeights(np.ones(3)))
    with pytest.raises(OptionError, match="measurements of every item"):
        _ = m.measured


def test_too_many_patterns_of_gaps_are_refused_in_words() -> None:
    x = np.where(np.random.default_rng(0).random((3000, 150)) < 0.5, np.nan, 1.0)
    with pytest.raises(OptionError, match="patterns of gaps"):
        _ = of_values(x, [str(g) for g in range(150)]).sums


# --- figures that are all that is known -----------------------------------------------------------


def test_a_summary_is_the_moments_it_was_made_of() -> None:
    x = data(3, n=25, gaps=0)
    n, mean, covariance = pairwise(x, [0, 1, 2])
    sds = np.sqrt(np.diag(covariance))
    m = summary(n_items=n, means=mean, sds=sds, correlations=covariance / np.outer(sds, sds))
    np.testing.assert_allclose(m.complete.cross, of_values(x, "abc").complete.cross, rtol=1e-12)
    np.testing.assert_allclose(m.complete.mean, mean, rtol=1e-12)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"sds": [1, -1]}, "standard deviations"),
        ({"sds": [1]}, "one of each"),
        ({"correlations": [[1, 0.5], [0.2, 1]]}, "must be a correlation matrix"),
        ({"correlations": 1.5}, "must be a correlation matrix"),
        ({"n_items": 1}, "At least two items"),
    ],
)
def test_an_impossible_summary_is_refused(wrong: dict[str, Any], said: str) -> None:
    fine: dict[str, Any] = {"n_items": 10, "means": [1, 2], "sds": [1, 1], "correlations": 0.5}
    with pytest.raises(OptionError, match=said):
        summary(**{**fine, **wrong})


def test_mean_squares_cannot_be_negative() -> None:
    with pytest.raises(OptionError, match="mean square of error"):
        mean_squares(items=1, raters=1, error=-1, n_items=5, n_raters=3)


def test_a_column_can_stand_for_an_occasion() -> None:
    x = data(4, n=20, raters=4, gaps=0)
    m = replace(of_values(x, "ab", ("1", "2")))
    second = m.of_rater(1)
    assert second.raters == ("1", "2")
    np.testing.assert_allclose(second.complete.covariance, np.cov(x[:, 2:].T), rtol=1e-12)
