"""Ratings: parts of them, and the audit that goes with them."""

from __future__ import annotations

import numpy as np
import pytest

from concordant.errors import OptionError
from concordant.ratings.as_ratings import as_ratings
from concordant.ratings.reading.arrays import from_matrix, from_sequences
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
    assert str(told.value) == "a rater must be one of ['a', 'b', 'c'], got 'bb'."


def test_parts_share_a_value_of_a_column():
    ratings = as_ratings(LONG)
    assert [(value, len(part)) for value, part in ratings.by("round")] == [(1, 2), (2, 1)]
    assert ratings.where(round="2").items.tolist() == ["a"]
    assert ratings.where(type="q", round=1).items.tolist() == ["b"]
    with pytest.raises(OptionError) as told:
        ratings.where(round=3)
    assert str(told.value) == "No row has round = 3; its values are [1, 2]."
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


def test_rows_chosen_so_that_each_item_has_one_are_no_clusters():
    ratings = as_ratings(LONG)
    for part in (ratings.where(round=1), *(part for _, part in ratings.by("round"))):
        assert part.clusters_in_force is None
        assert "clustered-by-item" not in {note.code for note in part.audit.notes}


def test_the_audit_counts_in_the_singular_too():
    assert str(from_sequences([1], [1]).audit).splitlines() == [
        "1 row read, 1 used.",
        "1 item, 2 raters, 2 ratings, 0 missing ratings.",
        "No scale was declared: the only number found (1) was treated as an ordinal scale spaced by value.",
    ]
    lines = from_matrix([["a", None], [None, None]]).audit.lines()
    assert "1 item has only one rating and cannot be used to measure agreement." in lines
    assert "1 item has no rating." in lines


def test_a_long_list_of_raters_is_cut():
    ratings = as_ratings({f"r{i}": [1, 2] for i in range(1, 12)})
    assert ratings.audit.roles["raters"] == "r1, r2, r3, r4, r5, r6, r7, r8, … (11 in all) (inferred)"


def test_no_sentence_of_the_audit_is_said_twice(tmp_path):
    path = tmp_path / "a.csv"
    path.write_bytes("编号,甲,乙\n一,好,差\n二,好,好\n".encode("gb18030"))
    lines = as_ratings(path).audit.lines()
    assert len(lines) == len(set(lines))


def remarks(ratings):
    return [note.text for note in ratings.remarks]


def test_a_result_is_told_of_gaps_made_and_items_that_nobody_rated():
    scale = Scale.ordinal([1, 2])
    ratings = from_sequences([1, 9, None, 9], [1, "x", None, 2], scale=scale, out_of_scale="drop")
    assert remarks(ratings) == [
        "3 ratings are off the declared scale and treated as missing: '9' (2), 'x' (1).",
        "2 items have no rating.",
    ]
    assert dict(ratings.audit.out_of_scale) == {"9": 2, "x": 1}
    assert remarks(from_sequences([1, 2], [1, 2], scale=scale)) == []


def test_items_that_the_chosen_raters_did_not_rate_are_counted():
    ratings = from_matrix([[1, 1, 2], [None, None, 1], [2, 1, None]], raters=["a", "b", "c"])
    assert ratings.unrated == 0
    assert "1 item has no rating." in remarks(ratings.select(["a", "b"]))


def test_a_result_is_told_of_columns_left_out_labels_alike_and_what_was_taken_for_the_scale():
    columns = {
        "item": list("pqrs"),
        "A": ["x", "X", "y", "y"],
        "B": ["x", "y", "x", "y"],
        "note": list("abcd"),
    }
    assert remarks(as_ratings(columns)) == [
        "No scale was declared: 3 categories were found (X, x, y) and treated as nominal (unordered); "
        "if they have an order, pass categories=[…] from lowest to highest.",
        "Not used as raters: 'note'. To change this, pass raters=[…].",
        "'X' and 'x' differ only in case and were kept as separate categories.",
    ]
    assert "unused-columns" not in {n.code for n in as_ratings(columns, raters=["A", "B"]).remarks}


def test_facts_of_reading_are_not_for_results():
    ratings = from_sequences(["1", "2"], ["1", "1"], scale=Scale.interval())
    assert [note.code for note in ratings.audit.notes] == ["text-as-numbers"]
    assert ratings.remarks == ()


def test_a_matrix_that_lies_on_its_side_is_told_to_every_result():
    text = (
        "There are more raters (7) than items (2): rows must be items and columns raters; transpose the "
        "matrix if they are swapped."
    )
    assert text in remarks(from_matrix(np.ones((2, 7), dtype=int)))
    assert text not in remarks(from_matrix(np.ones((9, 7), dtype=int)).rows(np.arange(9) < 2))


def test_a_rater_who_rated_nothing_is_named():
    assert "No ratings from y." in remarks(from_matrix([[1, None], [2, None]], raters=["x", "y"]))


def test_a_judge_with_many_gaps_is_named_and_people_are_not():
    ten = {"id": list(range(10)), "human": [1, 2] * 5, "judge": [1, 2, None, None, *[1, 2] * 3]}
    said = "judge has no rating on 2 of 10 rows (20%): they are not compared."
    assert said in remarks(as_ratings(ten))
    swapped = {"id": ten["id"], "human": ten["judge"], "judge": ten["human"]}
    assert not any("has no rating on" in text for text in remarks(as_ratings(swapped)))


def test_the_audit_reads_as_sentences():
    ratings = as_ratings(LONG | {"score": [1, 2, "NA", 2, 1, 9]}, categories=[1, 2, 3], out_of_scale="drop")
    assert str(ratings.audit).splitlines() == [
        "Data source: the dictionary.",
        "6 rows read, 6 used.",
        "Columns: shape = long (inferred); item = item (inferred); rater = rater (inferred); "
        "value = score (inferred); round = round (inferred); slices = type (inferred).",
        "2 items, 2 raters, 4 ratings, 2 missing ratings.",
        "Treated as missing: 'NA' (1).",
        "2 items have only one rating and cannot be used to measure agreement.",
        "The two raters with the fewest items in common share 1.",
        "Categories never used: 3.",
        "Inferred from names and contents: shape = long; item = item; rater = rater; value = score; "
        "round = round; slices = type. To change this, pass shape=….",
        "1 rating is off the declared scale and treated as missing: '9' (1).",
        "Items have several rows (dimensions, repeats or rounds): all rows are pooled, n counts rows, "
        "and standard errors treat the rows of an item as one cluster.",
    ]


def test_a_rating_shows_its_size():
    assert repr(from_sequences([1, 2], [1, 1])) == "Ratings(2 rows, 2 raters, ordinal scale with 2 values)"
