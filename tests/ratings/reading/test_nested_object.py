"""An object of objects: which of its keys are raters, and which are items."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import concordant as cc

#: Two raters and three items, whatever they are called.
RATINGS = [[3, 1], [1, 3], [1, 3]]


def by_item(items: list[str], raters: list[str]) -> dict[str, dict[str, Any]]:
    return {item: dict(zip(raters, row, strict=True)) for item, row in zip(items, RATINGS, strict=True)}


def by_rater(items: list[str], raters: list[str]) -> dict[str, dict[str, Any]]:
    return {
        rater: {item: row[place] for item, row in zip(items, RATINGS, strict=True)}
        for place, rater in enumerate(raters)
    }


def codes(ratings: cc.Ratings) -> set[str]:
    return {note.code for note in ratings.audit.notes}


@pytest.mark.parametrize(
    ("items", "raters"),
    [
        (["a", "b", "c"], ["human", "judge"]),
        (["q1", "q2", "q3"], ["alice", "bob"]),
        (["17", "18", "19"], ["alice", "bob"]),
        (["a", "b", "c"], ["rater_1", "rater_2"]),
        (["样本1", "样本2", "样本3"], ["张三", "李四"]),
    ],
)
def test_names_say_which_keys_are_items(items: list[str], raters: list[str], tmp_path: Path) -> None:
    for data, code in (
        (by_item(items, raters), "items-outside"),
        (by_rater(items, raters), "raters-outside"),
    ):
        path = tmp_path / "ratings.json"
        path.write_text(json.dumps(data), encoding="utf-8")
        for ratings in (cc.read(data), cc.read(path)):
            assert list(ratings.raters) == raters
            assert [str(item) for item in ratings.item_labels] == items
            assert ratings.matrix.tolist() == [[1, 0], [0, 1], [0, 1]]
            assert code in codes(ratings)


def test_numbers_say_it_where_names_do_not() -> None:
    many = {f"{place:x}x": {"ann": place % 3, "bob": place % 2} for place in range(20)}
    assert cc.read(many).raters == ("ann", "bob")
    few = {"ann": {name: held["ann"] for name, held in many.items()}, "bob": dict.fromkeys(many, 1)}
    assert cc.read(few).raters == ("ann", "bob")


def test_what_else_is_stated_of_an_item_says_it_too() -> None:
    data = {
        name: {"ann": row[0], "bob": row[1], "comment": f"about {name}"}
        for name, row in zip(["x", "y", "z"], RATINGS, strict=True)
    }
    assert cc.read(data).raters == ("ann", "bob")


def test_where_neither_says_it_the_caller_is_asked_and_both_answers_work() -> None:
    data = by_item(["3f2", "9aa", "77b"], ["ann", "bob"])
    with pytest.raises(cc.AmbiguousReading, match="do not show which are raters") as caught:
        cc.read(data)
    as_raters, as_items = caught.value.readings.values()
    assert cc.read(data, **as_raters).raters == ("3f2", "9aa", "77b")
    assert cc.read(data, **as_items).raters == ("ann", "bob")


def test_a_reading_that_was_wrong_can_be_turned_round() -> None:
    turned = cc.read(by_item(["q1", "q2", "q3"], ["human", "judge"]), columns="{item}")
    assert turned.raters == ("q1", "q2", "q3")
    assert not codes(turned) & {"items-outside", "raters-outside"}
