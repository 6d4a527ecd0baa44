"""When each rating was given: named or guessed, kept with its rating, lost where rows are only counted."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from concordant.errors import InputError
from concordant.ratings.ratings import Ratings
from concordant.ratings.read import read
from concordant.ratings.repeats import side_by_side, within
from concordant.ratings.times import are_times, times_of
from concordant.reduce.distinct_rows import distinct
from concordant.reduce.judge_vs_people import against

DAY = 86_400.0
# 2026-01-01 is 56 years after 1970 with 14 leap days (1972 … 2024): 56·365 + 14 = 20454 days.
NEW_YEAR = 20_454 * DAY


def long_table(**more: Any) -> dict[str, list[Any]]:
    return {
        "item": ["a", "a", "b", "b", "c"],
        "rater": ["X", "Y", "X", "Y", "Y"],
        "score": [1, 2, 3, 3, 1],
        **more,
    }


def when(ratings: Ratings, rater: str) -> list[float]:
    assert ratings.times is not None
    own = ratings.times[ratings.place_of(rater)]
    assert own is not None
    return [float(x) for x in own]


def codes(ratings: Ratings) -> set[str]:
    return {note.code for note in ratings.audit.notes}


def test_each_rating_of_a_long_table_has_the_time_of_its_row() -> None:
    ratings = read(long_table(order=[5, 1, 4, 2, 3]), time="order")
    assert when(ratings, "X")[:2] == [5, 4]
    assert np.isnan(when(ratings, "X")[2])  # X did not rate c
    assert when(ratings, "Y") == [1, 2, 3]


def test_a_time_is_in_seconds_since_1970() -> None:
    stamps = ["2026-01-01", "2026-01-01 00:01", "2026-01-01T00:00:02Z", "2026-01-01T08:00:00+08:00", None]
    ratings = read(long_table(created_at=stamps))
    assert when(ratings, "X")[:2] == [NEW_YEAR, NEW_YEAR + 2]
    assert when(ratings, "Y")[:2] == [NEW_YEAR + 60, NEW_YEAR]  # 8 o'clock in Shanghai is midnight here
    assert np.isnan(when(ratings, "Y")[2])
    assert ratings.audit.roles["time"] == "created_at (inferred)"


@pytest.mark.parametrize(
    "text", ["2026/1/1", "2026.01.01", " 2026年1月1日", "2026-1-1 0:00", "2026年1月1日 0时00分"]
)
def test_other_ways_to_write_a_day_are_read(text: str) -> None:
    found, _ = times_of([text, "2026-01-02"], "t", declared=True)
    assert found is not None
    assert found.tolist() == [NEW_YEAR, NEW_YEAR + DAY]


@pytest.mark.parametrize("library", ["list", "numpy", "pandas", "polars", "pyarrow"])
def test_columns_of_moments_are_read_from_every_library(library: str) -> None:
    moments = [dt.datetime(2026, 1, 1), dt.datetime(2026, 1, 2, 12), None]
    made: dict[str, Any] = {
        "list": lambda: moments,
        "numpy": lambda: np.array(moments, dtype="datetime64[s]"),
        "pandas": lambda: pytest.importorskip("pandas").Series(moments),
        "polars": lambda: pytest.importorskip("polars").Series(moments),
        "pyarrow": lambda: pytest.importorskip("pyarrow").array(moments),
    }
    found, _ = times_of(made[library](), "t", declared=True)
    assert found is not None
    np.testing.assert_array_equal(found, [NEW_YEAR, NEW_YEAR + 1.5 * DAY, np.nan])


def test_a_wide_table_has_one_time_for_all_raters_of_a_row() -> None:
    ratings = read({"id": [1, 2], "A": [1, 2], "B": [2, 2], "日期": ["2026-01-01", "2026-01-03"]})
    assert ratings.raters == ("A", "B")
    assert when(ratings, "A") == when(ratings, "B") == [NEW_YEAR, NEW_YEAR + 2 * DAY]


def test_of_two_ratings_the_one_that_is_kept_gives_the_time() -> None:
    table = {"item": ["a", "a", "a"], "rater": ["X", "X", "Y"], "score": [1, 2, 2], "order": [1, 2, 3]}
    for rule, kept in (("first", [1.0]), ("last", [2.0])):
        assert when(read(table, duplicates=rule, time="order"), "X") == kept  # type: ignore[arg-type]


def test_times_follow_rows_and_raters() -> None:
    ratings = read(long_table(order=[5, 1, 4, 2, 3]), time="order")
    assert when(ratings.rows(np.array([2, 0])), "Y") == [3, 1]
    assert when(ratings.rows(np.array([False, True, False])), "X") == [4]
    chosen = ratings.select(["Y"])
    assert chosen.times is not None
    assert len(chosen.times) == 1
    assert when(chosen, "Y") == [1, 2, 3]


def test_times_follow_repeats_to_their_own_columns() -> None:
    table = {
        "item": ["a", "a", "b"], "rater": ["X", "X", "X"], "repeat": [1, 2, 1],
        "score": [1, 2, 1], "order": [7, 8, 9],
    }  # fmt: skip
    found, _ = side_by_side(read(table, time="order"))
    assert when(found, "X, 1") == [7, 9]
    np.testing.assert_array_equal(when(found, "X, 2"), [8, np.nan])
    assert when(within(read(table, time="order"), "X"), "X, 1") == [7, 9]


def test_columns_that_become_repeats_keep_the_time_of_their_row() -> None:
    table = {"id": ["p", "q"], "w1": [1, 2], "w2": [2, 2], "m1": [1, 1], "order": [4, 6]}
    ratings = read(table, item="id", raters={"W": ["w1", "w2"], "M": ["m1"]}, time="order")
    assert when(ratings, "W") == [4, 6, 4, 6]
    np.testing.assert_array_equal(when(ratings, "M"), [4, 6, np.nan, np.nan])


def test_rows_that_are_only_counted_have_no_times() -> None:
    ratings = read(long_table(order=[5, 1, 4, 2, 3]), time="order")
    assert distinct(ratings).times is None


def test_a_judge_against_several_people_has_no_times() -> None:
    table = {"id": [1, 2], "A": [1, 2], "B": [2, 2], "judge": [1, 1], "order": [1, 2]}
    assert against(read(table, time="order"), ["A", "B"], "judge")[0].times is None


def test_where_nobody_names_times_there_are_none() -> None:
    assert read(long_table()).times is None


def test_a_declared_time_that_cannot_be_read_is_refused_by_column_and_row() -> None:
    with pytest.raises(InputError) as caught:
        read(long_table(seen=["2026-01-01", "2026-01-01", "soon", "2026-01-02", None]), time="seen")
    assert str(caught.value) == (
        "Times must be points in time such as '2026-01-31 14:05', or all numbers, but row 3 of column 'seen' "
        "contains 'soon': correct it, or omit time=."
    )


def test_day_or_month_first_is_ambiguous_and_refused() -> None:
    with pytest.raises(InputError, match="contains '01/02/2026'"):
        times_of(["01/02/2026"], "t", declared=True)


def test_numbers_among_points_in_time_are_refused() -> None:
    with pytest.raises(InputError, match="row 2 of column 't' contains '17'"):
        times_of(["2026-01-01", "17"], "t", declared=True)


def test_a_guessed_time_that_cannot_be_read_is_left_out_and_said() -> None:
    stamps = ["2026-01-01"] * 1500
    stamps[1200] = "soon"  # behind the rows that are looked at to guess
    table = {"id": list(range(1500)), "A": [1, 2] * 750, "B": [2, 2] * 750, "date": stamps}
    ratings = read(table)
    assert ratings.times is None
    assert "times-unreadable" in codes(ratings)


def test_a_column_called_time_that_holds_durations_or_words_is_not_taken_for_times() -> None:
    for held in ([12.5, 3.0, 4.0, 8.0, 9.0], ["am", "pm", "am", "pm", "am"]):
        ratings = read(long_table(time=held))
        assert ratings.times is None
        assert "time" not in ratings.audit.roles
    assert not are_times([None, ""])


def test_a_column_to_slice_by_is_not_taken_for_times() -> None:
    ratings = read(long_table(date=["2026-01-01"] * 5), slices=["date"])
    assert ratings.times is None
    assert list(ratings.slices) == ["date"]


def test_an_engine_says_that_declared_times_are_not_used_and_is_silent_about_guessed_ones(
    tmp_path: Path,
) -> None:
    pytest.importorskip("duckdb")
    path = tmp_path / "scores.csv"
    rows = "".join(f"{i},{i % 3},{i % 2},2026-01-0{1 + i % 9}\n" for i in range(60))
    path.write_text("id,A,B,date\n" + rows)
    declared = read(str(path), engine="duckdb", time="date", raters=["A", "B"])
    assert declared.times is None
    assert "times-not-counted" in codes(declared)
    guessed = read(str(path), engine="duckdb")
    assert guessed.times is None
    assert "times-not-counted" not in codes(guessed)
    assert "time" not in guessed.audit.roles


def test_counts_have_no_times() -> None:
    table = {"item": [1, 2, 3], "yes": [1, 2, 0], "no": [2, 1, 3], "o": [0, 0, 0], "at": [1, 2, 3]}
    ratings = read(table, shape="counts", raters=["yes", "no", "o"], time="at")
    assert ratings.times is None
    assert "times-not-counted" in codes(ratings)


def test_times_need_one_array_for_each_rater() -> None:
    ratings = read(long_table(order=[5, 1, 4, 2, 3]), time="order")
    with pytest.raises(InputError, match="Times of 1 rater for 2 raters"):
        replace(ratings, times=(None,))
    with pytest.raises(InputError, match="times of X has 2 entries for 3 rows"):
        replace(ratings, times=(np.zeros(2), np.zeros(3)))
