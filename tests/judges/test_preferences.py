"""Votes on pairs: agreement with and without ties, win rates, and both orders."""

from __future__ import annotations

import numpy as np
import pytest

from concordant.judges.preferences import asked_both_ways, preference_agreement, win_rates

A, B, TIE, NONE = 1.0, 0.0, 0.5, float("nan")


def test_agreement_counts_ties_as_a_third_outcome_and_leaves_them_out_in_the_other_setup() -> None:
    judge, human = np.array([A, A, B, TIE, TIE, A, A]), np.array([A, B, B, TIE, A, NONE, TIE])
    found = preference_agreement([(judge, human)], np.arange(7), first="j", second="h")
    assert found.with_ties.estimate == pytest.approx(3 / 6)
    assert found.without_ties.estimate == pytest.approx(2 / 3)
    # shares of a, b, tie: judge 3/6, 1/6, 2/6; human 2/6 each: (6 + 2 + 4)/36
    assert found.chance_with_ties == pytest.approx(12 / 36)
    # of the three without a tie: judge 2/3, 1/3; human 1/3, 2/3: (2 + 2)/9
    assert found.chance_without_ties == pytest.approx(4 / 9)


def test_win_rates_count_ties_half_and_both_places() -> None:
    votes = np.array([A, B, TIE, A])
    found = win_rates(["x", "y", "x", "z"], ["y", "x", "z", "y"], {"h": [votes]}, np.arange(4))
    rates = {one.name: one.rate.estimate for one in found}
    # x beat y, beat y from the second place, and tied with z: 2.5 of 3
    assert rates == pytest.approx({"x": 2.5 / 3, "y": 0.0, "z": 1.5 / 2})
    assert [one.name for one in found] == ["x", "z", "y"]


def test_both_orders_are_put_together_by_pair() -> None:
    # pair 1: a first and wins, then b first and a wins: consistent; pair 2: the first wins twice;
    # pair 3: a tie and a win; pair 4 was asked once
    found = asked_both_ways(
        [1, 1, 2, 2, 3, 3, 4], ["a", "b", "a", "b", "a", "b", "a"], np.array([A, B, A, A, TIE, A, A])
    )
    assert (found.consistent, found.first_slot, found.second_slot, found.half) == (1, 1, 0, 1)
    assert (found.first_wins, found.decided) == (4, 5)
