"""Wide tables, counts and contingency tables with their columns named."""

from __future__ import annotations

import pytest

import concordant as cc
from concordant.errors import InputError
from concordant.ratings.as_ratings import as_ratings

WIDE = {"id": ["a", "b", "c"], "human": [1, 2, None], "judge": [1, 2, 2]}


def test_a_wide_table_has_a_column_for_each_rater():
    ratings = as_ratings(WIDE)
    assert (ratings.raters, ratings.rater_kinds) == (("human", "judge"), ("human", "judge"))
    assert ratings.items.tolist() == ["a", "b", "c"]
    assert ratings.matrix.tolist() == [[0, 0], [1, 1], [-1, 1]]


def test_which_columns_are_raters_can_be_said():
    ratings = as_ratings(WIDE | {"third": [2, 2, 1]}, raters=["third", "human"])
    assert ratings.raters == ("third", "human")


def test_rows_that_name_no_item_are_dropped_and_counted():
    ratings = as_ratings(WIDE | {"id": ["a", None, "c"]})
    assert ratings.items.tolist() == ["a", "c"]
    assert dict(ratings.audit.dropped) == {"rows without an item": 1}
    assert ratings.audit.rows_used == 2
    with pytest.raises(InputError) as told:
        as_ratings(WIDE | {"id": [None] * 3}, item="id")
    assert str(told.value) == "There are no ratings in the dictionary: no row names an item."


def test_what_is_said_only_in_rows_that_are_dropped_is_no_category():
    data = {"id": ["a", "b", None], "human": [1, 2, 9], "judge": [1, 2, 9]}
    assert as_ratings(data, item="id").labels.tolist() == [1, 2]


TWICE = {"id": ["a", "b", "a"], "human": [1, 2, 2], "judge": [1, 2, 2]}


def test_an_item_with_two_different_rows_is_refused_with_the_choices():
    with pytest.raises(InputError) as told:
        as_ratings(TWICE)
    assert str(told.value) == (
        "Item 'a' has several rows with different ratings (rows 1 and 3); this happens 1 time. Pass "
        "duplicates='first', 'last' or 'repeat' (to number them as repeats), or name the "
        "column that distinguishes them "
        "with dimension=, repeat= or round=."
    )


def test_where_the_item_was_guessed_the_column_that_names_every_row_is_suggested():
    data = TWICE | {"link": ["x/1", "x/2", "x/3"]}
    with pytest.raises(InputError, match="was inferred to be 'id'; pass item='link' if that names items"):
        as_ratings(data)
    with pytest.raises(InputError) as told:
        as_ratings(data, item="id")
    assert "guessed" not in str(told.value)


@pytest.mark.parametrize(("rule", "said"), [("first", [[1, 1], [2, 2]]), ("last", [[2, 2], [2, 2]])])
def test_a_rule_decides_between_rows(rule, said):
    ratings = as_ratings(TWICE, duplicates=rule)
    assert ratings.labels[ratings.matrix].tolist() == said
    assert (ratings.audit.duplicates, ratings.audit.duplicate_rule) == (1, f"{rule} one kept")
    assert (ratings.audit.rows_read, ratings.audit.rows_used) == (3, 2)


def test_rows_of_one_item_can_be_numbered_as_repeats():
    ratings = as_ratings(TWICE, duplicates="repeat")
    assert ratings.repeat.tolist() == [1, 1, 2]
    assert ratings.clusters_in_force.tolist() == ["a", "b", "a"]


def test_equal_rows_are_one_row_and_counted():
    ratings = as_ratings(TWICE | {"human": [1, 2, 1], "judge": [1, 2, 1]})
    assert len(ratings) == 2
    assert (ratings.audit.duplicates, ratings.audit.duplicate_rule) == (1, "identical, one kept")


def test_a_round_tells_rows_of_an_item_apart():
    ratings = as_ratings(TWICE | {"round": [1, 1, 2]})
    assert ratings.round.tolist() == [1, 1, 2]


def test_slices_weights_and_clusters_follow_their_rows():
    extra = {"type": ["x", "y", "y"], "weight": [1, 5, 2], "cluster": ["k", "k", "l"]}
    ratings = as_ratings(WIDE | extra | {"id": ["a", None, "c"]})
    assert ratings.slices["type"].tolist() == ["x", "y"]
    assert ratings.weights.tolist() == [1, 2]
    assert ratings.clusters.tolist() == ["k", "l"]


STRAY = {
    "item": [1, 2, 3, 4, 5, 6],
    "A": [1, 2, "-", 1, 3, 2],
    "B": [1, 2, 3, 3, 1, 1],
    "C": [1, 2, 3, 3, 1, 1],
}


def test_a_stray_value_does_not_throw_out_its_rater():
    with pytest.raises(InputError) as told:
        as_ratings(STRAY)
    assert str(told.value) == (
        "Ratings mix text, such as '-' (A, row 3), with numbers, such as 1 (A, row 1): correct it, pass "
        "missing=['-'] if it means no rating, or declare all categories with categories=[…]."
    )
    for options in ({"missing": ["-"]}, {"categories": [1, 2, 3], "out_of_scale": "drop"}):
        ratings = as_ratings(STRAY, **options)
        assert ratings.raters == ("A", "B", "C")
        assert ratings.columns[0].tolist() == [0, 1, -1, 0, 2, 1]


def test_a_rater_with_mostly_declared_gaps_is_still_a_rater():
    ratings = as_ratings(STRAY | {"A": ["-", "-", "-", "-", 3, 2]}, missing=["-"])
    assert ratings.raters == ("A", "B", "C")
    assert ratings.columns[0].tolist() == [-1, -1, -1, -1, 2, 1]


def test_a_complaint_counts_rows_as_the_table_does():
    columns = {"id": ["a", None, "c"], "human": [1, 2, 1], "judge": [1, 2, 7]}
    with pytest.raises(InputError, match=r"^7 \(judge, row 3\) is not on the declared scale"):
        as_ratings(columns, categories=[1, 2])
    with pytest.raises(InputError, match=r"^Ratings mix text, such as 'x' \(judge, row 3\)"):
        as_ratings(columns | {"judge": [1, 2, "x"]})


def test_one_number_far_off_does_not_throw_out_its_rater():
    ratings = as_ratings(STRAY | {"A": [1, 2, 999, 1, 3, 2]})
    assert ratings.raters == ("A", "B", "C")
    assert "999 looks like a code for a missing rating; if so, pass missing=[999]." in {
        note.text for note in ratings.remarks
    }


def test_declared_categories_say_which_columns_are_ratings():
    columns = {
        "item": list("pqrs"),
        "A": ["lo", "hi"] * 2,
        "B": ["hi", "hi", "lo", "oops"],
        "C": list("xyxy"),
    }
    columns |= {"D": list("xyyx"), "E": list("xxyy")}  # on their own, C, D and E would be the raters
    ratings = as_ratings(columns, categories=["lo", "hi"], out_of_scale="drop")
    assert ratings.raters == ("A", "B")


def test_counts_name_their_categories_by_column():
    counts = {"item": ["a", "b", "c"], "1": [3, 0, 1], "2": [0, 3, 1], "3": [0, 0, 1]}
    ratings = as_ratings(counts)
    assert ratings.anonymous
    assert (ratings.scale.level, ratings.labels.tolist()) == ("ordinal", [1, 2, 3])
    assert ratings.audit.roles["shape"] == "counts (inferred)"
    assert ratings.items.tolist() == ["a", "b", "c"]


def test_a_table_names_its_categories_by_column():
    ratings = as_ratings({"": ["lo", "hi"], "lo": [3, 1], "hi": [0, 4]}, scale="nominal")
    assert ratings.labels.tolist() == ["lo", "hi"]
    assert ratings.weights.tolist() == [3, 1, 4]
    assert (
        as_ratings({"lo": [3, 1], "hi": [0, 4]}, shape="table", categories=["lo", "hi"]).scale.level
        == "ordinal"
    )


def test_columns_whose_labels_differ_only_in_case_are_raters_and_the_labels_a_doubt() -> None:
    data = {"id": [*range(12)], "human": ["Yes", "No", "Yes"] * 4, "judge": ["yes", "no", "no"] * 4}
    ratings = cc.read(data)
    assert ratings.raters == ("human", "judge")
    assert "merge={'yes': 'Yes'}" in cc.study(data).text("en")
    merged = cc.read(data, merge={"yes": "Yes", "no": "No"})
    assert cc.exact_agreement(merged).estimate == pytest.approx(2 / 3)
