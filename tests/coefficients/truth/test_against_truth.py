"""Raters against a known truth: bias² + error variance, reliability, and what it says of both."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import concordant as cc
from concordant.coefficients.truth.against_truth import against_truth
from concordant.errors import OptionError
from concordant.reduce.moments import of_values


def study(n: int = 60, seed: int = 4) -> Any:
    """True values with variance 100; a precise rater 20 too high, and one without bias but with scatter."""
    rng = np.random.default_rng(seed)
    true = rng.normal(50, 10, n)
    return np.stack([true, true + 20 + rng.normal(0, 1, n), true + rng.normal(0, 5, n)], axis=1)


def named(m: Any, names: list[str], **more: Any) -> Any:
    import pandas

    return cc.as_ratings(pandas.DataFrame(m, columns=names), raters=names, **more)


# --- numbers --------------------------------------------------------------------------------------


def test_the_mean_squared_error_is_bias_squared_plus_error_variance_exactly() -> None:
    m = study()
    result = cc.against_truth(m)
    for part, x in zip(result.parts, m.T[1:], strict=True):
        d, e = part.details, x - m[:, 0]
        assert part.estimate == pytest.approx((e**2).mean(), rel=1e-12)
        assert part.estimate == pytest.approx(d["bias"] ** 2 + d["error_variance"], rel=1e-14)
        assert d["bias"] == pytest.approx(e.mean(), abs=1e-12)
        assert d["error_variance"] == pytest.approx(e.var(), rel=1e-12)
        assert d["rmse"] == pytest.approx(math.sqrt((e**2).mean()), rel=1e-12)
        assert d["share_of_bias"] == pytest.approx(e.mean() ** 2 / (e**2).mean(), rel=1e-12)
        # the divisor falls out: var(T)/(var(T) + var(E))
        assert d["reliability"] == pytest.approx(m[:, 0].var() / (m[:, 0].var() + e.var()), rel=1e-12)
        assert d["pearson"] == pytest.approx(np.corrcoef(m[:, 0], x)[0, 1], abs=1e-12)
        assert d["ccc"] == pytest.approx(cc.ccc(m[:, 0], x).estimate, abs=1e-12)
        assert d["slope"] == pytest.approx(np.polyfit(m[:, 0], x, 1)[0], rel=1e-9)
    assert result.estimate == pytest.approx(np.mean([part.estimate for part in result.parts]), rel=1e-14)


def test_small_numbers_by_hand() -> None:
    # errors 1, 2, 3: bias 2, error variance 2/3, mean squared error 14/3 = 4 + 2/3; var(T) = 8/3
    result = cc.against_truth([0, 2, 4], [1, 4, 7])
    d = result.details
    assert result.estimate == pytest.approx(14 / 3, abs=1e-15)
    assert (d["bias"], d["error_variance"], d["true_variance"]) == pytest.approx((2, 2 / 3, 8 / 3), abs=1e-15)
    assert d["reliability"] == pytest.approx(4 / 5, abs=1e-15)
    assert d["slope"] == pytest.approx(3 / 2, abs=1e-15)
    assert d["share_of_bias"] == pytest.approx(6 / 7, abs=1e-15)
    # t = 2/(1/√3) with 2 degrees of freedom; its p is 1 − t/√(t² + 2) = 1 − √(6/7)
    assert d["bias_se"] == pytest.approx(1 / math.sqrt(3), abs=1e-15)
    assert d["bias_p"] == pytest.approx(1 - math.sqrt(6 / 7), abs=1e-12)
    # t_{.975, 2} = 4.30265…
    assert d["bias_high"] == pytest.approx(2 + 4.302652729911275 / math.sqrt(3), abs=1e-9)


def test_the_two_raters_of_the_document() -> None:
    frame = cc.reliability_and_mse(var_true=100, bias=[20, 0], error_variance=[1, 25])
    # 100/101 and 100/125; 20² + 1 and 0² + 25
    assert frame["reliability"] == pytest.approx([100 / 101, 4 / 5], abs=1e-15)
    assert frame["mse"].tolist() == [401, 25]
    assert [note.code for note in frame.notes] == ["reliable-not-valid", "reliability-is-not-validity"]
    (one,) = cc.reliability_and_mse(var_true=100, bias=20, error_variance=1)
    assert (one["rater"], one["mse"]) == ("rater 1", 401)


def test_intervals_by_influence_values_by_normal_errors_and_by_jackknife_agree() -> None:
    m = study(n=2000)
    ways = [cc.against_truth(m, interval=how) for how in ("analytic", "classical", "jackknife")]
    for results in zip(*([r, *r.parts] for r in ways), strict=True):
        errors = [r.se for r in results]
        assert errors[1:] == pytest.approx([errors[0]] * 2, rel=0.06)
    assert ways[0].parts[1].interval.low > 0  # type: ignore[union-attr]


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    rng = np.random.default_rng(6)
    runs, held = 400, 0
    for _ in range(runs):
        m = of_values(np.stack([np.zeros(30), rng.normal(1, 2, 30)], axis=1), ["t", "x"])
        low, high = against_truth(m).classical.limits(0.95)  # type: ignore[union-attr]
        held += low <= 1 + 4 <= high
    assert held / runs == pytest.approx(0.95, abs=0.033)  # three standard errors


def test_large_values_keep_their_digits() -> None:
    m = np.round(study() * 64) / 64
    assert cc.against_truth(m + 1e9).estimate == pytest.approx(cc.against_truth(m).estimate, rel=1e-12)


def test_a_rater_is_judged_on_the_items_whose_truth_is_known() -> None:
    n = np.nan
    m = np.array([[1, 2, n], [3, n, 4], [n, 9, 9], [5, 6, 8]])
    result = cc.against_truth(m)
    assert [part.estimate for part in result.parts] == [1, 5]  # (1 + 1)/2 and (1 + 9)/2
    assert result.estimate == 3
    assert [part.n_items for part in result.parts] == [2, 2]
    assert result.n_items == 3


# --- who is the truth -----------------------------------------------------------------------------


def test_the_first_rater_is_the_truth_unless_it_is_said_and_a_note_says_so() -> None:
    m = study()
    result = cc.against_truth(m)
    assert result.details["truth"] == "rater 1"
    assert result.notes[0].text == (
        "rater 1, the first rater, was used as the truth; to change this, pass truth=…."
    )
    told = cc.against_truth(m[:, [1, 0, 2]], truth="rater 2")
    assert told.parts[0].estimate == pytest.approx(result.parts[0].estimate, rel=1e-12)
    assert "truth-guessed" not in [note.code for note in told.notes]


def test_the_rater_of_kind_gold_is_the_truth() -> None:
    kinds = {"one": "human", "chart": "gold", "two": "judge"}
    ratings = named(study()[:, [1, 0, 2]], ["one", "chart", "two"], rater_kind=kinds)
    result = cc.against_truth(ratings)
    assert result.details["truth"] == "chart"
    assert [part.category for part in result.parts] == ["one", "two"]
    pair = cc.compare(
        cc.measure("against_truth", ratings), cc.measure("against_truth", ratings.select(["two", "chart"]))
    )
    assert pair.estimate == pytest.approx(result.estimate - result.parts[1].estimate, rel=1e-12)


def test_what_cannot_be_the_truth_is_named() -> None:
    m = study()
    with pytest.raises(OptionError, match=r"truth must be one of .*, got 'rater1'. Did you mean 'rater 1'"):
        cc.against_truth(m, truth="rater1")
    both = named(m, ["a", "b", "c"], rater_kind={"a": "gold", "b": "gold"})
    with pytest.raises(OptionError, match=r"Several raters are of kind gold \(a, b\)"):
        cc.against_truth(both)
    with pytest.raises(OptionError, match="who gave each rating"):
        cc.against_truth(cc.counts([[2, 1], [3, 0], [0, 3]], [0, 1]))
    with pytest.raises(OptionError, match="choose one occasion"):
        against_truth(of_values(m[:, [0, 0, 1, 1]], ["A", "B"], ["1", "2"]))


# --- what it says ---------------------------------------------------------------------------------


def test_reliable_but_not_valid_is_said_and_reliability_is_not_validity() -> None:
    result = cc.against_truth(named(study(), ["gold", "one", "two"], rater_kind={"gold": "gold"}))
    first, second = result.notes
    assert first.code == "reliable-not-valid"
    assert first.text.startswith("one is reliable but not valid: reliability is 0.99")
    assert "of the mean squared error is a constant bias of 20." in first.text
    assert second.code == "reliability-is-not-validity"
    assert second.text.startswith("one is more reliable than two (0.99")
    assert result.details["one"].startswith("bias 20.")


def test_right_on_average_but_not_reliable_is_said() -> None:
    rng = np.random.default_rng(1)
    true = rng.normal(0, 1, 80)
    codes = [note.code for note in cc.against_truth(true, true + rng.normal(0, 2, 80)).notes]
    assert codes == ["truth-guessed", "unbiased-not-reliable"]


def test_a_bias_that_chance_may_have_made_is_not_spoken_of() -> None:
    # errors .5, .1, .9: most of the mean squared error is bias², but t is 2.2 with 2 degrees of freedom
    result = cc.against_truth([1.0, 50, 99], [1.5, 50.1, 99.9])
    assert result.details["share_of_bias"] > 0.5
    assert result.details["bias_p"] > 0.1
    assert [note.code for note in result.notes] == ["truth-guessed"]


def test_a_perfect_rater_and_a_constant_truth() -> None:
    perfect = cc.against_truth([1, 2, 5.5], [1, 2, 5.5])
    assert perfect.estimate == 0
    assert perfect.interval.high > 0  # type: ignore[union-attr]
    assert perfect.details["reliability"] == 1
    constant = cc.against_truth([3, 3, 3.0], [1, 2, 6.0])
    assert constant.estimate == pytest.approx((4 + 1 + 9) / 3)
    assert math.isnan(constant.details["reliability"])
    assert "constant-truth" in [note.code for note in constant.notes]


def test_one_item_and_no_item() -> None:
    one = cc.against_truth([1.5], [3.5])
    assert one.estimate == 4
    assert one.interval is None
    none = cc.against_truth([1, None, 2.5], [None, 3, None])
    assert none.notes[0].code == "no-pairs"
    n = np.nan
    partly = cc.against_truth(np.array([[1, 2, n], [3, 5, n], [n, 9, 9]]))
    assert partly.estimate == 2.5
    assert not partly.parts[1].defined
    assert "No item rated by rater 3 has a true value; the mean is over the other raters." in map(
        str, partly.notes
    )


def test_bad_figures_are_named() -> None:
    with pytest.raises(
        OptionError, match="var_true, the variance of the true values, must be above 0, got 0"
    ):
        cc.reliability_and_mse(var_true=0, bias=1, error_variance=1)
    with pytest.raises(OptionError, match="Give a bias and an error variance"):
        cc.reliability_and_mse(var_true=1, bias=[1, 2], error_variance=[1, -1])
    with pytest.raises(OptionError, match="Give a bias and an error variance"):
        cc.reliability_and_mse(var_true=1, bias=[1, 2, 3], error_variance=[1, 1])


def test_a_summary_gives_what_the_measurements_give() -> None:
    m = study()
    stated = cc.summary(n_items=len(m), means=m.mean(0), sds=m.std(0, ddof=1), correlations=np.corrcoef(m.T))
    ours, theirs = cc.against_truth(stated), cc.against_truth(m, interval="classical")
    assert ours.estimate == pytest.approx(theirs.estimate, rel=1e-9)
    assert ours.interval.low == pytest.approx(theirs.interval.low, rel=1e-9)  # type: ignore[union-attr]
