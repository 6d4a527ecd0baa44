"""Repeats: long, side by side, as columns of one rater, and back."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import concordant as cc
from concordant.ratings.repeats import held_over, side_by_side, within

RATERS = {"wright": ["w1", "w2"], "mini": ["m1", "m2"]}


def wide() -> dict[str, list[Any]]:
    return {
        "subject": ["a", "b", "c"],
        "w1": [494.0, 395.0, 516.0],
        "w2": [490.0, None, 512.0],
        "m1": [512.0, 430.0, 520.0],
        "m2": [525.0, 415.0, 508.5],
    }


def long() -> list[dict[str, Any]]:
    table = wide()
    return [
        {"subject": s, "rater": rater, "time": t + 1, "value": table[column][i]}
        for i, s in enumerate(table["subject"])
        for rater, own in RATERS.items()
        for t, column in enumerate(own)
    ]


def test_columns_of_one_rater_are_the_same_as_a_column_of_repeats() -> None:
    across = cc.read(wide(), item="subject", raters=RATERS)
    down = cc.read(long(), item="subject", repeat="time", raters=["wright", "mini"])
    assert across.raters == down.raters == ("wright", "mini")
    a, b = (cc.within_subject_sd(r) for r in (across, down))
    assert a.estimate == pytest.approx(b.estimate)
    # wright: (494, 490) and (516, 512), SS 8 each; mini: SS 13²/2, 15²/2, 11.5²/2; df 2 + 3
    expected = (8 + 8 + (13**2 + 15**2 + 11.5**2) / 2) / 5
    assert a.estimate**2 == pytest.approx(expected)


def test_side_by_side_has_one_row_for_each_item() -> None:
    ratings, occasions = side_by_side(cc.read(wide(), item="subject", raters=RATERS))
    assert occasions == ("1", "2")
    assert ratings.raters == ("wright, 1", "wright, 2", "mini, 1", "mini, 2")
    assert ratings.item_labels.tolist() == ["a", "b", "c"]
    assert ratings.columns[1].tolist().count(-1) == 1


def test_rows_in_any_order_give_the_same() -> None:
    rows = long()
    shuffled = [rows[i] for i in np.random.default_rng(0).permutation(len(rows))]
    a, b = (cc.repeatability_limit(r, item="subject", repeat="time") for r in (rows, shuffled))
    assert a.estimate == pytest.approx(b.estimate)


def test_an_array_of_items_raters_and_occasions_is_read() -> None:
    x = np.random.default_rng(1).normal(size=(8, 2, 3))
    assert cc.within_subject_sd(x).estimate == pytest.approx(np.sqrt(x.var(axis=2, ddof=1).mean()))
    assert cc.within_subject_sd(x[:, :1]).estimate == pytest.approx(
        np.sqrt(x[:, 0].var(axis=1, ddof=1).mean())
    )


def test_one_rater_with_a_column_of_repeats_is_enough() -> None:
    table = {"item": [1, 1, 2, 2, 3, 3], "time": [1, 2] * 3, "reading": [5.0, 5.5, 7.0, 6.0, 9.0, 9.5]}
    # SS: .5²/2 + 1²/2 + .5²/2 = .75 over 3
    result = cc.within_subject_sd(table, item="item", repeat="time", raters=["reading"])
    assert result.estimate**2 == pytest.approx(0.25)


def test_a_rater_with_themself_is_a_pair_of_occasions() -> None:
    own = within(cc.read(wide(), item="subject", raters=RATERS), "mini")
    assert own.raters == ("mini, 1", "mini, 2")
    assert len(own) == 3


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: within(cc.as_ratings([1, 2, 1], [1, 2, 2]), "A"), "No item was rated twice"),
        (lambda: cc.read(wide(), item="subject", raters={"wright": []}), "at least one column for each"),
        (lambda: cc.read(wide(), item="subject", raters={"wright": ["w1", "w9"]}), "w9"),
        (
            lambda: cc.as_ratings(cc.as_ratings([1, 2], [1, 2]), raters={"A": ["A"]}),
            "applies only while data are read",
        ),
    ],
)
def test_what_cannot_be_repeats_is_said(call: Any, said: str) -> None:
    with pytest.raises(cc.ConcordantError, match=said):
        call()


def test_the_same_occasion_twice_is_refused() -> None:
    ratings = cc.read(long(), item="subject", repeat="time")
    doubled = ratings.rows(np.ones(len(ratings), dtype=bool))
    object.__setattr__(doubled, "repeat", np.ones(len(ratings), dtype=int))
    with pytest.raises(cc.InputError, match="same occasion"):
        side_by_side(doubled)


def test_what_was_rated_once_holds_on_every_occasion() -> None:
    import pandas as pd

    rows = [
        ("i", "ann", 1, 3),
        ("i", "gpt", 1, 3),
        ("i", "gpt", 2, 4),
        ("j", "ann", 2, 1),
        ("j", "gpt", 1, 1),
    ]
    frame = pd.DataFrame(rows, columns=["item", "rater", "repeat", "value"])
    r = held_over(cc.as_ratings(frame, item="item", rater="rater", value="value", repeat="repeat"))
    said = {
        (item, occasion): [r.labels[c] if c >= 0 else None for c in codes]
        for item, occasion, codes in zip(r.items, r.repeat, r.matrix, strict=True)  # type: ignore[arg-type]
    }
    assert said == {("i", 1): [3, 3], ("i", 2): [3, 4], ("j", 1): [1, 1], ("j", 2): [1, None]}
