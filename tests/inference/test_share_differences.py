"""Tango's score interval: published examples, the likelihood maximised by other means, exact coverage."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize_scalar
from scipy.stats import binom, binomtest, multinomial, norm, t

from concordant.inference.share_differences import (
    exact_p,
    score_around,
    score_interval,
    score_limits,
    score_p,
    score_statistic,
)


@pytest.mark.parametrize(
    ("up", "down", "n", "level", "low", "high", "digits"),
    [
        # Tango (1998), Statistics in Medicine 17, 891-908, section 4: soft contact lenses, 90 %
        (0, 1, 44, 0.90, -0.096, 0.037, 3),
        # Fagerland, Lydersen, Laake (2014), Statistics in Medicine 33, 2850-2875: Bentur et al. 2009
        (1, 7, 21, 0.95, -0.517, -0.026, 3),
        # R package contingencytables 3.0.0, its tests of chapter 8: Cavo et al. 2012
        (6, 16, 161, 0.95, -0.1240, -0.0054, 4),
    ],
)
def test_published_examples_come_out(
    up: int, down: int, n: int, level: float, low: float, high: float, digits: int
) -> None:
    found = score_interval(up, down, n, level)
    assert (round(found[0], digits), round(found[1], digits)) == (low, high)


def test_published_p_values_come_out() -> None:
    # Cavo et al. 2012 in contingencytables 3.0.0: McNemar asymptotic, McNemar exact conditional
    assert round(score_p(6, 16), 6) == 0.033006
    assert round(exact_p(6, 16), 6) == 0.052479


def statistic_by_likelihood(up: int, down: int, n: int, delta: float) -> float:
    """T(δ) with the share of `down` found by maximising the likelihood of the three counts."""

    def minus_log_likelihood(q: float) -> float:
        cells = ((up, q + delta), (down, q), (n - up - down, 1 - 2 * q - delta))
        return -sum(k * math.log(max(p, 1e-300)) for k, p in cells if k)

    ends = (max(0.0, -delta), (1 - delta) / 2)
    q = minimize_scalar(minus_log_likelihood, bounds=ends, method="bounded", options={"xatol": 1e-12}).x
    return (up - down - n * delta) / math.sqrt(n * (2 * q + delta - delta**2))


@pytest.mark.parametrize(("up", "down", "n"), [(12, 2, 50), (3, 3, 20), (0, 4, 30), (5, 0, 9), (40, 41, 90)])
@pytest.mark.parametrize("delta", [-0.6, -0.11, -0.003, 0.01, 0.25, 0.7])
def test_the_statistic_is_that_of_the_likeliest_share(up: int, down: int, n: int, delta: float) -> None:
    expected = statistic_by_likelihood(up, down, n, delta)
    assert float(score_statistic(up, down, n, delta)) == pytest.approx(expected, rel=2e-4, abs=1e-4)


@pytest.mark.parametrize(("up", "down", "n"), [(12, 2, 50), (3, 3, 20), (0, 4, 30), (5, 0, 9), (0, 0, 25)])
@pytest.mark.parametrize("level", [0.8, 0.95, 0.9991])
def test_the_ends_are_where_the_test_begins_to_reject(up: int, down: int, n: int, level: float) -> None:
    low, high = score_interval(up, down, n, level)
    z = norm.ppf(0.5 + level / 2)
    near = np.array([-1e-3, 1e-3])
    grid = np.concatenate([np.linspace(-0.99, 0.99, 100), low + near, high + near])
    for delta in grid[np.abs(grid) < 1]:
        assert (abs(statistic_by_likelihood(up, down, n, delta)) <= z) == (low <= delta <= high)


def test_items_of_which_none_changed_still_leave_room() -> None:
    # T(δ)² = nδ/(1 − δ) = z² gives δ = z²/(n + z²)
    z2 = norm.ppf(0.975) ** 2
    assert score_interval(0, 0, 60, 0.95) == pytest.approx((-z2 / (60 + z2), z2 / (60 + z2)), abs=1e-12)


def test_items_that_all_changed_end_at_one() -> None:
    # q = (1 − δ)/2 makes T² = n(1 − δ)/(1 + δ), so the lower end is (n − z²)/(n + z²)
    z2 = norm.ppf(0.975) ** 2
    assert score_interval(10, 0, 10, 0.95) == pytest.approx(((10 - z2) / (10 + z2), 1.0), abs=1e-9)


def test_of_no_item_nothing_is_known() -> None:
    assert score_interval(0, 0, 0, 0.95) == (-1.0, 1.0)


@given(st.integers(0, 40), st.integers(0, 40), st.integers(0, 60), st.sampled_from([0.5, 0.9, 0.95, 0.9999]))
def test_the_interval_holds_the_estimate_turns_with_it_and_agrees_with_the_test(
    up: int, down: int, rest: int, level: float
) -> None:
    n = up + down + rest
    if n == 0:
        return
    low, high = score_interval(up, down, n, level)
    assert -1 <= low <= (up - down) / n + 1e-12
    assert (up - down) / n - 1e-12 <= high <= 1
    assert low < high
    assert score_interval(down, up, n, level) == pytest.approx((-high, -low), abs=1e-9)
    rejected = score_p(up, down) < 1 - level
    assert rejected == (low > 1e-12 or high < -1e-12)
    wider = score_interval(up, down, n, 0.5 + level / 2)
    assert wider[0] <= low
    assert wider[1] >= high


def test_many_at_once_are_the_same_as_one_by_one() -> None:
    up, down, n = np.array([[3, 0], [10, 7]]), np.array([[1, 0], [2, 9]]), 40
    low, high = score_limits(up, down, n, norm.ppf(0.975))
    for place in np.ndindex(2, 2):
        one = score_interval(up[place], down[place], n, 0.95)
        assert (low[place], high[place]) == pytest.approx(one, abs=1e-12)


@pytest.mark.parametrize(("up", "down"), [(0, 0), (1, 0), (5, 0), (3, 3), (2, 9), (150, 120)])
def test_the_exact_p_is_that_of_a_fair_coin(up: int, down: int) -> None:
    expected = binomtest(up, up + down, 0.5).pvalue if up + down else 1.0
    assert exact_p(up, down) == pytest.approx(expected, rel=1e-9)
    assert exact_p(up, down) == exact_p(down, up)


@pytest.mark.parametrize("n", [15, 40])
def test_the_interval_covers_the_truth_as_often_as_it_says(n: int) -> None:
    """Every table of n items is weighed by its probability: no simulation."""
    up, down = (x.ravel() for x in np.meshgrid(np.arange(n + 1), np.arange(n + 1)))
    up, down = up[up + down <= n], down[up + down <= n]
    low, high = score_limits(up, down, n, norm.ppf(0.975))
    tables = np.column_stack([up, down, n - up - down])
    covered = []
    for share_up in np.arange(0.02, 0.6, 0.06):
        for share_down in np.arange(0.02, min(share_up, 0.99 - share_up) + 0.01, 0.06):
            chance = multinomial.pmf(tables, n, [share_up, share_down, 1 - share_up - share_down])
            covered.append(chance[(low <= share_up - share_down) & (share_up - share_down <= high)].sum())
    assert 0.945 < np.mean(covered) < 0.965  # a little more, where changes are rare and tables few
    assert min(covered) > 0.915


@pytest.mark.parametrize("n", [20, 60, 300])
@pytest.mark.parametrize("error", [0.0125, 0.0025, 0.0005])
def test_an_unchanged_share_is_called_better_no_more_often_than_stated(n: int, error: float) -> None:
    """The lower end lies above 0 by chance: exact, however few or many items change, far out in the tail."""
    changed = np.repeat(np.arange(n + 1), np.arange(1, n + 2))
    up = np.concatenate([np.arange(m + 1) for m in range(n + 1)])
    above = score_limits(up, changed - up, n, norm.isf(error))[0] > 1e-12
    for share in (0.02, 0.05, 0.1, 0.2, 0.3, 0.5):
        chance = binom.pmf(changed, n, share) * binom.pmf(up, changed, 0.5)
        assert chance.sum() == pytest.approx(1)
        assert chance[above].sum() <= 1.02 * error


# --- items that change by a part of 1 -----------------------------------------------------------


def moments(changes: np.ndarray) -> tuple[float, float, int]:
    return changes.mean(), changes.std(ddof=1) / math.sqrt(len(changes)), len(changes)


def made(up: int, down: int, n: int, size: float) -> np.ndarray:
    return size * np.array([1.0] * up + [-1.0] * down + [0.0] * (n - up - down))


@pytest.mark.parametrize(("up", "down", "n"), [(12, 2, 50), (2, 12, 50), (3, 3, 20), (5, 0, 9), (0, 0, 25)])
def test_items_that_change_by_one_are_tangos(up: int, down: int, n: int) -> None:
    low, high = score_around(*moments(made(up, down, n, 1.0)), norm.ppf(0.975))
    assert (low, high) == pytest.approx(score_interval(up, down, n, 0.95), abs=1e-9)


@pytest.mark.parametrize("up", [1, 7, 40])
def test_the_end_that_faces_nought_knows_the_size_of_what_changed_and_the_other_allows_for_more(
    up: int,
) -> None:
    value, se, n = moments(made(up, 0, 60, 1 / 3))
    low, high = score_around(value, se, n, norm.ppf(0.975))
    assert low == pytest.approx(score_interval(up, 0, 60, 0.95)[0] / 3, abs=1e-9)
    assert high == pytest.approx(score_interval(up / 3, 0, 60, 0.95)[1], abs=1e-9)
    turned = score_around(-value, se, n, norm.ppf(0.975))
    assert turned == pytest.approx((-high, -low), abs=1e-9)


def test_what_changed_a_little_leaves_no_less_open_than_what_did_not_change() -> None:
    ends = [float(score_around(*moments(made(1, 0, 400, size)), 2.87)[1]) for size in (0.0, 0.01, 1 / 3, 1)]
    assert ends == sorted(ends)
    assert ends[0] == pytest.approx(ends[1], rel=0.01)


def test_where_many_items_change_it_is_the_usual_interval() -> None:
    changes = np.random.default_rng(3).choice([-1, -2 / 3, -1 / 3, 0, 1 / 3, 2 / 3, 1], size=5000)
    value, se, n = moments(changes)
    assert score_around(value, se, n, 1.96) == pytest.approx((value - 1.96 * se, value + 1.96 * se), rel=0.01)


@pytest.mark.parametrize(("n", "up", "down"), [(60, 0.2, 0.02), (300, 0.0135, 0.0), (300, 0.02, 0.01)])
def test_where_few_items_change_its_upper_end_is_seldom_below_the_truth_and_that_of_t_often(
    n: int, up: float, down: float
) -> None:
    rng = np.random.default_rng(n)
    sizes = rng.choice([1 / 3, 2 / 3, 1], p=[0.2, 0.4, 0.4], size=(8000, n))
    drawn = rng.random((8000, n))
    changes = np.where(drawn < up, sizes, np.where(drawn < up + down, -sizes, 0.0))
    true = (up - down) * (0.2 / 3 + 0.8 / 3 + 0.4)
    value, se = changes.mean(axis=1), changes.std(axis=1, ddof=1) / math.sqrt(n)
    error = 0.05 / 24  # of one side, at the third look
    missed = (score_around(value, se, n, norm.isf(error))[1] < true).mean()
    assert missed <= error + 2 * math.sqrt(error / 8000)
    assert (value + t.isf(error, n - 1) * se < true).mean() > 2 * error


@pytest.mark.filterwarnings("error")
def test_beyond_what_a_share_can_differ_by_the_statistic_is_that_of_the_end() -> None:
    for end in (-1.0, 1.0):
        assert float(score_statistic(3, 5, 40, 2 * end)) == float(score_statistic(3, 5, 40, end))
