"""The page in words: names of panels and cells that fit the data, and Chinese as it is written."""

from __future__ import annotations

import re

import pytest

import concordant as cc
from concordant.interpret.study.study import Study
from concordant.report.page.findings import findings_view
from concordant.report.page.items import card
from concordant.report.page.panels import cells_of, contents_of, panels_of
from concordant.report.page.render import page
from tests.interpret.study_cases import studied
from tests.interpret.study_data import scores, wide
from tests.report.page_read import PageRead

DIAGNOSES = {"item": list("abcdef"), "cold": [2, 1, 0, 3, 2, 0], "flu": [1, 2, 3, 0, 1, 3]}


def counts() -> Study:
    return cc.study(DIAGNOSES, shape="counts", item="item")


def title(study: Study, key: str) -> tuple[str, str]:
    panel = next(one for one in panels_of(study) if one.key == key)
    return panel.title.text("en"), panel.title.text("zh")


@pytest.mark.parametrize(
    ("study", "titles"),
    [
        ("words in a declared order", ("Score boundaries", "分界与类别")),
        ("slices of text categories", ("Categories", "各类别")),
        ("measurements of two", ("Agreement by range", "各测量范围的一致性")),
    ],
)
def test_only_an_ordered_scale_has_cuts(study: str, titles: tuple[str, str]) -> None:
    assert title(studied(study), "cuts") == titles


def test_columns_of_counts_are_categories_and_their_ratings_have_numbers() -> None:
    read = PageRead(page(counts()))
    assert "categories = cold, flu" in read.words("en", "data")
    assert "类别列 = cold、flu" in read.words("zh", "data")
    assert "raters = cold" not in read.words("en")
    assert "评分者列" not in read.words("zh")
    assert "rating 1 cold · rating 2 cold · rating 3 flu" in read.words("en", "ledger")
    assert "第 1 个评分 cold · 第 2 个评分 cold · 第 3 个评分 flu" in read.words("zh", "ledger")
    for lang in ("en", "zh"):
        assert not re.search(r"place \d|\ball (uses|分布)", read.words(lang))


def test_rows_of_an_item_differ_in_their_headings() -> None:
    study = studied("repeats in dimensions")
    shown = [card(study, place).title for place in range(len(study.items))]
    for lang, number in (("en", r"repeat \d+$"), ("zh", r"第 \d+ 次$")):
        said = [one[lang] for one in shown if isinstance(one, dict)]
        assert len(said) == len(set(said)) == len(study.items)
        assert all(re.search(number, one) for one in said)


def test_an_example_is_named_like_its_card() -> None:
    study = studied("repeats in dimensions")
    examples = [one for row in findings_view(study, study.main).rows for one in row.examples if one.href]
    for one in examples:
        assert one.item == card(study, int(one.href.removeprefix("#item-")) - 1).title


def test_every_list_has_a_cell_that_is_marked_while_it_is_open() -> None:
    study = cc.study(wide(scores(80, 3), ["human", "judge_a", "judge_b"]))
    marked = cells_of(contents_of(study))
    written = page(study)
    assert marked
    for one in marked:
        assert re.search(f'<section class="list[a-z ]*" id="{one}"', written)
        assert f':has([id="{one}"]:target) [href="#{one}"]' in written


def test_sources_are_listed_in_the_style_of_the_language() -> None:
    read = PageRead(page(counts()))
    assert "Fleiss, J. L. (1971). Measuring" in read.words("en", "methods")
    assert "FLEISS J L, 1971. Measuring" in read.words("zh", "methods")
    assert "(1971)" not in read.words("zh", "methods")


def test_chinese_has_no_blank_behind_a_full_width_colon_and_no_bare_brackets() -> None:
    written = page(studied("Kappa paradox"))
    for found in re.findall(r'<span class="zh"[^>]*>([^<]*)</span>', written):
        assert not re.search(r"[：，。；] ", found), found
        assert not re.search(r"[\u4e00-\u9fff] ?\([^)]*\)$", found), found
    assert not re.search(r"：</span>\s", written)


def test_measurements_are_no_points_on_a_scale() -> None:
    read = PageRead(page(studied("measured again by several")))
    assert "量表中部" not in read.words("zh")
    assert "量表的分值" not in read.words("zh")
    assert "middle of the scale" not in read.words("en")
    assert "points of the scale" not in read.words("en")
