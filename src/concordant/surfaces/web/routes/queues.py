"""Queues of a project: made, watched, exported and closed."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Form, Request
from fastapi.responses import JSONResponse, PlainTextResponse, RedirectResponse
from pydantic import BaseModel, Field

from ....language.message import Message
from ....ratings.ratings import Ratings
from ...track.stored_rounds import one_of, rounds_in
from ..actions.choose_queue_items import blind_columns
from ..actions.jobs import Job, submit_job
from ..actions.queue_file import outside_decisions, queue_csv, queue_lines
from ..actions.queues import Queue, QueueRequest, find_queue, make_queue, new_link, queue_progress, queues_of
from ..actions.refusal import not_found
from ..actions.rounds import next_round
from ..addresses import address_of, name_in
from ..auth import CurrentUser, User
from ..language import language_of
from ..pages import render
from ..state import Web, WebState

router = APIRouter()
Text = Annotated[str, Form()]


class QueueBody(BaseModel):
    """What a queue is to be."""

    kind: Literal["rate", "adjudicate"] = "rate"
    name: str = Field("", max_length=200)
    round: str | None = None
    items: list[str] | None = None
    rule: Literal["all", "sample", "new", "disputed"] = "all"
    n: int | None = Field(None, ge=1, le=20_000)
    raters: list[str] = []
    per_item: float = Field(2, ge=1, le=1000)
    repeats: float = Field(0.1, ge=0, le=1)
    seed: int = Field(0, ge=0, le=2**31)
    rubric: str = Field("", max_length=100_000)
    dimensions: list[str] | None = None
    values: list[str] | None = None
    columns: list[str] | None = None
    comments: bool = False


class CloseBody(BaseModel):
    """The round that a queue ends in."""

    round: str
    unanimous: bool = True


def queue_in(web: WebState, project: str, key: str) -> Queue:
    """The queue of an address, where it is of that project."""
    found = find_queue(web.store, key)
    if found.project != name_in(project):
        raise not_found("queue")
    return found


def _made(
    web: WebState, request: Request, user: User, project: str, body: QueueBody
) -> tuple[Queue, dict[str, str]]:
    asked = body.model_dump()
    purpose = Message(f"web_work.queue-{body.kind}").text(language_of(request))
    asked["name"] = asked["name"].strip() or f"{purpose} {len(queues_of(web.store, project)) + 1}"
    longest = web.limits.text_shown
    return make_queue(web.store, user.name, QueueRequest(project=project, longest=longest, **asked))


def rate_address(web: WebState, request: Request, secret: str) -> str:
    """The whole address that a rater is sent."""
    base = web.settings.public_address.rstrip("/") or str(request.base_url).rstrip("/")
    return f"{base}/rate/{secret}"


# --- pages ----------------------------------------------------------------------------------------


@router.get("/p/{project}/queues", include_in_schema=False)
def show_queues(project: str, request: Request, web: Web) -> Any:
    """The queues of a project, and a form for another one."""
    name = name_in(project)
    rounds = web.store.rounds(name)
    if not rounds:
        raise not_found("queue")
    found = [(one, queue_progress(web.store, one)) for one in queues_of(web.store, name)]
    chosen = request.query_params.get("round", rounds[-1].name)
    source = next((one for one in rounds if one.name == chosen), rounds[-1])
    items, rule = request.query_params.getlist("item"), request.query_params.get("rule", "all")
    return render(
        request, "queues.html", project=name, rounds=rounds, queues=found, address_of=address_of, items=items,
        chosen=source.name, rule=rule, n=request.query_params.get("n", ""),
        columns=_columns(web.studies.ratings(source)),
    )  # fmt: skip


def _columns(ratings: Ratings) -> list[tuple[str, bool]]:
    """The columns that can be shown of an item, and whether they are unless somebody says otherwise."""
    blind = blind_columns(ratings)
    return [(name, name in blind) for name in (*ratings.texts, *ratings.slices)]


@router.post("/p/{project}/queues", include_in_schema=False)
def add_queue(
    project: str, request: Request, web: Web, user: CurrentUser, kind: Text = "rate", name: Text = "",
    round: Text = "", raters: Text = "", rule: Text = "all", n: Text = "", items: Text = "",
    per_item: Text = "2", repeats: Text = "10", rubric: Text = "", seed: Text = "0",
    columns: Annotated[list[str] | None, Form()] = None, comments: Text = "",
) -> Any:  # fmt: skip
    """Make a queue and show the links of its raters, this once."""
    chosen = _lines(items)
    body = QueueBody.model_validate(
        {
            "kind": kind, "name": name, "round": round or None, "rubric": rubric, "raters": _lines(raters),
            "rule": rule, "n": n.strip() or None, "items": chosen or None, "seed": seed,
            "per_item": per_item, "repeats": _share(repeats), "columns": _ticked(columns),
            "comments": bool(comments),
        }
    )  # fmt: skip
    made, links = _made(web, request, user, name_in(project), body)
    if made.kind == "adjudicate":
        return RedirectResponse(address_of("p", made.project, "queues", made.id, "adjudicate"), 303)
    whole = {rater: rate_address(web, request, secret) for rater, secret in links.items()}
    return render(request, "queue_links.html", queue=made, links=whole, address_of=address_of)


def _ticked(columns: list[str] | None) -> list[str] | None:
    """The columns that are ticked; the form says an empty one as well, so that none is not all."""
    return None if columns is None else [one for one in columns if one]


def _lines(text: str) -> list[str]:
    return [one.strip() for one in text.replace("\r", "\n").split("\n") if one.strip()]


def _share(percent: str) -> str | float:
    try:
        return float(percent) / 100
    except ValueError:
        return percent


@router.get("/p/{project}/queues/{queue}", include_in_schema=False)
def show_queue(project: str, queue: str, request: Request, web: Web) -> Any:
    """How far a queue is, and how it is closed."""
    found = queue_in(web, project, queue)
    outside = 0
    if found.kind == "adjudicate" and found.state != "closed":
        source = one_of(rounds_in(web.store, found.project), found.settings["round"])
        outside = outside_decisions(web.store, found, web.studies.ratings(source))
    return render(
        request, "queue.html", queue=found, progress=queue_progress(web.store, found), outside=outside,
        address_of=address_of, next_round=next_round(web.store, found.project),
    )  # fmt: skip


@router.post("/p/{project}/queues/{queue}/links", include_in_schema=False)
def add_link(
    project: str, queue: str, request: Request, web: Web, user: CurrentUser, rater: Text = ""
) -> Any:
    """Another link for a rater; the earlier one ends."""
    found = queue_in(web, project, queue)
    secret = new_link(web.store, user.name, found.id, rater)
    links = {rater: rate_address(web, request, secret)}
    return render(request, "queue_links.html", queue=found, links=links, address_of=address_of)


@router.get("/p/{project}/queues/{queue}/file.csv", include_in_schema=False)
def export_queue(project: str, queue: str, web: Web) -> Any:
    """What was rated so far, as the file that the round is made of."""
    lines, _ = queue_lines(web.store, queue_in(web, project, queue))
    text = queue_csv(lines, safe=True) if lines else ""
    headers = {"content-disposition": 'attachment; filename="queue.csv"'}
    return PlainTextResponse(text, media_type="text/csv; charset=utf-8", headers=headers)


@router.post("/p/{project}/queues/{queue}/close", include_in_schema=False)
def close(
    project: str, queue: str, web: Web, user: CurrentUser, round: Text = "", unanimous: Text = ""
) -> Any:
    """Close a queue, as a job."""
    body = CloseBody(round=round.strip(), unanimous=bool(unanimous))
    found = _closing(web, user, queue_in(web, project, queue), body)
    return RedirectResponse(address_of("jobs", found.id), 303)


def _closing(web: WebState, user: User, found: Queue, body: CloseBody) -> Job:
    payload = {
        "queue": found.id, "project": found.project, "round": body.round, "unanimous": body.unanimous,
        "who": user.name,
    }  # fmt: skip
    most = web.limits.jobs_queued
    return submit_job(web.store, user.name, "close-queue", payload, most_queued=most)


# --- REST -----------------------------------------------------------------------------------------


@router.get("/api/v1/projects/{project}/queues")
def get_queues(project: str, web: Web) -> Any:
    """The queues of a project with how far each rater is."""
    found = queues_of(web.store, name_in(project))
    return [{**asdict(one), "progress": queue_progress(web.store, one)} for one in found]


@router.post("/api/v1/projects/{project}/queues", status_code=201)
def post_queue(project: str, body: QueueBody, request: Request, web: Web, user: CurrentUser) -> Any:
    """Make a queue; `links` are shown this once."""
    made, links = _made(web, request, user, name_in(project), body)
    whole = {rater: rate_address(web, request, secret) for rater, secret in links.items()}
    return {**asdict(made), "links": whole}


@router.get("/api/v1/projects/{project}/queues/{queue}")
def get_queue(project: str, queue: str, web: Web) -> Any:
    """One queue."""
    found = queue_in(web, project, queue)
    return {**asdict(found), "progress": queue_progress(web.store, found)}


@router.post("/api/v1/projects/{project}/queues/{queue}/close", status_code=202)
def post_close(project: str, queue: str, body: CloseBody, web: Web, user: CurrentUser) -> Any:
    """Close a queue: it becomes a round."""
    found = _closing(web, user, queue_in(web, project, queue), body)
    return JSONResponse({"job": found.id}, 202, {"location": f"/api/v1/jobs/{found.id}"})
