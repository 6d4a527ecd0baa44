"""Severity, spread and drift on raters made with a known fault, and silence on those without."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from concordant.interpret.compare.comparison import together
from concordant.interpret.patterns import PatternContext, candidates
from concordant.interpret.raters.profiles import rater_profiles
from concordant.ratings.reading.arrays import from_columns
from concordant.ratings.scale import Scale
from tests.interpret.raters_made import QUADRATIC, codes_said, made, noisy, one, simulated


def inside(result: Any, value: float) -> bool:
    return bool(result.interval.low <= value <= result.interval.high)


def test_a_known_shift_spread_and_drift_lie_within_their_intervals_as_often_as_they_should() -> None:
    hits = np.zeros(3)
    for seed in range(60):
        p = one(simulated(150, shift=2, squeeze=0.8, slope=1.5, seed=seed), "r0", ("mean_absolute_error", {}))
        assert p.severity is not None
        assert p.drift is not None
        # Σ true variance: own 0.8²·(100 + 9) + 1.5², others 109
        ratio = math.sqrt((0.64 * 109 + 1.5**2) / 109)
        # 1.5 for a standard deviation of the times 0…149, so 149/√((150² − 1)/12) times that in all
        change = 1.5 * 149 / math.sqrt((150**2 - 1) / 12)
        hits += [inside(p.severity, 2), inside(p.spread, ratio), inside(p.drift.severity, change)]
    assert (hits >= 52).all(), hits  # 57 expected of 60; fewer than 52 has a probability of 1 %
    assert hits.sum() < 180  # and intervals are not so wide that they always hold


def test_a_faulty_rater_is_told_and_the_others_are_not() -> None:
    profiles = rater_profiles(simulated(shift=4, squeeze=0.6, slope=3), ("icc", {"form": "A,1"}))
    assert {"higher", "narrower", "drift-up"} <= set(codes_said(profiles[0]))
    for p in profiles[1:]:
        assert not {"narrower", "wider", "drift-up", "drift-down", "higher"} & set(codes_said(p))


def test_raters_who_are_alike_are_not_told_apart() -> None:
    told = 0
    for seed in range(40):
        for p in rater_profiles(simulated(100, seed=seed), ("mean_absolute_error", {})):
            told += bool(
                {"higher", "lower", "narrower", "wider", "drift-up", "drift-down"} & set(codes_said(p))
            )
    assert told <= 12  # of 200 raters; the rate of false discoveries holds for each kind of test


def test_agreement_that_falls_with_time_is_seen() -> None:
    rng = np.random.default_rng(6)
    n = 400
    true = rng.integers(0, 3, n)
    wild = rng.random((n, 6)) < 0.05
    when = np.arange(n, dtype=float)
    wild[:, 0] = rng.random(n) < when / n * 0.8
    codes = np.where(wild, rng.integers(0, 3, (n, 6)), true[:, None])
    r = replace(made(codes, Scale.nominal(list("abc"))), times=(when, when, *[None] * 4))
    p, steady, undated, *_ = rater_profiles(r, ("cohen_kappa", {}))
    assert "agreement-down" in codes_said(p)
    assert p.drift is not None
    assert p.drift.agreement_early > p.drift.agreement_late + 0.15
    assert p.drift.severity is None
    assert not {"agreement-down", "agreement-up"} & set(codes_said(steady))
    assert undated.drift is None


def test_the_halves_and_the_slope_by_hand() -> None:
    # order 0, 1/11 … 1; r0 is 0 above r1 in the first six and 1 above in the last six. Around the mean the
    # order has Σ z v = 18/11 and Σ z² = 143/121, so that the slope is 198/143 = 18/13
    when = np.arange(1.0, 13)
    codes = np.array([[0, 0]] * 6 + [[1, 0]] * 6)
    r = replace(made(codes), times=(when, None))
    moved = one(r, "r0").drift
    assert moved is not None
    assert moved.severity is not None
    assert (moved.severity_early, moved.severity_late) == (0, 1)
    assert (moved.agreement_early, moved.agreement_late) == (1, 0)
    assert moved.severity.estimate == pytest.approx(18 / 13)


def test_the_error_of_the_drift_is_that_of_a_jackknife() -> None:
    n = 80
    r = simulated(n, slope=4)
    moved = one(r, "r0", ("mean_absolute_error", {})).drift
    assert moved is not None
    assert moved.severity is not None
    assert r.times is not None
    assert r.times[0] is not None
    x = np.asarray(r.labels, dtype=float)[r.matrix]
    others = x[:, 1:].mean(axis=1)
    known = np.column_stack([r.times[0] / (n - 1), np.ones(n)])  # where each is in time is given

    def change(keep: Any) -> float:
        return float(np.linalg.lstsq(known[keep], (x[:, 0] - others)[keep], rcond=None)[0][0])

    left = np.array([change(np.arange(n) != i) for i in range(n)])
    assert moved.severity.estimate == pytest.approx(change(np.ones(n, dtype=bool)))
    jackknife = math.sqrt((n - 1) / n * ((left - left.mean()) ** 2).sum())
    assert moved.severity.se == pytest.approx(jackknife, rel=0.06)


def test_p_values_are_adjusted_for_all_raters_that_were_looked_at() -> None:
    profiles = rater_profiles(made(noisy(n=60, raters=5)), QUADRATIC)
    p = np.array([x.severity.p_value for x in profiles if x.severity is not None])
    order = np.argsort(p)
    # Benjamini and Hochberg: the least of m·p/rank from here on
    steps = (p * 5)[order] / np.arange(1, 6)
    expected = np.empty(5)
    expected[order] = np.minimum.accumulate(steps[::-1])[::-1]
    assert [x.q_values["severity"] for x in profiles] == pytest.approx(np.minimum(expected, 1).tolist())


def test_few_or_equal_times_say_nothing_of_drift() -> None:
    codes = noisy(n=40, gaps=0)
    r = made(codes)
    few = np.full(40, np.nan)
    few[:5] = np.arange(5)
    times = (few, np.full(40, 7.0), None, np.arange(40.0))
    profiles = rater_profiles(replace(r, times=times), QUADRATIC)
    assert [p.drift is None for p in profiles] == [True, True, True, False]


def test_a_narrow_scale_among_items_that_become_better_is_no_drift() -> None:
    told = 0
    for seed in range(10):
        rng = np.random.default_rng(seed)
        true = np.sort(rng.normal(50, 10, 200))
        x = true[:, None] + rng.normal(0, 4, (200, 3))
        x[:, 0] = 50 + 0.5 * (x[:, 0] - 50)
        r = from_columns([c.tolist() for c in x.T], ["r0", "r1", "r2"], level="interval")
        r = replace(r, times=(np.arange(200.0), None, None))
        told += bool({"drift-up", "drift-down"} & set(codes_said(one(r, "r0", ("icc", {"form": "A,1"})))))
    assert told == 0


def test_the_profile_and_the_pattern_say_the_same_of_a_drift() -> None:
    r = simulated(200, slope=4)
    moved = one(r, "r0", ("icc", {"form": "A,1"})).drift
    assert moved is not None
    assert moved.severity is not None
    looked = PatternContext(together(r, r.raters, "people", main=("icc", {"form": "A,1"})))
    (found,) = (c for c in candidates([looked]) if c.code == "drift" and c.about["rater"] == "r0")
    assert moved.severity.estimate == pytest.approx(found.evidence.estimate)
    assert moved.severity.se == pytest.approx(found.evidence.se, rel=1e-3)
