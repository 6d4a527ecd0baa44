"""Counting concordant pairs without forming them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from concordant.coefficients.ranks.concordant_pairs import (
    _by_sorting,
    _on_table,
    weight_before,
    weight_in_order,
)


def _by_pairs(a: np.ndarray, b: np.ndarray, weight: np.ndarray) -> np.ndarray:
    signs = np.sign(a[:, None] - a[None, :]) * np.sign(b[:, None] - b[None, :])
    return signs @ weight


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(0, 3)), min_size=1, max_size=30))
def test_both_ways_give_the_sum_over_pairs(entries: list[tuple[int, int, int]]) -> None:
    a, b, weight = (np.array(x) for x in zip(*entries, strict=True))
    expected = _by_pairs(a, b, weight.astype(float))
    assert _on_table(a, b, weight.astype(float), 10) == pytest.approx(expected)
    assert _by_sorting(a, b, weight.astype(float)) == pytest.approx(expected)


@given(st.permutations(range(13)), st.integers(0, 13), st.booleans())
def test_lower_numbers_before_are_those_that_pairs_show(order: list[int], n: int, even: bool) -> None:
    places = np.array([x for x in order if x < n], dtype=np.int64)
    weight = np.full(n, 2.0) if even else np.arange(1.0, n + 1) ** 2
    at = np.argsort(places)
    before = np.array([weight[:x][at[:x] < at[x]].sum() for x in range(n)])
    assert weight_before(places, weight) == pytest.approx(before)
    assert weight_in_order(places, weight) == pytest.approx(float(weight @ before))
