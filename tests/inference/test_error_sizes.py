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


@pytest.mark.parametrize(("n", "widest"), [(30, 1.8), (100, 1.35)])
def test_small_errors_alone_do_not_make_the_interval_grossly_wide(n: int, widest: float) -> None:
    """Before, 2.0 and 1.5 times as wide as the spread of the estimates asks for (benchmarks, 1,000 draws)."""
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
