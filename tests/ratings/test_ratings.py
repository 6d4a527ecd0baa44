"""Ratings: parts of them, and the audit that goes with them."""

from __future__ import annotations

import numpy as np
import pytest

from concordant.errors import OptionError
from concordant.ratings.arrays import from_matrix, from_sequences
from concordant.ratings.read import as_ratings
from concordant.ratings.scale import Scale

LONG = {
    "item": ["a", "a", "b", "b", "a", "a"],
    "rater": ["x", "y"] * 3,
    "score": [1, 2, 2, 2, 1, 1],
    "round": [1, 1, 1, 1, 2, 2],
    "type": ["p", "p", "q", "q", "p", "p"],
}


def test_ratings_do_not_change():
    ratings = from_sequences([1, 2], [1, 1])
    with pytest.raises(ValueError, match="read-only"):
        ratings.columns[0][0] = 1
    with pytest.raises(AttributeError):
        ratings.raters = ("C", "D")  # type: ignore[misc]


def test_the_callers_arrays_stay_the_callers():
    given, weights = np.array([True, False]), np.array([1.0, 2.0])
    ratings = from_sequences(given, given, weights=weights)
    given[0] = False
    weights[0] = 9
    assert ratings.columns[0].tolist() == [1, 0]
    assert ratings.weights is not None
    assert ratings.weights.tolist() == [1, 2]


def test_raters_are_chosen_by_name_in_the_order_asked_for():
    ratings = from_matrix([[1, 2, 3], [3, 2, 1]], raters=["a", "b", "c"])
    assert ratings.select(["c", "a"]).raters == ("c", "a")
    assert ratings.select("b").raters == ("b",)
    with pytest.raises(OptionError) as told:
        ratings.select(["a", "bb"])
    assert str(told.value) == "a rater must be one of ['a', 'b', 'c'], got 'bb'. Did you mean 'b'?"


def test_parts_share_a_value_of_a_column():
    ratings = as_ratings(LONG)
    assert [(value, len(part)) for value, part in ratings.by("round")] == [(1, 2), (2, 1)]
    assert ratings.where(round="2").items.tolist() == ["a"]
    assert ratings.where(type="q", round=1).items.tolist() == ["b"]
    with pytest.raises(OptionError) as told:
        ratings.where(round=3)
    assert str(told.value) == "No row has round = 3; it takes [1, 2]."
    with pytest.raises(OptionError) as told:
        ratings.column_of("rond")
    assert str(told.value) == "There is no column 'rond' to slice by; there are ['round', 'type']."


def test_rows_of_one_item_are_a_cluster():
    ratings = as_ratings(LONG)
    assert ratings.clusters_in_force is not None
    assert ratings.clusters_in_force.tolist() == ["a", "a", "b"]
    assert from_sequences([1, 2], [1, 2]).clusters_in_force is None


def test_the_audit_counts_gaps_single_ratings_and_overlap():
    #        a  b  c      rated: 3, 2, 1, 0; a and c share item 1 only, so the least overlap is 1
    matrix = [[1, 2, 1], [2, 1, None], [1, None, None], [None, None, None]]
    audit = from_matrix(matrix, scale=Scale.ordinal([1, 2, 3])).audit
    assert (audit.n_items, audit.n_raters, audit.n_ratings, audit.n_gaps) == (4, 3, 6, 6)
    assert (audit.single_rated, audit.unrated, audit.least_overlap) == (1, 1, 1)
    assert audit.unused_categories == (3,)


def test_a_weight_counts_as_that_many_items():
    audit = from_sequences([1, 2, None], [1, None, None], weights=[3, 2, 1]).audit
    # rated twice: 3 items, once: 2, never: 1
    assert (audit.n_items, audit.n_ratings, audit.n_gaps) == (6, 8, 4)
    assert (audit.single_rated, audit.unrated, audit.least_overlap) == (2, 1, 3)


def test_a_matrix_that_lies_on_its_side_is_noticed():
    notes = from_matrix(np.ones((2, 7), dtype=int)).audit.notes
    assert "transposed" in {note.code for note in notes}


def test_a_rater_who_rated_nothing_is_named():
    notes = from_matrix([[1, None], [2, None]], raters=["x", "y"]).audit.notes
    assert "No rating at all from y." in {note.text for note in notes}


def test_the_audit_reads_as_sentences():
    ratings = as_ratings(LONG | {"score": [1, 2, "NA", 2, 1, 9]}, categories=[1, 2, 3], out_of_scale="drop")
    assert str(ratings.audit).splitlines() == [
        "Read from the dictionary.",
        "Rows read 6, used 6.",
        "Dropped 1: ratings with '9', which is not on the declared scale, counted as gaps.",
        "Columns: shape = long (guessed); item = item (guessed); rater = rater (guessed); "
        "value = score (guessed); round = round (guessed); slices = type (guessed).",
        "2 items, 2 raters, 4 ratings, 2 gaps.",
        "Read as missing: 'NA' (1).",
        "2 items have one rating only and cannot show agreement.",
        "The two raters that share fewest items share 1.",
        "Never used: 3.",
        "Guessed from names and shapes: shape = long; item = item; rater = rater; value = score; "
        "round = round; slices = type. Pass shape=… to say otherwise.",
        "Items have several rows (dimensions, repeats or rounds); standard errors treat "
        "the rows of an item as "
        "one cluster.",
    ]


def test_a_rating_shows_its_size():
    assert repr(from_sequences([1, 2], [1, 1])) == "Ratings(2 rows, 2 raters, ordinal scale with 2 values)"
