"""The limits of a server: those it was started with, and over them what an owner has set in the browser."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from sqlalchemy import insert, select, update

from ....errors import is_number
from ...store.repository import lock_name
from ...store.rows import strict_json
from ...store.store import Store
from ...store.web_schema import setting
from ..settings import WebLimits
from .events import record
from .identity import now
from .refusal import WebRefusal
from .uploads import StaleVersion

_MB = 1 << 20
#: From where to where each limit can be set. An owner must still be able to set it back.
BOUNDS: Mapping[str, tuple[float, float]] = {
    "upload_bytes": (_MB, 1024 * _MB * 100),
    "form_bytes": (_MB, 100 * _MB),
    "text_shown": (100, 1_000_000),
    "jobs_running": (1, 16),
    "jobs_queued": (1, 1000),
    "job_seconds": (10, 86_400),
    "unpacked_ratio": (2, 10_000),
    "share_days": (1, 3650),
    "requests_per_minute": (60, 1_000_000),
    "upload_days": (1, 3650),
}
#: Limits that people read in MB.
IN_MB = ("upload_bytes", "form_bytes")
_KEY = setting.c.scope == "server", setting.c.name == "limits"


@dataclass(frozen=True)
class ServerLimits:
    """The limits as they stand; version 0 where none was set since the server exists."""

    limits: WebLimits
    version: int = 0


def server_limits(store: Store, base: WebLimits) -> ServerLimits:
    """The limits of `base` with what was set over them."""
    with store.reading() as connection:
        row = connection.execute(select(setting.c.value, setting.c.version).where(*_KEY)).first()
    return (
        ServerLimits(base) if row is None else ServerLimits(_over(base, json.loads(row.value)), row.version)
    )


def set_limits(
    store: Store, who: str, base: WebLimits, given: Mapping[str, Any], version: int
) -> ServerLimits:
    """Set some limits; `StaleVersion` where somebody else has set one since."""
    values = {name: _checked(name, value) for name, value in given.items()}
    with store.writing() as connection:
        lock_name(connection, "limits of the server")
        row = connection.execute(select(setting.c.value, setting.c.version).where(*_KEY)).first()
        before, current = ({}, 0) if row is None else (json.loads(row.value), row.version)
        if current != version:
            raise StaleVersion(current)
        held = asdict(_over(base, before))
        changed = {name: value for name, value in values.items() if held[name] != value}
        kept = {"value": strict_json({**before, **changed}), "changed": now(), "version": version + 1}
        if current:
            connection.execute(update(setting).where(*_KEY).values(kept))
        else:
            connection.execute(insert(setting), {"scope": "server", "name": "limits", **kept})
        facts: dict[str, Any] = {name: [held[name], value] for name, value in changed.items()}
        record(connection, who, "limits.set", "limits", version=version + 1, **facts)
    return ServerLimits(_over(base, {**before, **changed}), version + 1)


def _over(base: WebLimits, kept: Mapping[str, Any]) -> WebLimits:
    """The limits with those that are kept; names that no version knows any more are left out."""
    return replace(base, **{name: value for name, value in kept.items() if name in BOUNDS})


def _checked(name: str, value: Any) -> float:
    """A number within its bounds, whole where the limit is."""
    if name not in BOUNDS:
        raise WebRefusal(422, "no-limit", {"name": name, "names": sorted(BOUNDS)})
    low, high = BOUNDS[name]
    whole = type(getattr(WebLimits(), name)) is int
    if not is_number(value) or not low <= value <= high or (whole and value != int(value)):
        raise WebRefusal(422, "limit", {"name": name, "low": low, "high": high})
    return int(value) if whole else float(value)
