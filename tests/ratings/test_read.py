"""Whatever holds ratings, and what does not."""

from __future__ import annotations

import inspect

import numpy as np
import pandas as pd
import pytest

from concordant.errors import ConcordantError
from concordant.ratings.as_ratings import as_ratings
from concordant.ratings.read import DEFAULTS, read
from concordant.ratings.scale import Scale


def test_two_sequences_of_any_kind():
    for pair in (([1, 2], [1, 1]), (np.array([1, 2]), (1, 1)), (pd.Series([1, 2]), pd.Series([1, 1]))):
        assert as_ratings(*pair).matrix.tolist() == [[0, 0], [1, 0]]


def test_series_are_paired_by_their_index_and_it_is_said():
    first = pd.Series([1, 2, 3, 1], index=list("abcd"))
    for data in ((first, first[::-1]), ({"A": first, "B": first[::-1]},)):
        ratings = as_ratings(*data)
        assert ratings.matrix.tolist() == [[0, 0], [1, 1], [2, 2], [0, 0]]
        assert "The series were paired by index label, not by position." in {
            note.text for note in ratings.remarks
        }
    assert "aligned-by-index" not in {note.code for note in as_ratings(first, first).remarks}
    assert as_ratings(first, [1, 2, 3, 3]).matrix.tolist() == [[0, 0], [1, 1], [2, 2], [0, 2]]


@pytest.mark.parametrize(
    ("index", "message"),
    [
        (
            [0, 1, 5],
            "The series differ in their index labels (2 is in only one of them): give them the "
            "same labels, or "
            "pass lists to pair them by position.",
        ),
        (
            [0, 0, 1],
            "The series differ in their index labels, and 0 occurs twice: give them the same labels, or pass "
            "lists to pair them by position.",
        ),
    ],
)
def test_series_with_other_labels_are_not_paired(index, message):
    with pytest.raises(ConcordantError) as told:
        as_ratings(pd.Series([1, 2, 3]), pd.Series([1, 2, 3], index=index))
    assert str(told.value) == message


def test_every_option_of_read_is_documented():
    for name in DEFAULTS:
        assert f"\n{name} : " in (inspect.getdoc(read) or "")


def test_pairs_are_made_before_gaps_are_dropped():
    # Dropping gaps in each rater first and then pairing would shift judge's 3 beside human's 2.
    ratings = as_ratings([1, 2, 3], [1, None, 3])
    assert ratings.matrix.tolist() == [[0, 0], [1, -1], [2, 2]]


def test_raters_can_be_named():
    assert as_ratings([1], [2], raters=["human", "judge"]).raters == ("human", "judge")
    assert as_ratings([[1, 2]], raters=["x", "y"]).raters == ("x", "y")


def test_categories_declare_the_order_and_a_scale_beats_them():
    ratings = as_ratings(["lo", "hi"], ["hi", "hi"], categories=["lo", "mid", "hi"])
    assert (ratings.scale.level, ratings.scale.declared) == ("ordinal", True)
    assert ratings.matrix.tolist() == [[0, 2], [2, 2]]
    assert as_ratings(["a"], ["b"], categories=["a", "b"], scale="nominal").scale.level == "nominal"
    scale = Scale.nominal(["b", "a"])
    assert as_ratings(["a"], ["b"], categories=["a", "b"], scale=scale).scale is scale
    assert as_ratings([1, 2], [2, 2], scale="interval").scale.level == "interval"
    assert as_ratings({"item": [1, 2], "a": [1, 2], "b": [1, 1]}, scale="nominal").scale.level == "nominal"


def test_rows_of_arrays_can_have_weights_clusters_and_slices():
    ratings = as_ratings(
        [1, 2], [1, 1], case_weights=[2, 3], clusters=["k", "k"], slices={"type": ["x", "y"]}
    )
    assert ratings.weights.tolist() == [2, 3]
    assert ratings.clusters.tolist() == ["k", "k"]
    assert ratings.where(type="y").matrix.tolist() == [[1, 0]]


def test_ratings_pass_through_and_raters_can_be_chosen():
    ratings = as_ratings([[1, 2, 3]], raters=["a", "b", "c"])
    assert as_ratings(ratings) is ratings
    assert as_ratings(ratings, raters=["c", "a"]).raters == ("c", "a")
    assert as_ratings(ratings, duplicates="error") is ratings


ONE = (
    "One sequence contains one rater's ratings, and agreement needs two: give a second "
    "sequence, or a matrix with a "
    "row for each item and a column for each rater."
)


@pytest.mark.parametrize(
    ("data", "options", "message"),
    [
        (([1, 2, 3],), {}, ONE),
        ((np.array([1, 2]),), {}, ONE),
        ((["a", "b"],), {}, ONE),
        ((pd.Series([1, 2]),), {}, ONE),
        (
            ({"item": [1], "a": [1], "b": [1]},),
            {"case_weights": [1.0]},
            "case_weights must name a column of the dictionary, got a list.",
        ),
        (
            (pd.DataFrame({"a": [1]}), [1]),
            {},
            "The ratings of two raters must be two sequences with one rating for each item, got a "
            "DataFrame: give "
            "a list, an array or a column for each rater.",
        ),
        (
            (as_ratings([1], [1]),),
            {"case_weights": np.array([1.0])},
            "case_weights cannot be changed after ratings are read: read them again with the new setting.",
        ),
        (
            ((x for x in [1]),),
            {},
            "Ratings must be two sequences, a matrix of items × raters, a frame or a file, got a generator.",
        ),
        (
            (None,),
            {},
            "Ratings must be two sequences, a matrix of items × raters, a frame or a file, got a NoneType.",
        ),
        (
            ("aab", "abb"),
            {},
            "The ratings of two raters must be two sequences with one rating for each item, got the "
            "text 'aab': give a list, "
            "an array or a column for each rater.",
        ),
        (
            ([1], (x for x in [1])),
            {},
            "The ratings of two raters must be two sequences with one rating for each item, got a "
            "generator: give a list, an "
            "array or a column for each rater.",
        ),
        (
            ({"a": [1], "b": [1]},),
            {"sheet": 1},
            "sheet specifies how to read a file, but the data are not in a file.",
        ),
        (
            ([1], [1]),
            {"item": "id"},
            "item names a column of a frame or a file, but plain sequences have no columns.",
        ),
        (
            ([1], [1]),
            {"slices": ["x"]},
            "slices names a column of a frame or a file, but plain sequences have no columns.",
        ),
        (
            (as_ratings([1], [1]),),
            {"categories": [1]},
            "categories cannot be changed after ratings are read: read them again with the new setting.",
        ),
    ],
)
def test_what_holds_no_ratings_is_told_so(data, options, message):
    with pytest.raises(ConcordantError) as told:
        as_ratings(*data, **options)
    assert str(told.value) == message


def test_an_option_that_is_misspelled_is_corrected():
    with pytest.raises(ConcordantError, match="Did you mean 'raters'"):
        as_ratings([1], [1], rters=["a", "b"])
