"""Scales made alike while ratings are read: merge, shift, rescale, reverse."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import concordant as cc
from concordant.errors import InputError, OptionError
from concordant.ratings.reading.recode_options import nice_ends

ITEMS = list("abcdef")
HUMAN = [1, 2, 3, 4, 5, None]
WIDE = {"id": ITEMS, "human": HUMAN, "judge": [1, 25.75, 50.5, 75.25, 100, 1]}
LONG = {
    "item": ITEMS * 2,
    "rater": ["human"] * 6 + ["judge"] * 6,
    "score": [*HUMAN, *WIDE["judge"]],
}


def values(ratings: cc.Ratings, rater: str) -> list[Any]:
    labels = [*ratings.labels.tolist(), None]
    return [labels[code] for code in ratings.columns[ratings.raters.index(rater)]]


@pytest.mark.parametrize("data", [WIDE, LONG])
def test_a_rater_is_rescaled_and_the_others_are_not(data: dict[str, Any]) -> None:
    """1 + (x − 1)·4/99: 1, 25.75, 50.5, 75.25, 100 are 1, 2, 3, 4, 5."""
    ratings = cc.read(data, rescale={"judge": "1..100:1..5"})
    assert values(ratings, "judge") == [1, 2, 3, 4, 5, 1]
    assert values(ratings, "human") == HUMAN
    assert ratings.scale.level == "ordinal"
    assert "judge: ratings were rescaled from 1–100 to 1–5, as requested." in str(ratings.audit)


def test_a_column_that_was_no_rater_is_one_once_it_is_rescaled() -> None:
    data = {**WIDE, "ann": [1, 2, 2, 4, 5, 3]}
    assert "judge" not in cc.read(data).raters
    assert cc.read(data, rescale={"judge": "1..100:1..5"}).raters == ("human", "judge", "ann")


def test_without_a_rater_all_are_rescaled() -> None:
    data = {"id": ITEMS, "a": [0, 10, 20, 30, 40, 50], "b": [0, 10, 20, 30, 50, 50]}
    assert values(cc.read(data, rescale="0..50:0..5"), "b") == [0, 1, 2, 3, 5, 5]


def test_a_scale_may_fall_and_ends_may_be_negative() -> None:
    data = {"id": list("abc"), "a": [-1, 0, 1], "b": [5, 3, 1]}
    assert values(cc.read(data, rescale={"b": "1..5:1..-1"}), "b") == [-1, 0, 1]


def test_what_is_not_on_the_scale_that_was_named_is_refused() -> None:
    with pytest.raises(InputError, match=r"judge gave 25\.75, which is not on the scale from 0 to 10"):
        cc.read(WIDE, raters=["human", "judge"], rescale={"judge": "0..10:1..5"})


@pytest.mark.parametrize("data", [WIDE, LONG])
def test_a_rater_is_shifted_and_gaps_stay_gaps(data: dict[str, Any]) -> None:
    ratings = cc.read(data, raters=["human", "judge"], shift={"human": -1})
    assert values(ratings, "human") == [0, 1, 2, 3, 4, None]


@pytest.mark.parametrize("data", [WIDE, LONG])
def test_a_reversed_scale_has_the_ends_that_are_named(data: dict[str, Any]) -> None:
    ratings = cc.read(data, raters=["human", "judge"], reverse={"human": "1..5"})
    assert values(ratings, "human") == [5, 4, 3, 2, 1, None]


def test_without_ends_those_of_all_ratings_or_the_declared_ones_hold() -> None:
    data = {"id": list("abc"), "a": [1, 2, 4], "b": [5, 3, 1]}
    assert values(cc.read(data, reverse=["a"]), "a") == [5, 4, 2]
    assert values(cc.read(data, reverse=["a"], categories=range(6)), "a") == [4, 3, 1]


def test_words_are_reversed_in_their_declared_order() -> None:
    data = {"id": list("abc"), "a": ["low", "mid", "high"], "b": ["high", "mid", "low"]}
    order = ["low", "mid", "high"]
    assert values(cc.read(data, raters=["a", "b"], reverse=["b"], categories=order), "b") == order
    with pytest.raises(OptionError, match="reverse needs the order of 'mauve'"):
        cc.read(
            {"id": list("ab"), "a": ["red", "red"], "b": ["mauve", "red"]}, raters=["a", "b"], reverse=["b"]
        )


def test_labels_are_merged_however_they_are_written() -> None:
    data = {"id": list("abcd"), "x": ["Yes", "no", "Y", "no"], "y": ["yes", "no", "yes", "N"]}
    ratings = cc.read(data, raters=["x", "y"], merge={"Yes": "yes", "Y": "yes", "N": "no"})
    assert ratings.labels.tolist() == ["no", "yes"]
    assert values(ratings, "x") == ["yes", "no", "yes", "no"]
    numbers = cc.read({"id": list("abc"), "x": [1, 2, 3], "y": [1, 3, 3]}, merge={"3": "2"})
    assert numbers.labels.tolist() == [1, 2]


def test_merging_makes_columns_alike_that_were_not() -> None:
    data = {"id": list("abcd") * 6, "x": ["Y", "N", "Y", "N"] * 6, "y": ["yes", "no", "yes", "yes"] * 6}
    assert cc.read(data, merge={"Y": "yes", "N": "no"}, item="id", duplicates="repeat").raters == ("x", "y")


def test_several_changes_are_made_in_order() -> None:
    """merge 9 → 3, shift 0..4 → 1..5, reverse within 1..5."""
    data = {"id": list("abc"), "human": [1, 2, 5], "judge": [9, 0, 4]}
    ratings = cc.read(data, merge={9: 3}, shift={"judge": 1}, reverse={"judge": "1..5"})
    assert values(ratings, "judge") == [2, 5, 1]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"rescale": {"judge": "1-100"}}, "rescale must give the original scale"),
        ({"rescale": {"judge": "1..1:1..5"}}, "two different ends"),
        ({"rescale": {"jugde": "1..100:1..5"}}, "Did you mean 'judge'"),
        ({"shift": {"judge": "one"}}, "shift must be a number to add"),
        ({"reverse": {"judge": "1-5"}}, "reverse must give the ends of a scale"),
        ({"reverse": ["bob"]}, "a rater of reverse must be one of"),
        ({"merge": 3}, "merge must be"),
        ({"decimal": ";"}, "decimal must be one of"),
    ],
)
def test_what_cannot_be_understood_is_one_sentence(options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message) as told:
        cc.read(WIDE, raters=["human", "judge"], **options)
    assert "\n" not in str(told.value)


def test_counts_hold_no_ratings_to_change() -> None:
    data = {"item": list("abc"), "yes": [3, 2, 1], "no": [0, 1, 2]}
    with pytest.raises(OptionError, match="shift changes ratings, but a table of counts contains none"):
        cc.read(data, shape="counts", shift={"yes": 1})


def test_an_engine_hands_the_rows_over(tmp_path: Path) -> None:
    path = tmp_path / "scores.csv"
    path.write_text(
        "id,human,judge\n" + "".join(f"{i},{i % 5},{i % 5 + 1}\n" for i in range(20)), encoding="utf-8"
    )
    ratings = cc.read(path, engine="duckdb", raters=["human", "judge"], shift={"human": 1})
    assert cc.exact_agreement(ratings).estimate == 1


def test_sums_of_measurements_on_disk_are_sums_of_what_was_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "scores.csv"
    rows = [(i, i + 0.5, 10 * (i + 0.5 + (i % 3) / 7)) for i in range(30)]
    path.write_text("id,a,b\n" + "".join(f"{i},{x},{y}\n" for i, x, y in rows), encoding="utf-8")
    options = {"raters": ["a", "b"], "rescale": {"b": "0..400:0..40"}}
    here, there = cc.icc(path, **options), cc.icc(path, engine="duckdb", **options)
    assert there.estimate == pytest.approx(here.estimate)
    sums = cc.moments(path, engine="duckdb", **options)
    assert cc.icc(sums).estimate == pytest.approx(here.estimate)


@pytest.mark.parametrize(
    ("low", "high", "ends"),
    [
        (0.1, 0.9, (0, 1)),
        (1, 5, (1, 5)),
        (2, 9, (1, 10)),
        (0, 7, (0, 10)),
        (20, 100, (0, 100)),
        (1, 100, (1, 100)),
    ],
)
def test_likely_ends_of_a_scale(low: float, high: float, ends: tuple[float, float]) -> None:
    assert nice_ends(low, high) == ends


# --- decimals, delimiters, encodings ----------------------------------------------------------


def test_a_decimal_comma_between_commas_is_seen_and_said(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text('id,x,y\na,"4,5","4"\nb,"3,0","3,5"\nc,"1,5","2"\n', encoding="utf-8")
    ratings = cc.read(path)
    np.testing.assert_allclose(np.asarray(ratings.values)[ratings.columns[0]], [4.5, 3, 1.5])
    assert "“4,5” was read as a number with a decimal comma; pass" in str(ratings.audit)
    said = cc.read(path, decimal=",")
    assert said.labels.tolist() == ratings.labels.tolist()
    assert "decimal comma" not in str(said.audit)
    assert cc.read(path, decimal=".", raters=["x", "y"]).scale.level == "nominal"


def test_thousands_are_no_decimals_unless_that_is_said(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text('id,x,y\na,"1,000","2,000"\nb,"3,500","3,500"\nc,"1,500","2,500"\n', encoding="utf-8")
    assert cc.read(path, raters=["x", "y"]).scale.level == "nominal"
    assert cc.read(path, raters=["x", "y"], decimal=",").labels.tolist() == [1, 1.5, 2, 2.5, 3.5]


def test_a_semicolon_file_may_be_said_to_have_points(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("id;x;y\na;4,5;4,5\nb;3;3\nc;2,5;2\n", encoding="utf-8")
    assert cc.read(path).labels.tolist() == [2, 2.5, 3, 4.5]
    assert cc.read(path, decimal=".", raters=["x", "y"]).scale.level == "nominal"


def test_frames_have_no_decimals_to_be_told() -> None:
    with pytest.raises(OptionError, match="decimal specifies how to read a file"):
        cc.read(WIDE, decimal=",")
