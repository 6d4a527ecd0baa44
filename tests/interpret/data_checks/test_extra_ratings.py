"""Plans for extra ratings: carried out they do what they say, and none is cheaper than the bound."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest

from concordant.interpret.data_checks.design import design
from concordant.interpret.data_checks.extra_ratings import Names, linking, second_looks, sharing
from concordant.interpret.data_checks.overlap import overlap_of
from concordant.ratings.as_ratings import as_ratings
from concordant.ratings.read import read
from tests.interpret.designs import DESIGNS, carried_out, designed, helps, matrix


@pytest.mark.parametrize("sets", [[(0, 1), (2, 3)], [(0, 1), (2,), (3, 4), (5,)], [(0,), (1,)]])
def test_groups_less_one_ratings_link_them_all(sets: list[tuple[int, ...]]) -> None:
    raters = 1 + max(map(max, sets))
    ratings = designed(sets, raters)
    before = design(ratings)
    plan = helps(before)["link"]
    assert plan.extra == len(before.groups) - 1
    assert len(design(carried_out(ratings, plan)).groups) == 1


def test_no_single_rating_links_three_groups() -> None:
    ratings = designed([(0,), (1,), (2,)], 3, n=6)
    assert helps(design(ratings))["link"].at_least == 2
    said = matrix(ratings)
    for row, place in np.argwhere(np.isnan(said)):
        more = said.copy()
        more[row, place] = 3
        assert len(overlap_of(as_ratings(more)).groups) > 1


@pytest.mark.parametrize(
    "name", ["every two, never three", "a chain", "two groups", "each alone", "two who never meet"]
)
def test_a_plan_that_is_carried_out_gives_every_two_raters_enough_items(name: str) -> None:
    ratings = designed(*DESIGNS[name], n=45)
    plan = helps(design(ratings))["share"]
    after = design(carried_out(ratings, plan))
    assert after.least_shared is not None
    assert after.least_shared >= 30
    assert "share" not in helps(after)
    assert plan.at_least <= plan.extra == sum(step.n for step in plan.steps)


@pytest.mark.parametrize("seed", range(15))
def test_no_plan_is_cheaper_than_the_bound_and_ours_does_what_it_says(seed: int) -> None:
    """All sets of added ratings are tried, fewest first."""
    rng = np.random.default_rng(seed)
    said = np.where(rng.random((4, 3)) < 0.5, 1.0, np.nan)
    said[0, :] = [1, np.nan, np.nan]
    said[1, 1] = said[2, 2] = 2
    ratings = as_ratings(said, raters=list("ABC"), scale="interval", categories=[1, 2, 3, 4, 5])
    plan = sharing(overlap_of(ratings), Names(ratings), [True] * 3, enough=2)
    fewest = _fewest(said, 2)
    assert plan is None or plan.at_least <= fewest <= plan.extra
    assert (plan is None) == (fewest == 0)
    if plan:
        shared = overlap_of(carried_out(ratings, plan)).shared
        assert shared[np.triu_indices(3, 1)].min() >= 2


def _fewest(said: Any, enough: int) -> int:
    free = [tuple(cell) for cell in np.argwhere(np.isnan(said))]
    for count in range(len(free) + 1):
        for chosen in combinations(free, count):
            there = ~np.isnan(said)
            for cell in chosen:
                there[cell] = True
            shared = there.T.astype(int) @ there.astype(int)
            if shared[np.triu_indices(3, 1)].min() >= enough:
                return count
    raise AssertionError


def test_everyone_shares_all_items_where_there_are_fewer_than_enough() -> None:
    ratings = designed([(0, 1), (1, 2)], 3, n=8)
    plan = helps(design(ratings))["share"]
    assert plan.extra == plan.at_least == 8  # A and C lack all eight; A has half of them, C the others
    assert design(carried_out(ratings, plan)).rated_by_all == 8


def test_every_item_of_one_rater_gets_a_second_look_by_another() -> None:
    ratings = designed([(0,), (1,), (0, 1)], 2, n=30)
    found = helps(design(ratings))["second"]
    assert found.extra == 20
    assert design(carried_out(ratings, found)).rated_once == 0


def test_a_known_truth_is_not_asked_to_rate_more() -> None:
    said = matrix(designed([(0,), (1,), (1, 2)], 3, n=45))
    ratings = read({"gold": said[:, 0], "A": said[:, 1], "B": said[:, 2]}, raters=["gold", "A", "B"])
    found = design(ratings)
    assert {one.code for one in found.helps} == {"link", "share", "second"}
    assert all(step.rater != "gold" for plan in found.helps for step in plan.steps)
    # The truth has 15 items only: 15 for each of A and B with it, and A and B share 15 and lack 15 more.
    assert helps(found)["share"].at_least >= 15


def test_two_hundred_raters_of_many_items_are_looked_at_together() -> None:
    rng = np.random.default_rng(3)
    said = np.full((3000, 200), np.nan)
    for place in range(3):
        said[np.arange(3000), (np.arange(3000) * 7 + place * rng.integers(1, 60, 3000)) % 200] = 1 + place
    found = design(as_ratings(said))
    plan = helps(found)["share"]
    # 30 items that all rate take at most 200·30 ratings, and three of each item are there already.
    assert 0 < plan.at_least <= plan.extra <= 200 * 30
    assert len(plan.steps) <= 100


def test_plans_that_are_not_needed_are_none() -> None:
    ratings = designed([(0, 1, 2)], 3)
    overlap, names = overlap_of(ratings), Names(ratings)
    assert linking(overlap, names, [True] * 3) is None
    assert second_looks(overlap, names, [True] * 3) is None
    assert sharing(overlap, names, [True] * 3) is None
