"""Counts and contingency tables that bring their labels."""

from __future__ import annotations

import pandas as pd
import polars as pl
import pytest

from concordant.errors import InputError, ScaleError
from concordant.ratings.as_ratings import as_ratings
from concordant.ratings.read import read
from concordant.ratings.reading.arrays import from_counts, from_table


def cells(ratings):
    """{(first, second): count} by label."""
    labels = ratings.labels.tolist()
    pairs = [(labels[a], labels[b]) for a, b in ratings.matrix.tolist()]
    return dict(zip(pairs, ratings.weights.tolist(), strict=True))


CROSSTAB = pd.crosstab(pd.Series([1, 1, 2, 2, 1]), pd.Series([2, 2, 3, 3, 3]))
SWAPPED = pd.DataFrame([[5, 1], [2, 7]], index=["y", "n"], columns=["n", "y"])
EXPECTED = {("y", "n"): 5, ("y", "y"): 1, ("n", "n"): 2, ("n", "y"): 7}


@pytest.mark.parametrize("make", [from_table, lambda frame: read(frame, shape="table")])
def test_a_table_is_aligned_by_its_labels_over_all_of_them(make):
    ratings = make(CROSSTAB)
    assert ratings.labels.tolist() == [1, 2, 3]
    assert cells(ratings) == {(1, 2): 2, (1, 3): 1, (2, 3): 2}


@pytest.mark.parametrize("make", [from_table, as_ratings, lambda frame: read(frame, shape="table")])
def test_rows_and_columns_in_another_order_meet_by_name(make):
    assert cells(make(SWAPPED)) == EXPECTED
    assert make(SWAPPED).scale.level == "nominal"


def test_a_table_that_is_not_square_is_filled_with_zeros():
    frame = pd.DataFrame([[3, 1, 0]], index=["mid"], columns=["low", "mid", "high"])
    ratings = from_table(frame)
    assert ratings.labels.tolist() == ["low", "mid", "high"]
    assert cells(ratings) == {("mid", "low"): 3, ("mid", "mid"): 1}


def test_declared_categories_give_the_order_of_a_table_and_must_hold_its_labels():
    ratings = from_table(SWAPPED, ["n", "unsure", "y"])
    assert (ratings.scale.level, ratings.labels.tolist()) == ("ordinal", ["n", "unsure", "y"])
    assert cells(ratings) == EXPECTED
    with pytest.raises(ScaleError) as told:
        from_table(SWAPPED, ["n", "x"])
    assert (
        str(told.value) == "The table has a row or column 'y', which is not on the declared scale ['n', 'x']."
    )


def test_rows_that_are_only_numbered_are_called_as_the_columns():
    frame = pd.DataFrame({"lo": [3, 1], "hi": [0, 4]})
    expected = {("lo", "lo"): 3, ("hi", "lo"): 1, ("hi", "hi"): 4}
    assert cells(from_table(frame)) == cells(read(frame, shape="table")) == expected
    with pytest.raises(InputError) as told:
        from_table(pd.DataFrame({"lo": [3, 1, 2], "hi": [0, 4, 2]}))
    assert str(told.value) == "A contingency table of two raters must be square, got 3 × 2."


@pytest.mark.parametrize("library", [pl.DataFrame, pd.DataFrame, dict])
def test_a_first_column_of_text_names_the_rows_of_a_table(library):
    frame = library({"": ["y", "n"], "n": [5, 2], "y": [1, 7]})
    assert cells(from_table(frame)) == EXPECTED


@pytest.mark.parametrize("library", [pl.DataFrame, pd.DataFrame])
def test_the_columns_of_counts_are_the_categories(library):
    ratings = from_counts(library({"2": [1, 0], "1": [2, 3]}))
    assert (ratings.scale.level, ratings.labels.tolist()) == ("ordinal", [1, 2])
    assert ratings.matrix.tolist() == [[0, 0, 1], [0, 0, 0]]
    declared = from_counts(library({"b": [1, 0], "a": [2, 3]}), ["a", "b", "c"])
    assert declared.labels.tolist() == ["a", "b", "c"]
    assert declared.matrix.tolist() == [[0, 0, 1], [0, 0, 0]]


def test_the_index_of_counts_names_the_items():
    assert from_counts(pd.DataFrame({"a": [1], "b": [2]}, index=["q1"])).items.tolist() == ["q1"]


@pytest.mark.parametrize(
    ("frame", "message"),
    [
        (
            pd.DataFrame([[1, 2], [3, 4]], index=["a", "a"], columns=["a", "b"]),
            "Two rows or columns of the table are called 'a': add them up, or rename one.",
        ),
        (
            pd.DataFrame([[1, 2]], columns=["a", "a"]),
            "The column name 'a' occurs twice in the frame: rename one of them.",
        ),
        (pd.DataFrame(index=["a"]), "The table has no column of counts."),
        (
            pd.DataFrame([[1, "x"]], index=["a"], columns=["a", "b"]),
            "The counts in column 'b' must be numbers.",
        ),
        (
            pd.DataFrame([[1, None]], index=["a"], columns=["a", "b"]),
            "The count in row 1 of column 'b' is missing: give every row one.",
        ),
    ],
)
def test_a_table_that_cannot_be_aligned_is_refused(frame, message):
    with pytest.raises(InputError) as told:
        from_table(frame)
    assert str(told.value) == message
