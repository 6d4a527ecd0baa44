"""Limits of agreement where items were measured repeatedly, occasions linked or not."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

import concordant as cc
from concordant.coefficients.limits_of_agreement.bland_altman import bland_altman
from concordant.coefficients.limits_of_agreement.intervals import Normal, VarianceTerm, interval_of_limit
from concordant.inference.measure import Measure
from concordant.reduce.item_weights import DrawWeights
from concordant.reduce.moments import of_values

REFERENCE = Path(__file__).parents[2] / "reference"


def columns(file: str, *names: str) -> list[list[float]]:
    with open(REFERENCE / file, encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    return [[float(row[name]) for row in rows] for name in names]


def ends(result: cc.Result) -> tuple[float, float]:
    assert result.interval is not None
    return result.interval.low, result.interval.high


def limits(result: cc.Result) -> list[float]:
    return [part.estimate for part in result.parts]


def cardiac() -> cc.Ratings:
    """Bland and Altman 1999, table 4: cardiac output by two methods, three to six times in 12 subjects."""
    subject, occasion, rv, ic = columns("bland_altman_1999_cardiac.csv", "subject", "occasion", "rv", "ic")
    rows = [
        {"item": s, "rater": rater, "value": v, "repeat": o}
        for rater, values in (("rv", rv), ("ic", ic))
        for s, o, v in zip(subject, occasion, values, strict=True)
    ]
    import pandas as pd

    frame = pd.DataFrame(rows)
    return cc.read(frame, item="item", rater="rater", value="value", repeat="repeat", raters=["rv", "ic"])


def test_unlinked_repeats_give_the_published_limits() -> None:
    # 1999, section 5.2: mean 0.7092, variances within 0.1072 and 0.1379, Σ(1/m)/n = 0.2097,
    # limits 0.7092 ± 1.96·1.0517, that is −1.35 and 2.77
    r = cc.bland_altman(cardiac(), repeats="unlinked", multiplier=1.96)
    assert r.estimate == pytest.approx(0.7092, abs=5e-5)
    assert r.details["var_within_first"] == pytest.approx(0.1072, abs=5e-5)
    assert r.details["var_within_second"] == pytest.approx(0.1379, abs=5e-5)
    assert limits(r) == pytest.approx([-1.35, 2.77], abs=0.005)
    assert r.n_items == 12


def test_linked_repeats_are_an_analysis_of_variance_of_differences() -> None:
    subject, rv, ic = (np.array(c) for c in columns("bland_altman_1999_cardiac.csv", "subject", "rv", "ic"))
    d = rv - ic
    groups = [d[subject == k] for k in range(1, 13)]
    m = np.array([len(g) for g in groups])
    between = sum(len(g) * (g.mean() - d.mean()) ** 2 for g in groups) / 11
    within = sum(((g - g.mean()) ** 2).sum() for g in groups) / (60 - 12)
    var_items = (between - within) / ((60 - (m**2).sum() / 60) / 11)
    r = cc.bland_altman(cardiac())
    assert r.estimate == pytest.approx(d.mean())  # 0.60
    assert r.details["var_between_items"] == pytest.approx(var_items)
    assert r.details["var_within_items"] == pytest.approx(within)
    sd = np.sqrt(var_items + within)
    assert r.details["sd_differences"] == pytest.approx(sd)
    assert limits(r) == pytest.approx([d.mean() - 1.959963984540054 * sd, d.mean() + 1.959963984540054 * sd])
    assert r.notes[0].code == "repeats-linked"
    # the mean of all differences: σ_b²·Σm²/(Σm)² + σ_w²/Σm
    assert r.se == pytest.approx(np.sqrt(var_items * (m**2).sum() / 60**2 + within / 60))


def test_balanced_linked_repeats_are_the_textbook_s() -> None:
    rng = np.random.default_rng(14)
    d = rng.normal(1, 2, (9, 1)) + rng.normal(0, 1, (9, 4))
    x = rng.normal(50, 10, (9, 4))
    m = of_values(np.concatenate([x, x - d], axis=1), ("a", "b"), ("1", "2", "3", "4"))
    r = Measure(bland_altman, m, {"repeats": "linked"}).result()
    means, inside = d.mean(axis=1), d.var(axis=1, ddof=1).mean()
    assert r.details["sd_differences"] == pytest.approx(np.sqrt(means.var(ddof=1) + (1 - 1 / 4) * inside))
    half = stats.t.ppf(0.975, 8) * means.std(ddof=1) / 3
    assert ends(r) == pytest.approx((means.mean() - half, means.mean() + half))


def test_mover_limits_with_repeats_are_written_out() -> None:
    r = cc.bland_altman(cardiac(), repeats="unlinked")
    v, k, z = r.details, 1.959963984540054, stats.norm.ppf(0.975)
    share = 1 - 0.20972222222222217
    parts = [
        (v["var_item_means"], 11),
        (share * v["var_within_first"], 48),
        (share * v["var_within_second"], 48),
    ]
    total = sum(p for p, _ in parts)
    most = total + np.sqrt(sum((p * (df / stats.chi2.ppf(0.025, df) - 1)) ** 2 for p, df in parts))
    least = total - np.sqrt(sum((p * (1 - df / stats.chi2.ppf(0.975, df))) ** 2 for p, df in parts))
    mean = z**2 * v["var_item_means"] / 12
    upper = r.estimate + k * np.sqrt(total)
    expected = (
        upper - np.sqrt(mean + k**2 * (np.sqrt(total) - np.sqrt(least)) ** 2),
        upper + np.sqrt(mean + k**2 * (np.sqrt(most) - np.sqrt(total)) ** 2),
    )
    assert ends(r.parts[1]) == pytest.approx(expected)


def test_mover_limits_with_repeats_hold_the_truth_often_enough() -> None:
    rng = np.random.default_rng(15)
    n, times, runs, k = 15, 3, 1500, 1.959963984540054
    sigma_items, sigma_within = 1.0, 0.8
    truth = k * np.hypot(sigma_items, sigma_within)
    d = rng.normal(0, sigma_items, (runs, n, 1)) + rng.normal(0, sigma_within, (runs, n, times))
    held = 0
    for run in d:
        means, inside = run.mean(axis=1), run.var(axis=1, ddof=1).mean()
        v = means.var(ddof=1)
        parts = (
            VarianceTerm(1 / times, times * v, n - 1),
            VarianceTerm(1 - 1 / times, inside, n * (times - 1)),
        )
        low, high = interval_of_limit(Normal(n, means.mean(), np.sqrt(v / n), parts), k, "mover", 0.95)
        held += low <= truth <= high
    assert held / runs == pytest.approx(0.95, abs=0.02)


def test_gaps_among_repeats_are_left_out_where_they_break_a_pair() -> None:
    values = np.array([[10.0, np.nan, 8, 9], [12, 14, 11, 12], [20, 22, np.nan, np.nan], [7, 9, 6, np.nan]])
    m = of_values(values, ("a", "b"), ("1", "2"))
    linked = Measure(bland_altman, m, {"repeats": "linked"}).result()
    # pairs: 10 − 8; 12 − 11 and 14 − 12; none; 7 − 6
    assert linked.estimate == pytest.approx((2 + 1 + 2 + 1) / 4)
    unlinked = Measure(bland_altman, m, {"repeats": "unlinked"}).result()
    # means: 10 − 8.5; 13 − 11.5; none; 8 − 6
    assert unlinked.estimate == pytest.approx((1.5 + 1.5 + 2) / 3)
    assert linked.n_items == unlinked.n_items == 3


def test_repeats_refuse_what_takes_items_for_single() -> None:
    with pytest.raises(cc.OptionError, match="assumes independent differences"):
        cc.bland_altman(cardiac(), limits="regression")
    with pytest.raises(cc.OptionError, match="limits_interval='exact' is for single measurements"):
        cc.bland_altman(cardiac(), limits_interval="exact")


@pytest.mark.parametrize("repeats", ["linked", "unlinked"])
def test_influence_values_with_repeats_are_derivatives(repeats: str) -> None:
    rng = np.random.default_rng(6)
    values = rng.uniform(5, 30, 10)[:, None] + rng.normal(0, 1, (10, 6))
    values[rng.random((10, 6)) < 0.2] = np.nan
    m = of_values(values, ("a", "b"), ("1", "2", "3"))
    options: dict[str, Any] = {"repeats": repeats}
    e = bland_altman(m, **options)
    h = 1e-6
    up, down = (
        bland_altman(m.weighed(DrawWeights(m.counts + sign * h * np.eye(len(m.counts)))), **options)
        for sign in (1, -1)
    )
    for name in ("lower limit", "upper limit"):
        numeric = (up.parts[name].value.value - down.parts[name].value.value) / (2 * h)
        assert e.parts[name].value.slope == pytest.approx(numeric, abs=1e-6)
