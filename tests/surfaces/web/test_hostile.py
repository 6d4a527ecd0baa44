"""What somebody sends who means harm: markup in every field, and names of files of the server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from concordant.errors import ConcordantError
from concordant.surfaces.track.project import Project
from concordant.surfaces.web.actions.blind_rating import GivenRating, give_rating, seat_of
from concordant.surfaces.web.actions.export_job import EXPORTS
from concordant.surfaces.web.actions.job_claims import claim_job, fail_job
from concordant.surfaces.web.actions.jobs import submit_job
from concordant.surfaces.web.actions.queues import QueueRequest, make_queue
from concordant.surfaces.web.actions.rounds import add_round
from concordant.surfaces.web.actions.shares import make_share
from concordant.surfaces.web.actions.uploads import get_upload
from concordant.surfaces.web.addresses import address_of, whole_number
from concordant.surfaces.web.app import ROUTERS

from .material import PROJECT, table, with_round
from .test_uploads import CSV

BAD = "\"'><script>alert(1)</script><img src=x onerror=alert(1)>"
GOAL = 'name = "secret goal"\n[[targets]]\nmeasure = "cohen_kappa"\nat_least = 0.5\n'


#: Routes that answer with no page: files, streams, ways to somewhere else.
NO_PAGES = {
    "/p/{project}/export", "/p/{project}/r/{round}/export/{kind}", "/jobs/{job}/file", "/jobs/{job}/events",
    "/p/{project}/queues/{queue}/file.csv", "/auth/login", "/auth/callback", "/sign-in", "/sign-in/{secret}",
}  # fmt: skip


@pytest.fixture
def pages(client: Any) -> dict[str, str]:
    """Every page, by its route, of a project in which all that people write is markup."""
    store = client.app.app.state.web.store
    rows = table(12)
    rows["rater"] = [f"{BAD}{name}" for name in rows["rater"]]
    rows["question"] = [f"{BAD}{text}" for text in rows["question"]]
    rows[f"type{BAD}"] = [f"{BAD}{text}" for text in rows.pop("type")]
    Project(BAD, store).add(rows, round=f"{BAD}0", note=BAD)
    Project(BAD, store).add(rows, round=BAD, note=BAD)
    people = (f"{BAD}1", f"{BAD}2")
    rate, links = make_queue(
        store, BAD, QueueRequest(kind="rate", project=BAD, name=BAD, raters=people, rubric=BAD)
    )
    disputed, _ = make_queue(store, BAD, QueueRequest(kind="adjudicate", project=BAD, name=BAD, rubric=BAD))
    seat = seat_of(store, links[people[0]])
    give_rating(store, seat, GivenRating(place=1, client_id="c", values={"": "1"}, comment=BAD))
    item = address_of("p", BAD, "items", "题 1")
    decided = client.post(f"{item}/decision", data={"version": "0", "value": "1", "reason": BAD})
    assert decided.status_code == 200, decided.text
    client.post("/settings/tokens", data={"name": BAD, "label": BAD})
    target = {"measure": "cohen_kappa", "at_least": 0.5}
    goal = {"name": BAD, "targets": [target]}
    path = f"/api/v1/projects{address_of(BAD)}/goal"
    assert client.put(path, json=goal, headers={"if-match": '"0"'}).status_code == 200
    secret, _ = make_share(store, BAD, BAD, None, texts=True)
    file = ",".join(f'"{BAD.replace(chr(34), chr(34) * 2)}{i}"' for i in range(4)) + "\n"
    file += "".join(f'"{BAD.replace(chr(34), chr(34) * 2)}{i}",1,2,{i % 3}\n' for i in range(12))
    upload = client.put("/api/v1/uploads/a.csv", content=file.encode()).json()["upload"]
    job = submit_job(store, BAD, "export", {})
    taken = claim_job(store, "w")
    assert taken is not None
    fail_job(store, job.id, "w", {"en": BAD, "zh": BAD})
    here, project = address_of("p", BAD, "r", BAD), address_of("p", BAD)
    return {
        "/": "/", "/uploads/{key}": f"/uploads/{upload}", "/p/{project}": project,
        "/p/{project}/r/{round}": here, "/p/{project}/r/{round}/items": f"{here}/items",
        "/p/{project}/r/{round}/export": f"{here}/export", "/p/{project}/items/{item}": item,
        "/p/{project}/compare": f"{project}/compare", "/p/{project}/goals": f"{project}/goals",
        "/p/{project}/plan": f"{project}/plan", "/p/{project}/queues": f"{project}/queues",
        "/p/{project}/queues/{queue}": f"{project}/queues/{rate.id}",
        "/p/{project}/queues/{queue}/adjudicate": f"{project}/queues/{disputed.id}/adjudicate",
        "/p/{project}/shares": f"{project}/shares", "/settings": "/settings", "/jobs": "/jobs",
        "/jobs/{job}": f"/jobs/{job.id}", "/rate/{token}": f"/rate/{links[people[0]]}?place=1",
        "/s/{token}": f"/s/{secret}",
    }  # fmt: skip


def test_no_field_becomes_markup_on_any_page(client: Any, pages: dict[str, str]) -> None:
    routes = [route for router in ROUTERS for route in router.routes]
    all_pages = {one.path for one in routes if "GET" in one.methods and not one.path.startswith("/api/")}
    assert set(pages) | NO_PAGES == all_pages
    for path in pages.values():
        answer = client.get(path)
        assert answer.status_code == 200, (path, answer.text[:500])
        assert "<script>alert" not in answer.text, path
        assert "<img src=x" not in answer.text, path
        assert "&lt;script&gt;alert" in answer.text, path


def test_no_exported_file_holds_markup_that_would_run(client: Any, pages: dict[str, str]) -> None:
    """In the page every field is escaped; other formats are saved under a kind that no browser runs."""
    here = f"{pages['/p/{project}/r/{round}']}/export"
    for kind in EXPORTS:
        answer = client.get(f"{here}/{kind}", params={"to": "label-studio", "what": "disputed"})
        assert answer.status_code == 200, (kind, answer.text[:300])
        assert answer.headers["content-disposition"].startswith("attachment;"), kind
        assert answer.headers["x-content-type-options"] == "nosniff"
        if answer.headers["content-type"].startswith("text/html"):
            assert "<script>alert" not in answer.text
            assert "<img src=x" not in answer.text
    opened = client.get(f"{pages['/p/{project}/queues/{queue}']}/file.csv")
    assert opened.headers["content-disposition"].startswith("attachment;")


@pytest.fixture
def secret_file(tmp_path: Path) -> Path:
    """A goal that lies on the server and was never uploaded."""
    path = tmp_path / "secret.toml"
    path.write_text(GOAL, encoding="utf-8")
    return path


def test_a_goal_in_a_request_is_never_a_file_of_the_server(client: Any, secret_file: Path) -> None:
    here = str(secret_file)
    made = client.put("/api/v1/uploads/a.csv", content=CSV.encode()).json()["upload"]
    plan = {"question": "goal", "goal": here, "expected": 0.6}
    answers = [
        client.put("/api/v1/projects/p/goal", json=here, headers={"if-match": '"0"'}),
        client.post("/api/v1/projects", json={"name": "p", "goal": here}),
        client.post("/api/v1/projects/p/rounds", json={"upload": made, "goal": here}),
        client.post(f"/uploads/{made}/round", data={"project": "p", "goal": here}),
        client.post("/api/v1/plan", json=plan),
    ]
    for answer in answers:
        assert answer.status_code == 422, answer.text
        assert "secret goal" not in answer.text


def test_a_prompt_in_a_request_is_never_a_file_of_the_server(client: Any, secret_file: Path) -> None:
    """Neither its content nor whether it is there comes to light."""
    web = client.app.app.state.web
    made = client.put("/api/v1/uploads/a.csv", content=CSV.encode()).json()["upload"]
    upload = get_upload(web.store, web.settings.folder, made)
    assert upload is not None
    for path in (secret_file, secret_file.with_name("none.toml")):
        with pytest.raises(ConcordantError, match="there is no such file"):
            add_round(web.store, upload, "p", "v1", who="x", prompt=str(path))


def test_a_column_may_be_called_self(client: Any) -> None:
    """Names of columns are names of options of a function of Python, and one of them is taken there."""
    rows = table(12)
    rows["self"] = rows.pop("type")
    Project("p", client.app.app.state.web.store).add(rows, round="v1", slices=["self"])
    here = "/api/v1/projects/p/rounds/v1/items"
    assert client.get(f"{here}?slice=self:chat").json()["n"] == 8  # of 12, every third is news
    assert client.get(f"{here}?slice=type:chat").status_code == 422


def test_a_form_that_is_no_queue_share_or_token_is_refused(client: Any) -> None:
    with_round(client.app.app.state.web.store, 12)
    project = address_of("p", PROJECT)
    for path, form in (
        (f"{project}/queues", {"kind": "other", "raters": "x"}),
        (f"{project}/queues", {"raters": "x", "n": "many"}),
        (f"{project}/shares", {"days": "soon"}),
        ("/settings/tokens", {"name": "x", "role": "king"}),
        ("/settings/people", {"name": "x", "role": "king"}),
        (f"{project}/items/x/decision", {"version": "new"}),
    ):
        assert client.post(path, data=form).status_code in (404, 422), path


def test_a_number_is_one_in_digits_of_ours() -> None:
    assert [whole_number(text) for text in ("0", "12", "", "²", "٣", "-1", "9" * 30, "1.0")] == [
        0, 12, None, None, None, None, None, None,
    ]  # fmt: skip
