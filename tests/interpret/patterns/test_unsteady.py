"""A rater who gives other ratings when asked again."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import concordant as cc
from concordant.interpret.compare.comparison import Comparison

from .made import codes, found, judge, only, rated, tried, truth


def asked_twice(n: int, changed: float, seed: int = 1) -> Comparison:
    """A person who rated once, and a judge who rated twice and is then one off on this share of items."""
    rng = np.random.default_rng(seed)
    first = truth(n)
    up = rng.choice([-1, 1], n)
    second = np.where(rng.random(n) < changed, np.clip(first + up, 1, 5), first)
    person: Any = [*truth(n), *[None] * n]
    rows = {"items": np.tile(np.arange(n), 2), "repeat": np.repeat([1, 2], n)}
    return judge(rated([person, np.concatenate([first, second])], ["human", "gpt"], **rows))


def test_a_judge_whose_repeats_differ_is_unsteady() -> None:
    compared = asked_twice(200, 0.6)
    f = only(compared, "unsteady-rater")
    own = compared.source.columns[1]
    first, second = own[:200], own[200:]
    assert f.about["rater"] == "gpt"
    assert f.facts["same"] == pytest.approx(np.mean(first == second))
    assert f.evidence.estimate == pytest.approx(cc.cohen_kappa(first, second, weights="linear").estimate)
    assert f.evidence.interval is not None
    assert f.evidence.interval.high < 0.8
    assert "temperature" in f.fix()
    assert "温度" in f.fix("zh")
    assert f.headroom is not None
    assert np.isnan(f.headroom.gain)
    assert not f.small


def test_a_judge_who_seldom_changes_is_not() -> None:
    assert codes(asked_twice(200, 0.05)) == []


def test_a_steady_judge_is_called_unsteady_in_less_than_5_percent() -> None:
    """Kappa with itself is about .82, a little above the line."""
    said = [any(f.code == "unsteady-rater" for f in found(asked_twice(60, 0.28, seed))) for seed in range(40)]
    assert np.mean(said) <= 0.05


def test_without_repeats_nothing_is_looked_at() -> None:
    t = truth(100)
    assert not tried(judge(rated([t, t])), "unsteady-rater")
