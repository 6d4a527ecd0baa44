"""The page in a real browser: what was asked for comes into sight, and nothing is cut, on screen or paper."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import concordant as cc
from tests.example_studies import example_study

Open = Callable[..., Any]
#: The width of A4 without its margins, in the browser's points.
A4 = 688


OTHERS = [pytest.param(name, marks=pytest.mark.slow) for name in ("crowd", "judge", "methods", "rounds")]


@pytest.fixture(scope="module", params=["judge-zh", *OTHERS])
def example(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of some kinds of user, in their language."""
    path = tmp_path_factory.mktemp("pages") / f"{request.param}.html"
    lang = "zh" if request.param.endswith("zh") else "en"
    example_study(request.param).to_html(path, lang=lang)
    return path


def test_the_answer_is_on_the_first_screen_and_the_folded_page_is_short(opened: Open, example: Path) -> None:
    page = opened(example)
    for part in (".verdict:visible .word", ".verdict:visible .number", ".verdict:visible .lead"):
        place = page.locator(part).first.bounding_box()
        assert place["y"] + place["height"] <= 900
    assert page.evaluate("document.documentElement.scrollHeight") < 4000


def test_on_a_phone_the_first_screen_has_the_verdict_how_sure_and_what_to_do(
    opened: Open, example: Path
) -> None:
    page = opened(example, width=390)
    parts = [page.locator(f".verdict:visible .{part}").first for part in ("word", "number", "lead")]
    next_step = page.locator(".verdict:visible .fix-first")
    for part in [*parts, *([next_step] if next_step.count() else [])]:
        place = part.bounding_box()
        # what to do begins on the first screen, which has 844 points; all else is seen whole
        seen = place["y"] + (120 if part is next_step else place["height"])
        assert seen <= 844


@pytest.mark.by_turns(3)
def test_on_paper_no_table_is_wider_than_the_sheet(opened: Open, example: Path) -> None:
    page = opened(example, width=A4)
    page.emulate_media(media="print")
    page.evaluate("for (const box of document.querySelectorAll('details')) box.open = true")
    wide = page.evaluate(
        "[...document.querySelectorAll('table')]"
        ".filter(t => t.getBoundingClientRect().right > innerWidth + 1)"
        ".map(t => t.innerText.slice(0, 60))"
    )
    assert wide == []


def test_on_a_phone_the_matrix_fits_and_nothing_that_opens_is_wider(opened: Open, example: Path) -> None:
    page = opened(example, width=360)
    page.evaluate("for (const box of document.querySelectorAll('details')) box.open = true")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert page.evaluate(
        "[...document.querySelectorAll('table.confusion')]"
        ".every(t => t.offsetWidth <= t.parentElement.clientWidth)"
    )


def test_on_a_phone_the_items_of_a_cell_come_into_sight(opened: Open, example: Path) -> None:
    page = opened(example, width=360, reduced_motion="reduce")
    links = page.locator("#matrix .confusion tbody a")
    if not links.count():  # three raters and more have no matrix
        return
    # of a short list the nearest place in sight would be the bottom
    few = "l => document.querySelector(l.hash).querySelectorAll('.pointer').length"
    sizes = links.evaluate_all(f"links => links.map({few})")
    links.nth(sizes.index(min(sizes))).click()
    place = page.locator(".list.open:visible").bounding_box()
    assert 0 <= place["y"] < 120


def test_a_short_name_of_a_row_stands_on_one_line(opened: Open, tmp_path: Path) -> None:
    labels = ["需要改进", "一般水平", "表现优秀"]
    rows = {"张三": [labels[i % 3] for i in range(30)], "李四": [labels[i % 2] for i in range(30)]}
    path = tmp_path / "labels.html"
    cc.study(rows, categories=labels).to_html(path, lang="zh")
    page = opened(path, width=360)
    tall = page.evaluate(
        "[...document.querySelectorAll('.confusion th bdi')].map(b => b.getClientRects().length)"
    )
    assert set(tall) == {1}


def test_a_matrix_of_seven_long_labels_fits_a_phone_and_no_number_breaks(
    opened: Open, tmp_path: Path
) -> None:
    labels = [f"{word}符合用户的要求并且表达得十分清楚" for word in "不少半大很全超"]
    rows = {
        "张三": [labels[i % 7] for i in range(70)],
        "李四": [labels[(i + i // 35) % 7] for i in range(70)],
    }
    path = tmp_path / "labels.html"
    cc.study(rows, categories=labels).to_html(path, lang="zh")
    page = opened(path, width=360)
    assert page.locator("#matrix .wide").evaluate("box => box.scrollWidth <= box.clientWidth")
    heights = page.locator("#matrix .confusion td a").evaluate_all("cells => cells.map(c => c.clientHeight)")
    assert heights
    assert max(heights) <= 44
    assert page.locator("#matrix .label-key li:visible").count() == 7
