"""Equal clusters counted once."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from concordant.coefficients.catalogue import BY_NAME
from concordant.inference.measure import Measure
from concordant.ratings.as_ratings import as_ratings
from concordant.ratings.ratings import Ratings
from concordant.reduce.distinct_rows import bundled, distinct
from concordant.reduce.judge_vs_people import against


def _several(n: int = 400) -> Ratings:
    rng = np.random.default_rng(3)
    truth = rng.integers(0, 3, n)
    said = [np.clip(truth + rng.integers(-1, 2, n), 0, 2).astype(float) for _ in range(4)]
    said[1][rng.random(n) < 0.3] = np.nan
    said[0][:7] = said[1][:7] = said[2][:7] = np.nan  # no reference: such rows are left out
    ratings = as_ratings(np.stack(said, axis=1), raters=["a", "b", "c", "judge"])
    return against(distinct(ratings), ["a", "b", "c"], "judge")[0]


@pytest.mark.parametrize("name", ["cohen_kappa", "scott_pi", "gwet_ac", "pearson", "mean_absolute_error"])
def test_bundled_ratings_give_the_same_numbers(name: str) -> None:
    many = _twice(_several())
    few = bundled(many)
    assert len(few) < len(many)
    whole, part = (Measure(BY_NAME[name], r).result() for r in (many, few))
    assert part.estimate == pytest.approx(whole.estimate, rel=1e-12)
    assert part.se == pytest.approx(whole.se, rel=1e-9)
    assert part.n_items == pytest.approx(whole.n_items)


def _twice(ratings: Ratings) -> Ratings:
    """The same clusters again under other numbers, the second time with three times the copies."""
    both = ratings.rows(np.concatenate([np.arange(len(ratings))] * 2))
    times = np.repeat([1.0, 3.0], len(ratings))
    assert ratings.weights is not None
    assert ratings.cluster_copies is not None
    return replace(
        both,
        weights=np.tile(ratings.weights, 2) * times,
        cluster_copies=np.tile(ratings.cluster_copies, 2) * times,
        clusters=np.concatenate([np.asarray(ratings.clusters), np.asarray(ratings.clusters) + 10_000]),
    )


def test_clusters_of_the_same_rows_become_one_and_no_others() -> None:
    rows = _twice(_several())
    few = bundled(rows)
    assert _kinds(few) == _kinds(rows)
    assert len(np.unique(few.clusters)) == len(_kinds(rows))


def _kinds(ratings: Ratings) -> dict[tuple[tuple[int, ...], ...], float]:
    """How many clusters hold exactly these rows, counted one by one."""
    out: dict[tuple[tuple[int, ...], ...], float] = {}
    assert ratings.cluster_copies is not None
    for cluster in np.unique(ratings.clusters):
        there = np.flatnonzero(ratings.clusters == cluster)
        key = tuple(sorted(tuple(int(x) for x in ratings.matrix[row]) for row in there))
        out[key] = out.get(key, 0.0) + float(ratings.cluster_copies[there[0]])
    return out


def test_rows_that_stand_for_themselves_are_left_as_they_are() -> None:
    ratings = as_ratings([1, 2, 3], [1, 2, 2])
    assert bundled(ratings) is ratings
    clustered = replace(ratings, clusters=np.array(["x", "x", "y"]))
    assert bundled(clustered) is clustered
