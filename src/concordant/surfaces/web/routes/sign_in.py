"""Signing in and out: by a one-time address, or at an identity provider."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from ..actions.refusal import WebRefusal
from ..actions.tokens import exchange, find_token, make_token, revoke_token
from ..auth.identify import SESSION_COOKIE, known_user
from ..auth.oidc import begin_login, end_login
from ..pages import render
from ..settings import WebSettings
from ..state import Web

router = APIRouter(include_in_schema=False)
#: Binds an answer of the provider to the browser that asked; it comes back from another site.
_LOGIN_COOKIE = "concordant_login"
_DAYS = 30


@router.get("/sign-in")
def ask_to_sign_in(request: Request) -> Any:
    """Says where the address to sign in is found."""
    return render(request, "sign_in.html", 401, following=None)


@router.get("/sign-in/{secret}")
def sign_in(secret: str, request: Request, web: Web) -> Any:
    """Exchange a one-time secret for a session."""
    found = exchange(web.store, secret)
    if found is None:
        raise WebRefusal(403, "once")
    return signed_in(request, web.settings, found[0], "/")


def signed_in(request: Request, settings: WebSettings, session: str, following: str) -> Response:
    """The cookie, and a page that goes on by itself.

    After a redirect from elsewhere a browser would not send a strict cookie; after this page it does.
    """
    response = render(request, "sign_in.html", following=local_path(following))
    secure = settings.public_address.startswith("https:") or request.url.scheme == "https"
    response.set_cookie(
        SESSION_COOKIE, session, max_age=_DAYS * 86_400, httponly=True, samesite="strict", secure=secure
    )
    return response


def local_path(path: str) -> str:
    """A path of this server; anything else is the home page."""
    safe = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable()
    return path if safe else "/"


@router.post("/sign-out")
def sign_out(request: Request, web: Web) -> Any:
    """End the session of this browser."""
    found = find_token(web.store, request.cookies.get(SESSION_COOKIE, ""), "session")
    if found is not None:
        revoke_token(web.store, found.person, found.id)
    response = RedirectResponse("/sign-in", 303)
    response.delete_cookie(SESSION_COOKIE)
    return response


@router.get("/auth/login")
def login(request: Request, web: Web, next: str = "/") -> Any:
    """Go to the identity provider."""
    oidc = web.settings.oidc
    if oidc is None or web.settings.auth != "oidc":
        raise WebRefusal(403, "provider")
    base = web.settings.public_address.rstrip("/") or str(request.base_url).rstrip("/")
    address, state = begin_login(web.store, oidc, f"{base}/auth/callback", local_path(next))
    response = RedirectResponse(address, 303)
    response.set_cookie(
        _LOGIN_COOKIE, state, max_age=600, httponly=True, samesite="lax", secure=base.startswith("https:")
    )
    return response


@router.get("/auth/callback")
def callback(request: Request, web: Web, state: str = "", code: str = "") -> Any:
    """Come back from the identity provider."""
    oidc = web.settings.oidc
    if oidc is None or web.settings.auth != "oidc":
        raise WebRefusal(403, "provider")
    name, following = end_login(web.store, oidc, state, request.cookies.get(_LOGIN_COOKIE, ""), code)
    user = known_user(web.settings, web.store, name)
    if user is None:
        raise WebRefusal(403, "provider")
    session, _ = make_token(web.store, name, "session", name=user.name, role=user.role)
    response = signed_in(request, web.settings, session, following)
    response.delete_cookie(_LOGIN_COOKIE)
    return response
