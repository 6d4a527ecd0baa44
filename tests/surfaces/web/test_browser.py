"""The application in a real browser: from a dropped file to a verdict, with and without scripts."""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

import concordant as cc
from concordant.surfaces.api.examples import EXAMPLES, examples
from concordant.surfaces.web.settings import WebLimits, WebSettings
from tests.postgres import Postgres

from .conftest import OWN
from .test_uploads import CSV

AXE = Path(__file__).parent / "axe.min.js"
SLOW = ("judge", "judge-zh", "crowd", "pathology", "rounds", "clinical")
LOCALES = {"en": "en-US", "zh": "zh-CN"}


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgres", marks=pytest.mark.slow)])
def place(request: pytest.FixtureRequest) -> str:
    """Which engine keeps the store."""
    return str(request.param)


@pytest.fixture(scope="module")
def address(
    place: str,
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    settings_in: Callable[..., WebSettings],
    serving: Callable[[WebSettings], str],
) -> str:
    """A server of its own for this file, on a SQLite file and on a PostgreSQL."""
    folder = tmp_path_factory.mktemp("browser")
    if place == "sqlite":
        return serving(settings_in(folder))
    running: Postgres = request.getfixturevalue("postgres")
    schema = f"t{uuid.uuid4().hex[:12]}"
    running.connection.execute(f"CREATE SCHEMA {schema}")
    return serving(settings_in(folder, store=f"{running.address}&options=-csearch_path%3D{schema}"))


def drop(page: Any, name: str, content: str) -> None:
    """Drop a file on the page, as a hand does."""
    transfer = page.evaluate_handle(
        """([name, content]) => {
            const all = new DataTransfer();
            all.items.add(new File([content], name));
            return all;
        }""",
        [name, content],
    )
    page.dispatch_event("form.drop", "drop", {"dataTransfer": transfer})
    page.wait_for_url("**/uploads/*")


def study_it(page: Any, project: str) -> None:
    """Name the project and study the file."""
    page.fill("#project", project)
    page.click("button.main", timeout=120_000)
    page.wait_for_url(re.compile(r".*/p/.*/r/.*"), timeout=120_000)


def sideways(page: Any) -> float:
    return float(page.evaluate("document.documentElement.scrollWidth - innerWidth"))


CASES = [
    pytest.param(one.name, lang, marks=[pytest.mark.slow] if one.name in SLOW or lang == "zh" else [])
    for one in EXAMPLES
    for lang in LOCALES
]


@pytest.mark.parametrize(("name", "lang"), CASES)
def test_each_example_from_the_drop_to_the_verdict(
    visit: Callable[..., Any], address: str, name: str, lang: str
) -> None:
    """The file is dropped, its scale stated as the example does, and the page shows the number of Python."""
    example = examples()[name]
    page = visit(f"{address}/", locale=LOCALES[lang])
    drop(page, example.path.name, example.path.read_text(encoding="utf-8"))
    assert page.locator("h1").inner_text() != ""
    _state(page, example.reading)
    study_it(page, f"{name} {lang}")
    python = cc.study(str(example.path), **example.reading)
    verdict = page.locator("#verdict")
    assert verdict.is_visible()
    if python.main is not None and python.main.main.result.defined:
        shown = f"{python.main.main.result.estimate:.2f}".replace("-", "−")
        assert shown in verdict.inner_text()
    assert page.evaluate("document.documentElement.lang") == {"en": "en", "zh": "zh-Hans"}[lang]
    assert sideways(page) <= 0
    for cell in page.locator(".confusion td a").all():
        check_cell(page, address, cell)


def check_cell(page: Any, address: str, cell: Any) -> None:
    """The count shown in a cell is that of the items that it leads to."""
    there = cell.get_attribute("href")
    api = there.replace("/p/", "/api/v1/projects/").replace("/r/", "/rounds/")
    found = page.request.get(f"{address}{api}").json()
    shown = float(cell.locator("small").inner_text().replace(",", ""))
    assert shown == pytest.approx(found["counted"], abs=0.051)  # items with several people count in shares
    assert found["n"] >= shown - 0.051


def _state(page: Any, reading: Any) -> None:
    """Say in the form what the options of an example say."""
    if "categories" in reading and "range" in str(type(reading["categories"])):
        page.fill("#categories", ", ".join(map(str, reading["categories"])))
    elif "categories" in reading:
        page.fill("#categories", ", ".join(reading["categories"]))
    elif "scale" in reading:
        page.select_option("#scale", reading["scale"])
        page.wait_for_load_state("networkidle")
        if "shape" in reading:
            page.select_option("#shape", reading["shape"])
        return
    else:
        return
    with page.expect_response(lambda answer: answer.request.method == "GET" and "/uploads/" in answer.url):
        page.locator("h1").first.click()  # the field is left, and the file is read again
    page.wait_for_load_state("networkidle")


def test_a_wrong_role_is_corrected_in_place(visit: Callable[..., Any], address: str, tmp_path: Path) -> None:
    page = visit(f"{address}/")
    drop(page, "scores.csv", CSV)
    wrong = page.get_by_label("Role of score")
    assert wrong.input_value() == "rating"
    assert "4 raters" in page.locator(".will-count").inner_text()
    wrong.select_option("")
    page.get_by_text("60 items, 3 raters and 180 ratings will be used.").wait_for()
    assert page.url.count("/uploads/") == 1
    study_it(page, "corrected")
    path = tmp_path / "scores.csv"
    path.write_text(CSV.replace(",score,", ",unused,"), encoding="utf-8")
    python = cc.study(path, item="id", raters=["ann", "bob", "judge_x"], slices=["shift"])
    assert python.main is not None
    assert f"{python.main.main.result.estimate:.2f}" in page.locator("#verdict").inner_text()
    shown = page.request.get(f"{address}/api/v1/projects/corrected/rounds/v1/study").json()
    for part in ("comparisons", "findings", "matrix", "profiles", "who", "scale"):
        assert shown[part] == json.loads(python.to_json())[part], part


@pytest.mark.parametrize("lang", LOCALES)
def test_every_role_is_in_sight_on_a_telephone(visit: Callable[..., Any], address: str, lang: str) -> None:
    page = visit(f"{address}/?lang={lang}", width=390)
    long = "a name of a column that goes on and on, " * 3
    drop(page, "wide.csv", CSV.replace("shift", f'"{long}"', 1))
    page.locator("#role-5").wait_for()
    assert sideways(page) <= 0
    for column in range(6):
        box = page.locator(f"#role-{column}").bounding_box()
        assert box["x"] >= 0, column
        assert box["x"] + box["width"] <= 390, column
    assert page.locator(".columns").evaluate("list => list.scrollWidth <= list.clientWidth")


@pytest.fixture(scope="module")
def scores(address: str, browser: Any) -> str:
    """The address of a study of the smallest example, made without scripts."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}/")
    page.set_input_files("#file", str(examples()["scores"].path))
    page.click("form.drop button[type=submit]")
    page.fill("#categories", "0, 1, 2, 3, 4")
    page.get_by_role("button", name="Read again").click()
    page.fill("#project", "small")
    page.click("button.main")
    page.wait_for_url("**/p/small/r/v1", timeout=120_000)
    found = str(page.url)
    context.close()
    return found


@pytest.mark.slow
def test_everything_works_without_scripts(visit: Callable[..., Any], scores: str) -> None:
    page = visit(scores, java_script_enabled=False)
    cell = page.locator(".confusion td.far a").first
    count = int(cell.locator("small").inner_text())
    cell.click()
    page.wait_for_url("**/items?*")
    assert page.locator("article.item").count() == min(count, 50)
    assert page.locator("#count").inner_text() == (f"{count} items" if count != 1 else "1 item")
    page.fill("#q", "nothing has this text")
    page.get_by_role("button", name="Apply").click()
    assert page.get_by_text("No item matches.").is_visible()
    page.goto(scores)
    page.select_option("#f-slice-1", "content_type:chat")
    page.get_by_role("button", name="Apply").click()
    assert page.locator(".filtered").is_visible()
    assert "slice=content_type%3Achat" in page.url
    page.get_by_role("link", name="Export").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="JSON").click()
    assert download.value.suggested_filename == "small-v1.json"
    page.goto(f"{scores}/items?differ=1")
    page.locator("article.item h2 a").first.click()
    page.wait_for_url("**/p/small/items/*")
    page.get_by_label("Decision").select_option("2")
    page.get_by_label("Reason").fill("rubric, section 2")
    page.get_by_role("button", name="Save the decision").click()
    assert page.get_by_text("rubric, section 2").first.is_visible()


def test_a_filter_changes_the_study_in_place_and_the_address(visit: Callable[..., Any], scores: str) -> None:
    page = visit(scores)
    page.evaluate("window.sameDocument = true")
    page.select_option("#f-slice-1", "content_type:chat")
    page.locator(".filtered").wait_for()
    assert "slice=content_type%3Achat" in page.url
    assert page.evaluate("window.sameDocument") is True
    page.reload()
    assert page.locator(".filtered").is_visible()
    page.goto(scores)
    page.locator("#leaderboard a").filter(has_text="judge_v2").first.click()
    page.wait_for_url("**judge=judge_v2*")


def test_the_keyboard_is_enough_from_home_to_the_exported_report(
    visit: Callable[..., Any], address: str, scores: str
) -> None:
    page = visit(f"{address}/")

    def go_to(locator: Any) -> None:
        for _ in range(200):
            page.keyboard.press("Tab")
            if locator.evaluate("one => one === document.activeElement"):
                return
        raise AssertionError(f"no key leads to {locator}")

    go_to(page.locator(".projects a").filter(has_text="small"))
    page.keyboard.press("Enter")
    page.wait_for_url("**/p/small")
    go_to(page.locator(".tools a").filter(has_text="Export"))
    page.keyboard.press("Enter")
    page.wait_for_url("**/export")
    go_to(page.locator(".files a").first)
    with page.expect_download() as download:
        page.keyboard.press("Enter")
    assert download.value.suggested_filename == "small-v1.html"


@pytest.fixture(scope="module")
def screens(scores: str) -> list[str]:
    """Every screen, with something on it: queues, links of a rater and to a share, an item, a job."""
    base, project = scores.split("/p/")[0], scores.split("/r/")[0]

    def made(path: str, **body: Any) -> Any:
        answer = httpx.post(f"{base}/api/v1/{path}", json=body, headers=OWN, timeout=60)
        assert answer.is_success, answer.text
        return answer.json()

    rate = made("projects/small/queues", kind="rate", raters=["ann", "bob"], rubric="4 is best")
    disputed = made("projects/small/queues", kind="adjudicate", rule="disputed", n=5)
    share = made("shares", project="small", texts=True)
    job = made("projects/small/exports", format="md")
    items = httpx.get(f"{base}/api/v1/projects/small/rounds/v1/items", timeout=60).json()["items"]
    return [
        f"{base}/", scores, f"{scores}/items", f"{scores}/export", project, f"{project}/goals",
        f"{project}/plan", f"{project}/queues", f"{project}/queues/{rate['id']}", rate["links"]["ann"],
        f"{project}/queues/{disputed['id']}/adjudicate", f"{project}/items/{items[0]['item']}",
        f"{project}/shares", share["link"], f"{base}/settings", f"{base}/jobs", f"{base}/jobs/{job['job']}",
    ]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("width", "zoom"), [(320, 1), (640, 2)], ids=["320px", "200%"])
def test_nothing_scrolls_sideways_when_narrow_or_zoomed(
    visit: Callable[..., Any], scores: str, screens: list[str], width: int, zoom: int
) -> None:
    """At 200 % a window of 1280 pixels is as wide as one of 640."""
    for lang in LOCALES:
        page = visit(f"{scores}?lang={lang}", width=width, device_scale_factor=zoom)
        for one in screens:
            page.goto(one)
            assert sideways(page) <= 0, (lang, one)
        page.context.clear_cookies()


@pytest.mark.slow
def test_axe_finds_nothing_serious(browser: Any, scores: str, screens: list[str]) -> None:
    """axe-core is evaluated by the driver, past the policy that keeps other scripts out of the page."""
    context = browser.new_context(bypass_csp=True, viewport={"width": 1280, "height": 900})
    page = context.new_page()
    found = {}
    for one in screens:
        assert page.goto(one).status == 200, one
        page.evaluate(AXE.read_text(encoding="utf-8"))
        result = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        serious = [
            (v["id"], [n["html"][:120] for n in v["nodes"]][:3])
            for v in result["violations"]
            if v["impact"] in ("serious", "critical")
        ]
        if serious:
            found[one.removeprefix(scores.split("/p/")[0])] = serious
    context.close()
    assert found == {}


def test_hostile_names_run_nothing(visit: Callable[..., Any], address: str) -> None:
    bad = "<img src=x onerror=document.title='taken'>"
    texts = [bad, "=cmd|'/C calc'!A0", "\u202eevil\u202c عربى", "long " * 200_000]
    rows = (
        {"item": f"{bad}{i}", bad: i % 2, "judge": i % 3 % 2, "text": texts[i] if i < 4 else f"text {i}"}
        for i in range(40)
    )
    content = "\n".join(map(json.dumps, rows))
    page = visit(f"{address}/")
    drop(page, f"{bad}.jsonl".replace("/", ""), content)
    study_it(page, bad)
    page.get_by_role("link", name="All items").click()
    page.wait_for_url("**/items")
    assert page.locator("article.item").count() == 40
    assert "taken" not in page.title() or "onerror" in page.title()
    shown = page.locator(".item .text p").all_inner_texts()
    assert all(any(text in one for one in shown) for text in texts[:3])
    assert max(map(len, shown)) == len(texts[3][:2000] + "…")
    assert page.locator("img").count() == 0
    page.get_by_role("link", name=f"{bad}3", exact=True).click()
    page.wait_for_url("**/p/*/items/*")
    whole = page.locator(".text p").first.inner_text()
    assert len(whole) == len(texts[3][: WebLimits().text_shown] + "…")
    assert page.locator("img").count() == 0


def test_a_large_file_is_studied_by_a_worker_and_its_study_opens_by_itself(
    visit: Callable[..., Any],
    tmp_path: Path,
    settings_in: Callable[..., WebSettings],
    serving: Callable[[WebSettings], str],
) -> None:
    address = serving(settings_in(tmp_path))
    text = "x" * 200
    rows = "".join(f"{i},{i % 3},{i * 7 % 11 % 3},{text}\n" for i in range(6000))
    page = visit(f"{address}/")
    drop(page, "large.csv", f"id,ann,bob,text\n{rows}")
    page.fill("#project", "large")
    page.click("button.main", timeout=120_000)
    page.wait_for_url("**/p/large/r/v1", timeout=120_000)
    assert page.locator("#verdict").is_visible()
    (job,) = page.request.get(f"{address}/api/v1/jobs").json()
    assert (job["kind"], job["state"]) == ("add-round", "done")


def test_an_upload_that_is_too_large_is_said_so_before_it_is_sent(
    visit: Callable[..., Any],
    tmp_path: Path,
    settings_in: Callable[..., WebSettings],
    serving: Callable[[WebSettings], str],
) -> None:
    page = visit(serving(settings_in(tmp_path, limits=WebLimits(upload_bytes=100))) + "/")
    page.set_input_files("#file", {"name": "a.csv", "mimeType": "text/csv", "buffer": b"1,2\n" * 100})
    page.click("form.drop button[type=submit]")
    assert page.locator(".drop .problem").inner_text().startswith("This is larger")
