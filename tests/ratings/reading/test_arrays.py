"""Ratings from sequences, matrices, counts and tables."""

from __future__ import annotations

import numpy as np
import pytest

from concordant.errors import InputError, OptionError
from concordant.ratings.reading.arrays import (
    from_columns,
    from_counts,
    from_matrix,
    from_sequences,
    from_table,
)
from concordant.ratings.scale import Scale


def test_two_sequences_are_two_raters():
    ratings = from_sequences(["a", "b"], ["a", None])
    assert ratings.raters == ("A", "B")
    assert ratings.matrix.tolist() == [[0, 0], [1, -1]]


def test_a_matrix_has_items_as_rows():
    ratings = from_matrix([[1, 2, None], [2, 2, 1]])
    assert ratings.raters == ("rater 1", "rater 2", "rater 3")
    assert ratings.matrix.tolist() == [[0, 1, -1], [1, 1, 0]]


def test_counts_become_anonymous_places():
    # item 1: two of "a"; item 2: one "a" and two "b"; so three places, the third empty for item 1
    ratings = from_counts([[2, 0], [1, 2]], ["a", "b"])
    assert ratings.matrix.tolist() == [[0, 0, -1], [0, 1, 1]]
    assert ratings.anonymous
    assert ratings.audit.n_ratings == 5
    assert ratings.audit.n_gaps == 0


def test_a_table_is_its_cells_with_weights():
    ratings = from_table([[28, 6], [0, 22]])
    assert ratings.matrix.tolist() == [[0, 0], [0, 1], [1, 1]]
    assert ratings.weights is not None
    assert ratings.weights.tolist() == [28, 6, 22]
    assert (ratings.audit.n_items, ratings.audit.n_ratings) == (56, 112)
    assert [note.text for note in ratings.scale.notes] == [
        "No categories were named: they are numbered 1 to 2, in order."
    ]


def test_the_categories_of_a_table_are_declared_from_lowest_to_highest():
    ratings = from_table([[1, 0], [0, 1]], ["low", "high"])
    assert (ratings.scale.level, ratings.scale.declared) == ("ordinal", True)
    assert from_table([[1, 0], [0, 1]], ["x", "y"], scale="nominal").scale == Scale.nominal(["x", "y"])
    assert from_table([[1, 0], [0, 1]], scale="nominal").scale.level == "nominal"


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: from_sequences([1, 2], [1]),
            "The two raters have 2 and 1 ratings: give one for each item, with None for a gap.",
        ),
        (lambda: from_sequences([], []), "There are no ratings in the data: no row was found."),
        (lambda: from_matrix([]), "There are no ratings in the data: the matrix has no rows."),
        (lambda: from_matrix(np.zeros(3)), "A matrix of items × raters must have two dimensions, got 1."),
        (
            lambda: from_matrix([[1, 2], [1]]),
            "Row 2 has 1 rating but row 1 has 2: each row needs one value per rater, with None for a gap.",
        ),
        (lambda: from_counts([1, 2]), "A count matrix must have two dimensions, got 1."),
        (lambda: from_counts([[1, -1]]), "The cells of a count matrix must be whole numbers, 0 or more."),
        (
            lambda: from_counts([[1, 0.5]]),
            "The cells of a count matrix must be whole numbers; give case weights separately.",
        ),
        (lambda: from_counts([[0, 0]]), "The count matrix is all zero: there are no ratings."),
        (lambda: from_counts([[1, 0]], ["a"]), "The table has 2 categories but the scale names 1."),
        (lambda: from_table([[1, 2]]), "A contingency table of two raters must be square, got 1 × 2."),
        (
            lambda: from_table([[1, -2], [0, 1]]),
            "The cells of a contingency table must be counts: finite and 0 or more.",
        ),
        (lambda: from_table([[0, 0], [0, 0]]), "The contingency table is all zero: there are no ratings."),
        (
            lambda: from_table([["a", "b"], ["c", "d"]]),
            "A contingency table must be square: a table of numbers with as many rows as columns.",
        ),
        (
            lambda: from_counts([[1, 0], [1]]),
            "A count matrix must be a table of numbers with rows of equal length.",
        ),
        (lambda: from_sequences([None], [None]), "There are no ratings in the data: every value is a gap."),
        (lambda: from_sequences([1], [1], weights=["x"]), "Weights must be numbers, one for each item."),
        (
            lambda: from_sequences([1], [1], weights=[-1]),
            "The weight of row 1 is -1.0: weights are 0 or more.",
        ),
        (lambda: from_sequences([1], [1], weights=[1, 2]), "weights has 2 entries for 1 row."),
        (
            lambda: from_columns([[1], [1, 2]], ["x", "y"]),
            "All raters need one value for each item, including gaps: x has 1, y has 2.",
        ),
        (
            lambda: from_columns([[1], [1]], ["x", "x"]),
            "The rater 'x' occurs twice: give each rater a unique name.",
        ),
        (lambda: from_columns([[1], [1]], ["x"]), "There are 2 columns of ratings but 1 rater name."),
    ],
)
def test_what_cannot_be_ratings_is_refused_in_one_sentence(make, message):
    with pytest.raises(InputError) as told:
        make()
    assert str(told.value) == message


def test_a_rule_for_values_off_the_scale_is_checked():
    with pytest.raises(OptionError) as told:
        from_sequences([1], [1], out_of_scale="drp")
    assert str(told.value) == "out_of_scale must be one of ['error', 'drop'], got 'drp'. Did you mean 'drop'?"
