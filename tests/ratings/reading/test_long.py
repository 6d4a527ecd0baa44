"""Long tables: turned without a join, whatever the order of rows."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from concordant.errors import InputError, OptionError
from concordant.ratings.as_ratings import as_ratings
from concordant.ratings.reading import pivot

LONG = {"item": ["a", "a", "b", "b"], "rater": ["x", "y", "x", "y"], "score": [1, 2, 2, 2]}


def cells(ratings):
    """{(item, dimension, rater): label}, gaps left out."""
    dimension = ratings.dimension if ratings.dimension is not None else [None] * len(ratings)
    found = {}
    for rater, column in zip(ratings.raters, ratings.columns, strict=True):
        for item, part, code in zip(
            ratings.item_labels.tolist(), list(dimension), column.tolist(), strict=True
        ):
            if code >= 0:
                found[item, part, rater] = ratings.labels[code]
    return found


TABLES = st.dictionaries(
    st.tuples(st.integers(0, 8), st.sampled_from("pq"), st.sampled_from(["r1", "r2", "r10"])),
    st.integers(1, 5),
    min_size=1,
)


def as_columns(table):
    keys = list(table)
    return {
        "item": [f"i{k[0]}" for k in keys],
        "dimension": [k[1] for k in keys],
        "rater": [k[2] for k in keys],
        "score": list(table.values()),
    }


@given(TABLES)
def test_every_rating_arrives_in_its_place_and_nothing_else_does(table):
    ratings = as_ratings(as_columns(table), shape="long")
    assert cells(ratings) == {(f"i{i}", d, r): v for (i, d, r), v in table.items()}


@given(TABLES, st.randoms(use_true_random=False))
def test_shuffling_the_rows_changes_nothing_but_the_order_of_items(table, random):
    shuffled = list(table.items())
    random.shuffle(shuffled)
    one, other = (as_ratings(as_columns(t), shape="long") for t in (table, dict(shuffled)))
    assert cells(one) == cells(other)
    assert one.raters == other.raters
    assert one.labels.tolist() == other.labels.tolist()


@given(
    st.lists(st.lists(st.integers(1, 5) | st.none(), min_size=3, max_size=3), min_size=1, max_size=8).filter(
        lambda rows: any(v is not None for row in rows for v in row)
    )
)
def test_wide_and_long_tell_the_same(rows):
    wide = {"item": list(range(len(rows)))} | {r: [row[j] for row in rows] for j, r in enumerate("abc")}
    records = [(i, r, row[j]) for i, row in enumerate(rows) for j, r in enumerate("abc")]
    long = dict(zip(("item", "rater", "score"), map(list, zip(*records, strict=True)), strict=True))
    one = as_ratings(wide, item="item", raters=["a", "b", "c"], shape="wide")
    other = as_ratings(long, shape="long")
    assert one.matrix.tolist() == other.matrix.tolist()
    assert one.items is not None
    assert other.items is not None
    assert one.items.tolist() == other.items.tolist()


def test_raters_come_in_an_order_that_does_not_depend_on_rows():
    columns = {"item": [1, 1, 1], "rater": ["r10", "r9", "r2"], "score": [1, 2, 3]}
    assert as_ratings(columns).raters == ("r2", "r9", "r10")
    assert as_ratings(columns, raters=["r10", "r2"]).raters == ("r10", "r2")


THREE = {
    "item": [f"q{i}" for i in range(40) for _ in range(3)],
    "rater": ["a", "b", "c"] * 40,
    "score": [1, 2, 3] * 40,
}


def test_rows_of_raters_that_were_not_asked_for_are_not_counted_as_used():
    ratings = as_ratings(THREE, raters=["b", "a"])
    assert ratings.raters == ("b", "a")
    assert (ratings.audit.rows_read, ratings.audit.rows_used) == (120, 80)
    assert dict(ratings.audit.dropped) == {"rows of raters that were not selected": 40}


def test_kinds_may_be_given_for_raters_that_were_not_asked_for():
    kinds = {"a": "human", "b": "judge", "c": "gold"}
    assert as_ratings(THREE, raters=["c", "a"], rater_kind=kinds).rater_kinds == ("gold", "human")
    with pytest.raises(OptionError) as told:
        as_ratings(THREE, raters=["c", "z"])
    assert str(told.value) == "a rater must be one of ['a', 'b', 'c'], got 'z'."


def test_rows_without_item_or_rater_are_dropped_and_counted():
    ratings = as_ratings(
        {"item": ["a", None, "b", ""], "rater": ["x", "x", None, "y"], "score": [1, 2, 3, 1]}, shape="long"
    )
    assert cells(ratings) == {("a", None, "x"): 1}
    assert ratings.raters == ("x",)
    assert dict(ratings.audit.dropped) == {"rows without an item": 2, "rows without a rater": 1}
    assert (ratings.audit.rows_read, ratings.audit.rows_used) == (4, 1)


def test_an_item_may_be_called_na():
    assert as_ratings({"item": ["NA", "DE"], "rater": ["x", "x"], "score": [1, 2]}).items.tolist() == [
        "NA",
        "DE",
    ]


def test_blanks_around_a_name_do_not_make_another_name():
    ratings = as_ratings({"item": ["a", "a ", "b"], "rater": ["x", "y", " x"], "score": [1, 2, 1]})
    assert (ratings.items.tolist(), ratings.raters) == (["a", "b"], ("x", "y"))


def test_numbers_with_gaps_name_items_as_whole_numbers():
    ratings = as_ratings({"item": [7.0, np.nan, 9.0], "rater": ["x", "x", "y"], "score": [1, 2, 1]})
    assert ratings.items.tolist() == [7, 9]


AGAIN = {"item": ["a", "a", "a", "b"], "rater": ["x", "x", "y", "x"], "score": [1, 2, 3, 3]}


def test_duplicates_that_agree_are_one_rating_and_counted():
    ratings = as_ratings(AGAIN | {"score": [1, 1, 3, 3]})
    assert (ratings.audit.duplicates, ratings.audit.duplicate_rule) == (1, "identical, one kept")
    assert ratings.audit.n_ratings == 3


def test_duplicates_that_differ_are_refused_with_an_example_and_the_choices():
    with pytest.raises(InputError) as told:
        as_ratings(AGAIN)
    assert str(told.value) == (
        "'x' rated item 'a' more than once, with different values (1 and 2); this happens 1 time. Pass "
        "duplicates='first', 'last' or 'repeat' (to number them as repeats), or name the "
        "column that distinguishes them "
        "with dimension=, repeat= or round=."
    )


@pytest.mark.parametrize(("rule", "kept"), [("first", 1), ("last", 2)])
def test_a_rule_decides_between_duplicates(rule, kept):
    ratings = as_ratings(AGAIN, duplicates=rule)
    assert cells(ratings)["a", None, "x"] == kept
    assert (ratings.audit.duplicates, ratings.audit.duplicate_rule) == (1, f"{rule} one kept")
    assert (ratings.audit.rows_read, ratings.audit.rows_used) == (4, 3)


def test_duplicates_can_be_numbered_as_repeats():
    ratings = as_ratings(AGAIN, duplicates="repeat")
    assert ratings.repeat.tolist() == [1, 2, 1]
    assert ratings.items.tolist() == ["a", "a", "b"]
    assert ratings.matrix.tolist() == [[0, 2], [1, -1], [2, -1]]
    assert (ratings.audit.duplicates, ratings.audit.duplicate_rule) == (1, "numbered as repeats")
    assert ratings.audit.rows_used == 4
    with pytest.raises(OptionError) as told:
        as_ratings(AGAIN | {"repeat": [1, 1, 1, 1]}, duplicates="repeat")
    assert str(told.value) == "duplicates='repeat' numbers the repeats, but there is a repeat column already."


def test_a_gap_beside_a_rating_is_no_duplicate():
    ratings = as_ratings(AGAIN | {"score": [None, 2, 3, 3]})
    assert cells(ratings)["a", None, "x"] == 2
    assert ratings.audit.duplicates == 0


def test_an_item_with_gaps_only_is_still_an_item():
    ratings = as_ratings(LONG | {"score": [None, None, 1, 2]})
    assert ratings.items.tolist() == ["a", "b"]
    assert ratings.audit.unrated == 1


def test_slices_clusters_and_weights_belong_to_the_row():
    extra = {"type": ["p", "p", "q", None], "site": [1, 1, 2, 2], "w": [2.0, 2, 1, 1]}
    ratings = as_ratings(LONG | extra, slices=["type"], clusters="site", case_weights="w")
    assert ratings.slices["type"].tolist() == ["p", "q"]
    assert ratings.clusters.tolist() == [1, 2]
    assert ratings.weights.tolist() == [2, 1]
    assert "Column 'type' varies within 1 item; the first value was used." in {
        note.text for note in ratings.audit.notes
    }


def test_a_slice_without_a_value_is_called_missing():
    ratings = as_ratings(LONG | {"type": [None, None, "q", "q"]}, slices="type")
    assert ratings.slices["type"].tolist() == ["(missing)", "q"]


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([1, 1, "x", 1], "The weights in column 'w' must be numbers."),
        (
            [1, 1, None, 1],
            "The weight in row 3 of column 'w' is missing: give every "
            "row one, with 0 for an item that is not in the sample.",
        ),
    ],
)
def test_weights_must_be_numbers(weights, message):
    with pytest.raises(InputError) as told:
        as_ratings(LONG | {"w": weights}, case_weights="w")
    assert str(told.value) == message


def test_kinds_come_from_a_column_a_mapping_or_the_names():
    kinds = ["HUMAN", "LLM_JUDGE", "HUMAN", "LLM_JUDGE"]
    assert as_ratings(LONG | {"rater_kind": kinds}).rater_kinds == ("human", "judge")
    assert as_ratings(LONG, rater_kind={"y": "gold"}).rater_kinds == ("", "gold")
    named = as_ratings(LONG | {"rater": ["human", "gpt"] * 2})
    assert named.rater_kinds == ("judge", "human")
    assert (
        "Inferred from the raters' names: gpt is judge, human is human. To change this, pass rater_kind=…."
        in {note.text for note in named.audit.notes}
    )


@pytest.mark.parametrize(
    ("kinds", "message"),
    [
        ({"z": "human"}, "rater_kind names 'z', but the raters are ['x', 'y']."),
        ({"x": "person?!x"}, None),
        ({"x": "alien"}, "rater kind must be one of ['human', 'judge', 'code', 'gold', ''], got 'alien'."),
    ],
)
def test_a_kind_nobody_knows_is_refused(kinds, message):
    if message is None:
        assert as_ratings(LONG, rater_kind=kinds).rater_kinds == ("human", "")
        return
    with pytest.raises(OptionError) as told:
        as_ratings(LONG, rater_kind=kinds)
    assert str(told.value) == message


def test_no_row_with_item_and_rater_is_one_clear_error():
    with pytest.raises(InputError) as told:
        as_ratings({"item": [None, None], "rater": ["x", "y"], "score": [1, 2]}, shape="long")
    assert str(told.value) == "There are no ratings in the dictionary: no row names both an item and a rater."


def test_a_value_off_the_scale_is_named_with_its_row_in_the_table():
    with pytest.raises(InputError, match=r"^9 \(score, row 4\) is not on the declared scale \[1, 2\]\."):
        as_ratings(LONG | {"score": [1, 2, 2, 9]}, categories=[1, 2])


def test_too_many_raters_become_anonymous_places(monkeypatch):
    monkeypatch.setattr(pivot, "MOST_PLACES", 3)
    ratings = as_ratings(LONG | {"score": [2, 1, 2, 2]})
    assert ratings.anonymous
    assert ratings.raters == ("place 1", "place 2")
    assert ratings.matrix.tolist() == [[1, 0], [1, 1]]
    assert [note.text for note in ratings.remarks if note.code == "too-many-raters"] == [
        "2 raters and 2 items are too many to keep raters apart, so raters are treated as "
        "interchangeable; choose some with raters=[…]."
    ]
    assert as_ratings(LONG, raters=["y"]).raters == ("y",)


@pytest.mark.parametrize("rule", ["first", "last"])
@given(table=st.lists(st.tuples(st.integers(0, 4), st.integers(0, 3), st.integers(1, 3)), min_size=1))
def test_places_hold_the_same_ratings_as_columns_of_raters(rule, table):
    columns = {
        "item": [t[0] for t in table],
        "rater": [f"r{t[1]}" for t in table],
        "score": [t[2] for t in table],
    }
    by_rater = as_ratings(columns, shape="long", duplicates=rule)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pivot, "MOST_PLACES", 0)
        by_place = as_ratings(columns, shape="long", duplicates=rule)

    def sorted_rows(ratings):
        return [sorted(c for c in row if c >= 0) for row in ratings.matrix.tolist()]

    assert sorted_rows(by_rater) == sorted_rows(by_place)
    assert by_rater.audit.duplicates == by_place.audit.duplicates
