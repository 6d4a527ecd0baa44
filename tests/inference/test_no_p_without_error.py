"""One rule for p: a test that would divide by an error of 0 has none, and a note says so."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import concordant as cc
from concordant.coefficients.catalogue import CATALOGUE

from ..interpret.saying import assert_said


def codes(result: cc.Result) -> list[str]:
    return [note.code for note in result.notes]


def perfect(raters: int) -> cc.Ratings:
    scores = np.repeat(np.arange(1, 6), 5)[:, None]
    return cc.as_ratings(scores.repeat(raters, axis=1), categories=range(1, 6))


@pytest.mark.parametrize("raters", [2, 3])
@pytest.mark.parametrize("c", CATALOGUE, ids=lambda c: c.name)
def test_at_perfect_agreement_a_p_rests_on_the_error_under_no_agreement_or_there_is_none(
    c: Any, raters: int
) -> None:
    if raters > 2 and c.two_raters_only:
        return
    result = cc.agreement(perfect(raters), c.name)
    if not result.defined:
        return
    if math.isnan(result.p_value):
        tested = c.null is not None and not codes(result).count("no-error")
        has_null = c.name not in ("bias_index", "prevalence_index", "kappa_max", "bangdiwala_b")
        assert ("no-test" in codes(result)) == (tested and has_null and result.se == 0), codes(result)
        assert "statistic" not in result.details
    else:
        assert "no-test" not in codes(result)
        assert math.isfinite(result.details["statistic"])
        assert result.p_value > 0
    for note in result.notes:
        assert_said(note)


@pytest.mark.parametrize("name", ["cohen_kappa", "conger_kappa", "light_kappa", "hubert_kappa"])
@pytest.mark.parametrize("weights", ["identity", "linear", "quadratic"])
def test_a_constant_rater_leaves_nothing_to_test_whatever_the_table(name: str, weights: str) -> None:
    """The null variance is 0 but for rounding, which used to make p 1 in some tables and nan in others."""
    found = set()
    for seed in range(25):
        rng = np.random.default_rng(seed)
        n = int(rng.integers(6, 150))
        varying = np.concatenate([[1, 5], rng.integers(1, 6, n)])
        y = np.column_stack([varying, np.full(n + 2, rng.integers(1, 6))])
        result = cc.agreement(cc.as_ratings(y, categories=range(1, 6)), name, weights=weights)
        found.add((math.isnan(result.p_value), result.estimate, "no-test" in codes(result)))
    assert found == {(True, 0.0, True)}


def beside_a_constant(seed: int) -> cc.Ratings:
    """A rater who uses all of five scores, beside one who always gives the same."""
    rng = np.random.default_rng(seed)
    varying = np.concatenate([np.arange(1, 6), rng.integers(1, 6, int(rng.integers(30, 90)))])
    rows = np.column_stack([varying, np.full(len(varying), rng.integers(1, 6))])
    return cc.as_ratings(rows, categories=range(1, 6))


@pytest.mark.parametrize("c", CATALOGUE, ids=lambda c: c.name)
def test_beside_a_constant_rater_every_table_has_a_p_or_none_has_and_a_missing_one_is_explained(
    c: Any,
) -> None:
    results = [cc.agreement(beside_a_constant(seed), c.name) for seed in range(5)]
    assert len({(result.defined, math.isnan(result.p_value)) for result in results}) == 1
    for result in results:
        assert result.defined or result.notes
        if result.defined and result.interval is None:
            assert {"no-spread", "no-error"} & {*codes(result)}, codes(result)
        if result.defined and result.se == 0 and "statistic" in result.details:
            assert math.isfinite(result.details["statistic"])
        for note in result.notes:
            assert_said(note)


# --- an index that is exactly 0 ---------------------------------------------------------------


def of_table(table: list[list[int]]) -> cc.Ratings:
    rows = [(i, j) for i, row in enumerate(table) for j, count in enumerate(row) for _ in range(count)]
    return cc.as_ratings(rows, categories=range(len(table)))


def test_equal_margins_have_an_interval_up_to_what_items_do_not_rule_out() -> None:
    # 6 of 36 items are disagreed on: the most that the distance may vary is √(6)/36
    result = cc.agreement(of_table([[10, 2, 0], [0, 10, 2], [2, 0, 10]]), "bias_index")
    assert result.estimate == 0
    assert result.interval is not None
    assert result.interval.low == 0
    assert result.interval.high == pytest.approx(1.959963985 * math.sqrt(6) / 36)
    assert codes(result) == ["zero-distance"]
    assert_said(result.notes[0])


def test_equal_use_of_categories_has_one_too() -> None:
    result = cc.agreement(of_table([[10, 2, 0], [0, 10, 2], [2, 0, 10]]), "prevalence_index")
    assert result.interval is not None
    assert (result.interval.low, result.interval.high) == pytest.approx((0, 1.959963985 / 12 * 1.5))


def test_without_a_disagreement_the_rule_of_what_may_be_missed_holds() -> None:
    result = cc.agreement(of_table([[10, 0, 0], [0, 10, 0], [0, 0, 10]]), "bias_index")
    assert result.interval is not None
    assert result.interval.high == pytest.approx(1 - 0.025 ** (1 / 30))


def test_a_distance_at_the_upper_end_makes_equal_margins_rare() -> None:
    """Were the truth at the end, margins at least as equal as these would be seen in 2.5 % at most."""
    rng = np.random.default_rng(1)
    n, end = 60, 1.959963985 * math.sqrt(0.25 / 60)
    # a quarter disagreed on, first against second category, so far uneven that the distance is `end`
    share = np.array([0.375, 0.25, 0.125, 0.125 + end / 2, 0.125 - end / 2])
    counts = rng.multinomial(n, share, size=20_000)
    gap = (counts[:, 3] - counts[:, 4]) / n
    assert (gap <= 0).mean() < 0.035
