"""The page in a real browser: it opens alone, lists what was clicked, speaks both languages, prints, fits."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import concordant as cc
from tests.example_studies import example_study

Open = Callable[..., Any]

#: Words that no Chinese sentence of ours has.
ENGLISH = re.compile(r"\b(the|of|and|with|is|are|items|raters|agreement|interval|score)\b", re.IGNORECASE)
#: What stands in the language it was written in: sources, names from the data, formulas.
FOREIGN = "#paper, #methods, .en, .contents .en, bdi, .card, .sample, code, math, annotation"


def rows_of(n: int = 90) -> dict[str, list[Any]]:
    """Two raters with texts and a comment, of which every cell's items are known."""
    rng = np.random.default_rng(5)
    human = rng.integers(0, 4, n)
    judge = np.clip(human + rng.choice([-1, 0, 0, 0, 1], n), 0, 3)
    return {
        "item": [f"i{place:03d}" for place in range(n)],
        "human": human.tolist(),
        "judge": judge.tolist(),
        "content_type": [["news", "chat", "code"][place % 3] for place in range(n)],
        "prompt": [f"Question {place}?" for place in range(n)],
        "judge_reason": [f"Because of {place}." for place in range(n)],
    }


@pytest.fixture(scope="module")
def rows() -> dict[str, list[Any]]:
    """The same for all tests here."""
    return rows_of()


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory, rows: dict[str, list[Any]]) -> Path:
    """Their page."""
    path = tmp_path_factory.mktemp("pages") / "page.html"
    cc.study(rows, per_cell=50).to_html(path)
    return path


LARGER = [pytest.param(name, marks=pytest.mark.slow) for name in ("judge", "methods")]


@pytest.fixture(scope="module", params=["clinical", "pathology", "crowd", *LARGER])
def example(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of each kind of user."""
    path = tmp_path_factory.mktemp("pages") / f"{request.param}.html"
    example_study(request.param).to_html(path)
    return path


def listed(page: Any) -> set[str]:
    """The items of the list that is open: as cards with scripts, else as links to them."""
    names = page.locator(".list:visible .card h3, .list:visible .pointer > a")
    return {name.strip() for name in names.all_inner_texts()}


def of_cell(rows: dict[str, list[Any]], human: int, judge: int) -> set[str]:
    """The items that lie in a cell, from the rows themselves."""
    both = zip(rows["item"], rows["human"], rows["judge"], strict=True)
    return {item for item, h, j in both if (h, j) == (human, judge)}


@pytest.mark.by_turns(3)
@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "scripts off"])
@pytest.mark.parametrize("cell", [(2, 3), (1, 1)])
def test_a_cell_lists_its_items(
    opened: Open, file: Path, rows: dict[str, list[Any]], cell: tuple[int, int], scripts: bool
) -> None:
    page = opened(file, java_script_enabled=scripts)
    human, judge = cell
    link = page.locator(".confusion tbody tr").nth(human).locator("td").nth(judge).locator("a")
    expected = of_cell(rows, human, judge)
    assert link.inner_text().split()[1] == str(len(expected))
    link.click()
    assert listed(page) == expected
    item = sorted(expected)[0]
    if scripts:
        said = page.locator(".list:visible .card", has_text=item).first.inner_text()
    else:
        page.locator("#items summary").first.click()
        said = page.locator("#items .card", has_text=item).first.inner_text()
    number = int(item[1:])
    assert f"Question {number}?" in said
    assert f"Because of {number}." in said


def test_keys_move_in_the_matrix_and_back_from_the_list(opened: Open, file: Path) -> None:
    page = opened(file)
    page.locator(".confusion tbody a").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert page.locator(".list:visible").count() == 1
    assert page.evaluate("document.activeElement.closest('.list') !== null")
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.closest('.confusion') !== null")


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "scripts off"])
def test_the_switch_changes_the_language_of_everything(opened: Open, file: Path, scripts: bool) -> None:
    page = opened(file, java_script_enabled=scripts)
    before = page.locator("main").inner_text()
    assert "一致" not in before
    page.locator("label", has_text="中文").click()
    assert page.locator(".en:visible").count() == 0
    assert page.locator(".zh:visible").count() > 100
    if scripts:
        assert page.evaluate("document.documentElement.lang") == "zh-Hans"
        assert page.title().endswith("一致性报告")
    page.locator("label", has_text="English").click()
    assert page.locator("main").inner_text() == before


@pytest.mark.by_turns(2)
def test_no_english_is_left_in_the_chinese_page(opened: Open, example: Path) -> None:
    page = opened(example)
    page.locator("label", has_text="中文").click()
    page.evaluate("for (const box of document.querySelectorAll('details')) box.open = true")
    page.evaluate(f"for (const it of document.querySelectorAll('{FOREIGN}')) it.remove()")
    lines = page.locator("body").inner_text().splitlines()
    # examples to paste quote the texts of items and the labels of people
    found = [line for line in lines if ENGLISH.search(line) and not line.startswith("示例 ")]
    assert found == []


@pytest.mark.by_turns(3)
@pytest.mark.parametrize("lang", ["English", "中文"])
def test_a_phone_shows_all_of_it_without_scrolling_sideways(opened: Open, example: Path, lang: str) -> None:
    page = opened(example, width=360)
    page.locator("label", has_text=lang).click()
    page.evaluate("for (const box of document.querySelectorAll('details')) box.open = true")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_paper_shows_what_is_folded_and_no_bars(opened: Open, file: Path) -> None:
    page = opened(file)
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator("details:not([open])").count() == 0
    assert not page.locator("fieldset.switch").first.is_visible()
    assert not page.locator(".bar-top").is_visible()
    assert len(page.pdf()) > 10_000


CONTRAST = (Path(__file__).parent / "contrast.js").read_text(encoding="utf-8")


@pytest.mark.by_turns(3)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_text_stands_out_from_its_ground(opened: Open, example: Path, scheme: str) -> None:
    page = opened(example, color_scheme=scheme)
    page.evaluate("for (const box of document.querySelectorAll('details')) box.open = true")
    assert page.evaluate(CONTRAST) == []


def test_labels_from_the_data_stay_labels(opened: Open, tmp_path: Path) -> None:
    wicked = [
        "<script>window.hit = 1</script>",
        '"><img src=x onerror="window.hit = 1">',
        "😀 שלום",
        "x" * 10_000,
    ]
    rng = np.random.default_rng(0)
    first = rng.integers(0, 4, 60)
    second = np.where(rng.random(60) < 0.7, first, rng.integers(0, 4, 60))
    rows = {
        "item": [f"{wicked[0]}{place}" for place in range(60)],
        wicked[0]: [wicked[x] for x in first],
        wicked[1]: [wicked[x] for x in second],
        "content_type": [wicked[place % 4] for place in range(60)],
        "prompt": [wicked[place % 4] for place in range(60)],
    }
    path = tmp_path / "wicked.html"
    cc.study(
        rows, item="item", raters=[wicked[0], wicked[1]], slices=["content_type"], text="prompt"
    ).to_html(path)
    page = opened(path, width=360)
    page.locator(".confusion tbody a").first.click()
    page.evaluate("for (const box of document.querySelectorAll('details')) box.open = true")
    assert page.evaluate("window.hit") is None
    assert page.locator("main script, main img").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_hundred_thousand_items_make_a_page_of_ordinary_size(opened: Open, tmp_path: Path) -> None:
    n = 100_000
    rng = np.random.default_rng(1)
    truth = rng.integers(0, 5, n)
    rows = {"item": np.arange(n), "content_type": rng.choice(["news", "chat", "code"], n)}
    for name in ("human_1", "human_2", "judge_a"):
        rows[name] = np.clip(truth + rng.choice([-1, 0, 0, 0, 1], n), 0, 4)
    rows["prompt"] = np.array(
        [f"A question of some length, number {place}, and more of it." for place in range(n)]
    )
    path = tmp_path / "large.html"
    cc.study(rows).to_html(path)
    assert path.stat().st_size < 3_000_000
    page = opened(path)
    page.locator(".confusion tbody a").first.click()
    assert len(listed(page)) > 0
