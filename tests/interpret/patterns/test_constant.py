"""A rater who says one and the same, whatever the item."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import t as student

import concordant as cc
from concordant.interpret.patterns.constant import constant_rater
from concordant.ratings.scale import Scale

from .made import codes, found, judge, noisy, only, people, rated, tried_by, truth


def test_a_judge_who_always_says_three_is_constant_and_nothing_else() -> None:
    t = truth(300)
    kind = np.where(
        t == 3, "easy", np.where(np.arange(300) % 2, "easy", "hard")
    )  # agreement differs by slice
    compared = judge(rated([t, np.full(300, 3)], slices={"kind": kind}))
    f = only(compared, "constant-rater")
    assert codes(compared) == ["constant-rater"]
    threes = np.mean(t == 3)
    assert (f.facts["answer"], f.facts["share"]) == ("3", 1)
    assert f.facts["reference_share"] == pytest.approx(threes)
    assert f.evidence.estimate == pytest.approx(1 - threes)
    # every gap is 0 or 1: the t about 0 is √(m(n − 1)/n) where m items are no three; five answers are used
    m = int((t != 3).sum())
    assert f.evidence.p_value == pytest.approx(5 * student.sf(math.sqrt(m * 299 / 300), 299))
    assert f.headroom is not None
    assert math.isnan(f.headroom.repaired)
    assert all(e["b"] == 3 and abs(e["a"] - 3) == 2 for e in f.examples)


def test_almost_one_answer_is_enough() -> None:
    t = truth(300)
    nearly = np.where(np.arange(300) % 30 == 0, t, 3)
    assert codes(judge(rated([noisy(t, 1), nearly]))) == ["constant-rater"]


def test_a_rater_of_many_who_is_constant_is_left_out_to_see_the_gain() -> None:
    t = truth(300)
    columns = [noisy(t, 1), noisy(t, 2), np.full(300, 4), noisy(t, 3)]
    compared = people(rated(columns))
    assert [(f.code, f.about["rater"]) for f in found(compared)] == [("constant-rater", "c")]
    f = only(compared, "constant-rater")
    rest = np.stack([columns[i] for i in (0, 1, 3)], axis=1)
    assert f.headroom is not None
    assert f.headroom.repaired == pytest.approx(cc.fleiss_kappa(rest).estimate)


def test_a_slice_of_many_raters_is_misjudged_whoever_is_constant() -> None:
    t = truth(600)
    kind = np.tile(["p", "q", "r"], 200)
    columns = [np.where(kind == "q", noisy(t, s, 0.9), noisy(t, s, 0.05)) for s in range(3)]
    got = codes(people(rated([*columns, np.full(600, 3)], slices={"kind": kind})))
    assert got[0] == "constant-rater"
    assert "slice-misjudged" in got


def test_who_says_one_thing_where_all_say_it_is_not_constant() -> None:
    # nine of ten are no: to say no always is no more often "no" than people, and still takes no skill
    t = np.where(np.arange(300) % 10 == 0, "yes", "no")
    scale = Scale.nominal(["yes", "no"])
    assert codes(judge(rated([t, np.full(300, "no")], scale=scale))) == ["no-skill"]


def test_two_who_each_say_one_thing_are_not_told_to_vary() -> None:
    compared = people(rated([[1] * 40, [2] * 40]), main=("cohen_kappa", {}))
    assert "constant-rater" not in codes(compared)


def test_names_and_measurements_can_be_constant_too() -> None:
    t = truth(200)
    names = np.array(["", "ape", "bee", "cat", "dog", "owl"])
    scale = Scale.nominal(names[1:].tolist())
    assert codes(judge(rated([names[t], np.full(200, "cat")], scale=scale))) == ["constant-rater"]
    x = np.random.default_rng(1).normal(size=200)
    still = judge(rated([x, np.full(200, 0.5)], scale=Scale.interval()), main=("ccc", {}))
    assert codes(still) == ["constant-rater"]


def test_the_share_below_the_threshold_is_at_most_right_where_raters_are_alike() -> None:
    rng = np.random.default_rng(9)
    p = []
    for _ in range(300):
        a, b = rng.choice([1, 2, 3], (2, 60), p=[0.9, 0.05, 0.05])
        (one,) = tried_by(constant_rater, judge(rated([a, b])))
        p.append(one.evidence.p_value)
    assert np.mean(np.array(p) < 0.05) <= 0.05 + 2 * math.sqrt(0.05 * 0.95 / 300)
