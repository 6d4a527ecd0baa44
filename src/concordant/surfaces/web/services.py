"""What starts and ends with an application: the workers of jobs, and the uploads."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from .actions.uploads import keep_file, remove_old
from .actions.workers import WorkerPool, WorkerSettings
from .auth.user import LOCAL
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


def start_uploads(state: WebState) -> Callable[[], None]:
    """Remove what is old, and upload the files that the command named."""
    settings = state.settings
    remove_old(settings.folder, state.limits.upload_days)
    state.services["files"] = [
        keep_file(state.store, settings.folder, Path(one), LOCAL.name, {}, state.limits)
        for one in settings.files
    ]
    return lambda: None
