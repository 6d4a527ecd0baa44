"""Values in messages: as Python writes them, on one line and short."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import concordant as cc
from concordant.quote import kind_of, quote, shorten

LONG = "very long label " * 700


def test_short_values_are_written_as_python_writes_them() -> None:
    for value in ("a", "it's", "a\nb", 5, 0.5, None, True, [1, "a"], (1, 2), {"a": [1]}, b"x", [], {}, int):
        assert quote(value) == repr(value)


def test_numbers_of_numpy_are_shown_as_numbers() -> None:
    assert (quote(np.int64(3)), quote(np.float64(0.5)), quote([np.int64(3)])) == ("3", "0.5", "[3]")


def test_long_values_are_shown_by_their_beginning() -> None:
    assert quote("x" * 100) == "'" + "x" * 79 + "…'"
    assert quote(list(range(5000))) == "[" + ", ".join(map(str, range(20))) + ", …]"
    for value in (LONG, [LONG] * 50, {LONG: LONG}, list(range(10**5)), 10**5000, [[[[[1]]]]], LONG.encode()):
        assert len(quote(value)) <= 500
        assert "\n" not in quote(value)


def test_tables_and_objects_are_shown_by_their_type() -> None:
    assert quote(pd.DataFrame({"a": [1]})) == "a DataFrame"
    assert quote(np.zeros(3)) == "an array"
    assert quote(object()) == kind_of(object()) == "an object"


def test_a_name_is_shortened_on_one_line() -> None:
    assert shorten("a\nb") == "a b"
    assert shorten("x" * 100) == "x" * 79 + "…"
    assert shorten("x" * 300, 300) == "x" * 300


FRAME = pd.DataFrame({"item": [1, 1, 2], LONG: [1, 2, 1], LONG + "b": [2, 1, 1]})
SLICED = pd.DataFrame({"human": [1, 2], "judge": [2, 1], LONG: ["x", "y"]})


def test_labels_names_and_lists_are_short_in_every_complaint() -> None:
    labels = [f"{LONG}{i}" for i in range(40)]
    asked = {
        "an option": lambda: cc.cohen_kappa([1, 2], [1, 2], weights=LONG),
        "a name of an option": lambda: cc.cohen_kappa([1, 2], [1, 2], **{LONG: 1}),
        "a label that is not on the scale": lambda: cc.cohen_kappa([LONG], ["b"], categories=["a", "b"]),
        "a scale of many labels": lambda: cc.cohen_kappa(["a", "b"], ["b", "b"], categories=labels),
        "a category declared twice": lambda: cc.Scale.nominal([LONG, LONG]),
        "no such column": lambda: cc.cohen_kappa(FRAME, raters=["human", "judge"]),
        "rows that differ": lambda: cc.cohen_kappa(FRAME, item="item"),
        "no such rater": lambda: cc.read(FRAME.drop(columns="item")).select([LONG + "c"]),
        "one rater only": lambda: cc.icc([{"item": i, "rater": LONG, "value": i} for i in range(4)]),
        "text among numbers": lambda: cc.cohen_kappa([LONG, 1, 2], [1, 1, 2]),
        "a value of a slice": lambda: cc.read(SLICED, slices=[LONG]).where(**{LONG: LONG}),
        "no such file": lambda: cc.read(LONG),
        "an order that is missing": lambda: cc.cohen_kappa(labels, labels, weights="linear"),
        "no such goal": lambda: cc.study([1, 2], [1, 2], goal=LONG),
        "no such example": lambda: cc.example(LONG),
        "columns of different length": lambda: cc.cohen_kappa({LONG: [1], LONG + "b": [1, 2]}),
        "a name twice": lambda: cc.read([[1, 2], [2, 1]], raters=[LONG, LONG]),
    }  # fmt: skip
    long = {}
    for what, ask in asked.items():
        with pytest.raises(cc.ConcordantError) as problem:
            ask()
        message = str(problem.value)
        if len(message) > 1000 or "\n" in message:
            long[what] = message[:200]
    assert long == {}
