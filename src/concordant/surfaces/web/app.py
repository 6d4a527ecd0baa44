"""The application: routers in a row, one guard around them, and services that start and end with it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import APIRouter, FastAPI
from fastapi.responses import Response
from fastapi.staticfiles import StaticFiles

from ...report.page.render import style
from ...version import __version__
from .auth.access import AccessControl
from .problems import add_problem_handlers
from .routes import (
    adjudicate,
    exports,
    home,
    item,
    jobs,
    projects,
    queues,
    rate,
    rounds,
    shares,
    sign_in,
    studies,
    uploads,
)
from .routes import settings as settings_routes
from .security import Guard
from .services import start_uploads, start_workers
from .settings import WebSettings
from .state import WebState

#: Every router, in reading order: a new screen adds its own here.
ROUTERS: tuple[APIRouter, ...] = (
    home.router,
    uploads.router,
    rounds.router,
    studies.router,
    exports.router,
    projects.router,
    item.router,
    queues.router,
    rate.router,
    adjudicate.router,
    jobs.router,
    shares.router,
    settings_routes.router,
    sign_in.router,
)
#: What starts before the first request and ends behind the last: each is called with the state at the
#: start and returns what is called at the end.
SERVICES: tuple[Callable[[WebState], Callable[[], None]], ...] = (start_uploads, start_workers)

_DAY = 86_400


def make_app(settings: WebSettings) -> Any:
    """The application of these settings, guarded; `.app` is the one without the guard."""
    state = WebState(settings)
    app = FastAPI(
        title="concordant",
        version=__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/v1/openapi.json",
        lifespan=_lifespan(state),
    )
    app.state.web = state
    for router in ROUTERS:
        app.include_router(router)
    app.add_api_route("/static/report.css", _report_style, include_in_schema=False)
    app.mount("/static", _Static(directory=Path(__file__).parent / "static"))
    add_problem_handlers(app)
    app.add_middleware(AccessControl, state=state)
    return Guard(app, state)


def _lifespan(state: WebState) -> Any:
    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        state.read_limits()
        ends = [start(state) for start in SERVICES]
        try:
            yield
        finally:
            for end in reversed(ends):
                end()
            state.close()

    return lifespan


class _Static(StaticFiles):
    """Files of ours, which a browser may keep: their addresses name the version."""

    def file_response(self, *arguments: Any, **options: Any) -> Response:
        response = super().file_response(*arguments, **options)
        response.headers["cache-control"] = f"max-age={_DAY}"
        return response


def _report_style() -> Response:
    return Response(style(), media_type="text/css", headers={"cache-control": f"max-age={_DAY}"})
