"""Kappa step by step, with the numbers of the user's documents."""

from __future__ import annotations

import math

import pytest

import concordant as cc

#: The clinical table of “超越简单百分比：偶然性问题” (seed document 000, "原理与机制"): none, mild, severe.
CLINICAL = [[28, 6, 6], [9, 22, 4], [5, 2, 18]]


def expanded(cells: list[list[int]]) -> tuple[list[int], list[int]]:
    pairs = [(i, j) for i, row in enumerate(cells) for j, n in enumerate(row) for _ in range(n)]
    first, second = zip(*pairs, strict=True)
    return list(first), list(second)


def test_the_clinical_example_of_document_000() -> None:
    steps = cc.kappa_steps(*expanded(CLINICAL))
    assert steps.observed == pytest.approx(0.68)
    assert [one.expected for one in steps.categories] == pytest.approx([0.168, 0.105, 0.070])
    assert steps.expected == pytest.approx(0.343)
    assert (steps.gained, steps.possible) == pytest.approx((0.337, 0.657))
    assert "0.337 / 0.657 = 0.513" in steps.text()
    assert "51.3% of the possible improvement" in steps.text()
    assert "51.3%" in steps.text("zh")


def test_the_five_samples_of_document_004() -> None:
    """P_o = 4/5, P_e = 6/25 + 6/25, kappa = 0.32/0.52."""
    steps = cc.kappa_steps([1, 2, 2, 1, 2], [1, 2, 1, 1, 2])
    assert (steps.observed, steps.expected) == pytest.approx((0.8, 0.48))
    assert steps.kappa == pytest.approx(0.32 / 0.52)


def test_the_paradox_of_document_000_has_no_improvement() -> None:
    """99 of 100 negative for B, all for A: P_o = P_e = 0.99, kappa = 0."""
    steps = cc.kappa_steps(["-"] * 100, ["+"] + ["-"] * 99)
    assert (steps.observed, steps.expected, steps.kappa) == pytest.approx((0.99, 0.99, 0.0))


def test_one_category_only_is_undefined_and_says_so() -> None:
    steps = cc.kappa_steps(["-"] * 40, ["-"] * 40)
    assert math.isnan(steps.kappa)
    assert "无定义" in steps.text("zh")


def test_below_chance_is_said() -> None:
    steps = cc.kappa_steps([1, 1, 2, 2], [2, 2, 1, 1])
    assert steps.kappa == pytest.approx(-1)
    assert "less often than chance" in steps.text()
    assert "不如偶然" in steps.text("zh")


@pytest.mark.parametrize("weights", ["linear", "quadratic", "二次"])
def test_the_steps_end_at_the_kappa_of_the_coefficient(weights: str) -> None:
    pair = expanded(CLINICAL)
    steps = cc.kappa_steps(*pair, weights=weights)
    assert steps.kappa == pytest.approx(cc.cohen_kappa(*pair, weights=weights).estimate)
    assert math.fsum(one.expected for one in steps.categories) == pytest.approx(steps.expected)
