"""The order of a rater's items: every item once, some again, and far enough from the first time."""

from __future__ import annotations

import numpy as np
import pytest

from concordant.planning.rating_order import rating_order, repeat_gap


@pytest.mark.parametrize(("n", "gap"), [(10, 20), (80, 20), (81, 21), (400, 100)])
def test_the_gap_is_twenty_or_a_quarter(n: int, gap: int) -> None:
    assert repeat_gap(n) == gap


@pytest.mark.parametrize("n", [1, 19, 20, 21, 30, 100, 333])
@pytest.mark.parametrize("share", [0.0, 0.1, 1.0])
def test_every_item_comes_once_and_repeats_come_late_enough(n: int, share: float) -> None:
    for seed in range(5):
        order = rating_order(list(range(100, 100 + n)), share, np.random.default_rng(seed))
        first = {item: place for place, (item, again) in enumerate(order) if again == 1}
        second = {item: place for place, (item, again) in enumerate(order) if again == 2}
        assert sorted(first) == list(range(100, 100 + n))
        assert all(second[item] - first[item] >= repeat_gap(n) for item in second)
        # item k of n can come again where n - k places follow, the end included: n - gap + 1 of them
        assert len(second) == min(round(share * n), max(n - repeat_gap(n) + 1, 0))


def test_the_order_depends_on_the_seed_alone() -> None:
    orders = [rating_order(list(range(50)), 0.2, np.random.default_rng(seed)) for seed in (1, 1, 2)]
    assert orders[0] == orders[1] != orders[2]
    assert [item for item, _ in orders[0]] != sorted(item for item, _ in orders[0])
