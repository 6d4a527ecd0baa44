"""Every request is asked who it is from and whether their role is enough, before any route sees it."""

from __future__ import annotations

from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import quote

from anyio.to_thread import run_sync
from starlette.responses import RedirectResponse, Response

from ..actions.refusal import WebRefusal
from ..problems import problem_response
from ..state import WebState
from .identify import SESSION_COOKIE, identify, way_in
from .policy import is_plain, may, need_of
from .user import NOBODY, User


class AccessControl:
    """An ASGI application around the routes; it puts the user into the state of the request."""

    def __init__(self, app: Any, state: WebState) -> None:
        self.app, self.web = app, state

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Let the request through, with its user, or answer why not."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        try:
            answer = await run_sync(self._asked, scope, headers)
        except WebRefusal as problem:
            answer = problem_response(scope, problem)
        await (self.app if answer is None else answer)(scope, receive, send)

    def _asked(self, scope: Any, headers: dict[str, str]) -> Response | None:
        if not is_plain(scope["path"]):
            self.web.read_limits()
        need = need_of(scope["method"], scope["path"])
        state = scope.setdefault("state", {})
        state["user"] = NOBODY
        if need == "anybody" and (self.web.settings.auth != "proxy" or is_plain(scope["path"])):
            return None
        user = self._user(scope, headers)
        if need == "anybody":
            return None
        if user is None:
            return self._sign_in(scope)
        state["user"] = user
        if not may(user.role, need):
            raise WebRefusal(403, "role", {"role": {"code": f"web_work.role-{user.role}", "facts": {}}})
        return None

    def _user(self, scope: Any, headers: dict[str, str]) -> User | None:
        address = (scope.get("client") or ("",))[0]
        cookie = _cookie(headers.get("cookie", ""))
        return identify(self.web.settings, lambda: self.web.store, headers, cookie, address)

    def _sign_in(self, scope: Any) -> Response:
        """A page sends a browser to where it can sign in; programs, and writes, are refused."""
        path = scope["path"]
        if path.startswith("/api/") or scope["method"] != "GET":
            refused = problem_response(scope, WebRefusal(401, "sign-in"))
            refused.headers["www-authenticate"] = "Bearer"
            return refused
        return RedirectResponse(f"{way_in(self.web.settings.auth)}?next={quote(path, safe='')}", 303)


def _cookie(header: str) -> str:
    try:
        found = SimpleCookie(header).get(SESSION_COOKIE)
    except CookieError:
        return ""
    return "" if found is None else found.value
