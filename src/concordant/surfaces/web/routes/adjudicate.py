"""Adjudication: the next disputed item, its ratings without names and in an order of chance."""

from __future__ import annotations

import hashlib
from typing import Annotated, Any

import numpy as np
from fastapi import APIRouter, Form, Request
from fastapi.responses import RedirectResponse

from ..actions.blind_rating import allowed_value
from ..actions.choose_queue_items import QueueItem
from ..actions.decisions import Decision, decide, newest_decisions
from ..actions.queues import Queue, items_of_queue
from ..actions.refusal import WebRefusal, not_found
from ..addresses import address_of
from ..auth import CurrentUser
from ..pages import render
from ..state import Web
from .queues import queue_in

router = APIRouter(include_in_schema=False)
Text = Annotated[str, Form()]


@router.get("/p/{project}/queues/{queue}/adjudicate")
def show_item(project: str, queue: str, request: Request, web: Web, n: int | None = None) -> Any:
    """The first item that is not decided, or the one of this number."""
    found = queue_in(web, project, queue)
    return _page(request, web, found, n)


def _page(
    request: Request, web: Any, found: Queue, n: int | None, given: Decision | None = None, status: int = 200
) -> Any:
    if found.kind != "adjudicate":
        raise not_found("queue")
    items, decided = items_of_queue(web.store, found.id), newest_decisions(web.store, found.project)
    done = [(one.item, one.dimension) in decided for one in items]
    at = next((k for k, one in enumerate(done) if not one), len(items)) if n is None else n - 1
    if not 0 <= at < len(items):
        return render(
            request, "adjudicate_done.html", queue=found, n=len(items), done=sum(done), address_of=address_of
        )
    item = items[at]
    return render(
        request, "adjudicate.html", status, queue=found, item=item, number=at + 1, n=len(items),
        done=sum(done), ratings=shuffled(found, item), current=decided.get((item.item, item.dimension)),
        given=given, values=found.settings["values"], rubric=found.settings["rubric"], address_of=address_of,
        screen=address_of("p", found.project, "queues", found.id, "adjudicate"), closed=found.state != "open",
    )  # fmt: skip


def shuffled(found: Queue, item: QueueItem) -> list[dict[str, str]]:
    """What was given, without names, in an order that is another for each item."""
    facts = f"{found.settings['seed']} {found.id} {item.item} {item.dimension}".encode()
    rng = np.random.default_rng(int.from_bytes(hashlib.sha256(facts).digest()[:8], "big"))
    order = rng.permutation(len(item.ratings))
    return [{"value": item.ratings[k]["value"], "comment": item.ratings[k]["comment"]} for k in order]


@router.post("/p/{project}/queues/{queue}/adjudicate")
def keep_decision(
    project: str, queue: str, request: Request, web: Web, user: CurrentUser, number: Annotated[int, Form()],
    version: Annotated[int, Form()], value: Text = "", reason: Text = "",
) -> Any:  # fmt: skip
    """Keep a decision and go on; where another was faster, show both."""
    found = queue_in(web, project, queue)
    items = items_of_queue(web.store, found.id)
    if not 1 <= number <= len(items):
        raise not_found("item")
    if found.state != "open":
        raise WebRefusal(409, "queue-closed")
    item = items[number - 1]
    if value.strip():
        allowed_value(value.strip(), found.settings["values"])
    try:
        decide(
            web.store, user.name, found.project, item.item, value=value, reason=reason, version=version,
            dimension=item.dimension, queue=found.id,
        )  # fmt: skip
    except WebRefusal as problem:
        if problem.status_code != 412:
            raise
        return _page(request, web, found, number, Decision(**problem.more["given"]), 412)
    return RedirectResponse(address_of("p", found.project, "queues", found.id, "adjudicate"), 303)
