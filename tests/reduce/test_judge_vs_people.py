"""One rater against several: two columns, and the pairs of an item kept together."""

from __future__ import annotations

import numpy as np
import pytest

import concordant as cc
from concordant.coefficients.catalogue import BY_NAME
from concordant.inference.measure import Measure
from concordant.inference.plan import Plan
from concordant.ratings.ratings import Ratings
from concordant.reduce.distinct_rows import distinct
from concordant.reduce.judge_vs_people import against, against_categories, among

GAP = np.nan


def rated(n: int = 300, seed: int = 0, gaps: float = 0.25) -> Ratings:
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 4, n)
    scores = np.stack([np.clip(truth + rng.integers(-1, 2, n), 0, 3) for _ in range(4)], axis=1).astype(float)
    scores[rng.random(scores.shape) < gaps] = GAP
    return cc.as_ratings(scores)


def test_every_pair_of_an_item_is_a_row_and_the_item_counts_once() -> None:
    r = cc.as_ratings(np.array([[1, 2, 2], [0, GAP, 1], [GAP, GAP, 2], [1, 1, GAP]]))
    rows, origin = against(r, r.raters[:2], r.raters[2])
    # item 1: pairs (1,2), (2,2), half each; item 2: (0,1); item 3: no reference, left out; item 4: no judge
    assert list(zip(*(c.tolist() for c in rows.columns), strict=True)) == [(1, 2), (2, 2), (0, 1), (-1, 2)]
    assert rows.weights is not None
    assert rows.weights.tolist() == [0.5, 0.5, 1.0, 1.0]
    assert origin.tolist() == [0, 0, 1, 2]


def test_one_reference_is_an_ordinary_pair() -> None:
    r = rated()
    rows, origin = against(r, [r.raters[0]], r.raters[3])
    assert rows.raters == (r.raters[0], r.raters[3])
    assert len(origin) == len(r)
    assert rows.clusters is None


@pytest.mark.parametrize("name", ["exact_agreement", "mean_absolute_error"])
def test_the_pooled_number_is_the_mean_over_items_of_the_mean_over_pairs(name: str) -> None:
    r = rated(60)
    codes = r.matrix
    each = []
    for row in codes:
        judge, people = row[3], row[:3][row[:3] >= 0]
        if judge >= 0 and len(people):
            gap = np.abs(people - judge)
            each.append((gap == 0).mean() if name == "exact_agreement" else gap.mean())
    rows, _ = against(r, r.raters[:3], r.raters[3])
    assert Measure(BY_NAME[name], rows).result().estimate == pytest.approx(np.mean(each))


NAMES = ("cohen_kappa", "exact_agreement", "pearson", "mean_absolute_error", "gwet_ac", "ccc")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("interval", ["analytic", "jackknife"])
def test_counted_rows_have_the_standard_error_of_the_items(name: str, interval: str) -> None:
    r = rated(400, seed=3)
    plan = Plan(interval=interval)  # type: ignore[arg-type]
    long, short = (
        Measure(BY_NAME[name], against(x, r.raters[:3], r.raters[3])[0]).result(plan)
        for x in (r, distinct(r))
    )
    assert len(distinct(r)) < len(r)
    assert short.estimate == pytest.approx(long.estimate, abs=1e-12)
    assert short.se == pytest.approx(long.se, rel=1e-9)
    assert short.n_items == long.n_items


def test_the_bootstrap_draws_items_also_where_rows_stand_for_many() -> None:
    r = rated(400, seed=4)
    rows, _ = against(distinct(r), r.raters[:3], r.raters[3])
    kappa = Measure(BY_NAME["cohen_kappa"], rows)
    assert kappa.result(Plan(interval="bootstrap")).se == pytest.approx(kappa.result().se, rel=0.1)


def test_the_standard_error_is_right_in_repeated_samples() -> None:
    # 200 studies of 80 items, three people and a judge: the estimates spread as the standard error says
    found = [
        Measure(BY_NAME["cohen_kappa"], against(r, r.raters[:3], r.raters[3])[0]).result()
        for r in (rated(80, seed) for seed in range(200))
    ]
    spread = np.std([x.estimate for x in found])
    assert np.mean([x.se for x in found]) == pytest.approx(spread, rel=0.15)


def test_people_among_themselves_are_held_against_each_other_both_ways() -> None:
    r = rated(200, seed=5)
    rows, _ = among(r, r.raters[:3])
    # both ways round, so that the two columns have the same margins
    shares = [np.bincount(c, weights=rows.weights, minlength=4) for c in rows.columns]
    assert shares[0] == pytest.approx(shares[1])
    exact = Measure(BY_NAME["exact_agreement"], rows).result()
    plain = cc.exact_agreement(r.select(r.raters[:3]))
    assert exact.estimate == pytest.approx(plain.estimate)
    assert exact.se == pytest.approx(plain.se, rel=1e-9)
    assert exact.n_items == plain.n_items


def test_items_that_belong_together_stay_together() -> None:
    r = rated(120, seed=6, gaps=0.0)
    from dataclasses import replace

    clustered = replace(r, clusters=np.repeat(np.arange(40), 3))
    rows, _ = against(clustered, r.raters[:3], r.raters[3])
    result = Measure(BY_NAME["exact_agreement"], rows).result()
    assert "t(39)" in result.method


def test_many_references_have_a_row_for_each_category_with_the_same_sums() -> None:
    rng = np.random.default_rng(1)
    x = rng.integers(1, 4, (60, 9)).astype(float)
    x[rng.random(x.shape) < 0.4] = np.nan
    ratings = cc.as_ratings(x, case_weights=np.arange(60) % 3)
    people, rater = ratings.raters[:-1], ratings.raters[-1]
    few, (all_pairs, _) = against_categories(ratings, people, rater), against(ratings, people, rater)
    assert len(few) < len(all_pairs)
    for name in ("exact_agreement", "cohen_kappa"):
        a, b = (cc.agreement(part, name) for part in (few, all_pairs))
        assert a.estimate == pytest.approx(b.estimate, rel=1e-12)
        assert a.se == pytest.approx(b.se, rel=1e-9)
        assert a.n_items == b.n_items
