"""Settings: tokens, people and their roles, limits, and what happened."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Form, Header, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response
from pydantic import BaseModel, Field
from starlette.concurrency import run_in_threadpool

from ..actions.event_subjects import event_subjects
from ..actions.events import events
from ..actions.limits import BOUNDS, IN_MB, ServerLimits, server_limits
from ..actions.refusal import WebRefusal
from ..actions.tokens import ROLES, Role, make_token, people, revoke_token, set_role, tokens
from ..actions.uploads import StaleVersion
from ..addresses import address_of, whole_number
from ..auth import CurrentUser
from ..pages import render
from ..problems import Problem
from ..state import Web, WebState

router = APIRouter()
Text = Annotated[str, Form()]
#: So many of the last events are on the page.
_EVENTS = 50


class TokenBody(BaseModel):
    """Whose token it is, and what it may do."""

    name: str = Field(max_length=200)
    role: Role = "viewer"
    label: str = Field("", max_length=200)


class PersonBody(BaseModel):
    """The role of a person."""

    role: Role


def _page(request: Request, web: Any, **shown: Any) -> Any:
    found = events(web.store)[:_EVENTS]
    return render(
        request, "settings.html", tokens=tokens(web.store), people=people(web.store),
        roles=[role for role in ROLES if role != "rater"],
        limits=server_limits(web.store, web.settings.limits), bounds=BOUNDS, in_mb=IN_MB,
        events=list(zip(found, event_subjects(web.store, web.settings.folder, found), strict=True)),
        auth=web.settings.auth, address_of=address_of,
        **{"secret": None, "link": None, **shown},
    )  # fmt: skip


@router.get("/settings", include_in_schema=False)
def show_settings(request: Request, web: Web) -> Any:
    """Who may sign in, with what, and how much they may ask for."""
    return _page(request, web)


@router.post("/settings/tokens", include_in_schema=False)
def add_token(
    request: Request, web: Web, user: CurrentUser, name: Text = "", role: Text = "viewer", kind: Text = "key",
    label: Text = "",
) -> Any:  # fmt: skip
    """A key for a program, or an address to sign in once; both are shown this once."""
    body = TokenBody.model_validate({"name": name, "role": role, "label": label})
    if kind == "once":
        secret, _ = make_token(web.store, user.name, "once", **body.model_dump())
        base = web.settings.public_address.rstrip("/") or str(request.base_url).rstrip("/")
        return _page(request, web, link=f"{base}/sign-in/{secret}")
    secret, _ = make_token(web.store, user.name, "key", **body.model_dump())
    return _page(request, web, secret=secret)


@router.post("/settings/tokens/{token}/revoke", include_in_schema=False)
def end_token(token: str, web: Web, user: CurrentUser) -> Any:
    """Close a token."""
    revoke_token(web.store, user.name, token)
    return RedirectResponse("/settings", 303)


@router.post("/settings/people", include_in_schema=False)
def set_person(web: Web, user: CurrentUser, name: Text = "", role: Text = "viewer") -> Any:
    """Give a person a role."""
    body = PersonBody.model_validate({"role": role})
    set_role(web.store, user.name, name, body.role)
    return RedirectResponse("/settings", 303)


@router.post("/settings/limits", include_in_schema=False)
async def post_limits(request: Request, web: Web, user: CurrentUser) -> Any:
    """Set the limits that a form states; those in MB are kept in bytes."""
    form = {name: str(value) for name, value in (await request.form()).items()}
    version = whole_number(form.pop("version", "")) or 0
    given = {name: _amount(name, text) for name, text in form.items()}
    await run_in_threadpool(_set_limits, web, user.name, given, version)
    return RedirectResponse("/settings#limits", 303)


def _amount(name: str, text: str) -> Any:
    """The number that a field states; what is none is refused later, by its bounds."""
    try:
        number = float(text)
    except ValueError:
        return text
    return round(number * (1 << 20)) if name in IN_MB and math.isfinite(number) else number


def _set_limits(web: WebState, who: str, given: Mapping[str, Any], version: int) -> ServerLimits:
    try:
        return web.set_limits(who, given, version)
    except StaleVersion as stale:
        raise Problem(412, "stale", more={"version": stale.current}) from None


@router.get("/api/v1/tokens")
def get_tokens(web: Web) -> Any:
    """Every token that still opens something, without its secret."""
    return [asdict(one) for one in tokens(web.store)]


@router.post("/api/v1/tokens", status_code=201)
def post_token(body: TokenBody, web: Web, user: CurrentUser) -> Any:
    """A key for a program; `secret` is shown this once."""
    secret, made = make_token(web.store, user.name, "key", **body.model_dump())
    return {**asdict(made), "secret": secret}


@router.delete("/api/v1/tokens/{token}", status_code=204)
def delete_token(token: str, web: Web, user: CurrentUser) -> Response:
    """Close a token."""
    revoke_token(web.store, user.name, token)
    return Response(status_code=204)


@router.get("/api/v1/people")
def get_people(web: Web) -> Any:
    """Everybody who may sign in."""
    return [asdict(one) for one in people(web.store)]


@router.put("/api/v1/people/{name}")
def put_person(name: str, body: PersonBody, web: Web, user: CurrentUser) -> Any:
    """Give a person a role."""
    set_role(web.store, user.name, name, body.role)
    return {"name": name, "role": body.role}


@router.get("/api/v1/limits")
def get_limits(web: Web) -> Any:
    """The limits of this server; the tag is their version."""
    return _limits_json(server_limits(web.store, web.settings.limits))


@router.put("/api/v1/limits")
def put_limits(
    limits: dict[str, float], web: Web, user: CurrentUser, if_match: Annotated[str, Header()] = ""
) -> Any:
    """Set some of the limits; `If-Match` is the version that was seen."""
    version = whole_number(if_match.strip().removeprefix("W/").strip('"'))
    if version is None:
        raise WebRefusal(428, "if-match")
    return _limits_json(_set_limits(web, user.name, limits, version))


def _limits_json(held: ServerLimits) -> Any:
    return JSONResponse(asdict(held.limits), headers={"etag": f'"{held.version}"'})


@router.get("/api/v1/events")
def get_events(web: Web, project: str | None = None) -> Any:
    """The last writes, the newest first."""
    return [asdict(one) for one in events(web.store, project=project)]
