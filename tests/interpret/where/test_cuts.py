"""The boundary report: identities with the mean absolute error and kappa, who is stricter, and words."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pytest
from scipy import stats

import concordant as cc
from concordant.interpret.compare.comparison import Comparison, judged, together
from concordant.interpret.where.cuts import Boundary, boundaries

LINEAR = ("cohen_kappa", {"weights": "linear"})
SPACED = cc.Scale.ordinal([1, 2, 5, 10])  # values, not ranks
NAMED = cc.Scale.ordinal(["poor", "fair", "good", "fine"])


def simulated(n: int, raters: int, seed: int, gaps: float = 0.0) -> Any:
    rng = np.random.default_rng(seed)
    true = rng.normal(1.5, 1, n)
    codes = np.clip(np.round(true[:, None] + rng.normal(0, 0.8, (n, raters))), 0, 3).astype(int)
    codes[rng.random(codes.shape) < gaps] = -1
    return codes


def rated(codes: Any, scale: Any = SPACED, names: Any = None, **more: Any) -> Any:
    labels = np.array([*scale.categories, None], dtype=object)
    names = names or [f"r{g}" for g in range(np.shape(codes)[1])]
    return cc.as_ratings(labels[np.asarray(codes)].tolist(), raters=names, scale=scale, **more)


def pair(codes: Any, scale: Any = SPACED, **more: Any) -> Comparison:
    return judged(rated(codes, scale, ["human", "judge"], **more), ["human"], "judge", main=LINEAR)


def several(main: str, scale: Any = SPACED, gaps: float = 0.0) -> Comparison:
    ratings = rated(simulated(300, 4, 3, gaps), scale)
    return together(ratings, ratings.raters, "raters", main=(main, {"weights": "linear"}))


def people(gaps: float = 0.0) -> Comparison:
    ratings = rated(simulated(300, 4, 4, gaps))
    return judged(ratings, ["r0", "r1", "r2"], "r3", main=LINEAR)


EVERY_SHAPE = [
    pair(simulated(200, 2, 1)),
    pair(simulated(200, 2, 1), NAMED),
    pair(simulated(200, 2, 2, 0.2)),
    pair(simulated(60, 2, 2), case_weights=np.arange(1, 61)),
    several("fleiss_kappa"),
    several("conger_kappa", NAMED),
    several("conger_kappa", gaps=0.2),
    people(),
    people(gaps=0.2),
]


@pytest.mark.parametrize("compared", EVERY_SHAPE)
def test_the_flips_of_all_cuts_add_up_to_the_mean_absolute_error(compared: Comparison) -> None:
    distance = sum(cut.step * cut.flips.estimate for cut in boundaries(compared))
    assert distance == pytest.approx(compared.measure("mean_absolute_error").estimate, rel=1e-9)


@pytest.mark.parametrize("compared", [c for i, c in enumerate(EVERY_SHAPE) if i != 6])
def test_linear_kappa_is_the_mean_of_the_cuts_kappas(compared: Comparison) -> None:
    # 1 − Σ s·flips / Σ s·chance, each flips = chance·(1 − kappa)
    cuts = boundaries(compared)
    weights = [cut.step * cut.by_chance for cut in cuts]
    mean = np.average([cut.kappa.estimate for cut in cuts], weights=weights)
    assert mean == pytest.approx(compared.measure(*compared.main).estimate, rel=1e-9)


# --- by hand ----------------------------------------------------------------------------------


def test_a_cut_by_hand() -> None:
    # of 10 items: 3 low/low, 4 high/high, 2 human high and judge low, 1 the reverse
    codes = [[0, 0]] * 3 + [[3, 3]] * 4 + [[3, 0], [2, 1]] + [[1, 2]]
    low, middle, high = boundaries(pair(codes))
    assert (middle.lower, middle.upper, middle.step) == (2, 5, 3)
    assert middle.flips.estimate == pytest.approx(3 / 10)
    # human above on 6, judge on 5 of 10: chance flips .6·.5 + .4·.5 = 1/2, kappa = 1 − .3/.5
    assert [one.estimate for one in middle.above] == pytest.approx([0.6, 0.5])
    assert middle.by_chance == pytest.approx(1 / 2)
    assert middle.relative == pytest.approx(3 / 5)
    assert middle.kappa.estimate == pytest.approx(2 / 5)
    assert middle.second_lower.estimate == pytest.approx(2 / 3)
    assert middle.next_to.estimate == pytest.approx(2 / 3)  # 5|2 and 2|5, not 10|1
    assert middle.strictest is None
    assert (low.flips.estimate, high.flips.estimate) == pytest.approx((1 / 10, 1 / 10))


def test_who_is_stricter_is_tested_exactly() -> None:
    codes = [[1, 1]] * 20 + [[2, 1]] * 14 + [[1, 2]] * 3
    cut = boundaries(pair(codes))[1]
    assert cut.second_lower.p_value == pytest.approx(stats.binomtest(14, 17).pvalue)  # McNemar, exact
    assert cut.strictest == "judge"


def test_of_several_people_the_test_goes_by_items() -> None:
    # judge is below all three people on 30 items and above on 30: three pairs each are no 180 witnesses
    codes = [[2, 2, 2, 1]] * 36 + [[1, 1, 1, 2]] * 24
    compared = judged(rated(codes), ["r0", "r1", "r2"], "r3", main=LINEAR)
    cut = boundaries(compared)[1]
    assert cut.second_lower.estimate == pytest.approx(0.6)
    assert cut.second_lower.se == pytest.approx(math.sqrt(0.6 * 0.4 / 59))
    assert cut.strictest is None
    assert cut.flips.estimate == 1


def test_of_several_raters_the_strictest_is_named_when_sure() -> None:
    codes = simulated(400, 3, 5)
    codes[:, 2] = np.maximum(codes[:, 2] - 1, 0)
    ratings = rated(codes)
    cuts = boundaries(together(ratings, ratings.raters, "raters", main=("fleiss_kappa", {})))
    assert [cut.strictest for cut in cuts] == ["r2", "r2", "r2"]
    assert cuts[1].second_lower is None
    assert [one.estimate for one in cuts[1].above] == pytest.approx((codes > 1).mean(axis=0).tolist())


def test_a_rater_who_got_the_poorer_items_is_not_the_strictest() -> None:
    # all three are equally severe; r0 rates mostly poor items and r2 mostly good ones
    rng = np.random.default_rng(5)
    true = np.concatenate([rng.normal(0.8, 0.7, 150), rng.normal(2.2, 0.7, 150)])
    codes = np.clip(np.round(true[:, None] + rng.normal(0, 0.2, (300, 3))), 0, 3).astype(int)
    codes[170:, 0] = codes[:130, 2] = -1
    ratings = rated(codes)
    cuts = boundaries(together(ratings, ratings.raters, "raters", main=("krippendorff_alpha", {})))
    assert cuts[1].above[0].estimate < cuts[1].above[2].estimate - 0.3
    assert [cut.strictest for cut in cuts] == [None, None, None]


@pytest.mark.parametrize("more", [{}, {"clusters": np.arange(400)}, {"case_weights": np.full(400, 2)}])
def test_the_strictest_is_judged_item_by_item(more: Any) -> None:
    # a third of r1's ratings are a step lower: little beside the spread of items, much on the same items
    rng = np.random.default_rng(6)
    codes = np.repeat(rng.integers(0, 4, (400, 1)), 4, axis=1)
    codes[:, 1] = np.maximum(codes[:, 1] - (rng.random(400) < 0.33), 0)
    ratings = rated(codes, **more)
    cuts = boundaries(together(ratings, ratings.raters, "raters", main=("fleiss_kappa", {})))
    assert [cut.strictest for cut in cuts] == ["r1", "r1", "r1"]


def test_among_raters_who_are_alike_a_strictest_is_seldom_named() -> None:
    named = 0
    for seed in range(60):
        ratings = rated(simulated(60, 4, seed, 0.2))
        cuts = boundaries(together(ratings, ratings.raters, "raters", main=("fleiss_kappa", {})), examples=0)
        named += cuts[1].strictest is not None
    assert named <= 8  # lower only, at .05 over four raters: half of .05 is expected


# --- scales -----------------------------------------------------------------------------------


def test_a_scale_declared_from_the_top_is_cut_from_the_bottom() -> None:
    codes = simulated(150, 2, 6)
    up, down = cc.Scale.ordinal([1, 2, 5, 10]), cc.Scale.ordinal([10, 5, 2, 1])
    for a, b in zip(boundaries(pair(codes, up)), boundaries(pair(3 - codes, down)), strict=True):
        assert (a.lower, a.upper, a.step) == (b.lower, b.upper, b.step)
        assert a.flips.estimate == b.flips.estimate
        assert a.second_lower.estimate == b.second_lower.estimate
        assert a.kappa.estimate == pytest.approx(b.kappa.estimate)


def test_a_cut_nobody_crosses_says_so() -> None:
    codes = np.minimum(simulated(100, 2, 7), 2)
    top = boundaries(pair(codes, NAMED))[2]
    assert (top.lower, top.upper) == ("good", "fine")
    assert top.flips.estimate == 0
    assert top.by_chance == 0
    assert math.isnan(top.relative)
    assert not top.kappa.defined
    assert top.kappa.notes
    assert not top.second_lower.defined
    assert not top.next_to.defined
    assert top.examples == ()
    assert top.said.text() == "good|fine: no item falls on opposite sides."
    assert top.said.text("zh") == "good|fine：没有条目被评在分界两侧。"


def test_names_without_order_measurements_and_one_category_have_no_cuts() -> None:
    names = cc.as_ratings(["a", "b"], ["a", "a"], raters=["x", "y"])
    assert boundaries(judged(names, ["x"], "y")) == ()
    lengths = cc.as_ratings([1.5, 2.5], [1.5, 2.0], raters=["x", "y"])
    assert boundaries(judged(lengths, ["x"], "y")) == ()
    one = cc.as_ratings([1, 1], [1, 1], raters=["x", "y"], scale=cc.Scale.ordinal([1]))
    assert boundaries(judged(one, ["x"], "y")) == ()


def test_one_item_and_no_pair_are_no_trouble() -> None:
    lone = boundaries(pair([[0, 3]]))
    assert [cut.flips.estimate for cut in lone] == [1, 1, 1]
    apart = boundaries(pair([[0, -1], [-1, 3]]))
    assert all(not cut.flips.defined and cut.flips.notes for cut in apart)


# --- words, examples, records -----------------------------------------------------------------


def test_a_cut_is_told_in_both_languages() -> None:
    # of 100, and 200 items: 58 low/low, 24 high/high, 14 with the judge low only, 4 with the human low only.
    # flips 18 %; above: human 38 %, judge 28 %; chance .38·.72 + .62·.28 = .4472; kappa = 1 − .18/.4472
    codes = [[1, 1]] * 58 + [[2, 2]] * 24 + [[2, 1]] * 14 + [[1, 2]] * 4
    said = boundaries(pair(codes))[1].said
    # 4 of 18: p = .031 at this cut, but the scale has three cuts
    assert "neither side is reliably stricter" in said.text("en")
    said = boundaries(pair(codes * 2))[1].said
    assert said.text("en") == (
        "2|5: 18% of items fall on opposite sides (by chance 45%); judge is stricter on 78% of them; "
        "Cohen's kappa at this boundary 0.60."
    )
    assert said.text("zh") == (
        "2|5：18% 的条目被评在分界两侧（偶然水平 45%）；其中 78% 是 judge 更严格；"
        "该分界上的 Cohen's Kappa 系数为 0.60。"
    )


def test_people_who_are_the_stricter_are_told_so() -> None:
    codes = [[1, 1, 2]] * 30 + [[2, 2, 2]] * 30
    compared = judged(rated(codes), ["r0", "r1"], "r2", main=LINEAR)
    cut = boundaries(compared)[1]
    assert cut.second_lower.estimate == 0
    assert cut.second_lower.p_value == pytest.approx(2 * 0.5**30)  # all 30 flips alike: the sign test
    codes[0] = [2, 2, 1]
    said = boundaries(judged(rated(codes), ["r0", "r1"], "r2", main=LINEAR))[1].said
    assert "human raters are stricter on 97% of them" in said.text()
    assert "其中 97% 是人工评分者更严格" in said.text("zh")


def test_items_on_the_line_are_shown_the_nearest_first() -> None:
    codes = [[0, 0], [0, 3], [1, 2], [3, 3]]
    cut = boundaries(pair(codes))[1]
    assert [(one["human"], one["judge"]) for one in cut.examples] == [(2, 5), (1, 10)]
    assert [one["item"] for one in cut.examples] == [3, 2]
    assert boundaries(pair(codes), examples=0)[1].examples == ()


def test_boundaries_return_from_strict_json() -> None:
    for compared in (EVERY_SHAPE[0], EVERY_SHAPE[4], EVERY_SHAPE[7]):
        for cut in boundaries(compared):
            back = Boundary.from_dict(json.loads(json.dumps(cut.to_dict(), allow_nan=False)))
            assert back.to_dict() == cut.to_dict()
            assert back.said.text("zh") == cut.said.text("zh")
