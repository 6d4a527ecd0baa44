"""The list of changes names what people know, and leads there."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from concordant.surfaces.store.store import Store
from concordant.surfaces.web.actions.event_subjects import event_subjects
from concordant.surfaces.web.actions.events import events

from .material import PROJECT, with_round
from .test_uploads import CSV, put


@pytest.fixture
def busy(
    address: str, tmp_path: Path, settings_in: Any, client_for: Any
) -> Iterator[tuple[Any, Store, Path]]:
    """A server on which everything was done that leaves an event."""
    with Store(address) as store:
        with_round(store, 12)
    settings = settings_in(tmp_path, store=address)
    client = client_for(settings)
    key = put(client, CSV).json()["upload"]
    client.post(f"/uploads/{key}", data={"scale": "ordinal"})
    added = client.post(f"/uploads/{key}/round", data={"project": "news <1>", "round": "a/b"})
    assert added.status_code == 200, added.text
    queue = {"kind": "rate", "name": "blind", "rule": "all", "raters": ["cat", "dan"], "per_item": 2}
    api = f"/api/v1/projects/{PROJECT}"
    made = client.post(f"{api}/queues", json=queue)
    assert made.status_code == 201, made.text
    decision = {"value": "3", "reason": "clear"}
    client.put(f"{api}/items/题 1/decision", json=decision, headers={"if-match": '"0"'})
    client.put(f"{api}/goal", json="first", headers={"if-match": '"0"'})
    share = client.post("/api/v1/shares", json={"project": PROJECT}).json()
    client.delete(f"/api/v1/shares/{share['id']}")
    token = client.post("/api/v1/tokens", json={"name": "eve", "role": "editor", "label": "CI"}).json()
    client.delete(f"/api/v1/tokens/{token['id']}")
    client.put("/api/v1/people/eve", json={"role": "viewer"})
    client.put("/api/v1/limits", json={"upload_bytes": 500 * 1048576}, headers={"if-match": '"0"'})
    client.post(f"{api}/exports", json={"format": "csv"})
    with Store(address) as store:
        yield client, store, settings.folder


def test_every_event_names_its_subject_and_leads_to_it(busy: tuple[Any, Store, Path]) -> None:
    _, store, folder = busy
    found = events(store)
    assert {one.action for one in found} >= {
        "upload.made", "upload.roles", "round.added", "queue.made", "decision.made", "goal.set", "share.made",
        "share.revoked", "token.made", "token.revoked", "person.role", "limits.set", "job.queued",
    }  # fmt: skip
    for one, about in zip(found, event_subjects(store, folder, found), strict=True):
        assert about.names or about.was, one.action
        assert one.subject not in about.names or one.subject in ("a/b", "题 1", "eve", PROJECT), one.action
        assert about.parts, one.action
    named = {
        one.action: about for one, about in zip(found, event_subjects(store, folder, found), strict=True)
    }
    assert named["upload.made"].names == ("scores.csv",)
    assert named["round.added"].names == ("news <1>", "a/b")
    assert named["queue.made"].names == (PROJECT, "blind")
    assert named["token.revoked"].names == ("eve", "CI")
    assert named["share.revoked"].names == (PROJECT, "v1")
    assert (named["person.role"].names, named["person.role"].role) == (("eve",), "viewer")
    assert named["limits.set"].was == {"upload_bytes": [1024 * 1048576, 500 * 1048576]}


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_page_shows_names_and_links_that_open(busy: tuple[Any, Store, Path], lang: str) -> None:
    client, _, _ = busy
    page = client.get("/settings", params={"lang": lang}).text
    table = page[page.index('<table class="events"') :]
    rows = re.findall(r"<tr><td>.*?</tr>", table, re.S)
    assert len(rows) >= 12
    shown = html.unescape(re.sub("<[^>]+>", " ", table))
    assert not re.search(r"\b[0-9a-f]{24}\b", shown)
    assert "news <1>" in shown
    assert "<1>" not in table
    assert {"en": "Upload (MB): 1024 → 500", "zh": "1024 → 500"}[lang] in shown
    links = {html.unescape(address) for address in re.findall(r'<a href="([^"]+)"', table)}
    assert len(links) >= 6
    for address in links:
        assert client.get(address).status_code in (200, 202), address


def test_a_file_that_is_gone_is_named_and_leads_nowhere(
    busy: tuple[Any, Store, Path], tmp_path: Path
) -> None:
    _, store, _ = busy
    found = [one for one in events(store) if one.action == "upload.made"]
    (about,) = event_subjects(store, tmp_path / "elsewhere", found)
    assert (about.names, about.parts) == (("scores.csv",), ())
