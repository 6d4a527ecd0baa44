"""Tests of equal margins: published values, values derived by hand, and second ways to the same number."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

import concordant as cc
from concordant.inference.homogeneity import homogeneity
from tests.margins_tables import VISION, found, noisy

WINNIPEG = [[38, 5, 0, 1], [33, 11, 3, 0], [10, 14, 5, 6], [3, 7, 3, 10]]
APPROVAL = [[794, 86], [150, 570]]


# --- what others give -------------------------------------------------------------------------

# Vision of 7477 women (Stuart 1953), diagnoses in Winnipeg (Landis and Koch 1977), approval (Agresti):
# R stats 4.2.2 mcnemar.test, DescTools 0.99.59, irr 0.84.1 and statsmodels 0.15.0 give these alike.
PUBLISHED = [
    (VISION, "bowker", 19.1065502152668, 6, 0.00398741984042858),
    (VISION, "stuart_maxwell", 11.9565696229826, 3, 0.00753342505480055),
    (VISION, "bhapkar", 11.9757201555257, 3, 0.00746679746972397),
    (WINNIPEG, "bowker", 46.7492260061919, 6, 2.09947346421905e-08),
    (WINNIPEG, "stuart_maxwell", 41.9911800080182, 3, 4.02945487743437e-09),
    (WINNIPEG, "bhapkar", 58.4688796835955, 3, 1.24822399452344e-12),
    (APPROVAL, "mcnemar", 17.3559322033898, 1, 3.09929344104522e-05),
    (APPROVAL, "mcnemar_corrected", 16.8177966101695, 1, 4.11456228134594e-05),
]


@pytest.mark.parametrize(("table", "name", "statistic", "df", "p"), PUBLISHED)
def test_published_tables_have_the_values_of_other_software(
    table: Any, name: str, statistic: float, df: int, p: float
) -> None:
    result = found(cc.table(table))[name]
    assert result.estimate == pytest.approx(statistic, rel=1e-10)
    assert result.details["df"] == df
    assert result.p_value == pytest.approx(p, rel=1e-9)


def test_the_exact_test_has_the_probability_of_both_binomial_tails() -> None:
    # R stats 4.2.2 binom.test and statsmodels 0.15.0 mcnemar(exact=True)
    exact = found(cc.table(APPROVAL))["mcnemar_exact"]
    assert exact.p_value == pytest.approx(3.71593613957143e-05, rel=1e-9)
    assert exact.estimate == 86


def test_categories_with_equal_margins_stay_in_the_stuart_maxwell_test() -> None:
    # Constructed to give what R irr 0.84.1 gets wrong: the first and third category have equal margins, and
    # dropping them leaves (2 - 0)²/2 = 2.00 on 1 df, p = .157. With d = (0, 4, 0, -4) and
    # S = [[20, -1, -7], [-1, 12, -9], [-7, -9, 28]] on the first three, dᵀS⁻d = 4088/2179 on 3 df.
    result = found(cc.table([[4, 0, 4, 6], [1, 0, 5, 2], [3, 4, 6, 7], [6, 0, 5, 1]]))["stuart_maxwell"]
    assert result.estimate == pytest.approx(4088 / 2179, rel=1e-12)
    assert result.details["df"] == 3
    assert (round(result.estimate, 3), round(result.p_value, 3)) == (1.876, 0.599)


def test_margins_that_all_match_give_zero_and_p_one_though_the_table_is_not_symmetric() -> None:
    tests = found(cc.table([[3, 1, 0], [0, 3, 1], [1, 0, 3]]))
    assert tests["stuart_maxwell"].estimate == pytest.approx(0, abs=1e-12)
    assert tests["stuart_maxwell"].p_value == pytest.approx(1)
    assert tests["bhapkar"].p_value == pytest.approx(1)
    assert tests["bowker"].estimate == pytest.approx(3)  # (1 - 0)²/1 three times


# --- by hand ----------------------------------------------------------------------------------


def test_two_categories_have_the_mcnemar_family() -> None:
    # b = 1, c = 5: 16/6 = 8/3; corrected 9/6 = 3/2; exact 2·(1 + 6)/64 = 7/32;
    # Bhapkar (8/3)/(1 - (8/3)/16) = 16/5
    tests = found(cc.table([[6, 1], [5, 4]]))
    assert list(tests) == ["mcnemar", "mcnemar_corrected", "mcnemar_exact", "bhapkar"]
    values = [test.estimate for test in tests.values()]
    assert values == pytest.approx([8 / 3, 3 / 2, 1, 16 / 5])
    assert tests["mcnemar_exact"].p_value == pytest.approx(7 / 32)
    assert tests["mcnemar"].notes[0].code == "few-disagreements"
    assert tests["mcnemar_exact"].details == {"first_only": 1, "second_only": 5}


def test_the_correction_never_turns_equal_margins_into_a_difference() -> None:
    assert found(cc.table([[6, 4], [4, 4]]))["mcnemar_corrected"].estimate == 0


def test_a_pair_of_categories_that_nobody_mixed_up_has_no_degree_of_freedom() -> None:
    # (3 - 1)²/4 + (2 - 1)²/3 = 4/3 on 2 df; along a chain of categories Stuart–Maxwell is the same;
    # Bhapkar (4/3)/(1 - (4/3)/15) = 60/41
    tests = found(cc.table([[2, 3, 0], [1, 2, 2], [0, 1, 4]]))
    assert [t.estimate for t in tests.values()] == pytest.approx([4 / 3, 4 / 3, 60 / 41])
    assert [t.details["df"] for t in tests.values()] == [2, 2, 2]


def test_categories_in_separate_groups_lose_a_degree_of_freedom_for_each_group() -> None:
    # two groups of two: 9/3 + 1/1 = 4, and only 4 - 2 margins are free
    tests = found(cc.table([[5, 3, 0, 0], [0, 5, 0, 0], [0, 0, 5, 1], [0, 0, 0, 5]]))
    assert tests["stuart_maxwell"].estimate == pytest.approx(4)
    assert tests["stuart_maxwell"].details["df"] == 2


# --- second ways ------------------------------------------------------------------------------


@pytest.mark.parametrize(("raters", "k"), [(2, 2), (2, 4), (3, 2), (4, 3)])
def test_a_weight_is_that_many_copies(raters: int, k: int) -> None:
    x, copies = noisy(30, raters, k, 2, 0.1), np.arange(1, 31) % 4 + 1
    counted = found(cc.as_ratings(x, case_weights=copies))
    written = found(cc.as_ratings(np.repeat(x, copies, axis=0)))
    assert {n: r.estimate for n, r in counted.items()} == pytest.approx(
        {n: r.estimate for n, r in written.items()}
    )
    assert {n: r.p_value for n, r in counted.items()} == pytest.approx(
        {n: r.p_value for n, r in written.items()}
    )


@pytest.mark.parametrize("k", [2, 3])
def test_order_of_raters_and_names_of_categories_do_not_matter(k: int) -> None:
    x = noisy(40, 4, k, 6, 0.2)
    plain = {n: r.estimate for n, r in found(x).items()}
    assert {n: r.estimate for n, r in found(x[:, ::-1]).items()} == pytest.approx(plain)
    named = np.array([10.0, -3.0, 7.5])[np.nan_to_num(x).astype(int)]
    named[np.isnan(x)] = np.nan
    assert {n: r.estimate for n, r in found(named).items()} == pytest.approx(plain)


def test_names_and_unused_categories_change_nothing() -> None:
    a, b = ["no", "yes", "no", "no", "yes"], ["no", "no", "yes", "no", "yes"]
    declared = cc.as_ratings(a, b, categories=["no", "perhaps", "yes"], scale="ordinal")
    assert list(found(declared)) == ["mcnemar", "mcnemar_corrected", "mcnemar_exact", "bhapkar"]
    assert found(declared)["mcnemar"].estimate == 0


# --- gaps, and what cannot be told ------------------------------------------------------------


def test_items_with_one_rating_are_left_out_and_the_result_says_so() -> None:
    nan = float("nan")
    result = found([[1, 0], [0, 1], [1, 0], [1, 1], [nan, 1], [nan, nan]])["mcnemar"]
    assert result.n_items == 4
    assert result.estimate == pytest.approx(1 / 3)
    assert result.notes[-1].text == "1 item was excluded, rated by only one rater."


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ([[1, 1], [1, 1]], "one-category"),
        ([[1, 1], [0, 0]], "no-disagreement"),
        ([[1, 1, 1], [0, 0, 0]], "no-disagreement"),
        ([[1, np.nan], [np.nan, 0]], "no-pairs"),
        ([[1, np.nan, np.nan], [np.nan, 0, np.nan]], "no-pairs"),
    ],
)
def test_where_nothing_can_differ_every_test_is_undefined_and_says_why(data: Any, code: str) -> None:
    results = cc.marginal_homogeneity(np.array(data, dtype=float))
    assert {r.notes[0].code for r in results} == {code}
    assert not any(r.defined or r.p_value == r.p_value for r in results)


def test_disagreement_in_one_way_only_leaves_no_spread_for_a_wald_test() -> None:
    tests = found(cc.table([[0, 5], [0, 0]]))
    assert tests["mcnemar"].estimate == 5
    assert tests["bhapkar"].notes[0].code == "no-spread"


def test_one_rater_unknown_raters_and_measurements_have_no_margins_to_compare() -> None:
    for data in (cc.counts([[2, 1], [0, 3]]), np.random.default_rng(0).normal(size=(300, 2))):
        assert homogeneity(cc.as_ratings(data)) == ()
        with pytest.raises(
            cc.OptionError, match="Margins can be compared between two or more identified raters"
        ):
            cc.marginal_homogeneity(data)
    assert homogeneity(cc.as_ratings(np.array([[1], [2]]))) == ()


def test_weights_of_a_sample_leave_the_test_that_allows_for_them() -> None:
    weights = np.linspace(0.5, 2.5, 30)
    assert [r.measure for r in homogeneity(cc.as_ratings(noisy(30, 2, 2, 1), case_weights=weights))] == [
        "equal_margins"
    ]


def test_a_test_survives_json() -> None:
    for result in cc.marginal_homogeneity(noisy(20, 3, 3, 4)):
        assert cc.Result.from_dict(json.loads(json.dumps(result.to_dict(), allow_nan=False))) == result
