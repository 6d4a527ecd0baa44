"""Top score inconsistent and unstable boundary: one cut blurred more than the others."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.stats import multivariate_normal, norm

from concordant.interpret.compare.comparison import together
from concordant.interpret.patterns.candidate import WeightedSums
from concordant.interpret.patterns.cuts import blurred_cuts
from concordant.interpret.patterns.sharpness import (
    NEAR_ONE,
    as_sharp_as_the_others,
    common_correlation,
    expected_flips,
)
from concordant.ratings.scale import Scale
from concordant.reduce.totals import Total

from .made import FLEISS, codes, found, judge, noisy, only, people, rated, tried, tried_by, truth


def blurred(t: Any, seed: int, low: int, share: float = 0.5) -> Any:
    """A rater who mistakes `low` and `low + 1` for each other on this share of them."""
    at = (t == low) | (t == low + 1)
    hit = at & (np.random.default_rng([seed, 3]).random(len(t)) < share)
    return np.where(hit, 2 * low + 1 - t, t)


def test_a_boundary_that_is_mistaken_is_unstable() -> None:
    t = truth(600)
    f = only(judge(rated([noisy(t, 1, 0.1), blurred(noisy(t, 2, 0.1), 2, 2)])), "unstable-boundary")
    assert f.about["cut"] == "2|3"
    assert f.facts["flips"] > 1.3 * f.facts["expected_flips"]
    assert f.evidence.estimate == pytest.approx(f.facts["flips"] - f.facts["expected_flips"])
    assert f.headroom is not None
    assert f.headroom.gain > 0.05
    for e in f.examples:
        assert (e["a"] <= 2) != (e["b"] <= 2)


def test_the_flips_are_a_count_by_hand() -> None:
    t = truth(600)
    a, b = noisy(t, 1, 0.1), blurred(noisy(t, 2, 0.1), 2, 2)
    f = only(judge(rated([a, b])), "unstable-boundary")
    assert f.facts["flips"] == pytest.approx(np.mean((a > 2) != (b > 2)))


def test_after_the_repair_as_many_flips_are_left_as_a_sharp_cut_has() -> None:
    t = truth(600)
    compared = judge(rated([noisy(t, 1, 0.1), blurred(noisy(t, 2, 0.1), 2, 2)]))
    hits = [c for c in tried(compared, "unstable-boundary") if c.about["cut"] == "2|3"]
    repaired = hits[0].repaired()
    first, second = repaired.columns
    weights = np.asarray(repaired.weights)
    assert weights.sum() == pytest.approx(600)
    left = weights @ ((first > 1) != (second > 1)) / weights.sum()
    assert left == pytest.approx(hits[0].facts["expected_flips"])


def test_a_top_score_that_is_mistaken_is_inconsistent() -> None:
    t = truth(600)
    f = only(judge(rated([noisy(t, 1, 0.1), blurred(noisy(t, 2, 0.1), 2, 4)])), "top-inconsistent")
    assert f.about["score"] == "5"
    assert f.facts["agreement"] < f.facts["expected"]
    a, b = noisy(t, 1, 0.1), blurred(noisy(t, 2, 0.1), 2, 4)
    # specific agreement: twice the items both give the top, over all tops given
    both = 2 * np.sum((a == 5) & (b == 5)) / (np.sum(a == 5) + np.sum(b == 5))
    assert f.facts["agreement"] == pytest.approx(both)


def test_a_rare_top_score_with_ordinary_noise_is_not_inconsistent() -> None:
    # few items lie there, so that agreement on it is low for no other reason
    rng = np.random.default_rng(8)
    x = rng.normal(size=3000)
    a, b = (np.digitize(x + 0.6 * rng.normal(size=3000), [-0.5, 2]) + 1 for _ in range(2))
    compared = judge(rated([a, b], scale=Scale.ordinal([1, 2, 3])))
    on = [2 * np.sum((a == c) & (b == c)) / (np.sum(a == c) + np.sum(b == c)) for c in (1, 2, 3)]
    assert on[2] < min(on[:2]) - 0.15
    assert codes(compared) == []


def test_noise_alike_at_every_cut_of_a_flat_scale_is_not_unstable() -> None:
    # ratings that are far from normal beneath: the model is wrong here, the finding must not be
    t = np.random.default_rng(3).integers(1, 6, 5000)
    assert codes(judge(rated([noisy(t, 1), noisy(t, 2)]))) == []


def test_several_people_mistake_one_boundary() -> None:
    t = truth(500)
    f = only(people(rated([blurred(noisy(t, s, 0.1), s, 3) for s in (1, 2, 3)])), "unstable-boundary")
    assert f.about["cut"] == "3|4"
    assert f.headroom is not None
    assert f.headroom.gain > 0.05


def test_a_rater_with_himself_can_be_unstable_at_a_boundary() -> None:
    t = truth(500)
    ratings = rated([noisy(t, 1, 0.1), blurred(noisy(t, 2, 0.1), 2, 2)], ["first", "second"])
    assert [f.code for f in found(together(ratings, ratings.raters, "within", main=FLEISS))] == [
        "unstable-boundary"
    ]


def test_two_categories_have_one_cut_and_nothing_to_hold_it_against() -> None:
    rng = np.random.default_rng(1)
    columns = [rng.integers(0, 2, 200) for _ in range(2)]
    compared = judge(rated(columns, scale=Scale.ordinal([0, 1])))
    assert not tried(compared, "top-inconsistent")
    assert not tried(compared, "unstable-boundary")


def test_a_declared_top_that_nobody_gives_is_no_cut() -> None:
    t = truth(600)
    scale = Scale.ordinal([1, 2, 3, 4, 5, 6])
    compared = judge(rated([noisy(t, 1, 0.1), blurred(noisy(t, 2, 0.1), 2, 4)], scale=scale))
    assert not tried(compared, "top-inconsistent")
    assert only(compared, "unstable-boundary").about["cut"] == "4|5"


PAIR = (np.array([0]), np.array([1]), np.ones(1))


def test_expected_flips_are_those_of_two_normal_scores() -> None:
    above = np.array([[0.05, 0.05], [0.3, 0.4], [0.5, 0.5], [0.8, 0.7]])
    for r in (-0.6, 0.0, 0.4, 0.95):
        law = multivariate_normal([0, 0], [[1, r], [r, 1]])
        flips = [p + q - 2 * law.cdf(norm.ppf([p, q])) for p, q in above]
        assert expected_flips(above, PAIR, r) == pytest.approx(flips, abs=1e-5)


def test_the_common_correlation_gives_the_flips_it_was_made_from() -> None:
    above = np.array([[0.1, 0.2], [0.4, 0.4], [0.7, 0.6]])
    assert common_correlation(expected_flips(above, PAIR, 0.7), above, PAIR) == pytest.approx(0.7)
    flips = np.array([0.15, 0.2, 0.15])
    r = brentq(lambda x: expected_flips(above, PAIR, x).sum() - flips.sum(), -0.99, 0.99)
    assert common_correlation(flips, above, PAIR) == pytest.approx(r)
    assert common_correlation(np.zeros(3), above, PAIR) == NEAR_ONE
    assert np.isnan(common_correlation(np.ones(3), above, PAIR))


def test_flips_of_a_bias_are_no_blur() -> None:
    # one in four given one more and nothing else: every flip comes of cutting at another height
    t = truth(5000)
    assert codes(judge(rated([t, np.minimum(t + (np.arange(5000) % 4 == 0), 5)]))) == ["systematically-high"]


def test_the_standard_error_is_that_of_many_samples() -> None:
    rng = np.random.default_rng(11)
    cuts = [-1.0, 0.0, 1.0]
    found_ones, errors = [], []
    for _ in range(300):
        x = rng.normal(size=300)
        a, b = (np.digitize(x + 0.6 * rng.normal(size=300), cuts) + 1 for _ in range(2))
        (one,) = (
            c for c in tried_by(blurred_cuts, judge(rated([a, b], scale=Scale.ordinal([1, 2, 3, 4]))))
            if c.about["cut"] == "2|3"
        )  # fmt: skip
        found_ones.append(one.evidence.estimate)
        errors.append(one.evidence.se)
    assert np.mean(found_ones) == pytest.approx(0, abs=3 * np.std(found_ones) / np.sqrt(300))
    assert np.mean(errors) == pytest.approx(np.std(found_ones), rel=0.15)


def test_a_blur_on_hardly_any_item_is_not_spoken_of() -> None:
    # the top is given to 500 of 98,800 items and missed by one of two on 300: far blurred, and 0.3 % of all
    cells = {
        (1, 1): 50_000,
        (2, 2): 30_000,
        (3, 3): 10_000,
        (4, 4): 8000,
        (5, 5): 200,
        (4, 5): 150,
        (5, 4): 150,
    }
    cells |= {pair: 50 for low in (1, 2, 3) for pair in ((low, low + 1), (low + 1, low))}
    a, b = zip(*cells, strict=True)
    compared = judge(rated([a, b], weights=list(cells.values())))
    (top,) = tried(compared, "top-inconsistent")
    assert top.evidence.p_value < 1e-6
    assert top.facts["flips"] == pytest.approx(300 / 98_800)
    assert codes(compared) == []


def test_a_table_like_that_of_document_003_points_to_the_top_score() -> None:
    # people's bands 3, 8, 15, 64, 10 %; the model agrees on 80, 60, 70, 85, 50 % of each, or is one off
    cells = {
        (0, 0): 24, (0, 1): 6, (1, 0): 6, (1, 1): 48, (1, 2): 26, (2, 1): 10, (2, 2): 105, (2, 3): 35,
        (3, 2): 36, (3, 3): 544, (3, 4): 60, (4, 3): 50, (4, 4): 50,
    }  # fmt: skip
    a, b = zip(*cells, strict=True)
    scale = Scale.ordinal([0, 1, 2, 3, 4])
    compared = judge(rated([a, b], ["人工", "模型"], scale=scale, weights=list(cells.values())))
    (f,) = found(compared)
    assert (f.code, f.about["score"]) == ("top-inconsistent", "4")
    assert f.facts["agreement"] == pytest.approx(2 * 50 / (100 + 110))
    assert f.cause("zh") == "很可能是 4 分标准不清晰。"
    assert f.fix("zh").startswith("增加 4 分自检清单")


def test_the_slopes_are_what_one_more_item_changes() -> None:
    t = truth(200)
    a, b = noisy(t, 1), np.clip(noisy(t, 2) + (np.arange(200) % 3 == 0), 1, 5)

    def expected(counts: Any) -> list[Total]:
        sums, all_rows = WeightedSums(counts, None, None, 0.95, 2), np.ones(200, dtype=bool)
        flips = [sums.mean((a > c) != (b > c), all_rows) for c in (1, 2, 3, 4)]
        above = [[sums.mean(x > c, all_rows) for x in (a, b)] for c in (1, 2, 3, 4)]
        return [t for c in range(4) if (t := as_sharp_as_the_others(flips, above, PAIR, c))]

    start = expected(np.ones(200))
    for row in (0, 7, 50, 123):
        more, less = (np.where(np.arange(200) == row, 1 + h, 1.0) for h in (1e-4, -1e-4))
        for now, up, down in zip(start, expected(more), expected(less), strict=True):
            assert now.slope is not None
            assert now.slope[row] == pytest.approx((float(up) - float(down)) / 2e-4, rel=1e-4, abs=1e-9)


def test_a_blur_is_found_beside_a_bias() -> None:
    rng = np.random.default_rng(6)
    x = rng.normal(size=2000)
    cuts = np.array([-1.2, -0.4, 0.4, 1.2])
    human, lenient = (np.digitize(x + 0.25 * rng.normal(size=2000), cuts - low) + 1 for low in (0.0, 0.5))
    got = found(judge(rated([human, blurred(lenient, 1, 2, 0.3)])))
    assert [f.code for f in got] == ["systematically-high", "unstable-boundary"]
    assert got[1].about["cut"] == "2|3"


def test_with_two_cuts_it_cannot_be_told_which_is_blurred() -> None:
    # a blur at one of two cuts looks like items that crowd there
    t = np.random.default_rng(1).choice([1, 2, 3], 600)
    compared = judge(rated([t, blurred(t, 2, 1)], scale=Scale.ordinal([1, 2, 3])))
    assert not tried(compared, "unstable-boundary")
    assert not tried(compared, "top-inconsistent")


def test_a_cut_is_blurred_though_all_others_are_perfectly_sharp() -> None:
    t = truth(600)
    assert only(judge(rated([t, blurred(t, 2, 2)])), "unstable-boundary").about["cut"] == "2|3"


def test_of_two_equal_raters_the_repair_does_not_depend_on_their_order() -> None:
    t = truth(600)
    a, b = noisy(t, 1, 0.1), blurred(noisy(t, 2, 0.1), 2, 2)
    one, other = (only(people(rated(pair)), "unstable-boundary") for pair in ([a, b], [b, a]))
    assert one.headroom is not None
    assert other.headroom is not None
    assert one.headroom.repaired == pytest.approx(other.headroom.repaired)
