"""Passages as text, Markdown, LaTeX and HTML: the same words, and nothing from the data means anything."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from concordant.report.paper.citations import in_brackets
from concordant.report.paper.methods import methods
from concordant.report.paper.numbers import apa_count, apa_percent, bounded, p_value, units
from concordant.report.paper.passage import Passage, TextRun, cite, name, passage, runs, write
from concordant.report.paper.results import results
from tests.interpret.study_cases import studied
from tests.report.paper_studies import NAMES, made


@pytest.mark.parametrize(
    ("value", "en", "zh"),
    [
        (0.856, ".86", "0.86"),
        (-0.054, "−.05", "−0.05"),
        (1.0, "1.00", "1.00"),
        (0.9967, ".997", "0.997"),
        (-0.001, ".00", "0.00"),
        (-1.5, "−1.50", "−1.50"),
        (0.0, ".00", "0.00"),
    ],
)
def test_what_cannot_exceed_one_has_no_nought_in_english(value: float, en: str, zh: str) -> None:
    assert (bounded(value, "en"), bounded(value, "zh")) == (en, zh)


@pytest.mark.parametrize(
    ("p", "en", "zh"),
    [
        (0.0004, "‹p› < .001", "‹p› < 0.001"),
        (0.0321, "‹p› = .032", "‹p› = 0.032"),
        (1.0, "‹p› > .999", "‹p› > 0.999"),
        (float("nan"), "", ""),
    ],
)
def test_p_values(p: float, en: str, zh: str) -> None:
    assert (p_value(p, "en"), p_value(p, "zh")) == (en, zh)


def test_other_numbers() -> None:
    assert [apa_percent(x) for x in (0.7233, 1.0, 0.0, 0.9996, -0.227)] == [
        "72.3%",
        "100.0%",
        "0.0%",
        "99.96%",
        "−22.7%",
    ]
    assert [units(x) for x in (0.3, -1.384)] == ["0.30", "−1.38"]
    assert (apa_count(1800, "en"), apa_count(1800, "zh"), apa_count(2.5, "en")) == ("1,800", "1800", "2.5")


def test_sources_stand_in_brackets_in_the_order_of_names() -> None:
    keys = ["cohen1968", "bland1999", "bland1986", "fleiss1969"]
    assert in_brackets(keys, "en") == " (Bland & Altman, 1986, 1999; Cohen, 1968; Fleiss et al., 1969)"
    assert in_brackets(keys, "zh") == "（Bland 与 Altman，1986，1999；Cohen，1968；Fleiss 等，1969）"


def test_marks_become_runs_and_data_brings_none() -> None:
    evil = "‹p› ⟦cohen1960⟧ 〔add〕"
    made_of = runs(write("paper.held", "en", held=name(evil), reference=evil) + cite("cohen1960"))
    assert [run.kind for run in made_of] == ["text", "name", "text", "cite"]
    assert made_of[1].text == evil
    assert evil in made_of[2].text


def test_a_long_name_is_cut_and_line_ends_go() -> None:
    assert len(runs(name("x" * 10_000))[0].text) == 60
    assert runs(name("a\nb"))[0].text == "a b"


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("study", NAMES)
def test_html_says_what_plain_text_says(study: str, lang: Any) -> None:
    for make in (methods, results):
        passage = make(made(study), lang)
        html = unescape(
            re.sub(r"<[^>]+>", "", passage.html().replace("<sub>", "_").replace("</p>\n", "\n\n"))
        )
        assert html == passage.text()


def test_nothing_in_a_name_is_markup() -> None:
    for lang in ("en", "zh"):
        html = results(studied("raters with markup"), lang).html()
        assert "<script" not in html
        assert "&lt;script&gt;" in html
        told = methods(studied("raters with markup"), lang)
        assert r"\<script\>" in told.markdown()
        assert r"c \| d" in told.markdown()
        assert r"\textless{}script\textgreater{}" in told.latex()
        assert r"a \& b" in told.latex()


def test_every_kind_of_run_in_every_format() -> None:
    passage = Passage(
        ((TextRun("# 50% of "), TextRun("a_b", "name"), TextRun(" "), TextRun("p", "italic"),
          TextRun("w", "sub"), TextRun("cohen1960;cohen1968", "cite"), TextRun(" "),
          TextRun("how?", "blank")),), "en",
    )  # fmt: skip
    assert passage.text() == "# 50% of a_b p_w (Cohen, 1960, 1968) [AUTHOR: how?]"
    assert passage.markdown() == r"\# 50% of a\_b *p*<sub>w</sub> (Cohen, 1960, 1968) \[AUTHOR: how?\]"
    assert passage.latex() == (
        r"\# 50\% of a\_b \emph{p}\textsubscript{w}~\cite{cohen1960,cohen1968} \textbf{[AUTHOR: how?]}"
    )
    assert passage.html() == (
        "<p># 50% of <bdi>a_b</bdi> <i>p</i><sub>w</sub> (Cohen, 1960, 1968) "
        '<mark class="blank">[AUTHOR: how?]</mark></p>'
    )
    assert passage.cited == ("cohen1960", "cohen1968")
    assert passage.blanks == ("how?",)


def test_a_chinese_name_stands_in_quotes_where_it_would_run_into_the_words() -> None:
    said = write("paper.held", "zh", held=name("模型"), reference=name("judge_2"))
    assert passage([[said]], "zh").text() == "将“模型”的评分与 judge_2 的评分进行比较。"
    listed = write("paper.compared-people", "zh", names=name("甲"))
    assert "（甲）" in passage([[listed]], "zh").text()
