"""The answers while a worker is at work: a page that goes on by itself, and the job for programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fastapi import Request
from fastapi.responses import JSONResponse

from ..actions.jobs import Job
from ..pages import address_here, render


def awaiting_page(
    request: Request, job: Job, *, title: str, note: str, part: str, crumbs: Sequence[tuple[str, str]] = ()
) -> Any:
    """A page that follows the job and opens this address again when it is done; `part` is what htmx swaps."""
    query = request.url.query
    there = address_here(request) + (f"?{query}" if query else "")
    return render(
        request, "awaited.html", 202, title=title, note=note, part=part, job=job, there=there, address=None,
        crumbs=(*crumbs, (title, there)),
    )  # fmt: skip


def awaiting_answer(job: Job) -> JSONResponse:
    """The job, and where it is."""
    return JSONResponse({"job": job.id, "state": job.state}, 202, {"location": f"/api/v1/jobs/{job.id}"})
