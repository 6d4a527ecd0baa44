"""Results in words: ratings are not called items, and nothing English is left in Chinese."""

from __future__ import annotations

import re

import pytest

import concordant as cc
from concordant.interpret.result_text import frame_text

JUDGE, METHODS = cc.examples()["judge-zh"].path, cc.examples()["methods"].path
PAIR = ["人工_1", "模型_v2"]


def line(text: str, begins: str) -> str:
    return next(one for one in text.splitlines() if one.strip().startswith(begins)).strip()


def test_rows_of_items_with_several_ratings_are_called_ratings() -> None:
    result = cc.krippendorff_alpha(JUDGE)
    assert line(result.text(), "based on").endswith("384 ratings of 128 items, 5 raters")
    assert line(result.text("zh"), "依据").endswith("128 个条目的 384 次评分，5 位评分者")
    assert any(note.text == "51 rows have only one rating and cannot be used to measure agreement."
               for note in result.notes)  # fmt: skip
    assert "有 51 行只有一个评分" in result.text("zh")


def test_the_items_of_the_basis_are_those_that_count() -> None:
    rows = {"item": [1, 1, 2, 2, 3, 3], "dimension": ["x", "y"] * 3}
    result = cc.cohen_kappa(
        rows | {"a": [1, 2, 2, 1, 1, 2], "b": [1, 2, 1, 1, None, None]}, raters=["a", "b"]
    )
    assert line(result.text(), "based on").endswith("  4 ratings of 2 items, 2 raters")


def test_items_with_one_row_are_items() -> None:
    result = cc.cohen_kappa([1, 2, 1, 2, 1], [1, 2, 2, 2, 1])
    assert line(result.text(), "based on").endswith("5 items, 2 raters")
    assert line(cc.icc(METHODS).text(), "based on").endswith("17 items, 2 raters")


def test_tables_of_pairs_and_items_count_ratings_too() -> None:
    pairs = cc.pairwise(JUDGE, "cohen_kappa", raters=PAIR)
    assert "评分次数" in frame_text(pairs, "zh")
    assert "条目数" not in frame_text(pairs, "zh")
    shown = cc.top_items(JUDGE, raters=PAIR, k=3)
    assert shown.notes[0].text == "3 of 158 ratings shown, by disagreement."
    assert shown.notes[0].text("zh") == "158 次评分中列出 3 次，按不一致程度排列。"
    assert "维度" in frame_text(shown, "zh")


def test_numbers_in_tables_have_a_true_minus() -> None:
    assert "−" in frame_text(cc.pairwise(METHODS, "cohen_kappa"), "zh")
    assert not re.search(r"(?<![\w.])-\d", frame_text(cc.pairwise(METHODS, "cohen_kappa"), "en"))


@pytest.mark.parametrize(
    ("result", "begins"),
    [
        (lambda: cc.icc(METHODS), "组内相关系数 ICC(A,1)（双因素随机效应）："),
        (lambda: cc.icc(METHODS, form="C,1"), "组内相关系数 ICC(C,1)（双因素"),
        (lambda: cc.ccc(METHODS), "一致性相关系数（除数为 n − 1）："),
        (lambda: cc.bland_altman(METHODS), "Bland–Altman 偏倚（平均差值）："),
        (
            lambda: cc.intra_rater(METHODS),
            "评分者内信度（重测信度）：组内相关系数 ICC(A,1)（双因素混合效应）：",
        ),
        (lambda: cc.sem([[1, 2.5], [3, 3.1], [5, 4]]), "测量标准误（绝对一致）："),
    ],
)
def test_the_title_of_a_family_is_chinese(result: object, begins: str) -> None:
    assert result().text("zh").startswith(begins)  # type: ignore[operator]


def test_a_comparison_names_both_sides_in_chinese() -> None:
    found = cc.compare(
        cc.measure("cohen_kappa", JUDGE, raters=PAIR),
        cc.measure("cohen_kappa", JUDGE, raters=["人工_1", "模型_v1"]),
    )
    text = found.text("zh")
    assert text.startswith("Cohen's Kappa 系数（人工_1、模型_v2）减 Cohen's Kappa 系数（人工_1、模型_v1）：")
    assert not re.search("[a-z]{5,}", text.replace("cohen", ""))
