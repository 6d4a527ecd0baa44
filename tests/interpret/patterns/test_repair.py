"""Repairs are copies in which only what was to be repaired is different."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import multivariate_normal

from concordant.interpret.patterns.recut import both_below, chances, recut
from concordant.interpret.patterns.repair import (
    as_elsewhere,
    codes_of,
    measured_anew,
    partly,
    recoded,
    toward,
)
from concordant.ratings.scale import Scale

from .made import noisy, rated, truth

RANK = np.arange(5)


def test_a_share_of_a_row_moves_and_the_weight_stays() -> None:
    ratings = rated([[1, 2], [2, 2]], weights=[4, 6])
    out = partly(ratings, ([ratings.columns[0], ratings.columns[0]], np.array([0.25, 0.0])))
    rows = {(a, b): w for a, b, w in zip(*out.columns, np.asarray(out.weights), strict=True)}
    assert rows == {(0, 1): 3.0, (1, 1): 6.0, (0, 0): 1.0}
    assert ratings.columns[1].tolist() == [1, 1]


def test_what_others_say_is_their_middle_near_to_the_rater() -> None:
    columns = [np.array(c) for c in ([0, 0, -1, -1], [2, 4, 3, -1], [4, 1, -1, -1])]
    assert codes_of(columns, 5, RANK).tolist() == [2, 1, 3, -1]
    # of two others 0 and 2: a rater at 1 lies between them, one at 4 is nearer to 2
    assert codes_of(columns[:2], 5, RANK, np.array([1, 4, 0, 0])).tolist() == [1, 4, 3, -1]


def test_without_an_order_it_is_what_most_of_them_say() -> None:
    columns = [np.array(c) for c in ([3, 0, -1], [3, 1, -1], [0, 1, -1])]
    assert codes_of(columns, 4, None).tolist() == [3, 1, -1]


def test_raters_of_whom_none_says_the_most_say_nothing_in_common() -> None:
    # renaming categories must not change whom another is moved to
    columns = [np.array([0, 0, 2]), np.array([1, 1, 2])]
    assert codes_of(columns, 3, None).tolist() == [-1, -1, 2]
    assert codes_of(columns, 3, None, np.array([1, 2, 0])).tolist() == [1, -1, 2]
    assert codes_of(columns, 3, None, np.array([-1, -1, -1])).tolist() == [-1, -1, 2]


def test_as_elsewhere_by_hand() -> None:
    # where the first says 1, the second says 1 three times of four in the rest: of the 8 here 6 and 2
    cells = [(1, 1, 3, 0), (1, 2, 1, 0), (1, 2, 8, 1), (3, 5, 5, 1)]
    a, b, weights, here = (list(x) for x in zip(*cells, strict=True))
    marked = np.array(here, dtype=bool)
    out = as_elsewhere(rated([a, b], weights=weights), marked, ~marked, (0,))
    rows = {(x + 1, y + 1): w for x, y, w in zip(*out.columns, np.asarray(out.weights), strict=True)}
    assert rows == {(1, 1): 9.0, (1, 2): 3.0, (3, 5): 5.0}


def test_as_elsewhere_with_either_rater_kept_by_hand() -> None:
    # 4 here of (1, 2): by the first 2 become (1, 1) and 2 (1, 2), by the second all (1, 2); the mean of both
    a, b, weights = [1, 1, 1], [1, 2, 2], [6, 6, 4]
    here = np.array([False, False, True])
    out = as_elsewhere(rated([a, b], weights=weights), here, ~here, (0, 1))
    assert np.asarray(out.weights).tolist() == pytest.approx([6 + 1, 6 + 1 + 2])


def test_a_rater_who_always_says_the_same_cannot_be_cut_anew() -> None:
    t = truth(200)
    wanted = np.bincount(t - 1, minlength=5).astype(float)
    assert chances(t - 1, np.full(200, 2), np.ones(200), wanted) is None
    assert chances(np.full(200, 2), t - 1, np.ones(200), wanted) is None
    ratings = rated([t, np.full(200, 3)])
    assert recut(ratings, 1, ratings.columns[0], RANK, wanted) is None


def test_moving_toward_leaves_gaps() -> None:
    ratings = rated([[1, 2, None], [3, None, 4]])
    out = toward(ratings, 1, ratings.columns[0], np.ones(3))
    rows = sorted(zip(*(c.tolist() for c in out.columns), strict=True))
    assert rows == [(-1, 3), (0, 0), (1, -1)]


def test_recoding_leaves_gaps() -> None:
    ratings = rated([[1, 2], [None, 5]])
    assert recoded(ratings, 1, RANK[::-1]).columns[1].tolist() == [-1, 0]


def test_measurements_may_become_any_number() -> None:
    ratings = rated([[1.5, 2.5, np.nan], [3.0, np.nan, 1.5]], scale=Scale.interval())
    out = measured_anew(ratings, 1, np.array([10.0, 0.0, 1.5]))
    values = np.append(np.asarray(out.labels, dtype=float), np.nan)
    assert values[out.columns[0]][:2].tolist() == [1.5, 2.5]
    assert values[out.columns[1]][[0, 2]].tolist() == [10.0, 1.5]
    assert out.columns[1][1] == -1


def test_the_probability_below_both_is_the_normal_one() -> None:
    for r in (-0.7, 0.0, 0.5, 0.95):
        law = multivariate_normal([0, 0], [[1, r], [r, 1]])
        for h, k in ((-1.0, 0.3), (0.0, 0.0), (1.5, -0.4)):
            assert float(both_below(np.array(h), np.array(k), r)) == pytest.approx(law.cdf([h, k]), abs=1e-5)


def test_a_rater_who_uses_categories_as_often_as_wanted_is_left_alone() -> None:
    t = truth(500)
    a, b = noisy(t, 1) - 1, noisy(t, 2) - 1
    moves = chances(a, b, np.ones(500), np.bincount(b, minlength=5).astype(float))
    for old in range(5):
        assert moves[:, old, old] == pytest.approx(np.ones(5))


def test_after_recutting_categories_are_used_as_often_as_wanted() -> None:
    t = truth(2000)
    ratings = rated([noisy(t, 1), np.clip(noisy(t, 2) + 1, 1, 5)])
    wanted = np.bincount(ratings.columns[0], minlength=5).astype(float)
    out = recut(ratings, 1, ratings.columns[0], RANK, wanted)
    used = np.bincount(out.columns[1], weights=out.weights, minlength=5)
    assert np.asarray(out.weights).sum() == pytest.approx(2000)
    # exact where ratings are normal beneath; these are near it
    assert used == pytest.approx(wanted, abs=0.02 * 2000)
