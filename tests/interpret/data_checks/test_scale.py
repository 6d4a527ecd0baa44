"""The scale's doctor: each doubt with data that raise it, and with data that look alike and must not."""

from __future__ import annotations

import json
import re
from ast import literal_eval
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from concordant.interpret.data_checks.scale import LIMITS, ScaleDoubt, scale_doubts
from concordant.ratings.as_ratings import as_ratings
from concordant.ratings.read import read
from tests.interpret.scales import doubts, said, told

WORDS = ["bad", "poor", "fair", "good", "best"]


def test_ratings_on_one_scale_raise_no_doubt() -> None:
    for n in (1, 5, 30, 500):
        assert told(said(n, 4)) == []


# --- a code that others give too ---


@pytest.mark.parametrize("third", ["says two always", "guesses"])
def test_a_lowest_rating_that_another_gives_too_is_a_rating_whatever_a_third_says(third: str) -> None:
    # where both give 0 the third alone is left to say what the item is, and says the same of all
    rng = np.random.default_rng(12)
    true = rng.choice(5, 240, p=[0.1, 0.2, 0.3, 0.25, 0.15])
    off = rng.choice([-1, 0, 1], 240, p=[0.1, 0.8, 0.1])
    other = np.full(240, 2) if third == "says two always" else rng.permutation(true)
    assert told(np.stack([true, np.clip(true + off, 0, 4), other], axis=1)) == []


def test_two_who_both_leave_items_out_with_a_code_are_both_told() -> None:
    data = said(300, 3)
    rng = np.random.default_rng(5)
    for column in (0, 1):
        data[rng.random(300) < 0.1, column] = 0
    assert [(d.code, d.about["rater"]) for d in doubts(data)] == [("unset", "A"), ("unset", "B")]


def corrected(data: Any, found: ScaleDoubt) -> Any:
    """The numbers as they are read with the option that a doubt names."""
    name, _, value = found.option.partition("=")
    raters = list("ABCDEFGH"[: data.shape[1]])
    columns = dict(zip(raters, data.T.tolist(), strict=True))
    ratings = read(columns, raters=raters, **{name: literal_eval(value)})
    values = np.asarray(ratings.values)
    return np.stack([values[column] for column in ratings.columns], axis=1)


# --- units ---


@pytest.mark.parametrize(("change", "low"), [(lambda x: (x - 1) / 4, "0"), (lambda x: (x - 1) * 25, "0")])
def test_a_rater_in_another_unit_is_found_with_the_way_back(change: Any, low: str) -> None:
    data = said(60, 4)
    data[:, 2] = change(data[:, 2])
    (found,) = doubts(data)
    assert (found.code, found.about["rater"]) == ("other-unit", "C")
    assert found.option in found.remedy("en")
    np.testing.assert_allclose(corrected(data, found)[:, 2], said(60, 4)[:, 2])


def test_of_two_raters_in_different_units_the_judge_is_doubted() -> None:
    data = said(60, 2)
    data[:, 0] = (data[:, 0] - 1) * 25
    for names in (["judge", "human"], ["human", "judge"]):
        (found,) = scale_doubts(read({names[0]: data[:, 0], names[1]: data[:, 1]}, raters=names))
        assert (found.code, found.about["rater"]) == ("other-unit", "judge")


def test_ten_points_beside_five_are_another_unit_and_no_lenient_judge() -> None:
    data = said(60, 2)
    halves = np.arange(60) % 2
    judge = 2 * data[:, 1] - halves  # 1 and 2 for 1, up to 9 and 10 for 5
    (found,) = scale_doubts(read({"human": data[:, 0], "judge": judge}, raters=["human", "judge"]))
    assert (found.code, found.about["rater"]) == ("other-unit", "judge")
    assert found.option == "rescale={'judge': '1..10:1..5'}"
    lenient = np.minimum(data[:, 1] + 1, 5)
    assert scale_doubts(read({"human": data[:, 0], "judge": lenient}, raters=["human", "judge"])) == ()


def test_a_cautious_rater_who_keeps_to_the_middle_is_in_the_same_unit() -> None:
    data = said(200, 4)
    data[:, 1] = np.rint(3 + 0.3 * (data[:, 1] - 3))
    assert told(data) == []
    assert told(data[:, :2]) == []


def test_keeping_to_the_middle_of_a_hundred_points_is_no_other_unit() -> None:
    data = said(200, 3, low=0, high=100, noise=8)
    data[:, 1] = np.rint(50 + 0.1 * (data[:, 1] - 50))
    assert told(data) == []
    data[:, 1] = np.rint((data[:, 1] - 45) / 10 * 9)  # the same ratings on a scale from 0 to 9
    assert told(data) == [("other-unit", "B")]


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
    assert found.text("en").startswith("Ratings by A range from 0 to 4, those by B and C from 1 to 5:")
    assert found.option == "shift={'A': 1}"
    np.testing.assert_allclose(corrected(data, found), said(80, 3))


def test_half_of_the_raters_on_a_shifted_scale_are_all_found() -> None:
    data = said(200, 4)
    data[:, 2:] -= 1
    assert sorted(told(data)) == [("shifted", "C"), ("shifted", "D")]


def test_a_strict_rater_on_the_same_scale_is_not_called_shifted() -> None:
    data = said(200, 3)
    data[:, 0] = np.maximum(data[:, 0] - 1, 1)
    assert told(data) == []


def test_a_shift_is_not_told_from_a_few_ratings_at_the_ends() -> None:
    b = np.array([1, 2, 3, 3, 3, 2, 3, 4, 3, 4, 3, 5])
    assert told(np.stack([b - 1, b], axis=1)) == []  # one 5 of B, one 0 of A: (1/2)² is not improbable
    more = np.concatenate([b, [1] * 5, [5] * 5])
    assert [code for code, _ in told(np.stack([more - 1, more], axis=1))] == ["shifted"]


# --- reversed ---


def test_a_reversed_scale_is_found_among_several_and_of_two() -> None:
    data = said(60, 4)
    data[:, 1] = 6 - data[:, 1]
    (found,) = doubts(data)
    assert (found.code, found.about["rater"]) == ("reversed", "B")
    assert found.option == "reverse={'B': '1..5'}"
    np.testing.assert_allclose(corrected(data, found), said(60, 4))
    assert found.evidence["correlation"] < -0.5
    assert [code for code, _ in told(data[:, :2])] == ["reversed"]


def test_words_in_a_declared_order_can_be_reversed_too() -> None:
    data = said(60, 3)
    data[:, 2] = 6 - data[:, 2]
    words = np.array(WORDS, dtype=object)[data.astype(int) - 1].tolist()
    (found,) = doubts(words, categories=WORDS)
    assert (found.code, found.about["rater"]) == ("reversed-words", "C")
    assert "“best” where A and B choose “bad”" in found.text("en")
    assert told(words, scale="nominal") == []  # names have no order that could be reversed


def test_a_rater_who_only_guesses_is_not_called_reversed() -> None:
    rng = np.random.default_rng(8)
    accused = 0
    for _ in range(300):  # of twelve items, one in twenty shows r = −0.5 by chance: some fifteen in all
        data = said(12, 2, seed=int(rng.integers(1 << 30)))
        data[:, 1] = rng.integers(1, 6, 12)
        accused += len(told(data))
    assert accused <= 2  # 300 at a thousandth each


def test_a_rater_at_odds_with_one_of_many_is_not_called_reversed() -> None:
    first, second = said(60, 2), said(60, 2, seed=99)  # two pairs who rate by different things
    first[:, 1] = 6 - first[:, 1]
    assert told(np.concatenate([first, second], axis=1)) == []


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
    assert scale_doubts(read_again) == ()


def test_a_rater_whose_nought_is_the_lowest_score_is_not_accused() -> None:
    assert told(said(300, 3, low=0)) == []  # everyone uses it
    data = said(300, 3)
    data[:, 1] = np.where(data.mean(axis=1) < 2, 0, data[:, 1])  # one does, for the worst items
    assert told(data) == []


def test_noughts_for_poor_items_that_are_not_the_poorest_are_no_blanks() -> None:
    data = said(400, 3)
    data[:, 1] = np.where(data[:, 1] == 2, 0, data[:, 1])
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


# --- shapes of data ---


def test_data_that_stay_where_they_are_raise_the_same_doubts(tmp_path: Path) -> None:
    pytest.importorskip("duckdb")
    data = said(200, 2).astype(int)
    path = tmp_path / "scores.csv"
    path.write_text("id,A,B\n" + "".join(f"{i},{a},{6 - b}\n" for i, (a, b) in enumerate(data.tolist())))
    here, there = (read(str(path), raters=["A", "B"], engine=engine) for engine in ("memory", "duckdb"))
    assert there.item_source is not None
    assert [one.text() for one in scale_doubts(there)] == [one.text() for one in scale_doubts(here)]
    assert [one.code for one in scale_doubts(there)] == ["reversed"]


def test_counted_rows_say_what_their_copies_say() -> None:
    data = said(120, 3)
    data[:, 2] = 6 - data[:, 2]
    rows, counts = np.unique(data, axis=0, return_counts=True)
    table = {name: rows[:, g] for g, name in enumerate("ABC")} | {"n": counts}
    (few,) = scale_doubts(read(table, raters=list("ABC"), case_weights="n"))
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
    assert scale_doubts(ratings.rows(np.zeros(20, dtype=bool))) == ()
    assert scale_doubts(replace(ratings, weights=np.zeros(20))) == ()


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
    """A gives 1 to 5 to ten items each; B does too, but 0 to two of each, of which A says 3 on average."""
    a = np.repeat([1, 2, 3, 4, 5], 10)
    b = np.where(np.arange(50) % 10 < 2, 0, a)
    (found,) = doubts(np.stack([a, b], axis=1))
    assert found.text("en") == (
        "B gave 0 10 times. The other raters' mean on those items is 3.00, close to their mean on all "
        "other items (3.00) and unlike their mean on the items this rater scored nearest to 0 "
        "(1.00). 0 probably means that nothing was entered."
    )
    assert found.text("zh") == (
        "B 给了 10 次 0 分，而其他评分者对这些条目的平均分为 3.00：与其余条目（3.00）相近，"
        "却与该评分者给分最接近 0 的条目（1.00）不符。0 很可能表示“未填写”。"
    )
    assert found.remedy("zh") == "如果确实如此，请在读入时加上 missing=[0]。"
