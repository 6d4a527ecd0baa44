"""Drift on anchor items: judges with a known drift, many times over."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from concordant.interpret.rounds.anchors import DriftVerdict
from tests.interpret.rounds.anchor_data import followed, noisy, run, truth

Rate = Callable[[Any, Any, float], Any]


def scores(rng: Any, items: Any, shift: float) -> Any:
    return noisy(rng, items, 0.3, shift)


def words(rng: Any, items: Any, shift: float) -> Any:
    changed = np.where(rng.random(len(items)) < 0.2, rng.integers(0, 5, len(items)), items)
    return np.array(list("abcde"))[np.where(rng.random(len(items)) < shift, 0, changed)]


def measured(rng: Any, items: Any, shift: float) -> Any:
    return (items + rng.normal(0, 0.5, len(items)) + shift).round(6)


def share(verdict: DriftVerdict, rate: Rate, *, shift: float, runs: int, repeats: int, times: int) -> float:
    """How often a judge that shifts in the later half of its runs is called so."""
    rng = np.random.default_rng(11)
    called = 0
    for _ in range(times):
        items = truth(rng, 60)
        rounds = [
            run(str(r), [rate(rng, items, shift if 2 * r >= runs else 0.0) for _ in range(repeats)])
            for r in range(runs)
        ]
        called += followed(rounds).verdict == verdict
    return called / times


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rate", "runs", "repeats"), [(scores, 2, 2), (scores, 4, 1), (words, 4, 1), (measured, 2, 2)]
)
def test_a_noisy_judge_that_does_not_change_is_rarely_called_drifting(
    rate: Rate, runs: int, repeats: int
) -> None:
    times = 100
    found = share("drifting", rate, shift=0.0, runs=runs, repeats=repeats, times=times)
    assert found <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / times)


@pytest.mark.by_turns(3)
@pytest.mark.parametrize("rate", [scores, words, measured])
def test_a_judge_that_shifts_by_three_tenths_is_found(rate: Rate) -> None:
    assert share("drifting", rate, shift=0.3, runs=4, repeats=2, times=30) >= 0.9


@pytest.mark.slow
def test_a_judge_that_never_changes_is_hardly_ever_called_drifting_however_often_it_is_looked_at() -> None:
    """After each of the runs 2 to 8, on 40 anchors; at the full level every time it is about one in seven."""
    rng, times = np.random.default_rng(3), 150
    ever = 0
    for _ in range(times):
        items = truth(rng, 40)
        rounds = [run(str(r), [scores(rng, items, 0.0)]) for r in range(8)]
        ever += any(followed(rounds[:k]).verdict == "drifting" for k in range(2, 9))
    assert ever / times <= 0.05 + 2 * math.sqrt(0.05 * 0.95 / times)
