"""Shares: a link to a study that opens without signing in, until it expires or is revoked."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from fastapi.responses import RedirectResponse, Response
from pydantic import BaseModel, Field

from ....report.page.panels import contents_of
from ....report.page.render import fragment
from ...api.study_result import Study
from ...store.records import StoredRound
from ...track.stored_rounds import one_of, rounds_in
from ..actions.shares import SharedLink, find_share, make_share, revoke_share, shares_of
from ..actions.studies import StudyFilter
from ..addresses import address_of, name_in
from ..auth import CurrentUser, User
from ..pages import render
from ..panels import study_panels
from ..state import Web, WebState

router = APIRouter()
Text = Annotated[str, Form()]


class ShareBody(BaseModel):
    """What is shared, and for how long; texts only where that is said."""

    project: str = Field(max_length=200)
    round: str | None = None
    texts: bool = False
    days: float = Field(30, gt=0, le=3650)


def _made(web: WebState, user: User, body: ShareBody) -> tuple[str, SharedLink]:
    most = web.limits.share_days
    return make_share(
        web.store, user.name, body.project, body.round, texts=body.texts, days=body.days, most_days=most
    )


def share_address(web: WebState, request: Request, secret: str) -> str:
    """The whole address of a share."""
    base = web.settings.public_address.rstrip("/") or str(request.base_url).rstrip("/")
    return f"{base}/s/{secret}"


def _page(request: Request, web: WebState, project: str, link: str | None = None) -> Any:
    return render(
        request, "shares.html", project=project, rounds=web.store.rounds(project), link=link,
        shares=[one for one in shares_of(web.store, project) if one.valid], address_of=address_of,
        days=web.limits.share_days,
    )  # fmt: skip


@router.get("/p/{project}/shares", include_in_schema=False)
def show_shares(project: str, request: Request, web: Web) -> Any:
    """The shares of a project, and a form for another one."""
    return _page(request, web, name_in(project))


@router.post("/p/{project}/shares", include_in_schema=False)
def add_share(
    project: str, request: Request, web: Web, user: CurrentUser, round: Text = "", texts: Text = "",
    days: Text = "30",
) -> Any:  # fmt: skip
    """Share a round; the link is shown this once."""
    body = ShareBody.model_validate(
        {"project": name_in(project), "round": round or None, "texts": bool(texts), "days": days}
    )
    secret, _ = _made(web, user, body)
    return _page(request, web, name_in(project), share_address(web, request, secret))


@router.post("/p/{project}/shares/{share}/revoke", include_in_schema=False)
def end_share(project: str, share: str, web: Web, user: CurrentUser) -> Any:
    """Close a link."""
    revoke_share(web.store, user.name, share)
    return RedirectResponse(address_of("p", name_in(project), "shares"), 303)


@router.get("/s/{token}", include_in_schema=False)
def show_share(token: str, request: Request, web: Web) -> Any:
    """The study of a share, to be read; without texts unless they were ticked."""
    found = find_share(web.store, token)
    study = web.studies.of(_kept(web, found), StudyFilter())
    shown = study if found.texts else without_texts(study)
    here = f"/s/{token}"
    panels = list(
        study_panels(shown, "", items=lambda **_: "", view=lambda _: here, item=lambda _: f"{here}#items")
    )
    if found.texts:
        panels += [(one, fragment(one)) for one in contents_of(shown).whole if one.key == "items"]
    return render(request, "share.html", share=found, panels=panels)


def _kept(web: WebState, found: SharedLink) -> StoredRound:
    return one_of(rounds_in(web.store, found.project), found.round)


def without_texts(study: Study) -> Study:
    """The study without what items say and what raters wrote."""
    return replace(study, items=tuple(replace(one, texts={}, comments={}) for one in study.items))


@router.get("/api/v1/shares")
def get_shares(web: Web, project: str | None = None) -> Any:
    """Every share, the newest first."""
    return [asdict(one) for one in shares_of(web.store, project)]


@router.post("/api/v1/shares", status_code=201)
def post_share(body: ShareBody, request: Request, web: Web, user: CurrentUser) -> Any:
    """Share a round; `link` is shown this once."""
    secret, made = _made(web, user, body)
    return {**asdict(made), "link": share_address(web, request, secret)}


@router.delete("/api/v1/shares/{share}", status_code=204)
def delete_share(share: str, web: Web, user: CurrentUser) -> Response:
    """Close a link."""
    revoke_share(web.store, user.name, share)
    return Response(status_code=204)
