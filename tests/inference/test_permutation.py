"""Sides swapped item by item: the sign-flip test, and an interval that agrees with it."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import concordant as cc
from concordant.inference.permutation import upper_critical, upper_p

from ..interpret.saying import assert_said


def three(n: int, seed: int, wrong: tuple[float, float] = (0.35, 0.35)) -> list[list[int]]:
    """A person and two judges on five categories; each judge errs so often."""
    rng = np.random.default_rng(seed)
    shares = [0.05, 0.1, 0.2, 0.45, 0.2]
    truth = rng.choice(5, n, p=shares)
    return [truth.tolist(), *(np.where(rng.random(n) < e, rng.choice(5, n, p=shares), truth) for e in wrong)]


def difference(n: int, seed: int, wrong: tuple[float, float] = (0.35, 0.35), **options: str) -> cc.Result:
    human, a, b = three(n, seed, wrong)
    return cc.compare(*(cc.measure("cohen_kappa", human, judge, **options) for judge in (a, b)))


def test_a_draw_is_counted_half_where_it_ties() -> None:
    draws = np.array([0.0, 1.0, 1.0, 2.0])
    assert upper_p(draws, 1.0) == pytest.approx((1 + 3 / 2) / 5)  # one above; two ties and the one seen
    assert upper_p(draws, 3.0) == pytest.approx(0.1)
    assert upper_p(draws, 2.0) == pytest.approx(0.2)
    assert 2 < upper_critical(draws, 0.1) < 2.0001  # 2 has p = .2, only more than it is rare enough
    assert upper_critical(draws, 0.2) == pytest.approx(1.5)


def test_the_p_value_is_that_of_all_swaps() -> None:
    """All 2⁸ swaps of eight items, each kappa computed anew."""
    human, a, b = ([0, 1, 0, 1, 1, 0, 2, 2], [0, 1, 0, 1, 0, 0, 2, 2], [0, 0, 1, 1, 1, 2, 2, 0])
    gaps = []
    for turned in itertools.product((False, True), repeat=8):
        sides = [[y if t else x for x, y, t in zip(*two, turned, strict=True)] for two in ((a, b), (b, a))]
        one, other = (cc.cohen_kappa(human, side).estimate for side in sides)
        gaps.append(abs(one - other))
    seen = gaps[0]
    expected = np.mean([(g > seen + 1e-9) + (abs(g - seen) <= 1e-9) / 2 for g in gaps])
    found = cc.compare(cc.measure("cohen_kappa", human, a), cc.measure("cohen_kappa", human, b))
    assert found.details["test"] == "permutation"
    assert found.p_value == pytest.approx(expected, abs=0.02)


@pytest.mark.parametrize("seed", range(12))
def test_the_interval_leaves_out_0_just_where_the_test_rejects(seed: int) -> None:
    found = difference(20, seed, (0.2, 0.5))
    assert found.interval is not None
    assert (found.interval.low > 0 or found.interval.high < 0) == (found.p_value <= 0.05)
    assert found.interval.low <= found.estimate <= found.interval.high


def test_two_judges_alike_are_told_apart_in_about_5_percent() -> None:
    """Of 300 differences of quadratic kappa on 20 items z rejects 11 %, t 8 %."""
    found = [difference(20, seed, weights="quadratic").p_value for seed in range(300)]
    assert np.mean(np.array(found) <= 0.05) < 0.08


def test_with_clusters_whole_clusters_are_swapped() -> None:
    """Every item twice: as clusters that is the same evidence, as items it would be twice as much."""
    human, a, b = three(30, 3, (0.2, 0.5))
    once = difference(30, 3, (0.2, 0.5))
    twice = [
        cc.measure("cohen_kappa", [*human, *human], [*x, *x], clusters=[*range(30), *range(30)])
        for x in (a, b)
    ]
    assert cc.compare(*twice).p_value == pytest.approx(once.p_value, abs=0.02)
    unclustered = cc.compare(*(cc.measure("cohen_kappa", [*human, *human], [*x, *x]) for x in (a, b)))
    assert unclustered.p_value < once.p_value


def test_what_is_not_measured_alike_is_on_t() -> None:
    human, a, b = three(30, 1)
    found = cc.compare(
        cc.measure("cohen_kappa", human, a), cc.measure("cohen_kappa", human, b, weights="linear")
    )
    assert found.details["test"] == "Wald t"
    assert found.details["df"] == 29


@pytest.mark.parametrize(("differ", "said"), [(3, True), (4, True), (6, False), (9, False)])
def test_too_few_items_that_differ_are_said_to_show_nothing(differ: int, said: bool) -> None:
    # m items that differ, all one way: swapped sides differ as much in 2·2⁻ᵐ, half of which counts, so 2⁻ᵐ
    human = np.array([0, 1] * 15)
    other = human.copy()
    other[:differ] = 1 - other[:differ]
    result = cc.compare(
        cc.measure("exact_agreement", human, human), cc.measure("exact_agreement", human, other)
    )
    notes = [note for note in result.notes if note.code == "few-items-differ"]
    assert len(notes) == said
    assert (result.p_value > 0.05) == said
    assert result.p_value == pytest.approx(2.0**-differ, abs=0.015)
    for note in notes:
        assert note.facts["least"] == pytest.approx(2.0**-differ, abs=0.015)
        assert_said(note)
