"""Bland–Altman looks whether differences are normal and spread alike, and says what to do."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import stats

import concordant as cc

from ...interpret.saying import assert_said


def pair(n: int, seed: int = 2, *, bent: bool = False) -> tuple[Any, Any]:
    rng = np.random.default_rng(seed)
    true = rng.normal(50, 10, n)
    error = rng.exponential(3, n) if bent else rng.normal(0, 3, n)
    return true + error, true + rng.normal(0, 0.5, n)


@pytest.mark.parametrize("n", [20, 33, 250])
@pytest.mark.parametrize("bent", [False, True])
def test_the_test_is_that_of_dagostino_as_scipy_has_it(n: int, bent: bool) -> None:
    x, y = pair(n, bent=bent)
    details = cc.bland_altman(x, y).details
    theirs = stats.normaltest(x - y)
    assert details["normality_statistic"] == pytest.approx(theirs.statistic, rel=1e-9)
    assert details["normality_p"] == pytest.approx(theirs.pvalue, rel=1e-9)
    assert details["skewness"] == pytest.approx(stats.skew(x - y), rel=1e-9)
    assert details["excess_kurtosis"] == pytest.approx(stats.kurtosis(x - y), rel=1e-9)


def codes(result: cc.Result) -> list[str]:
    return [note.code for note in result.notes]


def test_skewed_differences_are_told_with_what_to_do() -> None:
    x, y = pair(100, bent=True)
    result = cc.bland_altman(x, y)
    (note,) = [n for n in result.notes if n.code == "differences-not-normal"]
    assert "limits='nonparametric'" in note.text
    assert "differences='log'" in note.text
    assert_said(note)
    as_ratios = cc.bland_altman(x, y, differences="log")
    for said in as_ratios.notes:
        assert_said(said)


def test_normal_differences_need_no_note_and_percentiles_neither() -> None:
    assert "differences-not-normal" not in codes(cc.bland_altman(*pair(100)))
    assert "differences-not-normal" not in codes(
        cc.bland_altman(*pair(100, bent=True), limits="nonparametric")
    )


def test_too_few_items_are_not_tested() -> None:
    assert "normality_p" not in cc.bland_altman(*pair(19)).details


def test_of_normal_differences_about_one_in_twenty_is_doubted_at_most() -> None:
    doubted = ["differences-not-normal" in codes(cc.bland_altman(*pair(60, seed))) for seed in range(150)]
    assert np.mean(doubted) < 0.1


def test_the_limits_intervals_lean_to_the_side_of_the_tail() -> None:
    x, y = pair(200, bent=True)
    lower, upper = cc.bland_altman(x, y).parts
    assert upper.interval is not None
    assert lower.interval is not None
    wide = [part.interval.high - part.interval.low for part in (lower, upper) if part.interval is not None]
    assert wide[1] > 1.2 * wide[0]  # both hold room for a variance that is larger than it looks
    plain = cc.bland_altman(x, y, limits_interval="exact").parts[1]
    assert plain.method == "classical, exact (non-central t)"


def test_mirrored_differences_have_mirrored_limits() -> None:
    x, y = pair(80, bent=True)
    first, second = cc.bland_altman(x, y).parts, cc.bland_altman(y, x).parts
    for one, other in ((first[0], second[1]), (first[1], second[0])):
        assert one.interval is not None
        assert other.interval is not None
        assert (one.interval.low, one.interval.high) == pytest.approx(
            (-other.interval.high, -other.interval.low)
        )
