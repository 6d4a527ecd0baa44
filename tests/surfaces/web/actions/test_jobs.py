"""Jobs: one of each kind of content, taken once, ended by cancelling, by time, and by kill -9."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import update

from concordant.surfaces.store.store import Store
from concordant.surfaces.store.web_schema import job
from concordant.surfaces.web.actions import jobs, workers
from concordant.surfaces.web.actions.events import events
from concordant.surfaces.web.actions.job_claims import beat, claim_job, fail_silent_jobs, finish_job
from concordant.surfaces.web.actions.refusal import WebRefusal
from concordant.surfaces.web.settings import WebLimits
from tests.surfaces.web.material import PLACE

LOST = {"en": "lost", "zh": "丢失"}


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    with Store(address) as opened:
        yield opened


def submit(store: Store, kind: str = "wait", who: str = "ann", **payload: Any) -> jobs.Job:
    return jobs.submit_job(store, who, kind, payload)


def test_the_same_content_is_one_job_and_its_result_is_kept(store: Store) -> None:
    first = submit(store, seconds=1)
    assert submit(store, seconds=1, who="bob").id == first.id
    assert submit(store, seconds=2).id != first.id
    taken = claim_job(store, "w")
    assert taken is not None
    assert (taken.id, taken.state) == (first.id, "running")
    assert submit(store, seconds=1).id == first.id
    assert finish_job(store, first.id, "w", {"answer": [1, None, "五"]})
    again = submit(store, seconds=1)
    assert (again.id, again.state) == (first.id, "done")
    assert jobs.job_result(store, again.id) == {"answer": [1, None, "五"]}


def test_another_version_does_the_work_anew(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    first = submit(store, seconds=1)
    monkeypatch.setattr(jobs, "__version__", "99")
    assert submit(store, seconds=1).id != first.id


def test_a_failed_or_cancelled_job_is_not_handed_out_again(store: Store) -> None:
    first = submit(store, seconds=1)
    assert jobs.cancel_job(store, "ann", first.id).state == "cancelled"
    second = submit(store, seconds=1)
    assert second.id != first.id
    assert jobs.run_again(store, "ann", first.id).id == second.id
    assert claim_job(store, "w").id == second.id  # type: ignore[union-attr]
    jobs.cancel_job(store, "ann", second.id)
    assert submit(store, seconds=1).id not in (first.id, second.id)


def test_a_request_key_is_one_request(store: Store) -> None:
    first = jobs.submit_job(store, "ann", "wait", {"seconds": 1}, request_key="k")
    jobs.cancel_job(store, "ann", first.id)
    assert jobs.submit_job(store, "ann", "wait", {"seconds": 1}, request_key="k").id == first.id
    with pytest.raises(WebRefusal) as problem:
        jobs.submit_job(store, "ann", "wait", {"seconds": 2}, request_key="k")
    assert (problem.value.status_code, problem.value.code) == (409, "other-request")
    assert jobs.submit_job(store, "bob", "wait", {"seconds": 2}, request_key="k").id != first.id


def test_a_user_has_ten_jobs_in_the_queue_and_two_running(store: Store) -> None:
    for seconds in range(10):
        submit(store, seconds=seconds)
    with pytest.raises(WebRefusal) as problem:
        submit(store, seconds=10)
    assert problem.value.status_code == 429
    of_bob = submit(store, seconds=10, who="bob")
    taken = [claim_job(store, f"w{n}", most_running=2) for n in range(4)]
    assert [one and one.owner for one in taken] == ["ann", "ann", "bob", None]
    assert taken[2] is not None
    assert taken[2].id == of_bob.id


def test_workers_that_look_at_once_take_each_job_once(store: Store, place: str) -> None:
    """SKIP LOCKED in PostgreSQL, one writer at a time in SQLite."""
    made = {submit(store, seconds=n, who=f"user {n}").id for n in range(12)}

    def take(worker: str) -> list[str]:
        found: list[str] = []
        while (one := claim_job(store, worker)) is not None:
            found.append(one.id)
        return found

    with ThreadPoolExecutor(6) as pool:
        taken = [key for keys in pool.map(take, [f"w{n}" for n in range(6)]) for key in keys]
    left = []
    while (one := claim_job(store, "last")) is not None:
        left.append(one.id)
    assert sorted([*taken, *left]) == sorted(made)


def test_two_workers_at_once_do_not_run_more_of_one_user_than_allowed(store: Store) -> None:
    for n in range(8):
        submit(store, seconds=n)
    with ThreadPoolExecutor(8) as pool:
        taken = list(pool.map(lambda n: claim_job(store, f"w{n}", most_running=2), range(8)))
    running = [one for one in jobs.jobs_of(store) if one.state == "running"]
    assert len(running) <= 2
    assert len([one for one in taken if one is not None]) == len(running)


def test_a_silent_job_is_failed_and_a_late_worker_changes_nothing(store: Store) -> None:
    first = submit(store, seconds=1)
    claim_job(store, "w")
    assert fail_silent_jobs(store, LOST) == ()
    with store.writing() as connection:
        connection.execute(update(job).values(heartbeat="2020-01-01T00:00:00"))
    assert fail_silent_jobs(store, LOST) == (first.id,)
    found = jobs.find_job(store, first.id)
    assert (found.state, found.error) == ("failed", LOST)
    assert not beat(store, first.id, "w", progress=0.5, step="x")
    assert not finish_job(store, first.id, "w", {"late": True})
    assert jobs.find_job(store, first.id).state == "failed"
    assert jobs.run_again(store, "ann", first.id).state == "queued"


def test_every_step_of_a_job_is_an_event(store: Store) -> None:
    first = submit(store, seconds=1)
    claim_job(store, "w")
    finish_job(store, first.id, "w", None)
    assert [one.action for one in events(store, subject=first.id)] == ["job.done", "job.queued"]


# --- real processes -----------------------------------------------------------------------------


@pytest.fixture
def pool(store: Store, address: str) -> Iterator[workers.WorkerPool]:
    settings = workers.WorkerSettings(store=address, kinds=PLACE, limits=WebLimits(job_seconds=4), silence=5)
    made = workers.WorkerPool(settings, store)
    made.start()
    yield made
    made.close()


def until(what: Callable[[], bool], seconds: float = 40) -> None:
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "it did not come to that"
        time.sleep(0.05)


def ended(store: Store, key: str) -> jobs.Job:
    until(lambda: jobs.find_job(store, key).ended)
    return jobs.find_job(store, key)


@pytest.mark.by_turns(2)
def test_workers_do_the_work_and_say_how_far_it_is(store: Store, pool: workers.WorkerPool) -> None:
    first, bad, broken = submit(store, seconds=1.5), submit(store, "complain"), submit(store, "break")
    until(lambda: jobs.find_job(store, first.id).progress > 0)
    assert ended(store, first.id).state == "done"
    assert jobs.job_result(store, first.id) == {"waited": 1.5}
    error = ended(store, bad.id).error
    assert error is not None
    assert error["en"] == "There is nothing in this file."
    error = ended(store, broken.id).error
    assert error is not None
    assert "RuntimeError" in error["en"]
    assert "secret detail" not in str(error)
    assert len(pool.processes) <= 2
    # cancelled, and ended by the limit of 4 seconds: the processes are ended and others take their place
    long, longer = submit(store, seconds=60), submit(store, seconds=61)
    until(lambda: jobs.find_job(store, long.id).state == "running")
    jobs.cancel_job(store, "ann", long.id)
    assert ended(store, long.id).state == "cancelled"
    found = ended(store, longer.id)
    assert found.state == "failed"
    assert found.error == workers.error_texts("too-long", minutes=round(4 / 60, 1))
    # killed: failed at once, and run again does it
    third = submit(store, seconds=2)
    until(lambda: jobs.find_job(store, third.id).progress > 0)
    for process in list(pool.processes.values()):
        os.kill(process.pid or 0, signal.SIGKILL)
    found = ended(store, third.id)
    assert (found.state, found.error) == ("failed", workers.error_texts("lost"))
    again = jobs.run_again(store, "ann", third.id)
    assert again.id != third.id
    assert ended(store, again.id).state == "done"
