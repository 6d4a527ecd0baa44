"""Wrong results of other software, each as a test of ours. B numbers are those of our definitions."""

from __future__ import annotations

import csv
import math
import tomllib
from fractions import Fraction
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

import concordant as cc

REFERENCE = Path(__file__).parent / "reference"
TRAPS: dict[str, Any] = tomllib.loads((REFERENCE / "traps.toml").read_text(encoding="utf-8"))
#: Every coefficient of agreement beyond chance; the largest possible kappa speaks of margins only.
CHANCE_CORRECTED = [c.name for c in cc.CATALOGUE if c.chance_corrected and c.name != "kappa_max"]


def diagnoses() -> list[list[str]]:
    """Fleiss 1971: 30 patients, six psychiatrists each."""
    with open(REFERENCE / "fleiss1971_diagnoses.csv", encoding="utf-8") as file:
        return list(csv.reader(file))[1:]


def alpha_by_coincidences(units: list[list[Any]], distance: Any) -> Fraction:
    """Krippendorff's alpha from scratch: every ordered pair of a unit's ratings adds 1/(m - 1)."""
    units = [[v for v in unit if v is not None] for unit in units]
    seen: dict[tuple[Any, Any], Fraction] = {}
    for unit in (u for u in units if len(u) > 1):
        for a, b in permutations(unit, 2):
            seen[a, b] = seen.get((a, b), Fraction(0)) + Fraction(1, len(unit) - 1)
    n = {c: sum(v for (a, _), v in seen.items() if a == c) for c in {a for a, _ in seen}}
    total = sum(n.values())
    observed = sum(v * distance(a, b, n) for (a, b), v in seen.items())
    expected = sum(n[a] * n[b] * distance(a, b, n) for a in n for b in n)
    return 1 - (total - 1) * observed / expected


def nominal(a: Any, b: Any, _: Any) -> int:
    return int(a != b)


def ordinal(a: Any, b: Any, n: dict[Any, Fraction]) -> Fraction:
    low, high = min(a, b), max(a, b)
    return (sum(n[c] for c in n if low <= c <= high) - (n[a] + n[b]) / 2) ** 2 if a != b else Fraction(0)


def slopes(value: Any, rows: int, step: float = 1e-6) -> NDArray[np.float64]:
    """Influence of each item by central differences of value(item weights)."""
    out = []
    for i in range(rows):
        up, down = np.ones(rows), np.ones(rows)
        up[i], down[i] = 1 + step, 1 - step
        out.append((value(up) - value(down)) / (2 * step))
    return np.array(out)


def cohen_on(first: Any, second: Any, weight: Any = None) -> float:
    """Cohen's kappa of two lists of codes under item weights."""
    first, second = np.asarray(first), np.asarray(second)
    w = np.ones(len(first)) if weight is None else weight
    n = w.sum()
    codes = np.unique(np.concatenate([first, second]))
    p_o = w[first == second].sum() / n
    p_e = sum(w[first == c].sum() * w[second == c].sum() for c in codes) / n**2
    return float((p_o - p_e) / (1 - p_e))


# --- B1 -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("metric", "distance"), [("nominal", nominal), ("ordinal", ordinal)])
def test_alpha_of_complete_ratings_by_three_divides_pairs_by_m_minus_1(metric: str, distance: Any) -> None:
    """B1: R irr `kripp.alpha`, DescTools `KrippAlpha`, JASP."""
    trap = TRAPS["B1"]
    ours = cc.krippendorff_alpha(trap["ratings"], metric=metric).estimate
    assert ours == pytest.approx(float(alpha_by_coincidences(trap["ratings"], distance)), abs=1e-14)
    assert ours == pytest.approx(trap["right"][metric], abs=5e-5)
    assert abs(ours - trap["wrong"][metric]) > 2e-3


def test_nominal_alpha_of_the_complete_data_is_a_known_fraction() -> None:
    """B1: R irr."""
    ratings = TRAPS["B1"]["ratings"]
    # units 2 and 8 are split two to one (2 of 3 coincidences each), unit 6 three ways (3): 7 in all;
    # margins 6, 10, 8, 3, 3: 30^2 - (36 + 100 + 64 + 9 + 9) = 682
    right = 1 - Fraction(29 * 7, 682)  # = 479/682
    assert cc.krippendorff_alpha(ratings, metric="nominal").estimate == pytest.approx(float(right), abs=1e-14)
    # irr divides by 1 instead of m - 1 = 2, so that N is 60 in the small-sample factor only
    wrong = 1 - Fraction(59, 60) * Fraction(30 * 7, 682)
    assert float(wrong) == pytest.approx(TRAPS["B1"]["wrong"]["nominal"], abs=5e-5)


@pytest.mark.parametrize("metric", ["nominal", "ordinal", "interval", "ratio"])
def test_a_unit_that_cannot_be_paired_does_not_move_alpha(metric: str) -> None:
    """B1: R irr, where one such unit changes alpha."""
    ratings = TRAPS["B1"]["ratings"]
    alone = cc.krippendorff_alpha(ratings, metric=metric)
    with_single = cc.krippendorff_alpha([*ratings, [None, 4, None]], metric=metric)
    assert with_single.estimate == pytest.approx(alone.estimate, abs=1e-14)
    assert with_single.details["n_pairable"] == 30
    assert "single-rated" in {note.code for note in with_single.notes}


def test_alpha_of_the_oolong_data_is_72_thousandths() -> None:
    """B1 (R irr, oolong issue 96) and B7 (pyirr `kripp_alpha`, which counts the diagonal)."""
    trap = TRAPS["B1_oolong"]
    ours = cc.krippendorff_alpha(trap["ratings"], metric="nominal").estimate
    # 4 split units, 5 and 25 ratings: alpha = 1 - 29 * 4/(5 * 25) = 9/125
    assert ours == pytest.approx(9 / 125, abs=1e-14)
    assert trap["right"] == TRAPS["B7"]["right"] == 9 / 125
    assert abs(ours - trap["wrong"]) > 0.01
    assert abs(ours - TRAPS["B7"]["wrong"]) > 0.5


# --- B4, B5: which standard error ---------------------------------------------------------------


def test_the_interval_of_fleiss_kappa_does_not_assume_that_kappa_is_zero() -> None:
    """B4: irr, DescTools and JASP build the interval on the null error."""
    ratings = diagnoses()
    codes = {c: j for j, c in enumerate(sorted({x for row in ratings for x in row}))}
    r = np.zeros((30, 5))
    for i, row in enumerate(ratings):
        for x in row:
            r[i, codes[x]] += 1

    def kappa(w: Any) -> float:
        p_o = w @ ((r * (r - 1)).sum(1) / 30) / w.sum()
        p = w @ r / (6 * w.sum())
        return float((p_o - p @ p) / (1 - p @ p))

    se = math.sqrt(30 / 29 * (slopes(kappa, 30) ** 2).sum())
    result = cc.fleiss_kappa(ratings, interval="analytic")
    assert result.estimate == pytest.approx(kappa(np.ones(30)), abs=1e-13)
    assert result.se == pytest.approx(se, rel=1e-6)
    half = stats.t.ppf(0.975, 29) * se
    assert result.interval is not None
    assert (result.interval.low, result.interval.high) == pytest.approx(
        (result.estimate - half, result.estimate + half), rel=1e-6
    )
    # Fleiss, Nee & Landis 1979 for the null error: less than half of it here
    p = r.sum(0) / 180
    q = 1 - p
    null = math.sqrt(2 / (30 * 6 * 5)) * math.sqrt((p @ q) ** 2 - (p * q) @ (q - p)) / (p @ q)
    assert result.details["se_null"] == pytest.approx(null, abs=1e-13)
    assert result.se > 2 * null


def test_the_interval_of_cohen_kappa_does_not_assume_that_kappa_is_zero() -> None:
    """B5: epiR `epi.kappa`."""
    trap = TRAPS["B5"]
    result = cc.cohen_kappa(cc.table(trap["table"]), interval="analytic")
    assert result.se == pytest.approx(trap["se"], abs=5e-5)
    assert result.details["se_null"] == pytest.approx(trap["se_null"], abs=5e-5)
    assert result.interval is not None
    width = result.interval.high - result.interval.low
    assert width == pytest.approx(2 * 1.959963984540054 * result.se, abs=1e-12)
    assert result.details["statistic"] == pytest.approx(
        result.estimate / result.details["se_null"], abs=1e-12
    )


def test_pabak_of_three_categories_knows_that_there_are_three() -> None:
    """B5: epiR `epi.kappa` takes 2 p_o - 1 whatever the number of categories."""
    result = cc.pabak(cc.table(TRAPS["B5"]["table"]))
    # p_o = 79/100, so (3 * 79/100 - 1)/2 = 137/200
    assert result.estimate == pytest.approx(137 / 200, abs=1e-14)
    assert result.estimate == pytest.approx(TRAPS["B5"]["pabak"], abs=5e-4)
    assert abs(result.estimate - TRAPS["B5"]["wrong_pabak"]) > 0.1


# --- B6, B7, B9, B11, B12 -------------------------------------------------------------------------

GAPS = [[1, 1, None], [1, 2, 1], [2, 2, 2], [2, None, 2]]


@pytest.mark.parametrize("gap", [None, math.nan, "NA"])
def test_a_missing_rating_is_a_gap_and_not_a_category(gap: Any) -> None:
    """B6: statsmodels `aggregate_raters` makes NaN a category."""
    ratings = [[gap if x is None else x for x in row] for row in GAPS]
    if gap == "NA":
        ratings = [[str(x) for x in row] for row in ratings]
    # P_i = 1, 1/3, 1, 1: p_o = 5/6; the first category's share is (1 + 2/3)/4 = 5/12: p_e = 37/72
    result = cc.fleiss_kappa(ratings)
    assert result.estimate == pytest.approx(23 / 35, abs=1e-14)
    # with the gap as a third category: P_i = 1/3, 1/3, 1, 1/3 = p_o 1/2; shares 4, 6, 2 of 12
    wrong = (Fraction(1, 2) - Fraction(56, 144)) / (1 - Fraction(56, 144))
    assert abs(result.estimate - float(wrong)) > 0.3


def test_unequal_numbers_of_ratings_are_counted_and_not_refused() -> None:
    """B6: statsmodels `fleiss_kappa` stops at a bare assertion."""
    assert cc.fleiss_kappa(cc.counts([[2, 0], [2, 1], [0, 3], [0, 2]])).estimate == pytest.approx(23 / 35)


def test_ordinal_alpha_is_not_interval_alpha() -> None:
    """B9: krippendorffsalpha `level="ordinal"` squares the distance of the values."""
    trap, ratings = TRAPS["B9"], TRAPS["B1"]["ratings"]
    ours = cc.krippendorff_alpha(ratings, metric="ordinal").estimate
    interval = cc.krippendorff_alpha(ratings, metric="interval").estimate
    assert ours == pytest.approx(trap["right_ordinal"], abs=5e-5)
    assert interval == pytest.approx(trap["wrong_ordinal"], abs=5e-5)


def test_single_ratings_do_not_enter_the_number_of_pairable_ratings() -> None:
    """B9: krippendorffsalpha counts them, and its default estimator is another one."""
    ours = cc.krippendorff_alpha([*TRAPS["B1"]["ratings"], [1, None, None]], metric="nominal").estimate
    assert ours == pytest.approx(479 / 682, abs=1e-14)
    assert abs(ours - TRAPS["B9"]["wrong_with_single"]) > 2e-4
    assert abs(ours - TRAPS["B9"]["wrong_analytical"]) > 0.01


def test_alpha_of_perfect_agreement_is_one_and_never_more() -> None:
    """B11: psych `krip` gives 1.023."""
    assert cc.krippendorff_alpha([[c, c] for c in (1, 2, 3, 1, 2, 3)], metric="nominal").estimate == 1.0


def test_alpha_of_two_raters_is_pi_with_the_small_sample_factor() -> None:
    """B11: psych `krip` multiplies pi by n/(n - 1), n being ratings times categories."""
    table = cc.table([[28, 6, 6], [9, 22, 4], [5, 2, 18]])
    pi = cc.scott_pi(table).estimate
    alpha = cc.krippendorff_alpha(table, metric="nominal").estimate
    assert alpha == pytest.approx(1 - (1 - pi) * 199 / 200, abs=1e-14)
    assert abs(alpha - pi * 600 / 599) > 1e-3


def test_weighted_pi_meets_every_two_categories_by_chance() -> None:
    """B12: rel `spi` multiplies the squared shares by the weight matrix."""
    cells = [[7, 7, 2, 3], [2, 8, 3, 7], [1, 5, 4, 9], [2, 8, 9, 14]]  # Agresti 1990, 91 couples
    n = 91
    w = [[1 - Fraction(abs(i - j), 3) for j in range(4)] for i in range(4)]
    share = [Fraction(sum(cells[i]) + sum(row[i] for row in cells), 2 * n) for i in range(4)]
    p_o = sum(w[i][j] * cells[i][j] for i in range(4) for j in range(4)) / n
    p_e = sum(w[i][j] * share[i] * share[j] for i in range(4) for j in range(4))
    ours = cc.scott_pi(cc.table(cells), weights="linear").estimate
    assert ours == pytest.approx(float((p_o - p_e) / (1 - p_e)), abs=1e-14)
    slip = sum(w[i][j] * share[j] ** 2 for i in range(4) for j in range(4))
    assert abs(ours - float((p_o - slip) / (1 - slip))) > 0.01


def test_weighted_pi_can_be_bootstrapped() -> None:
    """B12: rel's own bootstrap call fails."""
    result = cc.scott_pi(cc.table([[20, 5], [10, 15]]), interval="bootstrap", draws=200, rng=1)
    assert result.interval is not None
    assert result.interval.low < result.estimate < result.interval.high


# --- B14, B15, B16, B17 ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", CHANCE_CORRECTED)
@pytest.mark.parametrize("cells", [[[5, 45], [45, 5]], [[1, 12, 9], [12, 0, 8], [7, 9, 2]]])
def test_a_negative_coefficient_has_a_p_value_between_0_and_1_that_sees_it(name: str, cells: Any) -> None:
    """B14: irrCAC's table functions give p = 2 (R) or p = 1 (Python) below zero."""
    options = {"metric": "nominal"} if name == "krippendorff_alpha" else {}
    result = cc.agreement(cc.table(cells), name, **options)
    assert result.estimate < 0
    assert 0 <= result.p_value < 0.001
    below = cc.agreement(cc.table(cells), name, alternative="less", **options)
    assert below.p_value == pytest.approx(result.p_value / 2, rel=1e-9)


def test_declared_numbers_stay_numbers_and_are_spaced_by_value() -> None:
    """B15: irrCAC for R turns `categ.labels` into text, so that weights fall back to ranks."""
    a, b = [1, 2, 10, 1, 2, 10], [1, 2, 10, 2, 10, 10]
    declared = cc.cohen_kappa(a, b, weights="linear", categories=[1, 2, 10]).estimate
    # by value: mean |a - b| = (1 + 8)/6 = 3/2; chance: margins 2,2,2 and 1,2,3 of 6
    # (1*2*2 + 9*2*3 + 1*2*1 + 8*2*3 + 9*2*1 + 8*2*2)/36 = 158/36: kappa = 1 - 54/158 = 52/79
    assert declared == pytest.approx(52 / 79, abs=1e-14)
    # by rank: 2/6 against (1*4 + 2*6 + 1*2 + 1*6 + 2*2 + 1*4)/36 = 32/36: kappa = 1 - 12/32 = 5/8
    assert cc.cohen_kappa(a, b, weights="linear", scores=[1, 2, 3]).estimate == pytest.approx(
        5 / 8, abs=1e-14
    )


def test_labels_that_differ_in_case_only_stay_apart_and_are_pointed_out() -> None:
    """B15: irrCAC for R merges "a" and "A" silently."""
    ratings = cc.as_ratings(["a", "A", "b", "a"], ["A", "A", "b", "a"])
    assert sorted(ratings.labels.tolist()) == ["A", "a", "b"]
    assert cc.exact_agreement(ratings).estimate == 3 / 4
    assert "alike-labels" in {note.code for note in ratings.audit.notes}


def test_an_estimate_is_not_rounded() -> None:
    """B15: irrCAC rounds coefficients to five digits."""
    assert cc.cohen_kappa(cc.table([[28, 6, 6], [9, 22, 4], [5, 2, 18]])).estimate == pytest.approx(
        337 / 657, abs=1e-15
    )


@pytest.mark.parametrize("times", [4, 0.25])
def test_the_unit_of_disagreement_weights_does_not_matter(times: float) -> None:
    """B16: nltk `weighted_kappa(max_distance=)` scales the expected term only."""
    table = cc.table([[20, 5, 1, 0], [4, 18, 6, 1], [1, 5, 15, 4], [0, 1, 3, 16]])
    d = np.abs(np.subtract.outer(np.arange(4), np.arange(4))).astype(float)
    right = cc.cohen_kappa(table, weights="linear")
    ours = cc.cohen_kappa(table, weights=d * times)
    assert ours.estimate == pytest.approx(right.estimate, abs=1e-14)
    assert ours.se == pytest.approx(right.se, abs=1e-14)
    # nltk: 1 - 4 D_o/D_e turns .710 into -.159 = 1 - 4(1 - .710)
    assert abs(ours.estimate - (1 - times * (1 - right.estimate))) > 0.1


def test_no_small_number_is_added_to_a_denominator() -> None:
    """B17: torchmetrics `fleiss_kappa` adds 1e-5."""
    # shares 1/2 and 1/2 would hide it; P_i = 1, 1, 1/3: p_o = 7/9; shares 7/9, 2/9: p_e = 53/81
    ours = cc.fleiss_kappa(cc.counts([[3, 0], [3, 0], [1, 2]])).estimate
    assert ours == pytest.approx(5 / 14, abs=1e-15)  # (63 - 53)/(81 - 53)
    assert abs(ours - (10 / 81) / (28 / 81 + 1e-5)) > 1e-6


def test_there_may_be_more_categories_than_raters() -> None:
    """B17: torchmetrics `fleiss_kappa(mode="probs")` makes as many classes as raters."""
    # five categories, two raters; P_i = 1, 1, 1, 0, 0: p_o = 3/5; every share 1/5 : kappa = 1/2
    ours = cc.fleiss_kappa([[1, 1], [2, 2], [3, 3], [4, 5], [5, 4]])
    assert ours.estimate == pytest.approx(1 / 2, abs=1e-15)


def test_an_item_with_fewer_ratings_is_not_filled_up() -> None:
    """B17: torchmetrics `fleiss_kappa` treats every item as if it had the largest number of ratings."""
    uneven = cc.fleiss_kappa(cc.counts([[2, 0], [3, 0], [0, 3]])).estimate
    assert uneven == 1.0


# --- B22, B23 -------------------------------------------------------------------------------------


def test_the_diagonal_tells_agreement_from_disagreement_weights() -> None:
    """B22: statsmodels takes an agreement matrix for one of disagreement."""
    cells = np.array([[20, 5, 1, 0], [4, 18, 6, 1], [1, 5, 15, 4], [0, 1, 3, 16]], dtype=float)
    w = cc.weight_matrix("linear", [1, 2, 3, 4])
    right = cc.cohen_kappa(cc.table(cells), weights="linear").estimate
    for weights in (w, 1 - w, w.tolist()):
        assert cc.cohen_kappa(cc.table(cells), weights=weights).estimate == pytest.approx(right, abs=1e-14)
    p = cells / cells.sum()
    wrong = 1 - (w * p).sum() / (w * np.outer(p.sum(1), p.sum(0))).sum()
    assert right > 0.5
    assert wrong < 0


def test_a_weight_matrix_with_a_mixed_diagonal_is_refused() -> None:
    """B22: statsmodels takes any matrix."""
    with pytest.raises(cc.OptionError, match="diagonal"):
        cc.cohen_kappa(cc.table([[5, 1], [1, 5]]), weights=[[1, 0], [0, 0]])


def test_the_largest_kappa_follows_the_weights() -> None:
    """B22: statsmodels keeps `kappa_max` unweighted for weighted kappa."""
    table = cc.table([[20, 10, 0], [0, 20, 0], [0, 10, 20]])
    # margins 30, 20, 30 and 20, 40, 20: 20 of 80 must move, one step each
    # identity: p_e = (600 + 800 + 600)/6400 = 5/16, so 1 - (1/4)/(11/16) = 7/11
    assert cc.kappa_max(table).estimate == pytest.approx(7 / 11, abs=1e-14)
    # linear: D_e = (1200*.5 + 600*1 + 400*.5 + 400*.5 + 600*1 + 1200*.5)/6400 = 7/16; D_o = 1/8: 5/7
    assert cc.kappa_max(table, weights="linear").estimate == pytest.approx(5 / 7, abs=1e-9)


def test_text_is_put_in_the_declared_order_and_not_in_that_of_the_alphabet() -> None:
    """B23: sklearn, irr and psych order text alphabetically: high < low < mid."""
    a, b = ["low", "mid", "high", "low", "high"], ["low", "mid", "high", "mid", "mid"]
    order = ["low", "mid", "high"]
    # a = 1 2 3 1 3, b = 1 2 3 2 2: sum of (a - b)^2 is 2, over all 25 pairs 5*24 + 5*22 - 2*10*10 = 30
    right = cc.cohen_kappa(a, b, weights="quadratic", categories=order).estimate
    assert right == pytest.approx(2 / 3, abs=1e-14)
    # alphabetical, a = 2 3 1 2 1, b = 2 3 1 3 3: 5 against 5*19 + 5*32 - 2*9*12 = 39: 1 - 25/39
    wrong = cc.cohen_kappa(a, b, weights="quadratic", categories=sorted(order)).estimate
    assert wrong == pytest.approx(14 / 39, abs=1e-14)


def test_text_without_a_declared_order_is_not_weighted_at_all() -> None:
    """B23: sklearn, irr and psych would guess an order."""
    with pytest.raises(cc.OptionError, match="lowest first"):
        cc.cohen_kappa(["dull", "plain", "shiny"], ["dull", "shiny", "shiny"], weights="quadratic")


def test_numbers_are_spaced_by_value_and_not_by_rank() -> None:
    """B23: sklearn gives {1, 2, 10} the ranks 1, 2, 3."""
    a, b = [1, 2, 10, 10], [2, 2, 10, 1]
    # by value: sum (a - b)^2 = 82; sum over all pairs 4*205 + 4*109 - 2*23*15 = 566: 1 - 328/566 = 119/283
    ours = cc.cohen_kappa(a, b, weights="quadratic").estimate
    assert ours == pytest.approx(119 / 283, abs=1e-14)
    # by rank: 5 against 4*23 + 4*18 - 2*9*8 = 20: 1 - 20/20 = 0
    assert cc.cohen_kappa(a, b, weights="quadratic", scores=[1, 2, 3]).estimate == pytest.approx(0, abs=1e-14)


# --- B24, B25: the edges --------------------------------------------------------------------------


@pytest.mark.parametrize("name", CHANCE_CORRECTED)
def test_one_category_only_is_undefined_with_its_agreement_and_a_reason(name: str) -> None:
    """B24: NaN, 1, 0, an error or a division by zero, according to the package."""
    result = cc.agreement([[3, 3]] * 12, name)
    assert math.isnan(result.estimate)
    assert result.interval is None
    assert math.isnan(result.p_value)
    assert result.notes[0].code in {"no-variation", "one-category"}
    assert result.n_items == 12
    seen = result.details.get("observed_agreement", 1 - result.details.get("observed_disagreement", math.nan))
    assert seen == 1.0


@pytest.mark.parametrize("name", ["cohen_kappa", "scott_pi", "fleiss_kappa", "conger_kappa", "light_kappa"])
def test_one_category_used_of_two_declared_is_still_undefined(name: str) -> None:
    """B24: nltk gives 1."""
    assert math.isnan(cc.agreement(cc.table([[0, 0], [0, 40]]), name).estimate)


@pytest.mark.parametrize("name", CHANCE_CORRECTED)
def test_perfect_agreement_is_one_with_a_limit_below_one(name: str) -> None:
    """B25: statsmodels [1, 1]; irrCAC for Python (1, 1) and p = 0 at n = 4; pingouin NaN."""
    lows = []
    for n in (4, 40, 400):
        ratings = [[i % 2, i % 2] for i in range(n)]
        result = cc.agreement(ratings, name)
        assert result.estimate == 1.0
        assert result.interval is not None
        assert result.interval.high == 1.0
        assert -1 <= result.interval.low < 1
        assert n > 4 or not result.p_value < 0.001
        lows.append(result.interval.low)
    assert lows == sorted(lows)
    assert lows[0] < 0.6
    assert lows[2] > 0.95


# --- B26 to B30 -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["category_kappa", "specific_agreement"])
def test_each_tidy_row_has_its_own_interval(name: str) -> None:
    """B26: the README of R agreement shows an estimate of .818 beside an interval of .216 to .436."""
    result = cc.agreement(diagnoses(), name)
    rows = result.tidy()
    assert len(rows) == 6
    for row, part in zip(rows, (result, *result.parts), strict=True):
        assert row["conf_low"] < row["estimate"] < row["conf_high"]
        assert part.interval is not None
        assert (row["category"], row["estimate"]) == (part.category, part.estimate)
        assert (row["conf_low"], row["conf_high"]) == (part.interval.low, part.interval.high)


@pytest.mark.parametrize("interval", ["analytic", "jackknife", "bootstrap"])
def test_the_interval_of_alpha_resamples_items_and_not_raters(interval: str) -> None:
    """B27: JASP's interval ignored which way round the data were."""
    ratings = TRAPS["B1"]["ratings"]
    by_counts = cc.counts([[row.count(c) for c in range(1, 6)] for row in ratings], [1, 2, 3, 4, 5])
    options = {"metric": "nominal", "interval": interval, "rng": 3, "draws": 4000}
    wide, anonymous = cc.krippendorff_alpha(ratings, **options), cc.krippendorff_alpha(by_counts, **options)
    turned = cc.krippendorff_alpha([list(column) for column in zip(*ratings, strict=True)], **options)
    assert (wide.n_items, turned.n_items) == (10, 3)
    assert wide.se == pytest.approx(anonymous.se, rel=0.05 if interval == "bootstrap" else 1e-12)
    assert abs(turned.se - wide.se) > 0.02


def test_kappa_with_gaps_is_kappa_of_the_complete_pairs() -> None:
    """B27: JASP gave -.03 instead of .87 with 14 missing."""
    rng = np.random.default_rng(7)
    a = rng.integers(1, 4, 60)
    b = np.where(rng.random(60) < 0.9, a, rng.integers(1, 4, 60))
    gappy = [None if i < 14 else int(x) for i, x in enumerate(b)]
    result = cc.cohen_kappa(a.tolist(), gappy)
    assert result.estimate == pytest.approx(cohen_on(a[14:], b[14:]), abs=1e-14)
    assert result.n_items == 46
    assert any(note.code == "incomplete-pairs" and "14" in note.text for note in result.notes)


@pytest.mark.parametrize("interval", ["analytic", "jackknife", "bootstrap", "bca"])
@pytest.mark.parametrize("metric", ["nominal", "ordinal"])
def test_the_interval_of_alpha_narrows_as_the_root_of_the_number_of_items(interval: str, metric: str) -> None:
    """B28: kripp.boot's does not narrow at all."""
    ratings = TRAPS["B1"]["ratings"]
    options = {"metric": metric, "interval": interval, "draws": 1500, "rng": 5}
    small, large = (cc.krippendorff_alpha(ratings * times, **options) for times in (4, 64))
    assert small.se / large.se == pytest.approx(4, rel=0.15)
    assert small.interval is not None
    assert large.interval is not None
    widths = [r.interval.high - r.interval.low for r in (small, large)]
    assert widths[0] / widths[1] == pytest.approx(4, rel=0.2)


@pytest.mark.parametrize("categories", [None, ["x", "y", "z", "unused"]])
def test_a_label_that_one_rater_never_used_is_no_trouble_on_either_side(categories: Any) -> None:
    """B29: sklearn's `labels` must occur in the first argument, not in the second."""
    a, b = ["x", "x", "y", "y", "x"], ["x", "z", "y", "y", "z"]
    # p_o = 3/5; margins 3, 2, 0 and 1, 2, 2: p_e = 7/25; kappa = 8/18
    for first, second in ((a, b), (b, a)):
        result = cc.cohen_kappa(first, second, categories=categories)
        assert result.estimate == pytest.approx(4 / 9, abs=1e-14)


def test_the_error_of_light_kappa_knows_that_pairs_share_items() -> None:
    """B30: irr and DescTools multiply over pairs; pairs taken as independent look too certain."""
    rng = np.random.default_rng(11)
    truth, hard = rng.integers(0, 3, 120), rng.random(120) < 0.4
    # raters agree on easy items and guess on hard ones, so that pairs rise and fall together
    ratings = np.stack([np.where(hard, rng.integers(0, 3, 120), truth) for _ in range(4)], axis=1)
    pairs = list(combinations(range(4), 2))

    def light(w: Any) -> float:
        return float(np.mean([cohen_on(ratings[:, g], ratings[:, h], w) for g, h in pairs]))

    influence = slopes(light, 120)
    result = cc.light_kappa(ratings)
    assert result.estimate == pytest.approx(light(np.ones(120)), abs=1e-13)
    assert result.se == pytest.approx(math.sqrt(120 / 119 * (influence**2).sum()), rel=1e-5)
    alone = [cc.cohen_kappa(ratings[:, g], ratings[:, h]).se for g, h in pairs]
    assert result.se > 1.3 * math.sqrt(sum(s**2 for s in alone)) / len(pairs)
    draws = cc.light_kappa(ratings, interval="bootstrap", draws=1500, rng=2)
    assert draws.se == pytest.approx(result.se, rel=0.1)
