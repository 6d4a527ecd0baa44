"""Raw agreement, exact and adjacent, and its chance level."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given

import concordant as cc
from tests.designs import K, make, matrices


def test_pairs_of_raters_are_counted_within_items() -> None:
    # item 1: three pairs, one agrees (1/3); item 2: all agree (1); item 3: one pair, no (0); item 4: single
    m = [[1, 1, 2], [3, 3, 3], [1, None, 2], [None, None, 2]]
    assert cc.exact_agreement(m).estimate == pytest.approx((1 / 3 + 1 + 0) / 3)
    # all ratings there are within 1 of each other on items 1, 2 and 3
    assert cc.adjacent_agreement(m).estimate == 1
    assert cc.exact_agreement(m, across="all").estimate == pytest.approx(1 / 3)


def test_the_chance_level_of_adjacent_agreement_by_hand() -> None:
    a, b = [0, 0, 1, 2], [0, 1, 2, 2]
    # A: (1/2, 1/4, 1/4), B: (1/4, 1/4, 1/2); out of reach of 1: A=0,B=2: 1/4; A=2,B=0: 1/16; within: 11/16
    result = cc.adjacent_agreement(a, b)
    assert result.estimate == 1
    assert result.details["expected_agreement"] == pytest.approx(11 / 16)


def test_seed_000_two_people_who_know_nothing_agree_on_82_percent() -> None:
    # both say "no rain" 90 % of the time, independently: .81 + .01
    result = cc.exact_agreement(cc.table([[81, 9], [9, 1]], categories=["dry", "rain"]))
    assert result.details["expected_agreement"] == pytest.approx(0.82)


@pytest.mark.parametrize("within", [0, 1, 2])
@given(m=matrices(gaps=False))
def test_the_chance_level_for_all_raters_is_the_sum_over_all_answers(within: int, m: Any) -> None:
    shares = [np.bincount(column, minlength=K) / len(m) for column in m.T]
    expected = sum(
        np.prod([shares[g][x] for g, x in enumerate(answer)])
        for answer in product(range(K), repeat=m.shape[1])
        if max(answer) - min(answer) <= within
    )
    result = cc.adjacent_agreement(make(m), within=within, across="all")
    assert result.details["expected_agreement"] == pytest.approx(expected)


def test_with_gaps_the_chance_level_knows_who_rated_what() -> None:
    # raters: A always 0, B always 1, C 0 or 1 in turn; items are rated by A and C, or by B and C
    m = np.array([[0, -1, 0], [0, -1, 1], [-1, 1, 0], [-1, 1, 1]])
    result = cc.exact_agreement(make(m), across="all")
    assert result.estimate == pytest.approx(0.5)
    assert result.details["expected_agreement"] == pytest.approx(0.5)


def test_distance_is_by_value_on_numbers_and_by_rank_on_names() -> None:
    assert cc.adjacent_agreement([1, 5], [3, 5], categories=[1, 3, 5]).estimate == 0.5
    assert cc.adjacent_agreement(["a", "c"], ["b", "c"], categories=["a", "b", "c"]).estimate == 1


def test_a_distance_that_rounding_pushes_over_the_edge_still_counts() -> None:
    # 0.3 - 0.2 is 0.09999999999999998 and 0.4 - 0.3 is 0.10000000000000003
    assert cc.adjacent_agreement([0.2, 0.3], [0.3, 0.4], within=0.1).estimate == 1


def test_an_unknown_variant_is_refused() -> None:
    with pytest.raises(cc.OptionError, match="across must be one of"):
        cc.exact_agreement([1, 2], [1, 2], across="any")


def test_large_values_do_not_widen_the_reach() -> None:
    early, late = [1.7e9, 1.7e9 + 10], [1.7e9 + 2.5, 1.7e9 + 10]
    assert cc.adjacent_agreement(early, late, within=1, scale="interval").estimate == 0.5


def test_the_chance_level_of_pairs_knows_who_rated_together() -> None:
    # A says 0, B says 1, C both in turn; A and B never meet: both pairs that do have chance level 1/2
    m = np.array([[0, -1, 0], [0, -1, 1], [-1, 1, 0], [-1, 1, 1]])
    assert cc.exact_agreement(make(m)).details["expected_agreement"] == pytest.approx(0.5)
