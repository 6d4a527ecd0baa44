"""What a notebook shows: small, escaped, without scripts."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

import concordant as cc
from concordant.interpret.study.summary import gain_message
from concordant.report.page.verdict import chips
from concordant.report.render.notebook import compact
from tests.interpret.study_cases import some_cases, studied
from tests.interpret.test_study_words import STUDIES


@pytest.mark.parametrize("lang", ["en", "zh"])
@some_cases(4)
def test_every_study_is_shown_small_and_escaped(name: str, lang: Any) -> None:
    html = compact(studied(name), lang).html
    assert set(re.findall(r"<(\w+)", html)) <= {
        "div", "p", "b", "bdi", "br", "ol", "li", "table", "thead", "tbody", "tr", "th", "td",
    }  # fmt: skip
    assert len(html) < 60_000
    text = unescape(re.sub(r"<[^>]+>", " ", html))
    assert not re.search(r"\bnan\b|\bNone\b", text)


def test_it_says_the_headline_the_measures_and_what_to_change() -> None:
    study = STUDIES["harsh_judge"]()
    text = unescape(re.sub(r"<[^>]+>", "\n", compact(study).html))
    assert study.headline[0].text() in text
    assert "Cohen's kappa (quadratic weights)" in text
    assert study.findings[0].text() in text
    assert study.findings[0].fix() in text


def test_it_begins_with_the_verdict_of_the_best_judge_then_the_leaderboard_and_the_problems() -> None:
    study = cc.study(cc.example("judge"), goal="first")
    text = unescape(re.sub(r"<[^>]+>", "\n", compact(study).html))
    chip = next(iter(chips(study.main))).message.text("en")  # type: ignore[arg-type]
    assert study.main is not None
    assert study.leaderboard is not None
    parts = (
        chip,
        study.main.headline[0].text("en"),
        study.leaderboard.sentences[0].text("en"),
        study.findings[0].text("en"),
    )
    places = [text.index(part) for part in parts]
    assert places == sorted(places)
    assert gain_message(study.findings[0]).text("en").strip() in text
    assert len(text) < len(study.summary("en"))


def test_it_takes_no_colour_of_its_own() -> None:
    assert not re.search(r"[;\"](color|background)", compact(STUDIES["harsh_judge"]()).html)


def test_of_many_problems_the_first_are_shown_and_the_rest_counted() -> None:
    from dataclasses import replace

    study = STUDIES["harsh_judge"]()
    many = replace(study, findings=study.findings[:1] * 5)
    html = compact(many).html
    assert html.count("<li>") == 3
    assert "The report lists 2 more problems." in html
    assert "报告中还有 2 个问题。" in compact(many, "zh").html
