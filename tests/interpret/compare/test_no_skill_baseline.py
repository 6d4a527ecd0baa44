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
    # always 2: (1 + 1 + 8 + 8 + 0)/5 = 18/5; always 1: (0 + 0 + 9 + 9 + 1)/5 = 19/5. Without one of the 1s
    # the best is 2 (17), 1 off; without a 10 it is 1 (10, as 2), 9 off; without the 2 it is 1 (18), 1 off
    assert (floor.category, floor.constant.estimate) == ("2", pytest.approx((2 * 1 + 2 * 9 + 1) / 5))


def test_the_constant_answer_of_an_item_is_chosen_on_the_others() -> None:
    # 0 has 4 of 10 items, 1 has 4, 2 has 2. Without a 0 the others have 3, 4, 2: always 1, wrong; without
    # a 1 they have 4, 3, 2: always 0, wrong; without a 2 they have 4, 4, 1: always 0, wrong
    people = [0] * 4 + [1] * 4 + [2] * 2
    r = cc.as_ratings(people, people, scale=Scale.nominal([0, 1, 2]))
    floor = floor_of(judged(r, [r.raters[0]], r.raters[1]), "exact_agreement", {})
    assert floor.constant is not None
    assert (floor.category, floor.constant.estimate) == ("0", 0.0)
    assert floor.level == pytest.approx(0.36)  # chance: .4² + .4² + .2²


def test_all_people_of_an_item_are_left_out_together() -> None:
    # a: 1, ½, 0, 1; b: 0, ½, 1, 0. Without the first, a and b tie at 1½: a, which is right
    data = [["a", "a"], ["a", "b"], ["b", "b"], ["a", "a"]]
    r = cc.as_ratings(data, scale=Scale.nominal(["a", "b"]))
    wide = cc.as_ratings([[*row, "a"] for row in data], scale=Scale.nominal(["a", "b"]))
    floor = floor_of(judged(wide, wide.raters[:2], wide.raters[2]), "exact_agreement", {})
    assert floor.constant is not None
    assert floor.constant.estimate == pytest.approx((1 + 1 / 2 + 0 + 1) / 4)
    alone = floor_of(together(r, r.raters, "raters"), "exact_agreement", {})
    assert alone.constant is not None
    assert alone.constant.estimate == pytest.approx((1 + 1 / 2 + 0 + 1) / 4)


def test_the_baseline_of_five_equal_categories_is_a_fifth_on_average() -> None:
    # the commonest of 30 ratings from 5 equal categories makes up 30 % on average; the truth is 20 %
    rng = np.random.default_rng(12)
    found, naive = [], []
    for _ in range(300):
        people, judge = rng.integers(0, 5, 30), rng.integers(0, 5, 30)
        r = cc.as_ratings(people, judge, categories=[0, 1, 2, 3, 4])
        floor = floor_of(judged(r, [r.raters[0]], r.raters[1]), "exact_agreement", {})
        assert floor.constant is not None
        found.append(floor.constant.estimate)
        naive.append(np.bincount(people).max() / 30)
    assert np.mean(naive) > 0.29
    assert np.mean(found) == pytest.approx(0.2, abs=3 * np.std(found) / np.sqrt(300))


def test_equal_items_counted_once_have_the_same_baseline() -> None:
    rng = np.random.default_rng(3)
    people, judge = rng.integers(0, 3, 40), rng.integers(0, 3, 40)
    cells = np.zeros((3, 3), dtype=int)
    np.add.at(cells, (people, judge), 1)
    one, other = cc.table(cells, categories=[0, 1, 2]), cc.as_ratings(people, judge, categories=[0, 1, 2])
    for name in ("exact_agreement", "adjacent_agreement", "mean_absolute_error", "gwet_ac"):
        levels = [floor_of(judged(r, [r.raters[0]], r.raters[1]), name, {}).level for r in (one, other)]
        assert levels[0] == pytest.approx(levels[1]), name


def test_a_scale_on_which_everything_is_adjacent_has_no_adjacent_chance_level() -> None:
    r = cc.as_ratings([0, 1, 1, 0], [0, 1, 0, 0])
    floor = floor_of(judged(r, [r.raters[0]], r.raters[1]), "adjacent_agreement", {})
    assert floor.chance is None
    assert floor.level == 1.0


def test_coefficients_with_another_chance_have_a_floor_above_0() -> None:
    # independent raters who say "a" nine times in ten reach AC1 = .78: p_o = .82, p_e = 2·.9·.1 = .18
    r = cc.table([[81, 9], [9, 1]], categories=["a", "b"])
    assert cc.gwet_ac(r).estimate == pytest.approx((0.82 - 0.18) / (1 - 0.18))
    floor = floor_of(together(r, r.raters, "raters"), "gwet_ac", {})
    assert floor.chance is not None
    assert floor.chance.estimate == pytest.approx((0.82 - 0.18) / (1 - 0.18))
    # always "a": p_o = .9; "a" is said in .95 of ratings, p_e = 2·.95·.05 = .095
    assert floor.constant is not None
    assert floor.constant.estimate == pytest.approx((0.9 - 0.095) / (1 - 0.095))
    assert floor.level == floor.constant.estimate


def test_the_constant_that_lies_nearest_to_measurements_is_their_median() -> None:
    first = np.arange(101) + 0.5
    r = cc.as_ratings(first, first + 0.25)
    floor = floor_of(judged(r, [r.raters[0]], r.raters[1]), "mean_absolute_error", {})
    assert floor.constant is not None
    assert floor.category == "50.5"
    assert floor.constant.estimate == pytest.approx(np.abs(first - 50.5).mean())


def test_measurements_of_different_items_have_no_constant_to_compare_with() -> None:
    half = [0.5, 1.25, 2.75, None, None, None]
    r = cc.as_ratings({"id": list("abcdef"), "human": half, "judge": half[::-1]})
    assert floor_of(judged(r, ["human"], "judge"), "mean_absolute_error", {}).constant is None
