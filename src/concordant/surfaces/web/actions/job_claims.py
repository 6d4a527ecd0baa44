"""How workers take jobs from the table, and how the table learns what becomes of them.

PostgreSQL lets several workers look at once: each skips the rows that another has locked. SQLite has one
writer at a time, which is enough.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from typing import Any

from sqlalchemy import func, select, update

from ...store.repository import lock_name
from ...store.rows import storable, strict_json
from ...store.store import Store
from ...store.web_schema import job
from .events import record
from .identity import after, now
from .jobs import Job, find_job

#: A running job whose worker has not been heard of for so many seconds has none.
SILENCE = 15.0


def claim_job(store: Store, worker: str, *, most_running: int = 2) -> Job | None:
    """The oldest job whose owner may run one more, now running; None where there is nothing to do."""
    other = job.alias("other")
    running = (
        select(func.count())
        .select_from(other)
        .where(other.c.owner == job.c.owner, other.c.state == "running")
        .scalar_subquery()
    )
    wanted = select(job.c.id, job.c.owner).where(job.c.state == "queued", running < most_running)
    first = wanted.order_by(job.c.created, job.c.id).limit(1)
    with store.reading() as connection:
        if connection.execute(first).first() is None:
            return None
    with store.writing() as connection:
        row = connection.execute(first.with_for_update(skip_locked=True, of=job)).first()
        if row is None:
            return None
        # Two workers that took different jobs of one owner must not both count the same as running.
        lock_name(connection, f"running jobs of {row.owner}")
        there = select(func.count()).where(job.c.owner == row.owner, job.c.state == "running")
        if (connection.scalar(there) or 0) >= most_running:
            return None
        started = {"state": "running", "worker": worker, "started": now(), "heartbeat": now()}
        connection.execute(update(job).where(job.c.id == row.id).values(**started))
    return find_job(store, row.id)


def is_waiting(store: Store) -> bool:
    """Whether there is a job in the queue."""
    with store.reading() as connection:
        wanted = select(job.c.id).where(job.c.state == "queued").limit(1)
        return connection.execute(wanted).first() is not None


def beat(store: Store, key: str, worker: str, *, progress: float, step: str) -> bool:
    """Say that the job is being worked on, and how far it is; False where it is to stop."""
    own = job.c.id == key, job.c.worker == worker, job.c.state == "running"
    values = {"heartbeat": now(), "progress": min(max(progress, 0.0), 1.0), "step": storable(step)[:200]}
    with store.writing() as connection:
        mine = connection.execute(update(job).where(*own).values(**values)).rowcount
        stop = connection.scalar(select(job.c.cancelled).where(job.c.id == key))
    return bool(mine) and not stop


def finish_job(store: Store, key: str, worker: str, result: Any) -> bool:
    """Keep the result of a job that is still this worker's."""
    packed = zlib.compress(json.dumps(result, ensure_ascii=True, allow_nan=False).encode(), 6)
    return _end(store, key, worker, {"state": "done", "progress": 1.0, "result": packed})


def fail_job(store: Store, key: str, worker: str | None, error: Mapping[str, str]) -> bool:
    """Keep why a job failed, in every language."""
    return _end(store, key, worker, {"state": "failed", "error": strict_json(dict(error))})


def stop_job(store: Store, key: str, worker: str) -> bool:
    """Mark a job as cancelled, by its worker."""
    return _end(store, key, worker, {"state": "cancelled", "cancelled": True})


def _end(store: Store, key: str, worker: str | None, values: Mapping[str, Any]) -> bool:
    own = [job.c.id == key, job.c.state == "running"]
    if worker is not None:
        own.append(job.c.worker == worker)
    with store.writing() as connection:
        done = update(job).where(*own).values(**values, finished=now())
        if connection.execute(done).rowcount != 1:
            return False
        record(connection, "", f"job.{values['state']}", key, worker=worker or "")
    return True


def fail_silent_jobs(store: Store, error: Mapping[str, str], *, silence: float = SILENCE) -> tuple[str, ...]:
    """Mark the running jobs that nobody works on any more as failed; their names."""
    lost = select(job.c.id).where(job.c.state == "running", job.c.heartbeat < after(seconds=-silence))
    with store.reading() as connection:
        keys = connection.scalars(lost).all()
    return tuple(key for key in keys if _fail_if_silent(store, key, error, silence))


def _fail_if_silent(store: Store, key: str, error: Mapping[str, str], silence: float) -> bool:
    """Only where it is still silent: its worker may have been heard of meanwhile."""
    silent = job.c.state == "running", job.c.heartbeat < after(seconds=-silence)
    values = {"state": "failed", "error": strict_json(dict(error)), "finished": now()}
    with store.writing() as connection:
        failed = connection.execute(update(job).where(job.c.id == key, *silent).values(**values)).rowcount
        if failed:
            record(connection, "", "job.failed", key)
    return bool(failed)


def jobs_of_worker(store: Store, worker: str) -> tuple[str, ...]:
    """The jobs that a worker was running."""
    with store.reading() as connection:
        own = job.c.worker == worker, job.c.state == "running"
        return tuple(connection.scalars(select(job.c.id).where(*own)))
