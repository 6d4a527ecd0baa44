"""The alternative annotator test, by hand and by simulation."""

from __future__ import annotations

import math

import numpy as np
import pytest

import concordant as cc
from concordant.errors import OptionError
from concordant.inference.alt_test import alt_test
from concordant.ratings.ratings import Ratings
from concordant.ratings.scale import Scale
from concordant.reduce.distinct_rows import distinct


def study(n: int, noise: float, seed: int = 0, people: int = 3) -> Ratings:
    """People err once in four items; the judge errs by `noise`."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 3, n)
    columns = [np.where(rng.random(n) < 0.25, rng.integers(0, 3, n), truth) for _ in range(people)]
    judge = np.where(rng.random(n) < noise, rng.integers(0, 3, n), truth)
    return cc.as_ratings(np.stack([*columns, judge], axis=1), scale=Scale.nominal([0, 1, 2]))


def test_wins_are_counted_as_the_paper_does() -> None:
    # Items × (A, B, C, judge). With A left out, scores against B and C, A : judge:
    #   item 1  a b a | a  A meets C once of two: 1/2, judge 1/2      both win   d = 0
    #   item 2  a b b | b  A 0, judge 1                               judge wins d = −1
    #   item 3  a a a | b  A 1, judge 0                               A wins     d = +1
    #   item 4  a a b | a  A 1/2, judge 1/2                           both win   d = 0
    r = cc.as_ratings([list("abaa"), list("abbb"), list("aaab"), list("aaba")])
    found = alt_test(r, r.raters[3], r.raters[:3])
    a = found.people[0]
    assert (a.n_items, a.judge_wins, a.person_wins) == (4, 3 / 4, 3 / 4)
    # mean d = 0, var = 2/3, se = sqrt(2/3/4); t = (0 − 0.2)/se on 3 degrees of freedom
    from scipy.stats import t

    assert a.p_values[2] == pytest.approx(t.cdf(-0.2 / math.sqrt(2 / 3 / 4), 3))
    assert found.left_out == r.raters[:3]  # too few items to test


def test_on_an_ordered_scale_the_nearer_wins() -> None:
    r = cc.as_ratings([[1, 3, 3, 2], [1, 3, 3, 2]])
    first = alt_test(r, r.raters[3], r.raters[:3]).people[0]
    assert (first.judge_wins, first.person_wins) == (1.0, 0.0)  # 1 away is nearer than 2 away


def test_a_judge_as_good_as_people_passes_and_a_poor_one_does_not() -> None:
    good, poor = (alt_test(r, r.raters[3], r.raters[:3]) for r in (study(400, 0.2), study(400, 0.7)))
    assert good.winning_rates[2] == 1.0
    assert good.passes(0.2)
    assert poor.winning_rates[2] == 0.0
    assert not poor.passes(0.2)
    assert good.advantage > poor.advantage


def test_a_judge_that_is_worth_epsilon_less_is_seldom_passed() -> None:
    # at a true difference of about ε or more, people are wrongly replaced in few studies
    rates = []
    for seed in range(60):
        r = study(150, 0.75, seed)
        rates.append(alt_test(r, r.raters[3], r.raters[:3]).winning_rates[2])
    assert np.mean(rates) < 0.05


def test_counted_rows_give_the_same() -> None:
    r = study(300, 0.3)
    short, long = (alt_test(x, r.raters[3], r.raters[:3]) for x in (distinct(r), r))
    assert len(distinct(r)) < len(r)
    assert short.winning_rates == long.winning_rates
    for one, other in zip(short.people, long.people, strict=True):
        assert one.p_values == pytest.approx(other.p_values, rel=1e-9)
        assert one.judge_wins == pytest.approx(other.judge_wins)


def test_gaps_leave_items_out() -> None:
    r = cc.as_ratings([["a", None, None, "a"], ["a", "a", None, "a"], ["b", "a", "b", None]])
    found = alt_test(r, r.raters[3], r.raters[:3])
    assert [one.n_items for one in found.people] == [1, 1, 0]
    assert math.isnan(found.people[2].judge_wins)


def test_one_person_cannot_be_left_out() -> None:
    r = study(20, 0.2)
    with pytest.raises(OptionError, match="at least two people"):
        alt_test(r, r.raters[3], r.raters[:1])


def test_dimensions_repeats_and_sampling_weights_are_no_more_items() -> None:
    from dataclasses import replace

    r = study(60, 0.4)
    once = alt_test(r, r.raters[3], r.raters[:3]).people[0]
    again = replace(
        r.rows(np.tile(np.arange(60), 5)),
        items=np.tile(np.arange(60), 5),
        dimension=np.repeat(list("abcde"), 60),
    )
    five = alt_test(again, r.raters[3], r.raters[:3]).people[0]
    assert five.n_items == once.n_items == 60
    assert five.p_values == pytest.approx(once.p_values, rel=1e-6)


def test_sampling_weights_count_as_weights_not_as_copies() -> None:
    from dataclasses import replace

    weights = np.random.default_rng(1).lognormal(0, 1, 200)
    r = replace(study(200, 0.4), weights=weights, copies=False)
    one = alt_test(r, r.raters[3], r.raters[:3]).people[0]
    # by hand: d by item, its weighted mean, and Σ w²(d − m)² / (Σ w)² · n/(n − 1)
    codes = r.matrix
    person, judge = ((codes[:, [1, 2]] == codes[:, [at]]).mean(axis=1) for at in (0, 3))
    d = (person >= judge).astype(float) - (judge >= person)
    mean = weights @ d / weights.sum()
    se = math.sqrt((weights**2 @ (d - mean) ** 2) / weights.sum() ** 2 * 200 / 199)
    from scipy.stats import t

    assert one.p_values[1] == pytest.approx(t.cdf((mean - 0.15) / se, 199), rel=1e-6)


def test_people_with_few_items_are_left_out_of_the_rates() -> None:
    from dataclasses import replace

    r = study(200, 0.2)
    first = np.where(np.arange(200) < 20, r.columns[0], -1).astype(r.columns[0].dtype)
    found = alt_test(replace(r, columns=(first, *r.columns[1:])), r.raters[3], r.raters[:3])
    assert found.left_out == r.raters[:1]
    assert [one.person for one in found.tested] == list(r.raters[1:3])
