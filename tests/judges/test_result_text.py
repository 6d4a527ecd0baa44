"""Results of judge methods as text, in both languages."""

from __future__ import annotations

import re

import pytest

import concordant as cc
from concordant.language.render import Language
from concordant.result import Result

JUDGE = [4, 5, 3, 4, 5, 4, 3, 4, 2, 3, 1, 2, 3, 2, 1, 2]
HUMAN = [4, 4, 3, 4, 5, None, None, None, 2, 2, 1, 2, 2, None, None, None]
ANSWERS = ["pass"] * 60 + ["fail"] * 40 + ["pass"] * 55 + ["fail"] * 45
LABELS = ["pass"] * 50 + ["fail"] * 50 + [None] * 100
RESULTS = {
    "mean": lambda: cc.corrected_mean(JUDGE, HUMAN),
    "difference": lambda: cc.corrected_difference(JUDGE, HUMAN, by=["new"] * 8 + ["old"] * 8),
    "share": lambda: cc.corrected_share(ANSWERS, LABELS, positive="pass"),
    "abilities": lambda: cc.bradley_terry(list("ABACBCAB"), list("BACACBBC"), [*"AA", "tie", *"ABCBC"]),
    "position": lambda: cc.position_bias([1, 1, 2, 2, 3, 3], ["A", "B"] * 3, list("ABAAAB")),
    "accuracy": lambda: cc.diagnostic_accuracy(["yes"] * 30 + ["no"] * 10, ["yes"] * 25 + ["no"] * 15),
}
#: What is the same in Chinese: values of the data, symbols, persons, and options in code.
KEPT = (
    r"\b(new|old|pass|fail|yes|no|F1|MCC|Matthews|Bradley|Terry|McNemar|Wilson|Lee|truth=|categories=|positive=)"
    r"(\b|(?<==))"
)


def _text(name: str, lang: Language) -> str:
    found: Result = RESULTS[name]()
    return found.text(lang)


@pytest.mark.parametrize("name", RESULTS)
def test_chinese_text_has_no_english(name: str) -> None:
    assert re.findall(r"[A-Za-z]{2,}", re.sub(KEPT, "", _text(name, "zh"))) == []


def test_english_text_names_what_is_behind_a_result() -> None:
    mean, abilities = _text("mean", "en"), _text("abilities", "en")
    assert "labels alone for the same precision" in mean
    assert "people low" not in mean
    assert "8 comparisons" in abilities
    assert "0 raters" not in abilities
    assert "test of no difference" in _text("difference", "en")
    assert "exact test of no position bias" in _text("position", "en")
    assert "p = 0.500" in _text("position", "en")
    assert "Matthews correlation (MCC)" in _text("accuracy", "en")
