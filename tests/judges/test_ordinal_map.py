"""Which category of people corresponds to which score of a judge."""

from __future__ import annotations

import math

import numpy as np
import pytest

import concordant as cc
from concordant.errors import OptionError
from concordant.judges.labelled_items import LabelledItems
from concordant.judges.ordinal_map import OrdinalMap, _fit, ordinal_map


def _drawn(rng: np.random.Generator, n: int) -> tuple[np.ndarray, np.ndarray]:
    """Judges' scores from 0 to 10 and labels 1 to 4 of an ordered logit with slope 1 and cuts 3, 5 and 8."""
    x = rng.integers(0, 11, n).astype(float)
    latent = x + rng.logistic(size=n)
    return x, 1.0 + np.searchsorted([3.0, 5.0, 8.0], latent)


def test_it_recovers_the_model() -> None:
    x, y = _drawn(np.random.default_rng(1), 20_000)
    model = _fit(x, y, np.ones(len(x)), np.unique(y))
    assert model.slope == pytest.approx(1, abs=0.03)
    assert model.cuts == pytest.approx([3, 5, 8], abs=0.15)


def test_it_is_the_maximum_of_the_likelihood() -> None:
    """Compared with a general optimiser that knows no gradient, with case weights."""
    from scipy.optimize import minimize

    rng = np.random.default_rng(2)
    x, y = _drawn(rng, 300)
    w = rng.uniform(0.5, 2, 300)
    model = _fit(x, y, w, np.unique(y))

    def minus(p: np.ndarray) -> float:
        below = np.hstack(
            [np.zeros((300, 1)), 1 / (1 + np.exp(p[0] * x[:, None] - p[1:])), np.ones((300, 1))]
        )
        chance = np.diff(below, axis=1)[np.arange(300), (y - 1).astype(int)]
        return float(-w @ np.log(np.maximum(chance, 1e-12))) + 0.05 * (p[0] * x.std()) ** 2

    other = minimize(minus, [0.8, 2, 4, 7], method="Nelder-Mead", options={"maxiter": 9000, "xatol": 1e-8})
    assert [model.slope, *model.cuts] == pytest.approx(other.x, abs=2e-3)


def test_a_judge_on_another_scale_is_mapped_to_categories() -> None:
    x, y = _drawn(np.random.default_rng(3), 900)
    human = np.where(np.arange(900) < 300, y, np.nan)
    found = ordinal_map(LabelledItems(judge=x, human=human))
    assert set(found.mapped) <= {1.0, 2.0, 3.0, 4.0}
    assert (np.diff(found.people) >= 0).all()
    assert found.probabilities.sum(axis=1) == pytest.approx(1)
    assert found.same_after > 0.5 > found.same_before
    assert found.error_after < found.error_before
    assert (found.mapped[300:] == y[300:]).mean() == pytest.approx(found.same_after, abs=0.08)
    assert found.apply([0, 10, None]).tolist()[:2] == [1.0, 4.0]
    assert math.isnan(found.apply([None])[0])


def test_a_useless_judge_does_not_look_useful_and_complete_separation_is_finite() -> None:
    rng = np.random.default_rng(4)
    y = rng.integers(1, 5, 80).astype(float)
    noise = ordinal_map(LabelledItems(judge=rng.normal(size=80), human=y))
    assert noise.error_after > 0.9 * np.abs(y - np.median(y)).mean()
    apart = ordinal_map(LabelledItems(judge=10 * y, human=y))
    assert math.isfinite(apart.slope)
    assert apart.same_after == 1
    backwards = ordinal_map(LabelledItems(judge=-y, human=y))  # a map never goes down
    assert backwards.slope == 0


def test_noise_is_not_learnt_by_heart() -> None:
    """Scores that say nothing of labels 1 to 3: nothing errs less than 2/3 on items that were held out."""
    rng = np.random.default_rng(6)
    found = [
        ordinal_map(LabelledItems(judge=rng.normal(size=20), human=rng.integers(1, 4, 20).astype(float)))
        for _ in range(150)
    ]
    # on the items that made them such maps seem to err by .63; the standard error of 150 means is .014
    assert np.mean([one.error_after for one in found]) > 0.66


def test_what_is_reached_without_the_judge_is_held_out_too() -> None:
    # 2 in 3 labels are 4: the median of any four fifths, and 1, 2, 3 or 5 are 1.5 away on average
    y = np.array([4, 4, 1, 4, 4, 2, 4, 4, 3, 4, 4, 5] * 10, dtype=float)
    found = ordinal_map(LabelledItems(judge=np.arange(120.0), human=y))
    assert set(found.one_answer) == {4.0}
    assert found.error_one_answer == pytest.approx((3 + 2 + 1 + 1) / 12)


def test_what_belongs_together_is_in_one_fold() -> None:
    """Ten copies of each item: folds that split them would know the answer."""
    rng = np.random.default_rng(5)
    y, x = np.repeat(rng.integers(1, 4, 12), 10).astype(float), np.repeat(rng.normal(size=12), 10)
    found = ordinal_map(LabelledItems(judge=x, human=y, clusters=np.repeat(np.arange(12), 10)))
    assert found.same_after < 0.75


def test_from_python_and_too_many_labels() -> None:
    judge = [10, 10, 20, 20, 30, 30, 40, 40, 50, 50, 20, 40]
    human = [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, None, None]
    found = cc.score_map(judge, human, method="ordinal")
    assert isinstance(found, OrdinalMap)
    assert found.people.tolist() == [1, 2, 3, 4, 5]
    people = cc.score_map(cc.example("judge"), judge="judge_v2", method="ordinal")
    assert people.people.tolist() == [1, 1, 2, 3, 4]  # categories, though several people's mean is none
    with pytest.raises(OptionError, match="2 to 20 different human labels"):
        cc.score_map(list(range(40)), [x / 7 for x in range(40)], method="ordinal")
