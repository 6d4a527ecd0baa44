"""Central tendency: a rater who avoids both ends."""

from __future__ import annotations

import numpy as np
import pytest

import concordant as cc
from concordant.interpret.patterns.tendency import central_tendency
from concordant.ratings.scale import Scale

from .made import codes, found, judge, noisy, only, people, rated, tried, tried_by, truth


def test_a_judge_who_never_leaves_the_middle_tends_to_the_centre() -> None:
    t = truth(400)
    inside = np.clip(noisy(t, 2), 2, 4)
    f = only(judge(rated([noisy(t, 1), inside])), "central-tendency")
    # standard deviations over all items, with n below
    assert f.evidence.estimate == pytest.approx(np.std(inside) / np.std(noisy(t, 1)))
    assert f.facts["ends"] == 0
    assert f.facts["reference_ends"] == pytest.approx(np.isin(noisy(t, 1), (1, 5)).mean())
    assert f.headroom is not None
    assert f.headroom.gain > 0.05
    assert all(e["a"] in (1, 5) and e["b"] in (2, 3, 4) for e in f.examples)


def test_widening_gives_back_what_the_same_eye_would_have_seen_with_wider_cuts() -> None:
    rng = np.random.default_rng(4)
    x = rng.normal(size=4000)
    seen = x + 0.4 * rng.normal(size=4000)
    human = np.digitize(x + 0.4 * rng.normal(size=4000), [-1.2, -0.4, 0.4, 1.2]) + 1
    fair, timid = np.digitize(seen, [-1.2, -0.4, 0.4, 1.2]) + 1, np.digitize(seen, [-2.2, -0.7, 0.7, 2.2]) + 1
    f = only(judge(rated([human, timid])), "central-tendency")
    assert f.headroom is not None
    assert f.headroom.repaired == pytest.approx(cc.cohen_kappa(human, fair).estimate, abs=0.02)


def test_raters_of_the_same_spread_do_not() -> None:
    t = truth(400)
    assert codes(judge(rated([noisy(t, 1), noisy(t, 2)]))) == []


def test_a_ceiling_is_a_bias_and_no_central_tendency() -> None:
    # moved up by two, and everything above the top cut off: less spread, but one end is used more
    t = truth(400)
    moved = np.minimum(t + 2, 5)
    compared = judge(rated([t, moved]))
    (narrow,) = tried(compared, "central-tendency")
    assert narrow.evidence.p_value < 1e-6
    assert narrow.evidence.estimate < 0.8
    assert codes(compared) == ["systematically-high"]


def test_a_rater_who_says_one_thing_only_has_no_spread_at_all() -> None:
    t = truth(200)
    (f,) = tried(judge(rated([t, np.full(200, 3)])), "central-tendency")
    assert f.evidence.estimate == 0
    assert f.evidence.interval is None
    assert f.evidence.p_value < 1e-6


def test_of_several_raters_the_narrow_one_is_named() -> None:
    t = truth(400)
    compared = people(rated([noisy(t, 1), noisy(t, 2), np.clip(noisy(t, 3), 2, 4), noisy(t, 4)]))
    assert {(f.code, f.about["rater"]) for f in found(compared)} == {("central-tendency", "c")}


def test_measurements_are_stretched() -> None:
    rng = np.random.default_rng(1)
    x = rng.normal(10, 3, 300)
    a, b = x + rng.normal(size=300), 10 + (x - 10) / 2 + rng.normal(size=300) / 2
    f = only(judge(rated([a, b], scale=Scale.interval()), main=("ccc", {})), "central-tendency")
    wide = b.mean() + (b - b.mean()) * np.std(a) / np.std(b)
    assert f.headroom is not None
    assert f.headroom.repaired == pytest.approx(cc.ccc(a, wide).estimate)


def test_measurements_are_not_said_to_avoid_ends_that_they_do_not_have() -> None:
    # on 0 to 1 the narrow one is at its two ends more often: only the spreads can be spoken of
    a = np.tile(np.arange(101) / 100, 2)
    b = np.clip(0.5 + (a - 0.5) / 2, 0.3, 0.7)
    f = only(judge(rated([a, b], scale=Scale.interval()), main=("ccc", {})), "central-tendency")
    assert f.text() == f"b shows less spread: SD {np.std(b):.2f} vs {np.std(a):.2f} for a (202 items)."
    assert "rating guide" not in f.cause()


def test_the_share_below_the_threshold_is_right_when_spreads_are_equal() -> None:
    rng = np.random.default_rng(9)
    p = []
    for _ in range(300):
        x = rng.normal(size=100)
        a, b = (np.digitize(x + rng.normal(size=100), [-1, 0, 1]) + 1 for _ in range(2))
        (one,) = tried_by(central_tendency, judge(rated([a, b])))
        p.append(one.evidence.p_value)
    assert np.mean(np.array(p) < 0.05) == pytest.approx(0.05, abs=0.035)
