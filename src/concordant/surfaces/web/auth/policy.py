"""Which role an address needs, in one table: else a viewer may read, and an editor may write."""

from __future__ import annotations

import re
from typing import Literal

from ..actions.tokens import Role

#: "anybody" needs no user: the address itself, or what the route asks for, is the key.
Need = Literal["anybody", "viewer", "editor", "owner"]
READS = ("GET", "HEAD", "OPTIONS")
#: What each role is enough for. A rater has a link and nothing else.
ENOUGH: dict[Role, tuple[Need, ...]] = {
    "owner": ("viewer", "editor", "owner"),
    "editor": ("viewer", "editor"),
    "viewer": ("viewer",),
    "rater": (),
}
#: Address, need for reading, need for writing; the first that fits counts.
_RULES: tuple[tuple[str, Need, Need], ...] = (
    (r"/static/.*", "anybody", "owner"),
    (r"/api/v1/(healthz|readyz)", "anybody", "owner"),
    (r"/(sign-in|sign-out|auth)(/.*)?", "anybody", "anybody"),
    (r"/rate/[^/]+(/.*)?", "anybody", "anybody"),
    (r"/api/v1/queues/[^/]+/(ratings|next)", "anybody", "anybody"),
    (r"/s/[^/]+(/.*)?", "anybody", "owner"),
    (r"/settings(/.*)?", "owner", "owner"),
    (r"/api/v1/(tokens|people|limits|events)(/.*)?", "owner", "owner"),
    (r"/api/v1/shares(/.*)?", "editor", "editor"),
    (r"/p/[^/]+/shares(/.*)?", "editor", "editor"),
    (r"/(api/v1|p/[^/]+)/plan", "viewer", "viewer"),
)
RULES = tuple((re.compile(pattern), reading, writing) for pattern, reading, writing in _RULES)


def is_plain(path: str) -> bool:
    """Whether an address holds nothing of anybody: asked also by health checks, which pass no proxy."""
    return path.startswith("/static/") or path in ("/api/v1/healthz", "/api/v1/readyz")


def need_of(method: str, path: str) -> Need:
    """What a request needs."""
    reads = method in READS
    for pattern, reading, writing in RULES:
        if pattern.fullmatch(path):
            return reading if reads else writing
    return "viewer" if reads else "editor"


def may(role: Role, need: Need) -> bool:
    """Whether a role is enough."""
    return need == "anybody" or need in ENOUGH[role]
