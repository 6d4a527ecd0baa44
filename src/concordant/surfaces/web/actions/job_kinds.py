"""What a job can be: a name, and the function that does the work in a process of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...store.store import Store
from .close_queue import close_queue
from .export_job import export_of_job
from .recognise_job import KIND as RECOGNISE
from .recognise_job import recognise_of_job
from .rounds import add_round_of_job
from .study_job import KIND, study_of_job
from .workers import JobFunction


def _close(store: Store, payload: Mapping[str, Any], tell: Callable[[str, float], None]) -> dict[str, str]:
    found = close_queue(
        store, payload["who"], payload["queue"], payload["round"], unanimous=payload["unanimous"], tell=tell
    )
    return {"project": payload["project"], "round": found}


JOB_KINDS: Mapping[str, JobFunction] = {
    "add-round": add_round_of_job,
    "close-queue": _close,
    "export": export_of_job,
    RECOGNISE: recognise_of_job,
    KIND: study_of_job,
}
