"""Counting concordant pairs without forming them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from concordant.coefficients.ranks.concordant_pairs import _by_sorting, _on_table


def _by_pairs(a: np.ndarray, b: np.ndarray, weight: np.ndarray) -> np.ndarray:
    signs = np.sign(a[:, None] - a[None, :]) * np.sign(b[:, None] - b[None, :])
    return signs @ weight


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(0, 3)), min_size=1, max_size=30))
def test_both_ways_give_the_sum_over_pairs(entries: list[tuple[int, int, int]]) -> None:
    a, b, weight = (np.array(x) for x in zip(*entries, strict=True))
    expected = _by_pairs(a, b, weight.astype(float))
    assert _on_table(a, b, weight.astype(float), 10) == pytest.approx(expected)
    assert _by_sorting(a, b, weight.astype(float)) == pytest.approx(expected)
