"""The page in a real browser, for studies of several shapes: cards in other places, scripts off, narrow."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import concordant as cc
from concordant.interpret.study.study import Study
from concordant.report.page.render import page
from tests.interpret.study_cases import studied
from tests.interpret.study_data import scores, wide
from tests.interpret.test_study_words import harsh_judge
from tests.report.page.test_render import hostile_study

Opened = Callable[..., Any]
FileOf = Callable[[str], Path]


@pytest.fixture(scope="module")
def file_of(tmp_path_factory: pytest.TempPathFactory) -> FileOf:
    """The page of a study, made when it is first opened."""
    folder = tmp_path_factory.mktemp("pages")

    def made(name: str) -> Path:
        path = folder / f"{name}.html"
        if not path.exists():
            path.write_text(page(STUDIES[name]()), encoding="utf-8")
        return path

    return made


def two_judges() -> Study:
    data = wide(scores(80, 3), ["human", "judge_a", "judge_b"])
    return cc.study(data | {"prompt": [f"question {i}" for i in range(80)]}, text="prompt")


STUDIES: dict[str, Callable[[], Study]] = {
    "judge": harsh_judge,
    "two judges": two_judges,
    "many": lambda: studied("thirty raters with few ratings each"),
    "measured": lambda: studied("measurements of a judge and two people"),
    "hostile": hostile_study,
}


def test_a_cell_of_another_comparison_shows_the_same_cards(file_of: FileOf, opened: Opened) -> None:
    at = opened(file_of("two judges"))
    at.locator(".choose-view label", has_text="judge_b").click()
    link = at.locator(".confusion a:visible").first
    href = link.get_attribute("href")
    link.click()
    found = at.locator(".list:visible")
    assert found.get_attribute("id") == href[1:]
    assert found.locator(".card").count() == found.locator(".pointer").count() > 0
    assert found.locator(".card .mine dt").all_inner_texts()[:2] == ["human", "judge_b"]


def test_with_scripts_off_a_cell_still_lists_its_items(file_of: FileOf, opened: Opened) -> None:
    at = opened(file_of("judge"), java_script_enabled=False)
    assert at.locator(".list:visible").get_attribute("class").split() == ["list", "worst", "open"]
    link, other = at.locator(".confusion a").first, at.locator(".confusion a").last
    link.click()
    at.mouse.move(0, 0)
    assert at.locator(".list:visible").count() == 1
    outline = "cell => getComputedStyle(cell).outlineStyle"
    assert (link.evaluate(outline), other.evaluate(outline)) == ("solid", "none")
    assert at.locator(".list:visible .pointer").count() > 0


@pytest.mark.by_turns(3)
@pytest.mark.parametrize("name", ["judge", "two judges", "many", "measured", "hostile"])
def test_a_narrow_page_does_not_scroll_sideways(file_of: FileOf, opened: Opened, name: str) -> None:
    at = opened(file_of(name), width=360)
    at.evaluate("for (const box of document.querySelectorAll('details')) box.open = true")
    for lang in ("en", "zh"):
        at.locator(f"label:has(#lang-{lang})").click()
        assert at.evaluate("document.documentElement.scrollWidth") <= 360


def test_an_example_of_a_problem_opens_its_card(file_of: FileOf, opened: Opened) -> None:
    at = opened(file_of("judge"))
    at.locator("details.finding > summary").first.click()
    link = at.locator(".sample-name a").first
    name = link.inner_text()
    link.click()
    assert at.evaluate("document.activeElement.id") == link.get_attribute("href")[1:]
    assert at.evaluate("document.activeElement.querySelector('bdi').innerText") == name
