"""People at work at the same time, each in a browser of their own, on SQLite and on PostgreSQL."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select

import concordant as cc
from concordant.surfaces.store.store import Store
from concordant.surfaces.store.web_schema import rating
from concordant.surfaces.track.project import Project
from concordant.surfaces.web.actions.decisions import decisions_of
from concordant.surfaces.web.actions.queue_file import queue_lines
from concordant.surfaces.web.actions.queues import QueueRequest, find_queue, make_queue, queues_of
from concordant.surfaces.web.addresses import address_of
from tests.surfaces.web.material import JUDGE, PEOPLE, PROJECT, with_round

RATERS = ("cat", "dan")
N = 24


@pytest.fixture
def team(address: str, tmp_path: Path, settings_in: Any, serving: Any) -> Iterator[tuple[str, Store]]:
    """A running server on a store with a round, and the store."""
    with Store(address) as store:
        with_round(store, N)
        yield serving(settings_in(tmp_path, store=address)), store


def at(base: str, *parts: str) -> str:
    return base + address_of(*parts)


def links_of(page: Any) -> dict[str, str]:
    names = page.locator(".links dt").all_inner_texts()
    return dict(zip(names, page.locator(".links dd a").all_inner_texts(), strict=True))


def wait_for_job(page: Any) -> None:
    """The page follows its job, and the result opens by itself."""
    page.locator("#study").wait_for(timeout=180_000)


def test_two_rate_and_one_adjudicates_at_once_and_the_round_is_studied_as_its_file(
    team: tuple[str, Store], visit: Callable[..., Any], tmp_path: Path
) -> None:
    base, store = team
    lead = visit(at(base, "p", PROJECT, "queues"))
    lead.get_by_label("Raters, one name per line").fill("cat\ndan")
    lead.get_by_label("Rubric shown to raters").fill("5 is best")
    lead.locator("#q-rule").select_option("sample")
    lead.locator("#q-n").fill("8")
    lead.get_by_role("button", name="Create links").click()
    links = links_of(lead)
    assert set(links) == set(RATERS)
    pages = {name: visit(link) for name, link in links.items()}
    # the third browser decides on disputed items of the same round meanwhile
    lead.goto(at(base, "p", PROJECT, "queues"))
    lead.locator("#a-n").fill("3")
    lead.get_by_role("button", name="Start").click()
    (rate,) = (one for one in queues_of(store, PROJECT) if one.kind == "rate")
    for step in range(8):
        for shift, name in enumerate(RATERS):
            one_rating(pages[name], step + 1, shift)
        if step < 3:
            decide_with_keys(lead, step + 1)
    for page in pages.values():
        page.get_by_text("All items are rated").wait_for()
    lead.get_by_text("3 of 3 items decided").wait_for()
    (adjudication,) = (one for one in queues_of(store, PROJECT) if one.kind == "adjudicate")
    assert {one.who for one in decisions_of(store, PROJECT)} == {"local"}
    assert len(decisions_of(store, PROJECT)) == 3
    # the rating queue is closed and its file is studied
    lead.goto(at(base, "p", PROJECT, "queues", rate.id))
    with lead.expect_download() as download:
        lead.get_by_role("link", name="Download the ratings so far").click()
    path = tmp_path / "queue.csv"
    download.value.save_as(path)
    lead.get_by_label("Name of the round").fill("people")
    lead.get_by_role("button", name="Close the queue").click()
    wait_for_job(lead)
    kept = Project(PROJECT, store).study("people", progress=False)
    _, reading = queue_lines(store, find_queue(store, rate.id))
    assert kept.to_dict() == cc.study(path, **reading).to_dict()
    ratings = Project(PROJECT, store).ratings("people")
    assert set(ratings.raters) == {*RATERS, JUDGE}
    effort = ratings.reading.effort
    assert all(0 < effort[name].seconds < 60 for name in RATERS)
    # and the adjudication becomes gold
    lead.goto(at(base, "p", PROJECT, "queues", adjudication.id))
    lead.get_by_label("Name of the round").fill("gold")
    lead.get_by_role("button", name="Close the queue").click()
    wait_for_job(lead)
    assert "gold" in Project(PROJECT, store).ratings("gold").raters


def one_rating(page: Any, place: int, shift: int) -> None:
    page.locator("#where").get_by_text(re.compile(rf"Item {place} of")).wait_for()
    found = re.search(r"number (\d+)", page.locator(".text").inner_text())
    assert found is not None
    number = int(found[1])
    page.keyboard.press(str(1 + (number + shift * (number % 4 == 0)) % 5))
    page.keyboard.press("Enter")
    page.locator("#where, .panel h1").get_by_text(re.compile(rf"Item {place + 1} of|All items")).wait_for()


def decide_with_keys(page: Any, number: int) -> None:
    page.get_by_text(f"Disputed item {number} of 3").wait_for()
    page.keyboard.press("3")
    page.keyboard.press("c")
    page.keyboard.type("rubric 2b")
    page.get_by_role("button", name="Save the decision").click()
    page.get_by_text(re.compile(rf"Disputed item {number + 1} of 3|3 of 3 items decided")).wait_for()


def test_the_second_of_two_browsers_sees_both_decisions(team: tuple[str, Store], browser: Any) -> None:
    base, store = team
    here = at(base, "p", PROJECT, "items", "题 3")
    first, second = (browser.new_context().new_page() for _ in range(2))
    for page in (first, second):
        page.goto(here)
    for page, value, reason in ((first, "2", "first reason"), (second, "5", "second reason")):
        page.get_by_label("Decision").select_option(value)
        page.get_by_label("Reason").fill(reason)
    with first.expect_response("**/decision") as answer:
        first.get_by_role("button", name="Save the decision").click()
    assert answer.value.status == 303
    with second.expect_response("**/decision") as answer:
        second.get_by_role("button", name="Save the decision").click()
    assert answer.value.status == 412
    both = second.locator(".stale").inner_text()
    assert "first reason" in both
    assert "second reason" in both
    assert [one.value for one in decisions_of(store, PROJECT, "题 3")] == ["2"]
    # whoever has seen both may decide
    second.get_by_role("button", name="Save the decision").click()
    second.get_by_text("second reason").first.wait_for()
    assert [one.value for one in decisions_of(store, PROJECT, "题 3")] == ["2", "5"]
    for page in (first, second):
        page.context.close()


def test_a_double_click_is_one_rating_also_without_scripts(
    team: tuple[str, Store], visit: Callable[..., Any]
) -> None:
    base, store = team
    request = QueueRequest(kind="rate", project=PROJECT, name="q", raters=RATERS)
    _, links = make_queue(store, "own", request)
    for scripts, name in ((True, "cat"), (False, "dan")):
        page = visit(f"{base}/rate/{links[name]}", java_script_enabled=scripts)
        page.get_by_label("4", exact=True).check()
        page.get_by_role("button", name="Next").dblclick(no_wait_after=True)
        page.get_by_text(re.compile("Item 2 of")).wait_for()
        time.sleep(0.5)
        with store.reading() as connection:
            own = select(func.count()).select_from(rating).where(rating.c.rater == name)
            assert connection.scalar(own) == 1


def test_going_back_changes_a_rating_and_skipping_asks_why(
    team: tuple[str, Store], visit: Callable[..., Any]
) -> None:
    base, store = team
    _, links = make_queue(store, "o", QueueRequest(kind="rate", project=PROJECT, name="q", raters=RATERS))
    page = visit(f"{base}/rate/{links['cat']}")
    page.keyboard.press("Enter")
    page.locator("#lacking").wait_for()
    page.keyboard.press("2")
    page.keyboard.press("u")
    page.keyboard.press("Enter")
    page.get_by_text(re.compile("Item 2 of")).wait_for()
    page.keyboard.press("Backspace")
    page.get_by_text(re.compile("Item 1 of")).wait_for()
    assert page.get_by_label("2", exact=True).is_checked()
    assert page.get_by_label("I am unsure").is_checked()
    page.get_by_label("5", exact=True).check()
    page.get_by_role("button", name="Next").click()
    page.get_by_text(re.compile("Item 2 of")).wait_for()
    page.keyboard.press("s")
    page.keyboard.type("not my field")
    page.get_by_role("button", name="Skip this item").click()
    page.get_by_text(re.compile("Item 3 of")).wait_for()
    page.keyboard.press("?")
    assert page.locator("#help").get_attribute("open") is not None
    with store.reading() as connection:
        columns = rating.c.place, rating.c.value, rating.c.skipped
        kept = connection.execute(select(*columns).order_by(rating.c.id))
        assert kept.all() == [(1, "2", None), (1, "5", None), (2, None, "not my field")]


# --- blindness ----------------------------------------------------------------------------------


@dataclass
class Received:
    """Every byte that a browser receives."""

    parts: list[tuple[str, bytes]] = field(default_factory=list)

    def listen(self, page: Any) -> None:
        def keep(response: Any) -> None:
            headers = "\n".join(f"{one['name']}: {one['value']}" for one in response.headers_array())
            body = b"" if response.status in (301, 302, 303) else response.body()
            self.parts.append((response.url, headers.encode() + b"\n\n" + body))

        page.on("requestfinished", lambda request: keep(request.response()))


def test_no_byte_that_a_rater_receives_holds_another_rating_a_name_or_an_aggregate(
    team: tuple[str, Store], browser: Any
) -> None:
    """The whole session of the second rater, after the first has rated everything and others have decided."""
    base, store = team
    request = QueueRequest(
        kind="rate", project=PROJECT, name="secret-queue-name", raters=("dan_qq", "cat_qq"), repeats=0.2
    )
    found, links = make_queue(store, "owner_qq", request)
    rate_everything(store, links["dan_qq"])
    received = Received()
    page = browser.new_context(accept_downloads=False).new_page()
    received.listen(page)
    page.goto(f"{base}/rate/{links['cat_qq']}")
    total = 24 + min(round(0.2 * 24), 24 - 20 + 1)
    for place in range(1, total + 1):
        one_rating(page, place, 0)
    page.get_by_text("All items are rated").wait_for()
    held = b"\n".join(data for _, data in received.parts)
    assert len(received.parts) > 2 * total
    assert b"Why is question" in held
    secrets = [*PEOPLE, JUDGE, "dan_qq", "owner_qq", "secret-queue-name", "题", "news", "chat", "v1", PROJECT]
    for secret in secrets:
        assert secret.encode() not in held, secret
    # a repeat is not marked: the screens of both times differ in place, key and moment alone
    pages = [data.split(b"\n\n", 1)[1].decode() for url, data in received.parts if b'id="where"' in data]
    assert len(pages) >= total
    plain = [as_shown(one) for one in pages]
    twice = {text for text in plain if plain.count(text) > 1}
    assert twice
    page.context.close()
    assert find_queue(store, found.id).state == "open"


def as_shown(page: str) -> str:
    """A screen without what differs at every place: numbers, the key of the form, the moment."""
    page = re.sub(r'name="(client_id|shown|place)" value="[^"]*"', "", page)
    page = re.sub(r"Item \d+ of \d+", "", page)
    page = re.sub(r'value="\d+" aria-label="Progress"', "", page)
    page = re.sub(r'<a class="button" href="[^"]*place=\d+">Back</a>', "", page)
    return re.sub(r"place=\d+|data-first=\"\w*\"", "", page)


def rate_everything(store: Store, secret: str) -> None:
    from concordant.surfaces.web.actions.blind_rating import GivenRating, give_rating, seat_of, task_at

    seat = seat_of(store, secret)
    while (task := task_at(store, seat)) is not None:
        given = GivenRating(place=task.place, client_id=task.client_id, values={"": "1"}, comment="said_qq")
        give_rating(store, seat, given)


def test_the_form_of_a_queue_offers_slices_and_refuses_to_show_nothing(client: Any) -> None:
    with_round(client.app.app.state.web.store)
    here = address_of("p", PROJECT, "queues")
    page = client.get(here).text
    assert '<input type="checkbox" name="columns" value="question" checked>' in page
    assert '<input type="checkbox" name="columns" value="type">' in page
    form = {"kind": "rate", "raters": "cat\ndan", "columns": [""]}
    answer = client.post(here, data=form)
    assert (answer.status_code, "at least one column" in answer.text) == (422, True)
    assert client.post(here, data={**form, "columns": ["", "type"]}).status_code == 200
    settings = client.get("/settings").text
    assert f"{PROJECT} · " in settings[settings.index("cat") :]  # of which queue a link is
