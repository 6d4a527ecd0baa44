"""Starting the server: the settings of a command, where it can be reached, and uvicorn."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ...errors import MissingLibrary, OptionError
from .settings import OidcSettings, WebSettings, folder_beside


def check_installed() -> None:
    """Complain where the extra is not installed."""
    try:
        import fastapi  # noqa: F401
        import python_multipart  # noqa: F401
        import uvicorn  # noqa: F401
    except ImportError:
        raise MissingLibrary(
            "The web application needs FastAPI and uvicorn: pip install 'concordant[web]'."
        ) from None


@contextmanager
def settings_for(store: str | None, *, demo: bool, **options: Any) -> Iterator[WebSettings]:
    """The settings of a command; a demonstration without a store keeps nothing."""
    if demo and store is None:
        with tempfile.TemporaryDirectory(prefix="concordant-") as folder:
            place = Path(folder) / "demo.db"
            yield WebSettings(store=place, folder=folder_beside(place), **options)
        return
    from ..track.stored_rounds import place_of

    kept = place_of(store)
    yield WebSettings(store=kept, folder=folder_beside(kept), **options)


def signing_in(options: Mapping[str, Any], environment: Mapping[str, str] = os.environ) -> dict[str, Any]:
    """The options with what belongs to signing in put together; secrets come from the environment alone."""
    given = dict(options)
    issuer, client = given.pop("oidc_issuer", ""), given.pop("oidc_client", "")
    secret = environment.get("CONCORDANT_OIDC_SECRET", "")
    if issuer and client:
        given["oidc"] = OidcSettings(issuer=issuer, client=client, secret=secret)
    return {**given, "proxy_secret": environment.get("CONCORDANT_PROXY_SECRET", "")}


def sign_in_address(settings: WebSettings) -> str:
    """Where the owner signs in, once."""
    from ..store.store import Store
    from .actions.tokens import make_token

    with Store(settings.store) as store:
        secret, _ = make_token(store, "", "once", name=(*settings.owners, "owner")[0], role="owner")
    return f"{settings.public_address.rstrip('/') or address(settings).rstrip('/')}/sign-in/{secret}"


def run(settings: WebSettings) -> None:
    """Answer until the process is ended."""
    import uvicorn

    from .app import make_app

    guarded = make_app(settings)
    _ = guarded.app.state.web.store  # what is wrong with it is said before anybody can ask
    config = uvicorn.Config(
        guarded,
        host=settings.host,
        port=settings.port,
        log_level="warning",
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=3,  # a page that follows a job would hold the server
    )
    server = uvicorn.Server(config)
    try:
        server.run()
    except SystemExit:
        if not server.started:
            raise OptionError(
                f"The server could not be started on {settings.host} port {settings.port}: "
                "choose another --port."
            ) from None


def address(settings: WebSettings) -> str:
    """Where a browser finds it."""
    here = "localhost" if settings.host in ("0.0.0.0", "::") else settings.host  # noqa: S104
    host = f"[{here}]" if ":" in here else here
    return f"http://{host}:{settings.port}/"
