"""What a measure would be without skill."""

from __future__ import annotations

import math

import numpy as np
import pytest

import concordant as cc
from concordant.interpret.compare.comparison import Comparison, judged, together
from concordant.interpret.compare.no_skill_baseline import floor_of
from concordant.ratings.scale import Scale

#: Rows: what people said; columns: what the judge said, on 0, 1, 2.
TABLE = [[28, 6, 6], [9, 22, 4], [5, 2, 18]]


def pair() -> Comparison:
    r = cc.table(TABLE, categories=[0, 1, 2])
    return judged(r, [r.raters[0]], r.raters[1])


def test_independent_raters_with_these_margins() -> None:
    # document 000: .40·.42 + .35·.30 + .25·.28 = .343
    floor = floor_of(pair(), "exact_agreement", {})
    assert floor.chance is not None
    assert floor.chance.estimate == pytest.approx(0.343)
    assert floor.chance.interval is not None
    assert 0.343 in floor.chance.interval


def test_a_constant_judge_takes_the_category_that_scores_best() -> None:
    # people say 0 in 40, 1 in 35, 2 in 25 of 100
    exact = floor_of(pair(), "exact_agreement", {})
    assert exact.constant is not None
    assert (exact.category, exact.constant.estimate) == ("0", pytest.approx(0.40))
    assert exact.level == pytest.approx(0.40)  # better than the 34.3 % of chance
    near = floor_of(pair(), "adjacent_agreement", {})
    assert near.constant is not None
    assert (near.category, near.constant.estimate) == ("1", 1.0)  # always 1 is never more than one off
    far = floor_of(pair(), "mean_absolute_error", {})
    assert far.constant is not None
    # always 1: (40 + 25)/100; always 0: (35 + 50)/100; always 2: (80 + 35)/100
    assert (far.category, far.constant.estimate) == ("1", pytest.approx(0.65))


def test_distance_of_independent_raters() -> None:
    # Σ p_i q_j |i − j|: .40(.30 + 2·.28) + .35(.42 + .28) + .25(2·.42 + .30) = .344 + .245 + .285 = .874
    floor = floor_of(pair(), "mean_absolute_error", {})
    assert floor.chance is not None
    assert floor.chance.estimate == pytest.approx(0.874)
    assert floor.level == pytest.approx(0.65)  # the constant answer lies nearer: that is the floor


def test_adjacent_by_chance() -> None:
    # 1 − (.40·.28 + .25·.42) = 1 − .217
    floor = floor_of(pair(), "adjacent_agreement", {})
    assert floor.chance is not None
    assert floor.chance.estimate == pytest.approx(0.783)


def test_measures_that_take_chance_out_start_at_0() -> None:
    for name, options in (("cohen_kappa", {"weights": "quadratic"}), ("ccc", {}), ("pearson", {})):
        assert floor_of(pair(), name, options).level == 0.0
    assert math.isnan(floor_of(pair(), "signed_bias", {}).level)


def test_the_interval_of_the_chance_level_is_that_of_repeated_samples() -> None:
    rng = np.random.default_rng(1)
    cells = np.array(TABLE).ravel() / 100
    spread, errors = [], []
    for _ in range(300):
        drawn = rng.multinomial(100, cells).reshape(3, 3)
        r = cc.table(drawn, categories=[0, 1, 2])
        floor = floor_of(judged(r, [r.raters[0]], r.raters[1]), "exact_agreement", {})
        assert floor.chance is not None
        spread.append(floor.chance.estimate)
        errors.append(floor.chance.se)
    assert np.mean(errors) == pytest.approx(np.std(spread), rel=0.15)


def test_several_raters_names_and_gaps() -> None:
    data = [["a", "a", "b"], ["a", None, "a"], ["b", "b", "b"], ["a", "c", "a"], ["a", "a", None]]
    r = cc.as_ratings(data, scale=Scale.nominal(["a", "b", "c"]))
    compared = together(r, r.raters, "raters")
    floor = floor_of(compared, "exact_agreement", {})
    assert floor.constant is not None
    assert floor.category == "a"
    # share of "a" among an item's ratings: 2/3, 1, 0, 2/3, 1
    assert floor.constant.estimate == pytest.approx((2 / 3 + 1 + 0 + 2 / 3 + 1) / 5)
    assert floor.chance is not None
    assert 0 < floor.chance.estimate < 1


def test_values_are_not_ranks() -> None:
    r = cc.as_ratings([1, 1, 10, 10, 2], [1, 2, 10, 2, 2], categories=[1, 2, 10])
    floor = floor_of(judged(r, [r.raters[0]], r.raters[1]), "mean_absolute_error", {})
    assert floor.constant is not None
    # always 2: (1 + 1 + 8 + 8 + 0)/5 = 18/5; always 1: (0 + 0 + 9 + 9 + 1)/5 = 19/5
    assert (floor.category, floor.constant.estimate) == ("2", pytest.approx(18 / 5))


def test_a_scale_on_which_everything_is_adjacent_has_no_adjacent_chance_level() -> None:
    r = cc.as_ratings([0, 1, 1, 0], [0, 1, 0, 0])
    floor = floor_of(judged(r, [r.raters[0]], r.raters[1]), "adjacent_agreement", {})
    assert floor.chance is None
    assert floor.level == 1.0


def test_coefficients_with_another_chance_have_no_floor_at_0() -> None:
    # independent raters who say "a" nine times in ten reach AC1 = .78: p_o = .82, p_e = 2·.9·.1 = .18
    r = cc.table([[81, 9], [9, 1]], categories=["a", "b"])
    assert cc.gwet_ac(r).estimate == pytest.approx((0.82 - 0.18) / (1 - 0.18))
    assert math.isnan(floor_of(together(r, r.raters, "raters"), "gwet_ac", {}).level)


def test_the_constant_that_lies_nearest_to_measurements_is_their_median() -> None:
    first = np.arange(101) + 0.5
    r = cc.as_ratings(first, first + 0.25)
    floor = floor_of(judged(r, [r.raters[0]], r.raters[1]), "mean_absolute_error", {})
    assert floor.constant is not None
    assert floor.category == "50.5"
    assert floor.constant.estimate == pytest.approx(np.abs(first - 50.5).mean())
