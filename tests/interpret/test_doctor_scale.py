"""The scale's doctor: each doubt with data that raise it, and with data that look alike and must not."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from concordant.interpret.doctor_scale import LIMITS, ScaleDoubt, scale_doctor
from concordant.ratings.read import as_ratings, read

WORDS = ["bad", "poor", "fair", "good", "best"]


def said(n: int, raters: int, *, noise: float = 0.7, low: int = 1, high: int = 5, seed: int = 4) -> Any:
    """Whole numbers that follow what is true of the items, with errors."""
    rng = np.random.default_rng(seed)
    truth = rng.uniform(low - 0.5, high + 0.5, (n, 1))
    return np.clip(np.rint(truth + rng.normal(0, noise, (n, raters))), low, high)


def doubts(data: Any, names: str | list[str] = "ABCDEFGH", **options: Any) -> tuple[ScaleDoubt, ...]:
    return scale_doctor(as_ratings(data, raters=list(names)[: len(data[0])], **options))


def told(data: Any, names: str | list[str] = "ABCDEFGH", **options: Any) -> list[tuple[str, Any]]:
    found = doubts(data, names, **options)
    return [(one.code, one.about.get("rater")) for one in found]


def test_ratings_on_one_scale_raise_no_doubt() -> None:
    for n in (1, 5, 30, 500):
        assert told(said(n, 4)) == []


# --- units ---


@pytest.mark.parametrize(("change", "low"), [(lambda x: (x - 1) / 4, "0"), (lambda x: (x - 1) * 25, "0")])
def test_a_rater_in_another_unit_is_found_with_the_way_back(change: Any, low: str) -> None:
    data = said(60, 4)
    data[:, 2] = change(data[:, 2])
    (found,) = doubts(data)
    assert (found.code, found.about["rater"]) == ("other-unit", "C")
    assert found.option == "raters=['A', 'B', 'D']"
    back = re.search(r"such as (\S+) \+ \(x − (\S+)\) × ([\d.]+),", found.remedy("en"))
    assert back is not None
    start, origin, factor = map(float, back.groups())
    np.testing.assert_allclose(start + (data[:, 2] - origin) * factor, said(60, 4)[:, 2])


def test_of_two_raters_in_different_units_the_judge_is_doubted() -> None:
    data = said(60, 2)
    data[:, 0] = (data[:, 0] - 1) * 25
    assert told(data, ["judge", "human"]) == [("other-unit", "judge")]


def test_a_cautious_rater_who_keeps_to_the_middle_is_in_the_same_unit() -> None:
    data = said(200, 4)
    data[:, 1] = np.rint(3 + 0.3 * (data[:, 1] - 3))
    assert told(data) == []
    assert told(data[:, :2]) == []


def test_a_strict_rater_who_keeps_to_the_bottom_is_in_the_same_unit() -> None:
    data = said(200, 4)
    data[:, 1] = np.maximum(np.rint(data[:, 1] / 2), 1)  # 1 to 3, rounded half to even
    assert told(data) == []


def test_numbers_that_have_nothing_to_do_with_each_other_are_not_called_units() -> None:
    rng = np.random.default_rng(1)
    data = said(200, 3)
    data[:, 2] = rng.integers(0, 101, 200)
    assert told(data) == []


def test_few_items_are_not_enough_to_accuse_anyone() -> None:
    data = said(6, 3)
    other = data.copy()
    other[:, 1] = data[:, 1] * 20
    assert told(other) == []
    other[:, 1] = 6 - data[:, 1]
    assert told(other) == []
    other[:, 1] = data[:, 1] - 1
    assert told(other) == []


# --- shifts ---


def test_a_scale_that_begins_at_nought_is_found_beside_one_that_begins_at_one() -> None:
    data = said(80, 3)
    data[:, 0] -= 1
    (found,) = doubts(data)
    assert (found.code, found.about["rater"]) == ("shifted", "A")
    assert found.text("en").startswith("The ratings of A run from 0 to 4, those of B and C from 1 to 5:")
    assert "Add 1 to every rating of A" in found.remedy("en")


def test_half_of_the_raters_on_a_shifted_scale_are_all_found() -> None:
    data = said(200, 4)
    data[:, 2:] -= 1
    assert sorted(told(data)) == [("shifted", "C"), ("shifted", "D")]


def test_a_strict_rater_on_the_same_scale_is_not_called_shifted() -> None:
    data = said(200, 3)
    data[:, 0] = np.maximum(data[:, 0] - 1, 1)
    assert told(data) == []


# --- reversed ---


def test_a_reversed_scale_is_found_among_several_and_of_two() -> None:
    data = said(60, 4)
    data[:, 1] = 6 - data[:, 1]
    (found,) = doubts(data)
    assert (found.code, found.about["rater"]) == ("reversed", "B")
    assert "by 6 − x" in found.remedy("en")
    assert found.evidence["correlation"] < -0.5
    assert told(data[:, :2], ["human", "gpt judge"]) == [("reversed", "gpt judge")]


def test_words_in_a_declared_order_can_be_reversed_too() -> None:
    data = said(60, 3)
    data[:, 2] = 6 - data[:, 2]
    words = np.array(WORDS, dtype=object)[data.astype(int) - 1].tolist()
    (found,) = doubts(words, categories=WORDS)
    assert (found.code, found.about["rater"]) == ("reversed-words", "C")
    assert "“best” where “bad” is chosen by A and B" in found.text("en")
    assert told(words, scale="nominal") == []  # names have no order that could be reversed


def test_a_rater_who_only_guesses_is_not_called_reversed() -> None:
    rng = np.random.default_rng(8)
    for _ in range(40):
        data = said(25, 3, seed=int(rng.integers(1 << 30)))
        data[:, 2] = rng.integers(1, 6, 25)
        assert told(data) == []


# --- codes for "no rating" ---


@pytest.mark.parametrize("code", [0, -1, 99])
def test_a_code_that_has_nothing_to_do_with_what_others_say_is_doubted(code: int) -> None:
    rng = np.random.default_rng(2)
    data = said(200, 3)
    data[rng.random(200) < 0.2, 1] = code
    (found,) = doubts(data)
    assert found.code == "unset"
    assert found.about == {"rater": "B", "code": str(code)}
    assert found.option == f"missing=[{code}]"
    assert found.p_value < LIMITS.alpha
    read_again = as_ratings(data, raters=list("ABC"), missing=[code])
    assert scale_doctor(read_again) == ()


def test_a_rater_whose_nought_is_the_lowest_score_is_not_accused() -> None:
    assert told(said(300, 3, low=0)) == []  # everyone uses it
    data = said(300, 3)
    data[:, 1] = np.where(data.mean(axis=1) < 2, 0, data[:, 1])  # one does, for the worst items
    assert told(data) == []


def test_noughts_that_are_few_are_not_accused() -> None:
    data = said(200, 3)
    data[[3, 50, 90, 120], 1] = 0
    assert told(data) == []


def test_false_accusations_are_rarer_than_the_limit_says() -> None:
    """Noise of every size, severe raters, gaps and real noughts, but nothing that is wrong."""
    rng = np.random.default_rng(12)
    accused = 0
    for trial in range(200):
        n, low = int(rng.integers(8, 120)), int(rng.integers(0, 2))
        data = said(n, 4, noise=float(rng.uniform(0.3, 3)), low=low, seed=trial)
        data[:, 0] = np.clip(data[:, 0] - rng.integers(0, 2, n), low, 5)
        data[rng.random((n, 4)) < 0.2] = np.nan
        data[0] = 3
        accused += len(told(data))
    assert accused <= 2  # 200 trials at a thousandth each


# --- labels ---


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
    data = [["10分", "2分"], ["3分", "3分"], ["2分", "10分"]] * 5
    (found,) = doubts(data)
    assert found.code == "numbers-in-words"
    assert found.option == "categories=['2分', '3分', '10分']"
    assert told(data, categories=["2分", "3分", "10分"]) == []
    assert told([["type 1", "type 2"], ["type 3", "type 3"]] * 5) == []  # numbers that only name


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
    assert told(rare) == []


# --- shapes of data ---


def test_counted_rows_say_what_their_copies_say() -> None:
    data = said(120, 3)
    data[:, 2] = 6 - data[:, 2]
    rows, counts = np.unique(data, axis=0, return_counts=True)
    table = {name: rows[:, g] for g, name in enumerate("ABC")} | {"n": counts}
    (few,) = scale_doctor(read(table, raters=list("ABC"), case_weights="n"))
    (many,) = doubts(data)
    assert few.text() == many.text()
    assert few.p_value == pytest.approx(many.p_value)


@pytest.mark.parametrize(
    "data",
    [[[1]], [[1, None], [None, 2]], [["a", "b"]], [[3, 3], [3, 3]], [[1.5, 2.5], [0.1, 7.0], [3.3, 3.3]]],
)
def test_hardly_any_data_raise_no_doubt_and_no_error(data: list[list[Any]]) -> None:
    assert doubts(data) == ()


def test_an_empty_part_raises_no_doubt_and_no_error() -> None:
    ratings = as_ratings(said(20, 2))
    assert scale_doctor(ratings.rows(np.zeros(20, dtype=bool))) == ()
    assert scale_doctor(replace(ratings, weights=np.zeros(20))) == ()


def test_measurements_in_another_unit_are_found_too() -> None:
    rng = np.random.default_rng(6)
    truth = rng.uniform(150, 190, (80, 1))
    data = truth + rng.normal(0, 2, (80, 3))
    assert told(data) == []
    data[:, 1] /= 100  # metres beside centimetres
    assert told(data) == [("other-unit", "B")]


def test_every_doubt_goes_to_json_and_back_and_has_the_same_numbers_in_both_languages() -> None:
    shifted, unset = said(80, 3), said(200, 3)
    shifted[:, 0] -= 1
    unset[::5, 1] = 0
    cases = [doubts(shifted), doubts(unset), doubts(said(200, 3, high=4), categories=[1, 2, 3, 4, 5])]
    cases.append(doubts([["1分", "2分"], ["3分", "3分"]] * 5))
    for one in (one for case in cases for one in case):
        back = ScaleDoubt.from_dict(json.loads(json.dumps(one.to_dict(), allow_nan=False)))
        assert back.to_dict() == one.to_dict()
        for english, chinese in ((one.text("en"), one.text("zh")), (one.remedy("en"), one.remedy("zh"))):
            assert set(re.findall(r"-?\d+(?:\.\d+)?", english)) == set(
                re.findall(r"-?\d+(?:\.\d+)?", chinese)
            )


def test_the_words_on_a_code_for_nothing_entered() -> None:
    """A: 10 items each of 1 … 5; B the same, but 0 for two items of each. Others say 3 of those in the mean."""
    a = np.repeat([1, 2, 3, 4, 5], 10)
    b = np.where(np.arange(50) % 10 < 2, 0, a)
    (found,) = doubts(np.stack([a, b], axis=1))
    assert found.text("en") == (
        "B gave 0 10 times, and others rate those items 3.00 in the mean: about as they rate all others (3.00), "
        "not as they rate the items nearest to 0 on this rater's scale (1.00). 0 seems to mean that nothing was "
        "entered."
    )
    assert found.text("zh") == (
        "B 给了 10 次 0 分，而其他评分者对这些条目的平均分为 3.00：与其余条目（3.00）相近，"
        "却与该评分者最接近 0 分的条目（1.00）不符。0 很可能表示“未填写”。"
    )
    assert found.remedy("zh") == "如果确实如此，请在读入时加上 missing=[0]。"
