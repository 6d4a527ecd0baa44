"""Intervals of measurements that are not normal: who gets them, what they hold, what is said."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from scipy import stats

import concordant as cc
from concordant.coefficients.catalogue import BY_NAME
from concordant.inference.measure import Measure

from ..interpret.saying import assert_said


def scores(n: int, k: int, seed: int = 0, *, bent: bool = False, levels: float = 0.0) -> Any:
    rng = np.random.default_rng(seed)
    y = math.sqrt(0.7) * rng.normal(size=(n, 1)) + math.sqrt(0.3) * rng.normal(size=(n, k))
    return np.exp(0.8 * y) if bent else y + levels * rng.normal(size=(1, k))


def ends(result: cc.Result) -> tuple[float, float]:
    assert result.interval is not None
    return result.interval.low, result.interval.high


def codes(result: cc.Result) -> list[str]:
    return [note.code for note in result.notes]


# --- who gets them ----------------------------------------------------------------------------


@pytest.mark.parametrize(("measure", "options"), [("icc", {"form": "C,1"}), ("ccc", {}), ("sem", {})])
def test_from_thirty_items_on_the_shape_of_the_scores_counts(measure: str, options: dict[str, Any]) -> None:
    few, enough = (cc.agreement(scores(n, 3, bent=True), measure, **options) for n in (29, 30))
    assert few.method.startswith("classical")
    assert enough.method.startswith("adjusted")


def test_with_normal_scores_the_interval_is_hardly_wider() -> None:
    y = scores(200, 3)
    low, high = ends(cc.icc(y, form="C,1"))
    plain = ends(cc.icc(y, form="C,1", interval="classical"))
    assert 1 <= (high - low) / (plain[1] - plain[0]) < 1.1
    assert "shape-of-scores" not in codes(cc.icc(y, form="C,1"))


def test_with_long_tails_it_is_wider_and_says_so() -> None:
    y = scores(100, 3, bent=True)
    result = cc.icc(y, form="C,1")
    low, high = ends(result)
    plain = ends(cc.icc(y, form="C,1", interval="classical"))
    assert high - low > 1.2 * (plain[1] - plain[0])
    assert "shape-of-scores" in codes(result)
    for note in result.notes:
        assert_said(note)


def test_few_items_with_long_tails_are_warned_of() -> None:
    y = scores(24, 2, bent=True, seed=1)
    y[0] = 60, 20
    assert "shape-of-scores" in codes(cc.icc(y, form="1,1"))
    assert "shape-of-scores" not in codes(cc.icc(scores(24, 2), form="1,1"))


@pytest.mark.parametrize("measure", ["g_coefficient", "phi_coefficient", "variance_components"])
def test_what_has_the_textbook_interval_only_says_that_it_may_be_too_narrow(measure: str) -> None:
    assert "shape-of-scores" not in codes(cc.agreement(scores(100, 3), measure))
    result = cc.agreement(scores(100, 3, bent=True), measure)
    assert result.method.startswith("classical")
    (note,) = [one for one in result.notes if one.code == "shape-of-scores"]
    assert "may be too narrow" in note.text
    assert_said(note)
    plain = cc.agreement(scores(100, 3, bent=True), measure, interval="bootstrap", draws=50)
    assert "shape-of-scores" not in codes(plain)


def test_the_forms_of_a_mean_have_the_limits_of_one_rater_stepped_up() -> None:
    y = scores(60, 3, bent=True)
    for one, many in (("1,1", "1,k"), ("C,1", "C,k"), ("A,1", "A,k")):
        stepped = [cc.spearman_brown(x, times=3) for x in ends(cc.icc(y, form=one))]
        assert ends(cc.icc(y, form=many)) == pytest.approx(stepped, rel=1e-6)
    assert ends(cc.cronbach_alpha(y)) == pytest.approx(ends(cc.icc(y, form="C,k")))


def test_effective_degrees_of_freedom_are_those_of_a_jackknife_by_hand() -> None:
    y = scores(40, 3, bent=True, seed=1)

    def log_ratio(part: Any) -> float:
        n, k = part.shape
        rows, columns, mean = part.mean(1, keepdims=True), part.mean(0), part.mean()
        error = ((part - rows - columns + mean) ** 2).sum() / ((n - 1) * (k - 1))
        return math.log(k * ((rows - mean) ** 2).sum() / (n - 1) / error)

    left = np.array([log_ratio(np.delete(y, i, axis=0)) for i in range(40)])
    times = 39 / 40 * ((left - left.mean()) ** 2).sum() / (2 / 39 + 2 / 78)
    assert times > 1.5
    # that variance has 2n/(kurtosis − 1) degrees of freedom, at least 6, so it is compared with t
    off = left - left.mean()
    df = max(2 * 40 / ((off**4).mean() / (off**2).mean() ** 2 - 1), 6)
    by = times * (stats.t.ppf(0.975, df) / stats.norm.ppf(0.975)) ** 2
    method = cc.icc(y, form="C,1").method
    assert method == f"adjusted, F, effective df {39 / by:.0f} and {78 / by:.0f}"


# --- few raters -------------------------------------------------------------------------------


def test_two_raters_who_stand_for_others_say_little_of_others() -> None:
    y = scores(100, 2)
    random, mixed = cc.icc(y), cc.icc(y, model="mixed")
    assert random.method == "adjusted, generalised pivot"
    assert ends(random) == pytest.approx(ends(cc.icc(y, interval="generalised")), abs=0.02)
    assert mixed.method.startswith("adjusted, F")
    assert ends(random)[0] < ends(mixed)[0]
    assert codes(random).count("few-raters") == 1
    assert "few-raters" not in codes(mixed)
    for note in random.notes:
        assert_said(note)


def test_the_test_of_the_pivot_goes_with_its_interval() -> None:
    y = scores(50, 3, levels=0.5)
    low, high = ends(cc.icc(y))
    assert cc.icc(y, null=low, alternative="greater").p_value == pytest.approx(0.025, abs=1e-6)
    assert cc.icc(y, null=high, alternative="less").p_value == pytest.approx(0.025, abs=1e-6)
    assert cc.icc(y, null=low, alternative="two-sided").p_value == pytest.approx(0.05, abs=1e-6)


# --- what they hold ---------------------------------------------------------------------------


def coverage(
    truth: float, samples: list[Any], measure: str, part: str | None = None, **options: Any
) -> tuple[float, float]:
    """How often the truth is held: by the textbook's interval, and by the default."""
    held = np.zeros((len(samples), 2))
    for place, y in enumerate(samples):
        asked = Measure(BY_NAME[measure], cc.as_ratings(y), options)
        estimate = asked.estimate(asked.reduce())
        estimate = estimate if part is None else estimate.parts[part]
        for side, own in enumerate((estimate.classical, estimate.adjusted)):
            assert own is not None
            low, high = own.limits(0.95)
            held[place, side] = low <= truth <= high
    before, after = held.mean(axis=0)
    return float(before), float(after)


def heavy(draws: int, n: int, k: int, df: int = 4) -> list[Any]:
    """Items and errors with the tails of t; variances .7 and .3."""
    rng = np.random.default_rng(17)
    true, error = rng.standard_t(df, (draws, n, 1)), rng.standard_t(df, (draws, n, k))
    return list((math.sqrt(0.7) * true + math.sqrt(0.3) * error) / math.sqrt(df / (df - 2)))


def test_long_tails_are_held_where_the_textbook_does_not() -> None:
    before, after = coverage(0.7, heavy(150, 100, 5), "icc", form="C,1")
    assert before < 0.83  # 70 to 75 % in 1,500 draws
    assert after > 0.9  # 95 %


@pytest.mark.parametrize(("measure", "options"), [("icc", {"form": "C,1"}), ("ccc", {})])
def test_skewed_scores_are_held(measure: str, options: dict[str, Any]) -> None:
    # exp(.8 z), z normal with correlation ρ: covariance ∝ exp(.64 ρ) − 1
    truth = math.expm1(0.64 * 0.7) / math.expm1(0.64)
    samples = [scores(100, 2, seed, bent=True) for seed in range(200)]
    before, after = coverage(truth, samples, measure, **options)
    assert before < 0.87  # 75 to 80 % in 1,000 draws
    assert after > 0.9  # 94 %


def test_the_error_of_measurement_with_long_tails() -> None:
    before, after = coverage(math.sqrt(0.3), heavy(150, 100, 3), "sem", kind="consistency")
    assert before < after - 0.1
    assert after > 0.87  # 94 %


def test_limits_of_agreement_with_long_tails() -> None:
    truth = 1.959964 * math.sqrt(0.6)
    samples = heavy(150, 300, 2)
    before, after = coverage(truth, samples, "bland_altman", "upper limit")
    assert before < after - 0.05
    assert after > 0.88  # 94 %


@pytest.mark.parametrize(("measure", "part"), [("sem", None), ("bland_altman", "upper limit")])
def test_an_infinite_fourth_moment_is_allowed_for_where_300_items_show_it(
    measure: str, part: str | None
) -> None:
    truth = math.sqrt(0.3) if part is None else 1.959964 * math.sqrt(0.6)
    options = {"kind": "consistency"} if part is None else {}
    _, after = coverage(truth, heavy(300, 300, 2, df=3), measure, part, **options)
    assert after > 0.925  # 96 %; without the n^(−1/3) of such a tail 89 %


@pytest.mark.slow
@pytest.mark.parametrize("n", [30, 100, 300])
@pytest.mark.parametrize("k", [2, 3])
def test_normal_scores_are_held_as_before(n: int, k: int) -> None:
    samples = [scores(n, k, seed) for seed in range(1000)]
    _, after = coverage(math.sqrt(0.3), samples, "sem", kind="consistency")
    assert 0.935 < after < 0.975


def test_two_raters_who_differ_in_level_are_held_by_the_pivot() -> None:
    rng = np.random.default_rng(5)
    samples = [scores(30, 2, seed) + math.sqrt(0.2) * rng.normal(size=(1, 2)) for seed in range(120)]
    before, after = coverage(0.7 / 1.2, samples, "icc")
    assert after > 0.9  # 95 % in 300 draws
    assert before < after


@pytest.mark.slow
@pytest.mark.parametrize("measure", ["icc", "ccc"])
def test_bounded_scores_are_held(measure: str) -> None:
    rng = np.random.default_rng(3)
    latent = math.sqrt(0.7) * rng.normal(size=(500, 50, 1)) + math.sqrt(0.3) * rng.normal(size=(500, 50, 3))
    large = math.sqrt(0.7) * rng.normal(size=(10**6, 1)) + math.sqrt(0.3) * rng.normal(size=(10**6, 2))
    s = np.cov((1 / (1 + np.exp(-1.5 - 1.5 * large))).T)
    truth = 2 * s[0, 1] / np.trace(s)
    options = {"form": "C,1"} if measure == "icc" else {}
    _, after = coverage(float(truth), list(1 / (1 + np.exp(-1.5 - 1.5 * latent))), measure, **options)
    assert 0.92 < after < 0.98
