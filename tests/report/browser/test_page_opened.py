"""The page in a real browser: what a reader does with it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import concordant as cc
from concordant.interpret.study import Study
from concordant.report.page.render import page
from tests.interpret.study_cases import studied
from tests.interpret.study_data import scores, wide
from tests.interpret.test_study_words import harsh_judge
from tests.report.test_page import hostile_study

Opened = Callable[..., Any]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Pages of several studies."""
    folder = tmp_path_factory.mktemp("pages")
    made = {
        "judge": harsh_judge(),
        "two judges": two_judges(),
        "many": studied("thirty raters with few ratings each"),
        "measured": studied("measurements of a judge and two people"),
        "hostile": hostile_study(),
    }
    for name, study in made.items():
        (folder / f"{name}.html").write_text(page(study), encoding="utf-8")
    return {name: folder / f"{name}.html" for name in made}


def two_judges() -> Study:
    data = wide(scores(80, 3), ["human", "judge_a", "judge_b"])
    return cc.study(data | {"prompt": [f"question {i}" for i in range(80)]}, text="prompt")


def values(card: Any) -> dict[str, str]:
    """Who said what on a card."""
    cells = card.locator(".says > div").all()
    return {one.locator("dt").inner_text(): one.locator("dd").inner_text() for one in cells}


def test_a_cell_lists_its_items_with_texts_and_moves_the_focus(
    files: dict[str, Path], opened: Opened
) -> None:
    at = opened(files["two judges"])
    main = two_judges().main
    assert main is not None
    assert main.confusion is not None
    for cell in main.confusion.items[:4]:
        a, b = main.confusion.labels[cell.first], main.confusion.labels[cell.second]
        at.locator(f'.confusion a[href="#cell-{cell.first + 1}-{cell.second + 1}"]').click()
        found = at.locator(".list:visible")
        assert found.count() == 1
        assert found.locator(".card").count() == len(cell.items)
        for card in found.locator(".card").all():
            said = values(card)
            assert (said["human"], said["judge_a"]) == (a, b)
            assert card.locator(".text p").inner_text().startswith("question")
        assert at.evaluate("document.activeElement.closest('.list') !== null")
    at.keyboard.press("Escape")
    assert at.locator(".list:visible").count() == 0
    assert at.evaluate("document.activeElement.closest('.confusion') !== null")


def test_a_cell_of_another_comparison_shows_the_same_cards(files: dict[str, Path], opened: Opened) -> None:
    at = opened(files["two judges"])
    at.locator("details.block > summary").click()
    link = at.locator("details.block .confusion a").first
    href = link.get_attribute("href")
    link.click()
    found = at.locator(".list:visible")
    assert found.get_attribute("id") == href[1:]
    assert found.locator(".pointer").count() == 0
    assert found.locator(".card").count() > 0
    assert found.locator(".card .mine dt").all_inner_texts()[:2] == ["human", "judge_b"]


def test_with_scripts_off_a_cell_still_lists_its_items(files: dict[str, Path], opened: Opened) -> None:
    at = opened(files["judge"], java_script_enabled=False)
    assert at.locator(".list:visible").count() == 0
    at.locator(".confusion a").first.click()
    assert at.locator(".list:visible").count() == 1
    assert at.locator(".list:visible .card, .list:visible .pointer").count() > 0
    at.locator(".list:visible .close").click()
    assert at.locator(".list:visible").count() == 0


def test_arrow_keys_move_from_cell_to_cell(files: dict[str, Path], opened: Opened) -> None:
    at = opened(files["judge"])
    at.locator(".confusion a").first.focus()
    place = "[document.activeElement.closest('tr').rowIndex, document.activeElement.closest('td').cellIndex]"
    before = at.evaluate(place)
    at.keyboard.press("ArrowDown")
    after = at.evaluate(place)
    assert after[0] > before[0]
    assert after[1] == before[1]
    assert at.locator("#matrix .confusion a[tabindex='0']").count() == 1
    at.keyboard.press("Enter")
    assert at.locator(".list:visible").count() == 1


@pytest.mark.parametrize("scripts", [True, False])
def test_the_switch_shows_one_language_at_a_time(
    files: dict[str, Path], opened: Opened, scripts: bool
) -> None:
    at = opened(files["judge"], java_script_enabled=scripts)
    assert at.locator("h1").inner_text() == "Agreement report"
    assert at.locator("main .zh:visible").count() == 0
    at.locator("label:has(#lang-zh)").click()
    assert at.locator("h1").inner_text() == "一致性报告"
    assert at.locator("main .en:visible").count() == 0
    if scripts:
        assert at.evaluate("document.documentElement.lang") == "zh-Hans"
        assert "一致性报告" in at.title()


@pytest.mark.parametrize("name", ["judge", "two judges", "many", "measured", "hostile"])
def test_a_narrow_page_does_not_scroll_sideways(files: dict[str, Path], opened: Opened, name: str) -> None:
    at = opened(files[name], width=360)
    at.evaluate("for (const box of document.querySelectorAll('details')) box.open = true")
    for lang in ("en", "zh"):
        at.locator(f"label:has(#lang-{lang})").click()
        assert at.evaluate("document.documentElement.scrollWidth") <= 360
    strip = at.locator(".strip").bounding_box()
    assert strip["y"] + strip["height"] <= 900 + 1


def test_an_example_of_a_problem_opens_its_card(files: dict[str, Path], opened: Opened) -> None:
    at = opened(files["judge"])
    link = at.locator(".examples a").first
    name = link.inner_text()
    link.click()
    assert at.evaluate("document.activeElement.querySelector('h3, h4, h5, h6').innerText") == name


def test_paper_shows_what_is_folded_and_no_strip_over_the_words(
    files: dict[str, Path], opened: Opened
) -> None:
    at = opened(files["judge"], color_scheme="dark")
    at.emulate_media(media="print")
    at.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert at.locator(".further .tile").first.is_visible()
    assert at.locator(".switch").is_hidden()
    assert at.evaluate("getComputedStyle(document.querySelector('.strip')).position") == "static"
    ink = at.evaluate("getComputedStyle(document.body).color")
    assert ink == "rgb(26, 31, 36)"  # dark on white, whatever the screen shows
    assert len(at.pdf()) > 10_000
