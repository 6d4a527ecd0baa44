"""The live study: its numbers, its filters, hostile content, and the files that leave it."""

from __future__ import annotations

import csv
import io
import json
import time
import zipfile
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

import concordant as cc
from concordant.surfaces.api.examples import examples
from concordant.surfaces.web import app as web_app
from concordant.surfaces.web.actions import study_job
from concordant.surfaces.web.actions.job_claims import claim_job, finish_job
from concordant.surfaces.web.actions.shares import make_share
from concordant.surfaces.web.actions.studies import StudyFilter, study_part
from concordant.surfaces.web.addresses import address_of
from concordant.surfaces.web.settings import WebSettings
from concordant.surfaces.web.state import WebState

from .demos import Demos
from .material import PROJECT, with_round

HOSTILE = "<script>document.title='taken'</script><img src=x onerror=alert(1)>"
FORMULA = "=cmd|'/C calc'!A0"
RIGHT_TO_LEFT = "\u202eevil\u202c عربى"
LONG = "long " * 200_000


class Tags(HTMLParser):
    """Every tag, attribute and piece of text of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Remember it."""
        self.tags.append((tag, dict(attributes)))


def test_the_page_shows_the_number_of_python_in_both_languages(demos: Demos) -> None:
    study = demos.study("scores")
    assert study.main is not None
    shown = f"{study.main.main.result.estimate:.2f}"
    for lang, word in (("en", "confusion matrix"), ("zh", "混淆矩阵")):
        page = demos.client.get(f"{demos.at('scores')}?lang={lang}").text
        assert shown in page
        assert word in page.lower()
        assert f'<html lang="{"zh-Hans" if lang == "zh" else "en"}">' in page
    demos.client.cookies.clear()


def test_a_filtered_study_is_that_of_python_on_the_same_part(demos: Demos) -> None:
    kept = demos.kept("scores")
    example = examples()["scores"]
    part = cc.read(example.path, **example.reading).where(content_type="chat").select(["human", "judge"])
    python = cc.study(part)
    chosen = StudyFilter(raters=("human", "judge"), slices=(("content_type", "chat"),))
    ours = demos.web.study_of(kept, chosen)
    assert [one.to_dict() for one in ours.comparisons] == [one.to_dict() for one in python.comparisons]
    answer = demos.client.get(
        "/api/v1/projects/scores/rounds/v1/study",
        params={"raters": ["human", "judge"], "slice": "content_type:chat"},
    )
    assert answer.json()["comparisons"] == json.loads(python.to_json())["comparisons"]


def test_another_reference_is_that_of_python(demos: Demos) -> None:
    kept = demos.kept("scores")
    python = cc.study(cc.example("scores"), reference=["judge"])
    ours = demos.web.study_of(kept, StudyFilter(reference=("judge",)))
    assert ours.who == python.who
    assert ours.main.main.result.estimate == python.main.main.result.estimate  # type: ignore[union-attr]


def test_the_tag_of_a_study_answers_for_it(demos: Demos) -> None:
    demos.at("scores")
    address = "/api/v1/projects/scores/rounds/v1/study"
    first = demos.client.get(address)
    again = demos.client.get(address, headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == 304
    other = demos.client.get(f"{address}?raters=human&raters=judge")
    assert other.headers["etag"] != first.headers["etag"]


def result_of(client: Any, job: str) -> str:
    """The address of the round that a job makes: a cell of a megabyte makes a file for the workers."""
    until = time.monotonic() + 100
    while (state := client.get(f"/api/v1{job}").json())["state"] != "done":
        assert state["state"] in ("queued", "running"), state
        assert time.monotonic() < until
        time.sleep(0.3)
    return address_of("p", state["result"]["project"], "r", state["result"]["round"])


@pytest.fixture(scope="module")
def hostile(
    tmp_path_factory: pytest.TempPathFactory,
    settings_in: Callable[..., WebSettings],
    lasting_client_for: Callable[..., Any],
) -> Any:
    """A study whose names, texts, comments and values are hostile, and the addresses of its pages."""
    client = lasting_client_for(settings_in(tmp_path_factory.mktemp("hostile")))
    names = ("item", HOSTILE, FORMULA, "prompt", RIGHT_TO_LEFT)
    rows = [
        (
            f"{FORMULA if i % 2 else HOSTILE}{i}",
            i % 3,
            (i * 7) % 3,
            LONG if i == 3 else HOSTILE,
            HOSTILE * (i % 2 + 1),
        )
        for i in range(40)
    ]
    lines = "\n".join(json.dumps(dict(zip(names, row, strict=True))) for row in rows)
    upload = client.put(f"/api/v1/uploads/{HOSTILE.replace('/', '%2F')}.jsonl", content=lines)
    key = upload.json()["upload"]
    roles = {"role-0": "item", "role-1": "rating", "role-2": "rating", "role-3": "text", "role-4": "slice"}
    client.post(f"/uploads/{key}", data=roles)
    project = f"{HOSTILE}/../عربى"
    answer = client.post(
        f"/uploads/{key}/round", data={"project": project, "round": HOSTILE}, follow_redirects=False
    )
    assert answer.status_code == 303, answer.text
    study = result_of(client, answer.headers["location"])
    pages = [f"/uploads/{key}", study, f"{study}/items", f"{study}/items?sort=spread", f"{study}/export", "/"]
    base = study.split("/r/")[0]
    return client, study, [*pages, base, f"{base}/goals", f"{base}/plan"]


def test_hostile_content_stays_text_on_every_page(hostile: Any) -> None:
    client, _, pages = hostile
    for address in pages:
        answer = client.get(address)
        assert answer.status_code == 200, address
        found = Tags(answer.text)
        scripts = [at.get("src") for tag, at in found.tags if tag == "script"]
        assert all(source and source.startswith("/static/") for source in scripts), address
        assert not [tag for tag, _ in found.tags if tag == "img"], address
        assert not [n for _, at in found.tags for n in at if n.startswith("on") or n == "style"], address
        links = [at.get("href") or "" for tag, at in found.tags if tag == "a"]
        assert all(link.startswith(("/", "#", "https://doi.org/", "https://")) for link in links), address


def test_a_long_text_is_cut(hostile: Any) -> None:
    client, study, _ = hostile
    page = client.get(f"{study}/items").text
    assert len(page) < 200_000
    assert "long long" in page


def test_no_file_holds_a_formula(hostile: Any) -> None:
    client, study, _ = hostile
    table = client.get(f"{study}/export/items")
    assert "attachment" in table.headers["content-disposition"]
    files = {"items.csv": table.content}
    with zipfile.ZipFile(io.BytesIO(client.get(f"{study}/export/csv").content)) as archive:
        files |= {name: archive.read(name) for name in archive.namelist()}
    n_cells = 0
    for name, content in files.items():
        for row in csv.reader(io.StringIO(content.decode("utf-8-sig"))):
            n_cells += len(row)
            assert not [cell for cell in row if cell.startswith(("=cmd", "@", "+c"))], name
    assert n_cells > 100
    assert b"'=cmd" in files["items.csv"]


@pytest.mark.parametrize(
    ("kind", "start"),
    [
        ("html", b"<!doctype html>"), ("json", b"{"), ("latex", b"%"), ("bibtex", b"%"), ("word", b"<"),
        ("md", b"<!-- concordant report"), ("csv", b"PK"),
    ],
)  # fmt: skip
def test_every_format_is_a_file(demos: Demos, kind: str, start: bytes) -> None:
    answer = demos.client.get(f"{demos.at('scores')}/export/{kind}")
    assert answer.status_code == 200
    assert answer.content.lstrip(b"\xef\xbb\xbf").startswith(start)
    assert answer.headers["content-disposition"].startswith('attachment; filename="scores-v1.')


def test_the_exported_json_and_page_are_those_of_python(demos: Demos, tmp_path: Path) -> None:
    study = demos.web.study_of(demos.kept("scores"), StudyFilter())
    at = f"{demos.at('scores')}/export"
    assert demos.client.get(f"{at}/json").text == study.to_json()
    assert demos.client.get(f"{at}/html?lang=zh").text == study.to_html(lang="zh")
    demos.client.cookies.clear()


@pytest.mark.parametrize("to", ["langfuse", "label-studio", "argilla", "prodigy", "doccano"])
def test_files_for_tools_hold_the_disputed_items(demos: Demos, to: str) -> None:
    answer = demos.client.get(f"{demos.at('scores')}/export/tool", params={"to": to, "what": "disputed"})
    assert answer.status_code == 200
    assert len(answer.content) > 100
    assert demos.client.get(f"{demos.at('scores')}/export/tool?to=nowhere").status_code == 422


def test_an_export_by_a_worker_is_the_file_of_the_page(demos: Demos) -> None:
    demos.at("scores")
    asked = demos.client.post("/api/v1/projects/scores/exports", json={"format": "json"})
    assert asked.status_code == 202, asked.text
    job = asked.headers["location"]
    until = time.monotonic() + 120
    while (found := demos.client.get(job).json())["state"] in ("queued", "running"):
        assert time.monotonic() < until, found
        time.sleep(0.2)
    assert found["result"] == {"file": "scores-v1.json", "address": f"{job}/file"}, found
    file = demos.client.get(f"{job}/file")
    assert file.content == demos.client.get(f"{demos.at('scores')}/export/json").content
    again = demos.client.post("/api/v1/projects/scores/exports", json={"format": "json"})
    assert again.json()["job"] == found["id"]
    assert demos.client.post("/api/v1/projects/scores/exports", json={"format": "exe"}).status_code == 422
    assert demos.client.post("/api/v1/projects/no/exports", json={"format": "json"}).status_code == 404


def test_a_share_of_a_study_with_reports_on_its_judges_opens(demos: Demos) -> None:
    demos.at("scores")
    secret, _ = make_share(demos.web.store, "local", "scores", None, texts=True)
    page = demos.client.get(f"/s/{secret}")
    assert page.status_code == 200
    assert demos.study("scores").judge_reports


def test_a_filter_of_a_large_round_is_studied_by_a_worker_once(
    tmp_path: Path, client_for: Any, settings_in: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the worker made is shown, and holds the numbers that are made here."""
    monkeypatch.setattr(study_job, "AT_ONCE", 10)
    monkeypatch.setattr(web_app, "SERVICES", ())
    client = client_for(settings_in(tmp_path))
    web: WebState = client.app.app.state.web
    web.services["jobs"] = None  # stands for workers
    with_round(web.store, 30)
    here = address_of("p", PROJECT, "r", "v1", query={"slice": "type:chat"})
    waits = client.get(here)
    assert (waits.status_code, 'class="job"' in waits.text, 'id="verdict"' in waits.text) == (
        202,
        True,
        False,
    )
    assert client.get(here).status_code == 202
    (job,) = client.get("/api/v1/jobs").json()
    assert (job["kind"], job["state"]) == ("study", "queued")
    taken = claim_job(web.store, "w")
    assert taken is not None
    result = study_job.study_of_job(web.store, taken.payload, lambda step, share: None)
    assert finish_job(web.store, taken.id, "w", result)
    shown = client.get(here)
    assert (shown.status_code, 'id="verdict"' in shown.text) == (200, True)
    kept = web.store.round(PROJECT, "v1")
    chosen = StudyFilter(slices=(("type", "chat"),))
    assert (
        web.study_of(kept, chosen).to_dict() == study_part(web.studies.ratings(kept), kept, chosen).to_dict()
    )
    assert quote("type:chat", safe="") in client.get(f"/jobs/{job['id']}").text
    assert "study" not in client.get(f"/api/v1/jobs/{job['id']}").json()["result"]
    nobody = address_of("p", PROJECT, "r", "v1", query={"slice": "type:none"})
    assert client.get(nobody).status_code == 422  # at once, and not by a job
    assert len(client.get("/api/v1/jobs").json()) == 1
