"""Long names are cut for formats without room; the JSON keeps them."""

from __future__ import annotations

import pytest

import concordant as cc
from concordant.quote import one_line
from concordant.report.render.json import to_json
from concordant.report.render.latex import to_latex
from concordant.report.render.markdown import to_markdown
from concordant.report.render.notebook import compact
from concordant.report.render.word import to_word
from concordant.report.shorten import MOST, shortened
from tests.interpret.study_cases import studied
from tests.interpret.study_data import scores, wide

LONG = "评" * 10_000


def long_study() -> cc.Study:
    names = [f"{LONG}1", f"{LONG}2", "judge"]
    return cc.study(
        wide(scores(40, 3), names, **{"k" * 300: ["a" * 400, "b"] * 20}), raters=names, slices=["k" * 300]
    )


def test_long_names_are_cut_the_same_everywhere_and_stay_apart() -> None:
    cut = shortened(long_study())
    raters = {name for one in cut.comparisons for name in one.raters}
    first, second = "评" * (MOST - 1) + "…", "评" * (MOST - 1) + "… (2)"
    assert {first, second} <= raters
    assert LONG not in cut.text("zh")
    assert "a" * MOST not in cut.text("en")


def test_a_study_with_short_names_is_itself() -> None:
    study = studied("two slice columns")
    assert shortened(study) is study


def test_what_was_put_off_is_not_found_to_look_for_long_names() -> None:
    study = cc.study({"human": [1, 2, 3, 1, 2, 3, 3, 1], "judge": [1, 2, 3, 1, 3, 3, 3, 1]})
    one = study.comparisons[0]
    assert "sensitivity" not in vars(one)
    assert shortened(study) is study
    assert "sensitivity" not in vars(one)


def test_our_own_long_sentences_are_not_cut() -> None:
    study = studied("a rater with a very long name")
    assert len(shortened(study).text().splitlines()) == len(study.text().splitlines())
    cut = f"{'x' * (MOST - 1)}…"
    assert shortened(study).text().split() == study.text().replace("x" * 500, cut).split()


@pytest.mark.slow
def test_files_to_read_are_of_ordinary_size_and_the_json_is_whole() -> None:
    study = long_study()
    for lang in ("en", "zh"):
        for text in (to_markdown(study, lang), to_latex(study, lang), to_word(study, lang)):
            assert "评" * 100 not in text
            assert len(text) < 200_000
        assert "评" * 100 not in compact(study, lang).html
    assert LONG in to_json(study)


def test_text_on_one_line_steers_nothing() -> None:
    assert one_line("a\nb\tc\r\nd") == "a b c  d"
    assert one_line("\x1b[31mred\x07\x00") == "[31mred"
    assert one_line("abc\u202edef\u2066g\u2069") == "abcdefg"
    assert one_line("עברית 😀 中文\u3000é") == "עברית 😀 中文\u3000é"
    assert one_line("\ud800x") == "x"
