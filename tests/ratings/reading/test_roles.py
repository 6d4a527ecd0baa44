"""What each column is taken for, and that it is said."""

from __future__ import annotations

import pytest

import concordant as cc
from concordant.errors import ConcordantError, OptionError
from concordant.ratings.grid import memory_grid
from concordant.ratings.names import find_roles, kind_of
from concordant.ratings.reading.guess_roles import decide


def roles(columns, *, unnamed=False, **asked):
    return decide(memory_grid(columns, "the data", unnamed=unnamed), asked)


N = 6
ITEMS = [f"q{i // 2}" for i in range(N)]
WHO = ["ann", "bob"] * 3
SCORES = [1, 2, 3, 3, 1, 2]


@pytest.mark.parametrize(
    "names",
    [
        ("item_id", "rater", "score"),
        ("task", "worker", "label"),  # crowd-kit
        ("Unit", "Coder", "Value"),
        ("example_id", "judge", "rating"),
        ("trace_id", "user", "value"),
        ("样本", "评分者", "分数"),
        ("样本编号", "标注员", "得分"),
    ],
)
def test_a_long_table_is_known_by_its_names(names):
    found = roles(dict(zip(names, (ITEMS, WHO, SCORES), strict=True)))
    assert (found.shape, found.item, found.rater, found.value) == ("long", *names)
    assert found.guessed == {"shape", "item", "rater", "value"}


def test_every_role_of_a_long_table_has_names_in_both_languages():
    columns = {
        "样本": ITEMS,
        "评分者": WHO,
        "分数": SCORES,
        "维度": ["d"] * N,
        "轮次": [1] * N,
        "重复": [1] * N,
    }
    found = roles(
        columns | {"内容类型": ["x", "y"] * 3, "评分者类型": ["human"] * N, "权重": [1] * N, "备注": WHO}
    )
    assert (found.dimension, found.round, found.repeat) == ("维度", "轮次", "重复")
    assert (found.slices, found.rater_kind, found.case_weights) == (("内容类型",), "评分者类型", "权重")
    assert (found.comment, found.unused) == ({"": "备注"}, ())


def test_a_declared_role_beats_every_guess_and_is_not_called_one():
    columns = {"item": ITEMS, "other": ITEMS, "rater": WHO, "score": SCORES}
    found = roles(columns, item="other", slices=[])
    assert found.item == "other"
    assert "item" not in found.guessed
    assert found.unused == ("item",)
    assert found.descriptions() == {
        "shape": "long (inferred)",
        "item": "other",
        "rater": "rater (inferred)",
        "value": "score (inferred)",
        "unused": "item",
    }
    assert [note.text for note in found.notes()] == [
        "Inferred from names and contents: shape = long; rater = rater; value = score. To change this, "
        "pass shape=…."
    ]


def test_nothing_is_said_where_nothing_was_guessed():
    options = {"shape": "long", "item": "item", "rater": "rater", "value": "score"}
    assert roles({"item": ITEMS, "rater": WHO, "score": SCORES}, **options).notes() == ()


def test_a_judge_column_of_scores_is_a_rater_not_a_list_of_raters():
    found = roles({"id": [1, 2, 3], "judge": [1, 2, 3], "label": [1, 2, 2]})
    assert (found.shape, found.item, found.raters) == ("wide", "id", ("judge", "label"))


def test_wide_columns_on_one_scale_are_raters_and_the_rest_is_not():
    found = roles(
        {
            "id": ["a", "b", "c", "d"],
            "content_type": ["x", "x", "y", "y"],
            "human": [1, 2, 3, 4],
            "gpt-4": [1, 2, 3, 3],
            "latency_ms": [120.5, 300.1, 220.0, 99.0],
            "clinic": ["north", "north", "south", "south"],
            "comment": ["fine", "ok", "bad", "odd"],
        }
    )
    assert (found.shape, found.item, found.raters) == ("wide", "id", ("human", "gpt-4"))
    assert found.slices == ("content_type", "clinic")
    assert found.unused == ("latency_ms", "comment")


def test_a_rater_left_out_by_the_caller_is_not_a_slice():
    columns = {
        "id": list(range(8)),
        "张医生": ["好", "差"] * 4,
        "李医生": ["好", "好"] * 4,
        "王医生": ["差", "好"] * 4,
    }
    found = roles(columns, raters=["张医生", "李医生"])
    assert (found.slices, found.unused) == ((), ("王医生",))


def test_row_numbers_are_not_a_rater_though_all_ratings_are_among_them():
    columns = {"A": [1, 2, 3] * 10, "B": [1, 2, 2] * 10, "n": list(range(1, 31))}
    assert roles(columns).raters == ("A", "B")


def test_columns_left_out_of_a_guess_are_said():
    columns = {"id": list("abcd"), "A": [1, 2, 3, 4], "B": [1, 2, 3, 3], "age": [61, 35, 47, 52]}
    assert [note.text for note in roles(columns).notes()][1:] == [
        "Numeric columns not used as raters: age. If they are raters, pass raters=[…]."
    ]
    columns = {"id": list("abcd"), "A": [1, 2, 3, 4], "B": [1, 2, 3, 3], "motto": list("wxyz")}
    assert [note.text for note in roles(columns).notes()][1:] == [
        "Not used as raters: 'motto'. To change this, pass raters=[…]."
    ]


def test_an_unnamed_first_column_of_unique_names_is_the_item():
    assert roles({"doc": ["u", "v", "w"], "A": ["x", "y", "x"], "B": ["x", "y", "y"]}).item == "doc"
    assert roles({"nr": [1, 2, 3], "A": [4, 5, 4], "B": [5, 5, 4]}).item == "nr"
    assert roles({"p": [1.5, 2.5, 3.5], "q": [1.4, 2.6, 3.1], "r": [1.1, 2.2, 3.3]}).item is None


def test_a_table_names_its_rows_as_its_columns():
    found = roles({"": ["lo", "hi"], "lo": [3, 1], "hi": [0, 4]})
    assert (found.shape, found.raters) == ("table", ("lo", "hi"))


def test_a_square_of_counts_without_names_is_a_table():
    cells = {"column 1": [28, 9, 5], "column 2": [6, 22, 2], "column 3": [6, 4, 18]}
    assert roles(cells, unnamed=True).shape == "table"
    assert roles(cells, unnamed=True, shape="wide").shape == "wide"


def test_rows_that_add_up_to_the_number_of_raters_are_counts():
    counts = {"item": ["a", "b", "c", "d"], "yes": [3, 0, 1, 2], "no": [0, 3, 1, 1], "unsure": [0, 0, 1, 0]}
    assert roles(counts).shape == "counts"
    assert roles(counts, shape="wide").shape == "wide"


@pytest.mark.parametrize(
    ("columns", "asked", "message"),
    [
        (
            {"item": ITEMS, "rater": WHO, "score": SCORES},
            {"value": "scor"},
            "There is no column 'scor' for value in the data; the columns are ['item', "
            "'rater', 'score']. Did you "
            "mean 'score'?",
        ),
        (
            {"a": ["x", "y"], "b": [1, 2]},
            {},
            "Only the column 'b' of the data looks like ratings, but agreement needs two raters; the columns "
            "are ['a', 'b']. Name them with raters=[…], or give item=, rater= and value= for "
            "one rating per row.",
        ),
        (
            {"item": ["x", "y"], "time": [1, 2]},
            {},
            "No column of the data looks like ratings, but agreement needs two raters; the "
            "columns are ['item', "
            "'time']. Name them with raters=[…], or give item=, rater= and value= for one rating per row.",
        ),
        (
            {"item": ["x", "y"], "a": [1, 2], "b": [1, 2]},
            {"raters": ["a"]},
            "raters must name two columns or more, got ['a'].",
        ),
        (
            {"a": [1, 2]},
            {},
            "There is only one column in the data, 'a'. Name them with raters=[…], or give item=, rater= and "
            "value= for one rating per row.",
        ),
        (
            {"item": [1, 2], "a": [None, None], "b": ["NA", ""]},
            {},
            "There are no ratings in the data: every value of 'a', 'b' is a gap.",
        ),
        (
            {"item": [1, 2, 3, 4], "a": [1, 2, 1, 2], "b": ["w", 1, "x", 2]},
            {},
            "The column 'b' of the data mixes numbers, such as 1 (row 2), with text, such as 'w' (row 1): "
            "correct it, or pass missing=['w'] if it means no rating.",
        ),
        (
            {"a": ITEMS, "b": WHO, "c": SCORES, "d": SCORES},
            {"rater": "b"},
            "No column of the data could be identified as item; the columns are ['a', 'b', "
            "'c', 'd']. Name it with "
            "item=….",
        ),
    ],
)
def test_what_cannot_be_told_is_asked_for(columns, asked, message):
    with pytest.raises(ConcordantError) as told:
        roles(columns, **asked)
    assert str(told.value) == message


def test_a_shape_is_one_of_five():
    with pytest.raises(OptionError) as told:
        roles({"a": [1], "b": [1]}, shape="wid")
    assert str(told.value) == (
        "shape must be one of ['long', 'wide', 'pairs', 'counts', 'table'], got 'wid'. Did you mean 'wide'?"
    )
    with pytest.raises(OptionError, match="shape='pairs' needs two rater columns"):
        roles({"a": [1, 2], "b": [1, 2], "c": [2, 1]}, shape="pairs")
    assert roles({"a": [1, 2], "b": [1, 2]}, shape="pairs").raters == ("a", "b")


def test_no_column_has_two_roles():
    assert find_roles(["id", "item"], ["item", "rater"]) == {"item": "item"}
    assert find_roles(["Item ID", "Rater-ID"], ["item", "rater"]) == {"item": "Item ID", "rater": "Rater-ID"}


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("human", "human"),
        ("Expert 2", "human"),
        ("annotator_3", "human"),
        ("人工评分", "human"),
        ("gpt-4o", "judge"),
        ("claude-3-opus", "judge"),
        ("LLM_judge", "judge"),
        ("大模型", "judge"),
        ("gold", "gold"),
        ("ground truth", "gold"),
        ("regex_rule", "code"),
        ("Aida", ""),
        ("Modesty", ""),
        ("A", ""),
        ("rater 1", ""),
    ],
)
def test_a_name_says_what_a_rater_is(name, kind):
    assert kind_of(name) == kind


def test_one_column_left_beside_item_and_rater_is_the_value() -> None:
    rows = [
        {"person": p, "meter": m, "occasion": t, "pefr": 400.0 + p * 10 + t}
        for p in (1, 2, 3)
        for m in ("mini", "wright")
        for t in (1, 2)
    ]
    ratings = cc.read(rows)
    assert ratings.raters == ("mini", "wright")
    assert ratings.audit.roles["value"] == "pefr (inferred)"
    assert ratings.audit.roles["repeat"] == "occasion (inferred)"


def test_a_wide_file_with_a_column_called_judge_stays_wide() -> None:
    ratings = cc.read({"item": [1, 2, 3, 4], "human": [1, 2, 3, 2], "judge": [1, 2, 2, 2]})
    assert ratings.raters == ("human", "judge")


def test_numbered_columns_are_raters_whatever_their_range() -> None:
    # Shrout and Fleiss 1979: J1 lies between 6 and 10, J2 between 1 and 5
    table = {
        "J1": [9, 6, 8, 7, 10, 6],
        "J2": [2, 1, 4, 1, 5, 2],
        "J3": [5, 3, 6, 2, 6, 4],
        "J4": [8, 2, 8, 6, 9, 7],
    }
    assert cc.read(table).raters == ("J1", "J2", "J3", "J4")


ONE_TO_SIX = {"human": SCORES, "judge": SCORES[::-1]}
TYPES = ["code", "code", "maths", "maths", "code", "maths"]


def test_of_several_names_for_items_the_one_that_differs_in_every_row_is_taken() -> None:
    found = roles({"id": range(N), "task": TYPES, **ONE_TO_SIX})
    assert (found.item, found.slices) == ("id", ("task",))
    assert roles({"id": range(N), "item": ITEMS[::2] * 2, **ONE_TO_SIX}).item == "id"


def test_an_item_that_a_dimension_tells_apart_stays_the_item() -> None:
    columns = {"id": range(N), "item": ITEMS, "dimension": ["clear", "true"] * 3, **ONE_TO_SIX}
    assert roles(columns).item == "item"


def test_the_likeliest_name_stays_where_no_other_is_better_or_rows_may_repeat_items() -> None:
    assert roles({"id": [1, 1, *range(2, N)], "task": TYPES, **ONE_TO_SIX}).item == "task"
    columns = {"id": range(N), "task": TYPES, **ONE_TO_SIX}
    assert roles(columns, duplicates="repeat").item == "task"
    assert cc.as_ratings(columns, duplicates="repeat").audit.duplicates == 4  # six rows of two tasks


def test_doc_names_items() -> None:
    assert roles({"doc": [f"d{i}" for i in range(N)], **ONE_TO_SIX}).item == "doc"


def test_a_long_table_with_occasions_needs_only_its_item_named() -> None:
    again = {"lesion": [1, 1, 1, 1, 2, 2, 2, 2], "reader": ["ann", "ann", "bob", "bob"] * 2}
    again |= {"mm": [3.1, 3.2, 3.4, 3.3, 9.1, 9.2, 9.4, 9.3], "occasion": [1, 2] * 4}
    found = roles(again, item="lesion")
    assert (found.shape, found.rater, found.value, found.repeat) == ("long", "reader", "mm", "occasion")
    with pytest.raises(ConcordantError, match="name the item column with item=…"):
        cc.study(again)


def test_raters_that_are_numbers_as_their_ratings_are_still_raters() -> None:
    columns = {"subject": [1, 1, 2, 2, 3, 3], "rater": [1, 2] * 3, "value": [1, 2, 2, 2, 3, 1]}
    found = roles(columns)
    assert (found.shape, found.item, found.rater) == ("long", "subject", "rater")
    assert roles({"id": range(N), "judge": SCORES, "label": SCORES[::-1]}).shape != "long"
