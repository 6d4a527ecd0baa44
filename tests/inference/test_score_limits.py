"""Score intervals of shares and coefficients: their own equation, a second computation, simulations."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.stats import binom, norm, pearson3, t

import concordant as cc
from concordant.errors import OptionError
from concordant.inference import mixed_ratings
from concordant.inference.score_interval import skewed_quantile
from concordant.result import Interval, Result


def rows(cells: Any) -> NDArray[Any]:
    """The items of a table of two raters."""
    table = np.asarray(cells)
    first, second = np.nonzero(table)
    return np.repeat(np.stack([first, second], axis=1), table[first, second], axis=0)


def within(result: Result) -> Interval:
    assert result.interval is not None
    return result.interval


def simulated(rng: Any, n: int, raters: int, skill: float, shares: list[float]) -> NDArray[Any]:
    """Raters who know a category with probability √skill and else guess by the shares: kappa is `skill`."""
    truth = rng.choice(len(shares), n, p=shares)
    guess = rng.choice(len(shares), (n, raters), p=shares)
    return np.where(rng.random((n, raters)) < sqrt(skill), truth[:, None], guess)


# --- shares -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("agree", "n"), [(98, 100), (30, 30), (1, 40), (0, 12), (57, 90)])
def test_the_ends_of_a_share_are_as_far_away_as_their_own_error_allows(agree: int, n: int) -> None:
    around = within(cc.exact_agreement(rows([[agree, n - agree], [0, 0]]), interval="score"))
    q = t.ppf(0.975, n - 1)
    for end in (around.low, around.high):
        if 0 < end < 1:
            assert abs(agree / n - end) == pytest.approx(q * sqrt(end * (1 - end) / n), rel=1e-9)
    assert 0 <= around.low <= agree / n <= around.high <= 1


def test_98_of_100_are_not_shown_to_be_above_95_percent() -> None:
    seen = rows([[49, 1], [1, 49]])
    assert within(cc.exact_agreement(seen, interval="analytic")).low > 0.95  # the Wald interval claims it
    assert within(cc.exact_agreement(seen)).low < 0.95


@pytest.mark.parametrize("truth", [0.85, 0.92, 0.95])
def test_a_share_on_the_threshold_is_seldom_shown_to_be_above_it(truth: float) -> None:
    n, counts = 100, np.arange(101)
    chance = binom.pmf(counts, n, truth)
    passes = [within(cc.exact_agreement(rows([[k, n - k]]), interval="score")).low > truth for k in counts]
    assert chance[passes].sum() <= 0.025


def test_pabak_and_raw_agreement_have_the_same_interval_on_their_scales() -> None:
    seen = rows([[40, 3], [5, 52]])
    raw = within(cc.exact_agreement(seen, interval="score"))
    pabak = within(cc.pabak(seen, interval="score"))
    assert (pabak.low, pabak.high) == pytest.approx((2 * raw.low - 1, 2 * raw.high - 1))


# --- coefficients of categories ---------------------------------------------------------------


def kappa_and_moments(p: NDArray[Any]) -> tuple[float, float, float]:
    """Cohen's kappa of a table of shares, n times its variance, and √n times its skewness.

    The variance is that of Fleiss, Cohen and Everitt (1969).
    """
    first, second = p.sum(axis=1), p.sum(axis=0)
    observed, expected = np.trace(p), first @ second
    kappa = (observed - expected) / (1 - expected)
    each = (np.eye(len(p)) - (1 - kappa) * (second[:, None] + first[None, :])) / (1 - expected)
    each = each - (p * each).sum()
    variance = (p * each**2).sum()
    return kappa, variance, (p * each**3).sum() / variance**1.5


@pytest.mark.parametrize(
    "cells", [[[20, 5], [10, 15]], [[3, 2], [1, 94]], [[9, 1, 0], [2, 12, 3], [0, 1, 8]]]
)
def test_kappa_agrees_with_a_second_computation(cells: list[list[int]]) -> None:
    n, seen = np.sum(cells), np.asarray(cells) / np.sum(cells)
    half = np.diag((seen.sum(axis=0) + seen.sum(axis=1)) / 2)
    chance = np.outer(seen.sum(axis=1), seen.sum(axis=0))
    q = t.ppf(0.975, n - 1)
    here = kappa_and_moments(seen)[0]

    def excess(share: float, other: NDArray[Any], tail: float) -> float:
        kappa, variance, skewness = kappa_and_moments((1 - share) * seen + share * other)
        limit = pearson3.ppf(norm.cdf(tail * q), skewness / sqrt(n))
        return float(tail * ((here - kappa) / sqrt(variance / n) - limit))

    around = within(cc.cohen_kappa(rows(cells)))
    for other, end, tail in ((half, around.high, -1.0), (chance, around.low, 1.0)):
        if excess(1 - 1e-9, other, tail) > 0:
            share = brentq(excess, 1e-9, 1 - 1e-9, args=(other, tail), xtol=1e-13)
            assert end == pytest.approx(kappa_and_moments((1 - share) * seen + share * other)[0], abs=1e-8)


@pytest.mark.parametrize("skewness", [-6.0, -1.5, -0.2, -2e-3, 0.0, 2e-3, 0.3, 1.0, 4.0])
def test_a_skewed_quantile_is_that_of_pearson_s_third_distribution(skewness: float) -> None:
    found = skewed_quantile(np.array([1.96]), np.array([skewness]))[0]
    assert found == pytest.approx(abs(pearson3.ppf(norm.cdf(1.96), skewness)), abs=1e-5)


def test_a_constant_rater_has_no_interval_and_a_reason() -> None:
    found = cc.cohen_kappa(rows([[12, 0], [8, 0]]), categories=range(2))
    assert found.estimate == pytest.approx(0, abs=1e-15)
    assert found.interval is None
    assert [note.code for note in found.notes[-2:]] == ["no-spread", "no-test"]


def test_a_rare_category_does_not_make_chance_agreement_surprising() -> None:
    seen = rows([[0, 3], [4, 93]])
    assert within(cc.cohen_kappa(seen, interval="analytic")).high < 0  # Wald leaves 0 out, though p is .72
    around = within(cc.cohen_kappa(seen))
    assert around.low < 0 < 0.2 < around.high


@pytest.mark.parametrize("name", ["cohen_kappa", "scott_pi", "fleiss_kappa", "krippendorff_alpha", "gwet_ac"])
def test_perfect_agreement_is_not_certain(name: str) -> None:
    around = within(getattr(cc, name)(rows([[20, 0], [0, 20]]), interval="score"))
    assert around.high == 1
    assert 0.5 < around.low < 0.95


@pytest.mark.parametrize(
    "name", ["fleiss_kappa", "conger_kappa", "krippendorff_alpha", "gwet_ac", "light_kappa"]
)
def test_gaps_several_raters_and_levels(name: str) -> None:
    ratings = simulated(np.random.default_rng(3), 40, 4, 0.5, [0.2, 0.3, 0.5]).astype(float)
    ratings[::7, 2] = np.nan
    narrow, wide = (getattr(cc, name)(ratings, interval="score", level=level) for level in (0.8, 0.99))
    assert within(wide).low < within(narrow).low < narrow.estimate < within(narrow).high < within(wide).high
    assert narrow.estimate == pytest.approx(getattr(cc, name)(ratings).estimate, abs=1e-12)


def test_equal_items_in_clusters_count_once() -> None:
    seen = rows([[8, 2], [1, 9]])
    alone = within(cc.cohen_kappa(seen, interval="score"))
    double = cc.as_ratings(np.repeat(seen, 4, axis=0), clusters=np.repeat(np.arange(20), 4))
    around = within(cc.cohen_kappa(double, interval="score"))
    assert (around.low, around.high) == pytest.approx((alone.low, alone.high), abs=0.02)


def test_perfect_agreement_in_clusters_is_worth_no_more_than_its_clusters() -> None:
    seen = rows([[10, 0], [0, 10]])
    alone = within(cc.cohen_kappa(seen, interval="score"))
    fourfold = cc.as_ratings(np.repeat(seen, 4, axis=0), clusters=np.repeat(np.arange(20), 4))
    assert within(cc.cohen_kappa(fourfold, interval="score")).low == pytest.approx(alone.low, abs=1e-6)


def test_what_has_no_score_interval_says_so() -> None:
    with pytest.raises(OptionError, match="interval='score' is for shares"):
        cc.icc(np.random.default_rng(0).normal(size=(20, 3)), interval="score")
    seen = rows([[8, 2], [1, 9]])
    with pytest.raises(OptionError, match="A difference supports"):
        cc.compare(cc.measure("cohen_kappa", seen), cc.measure("scott_pi", seen), interval="score")
    with pytest.raises(OptionError, match="irrcac"):
        cc.cohen_kappa(seen, interval="score", variance="irrcac")


@pytest.mark.slow
@pytest.mark.parametrize("shares", [[0.05, 0.95], [0.2, 0.8], [0.5, 0.5]])
@pytest.mark.parametrize("skill", [0.0, 0.2, 0.6, 0.9])
@pytest.mark.parametrize(
    ("name", "raters"), [("cohen_kappa", 2), ("fleiss_kappa", 3), ("krippendorff_alpha", 3)]
)
def test_most_intervals_hold_the_truth(name: str, raters: int, skill: float, shares: list[float]) -> None:
    rng, size = np.random.default_rng(11), 250
    found = [
        getattr(cc, name)(simulated(rng, 50, raters, skill, shares), interval="score") for _ in range(size)
    ]
    ends = [within(one) for one in found if one.interval is not None]  # a constant rater has none
    held = np.mean([end.low <= skill <= end.high for end in ends])
    below = np.mean([skill < end.low for end in ends])
    assert held >= 0.91  # 95 % less what chance and so few items may take from it
    assert below <= 0.06


def test_a_sample_of_very_many_rows_gives_nearly_the_limits_of_all(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(2)
    shares = [0.9, 0.07, 0.03]
    true = rng.choice([1, 2, 3], 3000, p=shares)
    guess = rng.choice([1, 2, 3], (3000, 8), p=shares)
    scores = np.where(rng.random((3000, 8)) < 0.9, true[:, None], guess).astype(float)
    scores[rng.random(scores.shape) < 0.4] = np.nan
    ratings = cc.as_ratings(scores, categories=[1, 2, 3])
    for coefficient in (cc.fleiss_kappa, cc.conger_kappa, cc.krippendorff_alpha):
        whole = coefficient(ratings).interval
        with monkeypatch.context() as few:
            few.setattr(mixed_ratings, "MOST_ROWS", 300)
            part = coefficient(ratings).interval
        width = whole.high - whole.low
        assert part.low == pytest.approx(whole.low, abs=0.02 * width)
        assert part.high == pytest.approx(whole.high, abs=0.02 * width)
        assert (part.low, part.high) != (whole.low, whole.high)
