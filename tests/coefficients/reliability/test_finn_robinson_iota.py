"""Finn's coefficient, Robinson's A and iota: sums of squares with and without gaps, and their limits."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from scipy.stats import chi2
from scipy.stats import f as f_distribution

import concordant as cc
from concordant.coefficients.reliability.finn import finn_coefficient
from concordant.coefficients.reliability.iota import iota
from concordant.coefficients.reliability.robinson import robinson_a
from concordant.coefficients.reliability.sums_of_squares import scatter
from concordant.errors import OptionError
from concordant.reduce.moments import of_values

SMALL = np.array([[1, 2], [2, 4], [5, 6.0]])


def scores(n: int = 30, raters: int = 4, gaps: float = 0.0, seed: int = 2) -> Any:
    rng = np.random.default_rng(seed)
    m = rng.normal(3, 1, (n, 1)) + rng.normal(0, 0.8, (n, raters)) + rng.normal(0, 0.5, raters)
    m = np.clip(np.round(m), 1, 5)
    m[rng.random(m.shape) < gaps] = np.nan
    return m


def residual_squares(m: Any, *, items: bool, raters: bool) -> tuple[float, int]:
    """Least squares on indicator columns, over items with two ratings or more; and the rank of the model."""
    m = m[(~np.isnan(m)).sum(axis=1) >= 2]
    i, g = np.nonzero(~np.isnan(m))
    parts = [np.ones((len(i), 1))]
    parts += [np.eye(len(m))[i]] if items else []
    parts += [np.eye(m.shape[1])[g]] if raters else []
    design, y = np.concatenate(parts, axis=1), m[i, g]
    fitted = design @ np.linalg.lstsq(design, y, rcond=None)[0]
    return float(((y - fitted) ** 2).sum()), len(y) - int(np.linalg.matrix_rank(design))


# --- sums of squares ------------------------------------------------------------------------------


@pytest.mark.parametrize("gaps", [0.0, 0.4, 0.7])
def test_sums_of_squares_are_those_of_least_squares(gaps: float) -> None:
    m = scores(gaps=gaps)
    s = scatter(of_values(m, list("abcd")))
    for found, df, model in (
        (s.within, s.df_within, {"items": True, "raters": False}),
        (s.error, s.df_error, {"items": True, "raters": True}),
        (s.total, None, {"items": False, "raters": False}),
        (s.within_raters, None, {"items": False, "raters": True}),
    ):
        squares, left = residual_squares(m, **model)
        assert float(found) == pytest.approx(squares, rel=1e-11)
        assert df is None or float(df) == left


def test_raters_who_never_meet_are_not_compared() -> None:
    n = np.nan
    m = np.array([[1, 2, n, n], [3, 5, n, n], [n, n, 4, 4], [n, n, 2, 3], [n, n, 1, 1.0]])
    s = scatter(of_values(m, list("abcd")))
    squares, df = residual_squares(m, items=True, raters=True)
    assert (float(s.error), float(s.df_error)) == pytest.approx((squares, df))  # 10 − 5 − 2 = 3


def test_large_values_keep_their_digits() -> None:
    m = scores(gaps=0.2)
    for ask in (cc.robinson_a, cc.finn_coefficient):
        for kind in ("agreement", "consistency"):
            options: dict[str, Any] = {"kind": kind} | ({"levels": 5} if ask is cc.finn_coefficient else {})
            near, far = ask(m, **options), ask(m + 1e9, **options)
            assert (far.estimate, far.se) == pytest.approx((near.estimate, near.se), abs=1e-13)


# --- Finn -----------------------------------------------------------------------------------------


def test_finn_by_hand() -> None:
    # within items ½ + 2 + ½ = 3, over 3 degrees of freedom: 1; by chance (5² − 1)/12 = 2; so ½
    assert cc.finn_coefficient(SMALL, levels=5).estimate == pytest.approx(1 / 2, abs=1e-15)
    # differences 1, 2, 1 less their mean 4/3: ½·(1/9 + 4/9 + 1/9) = 1/3, over 2: 1/6; so 1 − 1/12
    two_way = cc.finn_coefficient(SMALL, levels=5, kind="consistency")
    assert two_way.estimate == pytest.approx(11 / 12, abs=1e-15)


def test_finns_interval_and_test_are_chi_square() -> None:
    m = scores()
    result = cc.finn_coefficient(m, levels=5, level=0.9)
    squares, df = residual_squares(m, items=True, raters=False)
    low, high = (1 - squares / chi2.ppf(p, df) / 2 for p in (0.05, 0.95))
    assert (result.interval.low, result.interval.high) == pytest.approx((low, high))  # type: ignore[union-attr]
    assert result.p_value == pytest.approx(f_distribution.sf(2 / (squares / df), 1e12, df), rel=1e-5)
    assert result.p_value == pytest.approx(chi2.cdf(squares / 2, df), rel=1e-9)
    assert cc.finn_coefficient(m, levels=5, null=low).p_value == pytest.approx(0.05)
    assert result.details["df2"] == df


def test_the_levels_are_told_declared_or_guessed() -> None:
    m = scores()
    told = cc.finn_coefficient(m, levels=5)
    declared = cc.finn_coefficient(m, categories=range(1, 6))
    assert declared.estimate == told.estimate
    assert not declared.notes
    guessed = cc.finn_coefficient(m[:, :2] * 1.0)
    assert guessed.notes[0].text == (
        "The scale was assumed to have 5 levels, 1 to 5, as in the data: to change this, pass levels=…."
    )
    with pytest.raises(OptionError, match=r"give their number with levels=…"):
        cc.finn_coefficient(m + 0.25)
    with pytest.raises(
        OptionError, match="levels must be the number of points of the scale, 2 or more, got 1"
    ):
        cc.finn_coefficient(m, levels=1)


def test_finn_is_high_where_all_items_are_alike() -> None:
    m = np.full((10, 3), 4)
    result = cc.finn_coefficient(m, levels=5)
    assert result.estimate == 1
    assert result.interval.low < 1  # type: ignore[union-attr]
    only = cc.finn_coefficient(m)
    assert only.notes[0].code == "one-level"


# --- Robinson -------------------------------------------------------------------------------------


def test_robinson_by_hand() -> None:
    # around the general mean 10/3: Σx² − 6·100/9 = 86 − 200/3 = 58/3; within items 3; 1 − 9/58 = 49/58
    result = cc.robinson_a(SMALL)
    assert result.estimate == pytest.approx(49 / 58, abs=1e-15)
    assert result.details["icc_equivalent"] == pytest.approx(2 * 49 / 58 - 1, abs=1e-15)
    # raters' means 8/3 and 4: 30 − 64/3 + 56 − 48 = 50/3 around them, error 1/3; 1 − 1/50
    consistent = cc.robinson_a(SMALL, kind="consistency")
    assert consistent.estimate == pytest.approx(49 / 50, abs=1e-15)


def test_a_rater_who_is_always_higher_counts_against_agreement_only() -> None:
    m = scores()
    shifted = m + np.array([0, 0, 0, 2.0])
    assert cc.robinson_a(shifted).estimate < cc.robinson_a(m).estimate - 0.05
    same = [cc.robinson_a(x, kind="consistency").estimate for x in (m, shifted)]
    assert same[0] == pytest.approx(same[1], abs=1e-12)


def test_robinsons_limits_are_those_of_the_intraclass_correlation() -> None:
    m = scores()
    result = cc.robinson_a(m)
    n, k = m.shape
    one_way = cc.icc(m, form="1,1", interval="classical").interval
    # A and ICC(1) are both functions of F: F = (1 + (k − 1)ρ)/(1 − ρ), A = (n − 1)F/((n − 1)F + n(k − 1))
    ends = []
    for rho in (one_way.low, one_way.high):  # type: ignore[union-attr]
        f = (1 + (k - 1) * rho) / (1 - rho)
        ends.append((n - 1) * f / ((n - 1) * f + n * (k - 1)))
    assert (result.interval.low, result.interval.high) == pytest.approx(ends)  # type: ignore[union-attr]
    low = result.interval.low  # type: ignore[union-attr]
    assert cc.robinson_a(m, null=low, alternative="greater").p_value == pytest.approx(0.025)
    assert math.isnan(result.p_value)


def test_the_normal_error_is_the_analytic_one_on_normal_data() -> None:
    rng = np.random.default_rng(3)
    m = of_values(rng.normal(size=(3000, 1)) + rng.normal(0, 0.7, (3000, 3)), list("abc"))
    for estimate in (
        robinson_a(m), robinson_a(m, kind="consistency"), iota(m),
        finn_coefficient(m, levels=5), finn_coefficient(m, levels=5, kind="consistency"),
    ):  # fmt: skip
        slope = estimate.value.slope
        assert slope is not None
        by_slopes = math.sqrt(((slope - slope.mean()) ** 2).sum())
        assert estimate.classical.se() == pytest.approx(by_slopes, rel=0.06)  # type: ignore[union-attr]


def test_the_influence_of_an_item_is_what_a_little_more_of_it_changes() -> None:
    m = scores(n=12, raters=4, gaps=0.3) + np.array([0, 0, 1, 3])
    h = 1e-6
    for f, options in (
        (robinson_a, {}), (robinson_a, {"kind": "consistency"}), (iota, {}), (iota, {"standardized": True}),
        (finn_coefficient, {"levels": 8}), (finn_coefficient, {"levels": 8, "kind": "consistency"}),
    ):  # fmt: skip
        slope = f(of_values(m, list("abcd")), **options).value.slope
        assert slope is not None
        for row in range(len(m)):
            up, down = (
                float(f(of_values(m, list("abcd"), weights=1 + e * np.eye(12)[row]), **options).value)
                for e in (h, -h)
            )
            assert slope[row] == pytest.approx((up - down) / (2 * h), abs=1e-7)


# --- iota -----------------------------------------------------------------------------------------


def distances(m: Any) -> float:
    """1 − d_o/d_e of Janson and Olsson, by pairs of raters and of items; items × raters × variables."""
    n, raters = m.shape[:2]
    pairs = [(g, h) for g in range(raters) for h in range(g)]
    seen = np.mean([((m[:, g] - m[:, h]) ** 2).sum() / n for g, h in pairs])
    apart = np.mean([((m[:, None, g] - m[None, :, h]) ** 2).sum() / n**2 for g, h in pairs])
    return float(1 - seen / apart)


def test_iota_is_one_less_the_ratio_of_distances() -> None:
    m = scores()
    result = cc.iota(m)
    assert result.estimate == pytest.approx(distances(m[:, :, None]), abs=1e-13)
    lin = cc.ccc(m, divisor="n")
    assert (result.estimate, result.se) == pytest.approx((lin.estimate, lin.se), abs=1e-14)


def test_iota_of_several_variables_adds_their_distances() -> None:
    rng = np.random.default_rng(9)
    true = rng.normal(size=(25, 1, 2)) * [1, 10]
    m = true + rng.normal(size=(25, 3, 2)) * [0.5, 8] + [3, 50]
    moments = of_values(m.reshape(25, 6), list("abc"), ["height", "weight"])
    assert float(iota(moments).value) == pytest.approx(distances(m), abs=1e-12)
    spread = m.transpose(2, 0, 1).reshape(2, -1).std(axis=1, ddof=1)
    even = iota(moments, standardized=True)
    assert float(even.value) == pytest.approx(distances(m / spread), abs=1e-12)
    assert even.details["n_variables"] == 2


# --- edges ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("ask", [cc.robinson_a, cc.iota])
def test_undefined_says_why(ask: Any) -> None:
    assert ask([5, 5, 5], [5, 5, 5]).notes[0].code == "no-variation"
    assert ask([1, None, 2.5], [None, 3, None]).notes[0].code == "no-pairs"


def test_one_item() -> None:
    assert cc.robinson_a([1.0], [2.0], kind="consistency").notes[0].code == "one-item"
    # one item has no spread between items: 0 of all there is
    assert cc.robinson_a([1.0], [2.0]).estimate == 0
    # ½ over 1, against 2 by chance
    assert cc.finn_coefficient([1.0], [2.0], levels=5).estimate == 3 / 4


def test_counts_will_do_where_raters_are_not_told_apart() -> None:
    counts = cc.counts([[2, 1, 0], [3, 0, 0], [0, 1, 2]], [1, 2, 3])
    rows = np.array([[1, 1, 2], [1, 1, 1], [2, 3, 3]])
    assert cc.robinson_a(counts).estimate == pytest.approx(cc.robinson_a(rows).estimate, abs=1e-14)
    assert cc.finn_coefficient(counts).estimate == pytest.approx(
        cc.finn_coefficient(rows, levels=3).estimate, abs=1e-14
    )
    for ask in (cc.robinson_a, cc.finn_coefficient):
        with pytest.raises(OptionError, match="kind='consistency' needs to know who gave each rating"):
            ask(counts, kind="consistency")
    with pytest.raises(OptionError, match="who gave each rating"):
        cc.iota(counts)


def test_items_with_one_rating_do_not_count_and_are_counted() -> None:
    n = np.nan
    more = np.concatenate([SMALL, [[9, n], [n, 1]]])
    result = cc.robinson_a(more)
    assert result.estimate == pytest.approx(49 / 58, abs=1e-14)
    assert "2 items have only one rating and were excluded." in map(str, result.notes)


def test_mean_squares_are_enough() -> None:
    stated = cc.mean_squares(items=18, raters=24, error=4, n_items=20, n_raters=5)
    # between 19·18 = 342, raters 4·24 = 96, error 76·4 = 304: 342/742 and 342/646
    assert cc.robinson_a(stated).estimate == pytest.approx(342 / 742, abs=1e-14)
    assert cc.robinson_a(stated, kind="consistency").estimate == pytest.approx(342 / 646, abs=1e-14)
    # within (96 + 304)/80 = 5 against (7² − 1)/12 = 4
    assert cc.finn_coefficient(stated, levels=7).estimate == pytest.approx(-1 / 4, abs=1e-14)


def test_bad_options_and_repeats_are_named() -> None:
    with pytest.raises(OptionError, match=r"kind must be one of \['agreement', 'consistency'\]"):
        cc.robinson_a(SMALL, kind="absolute")
    with pytest.raises(OptionError, match="choose one occasion"):
        robinson_a(of_values(np.ones((3, 4)), ["A", "B"], ["1", "2"]))
    with pytest.raises(OptionError, match="tested only against a value below 1"):
        cc.finn_coefficient(SMALL, levels=5, null=1)
    with pytest.raises(OptionError, match="between 0 and 1"):
        cc.robinson_a(SMALL, null=0)
