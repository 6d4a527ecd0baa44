"""Whether two readings of the same data are the same, to the last count."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from concordant.ratings.ratings import Ratings
from concordant.reduce.patterns import patterns
from concordant.reduce.profiles import profiles_of

FIGURES = (
    "rows_read", "rows_used", "dropped", "missing", "out_of_scale", "duplicates", "duplicate_rule", "n_items",
    "n_raters", "n_ratings", "n_gaps", "single_rated", "unrated", "unused_categories", "least_overlap",
)  # fmt: skip


def counted(ratings: Ratings) -> Counter[Any]:
    """How often each row of labels occurs in each combination of slices; None is a gap."""
    labels = [*ratings.labels.tolist(), None]
    rows = [[labels[code] for code in row] for row in ratings.matrix.tolist()]
    if ratings.anonymous:
        rows = [sorted((cell for cell in row if cell is not None), key=str) for row in rows]
    parts = [column.tolist() for column in ratings.slices.values()]
    weights = [1.0] * len(ratings) if ratings.weights is None else ratings.weights.tolist()
    found: Counter[Any] = Counter()
    for place, (row, weight) in enumerate(zip(rows, weights, strict=True)):
        found[(tuple(column[place] for column in parts), tuple(row))] += weight
    return +found


def reduced(statistic: Any) -> list[tuple[Any, ...]]:
    """The rows of patterns or profiles with their counts, in one order."""
    return sorted(
        (*row, count) for row, count in zip(statistic.codes.tolist(), statistic.counts, strict=True)
    )


def assert_alike(found: Ratings, expected: Ratings) -> None:
    """The same raters, labels, counts, statistics and audit."""
    assert found.raters == expected.raters
    assert found.rater_kinds == expected.rater_kinds
    assert found.labels.tolist() == expected.labels.tolist()
    assert [type(x) for x in found.labels.tolist()] == [type(x) for x in expected.labels.tolist()]
    assert (found.scale.level, found.scale.categories) == (expected.scale.level, expected.scale.categories)
    assert list(found.slices) == list(expected.slices)
    assert counted(found) == counted(expected)
    assert (found.anonymous, found.copies) == (expected.anonymous, expected.copies)
    if found.copies and not found.anonymous:
        assert reduced(patterns(found)) == reduced(patterns(expected))
    if found.copies:
        assert reduced(profiles_of(found)) == reduced(profiles_of(expected))
    figures = {name: getattr(found.audit, name) for name in FIGURES}
    assert figures == {name: getattr(expected.audit, name) for name in FIGURES}


def same_sums(found: Any, expected: Any) -> None:
    """The same moments, to rounding."""
    assert found.raters == expected.raters
    order, other = (np.lexsort(m.present.T) for m in (found, expected))
    assert np.array_equal(found.present[order], expected.present[other])
    means = [(m.sums.mean + m.centre) * m.present for m in (found, expected)]
    pairs = [(means[0], means[1])]
    pairs += [
        (getattr(found.sums, name), getattr(expected.sums, name)) for name in ("n", "cross", "differences")
    ]
    for a, b in pairs:
        largest = float(np.abs(b).max(initial=0))
        np.testing.assert_allclose(a[order], b[other], rtol=1e-9, atol=1e-9 * largest)
