"""Totals carry their slopes along, and find them when they are asked for."""

from __future__ import annotations

import numpy as np
import pytest

from concordant.reduce.item_weights import CaseWeights
from concordant.reduce.totals import Pending, Total, total


def _ratio(counts: np.ndarray) -> Total:
    by = CaseWeights(counts)
    first, second = total(by, [1.0, 2.0, 0.5]), total(by, [3.0, 1.0, 1.0])
    return 1 - (first * second - first) / (second + 2) + (-first)


def test_a_slope_is_the_change_for_a_little_more_of_a_pattern() -> None:
    counts, step = np.array([2.0, 5.0, 3.0]), 1e-6
    slope = _ratio(counts).slope
    for place in range(3):
        more = np.where(np.arange(3) == place, step, 0.0)
        change = float(_ratio(counts + more)) - float(_ratio(counts - more))
        assert slope is not None
        assert slope[place] == pytest.approx(change / (2 * step), rel=1e-8)


def test_a_sum_of_very_many_totals_has_its_slope_too() -> None:
    by = CaseWeights(np.array([1.0, 2.0]))
    added: Total = sum((total(by, [1.0, 0.5]) for _ in range(20_000)), Total(0.0))
    assert added.slope is not None
    assert added.slope.tolist() == [20_000.0, 10_000.0]
    assert float(added) == 40_000.0


def test_a_slope_is_found_once_and_can_be_set() -> None:
    asked: list[int] = []

    def find() -> np.ndarray:
        asked.append(1)
        return np.ones(2)

    waiting = Pending(1.0, find)
    twice = waiting + waiting
    assert waiting.moves
    assert asked == []
    assert twice.slope is not None
    assert twice.slope.tolist() == [2.0, 2.0]
    assert asked == [1]
    waiting.slope = np.zeros(2)
    assert (waiting + 1).slope is not None
    assert (waiting + 1).slope.tolist() == [0.0, 0.0]  # type: ignore[union-attr]
