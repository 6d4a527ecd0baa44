"""What kappa lacks, and why."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

import numpy as np
import pytest
from scipy import stats

import concordant as cc
from concordant.interpret.compare.comparison import Comparison, judged, together
from concordant.interpret.trust.paradox import Paradox, Rule, paradox

Fractions = list[list[Fraction]]


def _of(ratings: cc.Ratings, **facts: Any) -> Paradox:
    return paradox(together(ratings, ratings.raters, "raters", **facts))


def _table(cells: list[list[int]], labels: list[Any] | None = None, **facts: Any) -> Paradox:
    labels = labels or [f"c{i}" for i in range(len(cells))]
    return _of(cc.table(cells, labels, scale="ordinal"), **facts)


RARE = [[0, 0], [1, 99]]
ONE = [[0, 0], [0, 40]]
ORDINARY = [[28, 6, 6], [9, 22, 4], [5, 2, 18]]


# --- the parts --------------------------------------------------------------------------------


@pytest.mark.parametrize("cells", [RARE, [[40, 9], [6, 45]], [[80, 10], [5, 5]], [[45, 15], [25, 15]]])
def test_two_categories_follow_byrt_bishop_and_carlin(cells: list[list[int]]) -> None:
    (a, b), (c, d) = cells
    n = a + b + c + d
    pabak = 2 * Fraction(a + d, n) - 1
    prevalence, bias = Fraction(a - d, n), Fraction(b - c, n)
    kappa = (pabak - prevalence**2 + bias**2) / (1 - prevalence**2 + bias**2)
    pooled = (pabak - prevalence**2) / (1 - prevalence**2)  # no bias
    found = _table(cells, ["yes", "no"])
    short = found.shortfall
    assert short is not None
    assert found.prevalence_index is not None
    assert found.bias_index is not None
    assert short.disagreement == pytest.approx(float(1 - pabak), abs=1e-12)
    assert short.prevalence == pytest.approx(float(pabak - pooled), abs=1e-12)
    assert short.bias == pytest.approx(float(pooled - kappa), abs=1e-12)
    assert found.kappa.estimate == pytest.approx(float(kappa), abs=1e-12)
    assert found.prevalence_index.estimate == pytest.approx(float(prevalence))
    assert found.bias_index.estimate == pytest.approx(float(bias))


def test_the_parts_of_the_rare_case_are_these_fractions() -> None:
    # D_o = 1/100. Even: D_e = 1/2, BP = 49/50. Pooled margin 1/200: D_e = 2·199/200², π = −1/199.
    # Own margins (0 and 1/100): D_e = 1/100, κ = 0. So 1 − κ = 1/50 + (49/50 + 1/199) − 1/199.
    short = _table(RARE).shortfall
    assert short is not None
    assert short.total == pytest.approx(1)
    assert short.disagreement == pytest.approx(1 / 50)
    assert short.prevalence == pytest.approx(49 / 50 + 1 / 199)
    assert short.bias == pytest.approx(-1 / 199)
    assert short.missed == pytest.approx(1 / 100)
    assert short.from_agreement == pytest.approx(99 / 100)  # p_o − κ


def _brute(codes: np.ndarray[Any, Any], d: np.ndarray[Any, Any]) -> dict[str, float]:
    """Chance and observed disagreement, item by item and pair by pair; -1 is a gap."""
    items = [[x for x in row if x >= 0] for row in codes.tolist()]
    paired = [np.mean([d[a, b] for a, b in permutations(x, 2)]) for x in items if len(x) > 1]
    k = len(d)
    rated = [x for x in items if x]
    pooled = np.mean([[x.count(j) / len(x) for j in range(k)] for x in rated], axis=0)
    own = [np.bincount(c[c >= 0], minlength=k) / (c >= 0).sum() for c in codes.T]
    pairs = [p @ d @ q for p, q in combinations(own, 2)]
    return {
        "observed": float(np.mean(paired)),
        "even": float(d.mean()),
        "pooled": float(pooled @ d @ pooled),
        "own": float(np.mean(pairs)),
    }


@pytest.mark.parametrize("weights", ["identity", "linear", "quadratic"])
def test_several_raters_with_gaps_and_weights_split_as_by_hand(weights: str) -> None:
    rng = np.random.default_rng(5)
    truth = rng.choice(4, 60, p=[0.6, 0.2, 0.15, 0.05])
    codes = np.clip(truth[:, None] + rng.integers(-1, 2, (60, 4)), 0, 3)
    codes[rng.random(codes.shape) < 0.2] = -1
    values = np.array([0.0, 1, 3, 10])  # values are not ranks
    ratings = np.where(codes < 0, np.nan, values[codes])
    found = _of(cc.as_ratings(ratings, categories=[0, 1, 3, 10]), main=("conger_kappa", {"weights": weights}))
    far = np.abs(values[:, None] - values) / 10
    d = {"identity": 1 - np.eye(4), "linear": far, "quadratic": far**2}[weights]
    by_hand = _brute(codes, d)
    kappas = {name: 1 - by_hand["observed"] / by_hand[name] for name in ("even", "pooled", "own")}
    short = found.shortfall
    assert short is not None
    assert short.disagreement == pytest.approx(1 - kappas["even"], abs=1e-12)
    assert short.prevalence == pytest.approx(kappas["even"] - kappas["pooled"], abs=1e-12)
    assert short.bias == pytest.approx(kappas["pooled"] - kappas["own"], abs=1e-12)
    assert found.kappa.measure == "conger_kappa"


@pytest.mark.parametrize("weights", [None, "linear", "quadratic", [[1, 0.9, 0], [0.2, 1, 0.5], [0, 0.5, 1]]])
def test_the_parts_add_up_for_any_weights_even_with_a_direction(weights: Any) -> None:
    rng = np.random.default_rng(1)
    for _ in range(20):
        cells = rng.integers(0, 30, (3, 3)).tolist()
        found = _table(cells, main=("cohen_kappa", {"weights": weights}))
        short = found.shortfall
        assert short is not None
        assert short.disagreement + short.prevalence + short.bias == pytest.approx(short.total, abs=1e-12)
        assert short.total == pytest.approx(1 - found.kappa.estimate, abs=1e-12)
        assert short.missed + short.even_chance == pytest.approx(short.disagreement, abs=1e-12)
        assert short.from_agreement == pytest.approx(found.observed - found.kappa.estimate, abs=1e-12)


def test_weights_with_a_direction_keep_it_at_even_margins() -> None:
    # d(a,b) = 1, d(b,a) = 1/2: D_o = 30/100 + (10/100)/2 = .35, even margins D_e = (1 + 1/2)/4 = 3/8
    found = _table([[40, 30], [10, 20]], main=("cohen_kappa", {"weights": [[0, 1], [0.5, 0]]}))
    assert found.shortfall is not None
    assert found.shortfall.disagreement == pytest.approx(0.35 / (3 / 8))


def test_one_item_counted_often_is_that_many_items() -> None:
    rng = np.random.default_rng(2)
    one, two = rng.integers(0, 3, 80), rng.integers(0, 3, 80)
    long = _of(cc.as_ratings(one, two))
    cells = np.zeros((3, 3), dtype=int)
    np.add.at(cells, (one, two), 1)
    short = _table(cells.tolist(), [0, 1, 2])
    assert long.shortfall == short.shortfall
    assert long.kappa.se == pytest.approx(short.kappa.se)
    assert [s.estimate for s in long.standardised] == pytest.approx([s.estimate for s in short.standardised])


def test_a_judge_against_several_people_is_split_too() -> None:
    rng = np.random.default_rng(4)
    truth = rng.choice(3, 200, p=[0.8, 0.15, 0.05])
    said = np.where(rng.random((200, 3)) < 0.8, truth[:, None], rng.integers(0, 3, (200, 3)))
    ratings = cc.as_ratings(said, raters=["a", "b", "judge"])
    compared = judged(ratings, ["a", "b"], "judge")
    found = paradox(compared)
    assert found.kappa.estimate == pytest.approx(compared.measure("cohen_kappa").estimate, abs=1e-12)
    assert found.kappa.se == pytest.approx(compared.measure("cohen_kappa").se, rel=1e-9)
    short = found.shortfall
    assert short is not None
    assert short.disagreement + short.prevalence + short.bias == pytest.approx(short.total, abs=1e-12)
    assert [r.measure for r in found.homogeneity] == ["equal_margins"]


def test_counts_do_not_say_who_so_bias_is_not_known() -> None:
    found = _of(cc.counts([[3, 0], [2, 1], [3, 0], [0, 3], [3, 0], [3, 0]], ["a", "b"]))
    short = found.shortfall
    assert short is not None
    assert math.isnan(short.bias)
    assert short.disagreement + short.prevalence == pytest.approx(short.total)
    assert all("bias" not in said.code for said in found.sentences)
    assert found.kappa.measure == "fleiss_kappa"


# --- beside it --------------------------------------------------------------------------------


def test_standardised_kappa_of_two_categories_is_yules_y_and_keeps_the_average_margin() -> None:
    found = _table([[80, 10], [5, 5]])
    even, average = found.standardised
    root = math.sqrt(80 * 5 / (10 * 5))
    assert even.estimate == pytest.approx((root - 1) / (root + 1))
    # average margins (.875, .125): x(x − .75)/(.875 − x)² = 8 → 7x² − 13.25x + 6.125 = 0
    x = (13.25 - math.sqrt(13.25**2 - 4 * 7 * 6.125)) / 14
    assert average.estimate == pytest.approx(1 - 2 * (0.875 - x) / (2 * 0.875 * 0.125), abs=1e-9)


def test_of_several_raters_all_pairs_are_brought_to_even_margins() -> None:
    ratings = np.array([[0, 0, 0], [0, 0, 1], [0, 0, 0], [1, 1, 0], [1, 1, 1], [0, 0, 0], [0, 1, 0]])
    cells = np.zeros((2, 2))
    for row in ratings:
        for a, b in permutations(row, 2):
            cells[a, b] += 1
    even, average = _of(cc.as_ratings(ratings)).standardised
    root = math.sqrt(cells[0, 0] * cells[1, 1] / (cells[0, 1] * cells[1, 0]))
    assert even.estimate == pytest.approx((root - 1) / (root + 1))
    assert average.estimate == pytest.approx(cc.fleiss_kappa(ratings).estimate)  # margins are common already


def test_a_category_nobody_used_does_not_stop_standardising() -> None:
    used, declared = _table([[80, 10], [5, 5]]), _table([[80, 10, 0], [5, 5, 0], [0, 0, 0]])
    assert [s.estimate for s in declared.standardised] == pytest.approx(
        [s.estimate for s in used.standardised]
    )


def test_standardised_kappa_says_why_there_is_none() -> None:
    never, triangle = _table(RARE), _table([[50, 0], [10, 40]])
    assert [s.why_not and s.why_not.code for s in never.standardised] == ["paradox.no-standard-unused"] * 2
    assert all(math.isnan(s.estimate) for s in (*never.standardised, *triangle.standardised))
    assert triangle.standardised[0].why_not is not None
    assert triangle.standardised[0].why_not.code == "paradox.no-standard-empty"


def test_margins_are_tested_beside_it() -> None:
    assert {"mcnemar", "mcnemar_exact"} <= {r.measure for r in _table([[80, 10], [5, 5]]).homogeneity}


# --- the verdict and the words ----------------------------------------------------------------


def test_a_rare_category_gives_the_explanation_in_english() -> None:
    found = _table(RARE, ["positive", "negative"])
    assert found.verdict == "paradox"
    assert found.gwet.estimate == pytest.approx((0.99 - 0.00995) / 0.99005)
    assert found.text() == (
        "Kappa paradox: agreement is 99%, yet kappa is 0.00. Chance alone would give 99%, because "
        "99.5% of all ratings are “negative”.\n"
        "“positive” was given on 1 of 100 items; where one rater gave it, another did so in 0% of "
        "cases.\n"
        "A never used “positive”, so agreement on it cannot be measured.\n"
        "Given the raters' marginal distributions, the maximum possible kappa is 0.00.\n"
        "Cohen's kappa is 0.00, 1.00 below perfect agreement.\n"
        "0.02 is due to actual disagreement (with equally common categories, kappa would be 0.98; "
        "Brennan–Prediger).\n"
        "0.99 is due to skewed categories: raters easily agree on common ones by chance.\n"
        "Different marginal distributions of the raters raise kappa by 0.01; with a common "
        "distribution it would be −0.01.\n"
        "Measures less affected by skewed categories: Gwet's AC 0.99, PABAK (Brennan–Prediger) 0.98.\n"
        "Kappa with common margins cannot be estimated: one rater never used a category that another "
        "used.\n"
        "Both are true: the raters rarely disagree, and there are too few data to show whether they "
        "can distinguish “positive” from the rest.\n"
        "Have more items rated that are likely to be “positive”. Until then, report agreement, kappa "
        "and AC together, with the frequency of each category."
    )


def test_a_rare_category_gives_the_explanation_in_chinese() -> None:
    assert _table(RARE, ["阳性", "阴性"]).text("zh") == (
        "出现 Kappa 悖论：一致率为 99%，Kappa 却只有 0.00。仅凭偶然就能达到 99%，因为全部评分中有 "
        "99.5% 是“阴性”。\n"
        "100 个条目中有 1 个被评为“阳性”；一位评分者这样评时，另一位也这样评的占 0%。\n"
        "A 从未使用“阳性”，因此无法衡量在该类别上的一致性。\n"
        "在评分者现有的边际分布下，Kappa 最高只能达到 0.00。\n"
        "Cohen's Kappa 系数为 0.00，比完全一致低 1.00。\n"
        "其中 0.02 来自真实分歧：若各类别出现机会均等（Brennan–Prediger 系数），Kappa 为 0.98。\n"
        "另有 0.99 由类别分布不均（患病率效应）造成：常见类别仅凭偶然就容易一致。\n"
        "评分者的边际分布不同，使 Kappa 升高 0.01；若边际分布相同，Kappa 为 −0.01。\n"
        "受类别分布不均影响较小的指标：Gwet's AC 为 0.99，PABAK（Brennan–Prediger）为 0.98。\n"
        "无法推算边际分布相同时的 Kappa：有评分者从未使用另一位用过的类别。\n"
        "两点都成立：评分者很少有分歧；但现有数据太少，看不出他们能否把“阳性”与其他类别区分开。\n"
        "请补充可能属于“阳性”的条目。在此之前，请同时报告一致率、Kappa 和 AC，并注明各类别的频率。"
    )


def test_one_category_only_is_undefined_and_says_what_can_be_said() -> None:
    found = _table(ONE, ["positive", "negative"])
    assert (found.verdict, found.shortfall) == ("undefined", None)
    assert found.agreement.interval is not None
    low = 40 / (40 + stats.t.ppf(0.975, 39) ** 2)  # all 40 agree: Wilson's limit on t
    assert found.agreement.interval.low == pytest.approx(low)
    assert found.text() == (
        "Cohen's kappa is undefined: all ratings used are “negative”. Chance agreement is then also "
        "100%, so kappa is 0/0.\n"
        "Observed agreement: 40 of 40 items (100%; 95% CI 91% to 100%).\n"
        "Gwet's AC (1.00) and PABAK (1.00) are defined because they count unused categories, but they "
        "cannot show skill on those categories either.\n"
        "Add items that should fall into other categories (“positive”). If there are none, report the "
        "observed agreement and state that kappa is undefined."
    )
    assert _table(ONE, ["阳性", "阴性"]).text("zh") == (
        "Cohen's Kappa 系数无定义：计入的评分全部是“阴性”。此时偶然一致率也是 100%，Kappa 成为 0/0。\n"
        "观测一致率：40 个条目中有 40 个一致（100%；95% 置信区间 91% 至 100%）。\n"
        "Gwet's AC（1.00）和 PABAK（1.00）有值，因为它们把无人使用的类别也计算在内；"
        "但它们同样不能证明评分者能判断这些类别。\n"
        "请增加应属于其他类别（“阳性”）的条目。若确实没有，请报告观测一致率，并说明 Kappa 无定义。"
    )


def test_an_ordinary_table_has_no_paradox() -> None:
    found = _table(ORDINARY)
    assert found.verdict == "none"
    assert found.kappa.estimate == pytest.approx(337 / 657)
    # BP = (3·.68 − 1)/2 = .52, so .48 of the .487 are real disagreement
    assert found.shortfall.disagreement == pytest.approx(0.48)
    assert found.shortfall.total == pytest.approx(320 / 657)
    assert found.text().splitlines()[0] == (
        "No kappa paradox: agreement of 68% is consistent with a kappa of 0.51."
    )


def test_agreement_that_chance_explains_is_called_so_first() -> None:
    # independent raters who say yes in one of ten: p_o = p_e = (2 + 162)/200 = .82, κ = 0
    found = _table([[2, 18], [18, 162]], ["yes", "no"])
    assert found.verdict == "paradox"
    first = found.sentences[0]
    assert first.text().startswith(
        "Agreement is not reliably better than chance: agreement is 82%, and chance alone would give 82%, "
        "because 90% of all ratings are “no”. Kappa is 0.00; its 95% CI ("
    )
    assert first.text().endswith(") includes 0.")
    assert first.text("zh").startswith("尚不能认定一致性高于偶然水平")


def test_a_kappa_surely_above_0_is_still_called_the_paradox() -> None:
    # p_o = .925, p_e = (1/16)² + (15/16)² = 226/256, κ = .36, which 400 items tell from 0
    found = _table([[10, 15], [15, 360]], ["yes", "no"])
    assert found.text().startswith("Kappa paradox: ")


def test_a_rare_category_with_many_items_is_looked_at_instead_of_collected() -> None:
    codes = [said.code for said in _table([[9000, 400], [400, 200]]).sentences]
    assert "paradox.weak-there" in codes
    assert "paradox.look" in codes
    assert "paradox.standard" in codes


def test_all_rare_categories_are_named_the_rarest_first() -> None:
    found = _table([[90, 2, 1], [2, 2, 0], [2, 0, 1]], ["common", "rare", "rarer"])
    assert found.verdict == "paradox"
    assert [s.facts["category"] for s in found.sentences if s.code == "paradox.rare"] == ["rarer", "rare"]
    assert found.sentences[-1].facts["rare"] == ["“rarer”", "“rare”"]


def test_low_agreement_is_no_paradox_however_uneven() -> None:
    # p_o = .75, BP = .5, kappa near −.14: mostly by prevalence, but the raters do not agree often
    assert _table([[75, 13], [12, 0]]).verdict == "none"
    assert paradox(_compared([[75, 13], [12, 0]]), Rule(agreement=0.6)).verdict == "paradox"


def test_near_misses_that_weights_forgive_are_no_rare_disagreement() -> None:
    # always 3 where the other says 0 to 4 as 10, 20, 30, 25, 15 of 100: exact .25, weighted
    # 1 − (10·9 + 20·4 + 30 + 15)/1600 = .866
    cells = [[0, 0, 0, n, 0] for n in (10, 20, 30, 25, 15)]
    found = _table(cells, [0, 1, 2, 3, 4], main=("cohen_kappa", {"weights": "quadratic"}))
    assert found.observed == pytest.approx(1 - 215 / 1600)
    assert found.agreement.estimate == pytest.approx(0.25)
    assert found.verdict == "none"


def _compared(cells: list[list[int]]) -> Comparison:
    ratings = cc.table(cells, ["a", "b"])
    return together(ratings, ratings.raters, "raters")


@pytest.mark.parametrize(
    ("ratings", "code"),
    [
        (cc.as_ratings(["a", None, "b"], [None, "a", None]), "paradox.undefined-pairs"),
        (cc.as_ratings(["a"], ["a"]), "paradox.undefined-declare"),
        (cc.as_ratings(["a", "b", None], ["a", None, "b"]), "paradox.undefined-collect"),
    ],
)
def test_whatever_is_undefined_says_why(ratings: cc.Ratings, code: str) -> None:
    found = _of(ratings)
    assert found.verdict == "undefined"
    assert found.sentences[-1].code == code
    assert found.text("en")
    assert found.text("zh")


def test_weights_that_see_no_difference_leave_it_undefined() -> None:
    found = _table(
        [[5, 2, 0], [1, 4, 0], [0, 0, 0]],
        main=("cohen_kappa", {"weights": [[1, 1, 0], [1, 1, 0], [0, 0, 1]]}),
    )
    assert [said.code for said in found.sentences] == ["paradox.undefined-weights"]


def test_perfect_agreement_needs_no_explanation() -> None:
    assert [said.code for said in _table([[5, 0], [0, 7]]).sentences] == ["paradox.perfect"]


def test_measurements_are_refused() -> None:
    with pytest.raises(cc.OptionError, match="concerns categories"):
        _of(cc.as_ratings([1.5, 2.25, 3.125], [1.25, 2.5, 3.75]))


@pytest.mark.parametrize("cells", [RARE, ONE, ORDINARY])
def test_it_goes_to_json_and_comes_back(cells: list[list[int]]) -> None:
    found = _table(cells)
    back = Paradox.from_dict(found.to_dict())
    assert back.to_dict() == found.to_dict()
    assert back.text("zh") == found.text("zh")


def test_alpha_lends_its_metric_as_weights() -> None:
    found = _table(ORDINARY, [1, 2, 4], main=("krippendorff_alpha", {"metric": "interval"}))
    quadratic = _table(ORDINARY, [1, 2, 4], main=("cohen_kappa", {"weights": "quadratic"}))
    squared = _table(ORDINARY, [1, 2, 4], main=("krippendorff_alpha", {"metric": lambda a, b: (a - b) ** 2}))
    assert found.shortfall == quadratic.shortfall
    assert squared.kappa.estimate == pytest.approx(quadratic.kappa.estimate)
