"""No column is taken for ratings that cannot be, and no rater is left out in silence."""

from __future__ import annotations

from typing import Any

import pytest

import concordant as cc
from concordant.errors import AmbiguousReading, InputError
from concordant.ratings.audit import WARNINGS

N = 24
ITEMS = [f"q{i}" for i in range(N)]
A = [1 + i % 5 for i in range(N)]
B = [1 + (i + (i % 4 == 0)) % 5 for i in range(N)]


def long(**columns: Any) -> dict[str, Any]:
    """Two raters of every item; a column may depend on item and rater."""
    rows = [(i, g) for i in range(N) for g in range(2)]
    made = {name: [make(i, g) for i, g in rows] for name, make in columns.items()}
    return {"item": [ITEMS[i] for i, _ in rows], "rater": [("ann", "bob")[g] for _, g in rows], **made}


def rating(i: int, g: int) -> int:
    return (A, B)[g][i]


def note_of(ratings: cc.Ratings, code: str) -> str:
    return next(note.text for note in ratings.audit.notes if note.code == code)


# --- which column holds the ratings -----------------------------------------------------------


def test_a_text_of_its_own_for_each_item_is_no_rating() -> None:
    ratings = cc.read(long(answer=lambda i, g: f"text {i}", helpful=rating))
    assert ratings.audit.roles["value"].startswith("helpful")
    assert "answer contains texts that are the same" in note_of(ratings, "value-passed-over")


def test_what_is_the_same_for_all_raters_of_every_item_is_no_rating_beside_one_that_is() -> None:
    ratings = cc.read(long(score=lambda i, g: A[i], label=lambda i, g: "xyzuv"[rating(i, g) - 1]))
    assert ratings.audit.roles["value"].startswith("label")
    assert cc.exact_agreement(ratings).estimate < 1


def test_raters_who_always_agree_are_still_raters() -> None:
    ratings = cc.read(long(score=lambda i, g: A[i]))
    assert cc.exact_agreement(ratings).estimate == 1
    assert "value-passed-over" not in {note.code for note in ratings.audit.notes}


def test_a_declared_value_is_taken_whatever_it_looks_like() -> None:
    data = long(score=lambda i, g: A[i], label=rating)
    assert cc.exact_agreement(cc.read(data, value="score")).estimate == 1


def test_several_columns_that_could_be_ratings_are_asked_about() -> None:
    with pytest.raises(AmbiguousReading, match="look like ratings: helpful, safe") as told:
        cc.read(long(helpful=rating, safe=lambda i, g: 6 - rating(i, g)))
    assert list(told.value.readings.values()) == [{"value": "helpful"}, {"value": "safe"}]
    assert "value='helpful'" in str(told.value)


def test_a_long_table_of_texts_alone_is_refused() -> None:
    data = {"item": [f"q{i}" for i in range(30)] * 2, "rater": ["a"] * 30 + ["b"] * 30}
    data["answer"] = [f"text {i}" for i in range(30)] * 2
    with pytest.raises(
        InputError, match="contains a different text for each item: name the column of ratings"
    ):
        cc.read(data)


def test_rows_by_named_raters_are_long_though_no_column_is_called_like_ratings() -> None:
    ratings = cc.read(long(helpful=rating, prompt=lambda i, g: f"prompt {i}"))
    assert ratings.raters == ("ann", "bob")
    assert ratings.audit.roles["value"].startswith("helpful")


# --- columns beside the raters ----------------------------------------------------------------


def wide(**more: Any) -> dict[str, Any]:
    return {"id": ITEMS, "ann": A, "bob": B, **more}


@pytest.mark.parametrize("name", ["judge", "human", "gpt4", "model_v2", "annotator 3", "模型评分", "专家"])
def test_a_column_called_like_a_rater_on_another_scale_is_named_with_the_way_to_use_it(name: str) -> None:
    data = wide(**{name: [20 * x for x in A]})
    ratings = cc.read(data)
    note = note_of(ratings, "column-not-used")
    assert note.startswith(
        f"{name} was not used, because its values range from 20 to 100 and those of ann and bob from 1"
    )
    option = f"rescale={{{name!r}: '0..100:1..5'}}"
    assert option in note
    assert name in cc.read(data, rescale={name: "0..100:1..5"}).raters


def test_a_judge_with_words_beside_numbers_is_named() -> None:
    ratings = cc.read(wide(judge=["good", "bad", "fair"] * 8))
    assert "its values, such as 'good', are not on the scale of ann and bob" in note_of(
        ratings, "column-not-used"
    )
    assert "judge" not in ratings.slices


def test_a_judge_with_records_is_named() -> None:
    ratings = cc.read(wide(judge=[{"tone": 1, "wit": 2}] * N))
    assert "raters=['ann', 'bob', 'judge.score']" in note_of(ratings, "column-not-used")


@pytest.mark.parametrize("name", ["model", "system", "模型", "系统", "reviewer", "grade", "machine", "carol"])
def test_a_slice_that_may_be_a_rater_is_named_with_the_way_to_use_it(name: str) -> None:
    letters = ["ABCDE"[x - 1] for x in B]
    ratings = cc.read(wide(**{name: letters}))
    assert name in ratings.slices
    note = note_of(ratings, "slice-like-rater")
    assert note.startswith(f"{name} was read as a slice, because its values, such as 'B', are not on the")
    meanings = dict(zip("ABCDE", range(1, 6), strict=True))
    assert name in cc.read(wide(**{name: letters}), merge=meanings).raters


@pytest.mark.parametrize("values", [["gpt", "llama", "qwen"], ["baseline", "ours", "v2"]])
@pytest.mark.parametrize("name", ["model", "system", "模型"])
def test_a_column_of_models_is_a_slice_without_a_word(name: str, values: list[str]) -> None:
    ratings = cc.read(wide(**{name: values * 8}))
    assert name in ratings.slices
    assert "slice-like-rater" not in {note.code for note in ratings.audit.notes}


def test_the_systems_and_the_turn_of_a_comparison_of_answers_leave_nothing_to_say() -> None:
    chosen = ["model_a", "model_b", "tie"]
    data = {
        "question_id": ITEMS,
        "model_a": ["m1", "m1", "m2"] * 8,
        "model_b": ["m2", "m3", "m3"] * 8,
        "turn": [1 + i // 3 % 2 for i in range(N)],
        "human": [chosen[x % 3] for x in A],
        "gpt4": [chosen[x % 3] for x in B],
    }
    ratings = cc.read(data)
    assert ratings.raters == ("human", "gpt4")
    assert set(ratings.slices) == {"model_a", "model_b", "turn"}
    assert not {note.code for note in ratings.audit.notes} & set(WARNINGS)


def test_a_slice_that_was_named_leaves_nothing_to_say() -> None:
    ratings = cc.read(wide(model=["ABCDE"[x - 1] for x in B]), slices="model")
    assert "slice-like-rater" not in {note.code for note in ratings.audit.notes}


@pytest.mark.parametrize("make", [lambda i, g: 20 * A[i], lambda i, g: "ABCDE"[A[i] - 1]])
@pytest.mark.parametrize("name", ["judge_score", "gpt", "model"])
def test_a_rater_in_a_column_beside_rows_of_ratings_is_named(name: str, make: Any) -> None:
    ratings = cc.read(long(score=rating, **{name: make}))
    note = note_of(ratings, "rater-beside-rows")
    assert note.startswith(f"{name} was not used as a rater, because each row is one rating (score by rater)")


def test_a_model_that_wrote_the_answer_needs_no_word_in_a_long_table() -> None:
    ratings = cc.read(long(score=rating, model=lambda i, g: ["gpt-4o", "llama"][i % 2]))
    assert "rater-beside-rows" not in {note.code for note in ratings.audit.notes}


def test_other_columns_of_ratings_in_a_long_table_are_named() -> None:
    data = long(score=rating, safe=lambda i, g: 6 - rating(i, g), tokens=lambda i, g: 90 + 7 * i + g)
    note = note_of(cc.read(data), "several-values")
    assert note == (
        "score was used for the ratings; safe could be ratings as well: to read one of them, pass "
        "value='safe'."
    )


def test_raters_whose_names_differ_in_case_only_are_named() -> None:
    data = long(score=rating)
    data["rater"] = [who.upper() if place % 8 < 2 else who for place, who in enumerate(data["rater"])]
    note = note_of(cc.read(data), "raters-alike")
    assert note.startswith("'ANN' and 'ann' differ only in case and blanks and were kept as separate raters")
    assert "raters-alike" not in {note.code for note in cc.read(long(score=rating)).audit.notes}


def test_items_whose_names_differ_in_case_only_are_named_where_ratings_are_missing() -> None:
    data = {
        "item": ["q1", "Q1", "q2", "q2", "q3", " Q3", "q4", "q4"],
        "rater": ["ann", "bob"] * 4,
        "rating": [3, 3, 2, 2, 1, 2, 1, 1],
    }
    note = note_of(cc.read(data), "items-alike")
    assert note.startswith("4 items with missing ratings differ from another only in case and blanks")
    assert "such as 'q1' and 'Q1'" in note
    complete = cc.read({"item": ["q1", "Q1", "q2", "q3"], "ann": [1, 2, 1, 2], "bob": [1, 2, 2, 2]})
    assert "items-alike" not in {found.code for found in complete.audit.notes}


def test_codes_for_no_rating_are_said_before_any_number() -> None:
    failed = [-1 if i % 8 == 0 else x for i, x in enumerate(B)]
    assert "-1 looks like a code for a missing rating" in note_of(cc.read(wide(judge=failed)), "missing-code")
    signs = {"id": ITEMS, "ann": [-1, 0, 1] * 8, "bob": [-1, 1, 1] * 8}
    assert "missing-code" not in {note.code for note in cc.read(signs).audit.notes}


def test_other_numbers_are_named_together_and_row_numbers_and_ids_are_not() -> None:
    data = wide(
        tokens=[50 + 7 * i for i in range(N)], user_id=[900 + 3 * i for i in range(N)], row=list(range(N))
    )
    note = note_of(cc.read(data), "numbers-not-used")
    assert "tokens" in note
    assert "user_id" not in note
    assert "row" not in note.split()


def test_columns_that_were_chosen_leave_nothing_to_say() -> None:
    ratings = cc.read(wide(judge=[20 * x for x in A]), raters=["ann", "bob"])
    assert "column-not-used" not in {note.code for note in ratings.audit.notes}


# --- rows ---------------------------------------------------------------------------------------


def test_many_rows_without_a_rater_are_said_and_a_few_are_not() -> None:
    def rows(lost: int) -> dict[str, Any]:
        data = long(score=rating)
        data["source"] = ["human"] * len(data["item"]) + ["eval"] * lost
        return {
            "item": [*data["item"], *ITEMS[:lost]], "rater": [*data["rater"], *[""] * lost],
            "score": [*data["score"], *A[:lost]], "source": data["source"],
        }  # fmt: skip

    many = cc.read(rows(24))
    assert note_of(many, "rows-dropped").startswith("24 rows of 72 (33%) excluded: no rater given;")
    assert note_of(many, "rows-dropped-alone") == "All rows with source = eval were excluded (24 rows)."
    assert "rows-dropped" not in {note.code for note in cc.read(rows(1)).audit.notes}


def test_every_result_repeats_what_was_not_used() -> None:
    result = cc.cohen_kappa(wide(judge=[20 * x for x in A]))
    assert "column-not-used" in {note.code for note in result.notes}
