"""What was not used, and how data were read, stands first on the page in both languages."""

from __future__ import annotations

import html
from typing import Any

import pytest

import concordant as cc
from concordant.report.page.verdict import verdict as first

N = 24
A = [1 + i % 5 for i in range(N)]
B = [1 + (i + (i % 4 == 0)) % 5 for i in range(N)]


@pytest.fixture(scope="module")
def study() -> Any:
    return cc.study({"id": [f"q{i}" for i in range(N)], "ann": A, "bob": B, "judge": [20 * x for x in A]})


def test_a_judge_that_was_not_used_is_a_doubt_before_any_number(study: Any) -> None:
    (doubt,) = first(study).doubts
    assert doubt.text("en").startswith("judge was not used, because its values range from 20 to 100")
    assert doubt.text("zh").startswith("未使用“judge”：其取值为 20 至 100")


def test_the_page_says_it_in_both_languages(study: Any, tmp_path: Any) -> None:
    study.save(tmp_path / "page.html")
    text = html.unescape((tmp_path / "page.html").read_text(encoding="utf-8"))
    assert "rescale it with rescale={'judge': '0..100:1..5'}" in text
    assert "未使用“judge”" in text


def test_how_names_of_columns_were_read_is_said_with_what_the_data_were_taken_for() -> None:
    data = {"id": list(range(N)), "tone_human": A, "tone_judge": B, "wit_human": B, "wit_judge": A}
    view = first(cc.study(data))
    assert view.doubts == ()
    assert any(
        said.text("en").startswith("The columns were read as 2 dimensions (tone, wit)") for said in view.more
    )
