"""Every worked example, formula and table of the documents our users work by: the categorical half.

The documents are numbered 000 to 004. Where they print figures, the figures are in
reference/seeds.toml; where they print a formula, it is written out here a second time.
"""

from __future__ import annotations

import math
import tomllib
from fractions import Fraction
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import concordant as cc

TEXT = (Path(__file__).parent / "reference" / "seeds.toml").read_text(encoding="utf-8")
SEEDS: dict[str, Any] = tomllib.loads(TEXT)
CELLS = SEEDS["000"]["table"]["cells"]
Floats = NDArray[np.float64]


def items_of(cells: Any) -> tuple[list[int], list[int]]:
    """The two raters' ratings behind a table, categories 0 to k - 1."""
    pairs = [(i, j) for i, row in enumerate(cells) for j, n in enumerate(row) for _ in range(n)]
    return [a for a, _ in pairs], [b for _, b in pairs]


def kappa_by_formula(cells: Any, w: Any = None) -> Fraction:
    """(Σ w p − Σ w p_i. p_.j)/(1 − Σ w p_i. p_.j), as documents 000, 002 and 004 write it."""
    k = len(cells)
    n = sum(map(sum, cells))
    if w is None:
        w = [[int(i == j) for j in range(k)] for i in range(k)]
    rows, columns = [sum(row) for row in cells], [sum(c) for c in zip(*cells, strict=True)]
    every = [(i, j) for i in range(k) for j in range(k)]
    p_o = sum(Fraction(w[i][j]) * cells[i][j] for i, j in every) / n
    p_e = sum(Fraction(w[i][j]) * rows[i] * columns[j] for i, j in every) / n**2
    return (p_o - p_e) / (1 - p_e)


def linear(k: int) -> list[list[Fraction]]:
    return [[1 - Fraction(abs(i - j), k - 1) for j in range(k)] for i in range(k)]


def quadratic(k: int) -> list[list[Fraction]]:
    return [[1 - Fraction((i - j) ** 2, (k - 1) ** 2) for j in range(k)] for i in range(k)]


# --- 000: agreement beyond chance -------------------------------------------------------------------


def test_000_the_three_by_three_table() -> None:
    seed = SEEDS["000"]["table"]
    result = cc.cohen_kappa(cc.table(CELLS, categories=["无", "轻度", "重度"]))
    assert result.details["observed_agreement"] == pytest.approx(seed["p_o"], abs=1e-14)
    assert result.details["expected_agreement"] == pytest.approx(seed["p_e"], abs=1e-14)
    assert result.estimate == pytest.approx(337 / 657, abs=1e-15)  # (.68 - .343)/(1 - .343)
    assert result.estimate == pytest.approx(seed["kappa"], abs=5e-4)
    assert result.n_items == 100


def test_000_two_who_guess_no_rain_nine_times_in_ten_agree_on_82_percent_by_chance() -> None:
    guesses = cc.table([[81, 9], [9, 1]], categories=["no rain", "rain"])
    assert cc.exact_agreement(guesses).estimate == pytest.approx(0.82, abs=1e-14)
    assert cc.exact_agreement(guesses).details["expected_agreement"] == pytest.approx(0.82, abs=1e-14)
    assert cc.cohen_kappa(guesses).estimate == pytest.approx(0, abs=1e-14)


def test_000_a_rare_class_gives_99_percent_agreement_and_kappa_0() -> None:
    rare = cc.table([[0, 0], [1, 99]], categories=["+", "-"])
    result = cc.cohen_kappa(rare)
    assert result.details["observed_agreement"] == pytest.approx(0.99, abs=1e-14)
    assert result.details["expected_agreement"] == pytest.approx(0.99, abs=1e-14)
    assert result.estimate == pytest.approx(0, abs=1e-12)
    # what does not fall for it: PABAK = 2 * .99 - 1; AC1 with p_e = 2 * (1/200)(199/200)
    assert cc.pabak(rare).estimate == pytest.approx(0.98, abs=1e-14)
    chance = Fraction(2 * 199, 200**2)
    right = (Fraction(99, 100) - chance) / (1 - chance)
    assert cc.gwet_ac(rare).estimate == pytest.approx(float(right), abs=1e-14)


def test_000_one_class_only_is_undefined_and_not_a_number() -> None:
    result = cc.cohen_kappa(cc.table([[0, 0], [0, 40]], categories=["nodule", "none"]))
    assert math.isnan(result.estimate)
    assert result.interval is None
    assert (result.details["observed_agreement"], result.details["expected_agreement"]) == (1.0, 1.0)
    assert "same category" in result.notes[0].text


def test_000_kappas_of_strata_their_mean_and_the_kappa_of_the_sum_differ() -> None:
    seed = SEEDS["000"]["strata"]
    results = [cc.cohen_kappa(cc.table(t)) for t in seed["tables"]]
    assert [r.estimate for r in results] == pytest.approx(seed["kappa"], abs=5e-3)
    assert [r.se for r in results] == pytest.approx(seed["se"], abs=1e-12)
    mean = sum(r.estimate * r.n_items for r in results) / sum(r.n_items for r in results)
    assert mean == pytest.approx(seed["weighted_mean"], abs=5e-4)
    pooled = cc.cohen_kappa(cc.table(np.sum(seed["tables"], axis=0)))
    assert pooled.estimate == pytest.approx(seed["pooled"], abs=5e-4)
    assert pooled.se == pytest.approx(seed["pooled_se"], abs=1e-12)


def test_000_kappa_of_a_slice_is_kappa_of_its_table() -> None:
    tables = SEEDS["000"]["strata"]["tables"]
    first, second = (list(chain(*side)) for side in zip(*map(items_of, tables), strict=True))
    ward = [name for name, t in zip("ABC", tables, strict=True) for _ in range(np.sum(t))]
    ratings = cc.as_ratings(first, second, slices={"ward": ward})
    by_ward = {name: cc.cohen_kappa(part).estimate for name, part in ratings.by("ward")}
    for name, t in zip("ABC", tables, strict=True):
        assert by_ward[name] == pytest.approx(float(kappa_by_formula(t)), abs=1e-13)


def test_000_kappa_is_1_at_perfect_agreement_0_at_chance_and_can_be_below() -> None:
    assert cc.cohen_kappa(cc.table([[40, 0], [0, 60]])).estimate == 1.0
    assert cc.cohen_kappa(cc.table([[16, 24], [24, 36]])).estimate == pytest.approx(0, abs=1e-14)
    # systematic disagreement: p_o = 0, p_e = 2 * .4 * .6 = .48
    assert cc.cohen_kappa(cc.table([[0, 40], [60, 0]])).estimate == pytest.approx(-0.48 / 0.52, abs=1e-14)


def test_000_kappa_rises_in_a_straight_line_with_observed_agreement() -> None:
    """One of the axioms: margins fixed at 50/50, each two items moved to the diagonal add as much."""
    steps = [
        cc.cohen_kappa(cc.table([[25 + i, 25 - i], [25 - i, 25 + i]])).estimate for i in range(-25, 26, 5)
    ]
    assert np.diff(steps) == pytest.approx(np.full(10, 0.2), abs=1e-13)


# --- 001: weights -------------------------------------------------------------------------------------


def test_001_coin_tossers_agree_half_the_time_and_have_kappa_0() -> None:
    coins = cc.table([[25, 25], [25, 25]])
    assert cc.exact_agreement(coins).estimate == 0.5
    assert cc.cohen_kappa(coins).estimate == 0.0


@pytest.mark.parametrize(("weights", "times"), [("linear", 2), ("quadratic", 4)])
def test_001_two_steps_cost_twice_or_four_times_as_much_as_one(weights: str, times: int) -> None:
    penalty = 1 - cc.weight_matrix(weights, [1, 2, 3, 4])
    assert penalty[0, 2] / penalty[0, 1] == pytest.approx(times, abs=1e-12)
    assert penalty[0, 3] == 1.0
    # and the penalties reach the coefficient: the same items, missed by two steps instead of one
    near, far = [[10, 5, 0, 0]], [[10, 0, 5, 0]]
    rest = [[0, 10, 0, 0], [0, 0, 10, 0], [0, 0, 0, 10]]
    lost = [
        1 - cc.cohen_kappa(cc.table(top + rest), weights=weights).details["observed_agreement"]
        for top in (near, far)
    ]
    assert lost[1] / lost[0] == pytest.approx(times, abs=1e-9)


@pytest.mark.parametrize(("weights", "right"), [("linear", linear), ("quadratic", quadratic)])
@pytest.mark.parametrize("k", [2, 3, 4, 7])
def test_001_linear_and_quadratic_weights_are_those_of_the_formulas(weights: str, right: Any, k: int) -> None:
    expected = np.array(right(k), dtype=float)
    assert cc.weight_matrix(weights, list(range(k))) == pytest.approx(expected, abs=1e-15)
    assert cc.weight_matrix(weights, [chr(97 + i) for i in range(k)]) == pytest.approx(expected, abs=1e-15)


def test_001_own_weights_of_1_a_half_and_0() -> None:
    cells = [[7, 7, 2, 3], [2, 8, 3, 7], [1, 5, 4, 9], [2, 8, 9, 14]]
    w = [[Fraction(2 - min(abs(i - j), 2), 2) for j in range(4)] for i in range(4)]
    ours = cc.cohen_kappa(cc.table(cells), weights=np.array(w, dtype=float))
    assert ours.estimate == pytest.approx(float(kappa_by_formula(cells, w)), abs=1e-14)
    assert ours.estimate not in {
        cc.cohen_kappa(cc.table(cells), weights=x).estimate for x in ("linear", "quadratic")
    }


def concordance(x: Floats, y: Floats) -> float:
    """Lin's concordance correlation, all moments with divisor n."""
    n = len(x)
    mx, my = sum(x) / n, sum(y) / n
    sxx, syy = sum((x - mx) ** 2) / n, sum((y - my) ** 2) / n
    sxy = sum((x - mx) * (y - my)) / n
    return float(2 * sxy / (sxx + syy + (mx - my) ** 2))


@settings(deadline=None, max_examples=80)
@given(
    st.lists(
        st.tuples(st.integers(0, 4), st.integers(0, 4), st.floats(-50, 50, allow_subnormal=False)),
        min_size=3,
        max_size=40,
    )
)
def test_001_quadratic_kappa_with_severity_scores_is_the_concordance_of_the_scores(data: Any) -> None:
    """Each category stands at the mean severity of what was put in it; exact with divisor n."""
    a, b, severity = (list(column) for column in zip(*data, strict=True))
    ratings = cc.as_ratings(a, b)
    used = sorted({*a, *b})
    mean = {c: np.mean([s for x, s in zip(a + b, severity * 2, strict=True) if x == c]) for c in used}
    scores = cc.severity_scores(ratings, severity)
    assert scores == pytest.approx([mean[c] for c in used], abs=1e-9)
    assume(np.ptp(scores) > 1e-3)
    x, y = (np.array([mean[c] for c in side]) for side in (a, b))
    ours = cc.cohen_kappa(ratings, weights="quadratic", scores=scores).estimate
    assume(x.var() + y.var() + (x.mean() - y.mean()) ** 2 > 1e-9)
    assert ours == pytest.approx(concordance(x, y), abs=1e-7)


def test_001_a_conclusion_is_checked_under_several_weights() -> None:
    cells = [[20, 5, 1, 0], [4, 18, 6, 1], [1, 5, 15, 4], [0, 1, 3, 16]]
    clinical = [[1, 0.5, 0, 0], [0.5, 1, 0.5, 0], [0, 0.5, 1, 0.5], [0, 0, 0.5, 1]]
    schemes = {"identity": None, "linear": linear(4), "quadratic": quadratic(4)}
    for name, w in schemes.items():
        ours = cc.cohen_kappa(cc.table(cells), weights=name).estimate
        assert ours == pytest.approx(float(kappa_by_formula(cells, w)), abs=1e-14)
    values = [cc.cohen_kappa(cc.table(cells), weights=w).estimate for w in ("linear", clinical, "quadratic")]
    assert all(v > cc.cohen_kappa(cc.table(cells)).estimate for v in values)  # near misses get credit
    assert len({round(v, 6) for v in values}) == 3


# --- 002: formulas for categories, and why correlation is not agreement -----------------------------


tables = st.integers(2, 4).flatmap(
    lambda k: st.lists(st.lists(st.integers(0, 12), min_size=k, max_size=k), min_size=k, max_size=k)
)


@settings(deadline=None, max_examples=60)
@given(tables)
def test_002_cohen_and_weighted_kappa_are_their_formulas(cells: Any) -> None:
    rows, columns = [sum(r) for r in cells], [sum(c) for c in zip(*cells, strict=True)]
    assume(sum(rows) > 0)
    assume(len({i for i, n in enumerate(rows) if n} | {j for j, n in enumerate(columns) if n}) > 1)
    for name, w in (("identity", None), ("linear", linear(len(cells))), ("quadratic", quadratic(len(cells)))):
        ours = cc.cohen_kappa(cc.table(cells), weights=name).estimate
        assert ours == pytest.approx(float(kappa_by_formula(cells, w)), abs=1e-12)


@settings(deadline=None, max_examples=60)
@given(
    st.integers(2, 5).flatmap(
        lambda m: st.lists(st.lists(st.integers(1, 3), min_size=m, max_size=m), min_size=2, max_size=12)
    )
)
def test_002_fleiss_kappa_is_its_formula(data: Any) -> None:
    """P_i: two raters drawn from the item's m say the same; P_e: from the pooled margins."""
    assume(len({x for row in data for x in row}) > 1)
    n, m = len(data), len(data[0])
    p_bar = Fraction(
        sum(sum(row.count(c) * (row.count(c) - 1) for c in (1, 2, 3)) for row in data), n * m * (m - 1)
    )
    p_e = sum(Fraction(sum(row.count(c) for row in data), n * m) ** 2 for c in (1, 2, 3))
    result = cc.fleiss_kappa(data)
    assert result.estimate == pytest.approx(float((p_bar - p_e) / (1 - p_e)), abs=1e-12)
    assert result.details["observed_agreement"] == pytest.approx(float(p_bar), abs=1e-12)
    assert result.details["expected_agreement"] == pytest.approx(float(p_e), abs=1e-12)


X, Y = [10, 20, 30, 40, 50], [20, 30, 40, 50, 60]


def test_002_a_constant_shift_leaves_correlation_at_1_and_is_not_agreement() -> None:
    assert cc.pearson(X, Y).estimate == pytest.approx(1, abs=1e-14)
    assert cc.signed_bias(X, Y).estimate == pytest.approx(10, abs=1e-12)
    assert cc.exact_agreement(X, Y).estimate == 0
    # both variances 200 (divisor n), covariance 200: 400/(200 + 200 + 100) = .8, Lin's own figure
    assert cc.cohen_kappa(X, Y, weights="quadratic").estimate == pytest.approx(0.8, abs=1e-13)
    assert cc.krippendorff_alpha(X, Y, metric="interval").estimate < 0.9


# --- 003: the measures of an evaluation team ----------------------------------------------------------

HUMAN = [0, 1, 2, 3, 4, 3, 3, 2, 4, 1]
MODEL = [0, 1, 3, 3, 4, 3, 1, 2, 3, 4]  # differences 0 0 1 0 0 0 -2 0 -1 3
FIVE = [0, 1, 2, 3, 4]


def test_003_exact_adjacent_mae_and_bias_on_ten_scores() -> None:
    assert cc.exact_agreement(HUMAN, MODEL, categories=FIVE).estimate == pytest.approx(6 / 10, abs=1e-14)
    assert cc.adjacent_agreement(HUMAN, MODEL, categories=FIVE).estimate == pytest.approx(8 / 10, abs=1e-14)
    assert cc.mean_absolute_error(HUMAN, MODEL, categories=FIVE).estimate == pytest.approx(7 / 10, abs=1e-14)
    bias = cc.signed_bias(HUMAN, MODEL, categories=FIVE)
    assert bias.estimate == pytest.approx(1 / 10, abs=1e-14)
    rmse = cc.root_mean_square_error(HUMAN, MODEL, categories=FIVE).estimate
    assert rmse == pytest.approx(math.sqrt(15 / 10), abs=1e-14)


def test_003_adjacent_agreement_is_read_beside_its_chance_level() -> None:
    near = sum(abs(a - b) <= 1 for a in HUMAN for b in MODEL)
    result = cc.adjacent_agreement(HUMAN, MODEL, categories=FIVE)
    assert result.details["expected_agreement"] == pytest.approx(near / 100, abs=1e-14)


def test_003_expected_agreement_is_the_sum_of_products_of_shares() -> None:
    p1, p2 = ([Fraction(side.count(i), 10) for i in FIVE] for side in (HUMAN, MODEL))
    p_e = sum(a * b for a, b in zip(p1, p2, strict=True))
    result = cc.cohen_kappa(HUMAN, MODEL, categories=FIVE)
    assert result.details["expected_agreement"] == pytest.approx(float(p_e), abs=1e-14)
    assert result.estimate == pytest.approx(float((Fraction(6, 10) - p_e) / (1 - p_e)), abs=1e-14)


def test_003_pearson_is_covariance_over_the_product_of_deviations() -> None:
    x, y = np.array(HUMAN), np.array(MODEL)
    r = np.cov(x, y, bias=True)[0, 1] / (x.std() * y.std())
    assert cc.pearson(HUMAN, MODEL).estimate == pytest.approx(r, abs=1e-13)


def test_003_the_linear_weight_matrix_of_five_scores() -> None:
    assert cc.weight_matrix("linear", FIVE).tolist() == [
        [1.0, 0.75, 0.50, 0.25, 0.0],
        [0.75, 1.0, 0.75, 0.50, 0.25],
        [0.50, 0.75, 1.0, 0.75, 0.50],
        [0.25, 0.50, 0.75, 1.0, 0.75],
        [0.0, 0.25, 0.50, 0.75, 1.0],
    ]


def symmetric(margin: list[int], swaps: dict[tuple[int, int], int]) -> Floats:
    """A symmetric table with these margins and this many items either way between two categories."""
    cells = np.diag(margin).astype(float)
    for (i, j), n in swaps.items():
        cells[i, j] = cells[j, i] = n
        cells[i, i] -= n
        cells[j, j] -= n
    return cells


BY_CONTENT = {
    # five equal shares: p_e = .2 and κ = .52/.8 = .65
    "news": symmetric([100] * 5, {(0, 1): 14, (1, 2): 14, (2, 3): 14, (3, 4): 14, (0, 4): 14}),
    # shares .35 .2 .2 .15 .1: p_e = .235 and κ = .445/.765 = .582
    "chat": symmetric([105, 60, 60, 45, 30], {(0, 1): 12, (1, 2): 12, (2, 3): 12, (3, 4): 6, (0, 4): 6}),
    # four equal shares: p_e = .25 and κ = .36/.75 = .48
    "support": symmetric([50] * 4 + [0], {(0, 1): 9, (0, 2): 10, (1, 3): 10, (2, 3): 10}),
}


@pytest.mark.parametrize("content", BY_CONTENT)
def test_003_agreement_by_content_type(content: str) -> None:
    seed, table = SEEDS["003"]["by_content"][content], cc.table(BY_CONTENT[content])
    result = cc.cohen_kappa(table)
    assert result.n_items == seed["n"]
    assert cc.exact_agreement(table).estimate == pytest.approx(seed["exact"], abs=1e-12)
    assert result.estimate == pytest.approx(seed["kappa"], abs=5e-3)


def test_003_agreement_by_score_is_specific_agreement() -> None:
    """The document's figures fit no share of the human's scores: 80 % of 3 % is more than the model's 2 %."""
    seed = SEEDS["003"]["by_level"]
    cells = np.array(seed["cells"])
    assert cells.sum(1) / 10_000 == pytest.approx(seed["human"], abs=1e-12)
    assert cells.sum(0) / 10_000 == pytest.approx(seed["model"], abs=1e-12)
    assert seed["agreement"][0] * seed["human"][0] > seed["model"][0]
    parts = cc.specific_agreement(cc.table(cells, categories=FIVE)).parts
    assert [p.category for p in parts] == ["0", "1", "2", "3", "4"]
    assert [p.estimate for p in parts] == pytest.approx(seed["agreement"], abs=5e-4)


@pytest.mark.parametrize("dimension", ["relevance", "depth", "empathy", "guidance"])
def test_003_agreement_by_dimension(dimension: str) -> None:
    seed = SEEDS["003"]["by_dimension"][dimension]
    same = round(seed["n"] * seed["exact"])  # 82 or 83 of 150 is what 55 % means
    result = cc.exact_agreement([1] * seed["n"], [1] * same + [0] * (seed["n"] - same))
    assert result.estimate == pytest.approx(seed["exact"], abs=5e-3)
    assert result.interval is not None
    assert result.interval.low < seed["exact"] < result.interval.high


# --- 004: two worked examples ---------------------------------------------------------------------------


def test_004_five_items_in_two_classes() -> None:
    a, b = [1, 2, 2, 1, 2], [1, 2, 1, 1, 2]
    # p_o = 4/5, p_e = (2*3 + 3*2)/25 = 12/25, kappa = 8/13
    result = cc.cohen_kappa(a, b)
    assert result.details["observed_agreement"] == pytest.approx(0.8, abs=1e-15)
    assert result.details["expected_agreement"] == pytest.approx(0.48, abs=1e-15)
    assert result.estimate == pytest.approx(8 / 13, abs=1e-15)
    assert cc.cohen_kappa(cc.table([[2, 0], [1, 2]])).estimate == pytest.approx(8 / 13, abs=1e-15)


def test_004_the_quadratic_weight_matrix_of_three_classes() -> None:
    assert cc.weight_matrix("quadratic", [1, 2, 3]).tolist() == [[1, 0.75, 0], [0.75, 1, 0.75], [0, 0.75, 1]]


def test_004_five_items_in_three_classes_with_the_matrix_as_the_ratings_have_it() -> None:
    """The printed matrix holds six items; the ratings make [[1, 1, 0], [1, 1, 0], [0, 0, 1]]."""
    a, b = [1, 2, 3, 1, 2], [1, 1, 3, 2, 2]
    right = [[1, 1, 0], [1, 1, 0], [0, 0, 1]]
    # weighted p_o = (3 + 2 * 3/4)/5 = 9/10; margins 2, 2, 1 twice:
    # p_e = (4 + 4 + 1 + 3/4 * (4 + 4 + 2 + 2))/25 = 18/25, so kappa = (9/10 - 18/25)/(7/25) = 9/14
    result = cc.cohen_kappa(a, b, weights="quadratic")
    assert result.details["observed_agreement"] == pytest.approx(9 / 10, abs=1e-15)
    assert result.details["expected_agreement"] == pytest.approx(18 / 25, abs=1e-15)
    assert result.estimate == pytest.approx(9 / 14, abs=1e-15)
    assert cc.cohen_kappa(cc.table(right), weights="quadratic").estimate == pytest.approx(0.642857, abs=5e-7)
    misprint = cc.cohen_kappa(cc.table([[1, 1, 0], [1, 2, 0], [0, 0, 1]]), weights="quadratic").estimate
    assert misprint == pytest.approx(11 / 17, abs=1e-14)  # .647059
