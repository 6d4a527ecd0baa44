"""Jobs: work that takes longer than a request, kept in a table that every worker and every page reads.

The same kind, payload and version are the same job: one that is queued or running is joined, and one that is
done gives its stored result.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import Connection, RowMapping, func, insert, or_, select, update

from ....version import __version__
from ...store.repository import lock_name
from ...store.rows import storable, strict_json
from ...store.store import Store
from ...store.web_schema import job
from .events import record
from .identity import new_name, now
from .refusal import WebRefusal, not_found

JobState = Literal["queued", "running", "done", "failed", "cancelled"]
#: States that a job does not leave.
ENDED = ("done", "failed", "cancelled")
_SHOWN = [column for column in job.c if column.name not in ("result", "worker", "request_key")]


@dataclass(frozen=True, kw_only=True)
class Job:
    """A job as it stands: `progress` from 0 to 1, `step` what is being done, `error` why it failed."""

    id: str
    kind: str
    owner: str
    fingerprint: str
    payload: Mapping[str, Any]
    state: JobState
    progress: float
    step: str
    error: Mapping[str, str] | None
    cancelled: bool
    created: str
    started: str | None
    heartbeat: str | None
    finished: str | None

    @property
    def about(self) -> tuple[str, ...]:
        """The project and the round that it works on, where it names them."""
        return tuple(str(self.payload[name]) for name in ("project", "round") if self.payload.get(name))

    @property
    def ended(self) -> bool:
        """Whether it stays as it is."""
        return self.state in ENDED


def job_fingerprint(kind: str, payload: Mapping[str, Any]) -> str:
    """What makes two jobs the same: kind, payload, and the version that would do the work."""
    facts = strict_json({"kind": kind, "payload": payload, "version": __version__})
    return hashlib.sha256(facts.encode()).hexdigest()


def submit_job(
    store: Store,
    who: str,
    kind: str,
    payload: Mapping[str, Any],
    *,
    request_key: str | None = None,
    most_queued: int = 10,
) -> Job:
    """Queue a job, or hand back the one that is the same; a user has so many in the queue at most."""
    fingerprint = job_fingerprint(kind, payload)
    with store.writing() as connection:
        lock_name(connection, f"jobs of {who}")
        same = _same(connection, who, fingerprint, request_key)
        if same is not None:
            return same
        waiting = select(func.count()).where(job.c.owner == who, job.c.state == "queued")
        if (connection.scalar(waiting) or 0) >= most_queued:
            raise WebRefusal(429, "too-many-jobs", {"n": most_queued})
        key = new_name()
        row = {
            "id": key, "kind": kind, "owner": who, "fingerprint": fingerprint, "step": "",
            "payload": strict_json(payload), "state": "queued", "created": now(), "progress": 0.0,
            "cancelled": False, "request_key": request_key,
        }  # fmt: skip
        connection.execute(insert(job), row)
        record(connection, who, "job.queued", key, kind=kind)
        return _found(connection, key)


def _same(connection: Connection, who: str, fingerprint: str, request_key: str | None) -> Job | None:
    """The job of the same request, else one of the same content that has not failed."""
    if request_key is not None:
        known = select(*_SHOWN).where(job.c.owner == who, job.c.request_key == request_key)
        row = connection.execute(known).mappings().first()
        if row is not None and row["fingerprint"] != fingerprint:
            raise WebRefusal(409, "other-request")
        if row is not None:
            return _job(row)
    alike = job.c.fingerprint == fingerprint, job.c.state.in_(("done", "running", "queued"))
    useful = or_(job.c.state == "done", job.c.cancelled.is_(False))
    wanted = select(*_SHOWN).where(*alike, useful).order_by(job.c.state == "queued", job.c.created.desc())
    row = connection.execute(wanted.limit(1)).mappings().first()
    return None if row is None else _job(row)


def done_job(store: Store, kind: str, payload: Mapping[str, Any]) -> str | None:
    """The name of a job of this content that is done."""
    alike = job.c.fingerprint == job_fingerprint(kind, payload), job.c.state == "done"
    with store.reading() as connection:
        return connection.scalar(select(job.c.id).where(*alike).order_by(job.c.created.desc()).limit(1))


def find_job(store: Store, key: str) -> Job:
    """One job."""
    with store.reading() as connection:
        return _found(connection, key)


def _found(connection: Connection, key: str) -> Job:
    row = connection.execute(select(*_SHOWN).where(job.c.id == storable(key))).mappings().first()
    if row is None:
        raise not_found("job")
    return _job(row)


def _job(row: RowMapping) -> Job:
    error = row["error"]
    facts = {"payload": json.loads(row["payload"]), "error": None if error is None else json.loads(error)}
    return Job(**{**row, **facts})


def jobs_of(store: Store, who: str | None = None, *, most: int = 50) -> tuple[Job, ...]:
    """The last jobs of a user, or of everybody, the newest first."""
    wanted = select(*_SHOWN).order_by(job.c.created.desc()).limit(most)
    if who is not None:
        wanted = wanted.where(job.c.owner == who)
    with store.reading() as connection:
        return tuple(_job(row) for row in connection.execute(wanted).mappings().all())


def job_result(store: Store, key: str) -> Any:
    """What a job that is done has given."""
    with store.reading() as connection:
        row = connection.execute(select(job.c.state, job.c.result).where(job.c.id == storable(key))).first()
    if row is None or row.state != "done":
        raise not_found("job")
    return None if row.result is None else json.loads(zlib.decompress(bytes(row.result)))


def cancel_job(store: Store, who: str, key: str) -> Job:
    """Take a job out of the queue, or ask its worker to stop; one that has ended stays as it is."""
    with store.writing() as connection:
        before = _found(connection, key)
        waiting = update(job).where(job.c.id == before.id, job.c.state == "queued")
        gone = connection.execute(waiting.values(state="cancelled", cancelled=True, finished=now())).rowcount
        running = update(job).where(job.c.id == before.id, job.c.state == "running")
        asked = 0 if gone else connection.execute(running.values(cancelled=True)).rowcount
        if gone or asked:
            record(connection, who, "job.cancelled", before.id)
        return _found(connection, key)


def run_again(store: Store, who: str, key: str, *, most_queued: int = 10) -> Job:
    """Queue the same work once more, where it failed or was cancelled."""
    before = find_job(store, key)
    if not before.ended:
        return before
    return submit_job(store, who, before.kind, before.payload, most_queued=most_queued)
