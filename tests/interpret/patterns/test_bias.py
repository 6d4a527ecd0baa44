"""Systematically high and low: who, by how much, and what levelling would gain."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import t as student

import concordant as cc
from concordant.interpret.patterns.candidate import value_of
from concordant.ratings.scale import Scale

from .made import KAPPA, codes, found, judge, noisy, only, people, rated, tried, truth


def test_a_judge_who_gives_more_is_systematically_high() -> None:
    t = truth(400)
    high = np.clip(noisy(t, 2) + (np.random.default_rng(5).random(400) < 0.6), 1, 5)
    f = only(judge(rated([noisy(t, 1), high], ["human", "gpt"])), "systematically-high")
    assert f.about == {"comparison": "gpt", "rater": "gpt"}
    assert f.evidence.estimate == pytest.approx(float(np.mean(high - noisy(t, 1))))
    assert f.evidence.interval is not None
    assert 0 not in f.evidence.interval
    assert f.evidence.n_items == 400
    assert f.q_value < 1e-6
    assert all(e["gpt"] > e["human"] for e in f.examples)
    assert len(f.examples) == 3


def test_a_judge_who_gives_less_is_systematically_low() -> None:
    t = truth(400)
    low = np.clip(noisy(t, 2) - (np.random.default_rng(5).random(400) < 0.6), 1, 5)
    f = only(judge(rated([noisy(t, 1), low], ["human", "gpt"])), "systematically-low")
    assert f.evidence.estimate < 0
    assert f.facts["bias"] == -f.evidence.estimate
    assert f.facts["within"][0] < f.facts["bias"] < f.facts["within"][1]


def test_what_is_read_off_an_instrument_is_calibrated_and_a_known_judge_is_told_the_rules() -> None:
    x = np.random.default_rng(3).normal(120, 15, 100)
    data = {"first": x, "second": x + 6 + np.random.default_rng(4).normal(size=100)}
    for kinds, cause in ((None, "offset"), ({"first": "human", "second": "judge"}, "prompt")):
        options = {} if kinds is None else {"rater_kind": kinds}
        (f,) = cc.study(data, raters=list(data), scale="interval", **options).findings
        assert f.code == "systematically-high"
        assert cause in f.cause()
        assert ("points" in f.text()) == (kinds is not None)


def test_equally_noisy_raters_are_neither() -> None:
    t = truth(400)
    assert codes(judge(rated([noisy(t, 1), noisy(t, 2)]))) == []


def test_a_small_sure_bias_is_not_spoken_of() -> None:
    # 500 of 10,000 items one higher: a bias of 0.05, 22 standard errors from 0, and below the 0.2 it takes
    t = np.repeat([1, 2, 3, 4], 2500)
    high = np.where(np.arange(10_000) % 20 == 0, t + 1, t)
    compared = judge(rated([t, high]))
    (tested,) = tried(compared, "systematically-high")
    assert tested.evidence.estimate == pytest.approx(0.05)
    assert tested.evidence.p_value < 1e-60
    assert "systematically-high" not in codes(compared)


def test_a_bias_that_is_the_same_on_every_item_is_found() -> None:
    # no item differs from the others, so there is no spread about the mean: the test must not need one
    t = np.tile([1, 2, 3, 4], 10)
    f = only(judge(rated([t, t + 1])), "systematically-high")
    assert f.evidence.estimate == 1
    # mean 1 with the spread √(Σ1²/40²·40/39) about 0: t = √39 = 6.2 on 39 degrees of freedom
    assert f.evidence.p_value == pytest.approx(2 * student.cdf(-math.sqrt(39), 39))
    assert f.headroom is not None
    assert f.headroom.repaired == pytest.approx(1, abs=1e-6)


def test_levelling_gives_back_what_the_rater_would_have_reached_with_the_same_cuts() -> None:
    rng = np.random.default_rng(4)
    x = rng.normal(size=4000)
    cuts = np.array([-1.2, -0.4, 0.4, 1.2])
    seen = x + 0.5 * rng.normal(size=4000)  # one and the same eye, with two sets of cuts
    human = np.digitize(x + 0.5 * rng.normal(size=4000), cuts) + 1
    fair, lenient = np.digitize(seen, cuts) + 1, np.digitize(seen, cuts - 0.6) + 1
    f = only(judge(rated([human, lenient])), "systematically-high")
    assert f.headroom is not None
    assert f.headroom.now == pytest.approx(cc.cohen_kappa(human, lenient).estimate)
    # the repair knows nothing of `seen`
    assert f.headroom.repaired == pytest.approx(cc.cohen_kappa(human, fair).estimate, abs=0.02)
    assert f.facts["exact_repaired"] == pytest.approx(np.mean(human == fair), abs=0.02)
    assert f.headroom.gain > 0.1


def test_of_two_equal_raters_the_higher_is_named() -> None:
    t = truth(300)
    for first, second, named in ((t, np.minimum(t + 1, 5), "b"), (np.minimum(t + 1, 5), t, "a")):
        compared = people(rated([first, second]), main=KAPPA)
        f = only(compared, "systematically-high")
        assert f.about["rater"] == named
        assert not tried(compared, "systematically-low")


def test_of_several_raters_only_the_one_who_differs_is_named() -> None:
    # the others lie below the mean of the rest, but not below each other
    t = truth(400)
    compared = people(rated([noisy(t, 1), noisy(t, 2), np.clip(noisy(t, 3) + 1, 1, 5), noisy(t, 4)]))
    assert [(f.code, f.about["rater"]) for f in found(compared)] == [("systematically-high", "c")]
    lows = tried(compared, "systematically-low")
    assert [c.about["rater"] for c in lows if c.evidence.p_value < 1e-6] == ["a", "b", "d"]


def test_values_are_not_ranks() -> None:
    # one step is (100 − 1)/2 = 49.5, so a mean of 4.5 above is less than a tenth of one
    scale = Scale.ordinal([1, 10, 100])
    t = np.tile([1, 10], 100)
    assert codes(judge(rated([t, np.where(np.arange(200) % 4 == 0, 10, t)], scale=scale))) == []
    f = only(judge(rated([t, t * 10], scale=scale)), "systematically-high")
    assert f.evidence.estimate == pytest.approx((9 + 90) / 2)


def test_a_scale_that_falls_has_its_top_first() -> None:
    scale = Scale.ordinal(["good", "fair", "bad"], values=[3, 2, 1])
    said = np.tile(["bad", "fair"], 60)
    better = np.tile(["fair", "good"], 60)
    f = only(judge(rated([said, better], scale=scale)), "systematically-high")
    assert f.evidence.estimate == 1
    assert f.headroom is not None
    assert f.headroom.repaired == pytest.approx(1, abs=1e-6)


def test_names_without_an_order_have_no_bias() -> None:
    scale = Scale.nominal([1, 2, 3, 4, 5])
    t = truth(200)
    assert not tried(judge(rated([t, np.minimum(t + 1, 5)], scale=scale)), "systematically-high")


def test_measurements_are_moved_by_the_bias() -> None:
    rng = np.random.default_rng(1)
    x = rng.normal(10, 2, 200)
    a, b = x + rng.normal(size=200), x + 3 + rng.normal(size=200)
    f = only(judge(rated([a, b], scale=Scale.interval()), main=("ccc", {})), "systematically-high")
    assert f.evidence.estimate == pytest.approx(float(np.mean(b - a)))
    assert f.headroom is not None
    assert f.headroom.repaired == pytest.approx(cc.ccc(a, b - np.mean(b - a)).estimate)


def test_rows_that_stand_for_many_items_count_as_many() -> None:
    t = truth(300)
    high = np.clip(noisy(t, 2) + (np.arange(300) % 2), 1, 5)
    copies = np.arange(300) % 3 + 1
    counted = only(judge(rated([noisy(t, 1), high], weights=copies)), "systematically-high")
    again = np.repeat(np.arange(300), copies)
    repeated = only(judge(rated([noisy(t, 1)[again], high[again]])), "systematically-high")
    assert counted.evidence.estimate == pytest.approx(repeated.evidence.estimate)
    assert counted.evidence.se == pytest.approx(repeated.evidence.se)
    assert counted.headroom is not None
    assert repeated.headroom is not None
    assert counted.headroom.repaired == pytest.approx(repeated.headroom.repaired)


def test_clusters_widen_the_interval() -> None:
    t = truth(40)
    again = np.repeat(np.arange(40), 5)
    high = np.clip(noisy(t, 2) + 1, 1, 5)
    alone = only(judge(rated([noisy(t, 1)[again], high[again]])), "systematically-high")
    together = only(judge(rated([noisy(t, 1)[again], high[again]], clusters=again)), "systematically-high")
    once = only(judge(rated([noisy(t, 1), high])), "systematically-high")
    assert together.evidence.se == pytest.approx(once.evidence.se)
    assert alone.evidence.se < once.evidence.se / 2


def test_gaps_are_left_out_and_few_items_are_not_looked_at() -> None:
    t = truth(60).astype(float)
    high = np.minimum(t + 1, 5)
    high[30:] = np.nan
    assert only(judge(rated([t, high])), "systematically-high").evidence.n_items == 30
    high[15:] = np.nan
    assert codes(judge(rated([t, high]))) == []


def test_several_people_are_one_reference() -> None:
    t = truth(300)
    ratings = rated([noisy(t, 1), noisy(t, 2), noisy(t, 3), np.clip(noisy(t, 4) + 1, 1, 5)])
    f = only(judge(ratings), "systematically-high")
    mean = np.mean([ratings.matrix[:, 3] - ratings.matrix[:, at] for at in range(3)])
    assert f.evidence.estimate == pytest.approx(mean)
    assert f.evidence.n_items == 300
    compared = judge(ratings)
    assert f.headroom is not None
    assert f.headroom.now == pytest.approx(value_of(compared, compared.ratings))


def test_what_a_rater_who_always_says_the_same_would_gain_is_not_known() -> None:
    t = truth(300)
    (one,) = tried(judge(rated([t, np.full(300, 5)]), main=KAPPA), "systematically-high")
    assert one.repaired is not None
    assert one.repaired() is None


def test_clusters_in_which_the_rater_said_nothing_are_no_units() -> None:
    t = truth(400)
    doc = np.repeat(np.arange(40), 10)
    own = np.where(doc < 6, np.clip(noisy(t, 2) + 1, 1, 5), np.nan)
    (one,) = tried(judge(rated([noisy(t, 1), own], clusters=doc)), "systematically-high")
    assert one.evidence.method == "analytic t(5), clustered"
