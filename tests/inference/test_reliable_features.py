"""Which of many features to keep: a test against a threshold, adjusted for their number."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import concordant as cc
from concordant.coefficients.reliability.icc_forms import form_of
from concordant.coefficients.reliability.variance_limits import generalised_p
from concordant.inference.false_discovery import adjusted
from tests.simulated import simulate

FORMS = ("1,1", "1,k", "A,1", "A,k", "C,1", "C,k")


def test_adjusted_p_finds_the_discoveries_of_benjamini_and_hochberg() -> None:
    # Benjamini and Hochberg (1995), section 4.1: fifteen p-values, of which four are discoveries at .05
    low = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459]
    p = [*low, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0]
    q = adjusted(np.array(p[::-1]))
    assert np.count_nonzero(q <= 0.05) == 4
    # the fourth is p·15/4, the last is itself; by any dependence times 1 + 1/2 + … + 1/15
    assert q[-4] == pytest.approx(0.0095 * 15 / 4)
    assert q[0] == 1
    harmonic = sum(1 / i for i in range(1, 16))
    assert adjusted(np.array(p), "by")[3] == pytest.approx(0.0095 * 15 / 4 * harmonic)


def test_adjusted_p_never_falls_and_leaves_gaps_out() -> None:
    # .04·3/2 = .06 and .041·3/3 = .041: the smaller p cannot have the larger q
    q = adjusted(np.array([0.04, np.nan, 0.041, 0.01]))
    np.testing.assert_allclose(q, [0.041, np.nan, 0.041, 0.03])
    assert adjusted(np.array([np.nan])).tolist() != [0.0]


def test_the_test_against_a_threshold_is_that_of_a_single_feature() -> None:
    x = simulate(25, 3, 6, items=np.linspace(1, 30, 6), raters=0.1)
    many = cc.icc_features(x)
    for key in FORMS:
        kept = cc.reliable_features(many, form=key, threshold=0.8, by="estimate")
        for row in kept:
            alone = cc.icc(x[:, :, row["place"]], form=key, null=0.8, scale="interval", interval="classical")
            found = (row["estimate"], row["f"], row["df2"], row["p_value"])
            one = alone.details
            np.testing.assert_allclose(
                found, (alone.estimate, one["statistic"], one["df2"], alone.p_value), rtol=1e-9
            )


def test_a_high_estimate_is_often_luck_and_the_test_holds_its_rate() -> None:
    """Features of true ICC(C,1) .75 (2000) and .97 (500): F is exact for consistency."""
    errors = np.where(np.arange(2500) < 2000, 1 / 3, 0.031)
    many = cc.icc_features(simulate(30, 3, 2500, error=errors), forms=["C,1"])
    by_test = cc.reliable_features(many, form="C,1")
    by_estimate = cc.reliable_features(many, form="C,1", by="estimate")
    false = [float((kept["place"] < 2000).mean()) for kept in (by_test, by_estimate)]
    assert false[0] < 0.06
    assert false[1] > 0.6
    assert (by_test["place"] >= 2000).sum() == 500  # none of the good ones is lost
    careful = cc.reliable_features(many, form="C,1", correction="by")
    assert set(careful["feature"]) < set(by_test["feature"])


def test_p_of_features_at_the_threshold_is_uniform() -> None:
    many = cc.icc_features(simulate(20, 4, 4000, error=1 / 3), forms=["C,1", "C,k", "1,1"])
    for key, threshold in (("C,1", 0.75), ("C,k", 12 / 13), ("1,1", 0.75)):
        p = cc.reliable_features(
            many, form=key, threshold=threshold, by="test", fdr=0.999999, correction="none"
        )
        below = [(p["p_value"] <= level).mean() for level in (0.05, 0.25, 0.5)]
        np.testing.assert_allclose(below, [0.05, 0.25, 0.5], atol=0.03)


def test_where_raters_differ_in_level_only_the_generalised_test_holds_its_level() -> None:
    """ICC(A,1) is .75 throughout: items .75, raters .15, error .10."""
    many = cc.icc_features(simulate(40, 3, 4000, items=0.75, raters=0.15, error=0.1), forms=["A,1"])
    options = {"fdr": 0.05, "correction": "none"}
    f, careful = (len(cc.reliable_features(many, test=t, **options)) / 4000 for t in ("f", "generalised"))
    assert f > 0.12
    assert careful == pytest.approx(0.05, abs=0.02)


@pytest.mark.parametrize(("n", "k"), [(15, 2), (40, 3), (12, 6)])
def test_generalised_p_is_that_of_its_pivot(n: int, k: int) -> None:
    many = cc.icc_features(simulate(n, k, 4, items=2.0, raters=0.2, error=0.4), forms=["A,1"])
    ms = many.mean_squares(form_of("A,1"))
    rng = np.random.default_rng(1)
    q = [rng.chisquare(df, 200_000) for df in (n - 1, k - 1, (n - 1) * (k - 1))]
    for place, p in enumerate(generalised_p(ms, 0.7)):
        sums = [getattr(ms, x)[place] * getattr(ms, f"df_{x}")[place] for x in ("items", "raters", "error")]
        s, r, e = (total / draw for total, draw in zip(sums, q, strict=True))
        items, raters = (s - e) / k, (r - e) / n
        assert p == pytest.approx((items <= 0.7 * (items + raters + e)).mean(), abs=0.005)


def test_the_mean_of_raters_is_tested_as_one_rater_is_at_the_threshold_stepped_down() -> None:
    # of three raters, .9 for the mean is .9/(3 − 2·.9) = .75 for one
    many = cc.icc_features(simulate(20, 3, 30, items=np.linspace(1, 20, 30), raters=0.1))
    for test in ("f", "generalised"):
        options: dict[str, Any] = {"test": test, "by": "test", "fdr": 0.9999, "correction": "none"}
        one = cc.reliable_features(many, form="A,1", threshold=0.75, **options)
        mean = cc.reliable_features(many, form="A,k", threshold=0.9, **options)
        np.testing.assert_allclose(mean["p_value"], one["p_value"], rtol=1e-9)


def test_perfect_features_are_kept_by_every_test() -> None:
    x = simulate(10, 3, 3, error=1e-6)
    x[:, :, 1] = x[:, :1, 1]
    many = cc.icc_features(x)
    for options in ({}, {"test": "generalised"}, {"form": "C,k"}, {"by": "estimate"}):
        assert 1 in cc.reliable_features(many, **options)["place"]  # type: ignore[arg-type]


def test_undefined_features_are_never_kept_and_parts_can_be_filtered_too() -> None:
    x = simulate(30, 3, 8, items=40.0)
    x[:, :, 2] = 1.0
    x[4, 1, 5] = np.nan
    many = cc.icc_features(x)
    assert cc.reliable_features(many)["place"].tolist() == [0, 1, 3, 4, 5, 6, 7]
    assert cc.reliable_features(many, test="generalised", threshold=0.5)["place"].tolist() == [
        0,
        1,
        3,
        4,
        5,
        6,
        7,
    ]
    part = many.where(np.arange(8) >= 4)
    assert cc.reliable_features(part)["feature"].tolist() == [f"feature {i}" for i in (5, 6, 7, 8)]
    assert len(cc.reliable_features(many.where(np.zeros(8, dtype=bool)))) == 0


def test_what_the_filter_did_is_said() -> None:
    many = cc.icc_features(simulate(20, 3, 40, items=np.linspace(1, 9, 40)))
    kept = cc.reliable_features(many, threshold=0.7)
    assert kept.title == f"{len(kept)} of 40 features kept: ICC(A,1) of at least 0.7 by test"
    assert [note.code for note in kept.notes] == ["estimate-only", "few-raters"]
    by_limit = cc.reliable_features(many, threshold=0.7, by="lower", form="ICC(3,1)")
    assert (by_limit["conf_low"] >= 0.7).all()
    assert [note.code for note in by_limit.notes] == ["estimate-only", "not-adjusted"]
    assert by_limit.options["form"] == "C,1"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"by": "limit"}, "by must be one of ['test', 'lower', 'estimate'], got 'limit'"),
        ({"test": "t"}, "test must be one of ['f', 'generalised'], got 't'"),
        ({"correction": "bonferroni"}, "correction must be one of ['bh', 'by', 'none']"),
        ({"threshold": 1.0}, "threshold must be an intraclass correlation below 1"),
        ({"threshold": "high"}, "threshold must be a number, got 'high'."),
        ({"fdr": 5}, "fdr must be a false discovery rate between 0 and 1"),
        ({"form": "C,1"}, "'C,1' was not requested: icc_features computed the forms ['A,1']."),
    ],
)
def test_a_wrong_filter_is_refused(options: dict[str, Any], said: str) -> None:
    with pytest.raises(cc.OptionError) as problem:
        cc.reliable_features(cc.icc_features(simulate(4, 2, 2), forms=["A,1"]), **options)
    assert said in str(problem.value)


def test_the_filter_takes_features_only() -> None:
    with pytest.raises(cc.OptionError, match="needs the result of icc_features"):
        cc.reliable_features(cc.icc([[1, 2], [2, 2], [3, 4]]))  # type: ignore[arg-type]
