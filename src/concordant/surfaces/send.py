"""What goes to the API of a tool: where it is and the token by the environment, one request after another."""

from __future__ import annotations

import base64
import json
import os
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from ..errors import InputError, OptionError
from ..report.write_back import ApiRequest
from ..version import __version__

_SECONDS = 30
_TRIES = 4
_LOCAL = ("localhost", "127.0.0.1", "::1")
_BUSY = (429, 502, 503, 504)


@dataclass(frozen=True)
class Service:
    """The variables that say where a tool is and with what token to ask, and what is taken without them."""

    title: str
    address: tuple[str, ...]
    default: str
    tokens: tuple[str, ...]
    needed: bool = True


SERVICES = {
    "langfuse": Service(
        "Langfuse",
        ("LANGFUSE_BASE_URL", "LANGFUSE_HOST"),
        "https://cloud.langfuse.com",
        ("LANGFUSE_PUBLIC_KEY", "LANGFUSE_SECRET_KEY"),
    ),
    "label-studio": Service("Label Studio", ("LABEL_STUDIO_URL",), "", ("LABEL_STUDIO_API_KEY",)),
    "phoenix": Service(
        "Phoenix",
        ("PHOENIX_COLLECTOR_ENDPOINT", "PHOENIX_BASE_URL"),
        "http://localhost:6006",
        ("PHOENIX_API_KEY",),
        False,
    ),
}


def service_of(to: str) -> Service:
    """The service of a tool; a complaint where it takes files only."""
    if to not in SERVICES:
        raise OptionError(
            f"{to} accepts a file, not requests: omit --send and --dry-run, and import the file that is "
            "written."
        )
    return SERVICES[to]


def address_of(to: str, environment: Mapping[str, str] = os.environ) -> str:
    """Where a tool is."""
    service = service_of(to)
    found = next((environment[name] for name in service.address if environment.get(name)), service.default)
    if not found:
        raise OptionError(f"The address of {service.title} is not known: set {service.address[0]}.")
    return found.rstrip("/")


def send(
    to: str,
    requests: Sequence[ApiRequest],
    *,
    environment: Mapping[str, str] = os.environ,
    wait: Callable[[float], None] = time.sleep,
) -> int:
    """Send every request; how many there were. A complaint says how many went through before."""
    address = address_of(to, environment)
    headers = {
        "Content-Type": "application/json",
        "Accept": "application/json",
        "User-Agent": f"concordant/{__version__}",
        **_authorisation(to, address, environment),
    }
    for number, request in enumerate(requests):
        try:
            _post(address + request.path, request.body, headers, wait)
        except _Refused as problem:
            if problem.unreachable:
                raise InputError(
                    f"{service_of(to).title} could not be reached at {address} ({problem}): request "
                    f"{number + 1} of {len(requests)} ({request.path}) was not sent; {number} "
                    "succeeded before it."
                ) from None
            raise InputError(
                f"{service_of(to).title} answered {problem} to request {number + 1} of {len(requests)} "
                f"({request.path}); {number} succeeded before it."
            ) from None
    return len(requests)


class _Refused(Exception):
    """An answer that is no success, or none at all."""

    def __init__(self, what: str, *, unreachable: bool = False) -> None:
        super().__init__(what)
        self.unreachable = unreachable


def _post(url: str, body: Any, headers: Mapping[str, str], wait: Callable[[float], None]) -> Any:
    """One request; a busy server is asked again, a little later each time."""
    data = json.dumps(body, ensure_ascii=False, default=str).encode()
    for attempt in range(_TRIES):
        request = urllib.request.Request(url, data, dict(headers), method="POST")  # noqa: S310 - checked
        try:
            with urllib.request.urlopen(request, timeout=_SECONDS) as answer:  # noqa: S310
                return json.loads(answer.read() or b"null")
        except urllib.error.HTTPError as problem:
            text = problem.read(500).decode("utf-8", "replace").strip()
            if problem.code in _BUSY and attempt + 1 < _TRIES:
                wait(_pause(problem.headers.get("Retry-After"), attempt))
                continue
            raise _Refused(f"{problem.code} {problem.reason}{f' ({text})' if text else ''}") from None
        except (urllib.error.URLError, TimeoutError, OSError) as problem:
            reason = getattr(problem, "reason", problem)
            raise _Refused(str(reason), unreachable=True) from None
        except ValueError:
            return None  # a success that is no JSON
    return None


def _pause(said: str | None, attempt: int) -> float:
    try:
        return min(float(said), 60.0) if said is not None else 0.5 * float(2**attempt)
    except ValueError:
        return 0.5 * float(2**attempt)


def _authorisation(to: str, address: str, environment: Mapping[str, str]) -> dict[str, str]:
    """The header with the token, which is never shown, kept, or sent over a network in the clear."""
    service = service_of(to)
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise OptionError(f"{service.address[0]} must be an address that begins with https://.")
    missing = [name for name in service.tokens if not environment.get(name)]
    if missing and not service.needed:
        return {}
    if missing:
        raise OptionError(
            f"The token for {service.title} is read from the environment: set {' and '.join(missing)}."
        )
    if parts.scheme == "http" and parts.hostname not in _LOCAL:
        raise OptionError(
            f"{address} is not encrypted, and the token of {service.title} would be sent in the clear: use https://."
        )
    tokens = [environment[name] for name in service.tokens]
    if to == "langfuse":
        return {"Authorization": "Basic " + base64.b64encode(":".join(tokens).encode()).decode()}
    if to == "label-studio":
        return {"Authorization": _label_studio_token(address, tokens[0])}
    return {"Authorization": f"Bearer {tokens[0]}"}


def _label_studio_token(address: str, token: str) -> str:
    """Old tokens are sent as they are; those of three parts are changed for one that lasts some minutes."""
    if token.count(".") != 2:
        return f"Token {token}"
    try:
        answer = _post(
            f"{address}/api/token/refresh",
            {"refresh": token},
            {"Content-Type": "application/json"},
            lambda _: None,
        )
    except _Refused as problem:
        if problem.unreachable:
            raise InputError(f"Label Studio could not be reached at {address} ({problem}).") from None
        raise InputError(
            f"Label Studio answered {problem} to the token: create a new one in its settings."
        ) from None
    access = answer.get("access") if isinstance(answer, dict) else None
    if not access:
        raise InputError("Label Studio rejected the token: create a new one in its settings.")
    return f"Bearer {access}"
