"""A rater against many others, from a table of categories: the numbers of a row for every pair of ratings."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from concordant.interpret.patterns import Candidate, PatternContext, candidates
from concordant.ratings.ratings import Ratings
from concordant.ratings.scale import Scale
from tests.interpret.patterns.made import noisy, people, rated, truth

NUMBERS = ("estimate", "se", "p_value", "n_items")


def crowd(n: int = 120, *, gaps: float = 0.0, scale: Scale | None = None, weighed: bool = False) -> Ratings:
    """Seven raters: one too high, one random, one who keeps to the middle and never says 5."""
    true = truth(n)
    columns = [noisy(true, seed).astype(float) for seed in range(7)]
    rng = np.random.default_rng(4)
    columns[1] = np.clip(columns[1] + 1, 1, 5)
    columns[2] = rng.integers(1, 6, n).astype(float)
    columns[3] = np.clip(columns[3], 2, 4)
    said = [[None if rng.random() < gaps else int(x) for x in column] for column in columns]
    weights = {"weights": rng.integers(0, 4, n).astype(float)} if weighed else {}
    return rated(said, scale=scale or Scale.ordinal([1, 2, 3, 4, 5]), **weights)


def by_name(found: tuple[Candidate, ...]) -> dict[str, Candidate]:
    return {f"{c.code} {sorted(c.about.items())}": c for c in found}


@pytest.mark.parametrize(
    "options",
    [{}, {"gaps": 0.5}, {"gaps": 0.3, "weighed": True}, {"scale": Scale.nominal([1, 2, 3, 4, 5])}],
    ids=["complete", "gaps", "weights", "nominal"],
)
def test_every_number_is_that_of_all_pairs_of_ratings(
    options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    ratings = crowd(**options)
    counted = by_name(candidates([PatternContext(people(ratings))]))
    monkeypatch.setattr(PatternContext, "_countable", False)
    paired = by_name(candidates([PatternContext(people(ratings))]))
    assert counted.keys() == paired.keys()
    assert len(counted) > 30
    for name, one in counted.items():
        other = paired[name]
        assert one.evidence.method == other.evidence.method
        for number in NUMBERS:
            values = (getattr(c.evidence, number) for c in (one, other))
            assert next(values) == pytest.approx(next(values), rel=1e-9, abs=1e-12, nan_ok=True), name
        assert one.material() == other.material(), name


def test_a_rater_has_a_few_cells_however_many_others_there_are() -> None:
    view = PatternContext(people(crowd())).views[0]
    assert len(view.pair.ratings) <= 25
    assert view.n == pytest.approx(120)


def test_a_category_that_was_given_where_nobody_else_rated_counts_as_used() -> None:
    # a says 5 only of an item that nobody else rated
    said = [[1, 2] * 15 + [5], [2, 1] * 15 + [None], [5, 1] * 15 + [None]]
    view = next(v for v in PatternContext(people(rated(said))).views if v.rater == "a")
    assert 4 in view.pair.ratings.columns[1]
    assert view.n == pytest.approx(30)
    assert not math.isnan(float(view.sums.mean(view.values[1], view.both)))
