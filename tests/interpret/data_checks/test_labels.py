"""Doubts about labels, and about categories that nobody, or everybody, uses."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from concordant.interpret.data_checks.scale import scale_doubts
from concordant.ratings.as_ratings import as_ratings
from tests.interpret.scales import doubts, said, told


def test_labels_that_differ_in_case_width_or_blanks_are_found() -> None:
    found = doubts([["Ｙｅｓ", "yes"], ["not sure", "not_sure"], ["NO", "no"]] * 5)
    assert [one.code for one in found] == ["look-alike"] * 3
    assert {tuple(one.about["written"]) for one in found} == {
        ("NO", "no"), ("not sure", "not_sure"), ("yes", "Ｙｅｓ"),
    }  # fmt: skip


def test_labels_that_differ_in_a_sign_are_not_alike() -> None:
    assert told([["A", "A-"], ["B", "B+"], ["A-", "A"], ["1-2", "12+"]] * 5) == []


def test_yes_and_no_in_several_spellings_are_found() -> None:
    (found,) = doubts([["true", "1"], ["false", "0"], ["true", "yes"]] * 5)
    assert found.code == "mixed-truth"
    assert "1, true and yes for one, 0 and false for the other" in found.text("en")
    assert told([["yes", "no"], ["no", "no"]] * 5) == []
    assert told([["yes", "no"], ["no", "maybe"], ["1", "0"]] * 5) != [("mixed-truth", None)]


def test_numbers_with_words_around_them_get_their_order_back() -> None:
    data = [["10分", "2分"], ["3分", "3分"], ["2分", "2分"]] * 5
    (found,) = doubts(data)
    assert found.code == "numbers-in-words"
    assert found.option == "categories=['2分', '3分', '10分']"
    assert told(data, categories=["2分", "3分", "10分"]) == []
    assert told([["type 1", "type 2"], ["type 3", "type 3"]] * 5) == []  # numbers that only name


def test_words_that_are_grades_get_the_order_they_usually_have() -> None:
    data = [["Often", "never"], ["rarely", "rarely"], ["always", "Often"]] * 5
    scale = as_ratings(data).scale
    assert (scale.level, scale.categories) == ("ordinal", ("never", "rarely", "Often", "always"))
    assert [note.code for note in scale.notes] == ["grades-ordered"]
    assert doubts(data) == ()
    assert as_ratings([["差", "中"], ["良", "优"], ["优", "优"]] * 5).scale.categories == (
        "差",
        "中",
        "良",
        "优",
    )
    assert as_ratings(data, scale="nominal").scale.level == "nominal"


def test_marks_with_signs_and_roman_numerals_are_ordered_and_plain_letters_are_not() -> None:
    def order(*labels: str) -> tuple[str, ...] | None:
        scale = as_ratings([[label, labels[0]] for label in labels] * 3).scale
        return scale.categories if scale.ordered else None

    assert order("A", "B+", "B", "B-", "C") == ("C", "B-", "B", "B+", "A")
    assert order("D", "A", "F", "B", "C") == ("F", "D", "C", "B", "A")
    assert order("III", "I", "V", "IV", "II") == ("I", "II", "III", "IV", "V")
    assert order("A", "B", "C", "D") is None  # answers of a question, or systems
    assert order("I", "V", "X") is None


def test_words_of_which_one_is_no_grade_and_two_words_have_no_order() -> None:
    assert told([["low", "high"], ["medium", "mauve"]] * 5) == []
    assert told([["pass", "fail"], ["fail", "fail"]] * 5) == []


# --- counts ---

COUNTS = {"patient": [f"p{i}" for i in range(12)], "yes": [0, 1, 2, 3] * 3, "no": [4, 3, 2, 1] * 3}


def test_columns_that_add_up_to_the_same_everywhere_may_be_counts() -> None:
    (found, *_) = scale_doubts(as_ratings(COUNTS))
    assert (found.code, found.option, found.about["names"]) == ("counts", "shape='counts'", ["yes", "no"])
    assert "add up to 4 for each of 12 items" in found.text("en")


@pytest.mark.parametrize(
    "otherwise",
    [
        {"no": [4, 3, 2, 2] * 3},
        {"no": [4, 3, 2, None] * 3},
        {"yes": [0.5, 1, 2, 3] * 3, "no": [3.5, 3, 2, 1] * 3},
    ],
)
def test_columns_that_do_not_are_raters(otherwise: dict[str, Any]) -> None:
    assert "counts" not in [one.code for one in scale_doubts(as_ratings(COUNTS | otherwise))]


def test_nobody_asks_whether_declared_raters_are_counts() -> None:
    assert "counts" not in [one.code for one in scale_doubts(as_ratings(COUNTS, raters=["yes", "no"]))]


def test_a_word_among_numbers_is_found_with_the_option_that_makes_it_a_gap() -> None:
    data = [["1", "2"], ["skipped", "3"], ["2", "4"]] * 5
    (found,) = doubts(data)
    assert found.code == "words-among-numbers"
    assert found.option == "missing=['skipped']"
    assert told(data, missing=["skipped"]) == []


# --- how often categories are used ---


def test_a_declared_category_that_nobody_used_is_found_where_it_should_have_been_seen() -> None:
    data = said(200, 3, high=4)
    (found,) = doubts(data, categories=[1, 2, 3, 4, 5])
    assert found.code == "never-used"
    assert found.option == "categories=[1, 2, 3, 4]"
    # (1 − 1/15)^n < 1/100 from n = 67 on: 66·ln(14/15) = −4.553, 67·ln(14/15) = −4.622, ln(1/100) = −4.605
    assert told(said(67, 3, high=4), categories=[1, 2, 3, 4, 5]) == [("never-used", None)]
    assert told(said(66, 3, high=4), categories=[1, 2, 3, 4, 5]) == []
    assert told(data) == []  # nobody declared a fifth


def test_one_value_for_nearly_all_ratings_is_found_if_there_are_enough() -> None:
    # 0.95^n < 0.05 from n = 59 on: 58·ln 0.95 = −2.975, 59·ln 0.95 = −3.026, ln 0.05 = −2.996
    assert told([[1, 1]] * 59, categories=[1, 2], scale="nominal")[-1] == ("one-value", None)
    assert told([[1, 1]] * 58, categories=[1, 2], scale="nominal") == [("never-used", None)]
    rare = np.zeros((400, 2), dtype=int)
    rare[:40] = 1
    rare[40:80, 1] = 1  # not copies of each other
    assert told(rare) == []
