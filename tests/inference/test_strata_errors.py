"""Standard errors of combined strata: against resampling, with clusters inside strata and across them."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import pytest

import concordant as cc
from tests.strata_tables import CITIES, DEPARTMENTS, strata


def _kappas(tables: Any) -> tuple[Any, Any, Any]:
    """Kappa, observed and expected disagreement of many tables at once."""
    p = tables / tables.sum(axis=(-2, -1), keepdims=True)
    k = tables.shape[-1]
    d = 1 - np.einsum("...ii", p)
    e = 1 - np.einsum("...i,...i", p.sum(axis=-1), p.sum(axis=-2))
    assert k > 1
    return 1 - d / e, d, e


@pytest.mark.parametrize("tables", [DEPARTMENTS, CITIES], ids=["departments", "cities"])
def test_standard_errors_are_those_of_new_items_in_every_stratum(tables: Any) -> None:
    rng, found = np.random.default_rng(0), strata(tables)
    counts = np.array(tables)
    n = counts.sum(axis=(1, 2))
    drawn = np.stack(
        [
            rng.multinomial(m, t.ravel() / m, 8000).reshape(-1, *t.shape)
            for m, t in zip(n, counts, strict=True)
        ],
        1,
    )
    kappa, d, e = _kappas(drawn)
    share = n / n.sum()
    assert found.pooled_chance is not None
    assert found.size_weighted.se == pytest.approx((kappa @ share).std(), rel=0.04)
    assert found.pooled_chance.se == pytest.approx((1 - (d @ share) / (e @ share)).std(), rel=0.04)


def repeated(n: int = 150) -> pd.DataFrame:
    """Items rated in two dimensions; who misses in one is apt to miss in the other."""
    rng = np.random.default_rng(7)
    truth, hard = rng.integers(0, 3, (n, 2)), rng.random(n) < 0.4
    slip = np.where(hard[:, None], rng.integers(0, 3, (n, 2)), truth)
    return pd.DataFrame(
        {
            "id": np.repeat(np.arange(n), 2),
            "dimension": np.tile(["facts", "style"], n),
            "a": truth.ravel(),
            "b": slip.ravel(),
        }
    )


def test_strata_that_share_items_are_not_taken_as_independent() -> None:
    data = repeated()
    found = cc.stratified(
        data, "cohen_kappa", by="dimension", item="id", dimension="dimension", raters=["a", "b"]
    )
    rng = np.random.default_rng(1)
    cells = np.zeros((150, 2, 3, 3))
    cells[data["id"], (data["dimension"] == "style").astype(int), data["a"], data["b"]] = 1
    drawn = np.einsum("wi,ihab->whab", rng.multinomial(150, np.full(150, 1 / 150), 4000), cells)
    kappa, d, e = _kappas(drawn)
    assert found.pooled_chance is not None
    assert found.size_weighted.se == pytest.approx(kappa.mean(axis=1).std(), rel=0.05)
    assert found.pooled_chance.se == pytest.approx((1 - d.mean(axis=1) / e.mean(axis=1)).std(), rel=0.05)
    gap = found["facts"].estimate - found["style"].estimate
    assert found.equality.estimate == pytest.approx(gap**2 / (kappa[:, 0] - kappa[:, 1]).var(), rel=0.12)
    assert "strata share clusters" in found.size_weighted.method
    independent = math.hypot(found["facts"].se, found["style"].se) / 2
    assert found.size_weighted.se > 1.08 * independent


def test_clusters_within_strata_are_followed() -> None:
    data = repeated().assign(half=lambda d: np.where(d["id"] < 75, "x", "y"))
    found = cc.stratified(data, "cohen_kappa", by="half", clusters="id", raters=["a", "b"])
    for half, result in found:
        alone = cc.cohen_kappa(data[data["half"] == half[0]], clusters="id", raters=["a", "b"])
        assert result.se == pytest.approx(alone.se)
    both = [result.se for _, result in found]
    assert found.size_weighted.se == pytest.approx(math.hypot(*both) / 2)


def test_a_cluster_that_stands_for_many_is_as_good_as_many_also_across_strata() -> None:
    rng = np.random.default_rng(3)
    copies = rng.integers(1, 5, 30)
    pairs, places, part = rng.integers(0, 3, (60, 2)), np.repeat(np.arange(30), 2), np.tile(["x", "y"], 30)
    bundled = replace(
        cc.as_ratings(pairs, clusters=places, slices={"part": part}),
        weights=copies[places].astype(float),
        cluster_copies=copies[places].astype(float),
    )
    rows = [(2 * c + half, f"{c}-{k}") for c, n in enumerate(copies) for k in range(n) for half in (0, 1)]
    chosen, names = [row for row, _ in rows], [name for _, name in rows]
    written = cc.as_ratings(pairs[chosen], clusters=names, slices={"part": part[chosen]})
    ours, theirs = (cc.stratified(ratings, "cohen_kappa", by="part") for ratings in (bundled, written))
    for name, result in theirs.combined.items():
        assert ours.combined[name].estimate == pytest.approx(result.estimate)
        assert ours.combined[name].se == pytest.approx(result.se)
        assert ours.combined[name].p_value == pytest.approx(result.p_value)
    assert ours.equality.estimate == pytest.approx(theirs.equality.estimate)
