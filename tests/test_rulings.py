"""The definitions we hold where packages differ (F numbers), and formulas written out a second time."""

from __future__ import annotations

import csv
import math
import tomllib
from fractions import Fraction
from itertools import combinations, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy import stats

import concordant as cc

REFERENCE = Path(__file__).parent / "reference"
RULINGS: dict[str, Any] = tomllib.loads((REFERENCE / "rulings.toml").read_text(encoding="utf-8"))
Floats = NDArray[np.float64]


def read_csv(name: str) -> list[list[Any]]:
    """A reference file as rows of numbers or text, None where it is empty."""
    with open(REFERENCE / name, encoding="utf-8") as file:
        rows = list(csv.reader(file))[1:]
    return [[None if x == "" else int(x) if x.isdecimal() else x for x in row] for row in rows]


CANON = read_csv("krippendorff_2011_c.csv")


def ratings(*, raters: int | None = None, categories: int = 4, gaps: bool = False) -> Any:
    """Hypothesis: a matrix of items × raters in categories 1..k, at least two of them used."""
    cell = st.integers(1, categories)
    if gaps:
        cell = st.one_of(cell, st.none())
    widths = st.just(raters) if raters else st.integers(2, 5)
    rows = widths.flatmap(lambda m: st.lists(st.lists(cell, min_size=m, max_size=m), min_size=3, max_size=12))
    return rows.filter(lambda r: len({x for row in r for x in row if x is not None}) > 1)


def alpha_by_pairs(matrix: list[list[Any]], distance: Any) -> float:
    """Krippendorff's alpha over all pairs of ratings, one by one."""
    units = [[x for x in row if x is not None] for row in matrix]
    units = [u for u in units if len(u) > 1]
    all_ratings = [x for u in units for x in u]
    n = len(all_ratings)
    seen = sum(2 * distance(a, b) / (len(u) - 1) for u in units for a, b in combinations(u, 2)) / n
    chance = sum(2 * distance(a, b) for a, b in combinations(all_ratings, 2)) / (n * (n - 1))
    return math.nan if chance == 0 else 1 - seen / chance


# --- F3: Fleiss and alpha -------------------------------------------------------------------------


@settings(deadline=None, max_examples=60)
@given(ratings(), st.sampled_from(["identity", "linear", "quadratic", "radical", "ordinal", "bipolar"]))
def test_on_complete_ratings_alpha_is_fleiss_kappa_and_a_share_of_what_is_left(
    data: Any, weights: str
) -> None:
    """F3: alpha = κ_F + (1 − κ_F)/N for any weights."""
    kappa = cc.fleiss_kappa(data, weights=weights, categories=[1, 2, 3, 4]).estimate
    metric = 1 - cc.weight_matrix(weights, [1, 2, 3, 4])
    alpha = cc.krippendorff_alpha(data, metric=metric, categories=[1, 2, 3, 4]).estimate
    n = len(data) * len(data[0])
    assert alpha == pytest.approx(kappa + (1 - kappa) / n, abs=1e-12)


def test_with_gaps_alpha_and_fleiss_kappa_part() -> None:
    """F3: alpha pools ratings, Gwet's Fleiss averages items."""
    kappa = cc.fleiss_kappa(CANON).estimate
    alpha = cc.krippendorff_alpha(CANON, metric="nominal").estimate
    assert abs(alpha - (kappa + (1 - kappa) / 40)) > 0.005


# --- F4: three ordinal alphas -----------------------------------------------------------------------


def test_three_ordinal_alphas_are_told_apart() -> None:
    """F4: Krippendorff's metric, Gwet's ordinal weights, the interval metric."""
    f4 = RULINGS["F4"]
    own = cc.krippendorff_alpha(CANON, metric="ordinal").estimate
    gwet = cc.krippendorff_alpha(CANON, metric=1 - cc.weight_matrix("ordinal", [1, 2, 3, 4, 5])).estimate
    interval = cc.krippendorff_alpha(CANON, metric="interval").estimate
    assert own == pytest.approx(f4["krippendorff_ordinal_digits"], abs=1e-12)
    assert own == pytest.approx(f4["krippendorff_ordinal"], abs=5e-4)
    assert gwet == pytest.approx(f4["gwet_ordinal_weights"], abs=5e-4)
    assert interval == pytest.approx(f4["interval_digits"], abs=1e-12)
    assert interval == pytest.approx(f4["interval"], abs=5e-4)


def test_krippendorffs_own_is_the_default_on_an_ordinal_scale_and_has_an_error() -> None:
    """F4: and, unlike kappaetc, it comes with a standard error."""
    default = cc.krippendorff_alpha(CANON, categories=[1, 2, 3, 4, 5])
    assert default.estimate == pytest.approx(RULINGS["F4"]["krippendorff_ordinal_digits"], abs=1e-12)
    jackknife = cc.krippendorff_alpha(CANON, categories=[1, 2, 3, 4, 5], interval="jackknife")
    assert 0 < default.se < jackknife.se < 2 * default.se


# --- F5, F6, F7: weights and the scale --------------------------------------------------------------

TABLE = [[20, 5, 1, 0], [4, 18, 6, 1], [1, 5, 15, 4], [0, 1, 3, 16]]


@pytest.mark.parametrize("name", ["cohen_kappa", "scott_pi", "fleiss_kappa", "conger_kappa", "gwet_ac"])
def test_weights_of_either_sign_mean_the_same(name: str) -> None:
    """F5: the diagonal decides."""
    w = cc.weight_matrix("quadratic", [1, 2, 3, 4])
    values = {
        round(cc.agreement(cc.table(TABLE), name, weights=x).estimate, 13) for x in ("quadratic", w, 1 - w)
    }
    assert len(values) == 1


@pytest.mark.parametrize(
    "weights", [[[1, 0.5], [0.5, 0]], [[0.5, 0], [0, 0.5]], [[1, 1.5], [0.5, 1]], [[0, -1], [1, 0]], [[1, 0]]]
)
def test_weights_that_are_neither_are_refused(weights: Any) -> None:
    """F5: mixed diagonals, agreement above that with itself, a wrong shape."""
    with pytest.raises(cc.OptionError):
        cc.cohen_kappa(cc.table([[5, 1], [1, 5]]), weights=weights)


def test_asymmetric_weights_meet_the_table_the_right_way_round() -> None:
    """F5: in R vcd and DescTools they meet a transposed expected table."""
    cells = np.array([[30, 9], [2, 19]])
    d = np.array([[0, 1], [3, 0]])  # first rater says 2 where the second says 1: three times as bad
    # D_o = (9 + 3*2)/60, D_e = (39*28 + 3*21*32)/3600 = 3108/3600
    right = 1 - Fraction(15, 60) / Fraction(3108, 3600)
    assert cc.cohen_kappa(cc.table(cells), weights=d).estimate == pytest.approx(float(right), abs=1e-14)
    assert cc.cohen_kappa(cc.table(cells.T), weights=d.T).estimate == pytest.approx(float(right), abs=1e-14)


@pytest.mark.parametrize(("labels", "scores"), [([1, 2, 10], [1, 2, 10]), (["i", "ii", "iii"], [1, 2, 3])])
def test_numbers_are_spaced_by_value_and_names_by_rank(labels: list[Any], scores: list[float]) -> None:
    """F6."""
    cells = [[9, 2, 3], [1, 8, 2], [2, 0, 9]]
    x = np.array(scores, dtype=float)
    p = np.array(cells) / 36
    d = np.abs(x[:, None] - x)
    right = 1 - (d * p).sum() / (d * np.outer(p.sum(1), p.sum(0))).sum()
    table = cc.table(cells, categories=labels)
    assert cc.cohen_kappa(table, weights="linear").estimate == pytest.approx(right, abs=1e-14)


@pytest.mark.parametrize(("labels", "word"), [([1, 2, 10], "value"), (["i", "ii", "iii"], "rank")])
def test_a_weighted_result_says_how_categories_were_spaced(labels: list[Any], word: str) -> None:
    """F6: "say which", on a declared scale too."""
    result = cc.cohen_kappa(cc.table([[9, 2, 3], [1, 8, 2], [2, 0, 9]], categories=labels), weights="linear")
    said = " ".join(map(str, [*result.notes, *result.details.values(), result.options, result.method]))
    assert word in said.lower()


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("cohen_kappa", {"weights": "linear"}), ("krippendorff_alpha", {"metric": "interval"}),
        ("mean_absolute_error", {}), ("pearson", {}),
    ],
)  # fmt: skip
def test_numbers_declared_from_high_to_low_keep_their_values(name: str, options: Any) -> None:
    """F6: values for numeric scales; turning the order round changes no distance."""
    data = [[1, 1], [2, 2], [10, 10], [1, 2], [2, 10], [10, 10]]
    rising, falling = (
        cc.agreement(data, name, **options, categories=c).estimate for c in ([1, 2, 10], [10, 2, 1])
    )
    assert falling == pytest.approx(rising, abs=1e-13)


A, B = [1, 2, 3, 3, 2, 1, 3, 5], [1, 2, 3, 2, 2, 3, 5, 5]


@pytest.mark.parametrize("weights", ["identity", "linear", "quadratic", "radical", "power:1.5", "ratio"])
@pytest.mark.parametrize("name", ["cohen_kappa", "scott_pi", "fleiss_kappa", "conger_kappa"])
def test_an_unused_category_does_not_move_value_based_kappas(name: str, weights: str) -> None:
    """F7."""
    seen, declared = (
        cc.agreement(list(zip(A, B, strict=True)), name, weights=weights, categories=c).estimate
        for c in ([1, 2, 3, 5], [1, 2, 3, 4, 5, 9])
    )
    assert seen == pytest.approx(declared, abs=1e-13)


@pytest.mark.parametrize("metric", ["nominal", "ordinal", "interval", "ratio"])
def test_an_unused_category_does_not_move_alpha(metric: str) -> None:
    """F7."""
    seen, declared = (
        cc.krippendorff_alpha(A, B, metric=metric, categories=c).estimate
        for c in ([1, 2, 3, 5], [1, 2, 3, 4, 5, 9])
    )
    assert seen == pytest.approx(declared, abs=1e-13)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("brennan_prediger", {}), ("bennett_s", {}), ("randolph_kappa", {}), ("pabak", {}), ("gwet_ac", {}),
        ("gwet_ac", {"weights": "quadratic"}), ("cohen_kappa", {"weights": "circular"}),
        ("cohen_kappa", {"weights": "bipolar"}), ("cohen_kappa", {"weights": "ordinal"}),
        ("krippendorff_alpha", {"metric": "circular"}), ("krippendorff_alpha", {"metric": "bipolar"}),
    ],
)  # fmt: skip
def test_an_unused_category_moves_what_counts_categories(name: str, options: Any) -> None:
    """F7."""
    seen, declared = (
        cc.agreement(list(zip(A, B, strict=True)), name, **options, categories=c).estimate
        for c in ([1, 2, 3, 5], [1, 2, 3, 4, 5, 9])
    )
    assert abs(seen - declared) > 5e-4


def test_an_unused_category_moves_rank_weights() -> None:
    """F7: DescTools issue 76."""
    a, b = (["abcde"[x - 1] for x in side] for side in (A, B))
    seen, declared = (
        cc.cohen_kappa(a, b, weights="linear", categories=c).estimate for c in (list("abce"), list("abcde"))
    )
    assert abs(seen - declared) > 0.005


def test_an_inferred_scale_is_said_and_a_declared_one_is_not() -> None:
    """F7: require, or infer and warn."""
    assert "scale-inferred" in {n.code for n in cc.gwet_ac(A, B).notes}
    assert cc.gwet_ac(A, B, categories=[1, 2, 3, 4, 5]).notes == ()


# --- F8: which standard error -----------------------------------------------------------------------


def fleiss_cohen_everitt(cells: Any, w: Floats) -> tuple[float, float, float]:
    """Weighted kappa, its error, and its error under κ = 0, as printed in 1969."""
    n = np.sum(cells)
    p = np.asarray(cells) / n
    r, c = p.sum(1), p.sum(0)
    row, col = w @ c, w.T @ r
    p_o, p_e = (w * p).sum(), (w * np.outer(r, c)).sum()
    k = (p_o - p_e) / (1 - p_e)
    inside = (p * (w - (row[:, None] + col) * (1 - k)) ** 2).sum() - (k - p_e * (1 - k)) ** 2
    null = (np.outer(r, c) * (w - (row[:, None] + col)) ** 2).sum() - p_e**2
    return k, math.sqrt(inside / n) / (1 - p_e), math.sqrt(null / n) / (1 - p_e)


@pytest.mark.parametrize("weights", ["identity", "linear", "quadratic", "published"])
def test_the_interval_has_the_error_of_1969_and_the_test_of_zero_the_null_error(weights: str) -> None:
    """F8."""
    f8 = RULINGS["F8"]
    w = np.array(f8["weights"]) if weights == "published" else cc.weight_matrix(weights, [1, 2, 3])
    k, se, null = fleiss_cohen_everitt(f8["table"], w)
    result = cc.cohen_kappa(cc.table(f8["table"]), weights=w, interval="analytic")
    assert (result.estimate, result.se, result.details["se_null"]) == pytest.approx((k, se, null), abs=1e-13)
    assert result.p_value == pytest.approx(2 * stats.norm.sf(abs(k) / null), rel=1e-9)
    assert result.interval is not None
    assert result.interval.low == pytest.approx(k - stats.norm.ppf(0.975) * se, abs=1e-13)


def test_z_or_t_is_shown() -> None:
    """F8."""
    table = cc.table(TABLE)
    assert "analytic z" in cc.cohen_kappa(table, interval="analytic").method
    assert "score t(99)" in cc.cohen_kappa(table).method
    assert "t(99)" in cc.cohen_kappa(table, test="t").method


def test_a_test_against_another_value_does_not_use_the_null_error() -> None:
    """F8: null only for the test of 0."""
    result = cc.cohen_kappa(cc.table(TABLE), null=0.4)
    z = (result.estimate - 0.4) / result.se
    assert result.p_value == pytest.approx(2 * stats.norm.sf(abs(z)), rel=1e-9)


@pytest.mark.parametrize("weights", ["identity", "linear"])
def test_the_null_error_of_kappa_is_what_independent_raters_show(weights: str) -> None:
    """F8, by simulation: 20 000 tables of 400 items from independent raters."""
    p, q = np.array([0.5, 0.3, 0.2]), np.array([0.2, 0.5, 0.3])
    w = cc.weight_matrix(weights, [1, 2, 3])
    tables = np.random.default_rng(0).multinomial(400, np.outer(p, q).ravel(), 20_000).reshape(-1, 3, 3) / 400
    rows, columns = tables.sum(2), tables.sum(1)
    p_o = (tables * w).sum((1, 2))
    p_e = np.einsum("di,ij,dj->d", rows, w, columns)
    spread = ((p_o - p_e) / (1 - p_e)).std()
    result = cc.cohen_kappa(cc.table(np.outer(p, q) * 400), weights=w)
    assert result.estimate == pytest.approx(0, abs=1e-13)
    assert result.details["se_null"] == pytest.approx(spread, rel=0.02)


# --- F9, F10 ----------------------------------------------------------------------------------------


def test_items_share_the_margins_and_pooled_ratings_are_an_option_whose_difference_is_told() -> None:
    """F9."""
    counts = cc.counts([[2, 0], [2, 1], [0, 3], [0, 2]])
    # p_o = (1 + 1/3 + 1 + 1)/4 = 5/6; by items π_1 = (1 + 2/3)/4 = 5/12, p_e = 74/144: κ = 23/35
    items = cc.fleiss_kappa(counts)
    assert items.estimate == pytest.approx(23 / 35, abs=1e-14)
    # by ratings π_1 = 4/10, p_e = 52/100: κ = (5/6 - 13/25)/(12/25) = 47/72
    ratings = cc.fleiss_kappa(counts, margins="ratings")
    assert ratings.estimate == pytest.approx(47 / 72, abs=1e-14)
    assert items.details["estimate_with_margins_of_ratings"] == pytest.approx(47 / 72, abs=1e-14)
    assert ratings.details["estimate_with_margins_of_items"] == pytest.approx(23 / 35, abs=1e-14)


def test_an_undefined_kappa_carries_what_was_seen() -> None:
    """F10."""
    result = cc.cohen_kappa(cc.table([[0, 0], [0, 40]]))
    assert math.isnan(result.estimate)
    assert (result.details["observed_agreement"], result.details["expected_agreement"]) == (1.0, 1.0)
    assert result.n_items == 40
    assert result.notes[0].code == "no-variation"


def test_undefined_resamples_are_dropped_and_counted() -> None:
    """F10."""
    result = cc.cohen_kappa(cc.table([[1, 1], [0, 10]]), interval="bootstrap", draws=4000, rng=1)
    text = next(n.text for n in result.notes if n.code == "undefined-resamples")
    lost = int(next(word for word in text.split() if word.isdigit()))
    # all twelve from the cell (2, 2): (10/12)^12; all from (1, 1): nothing to speak of
    assert lost == pytest.approx(4000 * (10 / 12) ** 12, abs=4 * math.sqrt(4000 * 0.1))
    assert "4000" in text


# --- F14, F15, F17, F18, F19 ------------------------------------------------------------------------


@pytest.mark.parametrize("k", [2, 3, 5])
def test_pabak_is_brennan_prediger_for_any_number_of_categories(k: int) -> None:
    """F14: (k p_o − 1)/(k − 1), which is 2 p_o − 1 for two only."""
    cells = np.full((k, k), 1) + 6 * np.eye(k)
    p_o = 7 * k / cells.sum()
    right = (k * p_o - 1) / (k - 1)
    table = cc.table(cells)
    for name in ("pabak", "bennett_s", "randolph_kappa", "brennan_prediger"):
        assert cc.agreement(table, name).estimate == pytest.approx(right, abs=1e-14)
    assert (abs(right - (2 * p_o - 1)) < 1e-12) == (k == 2)


def test_prevalence_and_bias_index_keep_their_sign() -> None:
    """F15: (a − d)/n and (b − c)/n."""
    table = cc.table([[10, 4], [9, 27]])
    assert cc.prevalence_index(table).estimate == pytest.approx(-17 / 50, abs=1e-14)
    assert cc.bias_index(table).estimate == pytest.approx(-5 / 50, abs=1e-14)


def test_prevalence_and_bias_index_of_three_categories_are_distances_of_margins() -> None:
    """F15."""
    table = cc.table([[28, 6, 6], [9, 22, 4], [5, 2, 18]])
    # mean margin 41, 32.5, 26.5 of 100; from a third: (23/300 + 2.5/300 + 20.5/300)/2 over 2/3
    assert cc.prevalence_index(table).estimate == pytest.approx(23 / 200, abs=1e-14)
    # margins 40, 35, 25 and 42, 30, 28: (2 + 5 + 3)/2 of 100
    assert cc.bias_index(table).estimate == pytest.approx(1 / 20, abs=1e-14)


def test_conger_light_and_fleiss_keep_their_own_names() -> None:
    """F17: irr's "exact" Fleiss is Conger: Σ p̄_j² − Σ s_j²/m."""
    data = read_csv("fleiss1971_diagnoses.csv")
    labels = sorted({x for row in data for x in row})
    share = np.array([[sum(row[g] == c for row in data) / 30 for c in labels] for g in range(6)])
    p_o = np.mean([sum(a == b for a, b in combinations(row, 2)) / 15 for row in data])
    fleiss_e = (share.mean(0) ** 2).sum()
    conger_e = fleiss_e - share.var(0, ddof=1).sum() / 6
    pairs = []
    for g, h in combinations(range(6), 2):
        same = sum(row[g] == row[h] for row in data) / 30
        pairs.append((same - share[g] @ share[h]) / (1 - share[g] @ share[h]))
    right = {
        "fleiss_kappa": (p_o - fleiss_e) / (1 - fleiss_e),
        "conger_kappa": (p_o - conger_e) / (1 - conger_e),
        "hubert_kappa": (p_o - conger_e) / (1 - conger_e),
        "light_kappa": np.mean(pairs),
    }
    for name, value in right.items():
        assert cc.agreement(data, name).estimate == pytest.approx(value, abs=1e-13)
    assert len({round(v, 3) for v in right.values()}) == 3


@settings(deadline=None, max_examples=40)
@given(ratings(raters=4), st.sampled_from(["identity", "linear"]))
def test_hubert_is_conger_on_complete_ratings(data: Any, weights: str) -> None:
    """F17."""
    hubert, conger = (
        cc.agreement(data, name, weights=weights, categories=[1, 2, 3, 4])
        for name in ("hubert_kappa", "conger_kappa")
    )
    assert hubert.estimate == pytest.approx(conger.estimate, abs=1e-12, nan_ok=True)
    assert hubert.se == pytest.approx(conger.se, abs=1e-12, nan_ok=True)


def concordance(x: Floats, y: Floats) -> float:
    """Lin's concordance correlation with divisor n."""
    cov = ((x - x.mean()) * (y - y.mean())).mean()
    return float(2 * cov / (x.var() + y.var() + (x.mean() - y.mean()) ** 2))


@pytest.mark.parametrize("n", [50, 3000])
def test_quadratic_kappa_of_continuous_scores_is_taken_by_moments(n: int) -> None:
    """F18: not rounded first; rounded is what the user rounds."""
    rng = np.random.default_rng(n)
    x = rng.normal(3, 1, n)
    y = 0.8 * x + rng.normal(0.3, 0.5, n)
    ours = cc.cohen_kappa(x, y, weights="quadratic").estimate
    assert ours == pytest.approx(concordance(x, y), abs=1e-11)
    rounded = cc.cohen_kappa(np.round(x), np.round(y), weights="quadratic").estimate
    assert rounded == pytest.approx(concordance(np.round(x), np.round(y)), abs=1e-12)
    assert abs(ours - rounded) > 0.005


THREE = [[1, 1, 2], [1, 2, 3], [4, 4, 4], [5, 3, 1]]


def test_adjacent_agreement_is_over_pairs_and_that_of_all_raters_has_its_own_name() -> None:
    """F19."""
    # pairs within 1: 3/3, 2/3, 3/3, 0/3; all within 1: yes, no, yes, no
    assert cc.adjacent_agreement(THREE).estimate == pytest.approx(2 / 3, abs=1e-14)
    assert cc.adjacent_agreement(THREE, across="all").estimate == pytest.approx(1 / 2, abs=1e-14)


def test_adjacent_agreement_within_0_is_exact_agreement() -> None:
    """F19: it matches p_o."""
    near, same = cc.adjacent_agreement(THREE, within=0), cc.exact_agreement(THREE)
    assert (near.estimate, near.se) == (same.estimate, same.se)


def test_adjacent_agreement_comes_with_what_chance_would_give() -> None:
    """F19: mean over pairs of raters of the chance to lie within 1, from their own margins."""
    columns = list(zip(*THREE, strict=True))
    chance = [
        Fraction(sum(abs(a - b) <= 1 for a, b in product(g, h)), 16) for g, h in combinations(columns, 2)
    ]
    assert len(set(chance)) > 1
    expected = cc.adjacent_agreement(THREE).details["expected_agreement"]
    assert expected == pytest.approx(float(sum(chance) / 3), abs=1e-14)


def test_the_bootstrap_of_alpha_draws_both_disagreements_anew() -> None:
    """F16: holding D_e fixed gives another spread."""
    data = [[1, 1]] * 16 + [[2, 2]] * 2 + [[1, 2]] * 12
    codes = np.array(data)
    rng = np.random.default_rng(4)
    both, fixed = [], []
    n_e = alpha_parts(codes)[1]
    for _ in range(3000):
        d_o, d_e = alpha_parts(codes[rng.integers(0, 30, 30)])
        both.append(1 - d_o / d_e)
        fixed.append(1 - d_o / n_e)
    ours = cc.krippendorff_alpha(data, metric="nominal", interval="bootstrap", draws=3000, rng=8).se
    assert ours == pytest.approx(np.std(both), rel=0.05)
    assert abs(np.std(fixed) / np.std(both) - 1) > 0.1


def alpha_parts(codes: Any) -> tuple[float, float]:
    """D_o and D_e of nominal alpha for two raters."""
    share = np.array([(codes == c).sum() for c in (1, 2)])
    n = share.sum()
    return float((codes[:, 0] != codes[:, 1]).mean()), float((n * n - share @ share) / (n * (n - 1)))


# --- formulas written out a second time -------------------------------------------------------------


@settings(deadline=None, max_examples=40)
@given(ratings(raters=3, categories=3))
def test_light_is_the_mean_of_the_kappas_of_pairs(data: Any) -> None:
    columns = list(zip(*data, strict=True))
    pairs = [cc.cohen_kappa(g, h, categories=[1, 2, 3]).estimate for g, h in combinations(columns, 2)]
    ours = cc.light_kappa(data, categories=[1, 2, 3]).estimate
    defined = [kappa for kappa in pairs if not np.isnan(kappa)]
    expected = float(np.mean(defined)) if defined else np.nan
    assert ours == pytest.approx(expected, abs=1e-13, nan_ok=True)


def test_bangdiwala_is_the_filled_share_of_the_rectangles() -> None:
    # (28^2 + 22^2 + 18^2)/(40*42 + 35*30 + 25*28) = 1592/3430
    table = cc.table([[28, 6, 6], [9, 22, 4], [5, 2, 18]])
    assert cc.bangdiwala_b(table).estimate == pytest.approx(1592 / 3430, abs=1e-14)


@given(st.lists(st.integers(1, 30), min_size=4, max_size=4))
@settings(deadline=None, max_examples=30)
def test_specific_agreement_of_two_is_positive_and_negative_agreement(cells: list[int]) -> None:
    a, b, c, d = cells
    result = cc.specific_agreement(cc.table([[a, b], [c, d]], categories=["+", "-"]))
    plus, minus = result.parts
    assert plus.estimate == pytest.approx(2 * a / (2 * a + b + c), abs=1e-14)
    assert minus.estimate == pytest.approx(2 * d / (2 * d + b + c), abs=1e-14)
    assert result.estimate == pytest.approx((a + d) / sum(cells), abs=1e-14)


@pytest.mark.parametrize("weights", ["identity", "linear", "quadratic", [[0, 1, 3], [1, 0, 6], [3, 6, 0]]])
@pytest.mark.parametrize("cells", [[[2, 1, 0], [1, 1, 1], [2, 0, 1]], [[0, 3, 1], [1, 0, 1], [0, 1, 2]]])
def test_the_largest_kappa_is_that_of_the_best_table_with_the_same_margins(cells: Any, weights: Any) -> None:
    """Brute force over every whole-number table; transport always has a whole-number best."""
    rows, columns = np.sum(cells, 1), np.sum(cells, 0)
    best = -math.inf
    for a, b, c, d in product(range(10), repeat=4):
        t = np.array([[a, b, rows[0] - a - b], [c, d, rows[1] - c - d], [0, 0, 0]])
        t[2] = columns - t.sum(0)
        if (t >= 0).all():
            best = max(best, cc.cohen_kappa(cc.table(t), weights=weights).estimate)
    assert cc.kappa_max(cc.table(cells), weights=weights).estimate == pytest.approx(best, abs=1e-9)


@pytest.mark.parametrize("values", [4, 1000])
@pytest.mark.parametrize("seed", range(4))
def test_rank_correlations_are_those_of_scipy(seed: int, values: int) -> None:
    rng = np.random.default_rng(seed)
    x = rng.integers(0, values, 700)
    y = np.where(rng.random(700) < 0.5, x, rng.integers(0, values, 700))
    tau, rho = stats.kendalltau(x, y, method="asymptotic"), stats.spearmanr(x, y)
    pearson = stats.pearsonr(x, y)
    for ours, right in (
        (cc.kendall_tau(x, y), tau), (cc.spearman(x, y), rho), (cc.pearson(x, y), pearson),
    ):  # fmt: skip
        assert ours.estimate == pytest.approx(right.statistic, abs=1e-12)
        assert ours.p_value == pytest.approx(right.pvalue, rel=1e-6, abs=1e-300)


@settings(deadline=None, max_examples=40)
@given(ratings(raters=4, categories=5))
def test_kendall_w_with_ties_is_that_of_ranks(data: Any) -> None:
    x = np.array(data)
    n, m = x.shape
    ranks = stats.rankdata(x, axis=0)
    s = ((ranks.sum(1) - m * (n + 1) / 2) ** 2).sum()
    ties = sum(float((t**3 - t).sum()) for t in (np.unique(c, return_counts=True)[1] for c in x.T))
    below = m**2 * (n**3 - n) - m * ties
    assume(below > 0)
    assert cc.kendall_w(x).estimate == pytest.approx(12 * s / below, abs=1e-12)
    plain = cc.kendall_w(x, correct_ties=False).estimate
    assert plain == pytest.approx(12 * s / (m**2 * (n**3 - n)), abs=1e-12)


def ratio_distance(a: float, b: float) -> float:
    return 0.0 if a == b else ((a - b) / (a + b)) ** 2


@pytest.mark.parametrize("spread", [0.5, 3.0])
def test_ratio_alpha_of_many_values_is_that_over_all_pairs(spread: float) -> None:
    """The fast kernel takes over above 1000 distinct values; zeros are among them."""
    rng = np.random.default_rng(3)
    x = np.exp(rng.normal(0, spread, 800))
    y = x * np.exp(rng.normal(0, 0.3, 800))
    y[:20], x[10:25] = 0, 0
    both = np.concatenate([x, y])
    assert len(np.unique(both)) > 1000
    total = both[:, None] + both
    d = ((both[:, None] - both) / np.where(total == 0, 1, total)) ** 2
    chance = d.sum() / (1600 * 1599)
    seen = np.mean([ratio_distance(a, b) for a, b in zip(x, y, strict=True)])
    ours = cc.krippendorff_alpha(x, y, metric="ratio").estimate
    assert ours == pytest.approx(1 - seen / chance, abs=1e-11)


@settings(deadline=None, max_examples=40)
@given(ratings(gaps=True, categories=5))
def test_alpha_of_every_metric_is_that_over_all_pairs_with_gaps(data: Any) -> None:
    pairable = [x for row in data for x in row if x is not None and sum(v is not None for v in row) > 1]
    low, high = 1, 5  # the declared scale, whatever was used

    def ordinal(a: int, b: int) -> float:
        lo, hi = min(a, b), max(a, b)
        between = sum(lo <= x <= hi for x in pairable)
        return (between - (pairable.count(a) + pairable.count(b)) / 2) ** 2 if a != b else 0.0

    def bipolar(a: int, b: int) -> float:
        return 0.0 if a == b else (a - b) ** 2 / ((a + b - 2 * low) * (2 * high - a - b))

    metrics = {
        "nominal": lambda a, b: float(a != b), "ordinal": ordinal, "interval": lambda a, b: (a - b) ** 2,
        "ratio": ratio_distance, "circular": lambda a, b: math.sin(math.pi * (a - b) / 5) ** 2,
        "bipolar": bipolar,
    }  # fmt: skip
    for name, distance in metrics.items():
        ours = cc.krippendorff_alpha(data, metric=name, categories=[1, 2, 3, 4, 5])
        right = alpha_by_pairs(data, distance) if len(pairable) > 1 else math.nan
        assert ours.estimate == pytest.approx(right, abs=1e-11, nan_ok=True), name


def test_the_jackknife_is_leaving_out_one_item_at_a_time() -> None:
    table = [[12, 3], [4, 11]]
    x, y = (np.repeat(v, [12, 3, 4, 11]) for v in ([1, 1, 2, 2], [1, 2, 1, 2]))
    left = [cc.cohen_kappa(np.delete(x, i), np.delete(y, i)).estimate for i in range(30)]
    se = math.sqrt(29 / 30 * ((left - np.mean(left)) ** 2).sum())
    assert cc.cohen_kappa(cc.table(table), interval="jackknife").se == pytest.approx(se, abs=1e-13)


#: Kinks, quantiles that move in steps, and what needs repeats.
NOT_SMOOTH = ("kappa_max", "prevalence_index", "bias_index", "passing_bablok", "intra_rater_icc")


@pytest.mark.parametrize("name", [c.name for c in cc.CATALOGUE if c.name not in NOT_SMOOTH])
def test_jackknife_and_analytic_errors_meet_on_many_items(name: str) -> None:
    """They differ by terms that vanish with the number of items."""
    table = cc.table(np.array(TABLE) * 50)
    options = {"metric": "ordinal"} if name == "krippendorff_alpha" else {}
    analytic, jackknife = (
        cc.agreement(table, name, **options, interval=i).se for i in ("analytic", "jackknife")
    )
    assert analytic > 0
    assert jackknife == pytest.approx(analytic, rel=5e-3)


@pytest.mark.parametrize("name", ["cohen_kappa", "gwet_ac", "krippendorff_alpha", "light_kappa"])
def test_the_paired_difference_of_two_judges_is_that_of_their_influences(name: str) -> None:
    """Against the jackknife of the difference, taken one item at a time by hand."""
    rng = np.random.default_rng(9)
    human = rng.integers(1, 4, 80)
    one, two = (np.where(rng.random(80) < p, human, rng.integers(1, 4, 80)) for p in (0.9, 0.6))
    options = {"metric": "nominal"} if name == "krippendorff_alpha" else {}

    def difference(keep: Any) -> float:
        return (
            cc.agreement(np.stack([human, one], 1)[keep], name, **options).estimate
            - cc.agreement(np.stack([human, two], 1)[keep], name, **options).estimate
        )

    ours = cc.compare(
        cc.measure(name, human, one, **options), cc.measure(name, human, two, **options), paired=True
    )
    left = np.array([difference(np.arange(80) != i) for i in range(80)])
    assert ours.estimate == pytest.approx(difference(np.ones(80, dtype=bool)), abs=1e-13)
    assert ours.se == pytest.approx(math.sqrt(79 / 80 * ((left - left.mean()) ** 2).sum()), rel=0.03)
    apart = cc.compare(
        cc.measure(name, human, one, **options), cc.measure(name, human, two, **options), paired=False
    )
    assert apart.estimate == ours.estimate
    assert abs(apart.se - ours.se) > 1e-3


@pytest.mark.parametrize("gaps", [0.0, 0.3])
@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("fleiss_kappa", {}), ("fleiss_kappa", {"weights": "quadratic"}), ("conger_kappa", {}),
        ("conger_kappa", {"weights": "linear"}), ("light_kappa", {}), ("hubert_kappa", {}),
        ("brennan_prediger", {}), ("krippendorff_alpha", {"metric": "nominal"}),
        ("krippendorff_alpha", {"metric": "ordinal"}),
    ],
)  # fmt: skip
def test_the_null_error_of_several_raters_is_what_independent_raters_show(
    name: str, options: Any, gaps: float
) -> None:
    """F8, by simulation: 100 items, four raters who guess; alike, and even where chance is even use."""
    if name == "conger_kappa":
        gaps = 0.0  # with gaps and habits of their own chance does not give 0, and no null error is offered
    p = [1 / 3, 1 / 3, 1 / 3] if name == "brennan_prediger" else [0.5, 0.3, 0.2]
    rng = np.random.default_rng(17)
    values, errors = [], []
    for _ in range(400):
        x = rng.choice([1.0, 2.0, 3.0], size=(100, 4), p=p)
        x[rng.random((100, 4)) < gaps] = np.nan
        result = cc.agreement(x, name, **options, categories=[1, 2, 3], interval="none")
        values.append(result.estimate)
        errors.append(result.details["se_null"])
    assert np.mean(errors) == pytest.approx(np.std(values), rel=0.12)
    assert abs(np.mean(values)) < 4 * np.std(values) / 20 + 0.003
