"""Drift: a bias that changes with the order of the ratings."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import concordant as cc
from concordant.ratings.ratings import Ratings
from concordant.ratings.scale import Scale

from .made import codes, found, judge, noisy, only, people, rated, tried, truth

N = 400


def timed(ratings: Ratings, times: Any) -> Ratings:
    """The same with a time for each rater's ratings (None: not known)."""
    return replace(ratings, times=tuple(None if t is None else np.asarray(t, dtype=float) for t in times))


def rising(t: Any, seed: int, until: float = 1.0) -> Any:
    """A rater who gives one more, ever more often."""
    chance = until * np.arange(len(t)) / len(t)
    return np.clip(noisy(t, seed) + (np.random.default_rng([seed, 9]).random(len(t)) < chance), 1, 5)


def plain_slope(a: Any, b: Any) -> float:
    """The change of b − a from first to last, by least squares."""
    n = len(a)
    known = np.column_stack([np.ones(n), np.arange(n) / (n - 1)])
    return float(np.linalg.lstsq(known, b - a, rcond=None)[0][1])


def test_a_judge_who_becomes_lenient_drifts_upwards() -> None:
    t = truth(N)
    a, b = noisy(t, 1), rising(t, 2)
    f = only(judge(timed(rated([a, b]), [None, np.arange(N)])), "drift")
    assert f.evidence.estimate == pytest.approx(plain_slope(a, b))
    assert f.evidence.estimate > 0.5
    assert f.facts["direction"]["en"] == "upwards"
    assert f.headroom is not None
    assert f.headroom.gain > 0
    assert all(e["b"] != e["a"] for e in f.examples)


def test_time_counts_by_its_order_and_rows_may_come_in_any() -> None:
    t = truth(N)
    a, b = noisy(t, 1), rising(t, 2)
    when = np.exp(np.arange(N) / 40)  # a long pause at the end weighs nothing
    shuffled = np.random.default_rng(1).permutation(N)
    one = only(judge(timed(rated([a, b]), [None, when])), "drift")
    other = only(judge(timed(rated([a[shuffled], b[shuffled]]), [None, when[shuffled]])), "drift")
    assert one.evidence.estimate == pytest.approx(other.evidence.estimate)
    assert one.evidence.se == pytest.approx(other.evidence.se)


def test_a_judge_with_a_steady_bias_does_not_drift() -> None:
    t = truth(N)
    compared = judge(timed(rated([noisy(t, 1), np.clip(noisy(t, 2) + 1, 1, 5)]), [None, np.arange(N)]))
    assert codes(compared) == ["systematically-high"]


def test_items_that_become_better_are_no_drift_of_the_rater() -> None:
    t = np.sort(truth(N))
    compared = judge(timed(rated([noisy(t, 1), noisy(t, 2)]), [None, np.arange(N)]))
    assert "drift" not in codes(compared)


@pytest.mark.parametrize("noise", [0.3, 0.7])
@pytest.mark.parametrize("trend", [0.3, 1.0, 3.0])
@pytest.mark.parametrize("stretch", [0.5, 1.0])
def test_items_that_change_with_time_do_not_make_a_rater_drift(
    stretch: float, trend: float, noise: float
) -> None:
    # a judge with a narrow scale is below people on good items and above on bad ones, whenever they come
    cuts = [-1.6, -0.8, 0, 0.8, 1.6]
    for seed in range(5):
        rng = np.random.default_rng(seed)
        x = rng.normal(size=N) + trend * np.linspace(-1, 1, N)
        people_say, gpt = (s * x + noise * rng.normal(size=N) for s in (1.0, stretch))
        ratings = rated(
            [np.digitize(y, cuts) + 1 for y in (people_say, gpt)], scale=Scale.ordinal([1, 2, 3, 4, 5, 6])
        )
        assert "drift" not in codes(judge(timed(ratings, [None, np.arange(N)])))


@pytest.mark.parametrize("trend", [0.0, 0.5])
def test_a_drift_is_found_among_items_that_change_a_little(trend: float) -> None:
    rng = np.random.default_rng(8)
    x = rng.normal(size=1000) + trend * np.linspace(-1, 1, 1000)
    cuts = [-1.6, -0.8, 0, 0.8, 1.6]
    moving = np.linspace(-0.6, 0.6, 1000)
    a, b = (np.digitize(x + 0.4 * rng.normal(size=1000) + m, cuts) + 1 for m in (0 * moving, moving))
    compared = judge(timed(rated([a, b], scale=Scale.ordinal([1, 2, 3, 4, 5, 6])), [None, np.arange(1000)]))
    assert only(compared, "drift").evidence.estimate > 0


def test_of_several_raters_the_one_who_drifts_is_named() -> None:
    t = truth(N)
    columns = [noisy(t, 1), noisy(t, 2), rising(t, 3), noisy(t, 4)]
    compared = people(timed(rated(columns), [np.arange(N)] * 4))
    assert [f.about["rater"] for f in found(compared) if f.code == "drift"] == ["c"]


def test_undoing_a_drift_of_the_cuts_gives_back_the_same_eye_with_steady_cuts() -> None:
    rng = np.random.default_rng(4)
    n = 5000
    x = rng.normal(size=n)
    cuts = np.array([-1.2, -0.4, 0.4, 1.2])
    seen = x + 0.5 * rng.normal(size=n)
    human = np.digitize(x + 0.5 * rng.normal(size=n), cuts) + 1
    moving = np.digitize(seen + np.linspace(-0.8, 0.8, n), cuts) + 1
    f = only(judge(timed(rated([human, moving]), [None, np.arange(n)])), "drift")
    assert f.headroom is not None
    fair = cc.cohen_kappa(human, np.digitize(seen, cuts) + 1).estimate
    assert f.headroom.repaired == pytest.approx(fair, abs=0.03)
    assert f.headroom.gain > 0.05


def test_measurements_lose_their_trend() -> None:
    rng = np.random.default_rng(1)
    x = rng.normal(size=300)
    a = x + 0.2 * rng.normal(size=300)
    b = x + 0.2 * rng.normal(size=300) + np.linspace(0, 2, 300)
    compared = judge(timed(rated([a, b], scale=Scale.interval()), [None, np.arange(300)]), main=("ccc", {}))
    f = only(compared, "drift")
    line = plain_slope(a, b) * np.arange(300) / 299
    assert f.headroom is not None
    assert f.headroom.repaired == pytest.approx(cc.ccc(a, b - line).estimate)


def test_ratings_without_a_time_are_left_out_and_without_any_nothing_is_looked_for() -> None:
    t = truth(N)
    when = np.arange(N).astype(float)
    when[::2] = np.nan
    (one,) = tried(judge(timed(rated([noisy(t, 1), rising(t, 2)]), [None, when])), "drift")
    assert one.evidence.n_items == N / 2
    assert not tried(judge(rated([noisy(t, 1), rising(t, 2)])), "drift")
    assert not tried(judge(timed(rated([noisy(t, 1), rising(t, 2)]), [np.arange(N), None])), "drift")


def test_one_time_for_all_is_no_order() -> None:
    t = truth(N)
    assert not tried(judge(timed(rated([noisy(t, 1), rising(t, 2)]), [None, np.zeros(N)])), "drift")


def test_a_small_sure_drift_is_not_spoken_of() -> None:
    t = truth(20_000)
    compared = judge(timed(rated([noisy(t, 1), rising(t, 2, 0.2)]), [None, np.arange(20_000)]))
    (one,) = tried(compared, "drift")
    assert one.evidence.p_value < 1e-6
    assert one.evidence.estimate < 0.4
    assert codes(compared) == []


@pytest.mark.parametrize("trend", [0.0, 0.5, 1.5])
def test_p_and_interval_never_contradict_each_other(trend: float) -> None:
    """Also where items change with time, and two changes must hold."""
    for seed in range(20):
        rng = np.random.default_rng(seed)
        x = rng.normal(size=150) + trend * np.linspace(-1, 1, 150)
        a, b = (
            np.digitize(x + 0.4 * rng.normal(size=150) + m, [-1.2, -0.4, 0.4, 1.2]) + 1
            for m in (np.zeros(150), np.linspace(-0.2, 0.2, 150))
        )
        (one,) = tried(judge(timed(rated([a, b]), [None, np.arange(150)])), "drift")
        ends = one.evidence.interval
        assert ends is not None
        assert (ends.low > 0 or ends.high < 0) == (one.evidence.p_value < 0.05)
