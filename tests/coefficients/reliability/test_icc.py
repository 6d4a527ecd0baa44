"""The intraclass correlation: forms, F tests, limits, and how it stands to other coefficients."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import concordant as cc
from concordant.coefficients.reliability.icc_forms import FORMS, form_of
from concordant.surfaces.cli.main import main

SINGLE = ("1,1", "A,1", "C,1")
ALL = ("1,1", "1,k", "A,1", "A,k", "C,1", "C,k")


def data(seed: int, n: int = 12, raters: int = 3) -> Any:
    rng = np.random.default_rng(seed)
    return rng.normal(0, 1, (n, 1)) + rng.normal(0, 0.4, raters) + rng.normal(0, 0.6, (n, raters))


def by_hand(x: Any) -> dict[str, float]:
    """Shrout and Fleiss's six formulas, from the sums of squares of the raw ratings."""
    n, k = x.shape
    grand = x.mean()
    bms = k * ((x.mean(1) - grand) ** 2).sum() / (n - 1)
    wms = ((x - x.mean(1, keepdims=True)) ** 2).sum() / (n * (k - 1))
    jms = n * ((x.mean(0) - grand) ** 2).sum() / (k - 1)
    ems = ((x - x.mean(1, keepdims=True) - x.mean(0) + grand) ** 2).sum() / ((n - 1) * (k - 1))
    return {
        "1,1": (bms - wms) / (bms + (k - 1) * wms),
        "1,k": (bms - wms) / bms,
        "A,1": (bms - ems) / (bms + (k - 1) * ems + k * (jms - ems) / n),
        "A,k": (bms - ems) / (bms + (jms - ems) / n),
        "C,1": (bms - ems) / (bms + (k - 1) * ems),
        "C,k": (bms - ems) / bms,
    }


@given(st.integers(0, 10**6), st.sampled_from(ALL))
def test_the_six_estimates_are_shrout_and_fleisss_formulas(seed: int, form: str) -> None:
    x = data(seed)
    assert cc.icc(x, form=form).estimate == pytest.approx(by_hand(x)[form], rel=1e-10)


def test_ten_forms_are_six_estimates() -> None:
    assert len(FORMS) == 10
    assert len({f.key for f in FORMS}) == 6
    assert [f.shrout_fleiss for f in FORMS].count(None) == 4
    assert len({f.meaning for f in FORMS}) == 10


@pytest.mark.parametrize(
    ("name", "key", "raters"),
    [
        ("ICC1", "1,1", "nested"), ("ICC(k)", "1,k", "nested"), ("ICC(1)", "1,1", "nested"),
        ("ICC2", "A,1", "random"), ("ICC2k", "A,k", "random"), ("2,k", "A,k", "random"),
        ("ICC(3,1)", "C,1", "mixed"), ("ICC3k", "C,k", "mixed"), ("icc(a, 1)", "A,1", "random"),
    ],
)  # fmt: skip
def test_every_usual_name_is_understood(name: str, key: str, raters: str) -> None:
    assert (form_of(name).key, form_of(name).raters) == (key, raters)


def test_a_name_that_is_none_is_refused() -> None:
    with pytest.raises(cc.OptionError, match="form must be one of"):
        cc.icc(data(0), form="B,1")
    with pytest.raises(cc.OptionError, match="has random raters"):
        cc.icc(data(0), form="ICC(2,1)", model="mixed")


def test_random_and_mixed_raters_give_one_number_and_two_conclusions() -> None:
    x = data(1)
    random, mixed = (cc.icc(x, form="A,1", model=m) for m in ("random", "mixed"))
    assert random.estimate == mixed.estimate
    assert "other raters like these" in random.details["meaning"]
    assert "these raters only" in mixed.details["meaning"]
    assert random.title != mixed.title


@pytest.mark.parametrize(
    ("answers", "name"),
    [
        ({"same_raters": False}, "ICC(1)"),
        ({}, "ICC(A,1)"),
        ({"average": True}, "ICC(A,k)"),
        ({"generalise": False, "absolute": False}, "ICC(C,1)"),
    ],
)
def test_four_questions_lead_to_a_form(answers: dict[str, bool], name: str) -> None:
    assert cc.icc_form(**answers).mcgraw_wong == name


def test_raters_of_their_own_cannot_be_consistent() -> None:
    with pytest.raises(cc.OptionError, match="only absolute agreement"):
        cc.icc_form(same_raters=False, absolute=False)


# --- what moves it, and what does not ---------------------------------------------------------------


@given(st.integers(0, 10**6), st.floats(-5, 5), st.floats(0.1, 20), st.sampled_from(ALL))
def test_shift_and_scale_of_all_ratings_change_nothing(
    seed: int, shift: float, times: float, form: str
) -> None:
    x = data(seed)
    a, b = cc.icc(x, form=form), cc.icc(shift + times * x, form=form)
    assert a.estimate == pytest.approx(b.estimate, abs=1e-9)
    assert a.interval is not None
    assert b.interval is not None
    assert a.interval.low == pytest.approx(b.interval.low, abs=1e-8)


@given(st.integers(0, 10**6), st.floats(1, 10))
def test_a_rater_of_constant_bias_lowers_agreement_and_not_consistency(seed: int, bias: float) -> None:
    x = data(seed)
    shifted = x + np.array([0, 0, bias + np.abs(x.mean(0)).max() * 3])
    assert cc.icc(shifted, form="C,1").estimate == pytest.approx(cc.icc(x, form="C,1").estimate, abs=1e-9)
    assert cc.icc(shifted, form="A,1").estimate < cc.icc(x, form="A,1").estimate


def test_measurements_around_a_billion_give_the_same() -> None:
    x = np.round(data(3, n=50), 2)
    assert cc.icc(x + 1e9).estimate == pytest.approx(cc.icc(x).estimate, abs=1e-6)


@given(st.integers(0, 10**6))
def test_agreement_is_not_above_consistency_where_raters_differ(seed: int) -> None:
    """F2: ICC(A,1) ≤ ICC(C,1) whenever MS_r ≥ MS_e, for a positive ICC."""
    x = data(seed)
    a, c = (cc.icc(x, form=f) for f in ("A,1", "C,1"))
    if a.details["ms_raters"] >= a.details["ms_error"] and c.estimate > 0:
        assert a.estimate <= c.estimate + 1e-12


def test_a_mean_of_raters_is_stepped_up_from_one() -> None:
    x = data(5)
    one = cc.icc(x, form="A,1")
    for times in (2, 3, 7):
        mean = cc.icc(x, form="A,k", averaged=times)
        assert mean.estimate == pytest.approx(cc.spearman_brown(one.estimate, times))
        assert mean.interval is not None
        assert one.interval is not None
        assert mean.interval.low == pytest.approx(cc.spearman_brown(one.interval.low, times))


# --- F -------------------------------------------------------------------------------------------


@given(st.integers(0, 10**6), st.sampled_from(ALL), st.floats(-0.1, 0.8))
def test_the_f_test_rejects_just_outside_the_one_sided_interval(seed: int, form: str, null: float) -> None:
    """p against the lower end of a 90 % interval is 5 %: test and interval are one thing.

    For ICC(A,.) the interval takes its degrees of freedom at the estimate, the test at the tested value,
    so there they agree only roughly.
    """
    x = data(seed, n=20)
    low = cc.icc(x, form=form, level=0.9).interval.low  # type: ignore[union-attr]
    p = cc.icc(x, form=form, null=low).p_value
    if form.startswith("A"):
        assert 0.01 < p < 0.15
    else:
        assert p == pytest.approx(0.05, abs=1e-6)
    assert 0 <= cc.icc(x, form=form, null=null).p_value <= 1


def test_the_f_test_of_zero_is_that_of_items_over_error() -> None:
    # B2, B18: F = MS_items/MS_error with its own degrees of freedom, also for ICC(A,.); not rater bias
    x = data(6, n=15, raters=4)
    r = cc.icc(x, form="A,1")
    f = r.details["ms_items"] / r.details["ms_error"]
    assert (r.details["statistic"], r.details["df1"], r.details["df2"]) == pytest.approx((f, 14, 42))
    assert r.p_value == pytest.approx(stats.f.sf(f, 14, 42))
    shifted = cc.icc(x + np.arange(4) * 10, form="A,1")
    assert shifted.p_value == pytest.approx(r.p_value)


def test_alternatives_are_the_tails_of_f() -> None:
    x = data(7)
    up, down, both = (cc.icc(x, null=0.5, alternative=a).p_value for a in ("greater", "less", "two-sided"))
    assert up + down == pytest.approx(1)
    assert both == pytest.approx(2 * min(up, down))
    assert cc.icc(x, null=0.5).p_value == up


def test_a_null_of_1_is_refused() -> None:
    with pytest.raises(cc.OptionError, match="below 1"):
        cc.icc(data(0), null=1)


@pytest.mark.parametrize("form", SINGLE)
def test_intervals_cover_as_often_as_they_say(form: str) -> None:
    """Known components, 800 simulated studies; ICC(A,1) is approximate with few raters."""
    rng = np.random.default_rng(11)
    raters, error = (0.0, 0.8) if form == "1,1" else (0.3, 0.8)
    true = 1 / (1 + error + (0 if form == "C,1" else raters))
    covered = 0
    for _ in range(800):
        x = (
            rng.normal(0, 1, (25, 1))
            + rng.normal(0, math.sqrt(raters), 5)
            + rng.normal(0, math.sqrt(error), (25, 5))
        )
        low, high = _limits(x, form)
        covered += low <= true <= high
    assert 0.925 <= covered / 800 <= 0.975


def _limits(x: Any, form: str) -> Any:
    from concordant.coefficients.reliability.icc_intervals import icc_limits
    from concordant.coefficients.reliability.mean_squares import mean_squares
    from concordant.reduce.moments import of_values

    f = form_of(form)
    ms = mean_squares(of_values(x, "abcde"), one_way=f.raters == "nested")
    return icc_limits(ms, f, 1.0, 0.95)


def test_influence_bootstrap_and_jackknife_tell_the_same_spread() -> None:
    x = data(8, n=400)
    ses = [cc.icc(x, interval=i, rng=1).se for i in ("analytic", "jackknife", "bootstrap")]
    assert max(ses) / min(ses) < 1.08


def test_two_forms_on_the_same_items_can_be_compared() -> None:
    x = data(9, n=60)
    ratings = cc.as_ratings(x)
    d = cc.compare(cc.measure("icc", ratings, form="C,1"), cc.measure("icc", ratings, form="A,1"))
    assert d.estimate == pytest.approx(by_hand(x)["C,1"] - by_hand(x)["A,1"])
    assert d.details["paired"]
    assert d.se > 0


# --- where there is nothing to say ------------------------------------------------------------------


def test_one_item_is_undefined_and_says_so() -> None:
    assert cc.icc([[1.5, 2.5]]).notes[0].code == "one-item"


def test_ratings_that_are_all_the_same_are_undefined_and_say_so() -> None:
    result = cc.icc([[2.5, 2.5], [2.5, 2.5], [2.5, 2.5]])
    assert math.isnan(result.estimate)
    assert result.notes[0].code == "no-variation"


def test_nobody_rated_the_same_item_is_undefined_and_says_so() -> None:
    assert cc.icc([[1.5, None], [None, 2.5], [3.5, None]]).notes[0].code == "no-pairs"


def test_no_complete_item_is_said_where_complete_items_were_asked_for() -> None:
    x = [[1.5, 2.0, None], [2.5, None, 2.0], [None, 3.5, 3.0], [1.0, 2.5, None]]
    assert cc.icc(x, method="anova").notes[0].code == "no-complete-items"


def test_one_rater_and_text_and_infinity_get_one_clear_sentence() -> None:
    with pytest.raises(cc.OptionError, match="compares raters, but there is only one"):
        cc.icc([{"item": i, "rater": "a", "value": i + 0.5} for i in range(4)])
    with pytest.raises(cc.InputError, match="mix text"):
        cc.icc([[1.5, "x"], [2.5, 3.0]])
    with pytest.raises(cc.InputError, match="infinite"):
        cc.icc([[1.5, math.inf], [2.5, 3.0]])
    with pytest.raises(cc.OptionError, match="needs numbers"):
        cc.icc(["low", "high", "low"], ["low", "low", "high"], categories=["low", "high"])


def test_a_negative_estimate_is_shown_with_a_note() -> None:
    # items do not differ but raters disagree: MS_items < MS_error
    result = cc.icc([[1.0, 2.0, 3.0], [3.0, 1.0, 2.0], [2.0, 3.0, 1.0]])
    assert result.estimate < 0
    assert "negative-variance" in [note.code for note in result.notes]


def test_perfect_agreement_is_1_and_not_certain() -> None:
    x = np.repeat(np.array([[1.0], [2.5], [3.5], [7.0], [4.0]]), 3, axis=1)
    result = cc.icc(x)
    assert result.estimate == 1
    assert result.interval is not None
    assert result.interval.low < 1


def test_counts_do_not_say_who_rated_and_still_have_a_one_way_icc() -> None:
    counts = cc.counts([[3, 0, 0], [0, 3, 0], [0, 1, 2], [2, 1, 0]], categories=[1, 2, 3])
    expected = by_hand(np.array([[1, 1, 1], [2, 2, 2], [2, 3, 3], [1, 1, 2]], dtype=float))["1,1"]
    assert cc.icc(counts, form="1,1").estimate == pytest.approx(expected)
    with pytest.raises(cc.OptionError, match="who gave each rating"):
        cc.icc(counts)


# --- from mean squares ------------------------------------------------------------------------------


def test_mean_squares_are_enough() -> None:
    x = data(2, n=20, raters=5)
    seen = cc.icc(x)
    stated = cc.mean_squares(
        items=seen.details["ms_items"], raters=seen.details["ms_raters"], error=seen.details["ms_error"],
        n_items=20, n_raters=5,
    )  # fmt: skip
    for form in ALL:
        a, b = cc.icc(x, form=form), cc.icc(stated, form=form)
        assert a.estimate == pytest.approx(b.estimate)
        assert a.interval is not None
        assert b.interval is not None
        assert (a.interval.low, a.interval.high, a.p_value) == pytest.approx(
            (b.interval.low, b.interval.high, b.p_value)
        )
    with pytest.raises(cc.OptionError, match="nothing can be resampled"):
        cc.icc(stated, interval="bootstrap")


def test_one_way_mean_squares_have_one_way_forms_only() -> None:
    stated = cc.mean_squares(items=10, error=2, n_items=8, n_raters=3)
    assert cc.icc(stated, form="1,1").estimate == pytest.approx((10 - 2) / (10 + 2 * 2))
    with pytest.raises(cc.OptionError, match="who gave each rating"):
        cc.icc(stated)


# --- the questions, on the command line -------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "typed", "expected"),
    [
        ([], "y\ny\ny\nn\n", "ICC(A,1)"),
        ([], "n\ny\n", "ICC(k)"),
        (["--same-raters", "--no-generalise", "--no-absolute", "--average"], "", "ICC(C,k)"),
        (["--lang", "zh", "--no-same-raters", "--no-average"], "", "ICC(1)"),
    ],
)
def test_four_answers_name_the_form(options: list[str], typed: str, expected: str) -> None:
    done = CliRunner().invoke(main, ["icc-form", *options], input=typed)
    assert done.exit_code == 0
    assert expected in done.output
    if "zh" in options:
        assert "单因素随机效应" in done.output
        assert "Meaning" not in done.output
