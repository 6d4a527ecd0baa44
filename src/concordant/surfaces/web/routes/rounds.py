"""An upload becomes a round of a project: at once, or by a worker where it is large."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Form, Header
from fastapi.responses import RedirectResponse
from pydantic import BaseModel

from ..actions.rounds import add_round, submit_round
from ..actions.study_job import RATERS_AT_ONCE
from ..actions.uploads import Upload
from ..addresses import address_of, name_in
from ..auth import CurrentUser, User
from ..state import Web, WebState
from .awaiting import awaiting_answer
from .uploads import upload_named

router = APIRouter()
#: A larger file is studied by a worker.
AT_ONCE = 1_000_000


@router.post("/uploads/{key}/round", include_in_schema=False)
def post_round(
    key: str,
    web: Web,
    user: CurrentUser,
    project: Annotated[str, Form()],
    round: Annotated[str, Form()] = "",
    goal: Annotated[str, Form()] = "",
    reference: Annotated[str, Form()] = "",
) -> Any:
    """Study the upload and keep it as a round of a project."""
    upload, name = upload_named(web, key), round.strip() or None
    given: dict[str, Any] = {"who": user.name, "goal": goal or None, "reference": reference or None}
    if "jobs" in web.services and _takes_long(web, user, upload):
        most = web.limits.jobs_queued
        job = submit_round(web.store, upload, project, name, most_queued=most, **given)
        return RedirectResponse(address_of("jobs", job.id), 303)
    last = add_round(web.store, upload, project, name, **given)[-1]
    return RedirectResponse(address_of("p", last.project, "r", last.name), 303)


def _takes_long(web: WebState, user: User, upload: Upload) -> bool:
    """Whether the study of an upload takes longer than a worker to start."""
    if upload.size > AT_ONCE or web.awaited_upload(user.name, upload):
        return True
    return len(web.recognised(upload).raters) > RATERS_AT_ONCE


class NewRoundOf(BaseModel):
    """A round to be made of an upload."""

    upload: str
    name: str | None = None
    goal: str | dict[str, Any] | None = None
    reference: str | list[str] | None = None
    prompt: str | None = None
    note: str = ""


@router.post("/api/v1/projects/{project}/rounds", status_code=202)
def post_rounds(
    project: str,
    given: NewRoundOf,
    web: Web,
    user: CurrentUser,
    idempotency_key: Annotated[str | None, Header()] = None,
) -> Any:
    """Queue the study of an upload; the job says when the round is there."""
    options = given.model_dump(exclude={"upload", "name"})
    job = submit_round(
        web.store, upload_named(web, given.upload), name_in(project), given.name, who=user.name,
        request_key=idempotency_key, most_queued=web.limits.jobs_queued, **options,
    )  # fmt: skip
    return awaiting_answer(job)
