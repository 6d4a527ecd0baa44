"""What a reader can do on the page, in a real browser: choose a judge, open, sort, search, copy, download."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import concordant as cc
from concordant.report.page.render import page as page_of
from tests.example_studies import example_study

Open = Callable[..., Any]


@pytest.fixture(scope="module")
def judges(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two judges and three people, with texts, comments, slices and findings."""
    path = tmp_path_factory.mktemp("pages") / "judges.html"
    path.write_text(page_of(example_study("judge")), encoding="utf-8")
    return path


@pytest.mark.by_turns(2)
@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "scripts off"])
def test_a_click_on_a_judge_switches_the_whole_page(opened: Open, judges: Path, scripts: bool) -> None:
    page = opened(judges, java_script_enabled=scripts)
    first = page.locator(".verdict:visible .lead").inner_text()
    page.locator(".leaderboard-table label", has_text="judge_v1").click()
    assert page.locator(".verdict:visible").count() == 1
    assert "judge_v1" in page.locator(".verdict:visible .lead").inner_text() != first
    tags = set(page.locator(".view:visible h2 .tag").all_inner_texts())
    assert tags == {"judge_v1"}
    if scripts:
        page.locator(".contents a", has_text="Measures").click()
        assert page.evaluate("location.hash").endswith("measures")
        assert page.locator(page.evaluate("location.hash")).is_visible()


def test_a_link_to_a_finding_of_another_judge_opens_it(opened: Open, judges: Path) -> None:
    page = opened(judges)
    other = page.locator("details.finding:not(:visible)").first.get_attribute("id")
    assert not page.locator(f"#{other}").is_visible()
    page.evaluate(f"location.hash = '{other}'")
    page.wait_for_selector(f"#{other}", state="visible")
    assert page.locator(f"#{other}").evaluate("box => box.open")


def test_a_finding_opens_with_items_and_a_text_to_copy(opened: Open, judges: Path) -> None:
    page = opened(judges)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    finding = page.locator("details.finding:visible").first
    finding.locator("summary").click()
    assert finding.locator(".sample").count() == 3
    assert all(text.strip() for text in finding.locator(".sample .text p").all_inner_texts())
    finding.locator("button.copy").click()
    wanted = " ".join(finding.locator("blockquote").inner_text().splitlines())  # a search has one line
    first = finding.locator(".sample .text p").first.inner_text()
    assert first in wanted
    assert "Score: " in wanted
    page.locator("#items summary").first.click()
    page.locator(".filters input[type=search]").focus()
    page.keyboard.press("Control+V")
    assert page.locator(".filters input[type=search]").input_value() == wanted


def test_tables_are_sorted_by_a_click_on_a_head(opened: Open, judges: Path) -> None:
    page = opened(judges)
    head = page.locator(".leaderboard-table thead th", has_text="mean abs. error")
    assert page.locator(".leaderboard .wide").evaluate("box => box.scrollWidth <= box.clientWidth")
    names = page.locator(".leaderboard-table tbody th")
    head.locator("button").click()
    assert head.get_attribute("aria-sort") == "descending"
    assert [name.strip() for name in names.all_inner_texts()] == ["judge_v1", "judge_v2"]  # 0.69 and 0.53
    head.locator("button").click()
    assert [name.strip() for name in names.all_inner_texts()] == ["judge_v2", "judge_v1"]


def shown(page: Any) -> list[str]:
    return [name.strip() for name in page.locator("#items .card:visible h3 bdi").all_inner_texts()]


def test_items_are_searched_filtered_and_sorted(opened: Open, judges: Path) -> None:
    page = opened(judges)
    page.locator("#items summary").first.click()
    every = shown(page)
    assert page.locator(".filters output").inner_text() == str(len(every))
    page.locator(".filters input[type=search]").fill("SQL query")
    found = shown(page)
    assert 0 < len(found) < len(every)
    texts = page.locator("#items .card:visible").all_inner_texts()
    assert all("sql query" in text.lower() for text in texts)
    page.locator(".filters input[type=search]").fill("")
    page.locator(".filters select[name=slice]").select_option(label="content_type: code")
    assert all(
        "content_type: code" in text for text in page.locator("#items .card:visible").all_inner_texts()
    )
    page.locator(".filters select[name=slice]").select_option(index=0)
    page.locator(".filters select[name=finding]").select_option(index=1)
    assert 0 < len(shown(page)) < len(every)
    page.locator(".filters select[name=finding]").select_option(index=0)
    page.locator(".filters select[name=sort]").select_option("spread")
    ratings = page.locator("#items .card").first.locator(".says dd").all_inner_texts()
    numbers = [int(value) for value in ratings]
    least = page.locator("#items .card").last.locator(".says dd").all_inner_texts()
    assert max(numbers) - min(numbers) > max(map(int, least)) - min(map(int, least))
    assert sorted(shown(page)) == sorted(every)


def test_the_items_shown_are_downloaded_as_a_table(opened: Open, tmp_path: Path) -> None:
    rows = {
        "item": ["a", "b", "c", "d"],
        "human": [1, 2, 3, 1],
        "judge": [1, 3, 3, 2],
        "prompt": ["=cmd()", 'say "hi", then go', "plain", "-5"],
    }
    path = tmp_path / "small.html"
    path.write_text(page_of(cc.study(rows, text="prompt", item="item")), encoding="utf-8")
    page = opened(path)
    page.locator("#items summary").first.click()
    page.locator(".filters input[type=search]").fill("c")
    with page.expect_download() as waiting:
        page.locator(".download-items").click()
    text = Path(waiting.value.path()).read_text(encoding="utf-8-sig")
    table = list(csv.DictReader(io.StringIO(text)))
    wanted = {"a": "'=cmd()", "c": "plain"}
    assert {row["item"]: row["prompt"] for row in table} == wanted
    assert {row["item"]: (row["human"], row["judge"]) for row in table} == {"a": ("1", "1"), "c": ("3", "3")}


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "scripts off"])
def test_a_question_mark_explains_a_measure_as_the_command_does(
    opened: Open, judges: Path, scripts: bool
) -> None:
    page = opened(judges, java_script_enabled=scripts)
    row = page.locator("#measures .measure", has_text="Exact agreement")
    assert page.locator(".term:visible").count() == 0
    row.locator(".ask").click()
    shown = page.locator(".term:visible").inner_text()
    assert cc.explain("exact_agreement").answers in shown
    assert cc.explain("exact_agreement").use in shown
    page.keyboard.press("Escape")
    assert page.locator(".term:visible").count() == 0


def test_the_judge_that_is_shown_is_marked_and_its_link_leads_back_to_it(opened: Open, judges: Path) -> None:
    page = opened(judges)
    look = "label => getComputedStyle(label).backgroundColor"
    best, other = (page.locator(".leaderboard-table .shows", has_text=name) for name in ("_v2", "_v1"))
    marked, plain = best.evaluate(look), other.evaluate(look)
    assert marked != plain
    other.click()
    assert (best.evaluate(look), other.evaluate(look)) == (plain, marked)
    link = page.evaluate("location.href")
    again = opened(judges)
    again.goto(link)
    again.reload()
    assert "judge_v1" in again.locator(".verdict:visible .lead").inner_text()


def test_a_link_to_an_item_opens_the_list_at_it(opened: Open, judges: Path) -> None:
    page = opened(judges)
    card = page.locator("#items .card").nth(20).get_attribute("id")
    assert not page.locator(f"#{card}").is_visible()
    page.goto(f"{judges.as_uri()}#{card}")
    page.reload()
    assert page.locator(f"#{card}").is_visible()
    assert page.evaluate("document.activeElement.id") == card


@pytest.mark.parametrize(("panel", "links"), [("cuts", ".line li a"), ("ledger", ".detail.items tbody th a")])
def test_items_of_boundaries_and_of_the_ledger_lead_to_their_cards(
    opened: Open, judges: Path, panel: str, links: str
) -> None:
    page = opened(judges)
    page.locator(f"#{panel} summary").first.click()
    if panel == "cuts":
        page.locator("#cuts .line summary").first.click()
    assert page.locator(f"#{panel} {links}:visible").count() >= 3
    link = page.locator(f"#{panel} {links}:visible").nth(2)
    name = link.inner_text().strip()
    link.click()
    card = link.get_attribute("href")
    assert page.evaluate("'#' + document.activeElement.id") == page.evaluate("location.hash") == card
    assert page.locator(f"{card} h3 bdi").inner_text().strip() == name
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.getAttribute('href')") == card


def test_items_are_filtered_by_cell_and_by_rater_and_their_names_copied(opened: Open, judges: Path) -> None:
    page = opened(judges)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("#items summary").first.click()
    page.locator(".filters select[name=cell]").select_option(index=1)
    wanted = page.locator(".filters select[name=cell] option").nth(1).get_attribute("value").split()
    cards = page.locator("#items .card:visible")
    assert sorted(cards.evaluate_all("cards => cards.map(card => card.id)")) == sorted(set(wanted))
    names = shown(page)
    page.locator(".copy-items").click()
    page.locator(".filters input[type=search]").focus()
    page.keyboard.press("Control+V")
    assert page.locator(".filters input[type=search]").input_value() == " ".join(names)
    page.locator(".filters input[type=search]").fill("")
    page.locator(".filters select[name=cell]").select_option(index=0)
    every = len(shown(page))
    page.locator(".filters select[name=rater]").select_option(label="human_1")
    raters = page.locator("#items .card:visible .says").all_inner_texts()
    assert 0 < len(raters) < every
    assert all("human_1" in text for text in raters)


def test_values_under_the_pointer_follow_the_language(opened: Open, tmp_path: Path) -> None:
    path = tmp_path / "rounds.html"
    path.write_text(page_of(example_study("rounds")), encoding="utf-8")
    page = opened(path)
    tip = page.locator("#progress .point title").first
    english = tip.text_content()
    assert english.startswith("v1: 55%")
    page.locator("label", has_text="中文").click()
    assert tip.text_content() != english
    assert tip.text_content().startswith("v1: 55%")


def test_choices_follow_the_language(opened: Open, judges: Path) -> None:
    page = opened(judges)
    page.locator("label", has_text="中文").click()
    page.locator("#items summary").first.click()
    options = page.locator(".filters select[name=sort] option").all_inner_texts()
    assert options == ["数据顺序", "分歧由大到小", "名称"]


def test_the_sign_at_a_finding_is_a_link_to_it(opened: Open, judges: Path) -> None:
    page = opened(judges)
    finding = page.locator("details.finding:visible").nth(1)
    finding.locator("summary").click()
    finding.locator(".aside-link a").click()
    assert page.evaluate("location.hash") == "#" + finding.get_attribute("id")
    page.reload()
    assert finding.evaluate("box => box.open")


def test_items_are_sorted_by_name_and_back(opened: Open, tmp_path: Path) -> None:
    rows = {"item": ["q10", "q9", "q1"], "human": [1, 2, 3], "judge": [1, 3, 3]}
    path = tmp_path / "names.html"
    path.write_text(page_of(cc.study(rows, item="item")), encoding="utf-8")
    page = opened(path)
    page.locator("#items summary").first.click()
    first = shown(page)
    page.locator(".filters select[name=sort]").select_option("name")
    assert shown(page) == ["q1", "q9", "q10"]
    page.locator(".filters select[name=sort]").select_option("")
    assert shown(page) == first


def test_after_printing_what_was_folded_is_folded_again(opened: Open, judges: Path) -> None:
    page = opened(judges)
    page.locator("details.finding:visible summary").first.click()
    before = page.locator("details[open]").count()
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator("details:not([open])").count() == 0
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator("details[open]").count() == before > 0


def test_the_draft_text_is_copied_as_it_stands(opened: Open, judges: Path) -> None:
    page = opened(judges)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("#paper summary").first.click()
    page.locator("#paper details.words summary").first.click()
    button = page.locator("#paper button.copy:visible").first
    text = page.locator("#" + button.get_attribute("aria-controls")).inner_text()
    button.click()
    assert page.locator("#live").inner_text() == button.locator(".en").get_attribute("data-done") != ""
    page.locator("#items summary").first.click()
    page.locator(".filters input[type=search]").focus()
    page.keyboard.press("Control+V")
    pasted = page.locator(".filters input[type=search]").input_value()
    assert len(pasted) > 200
    assert pasted.split()[:20] == text.split()[:20]
