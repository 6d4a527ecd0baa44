"""Patterns, tables and profiles: small statistics that add."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from concordant.ratings.reading.arrays import from_columns, from_counts, from_matrix
from concordant.reduce.patterns import count_rows, patterns
from concordant.reduce.profiles import profiles, profiles_of
from concordant.reduce.table import table
from tests.designs import K, make, matrices


@given(matrices())
def test_patterns_count_distinct_rows(m: Any) -> None:
    p = patterns(make(m))
    got = {tuple(row): int(n) for row, n in zip(p.codes.tolist(), p.counts, strict=True)}
    assert got == Counter(tuple(row) for row in m.tolist() if max(row) >= 0)


@given(matrices(raters=2))
def test_a_table_counts_pairs_and_what_it_leaves_out(m: Any) -> None:
    t = table(patterns(make(m)))
    expected = np.zeros((K, K))
    for a, b in m.tolist():
        if a >= 0 and b >= 0:
            expected[a, b] += 1
    assert np.array_equal(t.cells, expected)
    assert t.left_out == sum((a >= 0) != (b >= 0) for a, b in m.tolist())


@given(matrices())
def test_profiles_forget_who_said_what(m: Any) -> None:
    ratings = make(m)
    for s in (profiles(patterns(ratings)), profiles_of(ratings)):
        got = {tuple(row): int(n) for row, n in zip(s.matrix.astype(int).tolist(), s.counts, strict=True)}
        expected = Counter(tuple(int((row == k).sum()) for k in range(K)) for row in m if row.max() >= 0)
        assert got == expected


def test_many_raters_take_the_short_road_to_the_same_profiles() -> None:
    rng = np.random.default_rng(0)
    m = rng.integers(0, 4, (200, 40)).astype(float)
    m[rng.random(m.shape) < 0.9] = np.nan
    ratings = from_matrix(m)
    short, long = profiles_of(ratings), profiles(patterns(ratings))
    as_set = [
        {(tuple(row), float(n)) for row, n in zip(s.matrix.tolist(), s.counts, strict=True)}
        for s in (short, long)
    ]
    assert as_set[0] == as_set[1]


@given(
    st.lists(st.tuples(st.integers(-1, 2), st.integers(-1, 5), st.integers(-1, 1)), min_size=1, max_size=40),
    st.booleans(),
)
def test_both_ways_to_count_rows_agree(rows: list[tuple[int, int, int]], weighted: bool) -> None:
    columns = [np.array(c) for c in zip(*rows, strict=True)]
    weights = np.arange(1.0, len(rows) + 1) if weighted else None
    direct = count_rows(columns, [3, 6, 2], weights)
    sorted_ = count_rows(columns, [10**9, 10**9, 10**9], weights)  # too wide to count directly
    as_dict = [{tuple(r): w for r, w in zip(c.tolist(), n, strict=True)} for c, n in (direct, sorted_)]
    assert as_dict[0] == as_dict[1]


def test_clusters_keep_equal_patterns_apart() -> None:
    m = np.array([[0, 0], [0, 0], [0, 0], [1, 1]])
    p = patterns(make(m, clusters=np.array(["x", "x", "y", "y"])))
    assert sorted(p.counts.tolist()) == [1, 1, 2]
    assert p.clusters is not None


def test_patterns_of_other_raters_do_not_add() -> None:
    a = from_columns([[1, 2], [1, 2]], ["A", "B"])
    b = from_columns([[1, 2], [1, 2]], ["A", "C"])
    with pytest.raises(ValueError, match="same raters"):
        patterns(a) + patterns(b)


@pytest.mark.parametrize(
    "labels",
    [
        np.array([3, 1, 2, 1], dtype=np.uint8),
        np.array([3, 1, 2, 1], dtype=np.int64),
        np.array([3.0, 1.0, 2.0, 1.0]),
        np.array(["c", "a", "b", "a"]),
        ["c", "a", "b", "a"],
        np.array([True, False, True, True]),
        [2.5, -1.0, 7.25, -1.0],
        [10**12, 5, 10**15, 5],
    ],
)
def test_any_kind_of_label_is_counted(labels: Any) -> None:
    other = labels[::-1]
    t = table(patterns(from_columns([labels, other], ["A", "B"])))
    assert t.cells.sum() == 4
    pairs = Counter(zip(list(labels), list(other), strict=True))
    assert sorted(pairs.values()) == sorted(t.counts.tolist())


def test_counts_of_categories_are_ratings_of_unknown_raters() -> None:
    s = profiles_of(from_counts([[2, 0, 1], [0, 3, 0], [0, 0, 0]]))
    got = {tuple(r): n for r, n in zip(s.matrix.astype(int).tolist(), s.counts, strict=True)}
    assert got == {(2, 0, 1): 1, (0, 3, 0): 1}
