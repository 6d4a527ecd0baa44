"""What every request passes before a route sees it, and the headers of every answer."""

from __future__ import annotations

import re
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from .actions.identity import hash_of
from .auth.identify import SESSION_COOKIE
from .problems import Problem, Scope, problem_response
from .state import WebState

Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
}
_SAFE = ("GET", "HEAD", "OPTIONS")
_SESSION = re.compile(rf"(^|;)\s*{SESSION_COOKIE}=")
#: So many callers are remembered; the one not heard of for longest is forgotten first.
_MOST_CALLERS = 10_000


class Guard:
    """An ASGI application around ours: known names of the host, own pages, few requests, small bodies."""

    def __init__(self, app: Any, state: WebState) -> None:
        self.app, self.web = app, state
        self.calls: OrderedDict[str, tuple[int, int]] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse, or let the application answer; every answer gets the headers."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        problem = self._refusal(scope, headers)
        answer = _with_headers(send)
        if problem is not None:
            await problem_response(scope, problem)(scope, receive, answer)
            return
        await self.app(scope, self._counted(scope, receive), answer)

    def _refusal(self, scope: Scope, headers: dict[str, str]) -> Problem | None:
        if _host(headers.get("host", "")) not in self.web.settings.hosts:
            return Problem(421, "unknown-host", {"host": headers.get("host", "")})
        if (
            scope["method"] not in _SAFE
            and not self._from_our_pages(headers)
            and not _by_link(scope, headers)
        ):
            return Problem(403, "not-from-here")
        if self._too_many(scope, headers):
            return Problem(429, "too-many-requests", {"n": self.web.limits.requests_per_minute})
        length = headers.get("content-length", "")
        if length.isdigit() and int(length) > self._limit(scope):
            return self._too_large(scope)
        return None

    def _from_our_pages(self, headers: dict[str, str]) -> bool:
        """Whether a write comes from a page of ours, or from a program that holds a token.

        Browsers say so only to addresses they trust; elsewhere the cookie of a session does, which no other
        site can send. Where nobody signs in there is no such cookie.
        """
        if headers.get("authorization", "").lower().startswith("bearer "):
            return True
        site = headers.get("sec-fetch-site")
        if site is None:
            return self.web.settings.auth != "none" and bool(_SESSION.search(headers.get("cookie", "")))
        return site == "same-origin"

    def _limit(self, scope: Scope) -> int:
        """How long a body may be; a form that holds a file is a little longer than the file."""
        limits = self.web.limits
        path, method = scope["path"], scope["method"]
        if method == "POST" and path == "/uploads":
            return limits.upload_bytes + limits.form_bytes
        if method == "PUT" and path.startswith("/api/v1/uploads/"):
            return limits.upload_bytes
        return limits.form_bytes

    def _counted(self, scope: Scope, receive: Receive) -> Receive:
        """What is received, until it is more than is allowed."""
        left = self._limit(scope)

        async def counted() -> MutableMapping[str, Any]:
            nonlocal left
            message = await receive()
            left -= len(message.get("body", b""))
            if left < 0:
                raise self._too_large(scope)
            return message

        return counted

    def _too_large(self, scope: Scope) -> Problem:
        return Problem(413, "too-large", {"mb": round(self._limit(scope) / (1 << 20))})

    def _too_many(self, scope: Scope, headers: dict[str, str]) -> bool:
        """Whether this caller asked more often in this minute than is allowed; files of ours do not count."""
        if scope["path"].startswith("/static/"):
            return False
        said = headers.get("authorization") or headers.get("cookie") or (scope.get("client") or ("",))[0]
        caller = hash_of(said)  # which is short, however long a header was sent
        minute = int(time.monotonic() // 60)
        then, n = self.calls.pop(caller, (minute, 0))
        n = n + 1 if then == minute else 1
        self.calls[caller] = (minute, n)
        if len(self.calls) > _MOST_CALLERS:
            self.calls.popitem(last=False)
        return n > self.web.limits.requests_per_minute


def _host(header: str) -> str:
    """The name of the host without its port."""
    name, colon, port = header.lower().rpartition(":")
    return name if colon and port.isdigit() else header.lower()


def _by_link(scope: Scope, headers: dict[str, str]) -> bool:
    """Whether a rater's link is used by a browser that says nothing: no other site knows the link."""
    return scope["path"].startswith("/rate/") and "sec-fetch-site" not in headers


def _with_headers(send: Send) -> Send:
    async def answer(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            known = {name.lower() for name, _ in message["headers"]}
            more = [(n.encode(), v.encode()) for n, v in HEADERS.items() if n.encode() not in known]
            message["headers"] = [*message["headers"], *more]
        await send(message)

    return answer
