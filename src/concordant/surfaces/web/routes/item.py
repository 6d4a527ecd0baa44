"""One item: every round, every rater, its history, and the form for a decision."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Form, Header, Request, Response
from fastapi.responses import RedirectResponse
from pydantic import BaseModel, Field

from ..actions.blind_rating import allowed_value
from ..actions.decisions import Decision, decide
from ..actions.item_history import ItemHistory, item_history
from ..actions.refusal import WebRefusal
from ..addresses import address_of, name_in, whole_number
from ..auth import CurrentUser, User
from ..pages import render
from ..state import Web, WebState

router = APIRouter()
Text = Annotated[str, Form()]


class DecisionBody(BaseModel):
    """What holds for an item, and why."""

    value: str = Field(max_length=1000)
    reason: str = Field(max_length=5000)
    dimension: str = Field("", max_length=1000)


def history_of(web: WebState, project: str, item: str) -> ItemHistory:
    """The item of an address."""
    longest = web.limits.text_shown
    return item_history(
        web.store, name_in(project), name_in(item), ratings_of=web.studies.ratings, longest=longest
    )


@router.get("/p/{project}/items/{item}", include_in_schema=False)
def show_item(project: str, item: str, request: Request, web: Web, user: CurrentUser) -> Any:
    """What everybody gave the item, and what was decided."""
    return _page(request, history_of(web, project, item), user)


def _page(
    request: Request, found: ItemHistory, user: User, given: Decision | None = None, status: int = 200
) -> Any:
    may_decide = user.role in ("owner", "editor")
    return render(
        request, "item.html", status, history=found, given=given, may_decide=may_decide, address_of=address_of
    )


@router.post("/p/{project}/items/{item}/decision", include_in_schema=False)
def keep_decision(
    project: str, item: str, request: Request, web: Web, user: CurrentUser, version: Annotated[int, Form()],
    value: Text = "", reason: Text = "", dimension: Text = "",
) -> Any:  # fmt: skip
    """Keep a decision; where another was faster, show both."""
    found = history_of(web, project, item)
    try:
        _decided(web, user, found, DecisionBody(value=value, reason=reason, dimension=dimension), version)
    except WebRefusal as problem:
        if problem.status_code != 412:
            raise
        again = history_of(web, project, item)
        return _page(request, again, user, Decision(**problem.more["given"]), 412)
    return RedirectResponse(address_of("p", found.project, "items", found.item), 303)


def _decided(web: WebState, user: User, found: ItemHistory, body: DecisionBody, version: int) -> Decision:
    if body.dimension not in found.dimensions:
        raise WebRefusal(422, "every-dimension", {"names": list(found.dimensions)})
    if body.value.strip():
        allowed_value(body.value.strip(), None if found.values is None else list(found.values))
    return decide(
        web.store, user.name, found.project, found.item, value=body.value, reason=body.reason,
        version=version, dimension=body.dimension,
    )  # fmt: skip


@router.get("/api/v1/projects/{project}/items/{item}")
def get_item(project: str, item: str, web: Web, response: Response, dimension: str = "") -> Any:
    """One item; the tag is the version of its decision in the dimension."""
    found = history_of(web, project, item)
    response.headers["etag"] = f'"{found.version(dimension)}"'
    return {**asdict(found), "versions": {name: found.version(name) for name in found.dimensions}}


@router.put("/api/v1/projects/{project}/items/{item}/decision")
def put_decision(
    project: str, item: str, body: DecisionBody, web: Web, user: CurrentUser, response: Response,
    if_match: Annotated[str, Header()] = "",
) -> Any:  # fmt: skip
    """Decide on an item; `If-Match` is the version that was seen."""
    version = whole_number(if_match.strip().removeprefix("W/").strip('"'))
    if version is None:
        raise WebRefusal(428, "if-match")
    made = _decided(web, user, history_of(web, project, item), body, version)
    response.headers["etag"] = f'"{made.version}"'
    return asdict(made)
