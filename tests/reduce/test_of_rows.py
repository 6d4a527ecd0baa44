"""What follows from the rows of a statistic is found once, and only for those rows."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from concordant.ratings.as_ratings import as_ratings
from concordant.reduce.item_weights import CaseWeights
from concordant.reduce.patterns import patterns, unique_rows
from concordant.reduce.profiles import profiles


def test_other_weights_share_what_follows_from_the_rows() -> None:
    p = patterns(as_ratings([[0, 1, np.nan], [1, 1, 1], [2, 0, 1]]))
    s = profiles(p, keep_rows=True)
    doubled = s.weighed(CaseWeights(2 * s.counts))
    assert doubled.given is s.given
    assert float(doubled.n_paired) == 2 * float(s.n_paired)


def test_other_rows_share_nothing() -> None:
    p = patterns(as_ratings([[0, 1, 2], [1, 1, 1]]))
    assert p.given.tolist() == [3, 3]
    gaps = replace(p, codes=np.where(p.codes == 1, -1, p.codes))
    assert sorted(gaps.given.tolist()) == [0, 2]


def test_distinct_rows_are_those_that_numpy_finds() -> None:
    rows = np.random.default_rng(0).integers(-1, 3, size=(200, 4))
    found, number = unique_rows(rows)
    expected, place = np.unique(rows, axis=0, return_inverse=True)
    assert np.array_equal(found, expected)
    assert np.array_equal(number, place.ravel())
