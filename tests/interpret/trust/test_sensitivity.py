"""One coefficient under many weights."""

from __future__ import annotations

import math
from itertools import combinations
from typing import Any

import numpy as np
import pytest

import concordant as cc
from concordant.interpret.compare.comparison import judged, together
from concordant.interpret.trust.sensitivity import POWERS, Sensitivity, sensitivity

NEAR = [[40, 10, 1, 0], [8, 30, 9, 1], [2, 9, 25, 8], [0, 1, 7, 30]]
ORDINARY = [[28, 6, 6], [9, 22, 4], [5, 2, 18]]


def _kappa(cells: Any, d: Any) -> float:
    """1 − Σ d p / Σ d r c, written out."""
    p = np.asarray(cells, dtype=float) / np.sum(cells)
    return float(1 - (d * p).sum() / (p.sum(axis=1) @ d @ p.sum(axis=0)))


def _distance(values: list[float]) -> Any:
    x = np.array(values, dtype=float)
    return np.abs(x[:, None] - x) / np.ptp(x)


def _by_name(found: Sensitivity) -> dict[str, float]:
    return {scheme.name: scheme.result.estimate for scheme in found.schemes}


# --- the numbers ------------------------------------------------------------------------------


def test_every_scheme_is_kappa_with_those_weights_by_value() -> None:
    values = [1.0, 2, 4, 8]  # values are not ranks
    own = [[1, 0.8, 0, 0], [0.8, 1, 0.3, 0], [0, 0.3, 1, 0], [0, 0, 0, 1]]
    found = cc.sensitivity(cc.table(NEAR, values), weights={"clinic": own})
    far = _distance(values)
    half = np.array([[0, 0.5, 1, 1], [0.5, 0, 0.5, 1], [1, 0.5, 0, 0.5], [1, 1, 0.5, 0]])
    assert _by_name(found) == pytest.approx(
        {
            "identity": _kappa(NEAR, 1 - np.eye(4)),
            "linear": _kappa(NEAR, far),
            "quadratic": _kappa(NEAR, far**2),
            "adjacent-half": _kappa(NEAR, half),
            "clinic": _kappa(NEAR, 1 - np.array(own)),
        }
    )


def test_named_categories_in_declared_order_are_spaced_by_rank() -> None:
    found = cc.sensitivity(cc.table(ORDINARY, ["none", "mild", "severe"], scale="ordinal"))
    assert _by_name(found)["linear"] == pytest.approx(_kappa(ORDINARY, _distance([0, 1, 2])))


def test_half_credit_is_no_scheme_of_its_own_where_linear_weights_give_just_that() -> None:
    even = cc.sensitivity(cc.table(ORDINARY, [1, 2, 3]))
    assert list(_by_name(even)) == ["identity", "linear", "quadratic"]
    uneven = cc.sensitivity(cc.table(ORDINARY, [1, 2, 9]))
    assert list(_by_name(uneven)) == ["identity", "linear", "quadratic", "adjacent-half"]
    scored = cc.sensitivity(cc.table(ORDINARY, [1, 2, 3]), scores=[1, 2, 9])
    assert "adjacent-half" in _by_name(scored)


def test_the_curve_leads_from_no_credit_over_linear_to_quadratic() -> None:
    found = cc.sensitivity(cc.table(NEAR, [1, 2, 3, 4]))
    at = {point.power: point for point in found.curve}
    assert tuple(at) == POWERS
    for power, name in ((0.0, "identity"), (1.0, "linear"), (2.0, "quadratic")):
        result = next(s.result for s in found.schemes if s.name == name)
        assert at[power].estimate == pytest.approx(result.estimate)
        assert result.interval is not None
        assert (at[power].low, at[power].high) == pytest.approx((result.interval.low, result.interval.high))
    assert at[0.7].estimate == pytest.approx(_kappa(NEAR, _distance([1, 2, 3, 4]) ** 0.7))


def test_quadratic_kappa_by_value_is_the_concordance_correlation() -> None:
    found = cc.sensitivity(cc.table(NEAR, [1, 2, 4, 8]))
    x = np.repeat([1, 2, 4, 8], np.sum(NEAR, axis=1)).astype(float)
    y = np.concatenate([np.repeat([1, 2, 4, 8], row) for row in NEAR]).astype(float)
    lin = 2 * np.cov(x, y, ddof=0)[0, 1] / (x.var() + y.var() + (x.mean() - y.mean()) ** 2)
    assert found.ccc is not None
    assert found.ccc.estimate == pytest.approx(lin, abs=1e-12)
    assert _by_name(found)["quadratic"] == pytest.approx(lin, abs=1e-12)


def test_named_categories_have_no_concordance() -> None:
    assert cc.sensitivity(cc.table(ORDINARY, ["a", "b", "c"], scale="ordinal")).ccc is None


def test_linear_minus_quadratic_is_a_paired_difference() -> None:
    ratings = cc.table(NEAR, [1, 2, 3, 4])
    found = cc.sensitivity(ratings).difference
    drawn = cc.compare(
        *(cc.measure("cohen_kappa", ratings, weights=w) for w in ("linear", "quadratic")),
        interval="bootstrap",
        draws=4000,
    )
    assert found is not None
    assert found.interval is not None
    assert drawn.interval is not None
    assert found.estimate == pytest.approx(drawn.estimate)
    assert found.interval.low == pytest.approx(drawn.interval.low, abs=0.01)
    assert found.interval.high == pytest.approx(drawn.interval.high, abs=0.01)


def test_the_share_of_one_step_counts_pairs_of_several_raters() -> None:
    ratings = np.array([[1, 2, 4], [1, 1, 2], [4, 4, 1], [2, 2, 2], [1, 4, 4]], dtype=float)
    rank = {1.0: 0, 2.0: 1, 4.0: 2}
    steps = [abs(rank[a] - rank[b]) for row in ratings for a, b in combinations(row, 2) if a != b]
    found = cc.sensitivity(ratings, categories=[1, 2, 4])
    assert found.measure == "conger_kappa"
    assert found.one_step == pytest.approx(np.mean(np.array(steps) == 1))


# --- the verdict ------------------------------------------------------------------------------


def test_a_verdict_that_holds_under_all_weights_is_robust() -> None:
    found = cc.sensitivity(cc.table(ORDINARY, ["none", "mild", "severe"], scale="ordinal"))
    assert (found.robust, found.robust_by_limit, found.changes) == (True, True, ())


def test_a_verdict_that_turns_says_under_which_weights_and_at_which_power() -> None:
    found = cc.sensitivity(cc.table(NEAR, [1, 2, 3, 4]))
    assert found.robust is False
    far = _distance([1, 2, 3, 4])
    # Landis & Koch: .586 without weights is moderate, .727 linear substantial, .839 quadratic almost perfect
    assert [(c.before.words["en"], c.after.words["en"]) for c in found.changes] == [
        ("moderate", "substantial"),
        ("substantial", "almost perfect"),
    ]
    for change, cut in zip(found.changes, (0.6, 0.8), strict=True):
        below, above = (_kappa(NEAR, far ** (change.power + step)) for step in (-0.002, 0.0))
        assert below < cut <= above + 1e-9


def test_several_cuts_between_two_points_of_the_curve_are_all_found() -> None:
    # Two neighbours are confused, nothing else: with e = 1e-12^p, D_o = .4 e and D_e = .32 e + .32. Kappa is
    # 3/8 at power 0 (e = 1) and .93 at .1 (e = .063), past .4, .6 and .8 in one step
    cells = [[60, 60, 0], [60, 60, 0], [0, 0, 60]]
    found = cc.sensitivity(cc.table(cells, [0, 1, 10**12]))
    assert [c.after.words["en"] for c in found.changes] == ["moderate", "substantial", "almost perfect"]
    for change, cut in zip(found.changes, (0.4, 0.6, 0.8), strict=True):
        e = (1 - cut) * 0.32 / (0.4 - (1 - cut) * 0.32)
        assert change.power == pytest.approx(-math.log10(e) / 12, abs=0.001)


def test_the_words_in_both_languages() -> None:
    # Lower limits allow for errors larger than those seen; a bootstrap of 4000 draws has .654, .783 and .621
    found = cc.sensitivity(cc.table(NEAR, [1, 2, 3, 4]))
    power = "(0: unweighted, 1: linear, 2: quadratic)"
    assert found.text() == (
        "Cohen's kappa under several weights\n"
        "weights                estimate  CI              level\n"
        "unweighted             0.586     [0.491, 0.672]  moderate\n"
        "linear weights         0.727     [0.648, 0.789]  substantial\n"
        "quadratic weights      0.839     [0.767, 0.885]  almost perfect\n"
        "adjacent-half weights  0.697     [0.617, 0.765]  substantial\n"
        "\n"
        "The verdict depends on the weights: with linear weights, quadratic weights and "
        "adjacent-half weights, values range from 0.70 to 0.84 (Landis & Koch 1977).\n"
        "“substantial” with linear weights and adjacent-half weights (0.73 and 0.70).\n"
        "“almost perfect” with quadratic weights (0.84).\n"
        "By the lower confidence limit, the level is “substantial” with all of them.\n"
        "Unweighted, with all disagreements counted equally, the value is 0.59: “moderate”.\n"
        f"The level changes from “moderate” to “substantial” at weight exponent 0.10 {power}.\n"
        f"The level changes from “substantial” to “almost perfect” at weight exponent 1.61 {power}.\n"
        "Quadratic weights give 0.84 and linear weights 0.73: a difference of +0.11 (CI 0.09 to 0.14, same "
        "items).\n"
        "Reason: 91% of the disagreements are one step apart, which quadratic weights barely penalise.\n"
        "With the category values as scores, quadratically weighted kappa equals Lin's concordance "
        "correlation coefficient (divisor n): 0.84. With many items, ICC(A,1) approaches the same value."
    )
    assert str(found) == found.text()
    assert found.text("zh").split("\n\n")[1] == (
        "结论取决于权重：采用线性权重、二次权重、相邻类别计一半时，数值为 0.70 "
        "至 0.84（Landis 与 Koch，1977）。\n"
        "属于“实质性一致”的：线性权重、相邻类别计一半（0.73、0.70）。\n"
        "属于“几乎完全一致”的：二次权重（0.84）。\n"
        "按置信下限，各种权重均为“实质性一致”。\n"
        "不加权（所有分歧同等对待）时为 0.59，属于“中等”。\n"
        "权重指数为 0.10 时，等级由“中等”变为“实质性一致”（0 为不加权，1 为线性，2 为二次）。\n"
        "权重指数为 1.61 时，等级由“实质性一致”变为“几乎完全一致”（0 为不加权，1 为线性，2 为二次）。\n"
        "二次权重为 0.84，线性权重为 0.73，相差 +0.11（相同条目，置信区间 0.09 至 0.14）。\n"
        "原因：91% 的分歧只差一档，二次权重对这类分歧几乎不扣分。\n"
        "以类别的数值为分数时，二次加权 Kappa 等于 Lin 一致性相关系数（除数为 "
        "n）：0.84；条目很多时，ICC(A,1) 也趋近这一数值。"
    )


@pytest.mark.parametrize(
    ("first", "second", "code"),
    [
        (["a", "b", "c", "a"], ["a", "b", "a", "a"], "nominal"),
        ([0, 1, 1, 0], [0, 1, 0, 0], "two-categories"),
        ([f"n{i}" for i in range(60)], [f"n{i // 2}" for i in range(60)], "nominal"),
        ([2, 2, 2], [2, 2, 2], "two-categories"),
    ],
)
def test_where_weights_mean_nothing_it_says_why(first: Any, second: Any, code: str) -> None:
    found = cc.sensitivity(first, second)
    assert [said.code for said in found.sentences] == [f"sensitivity.{code}"]
    assert (found.robust, found.curve) == (None, ())
    assert [scheme.name for scheme in found.schemes] == ["identity"]
    assert found.text("en")
    assert found.text("zh")


@pytest.mark.parametrize("name", [None, "cohen_kappa"])
def test_measurements_have_no_weights_and_the_sentence_says_what_to_ask_for(name: str | None) -> None:
    with pytest.raises(
        cc.OptionError,
        match=r"these are measurements \(60 different values\): use icc, ccc or bland_altman",
    ):
        cc.sensitivity(np.arange(60) / 7, np.arange(60)[::-1] / 7, name=name)


def test_a_difference_that_two_decimals_would_deny_is_shown_with_three() -> None:
    cells = [[33, 14, 12], [8, 50, 9], [8, 22, 34]]
    linear, quadratic = (_kappa(cells, _distance([1, 2, 3]) ** power) for power in (1, 2))
    assert (f"{linear:.2f}", f"{quadratic:.2f}", f"{quadratic - linear:.2f}") == ("0.42", "0.41", "-0.00")
    sentence = next(x for x in cc.sensitivity(cc.table(cells, [1, 2, 3])).sentences if "gap" in x.code)
    numbers = f"{quadratic:.3f}", f"{linear:.3f}", f"{quadratic - linear:+.3f}".replace("-", "−")
    assert sentence.text().startswith(
        "Quadratic weights give {} and linear weights {}: a difference of {} (".format(*numbers)
    )
    assert sentence.text("zh").startswith("二次权重为 {}，线性权重为 {}，相差 {}（".format(*numbers))


def test_a_verdict_whose_limit_turns_with_the_weights_depends_on_them() -> None:
    cells = [[29, 5, 19], [1, 42, 10], [24, 4, 50]]
    table = cc.table(cells, [1, 2, 3])
    found = cc.sensitivity(table)
    # Landis & Koch: fair from .2 to .4; the limits lie on both sides of .2
    low = [cc.cohen_kappa(table, weights=w).interval.low for w in ("linear", "quadratic")]
    values = [_kappa(cells, _distance([1, 2, 3]) ** power) for power in (1, 2)]
    assert all(0.2 < value < 0.4 for value in values)
    assert low[0] > 0.2 > low[1] > 0
    assert (found.robust, found.robust_by_estimate, found.robust_by_limit) == (False, True, False)
    assert found.text().split("\n\n")[1].splitlines()[:2] == [
        "By the estimates, the level is “fair” with linear weights and quadratic weights: values range from "
        f"{values[1]:.2f} to {values[0]:.2f} (Landis & Koch 1977).",
        "By the lower confidence limit, the level ranges from “slight” to “fair”; "
        "report the weights together with the verdict.",
    ]
    assert "不受权重影响" not in found.text("zh")


def test_one_used_category_of_several_is_undefined_and_says_so() -> None:
    found = cc.sensitivity([2, 2, 2], [2, 2, 2], categories=[1, 2, 3])
    assert [said.code for said in found.sentences] == ["sensitivity.undefined"]
    assert all(math.isnan(scheme.result.estimate) and scheme.result.notes for scheme in found.schemes)
    assert found.text("zh")


def test_own_weights_of_names_without_order_are_kept() -> None:
    found = cc.sensitivity(list("abcaab"), list("abbacb"), weights=[[1, 0, 0], [0, 1, 0.5], [0, 0.5, 1]])
    assert [scheme.name for scheme in found.schemes] == ["identity", "own"]


# --- other measures ---------------------------------------------------------------------------


def test_alpha_is_weighed_by_its_metric() -> None:
    ratings = np.array([[1, 2, 1], [2, 2, 2], [3, 3, 2], [1, 1, np.nan], [3, 3, 3], [2, 3, 3]])
    found = cc.sensitivity(ratings, name="krippendorff_alpha", metric="ordinal")
    by_name = _by_name(found)
    for name, metric in (("identity", "nominal"), ("quadratic", "interval"), ("ordinal", "ordinal")):
        assert by_name[name] == pytest.approx(cc.krippendorff_alpha(ratings, metric=metric).estimate)
    linear = cc.krippendorff_alpha(ratings, metric=lambda a, b: abs(a - b)).estimate
    assert by_name["linear"] == pytest.approx(linear)
    assert found.curve[10].estimate == pytest.approx(linear)


def test_scores_space_the_weights_that_have_a_spacing() -> None:
    ratings = cc.table(ORDINARY, ["a", "b", "c"], scale="ordinal")
    found = cc.sensitivity(ratings, scores=[0, 1, 5])
    assert _by_name(found)["linear"] == pytest.approx(_kappa(ORDINARY, _distance([0, 1, 5])))
    assert _by_name(found)["identity"] == pytest.approx(337 / 657)


def test_a_judge_against_several_people_has_one_curve_on_their_pairs() -> None:
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 5, 300)
    ratings = np.clip(truth[:, None] + rng.integers(-1, 2, (300, 3)), 0, 4)
    compared = judged(cc.as_ratings(ratings, raters=["a", "b", "judge"]), ["a", "b"], "judge")
    found = sensitivity(compared)
    for scheme in found.schemes[:3]:
        plain = compared.measure("cohen_kappa", {"weights": scheme.name})
        assert scheme.result.estimate == pytest.approx(plain.estimate)
        assert scheme.result.se == pytest.approx(plain.se)
    assert found.ccc is not None
    assert found.ccc.estimate == pytest.approx(_by_name(found)["quadratic"])


def test_a_measure_without_weights_lends_the_place_to_a_kappa() -> None:
    compared = judged(cc.table(NEAR, [1, 2, 3, 4]), ["A"], "B", main=("icc", {"form": "A,1"}))
    assert sensitivity(compared).measure == "cohen_kappa"
    three = cc.as_ratings(np.array([[1, 2, 1], [2, 2, 3], [3, 3, 3]]))
    found = sensitivity(together(three, three.raters, "raters", main=("cohen_kappa", {"weights": "radical"})))
    assert (found.measure, found.schemes[-1].name) == ("conger_kappa", "radical")


def test_it_goes_to_json_and_comes_back() -> None:
    found = cc.sensitivity(cc.table(NEAR, [1, 2, 3, 4]))
    back = Sensitivity.from_dict(found.to_dict())
    assert back.to_dict() == found.to_dict()
    assert back.text("zh") == found.text("zh")


def test_what_is_not_known_is_refused_in_a_sentence() -> None:
    with pytest.raises(cc.OptionError, match="name must be one of"):
        cc.sensitivity([1, 2, 3], [1, 2, 3], name="kapa")
    with pytest.raises(cc.OptionError, match="name must be one of"):
        cc.sensitivity([1, 2, 3], [1, 2, 3], name="icc")
    with pytest.raises(cc.OptionError, match="cohen_kappa compares two raters"):
        cc.sensitivity(np.ones((4, 3)), name="cohen_kappa")
    with pytest.raises(cc.OptionError, match="3 × 3"):
        cc.sensitivity([1, 2, 3], [1, 2, 3], weights={"mine": [[1, 0], [0, 1]]})
