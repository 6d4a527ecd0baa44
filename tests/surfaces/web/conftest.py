"""An application on a store of its own, a client for it, and a real browser on a real server."""

from __future__ import annotations

import socket
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from concordant.surfaces.store.store import Store
from concordant.surfaces.web.actions.tokens import ROLES, make_token
from concordant.surfaces.web.settings import WebLimits, WebSettings, folder_beside
from tests.surfaces.store.conftest import address, fresh, fresh_database, place

from .demos import Demos
from .material import with_round

pytest.importorskip("fastapi")

#: Every action is asked on both engines: a SQLite file and a database of a real PostgreSQL.
__all__ = ["address", "fresh", "fresh_database", "place"]
#: What a browser says of a request that a page of the server itself makes.
OWN = {"sec-fetch-site": "same-origin"}


@pytest.fixture(scope="session")
def settings_in() -> Callable[..., WebSettings]:
    """WebSettings with a store in a folder."""

    def make(folder: Path, **options: Any) -> WebSettings:
        store = options.pop("store", folder / "rounds.db")
        return WebSettings(store=store, folder=folder_beside(folder / "rounds.db"), **options)

    return make


@pytest.fixture
def settings(tmp_path: Path, settings_in: Callable[..., WebSettings]) -> WebSettings:
    """Those of a test that needs nothing special."""
    return settings_in(tmp_path)


@contextmanager
def clients() -> Iterator[Callable[..., Any]]:
    """Clients for applications of given settings, which speak as a page of the server does.

    They end with whatever asked for them: an application looks for jobs five times a second, and those of
    a whole run would leave no time for its tests.
    """
    with warnings.catch_warnings():  # of a library that may follow httpx one day
        warnings.simplefilter("ignore")
        from fastapi.testclient import TestClient

    from concordant.surfaces.web.app import make_app

    with ExitStack() as opened:

        def make(settings: WebSettings, **options: Any) -> Any:
            client = TestClient(make_app(settings), base_url="http://127.0.0.1:8000", headers=OWN, **options)
            return opened.enter_context(client)

        yield make


@pytest.fixture
def client_for() -> Iterator[Callable[..., Any]]:
    """Clients for the applications of one test."""
    with clients() as make:
        yield make


@pytest.fixture(scope="module")
def lasting_client_for() -> Iterator[Callable[..., Any]]:
    """Clients for applications that the tests of a file share."""
    with clients() as make:
        yield make


@pytest.fixture
def client(settings: WebSettings, client_for: Callable[..., Any]) -> Any:
    """A client for the application."""
    return client_for(settings)


@pytest.fixture(scope="module")
def serving() -> Iterator[Callable[[WebSettings], str]]:
    """Starts a server in a thread and gives its address; all are ended with their file."""
    import uvicorn

    from concordant.surfaces.web.app import make_app

    running: list[tuple[Any, threading.Thread]] = []

    def start(settings: WebSettings) -> str:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        server = uvicorn.Server(
            uvicorn.Config(
                make_app(settings),
                host="127.0.0.1",
                port=port,
                log_level="warning",
                timeout_graceful_shutdown=2,
            )
        )
        thread = threading.Thread(target=server.run, daemon=True)
        thread.start()
        until = time.monotonic() + 20
        while not server.started:
            assert time.monotonic() < until, "the server does not start"
            time.sleep(0.02)
        running.append((server, thread))
        return f"http://127.0.0.1:{port}"

    yield start
    for server, _ in running:
        server.should_exit = True
    for _, thread in running:
        thread.join(30)
        assert not thread.is_alive(), "the server does not end"


@pytest.fixture
def visit(browser: Any) -> Iterator[Callable[..., Any]]:
    """Opens an address; at the end no page may have complained or asked another host for anything."""
    contexts, complaints, hosts = [], [], set()

    def open_page(address: str, width: int = 1280, **options: Any) -> Any:
        context = browser.new_context(viewport={"width": width, "height": 900}, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda problem: complaints.append(str(problem)))
        page.on("request", lambda request: hosts.add(request.url.split("/")[2].split(":")[0]))
        page.goto(address)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []
    assert hosts <= {"127.0.0.1", ""}, hosts


@pytest.fixture(scope="session")
def demos(
    tmp_path_factory: pytest.TempPathFactory, settings_in: Callable[..., WebSettings]
) -> Iterator[Demos]:
    """The bundled examples in one application, of which tests may ask as much as they like."""
    limits = WebLimits(requests_per_minute=10**6)
    with clients() as make:
        yield Demos(make(settings_in(tmp_path_factory.mktemp("demos"), limits=limits)))


@pytest.fixture(scope="module")
def team(tmp_path_factory: pytest.TempPathFactory, settings_in: Any, lasting_client_for: Any) -> Any:
    """A server with `--auth token`, a key of each role, and its settings."""
    folder = tmp_path_factory.mktemp("team")
    settings = settings_in(folder, auth="token")
    with Store(settings.store) as store:
        with_round(store, 12)
        keys = {role: make_token(store, "", "key", name=role, role=role)[0] for role in ROLES}
    return lasting_client_for(settings), keys, settings
