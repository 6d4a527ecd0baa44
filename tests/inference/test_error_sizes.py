"""The way down of weighted coefficients: more of the errors that were seen, and guesses that fit them."""

from __future__ import annotations

from math import exp, sqrt
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import t

import concordant as cc
from concordant.coefficients.catalogue import BY_NAME
from concordant.inference.error_sizes import counts_distance, more_errors
from concordant.inference.score_interval import limits_of_tables
from concordant.ratings.scale import Scale
from concordant.reduce.table import Table

SIZE = 5
CELLS = np.stack(np.meshgrid(*[np.arange(SIZE)] * 2, indexing="ij"), axis=-1).reshape(-1, 2)
ORDINAL = Scale.ordinal([1, 2, 3, 4, 5])
LINEAR = [[abs(i - j) for j in range(SIZE)] for i in range(SIZE)]


def small_errors() -> NDArray[Any]:
    """A hundred items: twenty of them one step apart, the others equal."""
    table = np.diag([10.0, 15, 30, 15, 10])
    for i, many in zip(range(4), (5, 5, 5, 5), strict=True):
        table[i, i + 1] += many / 2
        table[i + 1, i] += many / 2
    return table


def by_chance(table: NDArray[Any]) -> NDArray[Any]:
    return np.outer(table.sum(axis=1), table.sum(axis=0)) / table.sum()


def test_no_more_guesses_than_the_sizes_of_the_errors_allow() -> None:
    # All 20 errors are one step apart. If a share λ were guesses, of which a share g is larger, the log
    # likelihood would be 20·log(1 − λg); at 100 items it may fall by q²/2, so λ = (1 − exp(−q²/40))/g.
    seen = small_errors()
    chance, q = by_chance(seen), float(t.ppf(0.975, 99))
    apart = np.abs(CELLS[:, 0] - CELLS[:, 1]).reshape(SIZE, SIZE)
    larger = chance[apart > 1].sum() / chance[apart > 0].sum()
    share = (1 - exp(-(q**2) / 40)) / larger
    expected = (1 - share) * np.where(apart > 0, seen, 0) / 20 + share * chance / chance[apart > 0].sum()
    found = more_errors(
        CELLS, seen.reshape(1, -1), chance.reshape(1, -1), SIZE, np.array([q]), np.ones(1)
    ).reshape(SIZE, SIZE)
    np.testing.assert_allclose(found, 100 * expected / expected.sum(), rtol=1e-6)


def gross(counts: NDArray[Any]) -> float:
    """The share of a table that is more than one step apart."""
    return float(counts[:, np.abs(CELLS[:, 0] - CELLS[:, 1]) > 1].sum() / counts.sum())


def test_fewer_items_need_weaker_evidence_and_clusters_make_fewer_of_them() -> None:
    seen, chance = (x.reshape(1, -1) for x in (small_errors(), by_chance(small_errors())))

    def found(times: float, q: float, effect: float = 1.0) -> float:
        return gross(
            more_errors(CELLS, seen * times, chance * times, SIZE, np.array([q]), np.array([effect]))
        )

    assert found(4, 2, effect=2) == pytest.approx(found(2, 2), rel=1e-6)  # 400 that are worth 200
    # a quarter of the items has a quarter of the evidence, and half as much is asked for: q² = 8 for 4
    assert found(0.25, 2) == pytest.approx(found(1, sqrt(8)), rel=1e-6)


def test_errors_as_coarse_as_guesses_lead_straight_to_chance() -> None:
    seen = by_chance(small_errors()) + np.diag([5.0] * SIZE)
    seen[0, 4] += 3
    chance = by_chance(seen)
    found = more_errors(CELLS, seen.reshape(1, -1), chance.reshape(1, -1), SIZE, np.array([2.0]), np.ones(1))
    np.testing.assert_allclose(found, chance.reshape(1, -1))


@pytest.mark.parametrize(
    ("name", "options", "ordered"),
    [
        ("cohen_kappa", {}, False),
        ("cohen_kappa", {"weights": "identity"}, False),
        ("cohen_kappa", {"weights": "circular"}, False),
        ("cohen_kappa", {"weights": "quadratic"}, True),
        ("cohen_kappa", {"weights": "power:1.5"}, True),
        ("cohen_kappa", {"weights": LINEAR}, True),
        ("cohen_kappa", {"weights": np.eye(SIZE)}, False),
        ("cohen_kappa", {"weights": np.array(LINEAR) % 4}, False),
        ("krippendorff_alpha", {}, True),
        ("krippendorff_alpha", {"metric": "nominal"}, False),
        ("krippendorff_alpha", {"metric": "interval"}, True),
        ("exact_agreement", {}, False),
    ],
)
def test_only_where_distance_counts(name: str, options: dict[str, Any], ordered: bool) -> None:
    assert counts_distance(BY_NAME[name], options, ORDINAL, SIZE) is ordered


def test_weights_by_name_and_as_a_matrix_have_the_same_interval() -> None:
    rng = np.random.default_rng(1)
    truth = rng.integers(1, 6, 60)
    y = np.stack([truth, np.clip(truth + rng.choice([-1, 0, 0, 1], 60), 1, 5)], axis=1)
    r = cc.as_ratings(y, categories=range(1, 6))
    named, matrix = (cc.agreement(r, "cohen_kappa", weights=w).interval for w in ("linear", LINEAR))
    assert named is not None
    assert matrix is not None
    assert (named.low, named.high) == pytest.approx((matrix.low, matrix.high))


def drawn(draws: int, n: int, noise: float) -> NDArray[Any]:
    """Tables of two raters who see a normal quality with normal noise, in five even categories."""
    rng, tables = np.random.default_rng(8), []
    cuts = np.array([-0.8416, -0.2533, 0.2533, 0.8416])
    for _ in range(draws):
        seen = sqrt(1 - noise) * rng.normal(size=(n, 1)) + sqrt(noise) * rng.normal(size=(n, 2))
        first, second = np.searchsorted(cuts, seen).T
        tables.append(np.bincount(first * SIZE + second, minlength=SIZE**2).astype(float))
    return np.array(tables)


@pytest.mark.parametrize(("n", "widest"), [(30, 1.8), (100, 1.5)])
def test_small_errors_alone_do_not_make_the_interval_grossly_wide(n: int, widest: float) -> None:
    """By guesses alone it would be 2.0 and 1.5 times as wide as the spread of the estimates asks for."""
    tables = drawn(300, n, 0.05)
    statistic = Table(*CELLS.T, np.zeros(len(CELLS)), np.arange(SIZE), ORDINAL, ("first", "second"))
    low, high = limits_of_tables(
        BY_NAME["cohen_kappa"], statistic, CELLS, tables, {"weights": "quadratic"}, 0.95
    )
    d = (CELLS[:, 0] - CELLS[:, 1]) ** 2.0
    p = tables.reshape(-1, SIZE, SIZE)
    chance = np.einsum("si,sj->sij", p.sum(axis=2), p.sum(axis=1)).reshape(len(p), -1) / n
    kappas = 1 - (tables @ d) / (chance @ d)
    truth = float(np.mean(1 - (tables.sum(axis=0) @ d) / (chance.sum(axis=0) @ d)))
    assert float((high - low).mean()) < widest * 3.92 * float(kappas.std())
    assert float(((low <= truth) & (truth <= high)).mean()) > 0.92
    assert float((low > truth).mean()) < 0.035


def guessing(draws: int, n: int, shares: Any, known: float) -> NDArray[Any]:
    """Tables of two raters who know an item with probability √known, and else guess by the shares."""
    rng, tables = np.random.default_rng(11), []
    for _ in range(draws):
        truth, guess = rng.choice(SIZE, (n, 1), p=shares), rng.choice(SIZE, (n, 2), p=shares)
        first, second = np.where(rng.random((n, 2)) < sqrt(known), truth, guess).T
        tables.append(np.bincount(first * SIZE + second, minlength=SIZE**2).astype(float))
    return np.array(tables)


def few_guesses(draws: int, n: int) -> NDArray[Any]:
    """As `drawn`, in five even categories, with very small errors and 2 % of the ratings guessed."""
    rng, tables = np.random.default_rng(12), drawn(draws, n, 0.03)
    for at, table in enumerate(tables):
        rows = np.repeat(CELLS, table.astype(int), axis=0)
        rows = np.where(rng.random(rows.shape) < 0.02, rng.integers(0, SIZE, rows.shape), rows)
        tables[at] = np.bincount(rows[:, 0] * SIZE + rows[:, 1], minlength=SIZE**2)
    return tables


def limits(name: str, tables: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Quadratic weights; profiles count a cell and its mirror image as one."""
    statistic = cc.measure(name, cc.table(np.ones((SIZE, SIZE))), weights="quadratic").reduce()
    square = tables.reshape(-1, SIZE, SIZE)
    if isinstance(statistic, Table):
        cells = np.stack([statistic.first, statistic.second], axis=1)
    else:
        cells = np.sort(statistic.codes, axis=1)
        square = square + square.transpose(0, 2, 1) - square * np.eye(SIZE)
    counts = square[:, cells[:, 0], cells[:, 1]]
    return limits_of_tables(BY_NAME[name], statistic, cells, counts, {"weights": "quadratic"}, 0.95)


def long_run(name: str, pairs: NDArray[Any]) -> float:
    """Kappa and AC2 of shares of pairs, quadratic weights, by the textbook."""
    d = (CELLS[:, 0] - CELLS[:, 1]).reshape(SIZE, SIZE) ** 2.0
    shares = (pairs.sum(axis=0) + pairs.sum(axis=1)) / 2
    by_chance = float((np.outer(pairs.sum(axis=1), pairs.sum(axis=0)) * d).sum())
    if name == "gwet_ac":
        by_chance = 16 - float((16 - d).sum() * (shares * (1 - shares)).sum() / (SIZE * (SIZE - 1)))
    return 1 - float((pairs * d).sum()) / by_chance


@pytest.mark.parametrize("name", ["cohen_kappa", "gwet_ac"])
def test_errors_that_happen_to_be_small_do_not_raise_the_lower_limit(name: str) -> None:
    """By the sizes of the errors seen it was above the truth in 4.2 % and 4.5 % of 3,000 studies."""
    shares = np.array([0.03, 0.07, 0.15, 0.35, 0.4])
    truth = long_run(name, 0.9 * np.diag(shares) + 0.1 * np.outer(shares, shares))
    low, high = limits(name, guessing(1500, 300, shares, 0.9))
    assert float((low > truth).mean()) < 0.033
    assert float(((low <= truth) & (truth <= high)).mean()) > 0.93


def test_guesses_that_happen_to_be_absent_do_not_raise_the_lower_limit() -> None:
    """By the sizes of the errors seen it was above the truth in 5.8 % of 3,000 studies."""
    tables = few_guesses(1500, 300)
    truth = long_run("cohen_kappa", tables.mean(axis=0).reshape(SIZE, SIZE) / 300)
    low, high = limits("cohen_kappa", tables)
    assert float((low > truth).mean()) < 0.033
    assert float(((low <= truth) & (truth <= high)).mean()) > 0.93
