"""What takes long is done by workers: large files, parts and exports of large rounds, many raters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from concordant.interpret.notes import note_text
from concordant.language.render import LANGUAGES
from concordant.surfaces.api.examples import EXAMPLES, examples
from concordant.surfaces.web import app as web_app
from concordant.surfaces.web.actions import recognise_job, study_job
from concordant.surfaces.web.actions.job_claims import claim_job, finish_job
from concordant.surfaces.web.actions.job_kinds import JOB_KINDS
from concordant.surfaces.web.actions.recognise import MOST_COLUMNS, recognise
from concordant.surfaces.web.actions.recognise_job import recognise_of_job, recognised_in
from concordant.surfaces.web.actions.uploads import keep_file
from concordant.surfaces.web.addresses import address_of
from concordant.surfaces.web.routes import rounds
from concordant.surfaces.web.settings import WebSettings

from .material import PROJECT, with_round
from .test_uploads import CSV

PART = {"slice": "type:chat"}


@pytest.fixture
def slow(settings: WebSettings, client_for: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> Any:
    """A client of an application that takes everything for large, whose workers are this test."""
    for module, names in (
        (recognise_job, ("AT_ONCE", "PACKED_AT_ONCE")), (study_job, ("AT_ONCE",)), (rounds, ("AT_ONCE",)),
    ):  # fmt: skip
        for name in names:
            monkeypatch.setattr(module, name, 10)
    monkeypatch.setattr(web_app, "SERVICES", ())
    client = client_for(settings)
    client.app.app.state.web.services["jobs"] = None
    return client


def work(client: Any) -> str:
    """Do the job that waits, as a worker does; its kind."""
    store = client.app.app.state.web.store
    taken = claim_job(store, "w")
    assert taken is not None, "nothing waits"
    result = JOB_KINDS[taken.kind](store, taken.payload, lambda *_: None)
    assert finish_job(store, taken.id, "w", result)
    return taken.kind


def test_a_large_file_is_looked_at_by_a_worker_also_after_a_correction(slow: Any) -> None:
    made = slow.put("/api/v1/uploads/scores.csv", content=CSV)
    key = made.json()["upload"]
    assert (made.status_code, made.json()["state"], "roles" in made.json()) == (201, "queued", False)
    waits = slow.get(f"/uploads/{key}")
    assert (waits.status_code, 'class="job"' in waits.text) == (202, True)
    early = slow.patch(f"/api/v1/uploads/{key}/roles", json={"score": ""})
    assert (early.status_code, early.json()["code"]) == (409, "being-read")
    assert work(slow) == "recognise"
    assert "60 items, 4 raters and 240 ratings" in slow.get(f"/uploads/{key}").text
    assert "recognised" not in slow.get(made.headers["location"]).json()["result"]
    opened = slow.get(f"/jobs/{made.json()['job']}").text
    assert f'href="/uploads/{key}"' in opened
    changed = slow.patch(f"/api/v1/uploads/{key}/roles", json={"score": ""})
    assert (changed.status_code, changed.json()["version"]) == (202, 2)
    work(slow)
    assert slow.get(f"/api/v1/uploads/{key}").json()["n_ratings"] == 180
    late = slow.post(f"/uploads/{key}", data={"version": "1", "role-0": "text"})
    assert late.status_code == 412


def test_a_study_may_be_asked_for_before_the_file_is_looked_at(slow: Any) -> None:
    made = slow.put("/api/v1/uploads/scores.csv", content=CSV).json()
    answer = slow.post(
        f"/uploads/{made['upload']}/round", data={"project": "p", "round": "v1"}, follow_redirects=False
    )
    assert answer.headers["location"].startswith("/jobs/")
    assert {work(slow), work(slow)} == {"recognise", "add-round"}
    assert slow.get("/p/p/r/v1").status_code == 200


@pytest.mark.parametrize("name", [one.name for one in EXAMPLES])
def test_what_a_worker_says_of_a_file_is_what_is_said_at_once(client: Any, name: str) -> None:
    """Columns, notes in both languages, and why a file cannot be read, after a way through JSON."""
    web, example = client.app.app.state.web, examples()[name]
    upload = keep_file(web.store, web.settings.folder, example.path, "x", {}, web.limits)
    payload = {"upload": upload.id, "version": 1, "folder": str(web.settings.folder)}
    told = recognised_in(recognise_of_job(web.store, payload, lambda *_: None))
    here = recognise(upload.path, {})
    assert told == here
    assert [note.to_dict() for note in told.notes] == [note.to_dict() for note in here.notes]
    for lang in LANGUAGES:
        assert [note_text(note, lang) for note in told.notes] == [note_text(one, lang) for one in here.notes]


def test_items_behind_a_number_of_a_large_part_wait_for_a_worker(slow: Any) -> None:
    """The other items of the part need no study, and are listed at once."""
    with_round(slow.app.app.state.web.store, 30)
    here, api = address_of("p", PROJECT, "r", "v1"), f"/api/v1/projects/{PROJECT}/rounds/v1"
    behind = {**PART, "compared": "1"}
    assert slow.get(f"{api}/items", params=PART).json()["n"] == 20  # of 30, every third is news
    assert slow.get("/api/v1/jobs").json() == []
    page = slow.get(f"{here}/items", params=behind)
    assert (page.status_code, 'class="job"' in page.text, 'data-row="' in page.text) == (202, True, False)
    for path in ("items", "study"):
        answer = slow.get(f"{api}/{path}", params=behind)
        assert (answer.status_code, answer.json()["state"]) == (202, "queued")
    assert work(slow) == "study"
    assert slow.get(f"{api}/items", params=behind).json()["n"] == 20
    assert slow.get(f"{api}/study", params=PART).json()["n_items"] == 20
    assert 'data-row="' in slow.get(f"{here}/items", params=behind).text


@pytest.mark.parametrize(
    ("kind", "more"),
    [("items", {}), ("md", {}), ("csv", {}), ("html", {"lang": "zh"}), ("tool", {"to": "argilla"})],
)
def test_a_large_export_is_the_file_that_a_small_one_is(
    slow: Any, kind: str, more: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with_round(slow.app.app.state.web.store, 30)
    here = f"{address_of('p', PROJECT, 'r', 'v1')}/export/{kind}"
    api = f"/api/v1/projects/{PROJECT}/rounds/v1/exports/{kind}"
    sent = slow.get(here, params={**PART, **more}, follow_redirects=False)
    assert (sent.status_code, sent.headers["location"][:6]) == (303, "/jobs/")
    asked = slow.get(api, params={**PART, **more})
    assert asked.json()["job"] == sent.headers["location"][6:]
    assert slow.get(api, params={**PART, **more, "to": "nowhere"}).status_code == (
        422 if kind == "tool" else 202
    )
    assert slow.get(api, params={"slice": "type:none"}).status_code == 422
    assert work(slow) == "export"
    made = slow.get(here, params={**PART, **more})
    assert made.content == slow.get(f"{sent.headers['location']}/file").content
    monkeypatch.setattr(study_job, "AT_ONCE", 10**9)
    assert made.content == slow.get(here, params={**PART, **more}).content


def test_a_table_of_thousands_of_columns_is_refused_at_once(client: Any) -> None:
    """Neither is it read, nor does a study of it begin."""
    wide = MOST_COLUMNS + 1
    rows = "".join(",".join(str((r * c) % 3) for c in range(wide)) + "\n" for r in range(3))
    made = client.put(
        "/api/v1/uploads/wide.csv", content=",".join(f"c{i}" for i in range(wide)) + "\n" + rows
    )
    said = made.json()["problem"]
    assert said["en"].startswith("The table has 1001 columns; at most 1000 are allowed.")
    assert said["zh"].startswith("表格有 1001 列，最多允许 1000 列。")
    key = made.json()["upload"]
    page = client.get(f"/uploads/{key}").text
    assert said["en"] in page
    assert "role-0" not in page
    answer = client.post(f"/uploads/{key}/round", data={"project": "p"})
    assert (answer.status_code, said["en"] in answer.text) == (422, True)


def test_a_small_file_of_many_raters_is_studied_by_a_worker(
    client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rounds, "RATERS_AT_ONCE", 3)
    made = client.put("/api/v1/uploads/scores.csv", content=CSV).json()
    form = {"project": "p", "round": "v1"}
    answer = client.post(f"/uploads/{made['upload']}/round", data=form, follow_redirects=False)
    assert answer.headers["location"].startswith("/jobs/")
