"""Tables as shown: the documents' own can be read off, columns stand straight, numbers are the study's."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import pytest

import concordant as cc
from concordant.frame import width
from concordant.interpret.notes import reason
from concordant.interpret.study.outline import outline
from concordant.interpret.study.study import Study
from concordant.interpret.study.tables import agreement_tables
from concordant.interpret.study.where_tables import grid_table
from concordant.interpret.table_cells import percent_within, within
from concordant.interpret.where.items import item_name
from concordant.language.message import Message
from concordant.language.render import LANGUAGES, _Renderer
from concordant.language.text_table import NONE, TextTable, shown
from concordant.result import Interval, Result
from tests.interpret.study.test_study_documents import CONTENT, FIVE, written_out

DATA = cc.examples()["scores"].path


def tables(study: Study) -> dict[str, TextTable]:
    """By the code of their titles; of several of a kind the last."""
    return {table.title.code: table for section in outline(study) for table in section.tables}


def cells(table: TextTable, lang: Any = "en") -> list[list[str]]:
    """Every line cut where two blanks stand, heads first."""
    return [[cell.strip() for cell in line.split("  ") if cell.strip()] for line in table.lines(lang)]


# --- document 003 -----------------------------------------------------------------------------------


def test_document_003_by_content_type_can_be_read_off() -> None:
    frame = written_out(CONTENT, "内容类型")
    study = cc.study(
        frame, item="id", raters=["human", "judge"], slices=["内容类型"], scale=FIVE, preset="strict"
    )
    heads, *rows = cells(tables(study)["shown.by-column"], "zh")
    assert heads[:4] == ["内容类型", "条目数", "完全一致率", "Cohen's Kappa 系数"]
    read = {row[0]: (row[1], row[2].partition("（")[0], row[3].partition("（")[0]) for row in rows}
    assert read == {
        "资讯问答": ("500", "72%", "0.65"),
        "闲聊陪伴": ("300", "68%", "0.58"),
        "情绪支持": ("200", "61%", "0.48"),
    }


def test_document_003_by_score_band_can_be_read_off() -> None:
    # of the items that the judge put in a band: 16/20, 30/50, 84/120, 604/710, 50/100
    bands = [[16, 14, 0, 0, 0], [4, 30, 34, 12, 0], [0, 6, 84, 46, 14], [0, 0, 0, 604, 36], [0, 0, 2, 48, 50]]
    found = tables(cc.study(cc.table(bands, range(5), raters=("human", "judge"))))
    heads, *rows = cells(found["shown.categories"], "zh")
    place = heads.index("judge 评为该类时")
    assert heads[:3] == ["类别", "human 占比", "judge 占比"]
    assert [(*row[:3], row[place].partition("（")[0]) for row in rows] == [
        ("0", "3%", "2%", "80%"), ("1", "8%", "5%", "60%"), ("2", "15%", "12%", "70%"),
        ("3", "64%", "71%", "85%"), ("4", "10%", "10%", "50%"),
    ]  # fmt: skip
    heads, *rows = cells(found["shown.confusion"])
    assert heads == ["human \\ judge", "0", "1", "2", "3", "4", "total"]
    assert rows[0] == ["0", "16", "14", "0", "0", "0", "30"]  # margins are sums of rows and columns
    assert rows[-1] == ["total", "20", "50", "120", "710", "100", "1000"]


def test_document_003_by_dimension_can_be_read_off_in_its_own_words() -> None:
    counts = {"相关性": (120, 102), "内容深度": (200, 140), "共情度": (150, 82), "交互引导": (180, 90)}
    each = {name: np.diag([same // 2, same - same // 2, 0]) for name, (_, same) in counts.items()}
    for name, (n, same) in counts.items():
        each[name][0, 1] = n - same
    frame = written_out(each, "维度")
    study = cc.study(frame, item="id", raters=["human", "judge"], dimension="维度", scale=FIVE)
    heads, *rows = cells(tables(study)["shown.by-column"], "zh")
    assert heads[:3] == ["维度", "条目数", "完全一致率"]
    assert {row[0]: (row[1], row[2].partition("（")[0]) for row in rows} == {
        "相关性": ("120", "85%"),
        "内容深度": ("200", "70%"),
        "共情度": ("150", "55%"),
        "交互引导": ("180", "50%"),
    }
    assert "按维度切分" in study.text("zh")
    assert "dimension" not in study.text("zh").partition("\n数据\n")[0]


# --- all tables of a study --------------------------------------------------------------------------

N = np.arange(240)
TRUE = N % 4
THREE = {
    "item": [f"q{i}" for i in N],
    "ann": TRUE.tolist(),
    "bob": np.where(N % 5 == 0, (TRUE + 1) % 4, TRUE).tolist(),
    "judge": np.where(N % 3 == 0, np.maximum(TRUE - 1, 0), TRUE).tolist(),
    "topic": np.array(["news", "chat"])[N // 4 % 2].tolist(),
}


def three() -> Study:
    return cc.study(
        THREE, raters=["ann", "bob", "judge"], slices=["topic"],
        rater_kind={"ann": "human", "bob": "human", "judge": "judge"},
    )  # fmt: skip


def floats(data: Any) -> Iterator[float]:
    if isinstance(data, Message):
        data = data.facts
    if isinstance(data, Mapping):
        data = list(data.values())
    if isinstance(data, (list, tuple)):
        for part in data:
            yield from floats(part)
    elif isinstance(data, (int, float)) and not isinstance(data, bool) and math.isfinite(data):
        yield float(data)


@pytest.mark.parametrize("source", ["three", "demo"])
def test_every_number_in_a_table_is_in_the_data_in_full(source: str) -> None:
    study = three() if source == "three" else cc.study(DATA)
    known = set(floats(study.to_dict()))
    found = [table for section in outline(study) for table in section.tables]
    assert len(found) >= 5
    for table in found:
        for row in table.rows:
            for number in floats(row):
                assert number in known, (table.title.code, number)


def test_columns_stand_straight_in_both_languages() -> None:
    for section in outline(three()):
        for table in section.tables:
            for lang in ("en", "zh"):
                lines = list(table.lines(lang))
                assert len(lines) == len(table.rows) + 1
                widest = max(map(width, lines))
                assert all(width(line) <= widest for line in lines)
                if table.title.code == "shown.matrix":  # numbers end at the same place
                    assert len({width(line) for line in lines}) == 1


def test_both_languages_have_the_same_numbers_and_no_english_is_left_in_heads() -> None:
    for section in outline(three()):
        for table in section.tables:
            english, chinese = cells(table, "en"), cells(table, "zh")
            assert [len(row) for row in english] == [len(row) for row in chinese]
            assert not set(english[0]) & set(chinese[0]) - {
                "ann \\ bob",
                "ann",
                "bob",
                "judge",
                "topic",
                *"0123",
            }


def test_every_two_raters_with_agreement_above_and_overlap_below() -> None:
    rows = cells(tables(three())["shown.matrix"])
    # bob is off on every fifth of 240: 192 equal; the judge on every third but where that is 0 already (20)
    assert rows[0] == ["rater", "ann", "bob", "judge"]
    assert rows[1][:3] == ["ann", "·", "80%"]
    assert rows[1][3] == f"{(np.array(THREE['ann']) == THREE['judge']).mean():.0%}"
    assert rows[3] == ["judge", "240", "240", "·"]


def test_raters_are_a_table_and_only_what_is_special_is_said() -> None:
    study = three()
    heads, *rows = cells(tables(study)["shown.profiles-people"])
    assert heads[:4] == ["rater", "items", "mean", "bias"]
    assert [row[:3] for row in rows] == [
        [name, "240", f"{np.mean(THREE[name]):.2f}"]  # type: ignore[arg-type]
        for name in ("ann", "bob", "judge")
    ]
    text = study.text()
    assert "with human raters is" not in text
    # the judge is a point lower on every third item, but for the 20 of these 80 that are 0 already
    gap = np.mean([np.mean(THREE[name]) for name in ("ann", "bob")]) - np.mean(THREE["judge"])  # type: ignore[arg-type]
    assert f"judge is stricter than the others on the same items, by {gap:.2f} points" in text


def test_who_is_held_against_people_is_not_said_to_be_held_against_raters() -> None:
    said = [s.text() for profile in three().profiles for s in profile.said]
    assert any("Exact agreement of ann with human raters is 80%" in one for one in said)
    assert not any("other raters" in one for one in said)


def test_each_measure_is_a_row_and_no_sentence() -> None:
    study = three()
    text = study.text()
    assert "Exact agreement: " not in text.partition("Goals")[0]
    for section in outline(study):
        for table in section.tables:
            if table.title.code == "shown.measures":
                assert cells(table)[0][:3] == ["measure", "estimate", "95% CI"]


def test_measurements_have_no_words_made_for_a_rating_scale() -> None:
    low = [98.4, 110.2, 125.5, 131.0, 140.7, 120.3, 117.9, 150.1]
    study = cc.study(
        {"id": list("abcdefgh"), "cuff": low, "line": [x + 5.25 + i % 3 for i, x in enumerate(low)]}
    )
    row = next(r for r in cells(tables(study)["shown.measures"]) if r[0] == "Mean absolute error")
    assert row[-1] == NONE
    # 0, 1, 2, 0, 1, 2, 0, 1 above 5.25: mean 49/8, variance (11 − 49/8)/7, so 6.125 ± 1.96·.8345
    assert "95% of the differences cuff − line are between −7.76 and −4.49" in study.text()


# --- a table ----------------------------------------------------------------------------------------

TITLE = Message("shown.measures")


def test_a_column_of_nothing_is_left_out() -> None:
    table = shown(TITLE, ("a", "b", "c"), [("x", NONE, "1"), ("y", NONE, NONE)])
    assert cells(table) == [["a", "c"], ["x", "1"], ["y", NONE]]


def test_numbers_end_and_words_begin_below_each_other() -> None:
    table = shown(TITLE, ("a", "n", "word"), [("x", "1", "one"), ("yy", "100", "hundred")])
    assert list(table.lines()) == ["  a     n  word", "  x     1  one", "  yy  100  hundred"]


def test_columns_that_do_not_fit_stand_below_beside_the_first() -> None:
    table = shown(TITLE, ("name", "one", "two"), [("x", "1", "2")])
    assert list(table.lines(places=11)) == ["  name  one", "  x       1", "  name  two", "  x       2"]
    assert list(table.lines(places=16)) == ["  name  one  two", "  x       1    2"]


# --- items and typography ---------------------------------------------------------------------------


def test_an_item_is_named_with_what_was_said_of_it() -> None:
    item = {"id": "q1", "cuff": 110.4, "line": 105.0, "dimension": "共情度", "judge": None}
    assert item_name(item) == {
        "en": "q1 (cuff 110.40, line 105, dimension 共情度)",
        "zh": "q1（cuff 110.40，line 105，维度 共情度）",
    }


def test_of_many_cells_the_first_are_named() -> None:
    said = item_name({"item": "a", **{f"r{i}": i for i in range(20)}})
    assert said["en"].endswith("r7 7, …)")
    assert said["zh"].endswith("r7 7，……）")


def test_the_items_to_look_at_first_are_named_with_their_raters_only() -> None:
    (first,) = (s for s in three().comparison("people").ledger.said if s.code == "ledger.first")  # type: ignore[union-attr]
    assert len(first.facts["items"]) == 5
    assert "ann" in first.text()
    assert "judge" not in first.text()


def test_a_blank_stands_between_latin_letters_or_numbers_and_chinese() -> None:
    joined = _Renderer("zh").vformat(
        "{who}对{m:measure}，共{n}分", (), {"who": "Prompt", "m": "pearson", "n": 4}
    )
    assert joined == "Prompt 对 Pearson 相关系数，共 4 分"


def test_the_scale_is_listed_as_each_language_lists() -> None:
    assert "（0、1、2、3）" in three().summary("zh")
    assert "(0, 1, 2, 3)" in three().summary("en")


def test_margins_of_measurements_are_refused_in_plain_words() -> None:
    x = np.round(np.linspace(100, 150, 120), 2)
    with pytest.raises(cc.OptionError) as error:
        cc.marginal_homogeneity({"a": x.tolist(), "b": (x + 0.015).tolist()})
    assert "Ratings(" not in str(error.value)
    assert "got 2 raters and measurements" in str(error.value)


def test_counts_are_written_alike_wherever_they_stand() -> None:
    size = {"items": 1000, "raters": 2, "ratings": 2000, "gaps": 0}
    assert Message("audit.size", size).text("zh").startswith("1000 个条目，2 位评分者")
    assert Message("ledger.nothing", {"n": 1000}).text("zh").startswith("1000 个条目")
    assert Message("audit.size", size | {"items": 250000}).text().startswith("250,000 items, 2 raters")
    assert Message("ledger.nothing", {"n": 250000}).text().endswith("on 250,000 items.")


def test_two_slice_columns_are_crossed_in_a_table() -> None:
    # a/x: 160 items, 120 the same; a/y: 160, all the same; b/x: 20 (few), 10 the same; b/y does not occur
    kinds = ["a"] * 320 + ["b"] * 20
    langs = ["x"] * 160 + ["y"] * 160 + ["x"] * 20
    human = [0, 1, 2, 3] * 85
    same = [True] * 120 + [False] * 40 + [True] * 160 + [True] * 10 + [False] * 10
    judge = [h if s else (h + 1) % 4 for h, s in zip(human, same, strict=True)]
    data = {"human": human, "judge": judge, "kind": kinds, "lang": langs}
    study = cc.study(data, raters=["human", "judge"], by=["kind", "lang"])
    assert study.main is not None
    assert study.main.grid is not None
    heads, *lines = grid_table(study.main.grid).in_words().lines("en", None)
    assert heads.split() == ["lang", "\\", "kind", "a", "b"]
    assert [line.split() for line in lines[:2]] == [
        ["x", "75%", "(160)", "·", "50%", "(20)"],
        ["y", "100%", "(160)", "–"],
    ]


@pytest.mark.parametrize(
    ("numbers", "said"),
    [
        ((0.98, 0.976, 0.992), "98.0% (97.6% to 99.2%)"),  # one near the end gives all a decimal
        ((0.98, 0.9, 1.0), "98% (90% to 100%)"),  # all of them is all of them
        ((0.5, 0.41, 0.62), "50% (41% to 62%)"),
    ],
)
def test_shares_within_one_bracket_have_the_same_decimals(numbers: tuple[float, ...], said: str) -> None:
    estimate, low, high = numbers
    interval = Interval(low=low, high=high, level=0.95, method="exact")
    result = Result(measure="exact_agreement", title="", estimate=estimate, interval=interval, method="")
    assert within(result).text("en") == percent_within(result).text("en") == said


def test_a_measure_without_a_value_says_why_below_the_table() -> None:
    one = cc.study(["a"] * 12, ["a"] * 12).comparisons[0]
    (table,) = agreement_tables(one)
    kappa = next(m for m in one.measures if m.measure == "cohen_kappa")
    for lang in LANGUAGES:
        notes = [note.text(lang) for note in table.notes if note.code == "shown.undefined-because"]
        assert any(reason(kappa.result).text(lang) in note for note in notes)
