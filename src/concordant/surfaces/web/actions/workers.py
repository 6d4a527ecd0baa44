"""Workers: spawned processes that take jobs from the table, and the thread that keeps them running.

A job is cancelled, and a job that takes too long is ended, by ending its process: no computation has to look
out for it. A worker whose server is gone ends by itself.
"""

from __future__ import annotations

import contextlib
import importlib
import multiprocessing
import os
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from ....errors import ConcordantError
from ....language.message import Message
from ....language.render import LANGUAGES
from ...store.store import Store
from ..settings import WebLimits
from .identity import new_name
from .job_claims import (
    SILENCE,
    beat,
    claim_job,
    fail_job,
    fail_silent_jobs,
    finish_job,
    is_waiting,
    jobs_of_worker,
    stop_job,
)
from .jobs import Job
from .limits import server_limits
from .refusal import WebRefusal, texts_of

#: What a job is called with: the store, its payload, and a function that hears how far it is.
JobFunction = Callable[[Store, Mapping[str, Any], Callable[[str, float], None]], Any]
#: Seconds between two looks at the table, and between two heartbeats.
LOOK, BEAT = 0.2, 1.0
#: A worker without work ends after so many seconds.
IDLE = 120.0
#: The end of the server waits so many seconds for the last look at the table.
PATIENCE = 20.0


@dataclass(frozen=True, kw_only=True)
class WorkerSettings:
    """Where the jobs are, which kinds there are (`module:table`), and the limits unless others were set."""

    store: str | Path
    kinds: str
    processes: int = 2
    limits: WebLimits = field(default_factory=WebLimits)
    silence: float = SILENCE


def error_texts(code: str, **facts: Any) -> dict[str, str]:
    """Why a job failed, in every language."""
    return {lang: Message(f"web_work.job-{code}", facts).text(lang) for lang in LANGUAGES}


@dataclass
class WorkerPool:
    """Starts workers when there are jobs, and clears up behind those that were killed."""

    settings: WorkerSettings
    store: Store
    processes: dict[str, BaseProcess] = field(default_factory=dict)
    _end: threading.Event = field(default_factory=threading.Event)
    _thread: threading.Thread | None = None

    def start(self) -> None:
        """Mark what an earlier server left behind as failed, and watch the table from now on."""
        fail_silent_jobs(self.store, error_texts("lost"), silence=self.settings.silence)
        self._thread = threading.Thread(target=self._watch, name="jobs", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the workers; their jobs are failed and can be run again."""
        self._end.set()
        if self._thread is not None:
            self._thread.join(PATIENCE)  # it may wait for a database that does not answer
        for process in self.processes.values():
            process.kill()
        self._bury(list(self.processes))

    def _watch(self) -> None:
        swept = time.monotonic()
        while not self._end.wait(LOOK):
            with contextlib.suppress(ConcordantError):  # the database may be away for a while
                self._bury([name for name, one in self.processes.items() if not one.is_alive()])
                if time.monotonic() - swept > self.settings.silence / 3:
                    fail_silent_jobs(self.store, error_texts("lost"), silence=self.settings.silence)
                    swept = time.monotonic()
                if is_waiting(self.store) and len(self.processes) < self._most():
                    self._spawn()

    def _most(self) -> int:
        """So many processes that one user can have as many jobs at work as allowed."""
        return max(self.settings.processes, limits_of(self.settings, self.store).jobs_running)

    def _spawn(self) -> None:
        name = new_name()
        process = multiprocessing.get_context("spawn").Process(
            target=work, args=(self.settings, name, os.getpid()), name=f"concordant-job-{name}", daemon=True
        )
        process.start()
        self.processes[name] = process

    def _bury(self, names: list[str]) -> None:
        for name in names:
            self.processes.pop(name).join()
            for key in jobs_of_worker(self.store, name):
                fail_job(self.store, key, name, error_texts("lost"))


# --- in the process of a worker -----------------------------------------------------------------


def work(settings: WorkerSettings, name: str, parent: int) -> None:
    """Take one job after another until there is none for a while, or the server is gone."""
    kinds = kinds_of(settings.kinds)
    with Store(settings.store, create=False) as store:
        idle = time.monotonic()
        while os.getppid() == parent and time.monotonic() - idle < IDLE:
            limits = limits_of(settings, store)
            taken = claim_job(store, name, most_running=limits.jobs_running)
            if taken is None:
                time.sleep(LOOK)
                continue
            _Run(settings, store, name, parent, taken, limits.job_seconds).run(kinds)
            idle = time.monotonic()


def limits_of(settings: WorkerSettings, store: Store) -> WebLimits:
    """The limits that hold now."""
    return server_limits(store, settings.limits).limits


def kinds_of(place: str) -> Mapping[str, JobFunction]:
    """The table of job functions at `module:table`."""
    module, _, name = place.partition(":")
    found: Mapping[str, JobFunction] = getattr(importlib.import_module(module), name)
    return found


@dataclass
class _Run:
    """One job while it runs: its function in this thread, its heartbeat in another."""

    settings: WorkerSettings
    store: Store
    worker: str
    parent: int
    job: Job
    most_seconds: float
    progress: float = 0.0
    step: str = ""
    done: threading.Event = field(default_factory=threading.Event)

    def run(self, kinds: Mapping[str, JobFunction]) -> None:
        beats = threading.Thread(target=self._beats, daemon=True)
        beats.start()
        try:
            result = kinds[self.job.kind](self.store, self.job.payload, self._tell)
        except (ConcordantError, WebRefusal) as problem:
            self._fail(texts_of(problem))
        except MemoryError:
            self._fail(error_texts("memory"))
        except Exception as problem:
            self._fail(error_texts("broken", kind=type(problem).__name__))
        else:
            finish_job(self.store, self.job.id, self.worker, result)
        finally:
            self.done.set()
            beats.join()

    def _fail(self, texts: Mapping[str, str]) -> None:
        fail_job(self.store, self.job.id, self.worker, texts)

    def _tell(self, step: str, progress: float) -> None:
        self.step, self.progress = step, max(self.progress, progress)

    def _beats(self) -> None:
        """Every second until the job is done; whoever may not go on ends here, with the whole process."""
        began = time.monotonic()
        while not self.done.wait(min(BEAT, self.settings.silence / 5)):
            try:
                self._beat(time.monotonic() - began)
            except ConcordantError:  # the database may be away for a while
                continue

    def _beat(self, seconds: float) -> None:
        if os.getppid() != self.parent:
            os._exit(1)
        if not beat(self.store, self.job.id, self.worker, progress=self.progress, step=self.step):
            stop_job(self.store, self.job.id, self.worker)
            os._exit(2)
        if seconds > self.most_seconds:
            minutes = round(self.most_seconds / 60, 1)
            fail_job(self.store, self.job.id, self.worker, error_texts("too-long", minutes=minutes))
            os._exit(3)
