"""Rater profiles: by hand, by brute force, beside the catalogue, and at their edges."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from concordant.coefficients.catalogue import BY_NAME
from concordant.inference.measure import Measure
from concordant.interpret.raters.profiles import RaterProfile, rater_profiles
from concordant.language.render import topic
from concordant.ratings.scale import Scale
from concordant.reduce.judge_vs_people import against
from tests.interpret.raters_made import QUADRATIC, VALUES, codes_said, made, noisy, one, simulated

# --- by hand and by brute force -----------------------------------------------------------------


def test_severity_and_spread_by_hand() -> None:
    # r0: 1 2 4; r1: 1 1 2; r2: – 1 2. Others of r0: 1, 1, 2, so r0 is 0, 1, 2 above: mean 1, s = 1,
    # se = 1/√3. Means 7/3 and 4/3; mean squares 21/3 and 6/3, variances 7 − 49/9 = 14/9 and 2 − 16/9 = 2/9,
    # so that the ratio of standard deviations is √7
    p = one(made([[0, 0, -1], [1, 0, 0], [2, 1, 1]]), "r0")
    assert p.severity is not None
    assert p.spread is not None
    assert (p.severity.estimate, p.severity.se) == (pytest.approx(1), pytest.approx(1 / math.sqrt(3)))
    assert (p.mean, p.others_mean) == (pytest.approx(7 / 3), pytest.approx(4 / 3))
    assert (p.sd, p.others_sd) == (pytest.approx(math.sqrt(14) / 3), pytest.approx(math.sqrt(2) / 3))
    assert p.spread.estimate == pytest.approx(math.sqrt(7))
    assert p.never == (8,)
    assert [u.own for u in p.use] == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0])
    assert [u.others for u in p.use] == pytest.approx([2 / 3, 1 / 3, 0, 0])
    assert p.exact is not None
    assert p.exact.estimate == pytest.approx(1 / 3)  # of three items, only the first is the same


def test_severity_is_what_a_loop_over_items_gives() -> None:
    codes = noisy()
    values = np.where(codes < 0, np.nan, np.array(VALUES, dtype=float)[codes])
    for g, p in enumerate(rater_profiles(made(codes), QUADRATIC)):
        gaps = []
        for row in values:
            others = np.delete(row, g)
            if not np.isnan(row[g]) and not np.isnan(others).all():
                gaps.append(row[g] - np.nanmean(others))
        assert p.severity is not None
        assert p.severity.interval is not None
        assert p.severity.estimate == pytest.approx(np.mean(gaps))
        assert p.severity.se == pytest.approx(np.std(gaps, ddof=1) / math.sqrt(len(gaps)))
        assert p.severity.interval.high > p.severity.estimate
        assert (p.n_shared, p.n_items) == (len(gaps), (codes[:, g] >= 0).sum())


@pytest.mark.slow
def test_the_error_of_the_spread_is_that_of_a_jackknife() -> None:
    codes = noisy(n=75, gaps=0.2)
    whole = one(made(codes), "r1").spread
    left = []
    for i in range(len(codes)):
        part = one(made(np.delete(codes, i, axis=0)), "r1").spread
        assert part is not None
        left.append(math.log(part.estimate))
    n = len(left)
    assert whole is not None
    jackknife = math.sqrt((n - 1) / n * ((np.array(left) - np.mean(left)) ** 2).sum())
    assert whole.se / whole.estimate == pytest.approx(jackknife, rel=0.03)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("exact_agreement", {}),
        ("cohen_kappa", {}),
        ("cohen_kappa", {"weights": "quadratic"}),
        ("gwet_ac", {"weights": "linear"}),
        ("krippendorff_alpha", {"metric": "ordinal"}),
        ("mean_absolute_error", {}),
        ("conger_kappa", {}),
        ("icc", {"form": "A,1"}),
    ],
)
@pytest.mark.parametrize("raters", [2, 4])
def test_agreement_with_the_rest_is_the_catalogues_on_pairs_of_an_item(
    name: str, options: Any, raters: int
) -> None:
    r = made(noisy(raters=raters, gaps=0.2 if name != "icc" else 0.0))
    others = [x for x in r.raters if x != "r1"]
    rows, _ = against(r, others, "r1")
    met = rows.rows((rows.columns[0] >= 0) & (rows.columns[1] >= 0))
    expected = Measure(BY_NAME[name], met, options).result()
    found = one(r, "r1", (name, options)).main
    assert found.interval is not None
    assert expected.interval is not None
    assert found.estimate == pytest.approx(expected.estimate, rel=1e-12)
    assert found.se == pytest.approx(expected.se, rel=1e-9)
    assert (found.interval.low, found.interval.high) == pytest.approx(
        (expected.interval.low, expected.interval.high), rel=1e-9
    )
    assert found.n_items == pytest.approx(expected.n_items)


# --- equal data, equal answers ------------------------------------------------------------------


def test_a_row_that_stands_for_many_items_is_that_many_items() -> None:
    r = made(noisy(n=40))
    copies = np.random.default_rng(1).integers(1, 5, len(r))
    weighed = replace(r, weights=copies.astype(float))
    repeated = r.rows(np.repeat(np.arange(len(r)), copies))
    for a, b in zip(rater_profiles(weighed, QUADRATIC), rater_profiles(repeated, QUADRATIC), strict=True):
        for x, y in ((a.severity, b.severity), (a.spread, b.spread), (a.exact, b.exact), (a.main, b.main)):
            assert x is not None
            assert y is not None
            assert (x.estimate, x.se) == (pytest.approx(y.estimate), pytest.approx(y.se))
        assert (a.n_items, a.n_shared, a.share) == (b.n_items, b.n_shared, pytest.approx(b.share))


def test_items_that_vary_together_widen_the_interval() -> None:
    codes = np.repeat(noisy(n=30), 4, axis=0)
    alone = one(made(codes), "r0").severity
    clustered = one(made(codes, clusters=np.repeat(np.arange(30), 4)), "r0").severity
    single = one(made(codes[::4]), "r0").severity
    assert alone is not None
    assert clustered is not None
    assert single is not None
    assert clustered.estimate == pytest.approx(alone.estimate)
    assert clustered.se == pytest.approx(single.se)  # four copies of a cluster say no more than one
    assert clustered.se > 1.5 * alone.se


def test_references_say_who_the_others_are() -> None:
    r = made([[0, 1, 3], [1, 1, 3], [1, 2, 3], [0, 0, 3]])
    p = one(r, "r0", references=["r1"])
    # r1 − r0 is 1, 0, 2, 0 points, so r0 is 3/4 below
    assert p.severity is not None
    assert p.severity.estimate == pytest.approx(-3 / 4)
    assert [x.rater for x in rater_profiles(r, QUADRATIC, raters=["r2"], references=["r0", "r1"])] == ["r2"]


# --- names, gaps, edges -------------------------------------------------------------------------


def test_names_without_order_have_use_of_categories_instead_of_severity() -> None:
    rng = np.random.default_rng(0)
    codes = np.repeat(rng.integers(0, 3, 300)[:, None], 3, axis=1)
    codes[rng.random(300) < 0.3, 0] = 2  # r0 says "c" too often
    p, q, _ = rater_profiles(made(codes, Scale.nominal(list("abcd"))), ("cohen_kappa", {}))
    assert (p.severity, p.spread) == (None, None)
    assert math.isnan(p.mean)
    assert "more-often" in codes_said(p)
    assert "less-often" in codes_said(p)
    gap = next(u for u in p.use if u.category == "c")
    assert gap.difference == pytest.approx((codes[:, 0] == 2).mean() - (codes[:, 1] == 2).mean())
    assert gap.low < gap.difference < gap.high
    assert p.never == ("d",)
    assert "never" not in codes_said(p)  # nobody else used it either
    assert codes_said(q)[0] == "exact"


def test_a_category_that_only_the_others_use_is_told() -> None:
    codes = np.array([[2, 3, 3]] * 10 + [[0, 0, 0]] * 10 + [[1, 1, 1]] * 10)
    p = one(made(codes), "r0")
    assert p.never == (8,)
    assert p.said[-1].text() == (
        "r0 never used 8, which accounts for 33% of the others' ratings of the same items."
    )


def test_one_and_the_same_rating_is_no_spread() -> None:
    p = one(made([[1, 0], [1, 1], [1, 3]]), "r0")
    assert p.spread is not None
    assert (p.spread.estimate, p.spread.interval) == (0, None)
    assert "constant" in codes_said(p)
    other = one(made([[1, 0], [1, 1], [1, 3]]), "r1").spread
    assert other is not None
    assert math.isnan(other.estimate)
    assert other.notes[0].code == "no-variation"


@pytest.mark.parametrize("codes", [[[0], [1]], [[0, -1], [-1, 1]]])
def test_a_rater_whom_nobody_can_be_compared_with_says_so(codes: Any) -> None:
    p = rater_profiles(made(codes), QUADRATIC)[0]
    assert p.severity is not None
    assert math.isnan(p.severity.estimate)
    assert math.isnan(p.main.estimate)
    assert codes_said(p) == ["nobody"]
    assert p.n_items > 0


def test_one_item_has_no_interval() -> None:
    p = one(made([[0, 2]]), "r0")
    assert p.severity is not None
    assert (p.severity.estimate, p.severity.interval) == (-3, None)


def test_perfect_agreement_has_an_interval_that_does_not_claim_certainty() -> None:
    p = one(made([[0, 0, 0], [1, 1, 1], [2, 2, 2], [3, 3, 3]]), "r0")
    assert p.severity is not None
    assert p.severity.estimate == 0
    assert p.exact is not None
    assert p.exact.estimate == 1
    assert p.exact.interval is not None
    assert p.exact.interval.low < 1


def test_counts_without_names_have_no_profiles() -> None:
    assert rater_profiles(replace(made(noisy()), anonymous=True), QUADRATIC) == ()


def test_profiles_are_strict_json_and_return() -> None:
    r = simulated(60, shift=3)
    for p in rater_profiles(r, ("mean_absolute_error", {})):
        told = json.dumps(p.to_dict(), allow_nan=False)
        assert RaterProfile.from_dict(json.loads(told)).to_dict() == p.to_dict()


# --- words --------------------------------------------------------------------------------------


def test_the_words_are_as_written_in_both_languages() -> None:
    # r0 is one point above on 8 of 10 items: 0.8 ± t(9)·0.4216/√10 = 0.8 ± 2.262·0.1333
    codes = np.array([[1, 0]] * 4 + [[3, 2]] * 4 + [[0, 0], [2, 2]])
    p = one(made(codes, Scale.ordinal([1, 2, 3, 4])), "r0", ("exact_agreement", {}))
    assert [s.text() for s in p.said] == [
        "Exact agreement of r0 with the other raters is 20% (10 items).",
        "r0 is more lenient than the others on the same items, by 0.80 points (0.50 to 1.10).",
    ]
    assert [s.text("zh") for s in p.said] == [
        "r0 与其他评分者的完全一致率为 20%（10 个条目）。",
        "在相同条目上，r0 比其他评分者平均高 0.80 分，评分偏宽（0.50 至 1.10）。",
    ]


def test_every_sentence_is_there_in_both_languages() -> None:
    for key, said in topic("profiles").items():
        assert [*said] == ["en", "zh"], key
