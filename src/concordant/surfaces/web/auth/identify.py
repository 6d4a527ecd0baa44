"""Who asks, by the way of signing in that the server was started with."""

from __future__ import annotations

import hmac
import ipaddress
from collections.abc import Callable, Mapping, Sequence

from ...store.store import Store
from ..actions.refusal import WebRefusal
from ..actions.tokens import Role, find_token, role_of
from ..settings import Auth, WebSettings
from .user import LOCAL, User

#: The cookie of a signed-in browser; other sites cannot make it be sent.
SESSION_COOKIE = "concordant"
#: The header that carries the secret which the proxy and the server share.
SECRET_HEADER = "x-concordant-proxy-secret"  # noqa: S105


def identify(
    settings: WebSettings, store: Callable[[], Store], headers: Mapping[str, str], cookie: str, address: str
) -> User | None:
    """The user of a request; None where nobody signed in."""
    if settings.auth == "none":
        return LOCAL
    if settings.auth == "proxy":
        _check_proxy(settings, headers, address)
    by_token = _by_key(store, headers) or _by_session(store, cookie)
    if by_token is not None or settings.auth != "proxy":
        return by_token
    return known_user(settings, store(), headers.get(settings.user_header.lower(), ""))


def _by_key(store: Callable[[], Store], headers: Mapping[str, str]) -> User | None:
    """A program shows its key as a bearer token."""
    scheme, _, secret = headers.get("authorization", "").partition(" ")
    found = find_token(store(), secret.strip(), "key") if scheme.lower() == "bearer" else None
    return None if found is None else User(found.person, found.role)


def _by_session(store: Callable[[], Store], cookie: str) -> User | None:
    found = find_token(store(), cookie, "session") if cookie else None
    return None if found is None else User(found.person, found.role)


def _check_proxy(settings: WebSettings, headers: Mapping[str, str], address: str) -> None:
    """What a proxy says is believed from its own address and with the secret alone."""
    given = headers.get(SECRET_HEADER, "").encode("utf-8", "replace")
    same = hmac.compare_digest(given, settings.proxy_secret.encode())
    if not settings.proxy_secret or not same or not is_trusted(address, settings.trusted_proxy):
        raise WebRefusal(403, "proxy")


def is_trusted(address: str, networks: Sequence[str]) -> bool:
    """Whether an address is one of these, or in one of these networks."""
    try:
        there = ipaddress.ip_address(address)
        return any(there in ipaddress.ip_network(one, strict=False) for one in networks)
    except ValueError:
        return False


def known_user(settings: WebSettings, store: Store, name: str) -> User | None:
    """The user of a name that somebody vouches for, with their role here; None without a name."""
    if not name:
        return None
    role: Role | None = "owner" if name in settings.owners else role_of(store, name)
    if role is None:
        raise WebRefusal(403, "not-a-user", {"name": name})
    return User(name, role)


def way_in(auth: Auth) -> str:
    """Where a browser that is not signed in is sent."""
    return "/auth/login" if auth == "oidc" else "/sign-in"
