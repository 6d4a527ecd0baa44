"""Blind rating: one item a screen. A rater's browser receives its texts, and nothing that anybody gave it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any

from fastapi import APIRouter, Header, Request
from fastapi.responses import RedirectResponse
from pydantic import BaseModel, Field

from ..actions.blind_rating import GivenRating, RaterSeat, RaterTask, give_rating, seat_of, task_at
from ..actions.identity import now
from ..actions.refusal import WebRefusal, not_found
from ..addresses import whole_number
from ..pages import render
from ..state import Web

router = APIRouter()
#: Where no script measures, a longer pause than this counts as so many seconds.
_IDLE = 60.0


class RatingBody(BaseModel):
    """One rating; `item` is the number of the task, since a name could give a repeat away."""

    item: int = Field(ge=1)
    client_id: str = Field(min_length=1, max_length=100)
    dimension: str = ""
    value: str | float | int | None = None
    values: dict[str, str] | None = None
    seconds: float | None = None
    unsure: bool = False
    skipped: str = Field("", max_length=2000)
    comment: str = Field("", max_length=20_000)


@router.get("/rate/{token}", include_in_schema=False)
def show_task(token: str, request: Request, web: Web, place: int | None = None) -> Any:
    """The next item, or one before it."""
    seat = seat_of(web.store, token)
    task = task_at(web.store, seat, place) if seat.queue.state == "open" else None
    settings = seat.queue.settings
    return render(
        request, "rate.html" if task else "rate_done.html", task=task, screen=f"/rate/{token}",
        rubric=settings["rubric"], values=settings["values"], dimensions=settings["dimensions"],
        closed=seat.queue.state != "open",
    )  # fmt: skip


@router.post("/rate/{token}", include_in_schema=False)
async def keep_task(token: str, request: Request, web: Web) -> Any:
    """Keep what was given, and go on."""
    from anyio.to_thread import run_sync

    form = {name: str(value) for name, value in (await request.form()).items()}
    return await run_sync(_keep, token, web, form)


def _keep(token: str, web: Any, form: Mapping[str, str]) -> Any:
    seat = seat_of(web.store, token)
    names = seat.queue.settings["dimensions"]
    skips = form.get("action") == "skip"
    if skips and not form.get("skipped", "").strip():
        raise WebRefusal(422, "skip-reason")
    given = GivenRating(
        place=whole_number(form.get("place", "")) or 0,
        client_id=form.get("client_id", ""),
        values={} if skips else {name: form.get(f"value-{n}", "") for n, name in enumerate(names)},
        seconds=_seconds(form),
        unsure=form.get("unsure") == "yes",
        skipped=form.get("skipped", "") if skips else "",
        comment=form.get("comment", ""),
    )
    give_rating(web.store, seat, given)
    return RedirectResponse(f"/rate/{token}", 303)


def _seconds(form: Mapping[str, str]) -> float | None:
    """As the page measured them; else since the page was made, a long pause cut."""
    try:
        return float(form["seconds"])
    except (KeyError, ValueError):
        pass
    try:
        began = datetime.fromisoformat(form.get("shown", ""))
        passed = (datetime.fromisoformat(now()) - began).total_seconds()
    except (TypeError, ValueError):
        return None
    return min(max(passed, 0.0), _IDLE)


# --- REST -----------------------------------------------------------------------------------------


def _seat(web: Any, queue: str, authorization: str) -> RaterSeat:
    """The seat of the rater whose link is the bearer token."""
    scheme, _, secret = authorization.partition(" ")
    if scheme.lower() != "bearer":
        raise WebRefusal(401, "sign-in")
    seat = seat_of(web.store, secret.strip())
    if seat.queue.id != queue:
        raise not_found("link")
    return seat


@router.get("/api/v1/queues/{queue}/next")
def get_next(queue: str, web: Web, authorization: Annotated[str, Header()] = "") -> Any:
    """The next item of the rater whose link is the bearer token; null where all are done."""
    seat = _seat(web, queue, authorization)
    return _shown(seat, task_at(web.store, seat))


def _shown(seat: RaterSeat, task: RaterTask | None) -> Any:
    if task is None:
        return None
    settings = seat.queue.settings
    return {
        "item": task.place, "n_items": task.n_tasks, "texts": task.texts, "rubric": settings["rubric"],
        "values": settings["values"], "dimensions": settings["dimensions"],
    }  # fmt: skip


@router.post("/api/v1/queues/{queue}/ratings", status_code=201)
def post_rating(queue: str, body: RatingBody, web: Web, authorization: Annotated[str, Header()] = "") -> Any:
    """Add a rating; the same `client_id` again changes nothing."""
    seat = _seat(web, queue, authorization)
    values = body.values if body.values is not None else {body.dimension: _text(body.value)}
    given = GivenRating(
        place=body.item, client_id=body.client_id, values={} if body.skipped else values,
        seconds=body.seconds, unsure=body.unsure, skipped=body.skipped, comment=body.comment,
    )  # fmt: skip
    return {"kept": give_rating(web.store, seat, given)}


def _text(value: str | float | int | None) -> str:
    if value is None:
        return ""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
