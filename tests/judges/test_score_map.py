"""Which score of people corresponds to which of a judge."""

from __future__ import annotations

import numpy as np
import pytest

from concordant.errors import OptionError
from concordant.judges.labelled_items import LabelledItems
from concordant.judges.score_map import isotonic, score_map


def test_pooled_neighbours_by_hand() -> None:
    x, fitted, n = isotonic(np.array([1.0, 2, 3, 4]), np.array([1.0, 3, 2, 4]), np.ones(4))
    assert x.tolist() == [1, 2, 3, 4]
    assert fitted.tolist() == [1, 2.5, 2.5, 4]
    assert n.tolist() == [1, 1, 1, 1]


def test_it_is_the_least_squares_solution() -> None:
    """Beside a general optimiser that is told only that values may not go down."""
    from scipy.optimize import minimize

    rng = np.random.default_rng(0)
    y, w = rng.normal(size=8) + np.arange(8) / 4, rng.uniform(0.5, 2, 8)
    _, fitted, _ = isotonic(np.arange(8.0), y, w)
    rising = [{"type": "ineq", "fun": lambda f, i=i: f[i + 1] - f[i]} for i in range(7)]
    best = minimize(lambda f: (w * (f - y) ** 2).sum(), np.sort(y), constraints=rising, tol=1e-12)
    assert fitted == pytest.approx(best.x, abs=1e-4)
    assert (np.diff(fitted) >= 0).all()


def test_a_harsh_judge_on_another_scale_is_mapped_back() -> None:
    rng = np.random.default_rng(1)
    truth = rng.integers(1, 6, 2000).astype(float)
    judge = np.round(10 * truth**1.5 + rng.normal(0, 4, 2000))
    human = np.where(np.arange(2000) < 300, truth, np.nan)
    found = score_map(LabelledItems(judge=judge, human=human))
    assert found.error_after < 0.2 < 10 < found.error_before
    assert np.abs(found.mapped - truth).mean() < 0.2
    assert found.apply(np.array([-5.0, 1000.0])).tolist() == [found.people[0], found.people[-1]]


def test_a_map_of_noise_does_not_look_good_on_held_out_items() -> None:
    """Fitted and judged on the same items a useless judge seems to help; by folds it does not."""
    rng = np.random.default_rng(2)
    human, judge = rng.integers(1, 6, 60).astype(float), rng.normal(size=60)
    found = score_map(LabelledItems(judge=judge, human=human))
    constant = np.abs(human - np.median(human)).mean()
    assert found.error_after > 0.95 * constant
    # The mean of four fifths for all items errs like the mean of all, a little more as it is held out
    assert found.error_one_answer == pytest.approx(np.abs(human - human.mean()).mean(), rel=0.02)
    assert found.error_one_answer > np.abs(human - human.mean()).mean()


def test_too_few_labels() -> None:
    with pytest.raises(OptionError, match="too few to measure"):
        score_map(LabelledItems(judge=np.arange(20.0), human=np.where(np.arange(20) < 7, 1.0, np.nan)))


def test_a_map_that_lowers_only_the_shift_is_not_said_to_be_useless() -> None:
    """Single scores come no closer, but on average people are met: only what was measured is stated."""
    rng = np.random.default_rng(7)
    human = rng.integers(1, 6, 400).astype(float)
    judge = np.clip(human - rng.choice([0, 0, 1], 400), 1, 5)
    found = score_map(LabelledItems(judge=judge, human=human))
    assert found.error_after > found.error_before
    assert abs((found.mapped - human).mean()) < 0.05 < abs((judge - human).mean())
    assert "does not lower the mean absolute error" in found.text()
    assert "没有降低平均绝对误差" in found.text("zh")
