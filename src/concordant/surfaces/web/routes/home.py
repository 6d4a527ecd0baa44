"""The first page, and whether the server is well."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request

from ...api.examples import EXAMPLES
from ..auth import CurrentUser
from ..cards import project_cards
from ..pages import render
from ..state import Web

router = APIRouter()


@router.get("/", include_in_schema=False)
def home(request: Request, web: Web) -> Any:
    """A place to drop a file, the projects, and the examples."""
    most = web.limits.upload_bytes
    return render(
        request,
        "home.html",
        projects=project_cards(web),
        examples=EXAMPLES,
        most=most,
        files=web.services.get("files", ()),
    )


@router.get("/api/v1/healthz")
def healthz() -> dict[str, str]:
    """Whether the server answers."""
    return {"status": "ok"}


@router.get("/api/v1/readyz")
def readyz(web: Web) -> dict[str, Any]:
    """Whether the store answers, too."""
    return {"status": "ok", "projects": len(web.store.projects())}


@router.get("/api/v1/me")
def me(user: CurrentUser) -> dict[str, str]:
    """Who asks."""
    return {"name": user.name, "role": user.role}
