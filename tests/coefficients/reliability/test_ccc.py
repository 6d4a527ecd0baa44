"""The concordance correlation: Lin's numbers, its identities, several raters, repeats, and its warnings."""

from __future__ import annotations

import math
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import concordant as cc
from concordant.coefficients.reliability.ccc import ccc as ccc_function
from concordant.errors import OptionError
from concordant.reduce.moments import of_values

# Y = X + 10 with X = 10 … 50: s² = 250 over n − 1 and 200 over n, the means differ by 10, so the concordance
# correlation is 2·250/(250 + 250 + 100) = 5/6, and 2·200/(200 + 200 + 100) = 4/5 with Lin's first divisor.
X = [10, 20, 30, 40, 50]
Y = [20, 30, 40, 50, 60]


def lins(x: Any, y: Any, ddof: int = 1) -> float:
    """Lin's formula of two raters, from the measurements."""
    x, y = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    s = np.cov(x, y, ddof=ddof)
    return float(2 * s[0, 1] / (s[0, 0] + s[1, 1] + (x.mean() - y.mean()) ** 2))


def overall(m: Any, ddof: int = 1) -> float:
    """Σ 2s_gh / Σ (s_g² + s_h² + (m_g − m_h)²), every pair over the items that both rated."""
    top = bottom = 0.0
    for g, h in combinations(m.T, 2):
        there = ~np.isnan(g) & ~np.isnan(h)
        s = np.cov(g[there], h[there], ddof=ddof)
        top += 2 * s[0, 1]
        bottom += s[0, 0] + s[1, 1] + (g[there].mean() - h[there].mean()) ** 2
    return top / bottom


def measurements(n: int = 40, raters: int = 3, gaps: float = 0.0, seed: int = 1) -> Any:
    rng = np.random.default_rng(seed)
    m = rng.normal(50, 8, (n, 1)) + rng.normal(0, 4, (n, raters)) + rng.normal(0, 3, raters)
    m[rng.random(m.shape) < gaps] = np.nan
    return m


# --- two raters -----------------------------------------------------------------------------------


def test_a_constant_shift_keeps_correlation_and_lowers_concordance() -> None:
    assert cc.pearson(X, Y).estimate == pytest.approx(1, abs=1e-15)
    assert cc.ccc(X, Y).estimate == pytest.approx(5 / 6, abs=1e-15)
    assert cc.ccc(X, Y, divisor="n").estimate == pytest.approx(4 / 5, abs=1e-15)


def test_the_result_names_its_divisor() -> None:
    assert cc.ccc(X, Y).title == "Concordance correlation, divisor n − 1"
    assert cc.ccc(X, Y, divisor="n").title == "Concordance correlation, divisor n (Lin 1989)"


def test_precision_times_accuracy_is_the_concordance_correlation() -> None:
    x, y = measurements(raters=2).T
    d = cc.ccc(x, y).details
    assert d["precision"] == pytest.approx(np.corrcoef(x, y)[0, 1], abs=1e-14)
    assert d["precision"] * d["accuracy"] == pytest.approx(lins(x, y), abs=1e-14)
    u, v = d["location_shift"], d["scale_shift"]
    assert d["accuracy"] == pytest.approx(2 / (v + 1 / v + u**2), abs=1e-14)  # Lin 1989, equation 4
    assert v == pytest.approx(y.std(ddof=1) / x.std(ddof=1), abs=1e-14)
    assert u == pytest.approx((y.mean() - x.mean()) / math.sqrt(x.std(ddof=1) * y.std(ddof=1)), abs=1e-13)
    assert (d["mean_A"], d["sd_B"]) == pytest.approx((x.mean(), y.std(ddof=1)))


@pytest.mark.parametrize("divisor", ["n-1", "n"])
def test_the_standard_error_is_lins_formula(divisor: Any) -> None:
    x, y = measurements(n=17, raters=2, seed=4).T
    ddof = 1 if divisor == "n-1" else 0
    s = np.cov(x, y, ddof=ddof)
    n, p, r = len(x), lins(x, y, ddof), np.corrcoef(x, y)[0, 1]
    u2 = (x.mean() - y.mean()) ** 2 / math.sqrt(s[0, 0] * s[1, 1])
    # Lin 1989 as corrected in 2000, with n − 2
    variance = (
        (1 - r**2) * p**2 * (1 - p**2) / r**2 + 2 * p**3 * (1 - p) * u2 / r - p**4 * u2**2 / (2 * r**2)
    ) / (n - 2)
    result = cc.ccc(x, y, divisor=divisor)
    assert result.se == pytest.approx(math.sqrt(variance), abs=1e-14)
    z, half = math.atanh(p), 1.959963984540054 * math.sqrt(variance) / (1 - p**2)
    assert (result.interval.low, result.interval.high) == pytest.approx(  # type: ignore[union-attr]
        (math.tanh(z - half), math.tanh(z + half)), abs=1e-13
    )


def test_the_direct_interval_is_offered_and_ends_at_1() -> None:
    direct = cc.ccc(X, Y, divisor="n", transform="none")
    # se .1306394529 (reference case doc-shift-ccc): .8 − 1.96·se = .5439513773, and .8 + 1.96·se is above 1
    assert direct.interval.low == pytest.approx(0.54395137726105, abs=1e-12)  # type: ignore[union-attr]
    assert direct.interval.high == 1  # type: ignore[union-attr]
    assert direct.details["test"] == "Wald z"
    analytic = cc.ccc(X, Y, transform="none", interval="analytic").interval
    assert analytic.low + analytic.high == pytest.approx(2 * 5 / 6)  # type: ignore[union-attr]
    fisher = cc.ccc(X, Y, interval="analytic").interval
    assert fisher.low + fisher.high < 2 * 5 / 6 - 0.1  # type: ignore[union-attr]


def test_the_test_is_on_the_scale_of_the_interval() -> None:
    x, y = measurements(raters=2).T
    result = cc.ccc(x, y, null=0.5, alternative="greater", interval="classical")
    z = (math.atanh(result.estimate) - math.atanh(0.5)) / (result.se / (1 - result.estimate**2))
    assert result.details["statistic"] == pytest.approx(z, abs=1e-12)
    assert result.p_value == pytest.approx(math.erfc(z / math.sqrt(2)) / 2, abs=1e-15)
    low = result.interval.low  # type: ignore[union-attr]
    assert cc.ccc(x, y, null=low, interval="classical").p_value == pytest.approx(0.05, abs=1e-12)


# --- identities -----------------------------------------------------------------------------------


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=3, max_size=30))
def test_with_divisor_n_it_is_kappa_with_quadratic_weights(pairs: list[tuple[int, int]]) -> None:
    x, y = zip(*pairs, strict=True)
    kappa = cc.cohen_kappa(x, y, weights="quadratic", categories=range(5), interval="none")
    ours = cc.ccc(x, y, divisor="n", interval="none")
    assert ours.defined == kappa.defined
    assert not kappa.defined or ours.estimate == pytest.approx(kappa.estimate, abs=1e-12)


@given(st.lists(st.tuples(st.floats(-50, 50), st.floats(-50, 50)), min_size=3, max_size=20))
def test_the_three_estimands_are_in_order_where_covariance_is_positive(pairs: Any) -> None:
    x, y = np.round(np.array(pairs), 3).T
    assume(np.cov(x, y)[0, 1] > 1e-6)
    lin, ours = (cc.ccc(x, y, divisor=d, interval="none").estimate for d in ("n", "n-1"))
    icc = cc.icc(x, y, form="A,1", interval="none").estimate
    assert lin <= ours + 1e-12
    assert ours <= icc + 1e-12


@pytest.mark.parametrize("divisor", ["n-1", "n"])
@pytest.mark.parametrize("x", [[0.1, 0.2, 0.7], [1e9, 1e9 + 1, 1e9 + 5], [3, 1, 4, 1, 5]])
def test_a_rater_agrees_with_themself_at_exactly_1(x: list[float], divisor: Any) -> None:
    result = cc.ccc(x, x, divisor=divisor)
    assert result.estimate == 1
    assert 0 < result.interval.low < 1  # type: ignore[union-attr,operator]


def test_shift_and_scale_of_both_change_nothing_and_of_one_do() -> None:
    x, y = measurements(raters=2).T
    once = cc.ccc(x, y)
    both = cc.ccc(3 * x + 7, 3 * y + 7)
    assert (both.estimate, both.se) == pytest.approx((once.estimate, once.se), abs=1e-12)
    s = x.var(ddof=1)
    for bias in (0.5, 20.0):  # 2s²/(2s² + b²)
        assert cc.ccc(x, x + bias).estimate == pytest.approx(2 * s / (2 * s + bias**2), abs=1e-12)


def test_large_measurements_keep_their_digits() -> None:
    m = np.round(measurements(gaps=0.1) * 2**10) / 2**10
    near, far = cc.ccc(m), cc.ccc(m + 1e9)
    assert far.estimate == pytest.approx(near.estimate, abs=1e-13)
    assert far.se == pytest.approx(near.se, abs=1e-13)


# --- several raters -------------------------------------------------------------------------------


@pytest.mark.parametrize("gaps", [0.0, 0.3])
@pytest.mark.parametrize(("divisor", "ddof"), [("n-1", 1), ("n", 0)])
def test_of_several_raters_it_pools_all_pairs(gaps: float, divisor: Any, ddof: int) -> None:
    m = measurements(raters=4, gaps=gaps)
    result = cc.ccc(m, divisor=divisor)
    assert result.estimate == pytest.approx(overall(m, ddof), abs=1e-13)
    assert [part.category for part in result.parts][:2] == ["rater 1 and rater 2", "rater 1 and rater 3"]
    for part, (g, h) in zip(result.parts, combinations(m.T, 2), strict=True):
        there = ~np.isnan(g) & ~np.isnan(h)
        assert part.estimate == pytest.approx(lins(g[there], h[there], ddof), abs=1e-13)
        assert part.n_items == there.sum()


def test_complete_data_give_barnharts_overall_coefficient() -> None:
    m = measurements(raters=4)
    k = m.shape[1]
    s = np.cov(m.T)
    level = ((m.mean(0)[:, None] - m.mean(0)) ** 2).sum() / 2
    # Barnhart, Haber and Song 2002, (3): 2ΣΣ σ_gh / [(k − 1)Σσ_g² + ΣΣ (μ_g − μ_h)²], sums over g < h
    barnhart = (s.sum() - np.trace(s)) / ((k - 1) * np.trace(s) + level)
    assert cc.ccc(m).estimate == pytest.approx(barnhart, abs=1e-13)


@pytest.mark.slow
def test_the_error_of_several_raters_is_that_of_many_samples() -> None:
    """Lin's argument for four raters against the spread of 4,000 samples of 60 items."""
    rng = np.random.default_rng(8)
    loading, noise, level = (
        np.array([1, 1, 1.2, 0.8]),
        np.array([0.5, 0.5, 0.7, 0.4]),
        np.array([0, 0.3, 0, 0]),
    )
    found, errors = [], []
    for sample in range(4000):
        m = rng.normal(size=(60, 1)) * loading + rng.normal(size=(60, 4)) * noise + level
        if sample < 200:
            errors.append(ccc_function(of_values(m, list("abcd"))).classical.se())  # type: ignore[union-attr]
        s = np.cov(m.T)
        apart = ((m.mean(0)[:, None] - m.mean(0)) ** 2).sum() / 2
        found.append((s.sum() - np.trace(s)) / (3 * np.trace(s) + apart))
    assert np.mean(errors) == pytest.approx(np.std(found), rel=0.06)


def test_with_gaps_the_interval_is_by_influence_values_and_the_jackknife_agrees() -> None:
    m = measurements(n=600, raters=3, gaps=0.25)
    result = cc.ccc(m)
    assert result.method.startswith("analytic")
    assert cc.ccc(m, interval="jackknife").se == pytest.approx(result.se, rel=0.02)
    z, half = math.atanh(result.estimate), result.se / (1 - result.estimate**2)
    low = math.atanh(result.interval.low)  # type: ignore[union-attr]
    assert (z - low) / half == pytest.approx(1.964, abs=0.001)  # t with about 590 degrees of freedom


@pytest.mark.parametrize("divisor", ["n-1", "n"])
def test_the_influence_of_an_item_is_what_a_little_more_of_it_changes(divisor: Any) -> None:
    m = measurements(n=12, raters=3, gaps=0.3)
    h = 1e-6

    def value(weights: Any) -> Any:
        return ccc_function(of_values(m, list("abc"), weights=weights), divisor=divisor).value

    slope = value(np.ones(12)).slope
    for row in np.eye(12):
        numeric = (float(value(1 + h * row)) - float(value(1 - h * row))) / (2 * h)
        assert slope @ row == pytest.approx(numeric, abs=1e-7)


def test_raters_without_two_shared_items_are_left_out_and_counted() -> None:
    n = np.nan
    m = np.array([[1, 2, n], [2, 2, n], [4, 5, n], [5, 6, 5], [3, n, 4], [7, n, 9]])
    result = cc.ccc(m)
    pairs = [(m[:, 0], m[:, 1]), (m[:, 0], m[:, 2])]  # the second and third share one item
    top = bottom = 0.0
    for g, h in pairs:
        there = ~np.isnan(g) & ~np.isnan(h)
        s = np.cov(g[there], h[there])
        top, bottom = top + 2 * s[0, 1], bottom + np.trace(s) + (g[there].mean() - h[there].mean()) ** 2
    assert result.estimate == pytest.approx(top / bottom, abs=1e-14)
    assert "1 pair of raters was excluded, with too few items in common." in map(str, result.notes)
    assert not result.parts[2].defined
    assert "one item" in result.parts[2].notes[0].text


def test_sampled_raters_and_clusters_take_influence_values() -> None:
    m = measurements(raters=4)
    assert "raters sampled" in cc.ccc(m, raters_are="sampled").method
    ratings = cc.as_ratings(m)
    grouped = cc.Ratings(
        columns=ratings.columns, raters=ratings.raters, scale=ratings.scale, labels=ratings.labels,
        clusters=np.arange(len(m)) // 4,
    )  # fmt: skip
    assert cc.ccc(grouped).method == "analytic t(9), clustered"


# --- repeats --------------------------------------------------------------------------------------


def test_repeats_are_compared_occasion_by_occasion() -> None:
    rng = np.random.default_rng(2)
    true = rng.normal(10, 3, (30, 1, 1))
    m = true + rng.normal(0, 1, (30, 2, 3)) + np.array([0, 1.0])[:, None]  # items × raters × occasions
    rows = [
        {"item": i, "rater": "AB"[g], "day": t, "value": m[i, g, t]}
        for i in range(30)
        for g in range(2)
        for t in range(3)
    ]
    columns: dict[str, list[Any]] = {name: [row[name] for row in rows] for name in rows[0]}
    import pandas

    result = cc.ccc(
        pandas.DataFrame(columns),
        item="item",
        rater="rater",
        value="value",
        repeat="day",
        interval="classical",
    )
    covariances = [np.cov(m[:, 0, t], m[:, 1, t]) for t in range(3)]
    gaps = [m[:, 0, t].mean() - m[:, 1, t].mean() for t in range(3)]
    # King, Chinchilli and Carrasco 2007 with D the identity
    top = sum(2 * s[0, 1] for s in covariances)
    bottom = sum(s[0, 0] + s[1, 1] + d**2 for s, d in zip(covariances, gaps, strict=True))
    assert result.estimate == pytest.approx(top / bottom, abs=1e-13)
    assert result.n_items == 30
    assert [part.category for part in result.parts] == ["0", "1", "2"]
    assert result.parts[1].estimate == pytest.approx(lins(m[:, 0, 1], m[:, 1, 1]), abs=1e-13)
    assert "repeated-measures" in [note.code for note in result.notes]
    assert result.se == pytest.approx(
        ccc_function(of_values(m.reshape(30, 6), ["A", "B"], ["0", "1", "2"])).classical.se(),  # type: ignore[union-attr]
        abs=1e-14,
    )


def test_equal_occasions_say_what_one_of_them_says() -> None:
    x, y = measurements(raters=2).T
    twice = of_values(np.stack([x, x, y, y], axis=1), ["A", "B"], ["1", "2"])
    assert float(ccc_function(twice).value) == pytest.approx(lins(x, y), abs=1e-13)


# --- what it says ---------------------------------------------------------------------------------


def test_the_warning_that_correlation_is_not_agreement() -> None:
    (note,) = cc.ccc(X, Y).notes
    assert note.code == "correlation-is-not-agreement"
    assert note.text == (
        "Pearson's r is 1.000 but the concordance correlation is 0.833: the ratings are correlated but "
        "not on the line of identity: B is higher than A by 10.000 on average."
    )


def test_the_warning_says_who_spreads_more() -> None:
    x = np.arange(20.0)
    note = cc.ccc(x, 2 * (x - x.mean()) + x.mean()).notes[0]
    assert note.text.endswith("line of identity: B has 2.00 times the spread.")
    (both,) = cc.ccc(3 * x, x).notes
    # means 28.5 and 9.5
    assert both.text.endswith("B is lower than A by 19.000 on average, with 0.33 times the spread.")


def test_no_warning_where_the_two_are_close() -> None:
    x = np.arange(20.0)
    assert cc.ccc(x, x + 0.1).notes == ()


def test_several_raters_are_warned_of_too() -> None:
    x = np.arange(20.0)
    (note,) = cc.ccc(np.stack([x, x, x + 9], axis=1)).notes
    assert "means range from 9.500 (rater 1) to 18.500 (rater 3)" in note.text


def test_a_constant_rater_agrees_at_0_and_is_named() -> None:
    result = cc.ccc([1, 2, 3, 4.5], [2, 2, 2, 2])
    assert result.estimate == 0
    assert result.interval is None
    assert math.isnan(result.details["precision"])
    assert "B gave only one value" in result.notes[0].text


@pytest.mark.parametrize(
    ("x", "y", "code"),
    [
        ([5, 5, 5], [5, 5, 5], "no-variation"),
        ([1.5], [2.5], "one-item"),
        ([1, None, 2.5], [None, 3, None], "no-pairs"),
    ],
)
def test_undefined_says_why(x: Any, y: Any, code: str) -> None:
    result = cc.ccc(x, y)
    assert math.isnan(result.estimate)
    assert result.notes[0].code == code


def test_one_item_has_a_value_with_divisor_n_as_kappa_does() -> None:
    # no spread, so nothing varies together: 0/(0 + 0 + 1)
    assert cc.ccc([1.5], [2.5], divisor="n").estimate == 0


def test_bad_options_are_named() -> None:
    with pytest.raises(OptionError, match=r"divisor must be one of \['n-1', 'n'\], got 'n1'"):
        cc.ccc(X, Y, divisor="n1")
    with pytest.raises(OptionError, match="transform must be one of"):
        cc.ccc(X, Y, transform="log")
    with pytest.raises(OptionError, match="between -1 and 1"):
        cc.ccc(X, Y, null=1)
    with pytest.raises(OptionError, match="who gave each rating"):
        cc.ccc(cc.counts([[2, 1], [3, 0], [0, 3]], [0, 1]))


def test_a_summary_gives_what_the_measurements_give() -> None:
    m = measurements()
    stated = cc.summary(n_items=len(m), means=m.mean(0), sds=m.std(0, ddof=1), correlations=np.corrcoef(m.T))
    ours, theirs = cc.ccc(stated), cc.ccc(m, interval="classical")
    assert ours.estimate == pytest.approx(theirs.estimate, abs=1e-12)
    assert ours.interval.low == pytest.approx(theirs.interval.low, abs=1e-12)  # type: ignore[union-attr]
    assert cc.ccc(stated, interval="none").estimate == ours.estimate
    lin, ours = cc.ccc(stated, divisor="n"), cc.iota(stated)
    assert (ours.estimate, ours.se) == pytest.approx((lin.estimate, lin.se), abs=1e-14)
