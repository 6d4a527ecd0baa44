"""Panels of judges: what the k-th adds, whom to keep, how to combine."""

from __future__ import annotations

import math

import numpy as np
import pytest

import concordant as cc
from concordant.errors import InputError, OptionError
from concordant.judges.panel import agreement_icc, panel, runs_gain


def _judges(
    rng: np.random.Generator, n: int, shared: float, spreads: list[float]
) -> tuple[dict[str, np.ndarray], np.ndarray]:
    """Scores whose errors have these spreads and a common part of that correlation."""
    people = rng.normal(3, 1, n)
    common = rng.normal(size=n)
    scores = {
        f"j{i}": people + s * (math.sqrt(shared) * common + math.sqrt(1 - shared) * rng.normal(size=n))
        for i, s in enumerate(spreads)
    }
    return scores, people


def test_the_error_of_a_mean_follows_the_formula() -> None:
    scores, people = _judges(np.random.default_rng(1), 3_000, 0.4, [1.0] * 5)
    found = panel(scores, people)
    assert found.correlation == pytest.approx(0.4, abs=0.03)
    for size in found.sizes:
        k = size.judges
        assert size.expected == pytest.approx(math.sqrt((1 + (k - 1) * 0.4) / k), rel=0.04)
    assert found.chosen.judges == 5


def test_the_reliability_of_k_judges_is_icc_a_k() -> None:
    # Shrout and Fleiss (1979), six targets by four judges: ICC(2,1) = .29, ICC(2,4) = .62; five times over
    table = np.array([[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7.0]])
    assert agreement_icc(table) == pytest.approx(0.2898, abs=5e-5)
    scores = {f"j{i}": np.tile(column, 5) for i, column in enumerate(table.T)}
    found = panel(scores, np.tile(table.mean(axis=1), 5))
    every = np.stack(list(scores.values()), axis=1)
    for place, form in ((0, "A,1"), (3, "A,k")):
        assert found.sizes[place].reliability == pytest.approx(cc.icc(every, form=form).estimate)


def test_a_bad_judge_is_left_out() -> None:
    scores, people = _judges(np.random.default_rng(2), 400, 0.0, [0.5, 0.5, 0.5, 4.0])
    found = panel(scores, people)
    assert found.chosen.best == ("j0", "j1", "j2")
    assert found.chosen.held_out < found.sizes[-1].held_out


def test_a_budget_is_kept() -> None:
    scores, people = _judges(np.random.default_rng(3), 300, 0.0, [0.5, 0.6, 0.7])
    found = panel(scores, people, costs={"j0": 10, "j1": 1, "j2": 1}, budget=2)
    assert found.chosen.best == ("j1", "j2")
    assert found.chosen.cost == 2
    assert not found.sizes[2].best
    with pytest.raises(OptionError, match=r"No judge costs .* or less"):
        panel(scores, people, budget=0.5)


def test_a_budget_and_costs_are_stated() -> None:
    scores, people = _judges(np.random.default_rng(4), 200, 0.0, [1.0] * 3)
    text = {lang: panel(scores, people, costs={"j0": 1.5}, budget=2).text(lang) for lang in ("en", "zh")}
    assert "Only panels that cost at most 2 per item were considered" in text["en"]
    assert "  cost" in text["en"]
    assert "只考虑每个条目费用不超过 2 的组合" in text["zh"]
    unpriced = panel(scores, people).text()
    assert "cost" not in unpriced


def test_choosing_among_equals_is_not_rewarded() -> None:
    """The best of ten useless judges looks better than it is where it is chosen; held out it does not."""
    rng, held, seen = np.random.default_rng(4), [], []
    for _ in range(30):
        scores, people = _judges(rng, 40, 0.0, [1.0] * 10)
        found = panel(scores, people)
        held.append(found.sizes[0].held_out)
        seen.append(min(one.rms for one in found.judges))
    assert np.mean(seen) < 0.9
    assert np.mean(held) == pytest.approx(1.0, abs=0.06)


def test_intervals_of_panels_of_judges_that_are_alike_hold_the_truth() -> None:
    """The worst case: each fold chooses another judge. The gain of the mean of three is 1 − 1/3."""
    rng, gains, errors = np.random.default_rng(7), 0, 0
    for _ in range(100):
        scores, people = _judges(rng, 100, 0.0, [1.0] * 3)
        found = panel(scores, people)
        gain, error = found.sizes[2].gain.interval, found.sizes[0].error.interval  # type: ignore[union-attr]
        gains += gain.low <= 2 / 3 <= gain.high  # type: ignore[union-attr]
        errors += error.low <= 1 <= error.high  # type: ignore[union-attr]
    assert min(gains, errors) >= 89  # of 100: 95 % less three standard errors is 88.5


def test_the_median_beats_the_mean_with_wild_errors() -> None:
    rng = np.random.default_rng(5)
    people = rng.integers(1, 6, 500).astype(float)
    scores = {
        f"j{i}": people + np.where(rng.random(500) < 0.15, rng.choice([-20, 20], 500), 0.0) for i in range(5)
    }
    rules = {rule.name: rule for rule in panel(scores, people, rules={"first": lambda: scores["j0"]}).rules}
    assert rules["median"].error < 0.3 < rules["mean"].error
    assert rules["median"].exact > rules["first"].exact


def test_the_mean_of_runs() -> None:
    assert runs_gain(0.5, 4) == pytest.approx(math.sqrt(1.6))
    assert runs_gain(1.0, 9) == 1
    rng = np.random.default_rng(6)
    people, steady = rng.normal(size=50_000), rng.normal(size=50_000)
    runs = [people + steady + rng.normal(0, math.sqrt(2), 50_000) for _ in range(4)]
    rho = np.corrcoef(runs[0], runs[1])[0, 1]
    one, mean = np.corrcoef(people, runs[0])[0, 1], np.corrcoef(people, np.mean(runs, axis=0))[0, 1]
    assert mean / one == pytest.approx(runs_gain(rho, 4), rel=0.01)


def test_bad_input_is_one_sentence() -> None:
    with pytest.raises(OptionError, match="2 to 12 judges, got 1"):
        panel({"a": np.ones(30)}, np.ones(30))
    with pytest.raises(InputError, match="Only 5 items have a label"):
        panel({"a": np.ones(5), "b": np.ones(5)}, np.ones(5))
