"""Equal margins of several raters: by hand, by shuffling, by Hotelling, with gaps and clusters."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest

import concordant as cc
from concordant.inference.homogeneity import homogeneity
from concordant.inference.margins import cochran, equal_margins, margins_of
from tests.margins_tables import VISION, found, noisy

# Five items, three raters. Column sums 4, 2, 1 (squares 21), row sums 2, 1, 3, 1, 0 (squares 15), total 7.
FIVE = [[1, 1, 0], [1, 0, 0], [1, 1, 1], [1, 0, 0], [0, 0, 0]]


def test_cochran_q_by_hand() -> None:
    # Q = 2·(3·21 - 49)/(3·7 - 15) = 28/6
    result = found(FIVE)["cochran_q"]
    assert result.estimate == pytest.approx(14 / 3)
    assert result.details["df"] == 2
    assert result.p_value == pytest.approx(np.exp(-7 / 3))  # chi-square with 2 df


@pytest.mark.parametrize("seed", range(4))
def test_cochran_q_is_the_textbook_formula(seed: int) -> None:
    x = noisy(40, 4, 2, seed)
    by_rater, by_item = x.sum(axis=0), x.sum(axis=1)
    q = 3 * (4 * (by_rater**2).sum() - x.sum() ** 2) / (4 * x.sum() - (by_item**2).sum())
    assert found(x)["cochran_q"].estimate == pytest.approx(q)


@pytest.mark.parametrize("gaps", [0.0, 0.3])
def test_the_form_for_several_categories_has_the_covariance_of_all_shuffles(gaps: float) -> None:
    x = noisy(30, 4, 3, 5, gaps)
    total, covariance = np.zeros(12), np.zeros((12, 12))
    for row in x:
        there = np.flatnonzero(~np.isnan(row))
        if len(there) < 2:
            continue
        shuffles = []
        for order in permutations(row[there]):
            one = np.zeros((4, 3))
            one[there, np.array(order, dtype=int)] = 1
            shuffles.append(one.ravel())
        middle = np.mean(shuffles, axis=0)
        total += shuffles[0] - middle
        covariance += (np.array(shuffles) - middle).T @ (np.array(shuffles) - middle) / len(shuffles)
    expected = total @ np.linalg.pinv(covariance, rcond=1e-10) @ total
    result = found(x)["generalised_cmh"]
    assert result.estimate == pytest.approx(expected)
    assert result.details["df"] == 6


def test_with_two_raters_the_general_tests_are_those_of_the_table() -> None:
    margins, tests = margins_of(cc.table(VISION)), found(cc.table(VISION))
    assert cochran(margins).estimate == pytest.approx(tests["stuart_maxwell"].estimate)
    general = equal_margins(margins)
    assert general.estimate == pytest.approx(tests["bhapkar"].estimate)
    assert general.p_value == pytest.approx(tests["bhapkar"].p_value, rel=0.01)


def test_the_wald_test_is_hotellings_on_differences_to_the_last_rater() -> None:
    x = noisy(50, 3, 3, 8)
    chose = x[:, :, None] == np.arange(3)
    d = (chose[:, :2].astype(float) - chose[:, 2:])[:, :, :2].reshape(50, 4)
    t2 = 50 * d.mean(axis=0) @ np.linalg.solve(np.cov(d.T), d.mean(axis=0))
    result = found(x)["equal_margins"]
    assert result.details["f"] == pytest.approx(t2 * (50 - 4) / (4 * 49))
    assert (result.details["df"], result.details["df_error"]) == (4, 46)


def test_pairs_of_an_item_count_as_one() -> None:
    # every item twice, half as heavy, and bundled: nothing new is known
    x = noisy(40, 2, 3, 3)
    twice = cc.as_ratings(
        np.repeat(x, 2, axis=0), case_weights=np.full(80, 0.5), clusters=np.repeat(np.arange(40), 2)
    )
    (clustered,) = homogeneity(twice)
    assert clustered.measure == "equal_margins"
    assert clustered.estimate == pytest.approx(found(x)["bhapkar"].estimate)
    assert clustered.details["df_error"] == 38


def test_a_cluster_that_stands_for_many_is_as_good_as_many() -> None:
    pairs = np.array([[0, 1], [0, 0], [1, 2], [2, 2], [2, 0], [1, 1]])
    cluster, copies = np.array([0, 0, 1, 1, 2, 2]), np.array([4, 4, 3, 3, 5, 5])
    bundled = replace(
        cc.as_ratings(pairs, clusters=cluster),
        weights=copies / 2,
        cluster_copies=copies.astype(float),
    )
    rows = [(c, k) for c, n in ((0, 4), (1, 3), (2, 5)) for k in range(n)]
    written = np.concatenate([pairs[cluster == c] for c, _ in rows])
    names = np.repeat([f"{c}-{k}" for c, k in rows], 2)
    apart = cc.as_ratings(written, case_weights=np.full(len(written), 0.5), clusters=names)
    assert homogeneity(bundled)[0].estimate == pytest.approx(homogeneity(apart)[0].estimate)
    assert homogeneity(bundled)[0].p_value == pytest.approx(homogeneity(apart)[0].p_value)


def test_a_rater_who_saw_only_some_items_is_compared_on_those() -> None:
    # C saw only items that all call 1 but for two mistakes that cancel; A and B agree everywhere
    nan = float("nan")
    x = [[0, 0, nan]] * 20 + [[1, 1, 1]] * 18 + [[1, 1, 0], [0, 0, 1]]
    for result in found(x).values():
        assert result.estimate == pytest.approx(0, abs=1e-12)
        assert result.p_value == pytest.approx(1)


def test_too_few_items_for_so_many_margins_are_said_to_be_too_few() -> None:
    result = found([[0, 1, 2], [1, 2, 0], [2, 2, 1]])["equal_margins"]
    assert not result.defined
    assert result.notes[0].code == "few-items"


@pytest.mark.parametrize(("raters", "k", "gaps"), [(3, 2, 0.0), (4, 3, 0.3)])
def test_raters_alike_are_called_different_as_seldom_as_promised(raters: int, k: int, gaps: float) -> None:
    runs = [found(noisy(60, raters, k, seed, gaps)) for seed in range(400)]
    for name in runs[0]:
        often = np.mean([run[name].p_value < 0.2 for run in runs])
        assert 0.14 < often < 0.26  # 0.2 ± 3 standard errors of 0.02


def test_a_rater_apart_is_found() -> None:
    x = noisy(200, 3, 3, 11)
    x[:60, 0] = 2
    assert all(result.p_value < 0.01 for result in found(x).values())


def test_disagreements_that_cancel_in_every_cluster_leave_nothing_to_test() -> None:
    """An item in two dimensions: what the judge says more in one, it says less in the other."""
    data = {
        "id": ["a", "b", "c"] * 2,
        "dimension": ["x"] * 3 + ["y"] * 3,
        "human": [1, 2, 3, 2, 3, 1],
        "judge": [2, 3, 1, 1, 2, 3],
    }
    (result,) = cc.marginal_homogeneity(
        cc.read(data, item="id", dimension="dimension", raters=["human", "judge"])
    )
    assert not result.defined
    assert "cancel out" in result.notes[0].text
