"""Two judges against one reference: differences and tests, by enumeration, binomials and `compare`."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

import concordant as cc
from concordant.coefficients.catalogue import BY_NAME
from concordant.inference.compare import compare
from concordant.inference.measure import Measure
from concordant.inference.plan import Plan
from concordant.interpret.compare import JudgePair, judge_pairs, who_rated
from concordant.interpret.compare.comparisons import comparisons
from tests.interpret.study_data import wide


def pairs_of(columns: dict[str, Any], preset: Any = "auto", **options: Any) -> tuple[JudgePair, ...]:
    ratings = cc.read(columns, **options)
    judges = [c for c in comparisons(ratings, who_rated(ratings), preset, Plan()) if c.kind == "judge"]
    return judge_pairs(ratings, judges)


def made(n: int, noise: tuple[float, ...], people: int = 1, seed: int = 0) -> Any:
    """People and judges who err by so much, on a scale from 1 to 5."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(1, 6, (n, 1))
    spread = np.array([0.6] * people + list(noise))
    cells = np.clip(np.rint(truth + rng.normal(0, 1, (n, len(spread))) * spread), 1, 5).astype(int)
    names = [f"human_{i}" for i in range(people)] + [f"judge_{chr(97 + i)}" for i in range(len(noise))]
    return wide(cells, names)


def quadratic_kappa(a: Any, b: Any) -> float:
    """1 − observed over expected squared distance."""
    return float(1 - np.mean((a - b) ** 2) / np.mean(np.subtract.outer(a, b) ** 2))


def test_exact_agreement_is_compared_by_the_exact_sign_test() -> None:
    # 50 items; the first judge alone is right on 12, the second alone on 3: p = 2·P(X ≤ 3), X binomial(15, ½)
    human = np.tile([0, 1], 25)
    one, other = human.copy(), human.copy()
    one[:3], other[3:15] = 1 - human[:3], 1 - human[3:15]
    (pair,) = pairs_of(wide(np.column_stack([human, one, other]), ["human", "judge_a", "judge_b"]), "daily")
    assert pair.difference.estimate == pytest.approx(9 / 50)
    assert pair.p_adjusted == pytest.approx(2 * (1 + 15 + 105 + 455) / 2**15)
    assert (pair.better, pair.n_items) == ("judge_a", 50)


def test_with_few_items_p_is_that_of_all_swaps() -> None:
    data = made(10, (0.4, 1.6), seed=3)
    human, one, other = (np.array(data[name]) for name in ("human_0", "judge_a", "judge_b"))
    seen = quadratic_kappa(human, one) - quadratic_kappa(human, other)
    every = []
    for swap in product([False, True], repeat=10):
        a, b = np.where(swap, other, one), np.where(swap, one, other)
        every.append(abs(quadratic_kappa(human, a) - quadratic_kappa(human, b)))
    draws = np.array(every)
    tied = np.isclose(draws, abs(seen))
    expected = ((draws > abs(seen)) & ~tied).mean() + tied.mean() / 2
    (pair,) = pairs_of(data)
    assert pair.difference.estimate == pytest.approx(seen)
    assert pair.difference.method == "sides swapped, paired"
    assert pair.difference.p_value == pytest.approx(expected, abs=0.03)


def test_with_many_items_it_is_what_compare_says() -> None:
    data = made(300, (0.5, 0.8))
    ratings = cc.read(data)
    sides = [
        Measure(BY_NAME["cohen_kappa"], ratings.select(["human_0", judge]), {"weights": "quadratic"})
        for judge in ("judge_a", "judge_b")
    ]
    known = compare(*sides, paired=True)
    (pair,) = pairs_of(data)
    found = pair.difference
    assert [found.estimate, found.se, found.p_value] == pytest.approx(
        [known.estimate, known.se, known.p_value]
    )
    assert found.interval is not None
    assert known.interval is not None
    assert [found.interval.low, found.interval.high] == pytest.approx(
        [known.interval.low, known.interval.high]
    )


def test_every_person_of_several_counts_for_a_part_of_the_item() -> None:
    data = made(250, (0.5, 0.8), people=3)
    (pair,) = pairs_of(data)
    people = np.concatenate([data[f"human_{i}"] for i in range(3)])
    values = [quadratic_kappa(people, np.tile(data[name], 3)) for name in ("judge_a", "judge_b")]
    assert pair.difference.estimate == pytest.approx(values[0] - values[1])
    assert pair.n_items == 250


def test_a_difference_that_no_swap_reaches_has_a_p_below_all_draws() -> None:
    (pair,) = pairs_of(made(100, (0.3, 3.0)))
    assert 0 < pair.difference.p_value < 1e-6
    assert pair.better == "judge_a"


def test_pairs_are_adjusted_after_holm() -> None:
    found = pairs_of(made(150, (0.5, 0.8, 1.0), people=2))
    order = sorted(found, key=lambda pair: pair.difference.p_value)
    highest = 0.0
    for left, pair in zip((3, 2, 1), order, strict=True):
        highest = max(highest, min(1.0, left * pair.difference.p_value))
        assert pair.p_adjusted == pytest.approx(highest)
        assert bool(pair.better) == (highest <= 0.05)


def test_the_order_of_rows_and_judges_changes_nothing() -> None:
    data = made(60, (0.5, 0.9), people=2)
    at = np.random.default_rng(1).permutation(60)
    turned = {name: [column[i] for i in at] for name, column in data.items()}
    swapped = {name: turned[name] for name in ("item", "judge_b", "human_1", "judge_a", "human_0")}
    (one,), (other,) = pairs_of(data), pairs_of(swapped)
    assert other.difference.estimate == pytest.approx(-one.difference.estimate)
    assert other.p_adjusted == one.p_adjusted


def test_judges_that_never_differ_are_not_told_apart() -> None:
    data = made(50, (0.5,))
    (pair,) = pairs_of(data | {"judge_b": data["judge_a"]})
    assert (pair.difference.estimate, pair.p_adjusted, pair.better) == (0, 1, "")
    assert np.isnan(pair.items_needed)


def test_pairs_are_compared_on_the_items_of_both() -> None:
    data = made(80, (0.5, 0.8, 0.8))
    data["judge_b"] = [None] * 20 + data["judge_b"][20:]
    data["judge_c"] = data["judge_c"][:70] + [None] * 10
    numbers = {(pair.first, pair.second): pair.n_items for pair in pairs_of(data)}
    assert numbers == {("judge_a", "judge_b"): 60, ("judge_a", "judge_c"): 70, ("judge_b", "judge_c"): 50}
    pair = next(p for p in pairs_of(data) if (p.first, p.second) == ("judge_b", "judge_c"))
    human, one, other = (np.array(data[name][20:70]) for name in ("human_0", "judge_b", "judge_c"))
    gap = quadratic_kappa(human, one) - quadratic_kappa(human, other)
    assert pair.difference.estimate == pytest.approx(gap)


def test_the_items_needed_would_show_the_difference() -> None:
    """Items drawn anew from these show a difference of this size four times in five."""
    data = made(150, (0.6, 0.75), seed=5)
    (pair,) = pairs_of(data)
    assert pair.better == ""
    assert pair.items_needed > 150
    # the same items k times over have a standard error smaller by √k
    q = 1.96 + 0.8416
    assert pair.items_needed == pytest.approx(
        150 * (q * pair.difference.se / pair.difference.estimate) ** 2, rel=0.03
    )


@pytest.mark.slow
def test_equal_judges_are_called_different_in_at_most_one_study_of_twenty() -> None:
    false = sum(
        any(pair.better for pair in pairs_of(made(40, (0.7, 0.7, 0.7), people=2, seed=seed)))
        for seed in range(300)
    )
    assert false <= 0.05 * 300 + 2 * np.sqrt(300 * 0.05 * 0.95)
