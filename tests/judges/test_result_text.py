"""Results of judge methods as text, in both languages."""

from __future__ import annotations

import re
from typing import Any

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


PEOPLE, SHIFTED = [1, 2, 3, 4, 5] * 12, [2, 3, 4, 5, 1] * 12
VOTES = {
    "human": PEOPLE, "judge_a": SHIFTED, "judge_b": [min(x + 1, 5) for x in PEOPLE],
}  # fmt: skip
LABELLED = {"human": list("xyz") * 20, "judge_a": list("xyy") * 20, "judge_b": list("xxz") * 20}
KINDS, ONE = {"judge_a": "judge", "judge_b": "judge"}, {"judge": "judge"}
SOFT = {
    "ann": list("xxyyz") * 5,
    "bob": list("xxyyz") * 5,
    "cal": list("xyyyz") * 5,
    "judge": list("xxyyy") * 5,
}
CURVE = {"human": [0, 0, 0, 1, 1, 1] * 5, "judge": [0.1, 0.2, 0.4, 0.3, 0.6, 0.8] * 5}
PREFERRED = {"human": ["A", "B", "A", "tie"] * 5, "judge": ["A", "B", "B", "tie"] * 5}
#: What each command says first of the same data.
METHODS = {
    "panel": (lambda: cc.panel(VOTES, rater_kind=KINDS), "Panels of judges", "多个模型"),
    "labels": (lambda: cc.panel(LABELLED, rater_kind=KINDS), "Panels of judges", "多个模型"),
    "soft": (lambda: cc.soft_labels(SOFT, rater_kind=ONE), "Items on which people differ", "人工意见不一"),
    "threshold": (lambda: cc.threshold_curve(CURVE, rater_kind=ONE), "Score threshold", "分数阈值"),
    "preferences": (lambda: cc.preferences(PREFERRED, rater_kind=ONE), "Preferences", "偏好比较"),
    "map": (lambda: cc.score_map(PEOPLE, SHIFTED), "Scores of the judge on the scale of people", "分数"),
    "ordinal": (
        lambda: cc.score_map(PEOPLE, SHIFTED, method="ordinal"),
        "Scores of the judge on the scale of people",
        "分数",
    ),
    "truth": (lambda: cc.latent_truth(SOFT), "Estimated truth of 25 items", "25"),
}


@pytest.mark.parametrize("name", METHODS)
def test_results_of_judge_methods_have_text_in_both_languages(name: str) -> None:
    make, english, chinese = METHODS[name]
    found: Any = make()
    assert found.text().startswith(english), found.text()
    assert chinese in found.text("zh").splitlines()[0], found.text("zh")
    with pytest.raises(cc.OptionError):
        found.text("fr")


@pytest.mark.parametrize("name", ["abilities", "shares"])
def test_what_was_measured_by_its_parts_is_not_called_undefined(name: str) -> None:
    found = cc.corrected_share(list("xyz") * 40, list("xyz") * 20 + [None] * 60)
    found = RESULTS["abilities"]() if name == "abilities" else found
    assert found.in_parts
    for text in (found.text(), repr(found), found._repr_html_()):
        assert "undefined" not in text
    assert "无定义" not in found.text("zh")
    # with no part known, it is undefined, and a note says why
    nobody = cc.position_bias([1, 2], ["A", "B"], ["A", "A"])
    assert "undefined" in nobody.text()
    assert "undefined" in repr(nobody)


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
