"""Export of a round: the page that offers files, and the files."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from pydantic import BaseModel, Field

from ....language.render import Language
from ....report.write_back import TO, WHAT
from ...track.stored_rounds import one_of
from ..actions.export_job import ExportRequest, export_file, file_of, submit_export
from ..actions.exports import FORMATS, ExportFile
from ..actions.jobs import Job, job_result
from ..actions.refusal import not_found
from ..actions.studies import part_of
from ..actions.study_job import takes_long
from ..addresses import address_of
from ..auth import CurrentUser, User
from ..language import language_of
from ..pages import render
from ..state import Web, WebState
from .awaiting import awaiting_answer
from .filters import filter_of, query_of
from .jobs import readable_job
from .projects import rounds_named
from .studies import round_named

router = APIRouter()


@router.get("/p/{project}/export", include_in_schema=False)
def show_last_export(project: str, web: Web) -> Any:
    """The files of the last round."""
    last = rounds_named(web, project)[-1]
    return RedirectResponse(address_of("p", last.project, "r", last.name, "export"), 303)


@router.get("/p/{project}/r/{round}/export", include_in_schema=False)
def show_exports(project: str, round: str, request: Request, web: Web) -> Any:
    """Every file there is, for the part that is asked for."""
    kept, chosen = round_named(web, project, round), filter_of(request)
    return render(
        request, "export.html", kept=kept, formats=FORMATS, tools=TO, whats=WHAT, query=query_of(chosen),
        chosen=chosen, address_of=address_of,
    )  # fmt: skip


@router.get("/p/{project}/r/{round}/export/{kind}", include_in_schema=False)
def show_export(project: str, round: str, kind: str, request: Request, web: Web, user: CurrentUser) -> Any:
    """The file, or of a large round the job that makes it."""
    found = _export(request, web, user, project, round, kind)
    return (
        _download(found)
        if isinstance(found, ExportFile)
        else RedirectResponse(address_of("jobs", found.id), 303)
    )


@router.get("/api/v1/projects/{project}/rounds/{round}/exports/{kind}")
def get_export(project: str, round: str, kind: str, request: Request, web: Web, user: CurrentUser) -> Any:
    """`html`, `json`, `csv`, `latex`, `bibtex`, `word`, `md`, `items`, or `tool` with `to` and `what`.

    202 with a job where the round is large: its file is at `/api/v1/jobs/{job}/file`.
    """
    found = _export(request, web, user, project, round, kind)
    return _download(found) if isinstance(found, ExportFile) else awaiting_answer(found)


def _export(
    request: Request, web: WebState, user: User, project: str, round: str, kind: str
) -> ExportFile | Job:
    kept, given = round_named(web, project, round), request.query_params
    asked = ExportRequest(
        format=kind, lang=language_of(request), chosen=filter_of(request),
        tool=_tool(kind, given.get("to", ""), given.get("what", "")),
    )  # fmt: skip
    if "jobs" not in web.services or not takes_long(web.studies.ratings(kept)):
        return export_file(web.studies, kept, asked)
    part_of(web.studies.ratings(kept), asked.chosen)  # what does not exist is refused now
    job = submit_export(web.store, user.name, kept, asked, most_queued=web.limits.jobs_queued)
    made = file_of(job_result(web.store, job.id)) if job.state == "done" else None
    return made or job


def _tool(kind: str, to: str, what: str) -> tuple[str, str]:
    """Where a file for another tool goes; nothing for other kinds, so that equal requests are equal."""
    return (to, what or "disputed") if kind == "tool" else ("", "")


class ExportBody(BaseModel):
    """What is exported: the last round unless one is named; `to` and `what` belong to the format `tool`."""

    format: str = Field(max_length=40)
    round: str | None = None
    lang: Language = "en"
    to: str = ""
    what: str = "disputed"


@router.post("/api/v1/projects/{project}/exports", status_code=202)
def post_export(project: str, body: ExportBody, web: Web, user: CurrentUser) -> Any:
    """Queue an export; the file is at `/api/v1/jobs/{job}/file` when the job is done."""
    kept = one_of(rounds_named(web, project), body.round)
    most = web.limits.jobs_queued
    asked = ExportRequest(format=body.format, lang=body.lang, tool=_tool(body.format, body.to, body.what))
    return awaiting_answer(submit_export(web.store, user.name, kept, asked, most_queued=most))


@router.get("/jobs/{job}/file", include_in_schema=False)
@router.get("/api/v1/jobs/{job}/file")
def get_file(job: str, web: Web, user: CurrentUser) -> Any:
    """The file that a job has made."""
    found = file_of(job_result(web.store, readable_job(web, user, job).id))
    if found is None:
        raise not_found("job")
    return _download(found)


def _download(file: ExportFile) -> Response:
    """As a file that the browser saves and never shows."""
    plain = re.sub(r"[^A-Za-z0-9._-]+", "_", file.name) or "export"
    named = f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(file.name, safe='')}"
    return Response(file.content, media_type=file.kind, headers={"content-disposition": named})
