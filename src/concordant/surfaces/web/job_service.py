"""The workers of an application: they start and end with it."""

from __future__ import annotations

from collections.abc import Callable

from .actions.workers import WorkerPool, WorkerSettings
from .state import WebState

KINDS = "concordant.surfaces.web.actions.job_kinds:JOB_KINDS"


def start_workers(state: WebState) -> Callable[[], None]:
    """Watch the table of jobs; what ends that is handed back."""
    settings = WorkerSettings(
        store=state.settings.store,
        kinds=KINDS,
        limits=state.settings.limits,
    )
    pool = WorkerPool(settings, state.store)
    pool.start()
    state.services["jobs"] = pool
    return pool.close
