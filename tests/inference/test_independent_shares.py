"""Newcombe's interval of independent shares, by the examples of his paper."""

from __future__ import annotations

import pytest

from concordant.inference.share_differences import EffectiveShare, newcombe, newcombe_tail, share_of

#: Newcombe (1998), Table II, method 10: a of m, b of n, and the ends.
PAPER = [
    (56, 70, 48, 80, 0.0524, 0.3339),
    (9, 10, 3, 10, 0.1705, 0.8090),
    (6, 7, 2, 7, 0.0582, 0.8062),
    (5, 56, 0, 29, -0.0381, 0.1926),
    (0, 10, 0, 20, -0.1611, 0.2775),
    (0, 10, 0, 10, -0.2775, 0.2775),
    (10, 10, 0, 20, 0.6791, 1.0000),
    (10, 10, 0, 10, 0.6075, 1.0000),
]


@pytest.mark.parametrize(("a", "m", "b", "n", "low", "high"), PAPER)
def test_the_examples_of_the_paper(a: int, m: int, b: int, n: int, low: float, high: float) -> None:
    shares = EffectiveShare(a / m, m), EffectiveShare(b / n, n)
    assert newcombe(*shares, 0.95) == pytest.approx((low, high), abs=6e-5)


@pytest.mark.parametrize(("a", "m", "b", "n", "low", "high"), PAPER)
def test_p_is_that_of_the_interval_that_ends_there(
    a: int, m: int, b: int, n: int, low: float, high: float
) -> None:
    first, second = EffectiveShare(a / m, m), EffectiveShare(b / n, n)
    lower, upper = newcombe(first, second, 0.9)
    if lower > -1:
        assert newcombe_tail(first, second, lower) == pytest.approx(0.05, rel=1e-6)
    if upper < 1:
        assert newcombe_tail(first, second, upper) == pytest.approx(0.05, rel=1e-6)


def test_items_that_vary_together_count_as_fewer() -> None:
    alone = share_of(0.8, (0.16 / 99) ** 0.5, 100)
    assert alone.n == pytest.approx(100)
    assert share_of(0.8, 2 * (0.16 / 99) ** 0.5, 100).n == pytest.approx(1 + 99 / 4)
    assert share_of(1.0, 0.0, 12).n == 12
