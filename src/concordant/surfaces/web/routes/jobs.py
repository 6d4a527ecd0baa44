"""Jobs: how far they are, live; cancelled or run again."""

from __future__ import annotations

import json
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import asdict
from typing import Any

from anyio import sleep
from anyio.to_thread import run_sync
from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, StreamingResponse

from ..actions.jobs import Job, cancel_job, find_job, job_result, jobs_of, run_again
from ..actions.refusal import not_found
from ..actions.study_job import filter_from
from ..addresses import address_of
from ..auth import CurrentUser, User
from ..pages import render
from ..state import Web, WebState
from .filters import query_of

router = APIRouter()
#: Seconds between two looks at a job, and how long one stream lasts: a browser asks for the next by itself.
_LOOK, _LONGEST = 0.4, 3600.0
#: Jobs that give nothing but what every viewer may read.
_SHARED = ("study", "export", "recognise")


def own_job(web: WebState, user: User, key: str) -> Job:
    """A job that this user may see: an own one, or any for an owner."""
    found = find_job(web.store, key)
    if user.role != "owner" and found.owner != user.name:
        raise not_found("job")
    return found


def readable_job(web: WebState, user: User, key: str) -> Job:
    """A job that this user may look at: whoever asks for the same study or file is given the same job."""
    found = find_job(web.store, key)
    return found if found.kind in _SHARED else own_job(web, user, key)


def shown_job(job: Job) -> dict[str, Any]:
    """A job as programs see it: without its payload, which names places on the server."""
    return {name: value for name, value in asdict(job).items() if name != "payload"}


def result_address(web: WebState, job: Job) -> str | None:
    """Where the result of a job is looked at."""
    if job.state != "done":
        return None
    result = job_result(web.store, job.id) or {}
    if "content" in result:
        return address_of("jobs", job.id, "file")
    if "upload" in result:
        return address_of("uploads", result["upload"])
    query = query_of(filter_from(result["filter"])) if "filter" in result else None
    return (
        address_of("p", result["project"], "r", result["round"], query=query) if "round" in result else None
    )


@router.get("/jobs", include_in_schema=False)
def show_jobs(request: Request, web: Web, user: CurrentUser) -> Any:
    """The last jobs."""
    found = jobs_of(web.store, None if user.role == "owner" else user.name)
    return render(request, "jobs.html", jobs=found)


@router.get("/jobs/{job}", include_in_schema=False)
def show_job(job: str, request: Request, web: Web, user: CurrentUser) -> Any:
    """One job."""
    found = readable_job(web, user, job)
    return render(request, "job.html", job=found, address=result_address(web, found))


@router.post("/jobs/{job}/cancel", include_in_schema=False)
def cancel(job: str, web: Web, user: CurrentUser) -> Any:
    """Stop a job."""
    cancel_job(web.store, user.name, own_job(web, user, job).id)
    return RedirectResponse(address_of("jobs", job), 303)


@router.post("/jobs/{job}/again", include_in_schema=False)
def again(job: str, web: Web, user: CurrentUser) -> Any:
    """Run a job once more."""
    most = web.limits.jobs_queued
    found = run_again(web.store, user.name, own_job(web, user, job).id, most_queued=most)
    return RedirectResponse(address_of("jobs", found.id), 303)


@router.get("/jobs/{job}/events", include_in_schema=False)
def show_events(job: str, request: Request, web: Web, user: CurrentUser) -> Any:
    """The state of a job as a part of its page, whenever it changes."""
    readable_job(web, user, job)

    def shown(found: Job) -> str:
        part = render(request, "job_state.html", job=found, address=result_address(web, found))
        return bytes(part.body).decode()

    return _stream(web, job, shown)


@router.get("/api/v1/jobs")
def get_jobs(web: Web, user: CurrentUser) -> Any:
    """The last jobs, the newest first."""
    return [shown_job(one) for one in jobs_of(web.store, None if user.role == "owner" else user.name)]


@router.get("/api/v1/jobs/{job}")
def get_job(job: str, web: Web, user: CurrentUser) -> Any:
    """One job, with its result where it is done; a file is fetched by itself."""
    found = readable_job(web, user, job)
    result = job_result(web.store, found.id) if found.state == "done" else None
    if result is not None:
        result = {name: value for name, value in result.items() if name not in ("study", "recognised")}
    if result is not None and "content" in result:
        result = {"file": result["file"], "address": f"/api/v1/jobs/{found.id}/file"}
    return {**shown_job(found), "result": result}


@router.delete("/api/v1/jobs/{job}")
def delete_job(job: str, web: Web, user: CurrentUser) -> Any:
    """Stop a job."""
    return shown_job(cancel_job(web.store, user.name, own_job(web, user, job).id))


@router.get("/api/v1/jobs/{job}/events")
def get_events(job: str, web: Web, user: CurrentUser) -> Any:
    """Server-sent events: the job as JSON, whenever it changes."""
    readable_job(web, user, job)
    return _stream(web, job, lambda found: json.dumps(shown_job(found), ensure_ascii=False))


def _stream(web: WebState, key: str, shown: Callable[[Job], str]) -> StreamingResponse:
    async def changes() -> AsyncIterator[str]:
        last, until = None, time.monotonic() + _LONGEST
        while time.monotonic() < until:
            found = await run_sync(find_job, web.store, key)
            seen = (found.state, found.progress, found.step, found.cancelled)
            if seen != last:
                last = seen
                yield server_event(await run_sync(shown, found))
            if found.ended:
                yield server_event("", "done")
                return
            await sleep(_LOOK)

    return StreamingResponse(changes(), media_type="text/event-stream")


def server_event(text: str, name: str = "message") -> str:
    """One server-sent event; every line of its text gets its own field."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return f"event: {name}\n" + "".join(f"data: {line}\n" for line in lines) + "\n"
