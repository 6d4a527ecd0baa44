"""Export of a round: the page that offers files, and the files."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, Field

from ....report.write_back import TO, WHAT
from ...track.stored_rounds import one_of
from ..actions.export_job import file_of, submit_export
from ..actions.exports import FORMATS, ExportFile, items_file, study_file, tool_file
from ..actions.jobs import job_result
from ..actions.refusal import not_found
from ..addresses import address_of
from ..auth import CurrentUser
from ..language import language_of
from ..pages import render
from ..state import Web
from .filters import filter_of, query_of
from .jobs import readable_job
from .projects import rounds_named
from .studies import round_named

router = APIRouter()


@router.get("/p/{project}/r/{round}/export", include_in_schema=False)
def show_exports(project: str, round: str, request: Request, web: Web) -> Any:
    """Every file there is, for the part that is asked for."""
    kept, chosen = round_named(web, project, round), filter_of(request)
    return render(
        request, "export.html", kept=kept, formats=FORMATS, tools=TO, whats=WHAT, query=query_of(chosen),
        chosen=chosen, address_of=address_of,
    )  # fmt: skip


@router.get("/p/{project}/r/{round}/export/{kind}", include_in_schema=False)
@router.get("/api/v1/projects/{project}/rounds/{round}/exports/{kind}")
def get_export(project: str, round: str, kind: str, request: Request, web: Web) -> Any:
    """`html`, `json`, `csv`, `latex`, `bibtex`, `word`, `md`, `items`, or `tool` with `to` and `what`."""
    kept, chosen = round_named(web, project, round), filter_of(request)
    name = f"{kept.project}-{kept.name}"
    if kind == "items":
        return _download(items_file(web.studies.ratings(kept, chosen), name))
    if kind == "tool":
        to, what = (request.query_params.get(key, "") for key in ("to", "what"))
        return _download(tool_file(web.studies.ratings(kept, chosen), name, to, what or "disputed"))
    study = web.study_of(kept, chosen)
    return _download(study_file(study, name, kind, language_of(request)))


class ExportBody(BaseModel):
    """What is exported: the last round unless one is named."""

    format: str = Field(max_length=40)
    round: str | None = None
    lang: str = "en"


@router.post("/api/v1/projects/{project}/exports", status_code=202)
def post_export(project: str, body: ExportBody, web: Web, user: CurrentUser) -> Any:
    """Queue an export; the file is at `/api/v1/jobs/{job}/file` when the job is done."""
    kept = one_of(rounds_named(web, project), body.round)
    most = web.limits.jobs_queued
    job = submit_export(web.store, user.name, kept, body.format, body.lang, most_queued=most)
    return JSONResponse({"job": job.id, "state": job.state}, 202, {"location": f"/api/v1/jobs/{job.id}"})


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
